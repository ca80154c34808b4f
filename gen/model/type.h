/* type.h: the types of parameters, records included. */
#ifndef GEN_TYPE_H
#define GEN_TYPE_H

#include "model/scalar_table.h"
#include "support/diag.h"

#include <stddef.h>

typedef enum gen_type_kind {
    GEN_TYPE_VOID,
    GEN_TYPE_SCALAR,
    GEN_TYPE_RECORD,    /* a class; its gen_record says whether C can name its fields */
    GEN_TYPE_POINTER,   /* also references, and pointers to functions */
    GEN_TYPE_ARRAY,     /* only as a field */
    GEN_TYPE_INCOMPLETE /* only as the element of a pointer */
} gen_type_kind;

typedef struct gen_type {
    gen_type_kind kind;
    custub_scalar scalar;
    const char *spelling; /* the C++ type without qualifiers, for messages and the JSON */
    const char *c_name;   /* of a scalar, or of an enumeration's integer type */
    const char
        *builtin;   /* the C++ type of a scalar, "unsigned long"; of an enumeration: the same */
    bool is_handle; /* a texture or a surface, which is a struct in C */
    bool is_enumeration;
    struct gen_enumeration *enumeration; /* null if it has no name, or is from a system header */
    uint64_t size;                       /* bytes; 0 if incomplete, 1 for void */
    uint32_t align;                      /* bytes */
    bool is_const;
    bool is_volatile;
    bool is_restrict;               /* of a pointer */
    const char *mark;               /* "*" for a pointer, "&" or "&&" for a reference */
    const struct gen_type *element; /* of a pointer or an array */
    uint64_t count;                 /* of an array */
    struct gen_record *record;
} gen_type;

/* How a header of the program's names a struct or an enumeration; a name is null if it has none. */
typedef struct gen_c_naming {
    const char *typedef_name; /* a typedef at global scope: "params" */
    const char *c_tag;        /* "struct inner" */
    const char *cpp_tag;      /* the same in C++: "struct outer::inner" */
    bool in_header;           /* a header defines it, not the source itself */
    bool in_own_header;       /* the header that --include names defines it, or one that this
                                 includes */
} gen_c_naming;

typedef struct gen_enumerator {
    const char *name;
    uint64_t bits; /* two's complement if negative */
} gen_enumerator;

typedef struct gen_enumeration {
    struct gen_enumeration *next; /* in the model's list */
    const char *spelling;         /* the C++ name */
    const char *tag;              /* an identifier made from the spelling, without prefix */
    custub_scalar scalar;         /* its integer type */
    const char *integer;          /* the same in C: "unsigned int" */
    gen_c_naming naming;
    bool is_global; /* its enumerators are at global scope, in C too */
    bool by_value;  /* the type of a parameter */
    bool is_inside; /* the type of a field or an element */
    size_t count;
    gen_enumerator *enumerators;
} gen_enumeration;

typedef struct gen_field {
    const char *name;
    const gen_type *type;
    uint64_t offset; /* bytes */
    gen_place place;
    struct gen_annotation *annotations;
    bool in_union;
    bool is_checked; /* a pointer that a contract is about */

    /* Set only for a record's readable fields. */
    bool is_bit_field;
    bool is_closed; /* not public */
} gen_field;

/* A parameter of a template, and its argument in an instance. */
typedef struct gen_template_argument {
    const char *name; /* the parameter's */
    const char *text; /* "float", "5"; null: not known */
    uint64_t size;    /* bytes, if the argument is a type and the template a kernel; else 0 */
} gen_template_argument;

typedef struct gen_template_arguments {
    size_t count;
    gen_template_argument *data;
} gen_template_arguments;

typedef struct gen_record {
    struct gen_record
        *next;            /* in the model's list, where a record follows those that it contains */
    const char *key;      /* the front end's unique name for it */
    const char *spelling; /* the C++ name */
    const char *
        tag; /* an identifier made from the spelling, without prefix: "particle", "Array_float_4" */
    const char *vector; /* for CUDA's float4: "custub_float4", which is not emitted; or null */
    uint64_t size;      /* bytes */
    uint32_t align;     /* bytes */
    bool is_union;
    bool is_plain;         /* C can name all fields; if not, the struct is emitted as bytes */
    const char *why_bytes; /* if not plain: what C lacks: "'flag' is a bit-field" */
    bool has_long_double;  /* its size differs between device and host */
    gen_c_naming naming;
    bool by_value;   /* passed by value somewhere: emitted as a struct */
    bool is_element; /* pointed to by a parameter: emitted with a view */
    bool is_used;    /* the type of a parameter or an element, not only of fields */
    gen_template_arguments template_arguments;    /* with those of templates around it; only if a
                                                     field has annotations */
    const struct gen_annotation *base_annotation; /* an annotation in a base class, or null */
    size_t parts; /* number of fields, with those of records inside it */
    size_t field_count;
    gen_field *fields;
    size_t readable_count; /* If not plain: the fields whose offsets are known, by name. */
    gen_field *readable;   /* includes members of unnamed structs; the type is null if C lacks it */
} gen_record;

#endif

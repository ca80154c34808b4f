/* type.h: the types of parameters, and the records among them. */
#ifndef GEN_TYPE_H
#define GEN_TYPE_H

#include "model/scalar_table.h"

#include <stddef.h>

typedef enum gen_type_kind {
    GEN_TYPE_VOID,
    GEN_TYPE_SCALAR,
    GEN_TYPE_RECORD,    /* a class, whose gen_record says whether C can name its fields */
    GEN_TYPE_POINTER,   /* also references, and pointers to functions */
    GEN_TYPE_ARRAY,     /* of a field */
    GEN_TYPE_INCOMPLETE /* only as the element of a pointer */
} gen_type_kind;

typedef struct gen_type {
    gen_type_kind kind;
    custub_scalar scalar;
    const char *spelling; /* the C++ type, unqualified, as diagnostics and the JSON name it */
    const char *c_name;   /* of a scalar: its C type; of an enumeration: that of its integer type */
    const char *builtin; /* of a scalar: C++'s type, "unsigned long"; of an enumeration: the same */
    bool is_enumeration;
    uint64_t size;  /* bytes; 0 if incomplete, 1 for void */
    uint32_t align; /* bytes */
    bool is_const;
    bool is_volatile;
    bool is_restrict;               /* of a pointer */
    const char *mark;               /* of a pointer: "*", or of a reference "&", "&&" */
    const struct gen_type *element; /* of a pointer or an array */
    uint64_t count;                 /* of an array */
    struct gen_record *record;
} gen_type;

typedef struct gen_field {
    const char *name;
    const char *c_name; /* an identifier that C accepts and that no other field has */
    const gen_type *type;
    uint64_t offset; /* bytes */

    /* Only set in a record's readable fields. */
    bool is_bit_field;
    bool is_closed; /* not public */
} gen_field;

typedef struct gen_record {
    struct gen_record *next; /* in the model's list: every record after those that it contains */
    const char *key;         /* the front end's name for it, which no other record has */
    const char *spelling;    /* the C++ name */
    const char *tag;    /* an identifier made of it, without prefix: "particle", "Array_float_4" */
    const char *c_name; /* the emitted struct: "<stem>_particle" */
    uint64_t size;      /* bytes */
    uint32_t align;     /* bytes */
    bool is_plain;      /* fields that C can name; otherwise emitted as bytes */
    const char *why_bytes; /* what C has not: "'flag' is a bit-field"; of one that is not plain */
    bool has_long_double;  /* whose size on the device is not that on the host */
    bool by_value;         /* passed by value somewhere: emitted as a struct */
    bool is_element;       /* pointed to by a parameter: emitted with a view */
    size_t parts;          /* fields, those of the records in it included */
    size_t field_count;
    gen_field *fields;
    size_t readable_count; /* of one that is not plain: what it has at known places, by name. */
    gen_field *readable; /* Members of unnamed structs are its own; types that C has not are null */
} gen_record;

#endif

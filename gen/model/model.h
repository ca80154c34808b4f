/* model.h: what the generator knows of one source file. Plain data, in one arena.
 *
 * The front end makes it, with annotations as raw text; check.c parses those into expressions and
 * applies the rules; emitters read it. Names of types and scalars are those of the description that
 * the runtime reads (custub/describe.h).
 */
#ifndef GEN_MODEL_H
#define GEN_MODEL_H

#include "model/annotation_table.h"
#include "model/scalar_table.h"
#include "support/diag.h"
#include "support/name_table.h"

#include <custub/describe.h>

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What the assertions leave in the PTX, before the numbers of a kernel and a parameter, where
 * nvcc's code does not place things as its sizeof and offsetof say. */
#define GEN_MISPLACED_MARK "custub: misplaced"

typedef enum gen_type_kind {
    GEN_TYPE_VOID,
    GEN_TYPE_SCALAR,
    GEN_TYPE_RECORD,    /* a class, whose gen_record says whether C can name its fields */
    GEN_TYPE_POINTER,   /* also references, and pointers to functions */
    GEN_TYPE_ARRAY,     /* of a field */
    GEN_TYPE_INCOMPLETE /* behind a pointer only */
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

    /* Of a record's readable fields alone. */
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

/* Up to three numbers, as an attribute of CUDA's takes them: its arguments, cut off at 32 bits. */
typedef enum gen_sizes_kind {
    GEN_SIZES_UNKNOWN,
    GEN_SIZES_KNOWN,
    GEN_SIZES_NOT_CONSTANT /* or too few of them, or too many */
} gen_sizes_kind;

typedef struct gen_sizes {
    gen_sizes_kind kind;
    uint32_t count;
    uint32_t values[3];
} gen_sizes;

/* One annotation, as the front end found it. */
typedef struct gen_annotation {
    struct gen_annotation *next;
    gen_annotation_kind kind;
    const char *key;    /* "counted_by" */
    const char *text;   /* "n * 2" */
    bool varies;        /* of launch bounds and the like: not the same for all architectures */
    gen_sizes sizes[2]; /* of these; of __block_size__ the block and the cluster */
    gen_place place;
    const char *scope; /* "" or the namespaces around it, "a::b" */
    size_t order;      /* among the declarations of the file */
} gen_annotation;

typedef struct gen_param {
    const char *name;   /* never null: an unnamed one is "argument<index>" */
    const char *c_name; /* an identifier that C accepts and that nothing emitted clashes with */
    gen_place place;
    const gen_type *type;
    custub_param_kind kind;
    uint64_t offset; /* bytes */
    gen_annotation *annotations;

    /* Filled by check.c. */
    const struct gen_expr *count; /* null: not known */
    bool or_null;
    bool sized;                           /* `count` is in bytes */
    uint32_t aligned;                     /* bytes; 0: none */
    const struct gen_relation *relations; /* the first that its annotations say, or null */
    struct gen_relation *pairs;           /* those with earlier parameters, in their order */
    struct gen_relation **last_pair;      /* where the one that was added last is linked */
} gen_param;

/* What is said of two buffers of a kernel. Each two have one at most. */
typedef struct gen_relation {
    struct gen_relation *next;      /* of the kernel's */
    struct gen_relation *next_pair; /* of the later parameter's */
    custub_relation_kind kind;
    size_t param; /* the one whose annotation says it */
    size_t other;
} gen_relation;

/* A number in a struct parameter that a contract names. */
typedef struct gen_part {
    struct gen_part *next;
    size_t param;
    uint64_t offset;  /* bytes, in the parameter */
    const char *name; /* "shape.dims[2]" */
} gen_part;

/* What a contract takes for true of a name of the file's: the value of a constant, or the size of a
 * type. Every compiler that builds the kernel is asked whether it agrees. */
typedef struct gen_assumption {
    struct gen_assumption *next;
    const char *name; /* as C++ has it: "::a::b::N", "struct ::particle" */
    bool is_size;
    bool negative;
    uint64_t bits; /* two's complement if negative */
} gen_assumption;

typedef struct gen_kernel {
    struct gen_kernel *next;
    const char *name;
    const char *symbol;
    const char *enclosing; /* "" or the namespaces around it, "a::b" */
    const char *c_name;    /* as an identifier that C accepts: of "launch_<c_name>" */
    const char *signature; /* one line, as C++ */
    gen_place place;
    size_t param_count;
    gen_param *params;
    gen_annotation *annotations;
    uint64_t parameter_bytes;
    uint32_t max_threads; /* __launch_bounds__; 0: none */
    uint32_t min_blocks;
    uint32_t max_cluster_blocks; /* the third of __launch_bounds__; 0: none */
    uint32_t cluster[3];
    uint32_t required[3]; /* __block_size__; 0: none */
    uint32_t dimensions;  /* 1, 2 or 3; 0: the body does not tell */
    bool counts;          /* what a thread does adds up, also where it repeats another's indices */
    bool dynamic_shared;  /* declares `extern __shared__` */
    uint64_t static_shared; /* bytes, as far as the source tells; the most of all architectures */
    bool no_barrier; /* the body is known not to wait for other threads: threads may run in turn */
    bool unread;     /* clang found errors in the body, which may tell of less than there is */
    const char *pointer_type; /* where the name alone says too little: "void (*)(int *)"; or null */
    const char *cpu_unfit;    /* why a host compiler cannot build the kernel, or null */
    bool cpu_refused;         /* nor can the CPU image name it */
    size_t body_begin;        /* of its braces in the source, in bytes; 0: not there as text */
    size_t body_end;
    size_t last_if; /* where the body's last statement begins if it is an `if`; 0: it is none */
    bool last_if_has_else;
    /* How often the body and what it calls read the components x, y and z of threadIdx and of
     * blockIdx; the most of all architectures. */
    bool places_known;
    uint32_t places[3];
    bool binds_references; /* something that is called may change a variable that it is given */
    /* The body as the front end writes what it saw, without its braces; null if that is not known,
     * or gridDim is not read, or it is not the same for all architectures. */
    const char *printed;
    const struct gen_loop_guard *loop; /* what the CPU image gains of it, or null */
    uint32_t architectures;            /* bit i: exists for the model's architecture i */

    /* Filled by check.c. */
    const struct gen_expr *threads[3]; /* null: none */
    const struct gen_expr *block[3];
    const struct gen_expr *shared;
    const struct gen_expr **requirements;
    size_t requirement_count;
    bool grid_stride;
    bool cooperative;
    gen_relation *relations; /* those of one parameter stand together */
    gen_relation *last_relation;
    size_t relation_count;
    gen_part *parts;
    size_t part_count;
    gen_assumption *assumptions; /* each once */
} gen_kernel;

/* An integer constant of the file that expressions may name: an enumerator, a const or constexpr
 * variable; or the size of a type that sizeof may name. Qualified as the file would name it from
 * the global namespace. */
typedef struct gen_constant {
    const char *name;    /* null: of the language's, as a type */
    const char *keyword; /* of a type's size: what it is declared with, "struct ", or ""; or null */
    uint64_t bits;       /* two's complement if negative */
    bool negative;
    uint32_t architectures;     /* bit i: has this value on the model's architecture i */
    struct gen_constant *other; /* with another value on others, or null */
} gen_constant;

/* A name that the program declares in a namespace or a class, found by its qualified form. */
typedef struct gen_declared {
    size_t order;      /* among the declarations of the file */
    const char *alias; /* what it stands for, qualified, or null */
    bool is_template;  /* or one of its members: it is another thing for each instance */
    bool has_instance; /* an alias of one, or a class with one as a base */
} gen_declared;

/* `using namespace named;`, or an inline namespace; or a base of a class, or what an alias of a
 * class is for. */
typedef struct gen_using {
    struct gen_using *next;
    const char *scope; /* "" or the namespaces where it stands; the class or the alias */
    const char *named;
    bool is_class;
} gen_using;

/* An `extern __shared__` array: the CPU image needs a definition of it. */
typedef struct gen_shared_array {
    struct gen_shared_array *next;
    const char *name;      /* its qualified name */
    const char *enclosing; /* "" or the namespaces around it, "a::b" */
    const char *element;   /* the element's C++ type */
} gen_shared_array;

/* A `__device__` or `__constant__` variable of the file. */
typedef struct gen_global {
    struct gen_global *next;
    const char *name;
    const char *symbol;    /* mangled if it is in a namespace */
    const char *enclosing; /* "" or the namespaces around it, "a::b" */
    bool constant;
} gen_global;

/* A function body in the main file that a host compiler cannot take. Offsets in bytes, of the
 * opening brace and just past the closing one; or of a macro's use that writes the function. */
typedef struct gen_unfit_body {
    struct gen_unfit_body *next;
    size_t begin;
    size_t end;
    const char *function;
    const char *reason;
    bool is_macro; /* all that it writes is left out */
} gen_unfit_body;

/* A header of the program whose text can stand in the CPU image. */
typedef struct gen_image_file {
    struct gen_image_file *next;
    const char *name; /* its last component */
    const char *text;
    size_t length;
    gen_unfit_body *unfit_bodies; /* as those of the model */
    bool in_image;                /* as text, where it was included */
} gen_image_file;

/* An #include that reads such a header, or a line that the image has nothing for. */
typedef struct gen_inclusion {
    struct gen_inclusion *next;       /* in the same text, by `begin` */
    size_t begin;                     /* of the directive, in bytes */
    size_t end;                       /* before the end of its line */
    gen_image_file *file;             /* null: nothing stands in its place */
    struct gen_inclusion *inclusions; /* what the header includes here */
    struct gen_inclusion **last;
} gen_inclusion;

typedef struct gen_file_name {
    struct gen_file_name *next;
    const char *name;
} gen_file_name;

/* A type of the file's own that has a name of <stdint.h>. */
typedef struct gen_own_integer {
    struct gen_own_integer *next;
    const char *name;
} gen_own_integer;

typedef struct gen_model {
    const char *path;   /* the source file, as given */
    const char *file;   /* its last component */
    const char *stem;   /* the last component without `.cu`, as an identifier */
    const char *prefix; /* before every emitted name, "" by default */
    const char *name;   /* prefix and stem: of the outputs, and of what a file has once */
    const char *unit;   /* behind the names of what is linked, or null */
    const char *source; /* the text of the file */
    size_t source_length;
    size_t architecture_count;
    const char **architectures; /* "sm_80", … */
    gen_kernel *kernels;
    size_t kernel_count;
    gen_record *records;
    gen_constant *constants; /* sorted by name */
    size_t constant_count;
    gen_name_table declared; /* gen_declared, by qualified name */
    gen_using *usings;
    gen_constant *named_types; /* sorted by name, as gen_model_compare_types() does */
    size_t named_type_count;
    gen_shared_array *shared_arrays; /* no two of one name in the same namespaces */
    gen_unfit_body *unfit_bodies; /* by `begin`; of those that begin together the longest first */
    struct gen_loop_guard *loops; /* of the kernels, in the order of the source */
    gen_global *globals;
    gen_own_integer *own_integers;
    gen_image_file *image_files; /* without the source itself */
    gen_inclusion *inclusions;   /* of the source, on the highest architecture */
    bool cpu_refused;            /* the CPU image can hold nothing of the file */
    gen_file_name *dependencies; /* every file that was read, for the depfile */
    bool doubtful;               /* clang found errors in declarations: it may have guessed types */
    bool brief; /* read without the headers that nvcc includes: it seemed to need none of them */
} gen_model;

/* The last component of the place's file: output holds no folders. */
const char *gen_model_file_of(gen_place place);

/* The index of the first architecture that has the kernel. */
size_t gen_model_first_architecture(const gen_kernel *kernel);

/* The earlier one of a relation's two parameters. */
size_t gen_model_earlier_of(const gen_relation *relation);

/* A unit made of the source and of the macros that it is read with: files with different kernels do
 * not share it, so that a program that links both has no wrong ones. */
const char *gen_model_own_unit(const gen_model *model, gen_arena *arena, size_t argument_count,
                               const char *const *arguments);

size_t gen_model_buffer_count(const gen_kernel *kernel);

/* Null if there is none of this name. */
const gen_constant *gen_model_find_constant(const gen_model *model, const char *name);

/* The size of the type whose name stands from `begin` to `end`; null if there is none. */
const gen_constant *gen_model_find_type(const gen_model *model, const char *begin, const char *end);

/* Of its values that which all these architectures have; null if there is none. */
const gen_constant *gen_model_value_for(const gen_constant *constant, uint32_t architectures);

/* Whether some of them have it. */
bool gen_model_has_value(const gen_constant *constant, uint32_t architectures);

/* "4 on sm_80, 8 on sm_90" */
const char *gen_model_values(const gen_model *model, gen_arena *arena, const gen_constant *constant,
                             uint32_t architectures);

/* Orders a type's name and the one that stands from `begin` to `end`, as strcmp() does. Blanks
 * count between the letters of two names alone. */
int gen_model_compare_types(const char *name, const char *begin, const char *end);

#endif

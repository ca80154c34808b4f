/* kernel.h: kernels, their parameters, their pointers and their contracts, as annotations and as
 * checked expressions. */
#ifndef GEN_KERNEL_H
#define GEN_KERNEL_H

#include "model/annotation_table.h"
#include "model/cpu_image.h"
#include "model/source_names.h"
#include "model/type.h"
#include "support/diag.h"

/* Up to three numbers, the arguments of an attribute of CUDA, truncated to 32 bits. */
typedef enum gen_sizes_kind {
    GEN_SIZES_UNKNOWN,
    GEN_SIZES_KNOWN,
    GEN_SIZES_NOT_CONSTANT /* also if there are too few or too many */
} gen_sizes_kind;

typedef struct gen_sizes {
    gen_sizes_kind kind;
    uint32_t count;
    uint32_t values[3];
} gen_sizes;

/* An annotation, as the front end found it. */
typedef struct gen_annotation {
    struct gen_annotation *next;
    bool in_field_macro; /* a part of a CUSTUB_FIELD, which check.c has split */
    gen_annotation_kind kind;
    const char *key;    /* "counted_by" */
    const char *text;   /* "n * 2" */
    bool varies;        /* these launch bounds or the like differ between architectures */
    gen_sizes sizes[2]; /* their numbers; __block_size__ has two: the block and the cluster */
    gen_place place;
    const char *origin; /* names the attribute in the source, the same for every architecture; or
                           null */
    const gen_parameter_names *names; /* of the annotation's declaration; null for a field */
    gen_named *named;                 /* names in the text that the compiler has looked up */
    struct gen_annotation *again;     /* the same text at an earlier declaration, or null */
} gen_annotation;

typedef struct gen_param {
    const char *name; /* never null: an unnamed parameter is "argument<index>" */
    gen_place place;
    const gen_type *type;
    custub_param_kind kind;
    uint64_t offset; /* bytes */
    gen_annotation *annotations;
    const struct gen_pointer *pointer; /* of a buffer, filled by check.c; else null */
} gen_param;

/* A struct in a parameter: the annotations of its fields name its other fields. */
typedef struct gen_scope {
    const gen_record *record;
    const char *name; /* "p", "p.tiles[1]" */
    size_t param;
    uint64_t offset; /* bytes, in the parameter */
} gen_scope;

/* A pointer to memory that the contract is about: a parameter, or a field of a struct parameter. An
 * array of pointers has one for each element. */
typedef struct gen_pointer {
    const char *name;       /* as the author writes it: "x", "p.planes[2]" */
    const char *field;      /* of a field: its own name, "planes"; else null */
    const gen_scope *scope; /* of a field; else null */
    size_t index;           /* in the kernel's list */
    size_t param;           /* the parameter that holds it */
    uint64_t offset;        /* bytes, in the parameter */
    bool is_map;            /* what a tensor map describes: the offset is in its C type */
    gen_place place;
    const gen_type *type;  /* a pointer type, even if an integer holds the address */
    bool is_element_named; /* CUSTUB_ELEMENT names its element */
    const gen_annotation *annotations;
    size_t first; /* the index of its array's first element with the same annotations; its own
                     index if it is the first, or in no array */
    const struct gen_expr *count; /* null: not known */
    const struct gen_expr *low;   /* its elements are in [low, high); null: not known */
    const struct gen_expr *high;
    bool or_null;
    bool sized;                           /* `count` is in bytes */
    uint32_t aligned;                     /* bytes; 0: none */
    const struct gen_relation *relations; /* the first that its annotations make, or null */
} gen_pointer;

/* A relation of two pointers of a kernel. A pair has at most one. */
typedef struct gen_relation {
    struct gen_relation *next; /* in the kernel's list */
    custub_relation_kind kind;
    size_t pointer; /* the annotated one */
    size_t other;
} gen_relation;

/* A number inside a struct parameter: those that the contract uses, or all of them. */
typedef struct gen_part {
    struct gen_part *next;
    size_t param;
    uint64_t offset; /* bytes, in the parameter */
    custub_scalar scalar;
    const char *name; /* "shape.dims[2]" */
} gen_part;

/* What a contract assumes about a name of the file: the value of a constant, or the size of a type.
 * Every compiler that builds the kernel checks it. */
typedef struct gen_assumption {
    struct gen_assumption *next;
    const char *name; /* in C++: "::a::b::N" */
    bool is_size;
    bool is_closed; /* it is private or protected */
    bool negative;
    uint64_t bits; /* two's complement if negative */
} gen_assumption;

/* Which components of blockIdx and threadIdx a body reads: 1, 2 and 4 for x, y and z. */
typedef struct gen_index_reads {
    bool known;
    bool adds_lanes; /* it distinguishes a warp's threads without threadIdx */
    uint32_t blocks;
    uint32_t threads;
    uint32_t rows; /* y: blockIdx.x or .z is multiplied by blockDim.y */
} gen_index_reads;

typedef struct gen_kernel {
    struct gen_kernel *next;
    const char *name;
    const char *symbol;    /* mangled for a C++ kernel */
    const char *enclosing; /* the namespaces around it, "a::b"; "" at global scope */
    const char *written;   /* how C++ names the kernel at global scope; null: it has C linkage */
    const char *family;    /* its C++ name with the namespaces, as an identifier: "math_axpy"; null:
                              it has C linkage */
    gen_place stub;        /* of the CUSTUB_STUB; line 0: there is none */
    const char *signature; /* one line, as C++ */
    gen_place place;
    size_t param_count;
    gen_param *params;
    gen_annotation *annotations;
    gen_template_arguments template_arguments; /* of an instance */
    bool is_specialization; /* explicit; it has its own annotations and the template's */
    uint64_t parameter_bytes;
    uint32_t max_threads; /* __launch_bounds__; 0: none */
    uint32_t min_blocks;
    uint32_t max_cluster_blocks; /* the third of __launch_bounds__; 0: none */
    uint32_t cluster[3];
    uint32_t required[3]; /* __block_size__; 0: none */
    uint32_t dimensions;  /* 1, 2 or 3; 0: not known from the body */
    gen_index_reads reads;
    bool counts; /* threads that repeat others' indices still change the result, for example by
                    counting */
    bool dynamic_shared;      /* declares `extern __shared__` */
    uint64_t static_shared;   /* bytes that the source shows; the maximum over the architectures */
    bool unread;              /* clang found errors in the body, so parts of it may be missing */
    const char *pointer_type; /* distinguishes overloads: "void (*)(int *)"; or null */
    gen_cpu_kernel cpu;
    uint32_t architectures; /* bit i: exists on the model's architecture i */

    /* Filled by check.c. */
    const struct gen_expr *threads[3]; /* null: none */
    const struct gen_expr *block[3];
    uint32_t fixed_block[3]; /* the numbers of `block` that are constant; 0: not known */
    uint64_t fixed_shared;   /* `shared` if that is a constant; 0: not known */
    uint32_t one_block;      /* axes along which the grid has one block: more would repeat work */
    uint32_t one_thread;     /* axes along which the block has one thread, likewise */
    const struct gen_expr *shared;
    const struct gen_expr **requirements;
    size_t requirement_count;
    bool grid_stride;
    bool cooperative;
    gen_pointer *pointers; /* the buffers, then the fields, both in the parameters' order */
    size_t pointer_count;
    gen_relation *relations; /* sorted by the annotated pointer */
    size_t relation_count;
    gen_part *parts;
    size_t part_count;
    gen_assumption *assumptions; /* each once */
} gen_kernel;

#endif

/* kernel.h: kernels, their parameters, and their contracts: as annotations, and checked. */
#ifndef GEN_KERNEL_H
#define GEN_KERNEL_H

#include "model/annotation_table.h"
#include "model/cpu_image.h"
#include "model/type.h"
#include "support/diag.h"

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
    bool unread; /* clang found errors in the body, which may tell of less than there is */
    const char *pointer_type; /* where the name alone says too little: "void (*)(int *)"; or null */
    gen_cpu_kernel cpu;
    uint32_t architectures; /* bit i: exists for the model's architecture i */

    /* Filled by check.c. */
    const struct gen_expr *threads[3]; /* null: none */
    const struct gen_expr *block[3];
    const struct gen_expr *shared;
    const struct gen_expr **requirements;
    size_t requirement_count;
    bool grid_stride;
    bool cooperative;
    gen_relation *relations; /* sorted by the parameter that says them */
    gen_relation *last_relation;
    size_t relation_count;
    gen_part *parts;
    size_t part_count;
    gen_assumption *assumptions; /* each once */
} gen_kernel;

#endif

/* custub/describe.h: what the generator knows about a kernel, as data.
 *
 * `<stem>.custub.c` has one custub_library_info per source file; `<stem>.json` says the same. All
 * of it is constant and lives as long as the program.
 */
#ifndef CUSTUB_DESCRIBE_H
#define CUSTUB_DESCRIBE_H

#include <stddef.h>
#include <stdint.h>

#include "scalar.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Raised when generated files of older generators no longer fit the runtime. */
#define CUSTUB_ABI 7

/* An expression of a contract: postfix code for a stack of mathematical integers. An instruction is
 * one word, followed by its operand words. The operators pop their operands and push the result.
 * docs/CONTRACTS.md has the rules. */
typedef enum custub_op {
    CUSTUB_OP_CONSTANT,  /* low word, high word: pushes an unsigned 64-bit value */
    CUSTUB_OP_PARAMETER, /* index, byte offset, custub_scalar: pushes a scalar or a field */
    CUSTUB_OP_GRID,      /* 0, 1 or 2: pushes gridDim.x, .y or .z */
    CUSTUB_OP_BLOCK,     /* 0, 1 or 2: pushes blockDim.x, .y or .z */
    CUSTUB_OP_NEGATE,
    CUSTUB_OP_NOT, /* ! */
    CUSTUB_OP_IS_POW2,
    CUSTUB_OP_ADD,
    CUSTUB_OP_SUBTRACT,
    CUSTUB_OP_MULTIPLY,
    CUSTUB_OP_DIVIDE, /* truncates */
    CUSTUB_OP_REMAINDER,
    CUSTUB_OP_EQUAL,
    CUSTUB_OP_NOT_EQUAL,
    CUSTUB_OP_LESS,
    CUSTUB_OP_LESS_EQUAL,
    CUSTUB_OP_GREATER,
    CUSTUB_OP_GREATER_EQUAL,
    CUSTUB_OP_AND, /* &&: if the left operand decides, the right one needs no value */
    CUSTUB_OP_OR,  /* ||: the same */
    CUSTUB_OP_BIT_AND,
    CUSTUB_OP_BIT_OR,
    CUSTUB_OP_BIT_XOR,
    CUSTUB_OP_SHIFT_LEFT,
    CUSTUB_OP_SHIFT_RIGHT,
    CUSTUB_OP_MIN,
    CUSTUB_OP_MAX,
    CUSTUB_OP_CEIL_DIV,
    CUSTUB_OP_CONDITIONAL /* ?: pops three operands; the one that is not chosen needs no value */
} custub_op;

/* Operands on the stack at once; the generator refuses expressions that need more. */
#define CUSTUB_EXPR_DEPTH 32

/* An expression, or none. */
typedef struct custub_expr {
    const char *text;     /* as the author wrote it, macros expanded */
    const uint32_t *code; /* null: there is no such expression */
    uint32_t length;      /* words in `code` */
} custub_expr;

/* The initializer of a custub_expr in C, from its text and its code. */
#define CUSTUB_EXPR(text, ...)                                                                     \
    {                                                                                              \
        text, (const uint32_t[]){__VA_ARGS__},                                                     \
            sizeof((const uint32_t[]){__VA_ARGS__}) / sizeof(uint32_t)                             \
    }

/* What a parameter is. */
typedef enum custub_param_kind {
    CUSTUB_PARAM_SCALAR,    /* a number or a bool */
    CUSTUB_PARAM_BUFFER,    /* a pointer: the launch function takes a view */
    CUSTUB_PARAM_STRUCT,    /* by value, with fields that C can name */
    CUSTUB_PARAM_OPAQUE,    /* by value: bytes with a size and an alignment */
    CUSTUB_PARAM_TENSOR_MAP /* a CUtensorMap: the launch function takes a custub_tensor_map */
} custub_param_kind;

/* A parameter of a kernel. */
typedef struct custub_param_info {
    const char *name; /* in the source; "argument<index>" if it has none */
    const char *type; /* the C++ type */
    uint32_t kind;    /* custub_param_kind */
    uint32_t scalar;  /* custub_scalar of a scalar; else CUSTUB_SCALAR_NONE */
    uint32_t offset;  /* bytes, in the kernel's parameter block */
    uint32_t size;    /* bytes */
    uint32_t align;   /* bytes */
    uint32_t line;    /* of the declaration */
} custub_param_info;

/* Flags of a custub_pointer_info. */
#define CUSTUB_POINTER_READ_ONLY 1u  /* the pointee is const */
#define CUSTUB_POINTER_RESTRICT  2u  /* declared __restrict__ */
#define CUSTUB_POINTER_OR_NULL   4u  /* null is legal with any count */
#define CUSTUB_POINTER_SIZED     8u  /* `count` is in bytes, not in elements */
#define CUSTUB_POINTER_FIELD     16u /* of a struct parameter: a bare address; else a view */
#define CUSTUB_POINTER_MAP       32u /* a FIELD, too: what a custub_tensor_map describes */

/* A pointer to memory that launches are checked for. */
typedef struct custub_pointer_info {
    const char *name;       /* "x", "p.planes[2]" */
    uint32_t param;         /* the parameter that holds it */
    uint32_t offset;        /* bytes, in the parameter */
    const char *file;       /* of a field's declaration, without folders; null: the kernel's */
    uint32_t line;          /* of the declaration */
    uint32_t flags;         /* CUSTUB_POINTER_… */
    const char *element;    /* the type of its elements, unqualified; "void" for bytes */
    uint32_t scalar;        /* custub_scalar of its elements; else CUSTUB_SCALAR_NONE */
    uint32_t element_size;  /* bytes; 1 for void, 0 for an incomplete type */
    uint32_t element_align; /* bytes; 1 if nothing is known */
    custub_expr count;      /* what the kernel needs there */
    uint32_t aligned;       /* CUSTUB_ALIGNED: bytes, a power of two; 0: none */
    custub_expr low;        /* CUSTUB_VALUES: its elements, integers, are at least this */
    custub_expr high;       /* and below this */
} custub_pointer_info;

/* How the memory of two pointers may lie. */
typedef enum custub_relation_kind {
    CUSTUB_RELATION_DISJOINT,        /* may not overlap */
    CUSTUB_RELATION_ALIASES,         /* may overlap, even if one is __restrict__ */
    CUSTUB_RELATION_SAME_OR_DISJOINT /* may not overlap, unless they are one address */
} custub_relation_kind;

/* What a contract says about two pointers, in either order. */
typedef struct custub_relation {
    uint32_t pointer; /* the one that has the annotation */
    uint32_t other;   /* the one that the annotation names */
    uint32_t kind;    /* custub_relation_kind */
} custub_relation;

/* The name that a contract gives to an integer in a struct parameter. */
typedef struct custub_part {
    uint32_t param;   /* the parameter's index */
    uint32_t offset;  /* bytes, in the parameter */
    uint32_t scalar;  /* custub_scalar */
    const char *name; /* "shape.dims[2]" */
} custub_part;

/* Flags of a custub_kernel_info. */
#define CUSTUB_KERNEL_GRID_STRIDE    1u /* any grid covers the threads */
#define CUSTUB_KERNEL_DYNAMIC_SHARED 2u /* declares `extern __shared__` */
#define CUSTUB_KERNEL_COOPERATIVE    4u /* all blocks are resident at once */
#define CUSTUB_KERNEL_PROTOTYPE      8u /* another compiler makes its code, which is for GPUs */
/* The body does not read this component of blockIdx, or of threadIdx: more than one block, or more
 * than one thread of a block, would repeat the same work along that axis. */
#define CUSTUB_KERNEL_ONE_BLOCK_X  16u
#define CUSTUB_KERNEL_ONE_BLOCK_Y  32u
#define CUSTUB_KERNEL_ONE_BLOCK_Z  64u
#define CUSTUB_KERNEL_ONE_THREAD_X 128u
#define CUSTUB_KERNEL_ONE_THREAD_Y 256u
#define CUSTUB_KERNEL_ONE_THREAD_Z 512u

/* A kernel. What a contract does not say is an expression without code. */
typedef struct custub_kernel_info {
    const char *name;                    /* that of its launch function */
    const char *symbol;                  /* its entry in the image */
    const char *file;                    /* the source file, without folders */
    uint32_t line;                       /* where it is defined there */
    uint32_t flags;                      /* CUSTUB_KERNEL_… */
    uint32_t param_count;                /* of `params` */
    uint32_t pointer_count;              /* of `pointers` */
    const custub_param_info *params;     /* in their order */
    const custub_pointer_info *pointers; /* the buffers, then the fields, in their order */
    custub_expr threads[3];              /* CUSTUB_THREADS: x, y and z */
    custub_expr block[3];                /* CUSTUB_BLOCK: x, y and z */
    custub_expr shared;                  /* CUSTUB_SHARED: bytes */
    const custub_expr *requirements;     /* CUSTUB_REQUIRES: none may be 0 */
    uint32_t requirement_count;          /* of `requirements` */
    uint32_t max_threads;                /* __launch_bounds__; 0: none */
    uint32_t min_blocks;                 /* __launch_bounds__; 0: none */
    uint32_t dimensions;                 /* 1, 2 or 3; 0: not known */
    uint32_t cluster[3];                 /* __cluster_dims__; 0: none */
    const custub_relation *relations;    /* between its pointers */
    uint32_t relation_count;             /* of `relations` */
    const custub_part *parts;            /* those that the expressions name */
    uint32_t part_count;                 /* of `parts` */
} custub_kernel_info;

/* The kernels of a source file. */
typedef struct custub_library_info {
    uint32_t abi;                      /* CUSTUB_ABI of the generator */
    uint32_t kernel_count;             /* of `kernels` */
    const char *name;                  /* the stem */
    const char *file;                  /* the source file, without folders */
    const custub_kernel_info *kernels; /* in the order of <stem>.json */
    uint64_t fingerprint; /* of the whole description; the matching header has the same one */
} custub_library_info;

/* One image of a source file's kernels. A table of images ends with a null `data`. */
typedef struct custub_image {
    const char *tag;  /* "fatbin", "cubin", "ptx", "nvrtc", "cpu-x86_64" or "cpu-aarch64", static
                       * text; "linked-" before it: several sources have this image, and share what
                       * is loaded; "-bounds" behind one for GPUs: it has bounds checks, whose
                       * "bounds-table" is in the same list */
    const void *data; /* PTX ends with a zero byte, which `size` counts */
    size_t size;      /* bytes */
} custub_image;

#ifdef __cplusplus
}
#endif
#endif

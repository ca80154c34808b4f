/* signature.h: random kernels: their parameters and types, and their contracts. Layouts are
 * computed here, by C's rules. */
#ifndef PROPERTY_SIGNATURE_H
#define PROPERTY_SIGNATURE_H

#include "tree.h"

enum {
    MOST_PARAMS = 20,
    MOST_REQUIREMENTS = 3,
    MOST_FIELDS = 6,
    MOST_NUMBERS = 64,
    RECORDS = 5,
    CONSTANTS = 8,
    MOST_BYTES = 1024 /* of one parameter */
};

typedef struct scalar_type {
    const char *name; /* in the .cu file */
    const char *host; /* in C, of the same size and sign */
    unsigned size;
    bool is_signed;
} scalar_type;

extern const scalar_type scalar_types[];
extern const unsigned scalar_type_count;

exact scalar_read(const scalar_type *type, const unsigned char *at);

/* Writes the low bytes of a number; a bool becomes 0 or 1. */
void scalar_write(const scalar_type *type, unsigned char *at, uint64_t value);

/* A number in a struct: "outer.parts[1].x". */
typedef struct record_number {
    char path[48];
    size_t offset;
    unsigned type;
} record_number;

typedef struct record_field {
    char name[12];
    unsigned type;               /* a scalar type; */
    const struct record *record; /* or a struct */
    unsigned count;              /* of an array, else 0 */
    size_t offset;
} record_field;

typedef struct record {
    char name[12];
    record_field fields[MOST_FIELDS];
    unsigned field_count;
    size_t size;
    size_t align;
    record_number numbers[MOST_NUMBERS];
    unsigned number_count;
} record;

/* What a buffer points to. */
typedef struct element {
    const char *name;
    const char *view; /* null: the struct's own */
    uint64_t size;    /* 1 also for types without a size */
    uint64_t align;
    bool is_unsized; /* void and incomplete types */
} element;

extern const element elements[];
extern const unsigned element_count;
extern const char element_declarations[]; /* in the .cu file */

typedef enum param_kind { PARAM_SCALAR, PARAM_FLOAT, PARAM_RECORD, PARAM_BUFFER } param_kind;

typedef struct kernel_param {
    char name[16];
    param_kind kind;
    bool is_dropped; /* left out while a failure is being shrunk */
    unsigned type;   /* of a scalar */
    const record *record;
    const element *element;
    bool is_const, is_restrict, is_sized, may_be_null;
    bool is_address;   /* a buffer: an integer, whose element is named */
    bool in_struct;    /* a buffer: a pointer in a struct of its own, which has a view's bytes */
    tree *need;        /* or null */
    unsigned aligned;  /* CUSTUB_ALIGNED, or 0 */
    uint32_t disjoint; /* a bit for each parameter that it names, or 0 */
    uint32_t same_or_disjoint;
    uint32_t aliases;
    size_t size, offset, align;
    int line;
} kernel_param;

typedef struct signature {
    char name[16];
    kernel_param params[MOST_PARAMS];
    unsigned param_count;
    tree *threads[3];
    tree *block[3];
    tree *shared;
    tree *requirements[MOST_REQUIREMENTS];
    bool is_stride, is_cooperative, has_dynamic_shared;
    unsigned launch_bounds; /* 0: none */
    unsigned dimensions;    /* 0: not known */
    bool tells_dimensions;  /* by CUSTUB_DIMENSIONS, not by its body */
    bool reads_block[3];    /* blockIdx.x, .y and .z, in the body */
    bool reads_thread[3];   /* threadIdx */
    bool one_block[3];      /* more blocks (or threads) along an axis would only repeat the */
    bool one_thread[3];     /* same work */
    unsigned cluster[3];    /* 0: none */
    int line;
    tree_pool pool;
} signature;

typedef struct constant {
    char name[24];
    char declaration[80];
    exact value;
} constant;

/* What the kernels of one file share. */
typedef struct file_types {
    record records[RECORDS];
    constant constants[CONSTANTS];
} file_types;

void file_types_random(file_types *out, dice *chance);
void signature_random(signature *out, const file_types *types, unsigned number, dice *chance);

/* "b3", or "b3.x" for a pointer in a struct: as contracts and messages name it. */
const char *param_path(const kernel_param *p, char name[24]);

/* True for a pointer in a struct that has no annotation: nothing about it is checked. */
bool param_has_relation(const kernel_param *p);
bool param_is_unseen(const kernel_param *p);

/* Computes the offsets of the parameters that are not dropped. */
void signature_lay_out(signature *s);

/* Writes the .cu file; stores the lines of declarations. */
void source_write(FILE *out, const file_types *types, signature *signatures, unsigned count,
                  uint64_t seed);

/* Writes C with a function for each kernel, which passes values to the generated function. */
void adapter_write(FILE *out, const char *stem, const signature *signatures, unsigned count);

#endif

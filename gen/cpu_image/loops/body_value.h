/* body_value.h: what the arithmetic at a body's beginning tells: whether a value is the same for
 * all threads of the grid, the index of a thread, or another number. Names are parameters and local
 * variables that are numbers; of all others nothing is known, since they may be macros. */
#ifndef GEN_BODY_VALUE_H
#define GEN_BODY_VALUE_H

#include "support/body_scan.h"
#include "model/model.h"

typedef enum gen_value_kind {
    GEN_VALUE_UNKNOWN, /* not a number that can be read without a side effect */
    GEN_VALUE_UNIFORM, /* the same number for all threads of the grid */
    GEN_VALUE_INDEX,   /* blockIdx.x * blockDim.x + threadIdx.x, or of y or z */
    GEN_VALUE_ANY      /* a number */
} gen_value_kind;

#define GEN_BODY_LOCALS_LIMIT 16

typedef struct gen_body_local {
    gen_token name;
    gen_value_kind kind;
} gen_body_local;

typedef struct gen_body_values {
    const gen_kernel *kernel;
    size_t local_count; /* declared so far */
    gen_body_local locals[GEN_BODY_LOCALS_LIMIT];
} gen_body_values;

/* Whether the name is that of a built-in variable. */
bool gen_token_is_builtin(gen_token token);

/* The kind of a local variable; false if there is none of that name. */
bool gen_values_find(const gen_body_values *values, gen_token name, gen_value_kind *kind);

/* False if there are too many. */
bool gen_values_declare(gen_body_values *values, gen_token name, gen_value_kind kind);

/* "unsigned int", "std::size_t": a type that holds every index of a launch whose indices fit an
 * int. False if none stands here. */
bool gen_scan_take_type(gen_scan *scan, gen_source_range *range);

/* Of `threadIdx.x`; 0 if it is something else. */
char gen_scan_take_component(gen_scan *scan);

/* Numbers, names of numbers, built-in variables, their sums, products and the like, parentheses and
 * casts. An index alone stays one. */
gen_value_kind gen_values_take_arithmetic(const gen_body_values *values, gen_scan *scan);

/* The dimension of the index that stands here up to a semicolon: `blockIdx.x * blockDim.x +
 * threadIdx.x`, in any order, with casts or not; or 0, and the scan stands where it stood. */
char gen_scan_take_index(gen_scan *scan);

/* The dimension of `blockDim.x * gridDim.x`, in any order, with casts or not; or 0, and the scan
 * stands where it stood. */
char gen_scan_take_stride(gen_scan *scan);

/* Whether the kernel, and what it calls, reads nothing of its place in the dimension but `count`
 * indices, and has no memory of its block's. */
bool gen_loop_is_open(const gen_model *model, const gen_kernel *kernel, char dimension,
                      size_t count);

#endif

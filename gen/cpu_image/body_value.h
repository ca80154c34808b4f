/* body_value.h: what the arithmetic in a body shows about a value: the same for all threads of the
 * grid, a thread's index, or another number. It knows parameters and local variables that are
 * numbers. Any other name may be a macro, whose value is unknown. */
#ifndef GEN_BODY_VALUE_H
#define GEN_BODY_VALUE_H

#include "support/body_scan.h"
#include "model/model.h"

typedef enum gen_value_kind {
    GEN_VALUE_UNKNOWN, /* not a number, or reading it may have side effects */
    GEN_VALUE_UNIFORM, /* the same number for all threads of the grid */
    GEN_VALUE_INDEX,   /* blockIdx.x * blockDim.x + threadIdx.x, or of y or z */
    GEN_VALUE_ANY      /* another number */
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

/* True for the names of built-in variables. */
bool gen_token_is_builtin(gen_token token);

/* Adds a local variable. False if there are too many, or the token cannot be a variable's name. */
bool gen_values_declare(gen_body_values *values, gen_body_local local);

/* Reads a type that can hold every index that fits an int: "unsigned int", "std::size_t". False if
 * there is none here. */
bool gen_scan_take_type(gen_scan *scan, gen_source_range *range);

/* Reads arithmetic with numbers, variables that are numbers, built-in variables, operators,
 * parentheses and casts. An index without an operator stays an index. */
gen_value_kind gen_values_take_arithmetic(const gen_body_values *values, gen_scan *scan);

/* Reads `blockIdx.x * blockDim.x + threadIdx.x`, in any order, with or without casts, up to a
 * semicolon. Returns the dimension; or 0, without moving the scan. */
char gen_scan_take_index(gen_scan *scan);

/* True if the kernel and the functions that it calls read nothing of their place in this dimension
 * except `count` indices, and use no shared memory. */
bool gen_loop_is_open(const gen_model *model, const gen_kernel *kernel, char dimension,
                      size_t count);

#endif

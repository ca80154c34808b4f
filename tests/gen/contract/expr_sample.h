/* expr_sample.h: a kernel with a parameter of every kind, for the tests of expressions: its model,
 * and values that a launch would pass.
 *
 *     __global__ void sample(bool flag, signed char c, unsigned char u, short s, unsigned short t,
 *                            int i, unsigned n, long long l, unsigned long long m, shape p,
 *                            const float *x, float a, __half h, hidden o)
 */
#ifndef TEST_EXPR_SAMPLE_H
#define TEST_EXPR_SAMPLE_H

#include "contract/expression.h"
#include "emit/names/c_name.h"
#include "sample_parameters.h"
#include "wide.h"

enum { SAMPLE_SHAPE = 9, SAMPLE_PARAM_COUNT = 14 };

/* Values of the parameters that expressions may name, and of the launch's shape. */
typedef struct sample_values {
#define SAMPLE_MEMBER(type, scalar, name) type name;
    SAMPLE_SCALARS(SAMPLE_MEMBER)
#undef SAMPLE_MEMBER
    sample_shape p;
    custub_dim3 grid;
    custub_dim3 block;
} sample_values;

/* A number that an expression may name. */
typedef struct sample_leaf {
    const char *text;
    uint32_t param;
    uint32_t offset; /* bytes, in the parameter */
    custub_scalar scalar;
} sample_leaf;

extern const sample_leaf sample_leaves[];
extern const size_t sample_leaf_count;

/* Random values, of all magnitudes; `state` is a random_next() state. */
sample_values sample_values_random(uint64_t *state);

/* The address of each parameter's value, as custubi_evaluate() takes it. */
void sample_arguments(sample_values *values, void *arguments[SAMPLE_PARAM_COUNT]);

/* The value of sample_leaves[leaf] among them. */
wide sample_leaf_value(size_t leaf, const sample_values *values);

/* The kernel, and the file around it, with the constants TILE = 32, BELOW = -5, layout::ROWS = 7
 * and layout::HUGE_ROWS = 2^64-1, and the types of sample_shape and sample_inner. */
extern const gen_kernel sample_kernel;
extern const gen_model sample_model;

/* The C names of a kernel of this file. */
const gen_kernel_names *sample_names(gen_arena *arena, const gen_kernel *kernel);

/* The annotation's place; and a function that parses an expression over the kernel there. */
extern const gen_place sample_place;
const gen_expr *sample_parse(gen_arena *arena, gen_diag *diag, const char *text);

/* The next random number of a sequence that is the same everywhere. */
uint64_t random_next(uint64_t *state);

#endif

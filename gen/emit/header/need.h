/* need.h: what a launch of a kernel needs, as one list for the stub that computes it. */
#ifndef GEN_NEED_H
#define GEN_NEED_H

#include "contract/expression.h"
#include "emit/names/c_name.h"

typedef struct gen_need {
    const char *name; /* of the stub's variable: "x_count", "x_bytes", "threads_y" */
    const gen_expr *expr;
    bool is_repeated; /* an earlier pointer of the same array has the variable */
} gen_need;

/* The needs in the order of custub_call_launch()'s parameters: the pointers, the threads, the
 * block, the dynamic shared memory. */
typedef struct gen_needs {
    size_t count;
    gen_need *data;
    size_t requirement_count;
    const gen_expr **requirements; /* the ones that may fail */
    bool reads_shape;              /* a need or a requirement names gridDim or blockDim */
} gen_needs;

gen_needs gen_needs_of(const gen_kernel_names *names, gen_arena *arena);

#endif

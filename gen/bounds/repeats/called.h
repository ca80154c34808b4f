/* called.h: what the accesses of a function follow from that a kernel calls. */
#ifndef GEN_BOUNDS_CALLED_H
#define GEN_BOUNDS_CALLED_H

#include "bounds/addresses/function_copy.h"
#include "bounds/repeats/need.h"

/* What is known of one copy of a function. Its result may follow from anything. */
typedef struct gen_bounds_called {
    bool is_known;              /* only the arguments decide what it touches, and it returns */
    gen_bounds_numbers numbers; /* bytes of its parameters that decide */
} gen_bounds_called;

/* True of functions that touch no memory of a buffer. */
bool gen_bounds_is_harmless_call(const gen_ptx_statement *call);

/* The plan of the copy is made. */
const gen_bounds_called *gen_bounds_called_of(gen_bounds_function_copy *copy);

#endif

/* moe_reference.h: a mixture-of-experts layer in double, with a bound for the error of each
 * element. */
#ifndef MOE_REFERENCE_H
#define MOE_REFERENCE_H

#include "element.h"

#include <moe_forward.h>

/* A layer's and a pass's matrices, as moe_forward.h has them, in values that the element type has.
 */
typedef struct reference {
    moe_element element;
    int tokens, hidden, inner, experts, top, capacity;
    bool normalize;
    double *x, *router, *gate, *up, *down;
    double *out, *bound; /* results: tokens * hidden, and how far off an element may be */
    int *dropped;        /* [experts] */
} reference;

const element_type *reference_type(moe_element element);

/* The value that the element type has nearest to `value`. */
double reference_round(moe_element element, double value);

void reference_run(reference *r);

#endif

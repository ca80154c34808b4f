/* moe_reference.h: a mixture-of-experts layer in double, with a bound for the error of each
 * element. */
#ifndef MOE_REFERENCE_H
#define MOE_REFERENCE_H

#include "element.h"

#include <moe_forward.h>

/* The matrices of a layer and a pass, in the order of moe_forward.h: values of the element type. */
typedef struct reference {
    moe_element element;
    int tokens, hidden, inner, experts, top, capacity;
    bool normalize;
    double *x, *router, *gate, *up, *down;
    const int *choice;    /* [tokens * top]; null: the layer chooses */
    const double *weight; /* the same */
    double *out, *bound;  /* results: tokens * hidden, and bounds for their errors */
    int *dropped;         /* [experts] */
} reference;

const element_type *reference_type(moe_element element);

/* False for a type that the library was built without. */
bool reference_is_built(moe_element element);

/* The value of the element type that is nearest to `value`. */
double reference_round(moe_element element, double value);

void reference_run(reference *r);

/* A random number from 0 to below 1. The same seed gives the same numbers. */
double reference_random(void);
extern uint64_t reference_seed;

#endif

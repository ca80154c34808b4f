/* terms.h: what counts are put together from: products of variables, rounded quotients, strides. */
#ifndef TRIAL_TERMS_H
#define TRIAL_TERMS_H

#include "trial/formulas/formula.h"

/* What a formula's value is compared with, for one launch. */
typedef struct observation {
    int64_t values[VARIABLES];
    int64_t least; /* a smaller value is wrong */
    int64_t most;  /* a larger one asks for more than this launch shows */
    bool works;    /* elsewhere, with numbers above 0: a value below 0 would refuse the launch */
} observation;

typedef struct observations {
    const formula_variables *variables;
    const observation *list;
    size_t count;
    bool without_shape; /* formulas name parameters only */
} observations;

/* A formula, with its value for each observation. */
typedef struct term {
    formula formula;
    int64_t *values;
    uint32_t cost;
} term;

typedef struct terms {
    term *list; /* simple ones first, within the order that they were added in */
    size_t count, room;
    const observations *seen;
} terms;

void terms_initialize(terms *t, const observations *seen);
void terms_deinitialize(terms *t);

/* Adds a formula, unless it has no nodes or there is no memory. */
void terms_add(terms *t, const formula *f);

/* Products of up to `degree` parameters, 1 among them. */
void terms_add_products(terms *t, size_t degree);

/* Products of extents of the shape with products of up to `degree` parameters. */
void terms_add_shapes(terms *t, size_t degree);

/* a / b and ceil_div(a, b) of two parameters. */
void terms_add_parts(terms *t);

/* The same, and by b * c; by a constant, also of products of two, each times a parameter; whole
 * rows and planes: ceil_div(a, b) * b, ceil_div(a, b * c) * (b * c). */
void terms_add_quotients(terms *t);

/* The warps of an extent of the shape; a / c of parameters, times such extents. */
void terms_add_shape_quotients(terms *t);

/* (a - 1) * b of parameters; b also 1 or a product of two. */
void terms_add_strides(terms *t);

/* The same, with a parameter b that is not a. */
void terms_add_simple_strides(terms *t);

/* An extent of the shape times (a + 1). */
void terms_add_shapes_of_margins(terms *t);

/* (a + c) * b with small c, which may be below zero; b also 1 or (another + c). */
void terms_add_margins(terms *t);

#endif

/* comparison_inside.h: what the files of the comparison share. */
#ifndef PROPERTY_COMPARISON_INSIDE_H
#define PROPERTY_COMPARISON_INSIDE_H

#include "comparison.h"

/* A launch that was made, and what is known of it. */
typedef struct comparison {
    const kernel_file *file;
    const signature *s;
    const trial *t;
    unsigned kernel;
    expectation expected;
    outcome *out;
} comparison;

#define WRONG(c, ...) snprintf((c)->out->wrong, sizeof((c)->out->wrong), __VA_ARGS__)

/* Checks that the driver got exactly this launch. */
void comparison_check_launch(comparison *c, const verdict *v);

/* Times that the evaluator overruled the generated code since this was set to 0. */
extern int comparison_excused;
void comparison_check_agreement(comparison *c);

/* Checks the runtime's evaluator on every expression of the description. */
void comparison_check_evaluator(comparison *c);

#endif

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

/* Whether the driver got exactly this. */
void comparison_check_launch(comparison *c, const verdict *v);

/* Times that the evaluator overruled the generated code since this was set to 0. */
extern int comparison_excused;
void comparison_check_agreement(comparison *c);

/* Every expression of the description, by the runtime's evaluator. */
void comparison_check_evaluator(comparison *c);

#endif

/* conditions.h: conditions that tell launches that ran from launches that failed. */
#ifndef TRIAL_CONDITIONS_H
#define TRIAL_CONDITIONS_H

#include "trial/formulas/formula.h"

#define CONDITIONS 600

/* A launch, and whether it ran. */
typedef struct attempted {
    int64_t values[VARIABLES];
    bool ran;
} attempted;

typedef struct conditions {
    const formula_variables *variables;
    bool are_about_blocks;
    size_t count;
    formula list[CONDITIONS];
} conditions;

/* Conditions about the block, the simple ones first; or about everything. */
void conditions_make(conditions *c, const formula_variables *variables, bool about_blocks);

/* Multiples and powers of two that extents of the block, or all of its threads, may be; or that
 * arguments may be, which may also have to be a warp at least. */
void conditions_make_multiples(conditions *c, const formula_variables *variables,
                               bool about_blocks);

/* Arguments that divide others; and if `covers`, that there are threads for `elements`, or for a
 * half or less of them. */
void conditions_make_reach(conditions *c, const formula_variables *variables,
                           const formula *elements, bool covers);

/* Finds up to `room` conditions that hold together in launches that ran, nearly always, and keep
 * most of these. Returns their number; 0: there are none. *ran: how many launches that they leave
 * ran. */
size_t conditions_search(const conditions *c, const attempted *launches, size_t count,
                         formula *found, size_t room, size_t *ran);

#endif

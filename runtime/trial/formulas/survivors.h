/* survivors.h: the formulas that no observation contradicts, the best first. */
#ifndef TRIAL_SURVIVORS_H
#define TRIAL_SURVIVORS_H

#include "trial/formulas/fitting.h"

#define ENOUGH 0.9 /* of the observations: more complicated formulas are not looked at */

typedef struct search {
    const observations *seen;
    fits *found;
    bool is_enough;
} search;

/* Keeps the formula unless an observation contradicts it. */
void search_consider(search *s, const formula *f);

/* True if the observation contradicts the value. If the launch did nothing, the value may be below
 * zero: such launches are refused. */
bool search_contradicts(const observation *o, int64_t value);

#define MOST_SHOWN 8

/* True if the formula is exact where the other one, `along`, has so many values, at most
 * MOST_SHOWN: else what it is multiplied by may be any constant. */
bool search_is_shown(const search *s, const formula *f, const formula *along, size_t values);

#endif

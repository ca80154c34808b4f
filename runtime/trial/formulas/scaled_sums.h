/* scaled_sums.h: counts such as 3 * b * t * c - c: the sum of two terms, each times a constant. */
#ifndef TRIAL_SCALED_SUMS_H
#define TRIAL_SCALED_SUMS_H

#include "trial/formulas/survivors.h"

/* Takes the constants from launches. */
void scaled_sums_consider(search *s);

#endif

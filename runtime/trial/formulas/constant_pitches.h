/* constant_pitches.h: rows of a constant length, which launches show: (a - 1) * 512 + b, and
 * 1001 * n - 1001. */
#ifndef TRIAL_CONSTANT_PITCHES_H
#define TRIAL_CONSTANT_PITCHES_H

#include "trial/formulas/survivors.h"

void constant_pitches_consider(search *s);

#endif

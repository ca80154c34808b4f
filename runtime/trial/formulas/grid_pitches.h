/* grid_pitches.h: counts of kernels whose rows have a constant length, and that have a thread for
 * each element: 514 * (gridDim.y * blockDim.y) + gridDim.x * blockDim.x + 1. */
#ifndef TRIAL_GRID_PITCHES_H
#define TRIAL_GRID_PITCHES_H

#include "trial/formulas/survivors.h"

void grid_pitches_consider(search *s);

/* For a count that is such a one: that the threads of a row fit into the pitch. Else no nodes. */
formula grid_pitches_condition(const formula_variables *variables, const formula *count);

#endif

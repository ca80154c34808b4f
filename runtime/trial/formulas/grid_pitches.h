/* grid_pitches.h: counts of kernels whose rows have a constant length, and that have a thread for
 * each element: 514 * (gridDim.y * blockDim.y) + gridDim.x * blockDim.x + 1. */
#ifndef TRIAL_GRID_PITCHES_H
#define TRIAL_GRID_PITCHES_H

#include "trial/formulas/survivors.h"

/* Adds the counts of this form that fit to what the search has found. */
void grid_pitches_consider(search *s);

#endif

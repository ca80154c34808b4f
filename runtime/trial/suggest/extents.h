/* extents.h: the least extent of the grid or the block along an axis that does all the work of a
 * launch. */
#ifndef TRIAL_EXTENTS_H
#define TRIAL_EXTENTS_H

#include "trial/suggest/suggestion.h"

#define EXPERIMENTS 20

/* One launch of which the extent along an axis is lowered as far as the results stay the same. */
typedef struct experiment {
    trial_candidate candidate;
    size_t reference;   /* the measurement of the largest extent */
    size_t last;        /* the measurement of the last try */
    uint64_t low, high; /* the least extent that is enough lies between */
    uint64_t largest;
    uint64_t tried;
    bool is_short; /* the largest extent may be too small */
} experiment;

typedef struct experiments {
    suggestion *s;
    uint32_t axis;
    bool of_blocks; /* the extent is the grid's; else the block's */
    bool is_flat;   /* the grid has one block along the other axes */
    experiment list[EXPERIMENTS];
    size_t count;
} experiments;

/* True if launches choose this extent. */
bool extents_has_number(const suggestion *s, trial_number_kind kind, uint32_t axis);

/* True if a condition says how many blocks there are along the axis. */
bool extents_are_required(const suggestion *s, uint32_t axis);

/* Finds the least extents of several launches. False if no launch can be made. Experiments whose
 * launch fails are left out. */
bool extents_find(experiments *e);

/* True if the second launch ran, and touched and wrote the same as the first. */
bool extents_are_same(const suggestion *s, const measurement *a, const measurement *b);

/* The elements that were written with the largest extents. */
uint64_t extents_written(const experiments *e);

#endif

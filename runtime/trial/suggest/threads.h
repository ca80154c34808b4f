/* threads.h: how many threads a kernel needs along each axis: fewer do less, more do no more. */
#ifndef TRIAL_THREADS_H
#define TRIAL_THREADS_H

#include "trial/suggest/suggestion.h"

/* Finds CUSTUB_THREADS, or a condition about gridDim, for the block that was found, if any. Returns
 * the elements that launches with threads to spare wrote. */
uint64_t threads_find(suggestion *s);

/* If the grid has several axes and the block one, and no threads along them were found, an index
 * over all of them may count elements: then a launch needs a thread for each, and takes this as its
 * condition. False if it cannot be. */
bool threads_suppose_flat(suggestion *s);

/* True if a count names an extent of the grid: then each grid does what it can. */
bool threads_is_counted(const suggestion *s);

#endif

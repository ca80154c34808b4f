/* restrictions.h: a block and multiples without which the counts of a kernel cannot be told. */
#ifndef TRIAL_RESTRICTIONS_H
#define TRIAL_RESTRICTIONS_H

#include "trial/suggest/suggestion.h"

/* If launches fail, or a count is open: looks for a size of the block, and for multiples that
 * parameters are, under which launches run and nearly all of them touch the last elements of what
 * fits. Takes the first, explored and fitted, and returns true; else changes nothing. */
bool restrictions_find(suggestion *s);

/* Launches fail: looks for a size of the block with which they run, instead of the conditions that
 * were found. Explores with it and returns true; else changes nothing. */
bool restrictions_find_block(suggestion *s);

#endif

/* counts.h: the counts of pointers, from what launches with large buffers touch. */
#ifndef TRIAL_COUNTS_H
#define TRIAL_COUNTS_H

#include "trial/suggest/suggestion.h"

/* Explores: fills s->explored. False if no launch can be made; then it says why. */
bool counts_explore(suggestion *s);

/* Explores by so many launches, with buffers as large as they are. */
bool counts_explore_few(suggestion *s, size_t launches);

/* True if so many launches reached the last element of the count that the formula is not made up:
 * sums and differences fit anything that is never reached. */
bool counts_is_reached(const suggestion *s, const formula *f, uint64_t reaching, uint64_t launches);

/* Fits counts to what was explored. */
void counts_fit(suggestion *s);
void counts_fit_one(suggestion *s, uint32_t pointer);

/* If a count names the shape: explores launches with many threads, too, for few of which there may
 * be work. False if no count does. */
bool counts_explore_guards(suggestion *s);

/* Adds a launch to what was explored, with large buffers. */
void counts_add(suggestion *s, const trial_candidate *candidate);

#endif

/* exploration.h: launches that tell the integers of a kernel apart: small numbers of different
 * sizes, shapes that cover more than is needed, buffers that are larger. */
#ifndef TRIAL_EXPLORATION_H
#define TRIAL_EXPLORATION_H

#include "trial/launches/random.h"
#include "trial/launches/candidate.h"

/* A guess at how long the launch takes, next to others of the kernel: the threads of the grid times
 * the largest argument, which loops may count to. */
double exploration_work(const trial_subject *subject, const trial_candidate *candidate);

/* Chooses the launch of this seed, with at most the work that the subject says if there is one.
 * False if none is legal. */
bool exploration_choose(const trial_subject *subject, uint64_t seed, trial_candidate *candidate);

/* True if the launch takes so little time that many like it can be made. */
bool exploration_is_small(const trial_subject *subject, const trial_candidate *candidate);

#endif

/* choice.h: chooses launches that a contract allows: at random, near the numbers that matter. */
#ifndef TRIAL_CHOICE_H
#define TRIAL_CHOICE_H

#include "trial/launches/candidate.h"
#include "trial/launches/random.h"

/* Chooses the launch of this seed: always the same one. False if none was found that is legal and
 * within the limits; then *broken is an expression of the contract that stood against the nearest
 * one, or null. */
bool trial_choose(const trial_subject *subject, uint64_t seed, const trial_limits *limits,
                  trial_candidate *candidate, const custub_expr **broken);

/* The distance from 0, also of the lowest number. */
uint64_t trial_magnitude(int64_t value);

/* Makes a launch legal by other numbers, none of which is larger than it is now. The same seed
 * always tries the same. False if none was found; the candidate is then of no use. */
bool trial_repair(const trial_subject *subject, uint64_t seed, const trial_limits *limits,
                  trial_candidate *candidate);

/* Gives values to the parameters that are floating-point numbers, times a factor. */
void trial_choose_floats(const trial_subject *subject, trial_candidate *candidate, double factor,
                         trial_random *random);

#endif

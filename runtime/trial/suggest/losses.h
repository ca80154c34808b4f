/* losses.h: blocks, or arguments, of a size that a kernel is not written for: nothing fails, but
 * lanes read values of lanes that do not exist, or what threads read changes no result. A sum that
 * halves the block is right for powers of two only; one that exchanges values between lanes, for
 * whole warps. */
#ifndef TRIAL_LOSSES_H
#define TRIAL_LOSSES_H

#include "trial/suggest/suggestion.h"

/* Adds the conditions on the block, or else on arguments, under which nothing is lost. False if
 * there are none, or nothing is lost. */
bool losses_find(suggestion *s);

#endif

/* nulls.h: pointers that may be null. */
#ifndef TRIAL_NULLS_H
#define TRIAL_NULLS_H

#include "trial/suggest/suggestion.h"

/* Finds pointers that a kernel does not touch if they are null. */
void nulls_find(suggestion *s);

/* The launch made a mistake: pointers that are null in it may not be. False if none is. */
bool nulls_forbid(suggestion *s, const trial_candidate *launch);

#endif

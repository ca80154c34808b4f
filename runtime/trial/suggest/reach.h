/* reach.h: launches in which a kernel leaves out the last elements of a buffer, although the
 * contract allows them: rows that are not divided evenly, or too few threads beside a grid that is
 * the caller's choice. */
#ifndef TRIAL_REACH_H
#define TRIAL_REACH_H

#include "trial/suggest/suggestion.h"

/* Adds the condition under which the last elements of each count are touched, if there is one. */
void reach_find(suggestion *s);

#endif

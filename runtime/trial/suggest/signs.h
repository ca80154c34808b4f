/* signs.h: arguments that must not be negative: then launches go out of bounds; and arguments, or
 * threads of the grid, that must not be larger than a constant: then they do, or rows overlap. */
#ifndef TRIAL_SIGNS_H
#define TRIAL_SIGNS_H

#include "trial/suggest/suggestion.h"

/* Adds the conditions that follow. */
void signs_find(suggestion *s);

/* Requires numbers to be above 0 if launches with others do not end, and all that do end do nothing
 * with such numbers: steps of loops. True if there is such a number. */
bool signs_find_steps(suggestion *s);

#endif

/* signs.h: numbers that must not be negative. */
#ifndef TRIAL_SIGNS_H
#define TRIAL_SIGNS_H

#include "trial/suggest/suggestion.h"

/* Requires numbers to be at least 0 with which small launches go out of bounds when they are below:
 * (n - 1) * stride + 1 is 0 elements for two elements with a stride of -1, and not checked then. */
void signs_find(suggestion *s);

#endif

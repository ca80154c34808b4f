/* signs.h: arguments that must not be negative, or not larger than a constant: then launches go out
 * of bounds. */
#ifndef TRIAL_SIGNS_H
#define TRIAL_SIGNS_H

#include "trial/suggest/suggestion.h"

/* Adds the conditions that follow. */
void signs_find(suggestion *s);

#endif

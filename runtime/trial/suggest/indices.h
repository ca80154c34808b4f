/* indices.h: finds pointers that are indexed by what other buffers hold. No count that names only
 * the integers of the launch is enough for them. */
#ifndef TRIAL_INDICES_H
#define TRIAL_INDICES_H

#include "trial/suggest/suggestion.h"

void indices_find(suggestion *s);

#endif

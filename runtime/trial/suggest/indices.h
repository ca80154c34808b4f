/* indices.h: finds pointers that are indexed by what other buffers hold. No count that names only
 * the integers of the launch is enough for them. */
#ifndef TRIAL_INDICES_H
#define TRIAL_INDICES_H

#include "trial/suggest/suggestion.h"

/* The values of this buffer lead beyond the pointer: finds a limit of them that the contract can
 * name, or leaves the pointer's count open. */
void indices_blame(suggestion *s, uint32_t index, uint32_t pointer);

void indices_find(suggestion *s);

#endif

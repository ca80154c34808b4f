/* shared_memory.h: the bytes of dynamic shared memory that launches use. */
#ifndef TRIAL_SHARED_MEMORY_H
#define TRIAL_SHARED_MEMORY_H

#include "trial/suggest/suggestion.h"

/* Dynamic shared memory of a launch while nothing is known of it. */
#define SHARED_MEMORY_MOST (48 << 10)

/* True if a contract has to say how much dynamic shared memory the kernel needs. */
bool shared_memory_is_sought(const suggestion *s);

/* Lowers the bytes of several launches as far as they run, and fits an expression to them. */
void shared_memory_find(suggestion *s);

#endif

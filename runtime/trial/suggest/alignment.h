/* alignment.h: finds pointers that must be better aligned than their elements. */
#ifndef TRIAL_ALIGNMENT_H
#define TRIAL_ALIGNMENT_H

#include "trial/suggest/suggestion.h"

void alignment_find(suggestion *s);

#endif

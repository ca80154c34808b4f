/* refinement.h: tries a suggestion as a contract is tried, and changes what a finding is about. */
#ifndef TRIAL_REFINEMENT_H
#define TRIAL_REFINEMENT_H

#include "trial/suggest/suggestion.h"

/* Tries the suggestion until nothing is found, or until nothing is left to change. */
void refinement_run(suggestion *s);

#endif

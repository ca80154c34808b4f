/* fitting.h: finds formulas that launches do not contradict. */
#ifndef TRIAL_FITTING_H
#define TRIAL_FITTING_H

#include "trial/formulas/terms.h"

#define FITS 16

typedef struct fit {
    formula formula;
    size_t telling; /* observations without those in which a number says that there is no work */
    size_t reached; /* of them: in which it asks for no more than was seen */
    double score;
} fit;

/* The best first. */
typedef struct fits {
    size_t observations;
    size_t count;
    fit list[FITS];
} fits;

/* Finds the simplest formulas whose value is never below `least`, and seldom above `most`. */
void fitting_search(const observations *seen, fits *found);

#endif

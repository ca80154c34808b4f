/* correction.h: what a finding of a trial changes in the contract that is sought. */
#ifndef TRIAL_CORRECTION_H
#define TRIAL_CORRECTION_H

#include "trial/session.h"
#include "trial/suggest/remedy.h"

/* One trial of what is found so far. */
typedef struct turn {
    suggestion *s;
    trial_session session;
    shown_mistake mistake;         /* the first finding; null: none */
    trial_finding late;            /* launches do not end */
    bool may_be_late;              /* no condition forbids those launches */
    bool is_climbing;              /* conditions were added that may be of no use */
    hypothesis before;             /* without them */
    char climbs_for[512];          /* the finding for which they were added */
    bool fills_structs;            /* with random bytes */
    bool do_blocks_differ;         /* what a block of one size does, another one need not do */
    bool continues;                /* what was forbidden leaves the earlier launches as they are */
    uint64_t next, made;           /* the next seed, and the launches before it */
    trial_coverage coverage;       /* of these */
    formula wider[TRIAL_POINTERS]; /* the count that no launch reached, before it was lowered */
    bool is_settled[TRIAL_POINTERS]; /* what is lower is too low: no launch reaches the last element
                                      */
} turn;

/* Changes what the finding is about. False if nothing can be changed. */
bool correction_make(turn *t);

#endif

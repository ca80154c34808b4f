/* attempt.h: makes one launch, and says what came of it. */
#ifndef TRIAL_ATTEMPT_H
#define TRIAL_ATTEMPT_H

#include "trial/launches/candidate.h"

typedef enum trial_end {
    TRIAL_RAN,
    TRIAL_REFUSED, /* custub did not launch: the contract or a limit forbids it */
    TRIAL_FAILED,  /* the kernel did not end well: the checker found a mistake, or a fault */
    TRIAL_LATE     /* it did not end in time */
} trial_end;

/* What a launch that ran did through a pointer. All counts are in elements. */
typedef struct trial_touched {
    bool is_measured;
    uint64_t need;    /* what the contract asks for */
    uint64_t begin;   /* the first that was touched; begin == end: none was */
    uint64_t end;     /* behind the last that was touched, a part of one included */
    uint64_t written; /* wholly */
} trial_touched;

typedef struct trial_outcome {
    trial_end end;
    custub_error error; /* why it did not run */
    trial_touched touched[TRIAL_POINTERS];
    unsigned char *after[TRIAL_POINTERS]; /* contents of buffers that may be written; else null */
} trial_outcome;

/* Launches, and waits. False if this process cannot launch any more. */
bool trial_attempt(const trial_subject *subject, const trial_candidate *candidate,
                   trial_outcome *outcome);

void trial_outcome_free(trial_outcome *outcome);

#endif

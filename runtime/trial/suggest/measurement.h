/* measurement.h: launches whose touched memory is measured, in processes of their own. */
#ifndef TRIAL_MEASUREMENT_H
#define TRIAL_MEASUREMENT_H

#include "trial/launches/attempt.h"
#include "trial/formulas/hypothesis.h"
#include "trial/worker.h"

/* A launch and what came of it. Plain data, in memory that processes share. */
typedef struct measurement {
    trial_candidate candidate;
    bool is_made;
    double seconds; /* of processor time */
    trial_end end;
    trial_touched touched[TRIAL_POINTERS];
    uint64_t results[TRIAL_POINTERS]; /* a hash of what the buffer holds afterwards */
    trial_kind mistake;               /* what the checker reported first */
    char failure[512];                /* the same as a line; "" */
    char beyond[64];                  /* the pointer that this was an access out of bounds of; "" */
} measurement;

/* Launches of a kernel under a hypothesis. */
typedef struct measurements {
    const trial_library *library; /* the generated one */
    const char *log;              /* a file */
    const char *checks;           /* of the memory checker; null: all that trials make */
    trial_subject subject;        /* with the hypothesis */
    trial_library described;      /* the library with the hypothesis */
    double most_work;             /* of launches that are chosen; 0: any */
    bool fills_structs;           /* with random bytes */
    bool favors_one;   /* one number is large in many of them, and the others are small */
    measurement *list; /* shared memory */
    size_t count;
    size_t room;
    const trial_budget *budget; /* no process is started when it is over */
    char failure[512];          /* why no launch can be made; "" */
} measurements;

/* Room for this many launches. False without memory. */
bool measurements_initialize(measurements *m, const trial_library *library, const char *log,
                             size_t room, const trial_budget *budget);
void measurements_deinitialize(measurements *m);

/* Takes another hypothesis for the launches from now on. False without memory. */
bool measurements_suppose(measurements *m, const hypothesis *h, const formula_variables *variables);

/* Adds a launch; null if there is no room. */
measurement *measurements_add(measurements *m, const trial_candidate *candidate);

/* Makes all launches from this one on that are not made. False if none can be made. */
bool measurements_make(measurements *m, size_t first);

/* What one launch shows. */
typedef bool measurement_test(const measurement *launch);

/* The same, but makes none after a launch that decides. */
bool measurements_make_until(measurements *m, size_t first, measurement_test *decides);

#endif

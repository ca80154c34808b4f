/* candidate.h: one launch of a kernel, as numbers. It is legal if the contract allows it. */
#ifndef TRIAL_CANDIDATE_H
#define TRIAL_CANDIDATE_H

#include "trial/launches/contents.h"
#include "trial/launches/subject.h"

#include <custub/arith.h>

/* The largest launch that is made. */
typedef struct trial_limits {
    uint64_t bytes;   /* of all buffers */
    uint64_t threads; /* of the grid */
} trial_limits;

/* An element that holds another number than the seed of the contents gives it. */
typedef struct trial_change {
    bool is_made;
    uint8_t pointer;
    uint64_t index; /* in components, if the elements are vectors such as float4 */
    int64_t value;
} trial_change;

/* What was chosen, then what follows from it by the contract. Plain data: it is copied, and shared
 * between processes. */
typedef struct trial_candidate {
    uint64_t contents;                          /* the seed of the buffers' contents */
    uint64_t nulls;                             /* bit i: pointer i is null */
    unsigned char arguments[TRIAL_PARAM_BYTES]; /* the parameters, at their offsets */
    uint64_t wished_block[3];
    uint64_t wished_grid[3];           /* with CUSTUB_THREADS: blocks more than these need */
    uint64_t order;                    /* of the blocks: CUSTUB_CPU_BLOCK_ORDER */
    uint8_t same_as[TRIAL_POINTERS];   /* the pointer whose memory this one has; itself: its own */
    uint8_t filled_as[TRIAL_POINTERS]; /* the pointer whose contents this one's memory has */
    trial_change change;

    uint64_t block[3];
    uint64_t grid[3];
    uint64_t shared;                    /* bytes */
    uint64_t bytes[TRIAL_POINTERS];     /* what the kernel needs there */
    trial_range values[TRIAL_POINTERS]; /* CUSTUB_VALUES */
} trial_candidate;

/* A launch that shows a mistake. */
typedef struct trial_shown {
    trial_candidate launch;
    trial_candidate other; /* a launch that should have the same results */
    bool has_other;
} trial_shown;

/* All zero, every pointer with memory and contents of its own. */
void trial_candidate_initialize(trial_candidate *candidate);

/* Computes what follows. Returns 0 if the launch is legal and within the limits; else how far it is
 * from that, and, if `broken` is not null, the expression that stands against it, or null. */
double trial_settle(const trial_subject *subject, trial_candidate *candidate,
                    const trial_limits *limits, const custub_expr **broken);

/* The value of a number, and a new one: cut to what its type holds. */
int64_t trial_number_get(const trial_candidate *candidate, const trial_subject *subject,
                         const trial_number *number);
void trial_number_set(trial_candidate *candidate, const trial_subject *subject,
                      const trial_number *number, int64_t value);

/* The values of the two sides of a comparison; false if the expression is none. */
bool trial_sides(const trial_subject *subject, const trial_candidate *candidate,
                 const custub_expr *expression, custub_int sides[2]);

/* The most elements of a buffer: a sum has hardly more terms. */
uint64_t trial_terms(const trial_subject *subject, const trial_candidate *candidate);

uint64_t trial_threads(const trial_candidate *candidate);

#endif

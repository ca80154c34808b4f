/* coverage.h: what all launches of a kernel together touched of its buffers. */
#ifndef TRIAL_COVERAGE_H
#define TRIAL_COVERAGE_H

#include "trial/launches/attempt.h"
#include "trial/finding.h"

/* Fewer launches tell nothing of what a kernel does not do. */
#define TRIAL_FEW 30

/* The same of the end of a buffer, which indices from data seldom reach. */
#define TRIAL_FEW_TOUCHING 100

/* A pointer, over the launches that need elements there. */
typedef struct trial_reach {
    uint64_t launches;
    uint64_t touching;     /* of them: that touched an element */
    uint64_t reaching;     /* that touched the last element */
    uint64_t writing;      /* that wrote an element */
    uint64_t least_behind; /* the fewest elements at the end that a launch did not touch */
    uint64_t need;         /* of that launch */
    uint64_t seed;         /* of that launch */
} trial_reach;

/* Plain data: processes share it. */
typedef struct trial_coverage {
    trial_reach pointers[TRIAL_POINTERS];
} trial_coverage;

/* Adds a launch that ran. */
void trial_coverage_add(trial_coverage *coverage, const trial_subject *subject,
                        const trial_outcome *outcome, uint64_t seed);

/* Adds the launches of another process. */
void trial_coverage_join(trial_coverage *coverage, const trial_coverage *other);

/* A parameter by value with numbers that no expression names, or null: they are zero in each
 * launch, so that the kernel may leave out its work. */
const custub_param_info *trial_param_with_zeros(const trial_subject *subject);

/* What no launch did although the contract asks for it. seeds[i] becomes the seed of a launch that
 * shows finding i. */
void trial_coverage_findings(const trial_coverage *coverage, const trial_subject *subject,
                             trial_findings *findings, uint64_t seeds[TRIAL_FINDINGS]);

#endif

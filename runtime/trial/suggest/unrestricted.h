/* unrestricted.h: what is known of a kernel before a restriction is tried, and what the restriction
 * shows. */
#ifndef TRIAL_UNRESTRICTED_H
#define TRIAL_UNRESTRICTED_H

#include "trial/suggest/suggestion.h"

#define RESTRICTED_LAUNCHES 32 /* that a restriction is first tried with */

typedef struct unrestricted {
    hypothesis found;
    suggested_count counts[TRIAL_POINTERS];
    measurement *list;
    size_t count;
    trial_budget budget; /* of the search: the other half of the time is for what follows */
    suggestion_reason reason;
    char why[512];
} unrestricted;

/* False without memory. The list is freed by free(). */
bool unrestricted_save(const suggestion *s, unrestricted *before);
void unrestricted_restore(suggestion *s, const unrestricted *before);

/* The pointers whose count is open. */
size_t restricted_open(const suggestion *s);

/* True if launches run. Those that go beyond a buffer without a count say nothing. */
bool restricted_runs(const suggestion *s);

/* True if each count that did not fit without the restriction is a product that most launches
 * touch: with a block that is not meant, the last one leaves a rest. */
bool restricted_is_exact(const suggestion *s, const unrestricted *before);

/* True if the launches show what a parameter counts that the restriction is about: it is above 0 in
 * many of them, and no count became a constant, as that of a loop whose step is its length. */
bool restricted_is_shown(const suggestion *s, const unrestricted *before, size_t parameter);

#endif

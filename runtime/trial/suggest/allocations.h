/* allocations.h: the counts that the program's own code allocates: they are tried where what
 * launches touch shows none. */
#ifndef TRIAL_ALLOCATIONS_H
#define TRIAL_ALLOCATIONS_H

#include "trial/formulas/hypothesis.h"

#define ALLOCATIONS 4 /* for a pointer; more are not kept */

/* What the program allocates for each pointer of a kernel, in the unit of its count. */
typedef struct allocations {
    size_t count[TRIAL_POINTERS];
    formula list[TRIAL_POINTERS][ALLOCATIONS];
    bool has_others[TRIAL_POINTERS]; /* that formulas cannot name, or too many */
} allocations;

/* Reads them from a file with lines "buffer symbol parameter bytes", where the bytes are in postfix
 * notation; none without a file. */
void allocations_read(allocations *all, const char *path, const formula_variables *variables);

struct suggestion;

/* Takes the next one that no explored launch contradicts as the count of the pointer; false if
 * there is none. A constant is only kept as a guess. */
bool allocations_take(struct suggestion *s, uint32_t pointer);

/* Takes it as a guess, if it is the only one: what is touched follows from data, so that nothing
 * can contradict it. */
void allocations_guess(struct suggestion *s, uint32_t pointer);

/* The count that was taken is a guess: the trial does not show that it fits. */
void allocations_doubt(struct suggestion *s, uint32_t pointer, const char *why);

/* Takes one for each pointer whose count is open. */
void allocations_find(struct suggestion *s);

#endif

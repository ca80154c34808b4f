/* hypothesis.h: a contract that is not in the source: as formulas, and as the description of a
 * library that custub can open in place of the generated one. */
#ifndef TRIAL_HYPOTHESIS_H
#define TRIAL_HYPOTHESIS_H

#include "trial/formulas/formula.h"

#define REQUIREMENTS 8 /* that are added; more are not kept */
#define RELATIONS    16

/* What is added to the contract that the kernel has. A formula without nodes adds nothing. Plain
 * data. */
typedef struct hypothesis {
    formula counts[TRIAL_POINTERS]; /* elements; bytes if the element has no size */
    formula highs[TRIAL_POINTERS];  /* elements are integers in [lows, highs) */
    int64_t lows[TRIAL_POINTERS];
    bool or_null[TRIAL_POINTERS];     /* null is legal */
    uint32_t aligned[TRIAL_POINTERS]; /* bytes; 0: nothing */
    formula threads[3];
    bool grid_stride;
    formula block[3];
    formula shared; /* bytes */
    formula requirements[REQUIREMENTS];
    size_t requirement_count;
    custub_relation relations[RELATIONS];
    size_t relation_count;
} hypothesis;

/* True if the contract of the source has no count for the pointer. */
bool hypothesis_lacks_count(const custub_kernel_info *info, uint32_t pointer);

/* True if the count of the pointer is in bytes. */
bool hypothesis_is_sized(const custub_kernel_info *info, uint32_t pointer);

/* Adds a condition, unless another one includes it. */
void hypothesis_require(hypothesis *h, const formula *condition);

/* True if it is one of the conditions that were added. */
bool hypothesis_requires(const hypothesis *h, const formula *condition);

/* Orders the conditions by what they say: in which order they are found may depend on the time that
 * launches took. */
void hypothesis_order_requirements(hypothesis *h);

/* True if the formula has a quotient that may have to be rounded: no condition says that the
 * dividend is a multiple. */
bool hypothesis_lets_round(const hypothesis *h, const formula *f);

/* Adds a relation, if it is new. They stay in the order of the other pointers, whatever the order
 * is in which they are found. */
void hypothesis_relate(hypothesis *h, custub_relation relation);

/* A library of this kernel alone, with the hypothesis. Freed by free(); null without memory. It
 * borrows from the description that the kernel is in. */
custub_library_info *hypothesis_describe(const hypothesis *h, const custub_library_info *library,
                                         const formula_variables *variables);

#endif

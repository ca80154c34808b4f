/* blocks.h: conditions about the block, and multiples that a kernel's integers must be. */
#ifndef TRIAL_BLOCKS_H
#define TRIAL_BLOCKS_H

#include "trial/finding.h"
#include "trial/formulas/conditions.h"
#include "trial/suggest/suggestion.h"

/* If many of the explored launches failed: looks for the condition under which they do not. Returns
 * true if one was found, and launches are to be explored again. */
bool blocks_find(suggestion *s);

/* Makes a CUSTUB_BLOCK of conditions that fix all extents of the block. False if they do not. */
bool blocks_take_size(suggestion *s);

/* Adds the multiples and powers of two that the block, or else arguments, are in launches that
 * "ran". False if there are none, or if they were known. */
bool blocks_require(suggestion *s, const attempted *list, size_t count);

/* If no threads were found: looks for a block with which there are some, and takes both. */
void blocks_find_for_threads(suggestion *s);

/* Adds the next condition that may explain the finding to what was found before any of them was
 * tried. False if there is none. */
bool blocks_restrict(suggestion *s, trial_kind kind, const hypothesis *before);

/* The same for results that blocks of two sizes do not have in common: whole warps, a power of two,
 * then both. */
bool blocks_restrict_alike(suggestion *s, const hypothesis *before);

/* True if each thread of a block of one size has several elements, and launches of the trial often
 * miss the last one: with a larger block none may be left. */
bool blocks_leave_elements(const suggestion *s);

#endif

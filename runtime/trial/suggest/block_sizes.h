/* block_sizes.h: the sizes that a block may be fixed to: those of the program's own launches, then
 * usual ones. */
#ifndef TRIAL_BLOCK_SIZES_H
#define TRIAL_BLOCK_SIZES_H

#include "trial/suggest/suggestion.h"

/* How many there are; of a kernel that uses three axes those of launches only. */
size_t block_sizes_count(const suggestion *s);

/* The extents along x and y of one of them. */
const int64_t *block_sizes_get(const suggestion *s, size_t choice);

/* Fixes the extents of the block, instead of conditions about others. */
void block_sizes_take(suggestion *s, size_t choice);

/* Takes the one size of a plane that conditions leave, if they fix an axis. False if they leave
 * none or several. */
bool block_sizes_take_only(suggestion *s);

#endif

/* kernel_state.h: a kernel's description, reduced to what every launch compares. */
#ifndef CUSTUBI_KERNEL_STATE_H
#define CUSTUBI_KERNEL_STATE_H

#include "library/library.h"

/* What the kernel says of these two parameters, in either order; null: nothing. */
const custub_relation *custubi_kernel_relation(const custub_kernel_info *info, uint32_t a,
                                               uint32_t b);

/* Whether these two parameters, which are buffers, may not share memory. */
bool custubi_kernel_forbids_overlap(const custub_kernel_info *info, uint32_t a, uint32_t b);

/* The pairs of a kernel's buffers that may not overlap: how many there are; with `out` they are
 * written there. */
size_t custubi_kernel_pairs(const custub_kernel_info *info, custubi_pair *out);

/* Fills a state, with room at `pairs` for as many as the kernel has. */
void custubi_kernel_state_fill(struct custub_kernel_state *state, const custub_kernel_info *info,
                               custubi_pair *pairs);

#endif

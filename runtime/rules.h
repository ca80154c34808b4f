/* rules.h: cuts a kernel's description down to what every launch compares. */
#ifndef CUSTUBI_RULES_H
#define CUSTUBI_RULES_H

#include "library.h"

/* The pairs of a kernel's buffers that may not overlap: how many there are; with `out` they are
 * written there. */
size_t custubi_rules_pairs(const custub_kernel_info *info, custubi_pair *out);

/* Fills a state, with room at `buffers` and `pairs` for as many as the kernel has. */
void custubi_rules_fill(struct custub_kernel_state *state, const custub_kernel_info *info,
                        custubi_buffer_rule *buffers, custubi_pair *pairs);

#endif

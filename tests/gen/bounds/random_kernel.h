/* random_kernel.h: random kernels of PTX with the parameters a, b and c, which are pointers, and
 * four integers. */
#ifndef RANDOM_KERNEL_H
#define RANDOM_KERNEL_H

#include "support/text.h"

/* Appends a file with the kernel `k`. */
void random_kernel_write(gen_text *out);

/* The same with more that addresses may depend on: pointers that are chosen, masked or compared,
 * guarded moves, ways that end. */
void random_varied_kernel_write(gen_text *out);

#endif

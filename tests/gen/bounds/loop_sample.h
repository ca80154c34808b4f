/* loop_sample.h: kernels with a loop, at random, as PTX. */
#ifndef LOOP_SAMPLE_H
#define LOOP_SAMPLE_H

#include "support/text.h"

#include <stdbool.h>
#include <stdint.h>

/* The parameters: p and q, pointers; first, bound, step and guard, numbers of 64 or 32 bits;
 * offset, of 32 bits. */
typedef struct loop_sample {
    unsigned bits;   /* of the counter */
    bool is_extreme; /* its values are near the ends of their type, or it counts the wrong way */
    uint64_t numbers[5];
} loop_sample;

uint64_t sample_random(uint64_t *state);
uint64_t sample_below(uint64_t *state, uint64_t count);

/* Appends the PTX of the kernel `k`. */
loop_sample loop_sample_write(uint64_t *state, gen_text *out);

#endif

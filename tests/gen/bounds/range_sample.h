/* range_sample.h: random kernels of PTX for the test of value ranges. Most of their numbers are
 * small, so that ranges say something. */
#ifndef RANGE_SAMPLE_H
#define RANGE_SAMPLE_H

#include "support/text.h"

#include <stdint.h>

#define SAMPLE_NARROW_PARAMS 4    /* .u32 k_0 … */
#define SAMPLE_WIDE_PARAMS   2    /* .u64 k_4 … */
#define SAMPLE_TILE          4096 /* bytes */

typedef struct range_sample {
    uint64_t state;       /* of the random numbers */
    uint32_t required[3]; /* .reqntid; 0: none */
    uint32_t most;        /* .maxntid; 0: none */
} range_sample;

/* A number below `count`. */
uint32_t range_sample_any(range_sample *sample, uint32_t count);

/* Writes a kernel `k` with a shared array `tile`. */
void range_sample_write(range_sample *sample, gen_text *out);

#endif

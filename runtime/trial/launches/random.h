/* random.h: numbers that look random, and are the same for the same seed everywhere. */
#ifndef TRIAL_RANDOM_H
#define TRIAL_RANDOM_H

#include <stdbool.h>
#include <stdint.h>

typedef struct trial_random {
    uint64_t state;
} trial_random;

/* The next number (SplitMix64). */
static inline uint64_t trial_random_next(trial_random *random)
{
    uint64_t z = random->state += UINT64_C(0x9e3779b97f4a7c15);

    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return z ^ z >> 31;
}

/* From 0 to count - 1; `count` is not 0. */
static inline uint64_t trial_random_below(trial_random *random, uint64_t count)
{
    return trial_random_next(random) % count;
}

/* True once in `of` times. */
static inline bool trial_random_once_in(trial_random *random, uint64_t of)
{
    return trial_random_below(random, of) == 0;
}

#endif

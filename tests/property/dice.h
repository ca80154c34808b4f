/* dice.h: random choices that are the same everywhere for the same seed. */
#ifndef PROPERTY_DICE_H
#define PROPERTY_DICE_H

#include <stdbool.h>
#include <stdint.h>

typedef struct dice {
    uint64_t state;
} dice;

/* splitmix64 */
static inline uint64_t dice_next(dice *c)
{
    uint64_t z = c->state += UINT64_C(0x9e3779b97f4a7c15);

    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return z ^ z >> 31;
}

/* A number below `count`. */
static inline uint64_t dice_below(dice *c, uint64_t count)
{
    return dice_next(c) % count;
}

static inline bool dice_percent(dice *c, unsigned percent)
{
    return dice_below(c, 100) < percent;
}

/* A number of any magnitude, small ones as often as large ones. */
static inline uint64_t dice_magnitude(dice *c)
{
    uint64_t bits = dice_below(c, 65);

    return bits ? dice_next(c) >> (64 - bits) : 0;
}

#endif

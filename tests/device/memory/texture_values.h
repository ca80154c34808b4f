/* texture_values.h: random texels and coordinates, the same in each run. */
#ifndef TEXTURE_VALUES_H
#define TEXTURE_VALUES_H

#include "texture_reference.h"

static uint32_t random_state = 12345;

static inline uint32_t random_word(void)
{
    random_state ^= random_state << 13;
    random_state ^= random_state >> 17;
    random_state ^= random_state << 5;
    return random_state;
}

static inline double random_between(double low, double high)
{
    return low + (high - low) * random_word() / 4294967296.0;
}

static inline void fill_texels(unsigned char *texels, size_t bytes, custub_texel_format format)
{
    for (size_t i = 0; i + 4 <= bytes; i += format == CUSTUB_TEXEL_F16 ? 2 : 4) {
        uint32_t word = random_word();
        float value = (float)random_between(-4, 4);
        if (format == CUSTUB_TEXEL_F32)
            memcpy(&word, &value, sizeof(word));
        else if (format == CUSTUB_TEXEL_F16)
            word = custub_half_of(value).bits;
        memcpy(texels + i, &word, sizeof(word));
    }
}

/* Every fourth coordinate is the middle or the end of a texel. */
static inline float random_coordinate(const reference_texture *t, int d)
{
    const double size = d < t->dimensions || d == 0 ? t->extent[d] : 1;
    const double u = random_between(-1.5 * size, 2.5 * size);

    if (t->dimensions == 0)
        return (float)floor(random_between(0, size));
    return (float)((random_word() % 4 ? u : floor(2 * u) / 2) /
                   (t->sampling.normalized ? size : 1));
}

#endif

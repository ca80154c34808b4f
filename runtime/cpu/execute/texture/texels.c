#include "execute/texture/texels.h"

#include <math.h>
#include <string.h>

/* The bytes of a channel. */
static uint32_t channel_size(int format)
{
    switch (format) {
    case CU_AD_FORMAT_UNSIGNED_INT8:
    case CU_AD_FORMAT_SIGNED_INT8:
        return 1;
    case CU_AD_FORMAT_UNSIGNED_INT16:
    case CU_AD_FORMAT_SIGNED_INT16:
    case CU_AD_FORMAT_HALF:
        return 2;
    case CU_AD_FORMAT_UNSIGNED_INT32:
    case CU_AD_FORMAT_SIGNED_INT32:
    case CU_AD_FORMAT_FLOAT:
        return 4;
    default:
        return 0;
    }
}

uint32_t cpu_texel_size(int format, unsigned int channels)
{
    return channels == 1 || channels == 2 || channels == 4 ? channels * channel_size(format) : 0;
}

bool cpu_texel_is_integer(int format)
{
    return format != CU_AD_FORMAT_HALF && format != CU_AD_FORMAT_FLOAT;
}

bool cpu_texel_is_signed(int format)
{
    return format == CU_AD_FORMAT_SIGNED_INT8 || format == CU_AD_FORMAT_SIGNED_INT16 ||
           format == CU_AD_FORMAT_SIGNED_INT32;
}

/* The bits of a channel, sign-extended if it is a signed integer. */
static uint32_t channel_at(const unsigned char *at, int format)
{
    uint16_t half;
    uint32_t word;

    switch (channel_size(format)) {
    case 1:
        return format == CU_AD_FORMAT_SIGNED_INT8 ? (uint32_t)(int8_t)*at : *at;
    case 2:
        memcpy(&half, at, sizeof(half));
        return format == CU_AD_FORMAT_SIGNED_INT16 ? (uint32_t)(int16_t)half : half;
    default:
        memcpy(&word, at, sizeof(word));
        return word;
    }
}

static double half_value(uint32_t bits)
{
    const int exponent = bits >> 10 & 31;
    const int fraction = bits & 1023;
    double value;

    if (exponent == 31)
        value = fraction ? NAN : INFINITY;
    else
        value = exponent ? ldexp(1024 + fraction, exponent - 25) : ldexp(fraction, -24);
    return bits >> 15 ? -value : value;
}

static double signed_fraction(uint32_t bits, double largest)
{
    const double value = (int32_t)bits / largest;

    return value < -1 ? -1 : value;
}

static double float_of(uint32_t bits, int format)
{
    float value;

    switch (format) {
    case CU_AD_FORMAT_UNSIGNED_INT8:
        return bits / 255.0;
    case CU_AD_FORMAT_UNSIGNED_INT16:
        return bits / 65535.0;
    case CU_AD_FORMAT_SIGNED_INT8:
        return signed_fraction(bits, 127);
    case CU_AD_FORMAT_SIGNED_INT16:
        return signed_fraction(bits, 32767);
    case CU_AD_FORMAT_HALF:
        return half_value(bits);
    default:
        memcpy(&value, &bits, sizeof(value));
        return value;
    }
}

uintptr_t cpu_texel_place(const cpu_texels *texels, const size_t index[3])
{
    return texels->address + index[2] * texels->plane_pitch + index[1] * texels->pitch +
           index[0] * texels->size;
}

void cpu_texel_read_bits(const cpu_texels *texels, const size_t index[3], uint32_t channels[4])
{
    const uintptr_t at = cpu_texel_place(texels, index);
    const uint32_t step = texels->size / texels->channels;

    for (uint32_t i = 0; i < 4; i++)
        channels[i] = i < texels->channels
                          ? channel_at((const unsigned char *)at + i * step, texels->format)
                          : 0;
}

void cpu_texel_read_floats(const cpu_texels *texels, const size_t index[3], double channels[4])
{
    uint32_t bits[4];

    cpu_texel_read_bits(texels, index, bits);
    for (uint32_t i = 0; i < 4; i++)
        channels[i] = i < texels->channels ? float_of(bits[i], texels->format) : 0;
}

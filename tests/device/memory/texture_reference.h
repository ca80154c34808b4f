/* texture_reference.h: the results of reading a texture by the CUDA C++ Programming Guide, "Texture
 * Fetching", in double precision. A sample is an interval. Point sampling takes a texel, near a
 * boundary either of the two. Linear filtering has weights of 8 fractional bits, so each weight may
 * be wrong by 1/256. */
#ifndef TEXTURE_REFERENCE_H
#define TEXTURE_REFERENCE_H

#include <custub/custub.h>

#include <math.h>
#include <string.h>

/* The error of a coordinate that hardware rounds, in texels. */
#define NEAR_BOUNDARY (1.0 / 512)

/* A texture, and its texels on the host: rows without gaps. */
typedef struct reference_texture {
    custub_texel texel;
    const unsigned char *texels;
    int dimensions; /* 0: linear memory, read by tex1Dfetch */
    int extent[3];  /* texels; 1 from the number of dimensions on */
    custub_sampling sampling;
    bool by_hardware; /* read by a GPU, which rounds more than CUDA documents */
} reference_texture;

typedef struct reference_sample {
    double expected;
    double low, high; /* the bounds of right results */
    double unit;      /* the change by a weight that is wrong by 1/256, in each dimension */
    bool is_near;     /* near a boundary between texels */
} reference_sample;

static inline bool reference_is_float(const reference_texture *t)
{
    const custub_texel_format f = t->texel.format;

    return f == CUSTUB_TEXEL_F16 || f == CUSTUB_TEXEL_F32 ||
           (t->sampling.read == CUSTUB_READ_NORMALIZED_FLOAT && f != CUSTUB_TEXEL_I32 &&
            f != CUSTUB_TEXEL_U32);
}

static inline int reference_channel_bytes(custub_texel_format format)
{
    if (format == CUSTUB_TEXEL_U8 || format == CUSTUB_TEXEL_I8)
        return 1;
    return format == CUSTUB_TEXEL_U16 || format == CUSTUB_TEXEL_I16 || format == CUSTUB_TEXEL_F16
               ? 2
               : 4;
}

/* A channel of a texel, as a number. */
static inline double reference_channel(const reference_texture *t, const unsigned char *at)
{
    const bool is_float = reference_is_float(t);
    union {
        int8_t i8;
        uint8_t u8;
        int16_t i16;
        uint16_t u16;
        int32_t i32;
        uint32_t u32;
        float f32;
        custub_half f16;
    } value;

    memcpy(&value, at, (size_t)reference_channel_bytes(t->texel.format));
    switch (t->texel.format) {
    case CUSTUB_TEXEL_U8:
        return is_float ? (float)(value.u8 / 255.0) : value.u8;
    case CUSTUB_TEXEL_I8:
        return is_float ? (float)fmax(value.i8 / 127.0, -1) : value.i8;
    case CUSTUB_TEXEL_U16:
        return is_float ? (float)(value.u16 / 65535.0) : value.u16;
    case CUSTUB_TEXEL_I16:
        return is_float ? (float)fmax(value.i16 / 32767.0, -1) : value.i16;
    case CUSTUB_TEXEL_U32:
        return value.u32;
    case CUSTUB_TEXEL_I32:
        return value.i32;
    case CUSTUB_TEXEL_F16:
        return custub_half_to_float(value.f16);
    default:
        return value.f32;
    }
}

/* Borders have the format of the texels. */
static inline double reference_border(const reference_texture *t, uint32_t channel)
{
    const custub_texel_format f = t->texel.format;
    const double largest = f == CUSTUB_TEXEL_U8    ? 255
                           : f == CUSTUB_TEXEL_I8  ? 127
                           : f == CUSTUB_TEXEL_U16 ? 65535
                           : f == CUSTUB_TEXEL_I16 ? 32767
                                                   : 0;

    if (largest == 0 || !reference_is_float(t))
        return t->sampling.border[channel];
    return (float)(ceil(t->sampling.border[channel] * largest - 0.5) / largest);
}

/* The texel at any index, by the address modes. */
static inline double reference_texel(const reference_texture *t, const int64_t given[3],
                                     uint32_t channel)
{
    const size_t bytes = (size_t)reference_channel_bytes(t->texel.format);
    size_t place = 0;

    for (int d = t->dimensions - 1; d >= 0; d--) {
        const int64_t n = t->extent[d];
        int64_t i = given[d];
        switch (t->sampling.address[d]) {
        case CUSTUB_ADDRESS_BORDER:
            if (i < 0 || i >= n)
                return reference_border(t, channel);
            break;
        case CUSTUB_ADDRESS_WRAP:
            i = (i % n + n) % n;
            break;
        case CUSTUB_ADDRESS_MIRROR:
            i = (i % (2 * n) + 2 * n) % (2 * n);
            i = i < n ? i : 2 * n - 1 - i;
            break;
        default:
            i = i < 0 ? 0 : i >= n ? n - 1 : i;
        }
        place = place * (size_t)n + (size_t)i;
    }
    return reference_channel(t, t->texels + (place * t->texel.channels + channel) * bytes);
}

/* The coordinate in texels. */
static inline double reference_coordinate(const reference_texture *t, int d, float at)
{
    return t->sampling.normalized ? (double)at * t->extent[d] : at;
}

static inline void reference_widen(reference_sample *sample, double value)
{
    sample->low = fmin(sample->low, value);
    sample->high = fmax(sample->high, value);
}

static inline reference_sample reference_point(const reference_texture *t, const double u[3],
                                               uint32_t channel)
{
    reference_sample sample = {0};
    int64_t first[3] = {0}, index[3] = {0};
    int64_t other[3] = {0}; /* on the other side of a boundary */

    for (int d = 0; d < t->dimensions; d++) {
        first[d] = other[d] = (int64_t)floor(u[d]);
        if (u[d] - floor(u[d]) < NEAR_BOUNDARY)
            other[d]--;
        else if (u[d] - floor(u[d]) > 1 - NEAR_BOUNDARY)
            other[d]++;
        sample.is_near |= other[d] != first[d];
    }
    sample.expected = reference_texel(t, first, channel);
    sample.low = sample.high = sample.expected;
    for (int corner = 0; sample.is_near && corner < 1 << t->dimensions; corner++) {
        for (int d = 0; d < t->dimensions; d++)
            index[d] = corner >> d & 1 ? other[d] : first[d];
        reference_widen(&sample, reference_texel(t, index, channel));
    }
    return sample;
}

/* The error of the arithmetic, in addition to that of the weights. Results have 11 bits with half
 * precision, at least 16 with texels of 8 and 16 bits, else those of a float. */
static inline double reference_rounding(const reference_texture *t)
{
    switch (t->texel.format) {
    case CUSTUB_TEXEL_F16:
        return ldexp(1, -11);
    case CUSTUB_TEXEL_F32:
        return ldexp(1, -22);
    default:
        return ldexp(1, -16);
    }
}

/* GPUs round the texels of integers, and the results of filtering them, to multiples of this. */
static inline double reference_step(const reference_texture *t)
{
    switch (t->texel.format) {
    case CUSTUB_TEXEL_U8:
    case CUSTUB_TEXEL_U16:
        return 1.0 / 65535;
    case CUSTUB_TEXEL_I8:
    case CUSTUB_TEXEL_I16:
        return 1.0 / 32767;
    default:
        return 0;
    }
}

static inline reference_sample reference_linear(const reference_texture *t, const double u[3],
                                                uint32_t channel)
{
    reference_sample sample = {0};
    int64_t first[3] = {0}, index[3] = {0};
    double weight[3] = {0};
    double low = INFINITY, high = -INFINITY, slack;

    for (int d = 0; d < t->dimensions; d++) {
        first[d] = (int64_t)floor(u[d] - 0.5);
        weight[d] = u[d] - 0.5 - (double)first[d];
    }
    for (int corner = 0; corner < 1 << 2 * t->dimensions; corner++) {
        /* In each dimension: the texel before, the two that are filtered, and the one after. */
        double share = 1;
        double value;
        bool counts = true;
        for (int d = 0; d < t->dimensions; d++) {
            int step = (corner >> 2 * d & 3) - 1;
            index[d] = first[d] + step;
            share *= step == 0 ? 1 - weight[d] : step == 1 ? weight[d] : 0;
            counts = counts && (step == 0 || step == 1 || (step < 0 && weight[d] < 1.0 / 256) ||
                                (step > 1 && weight[d] > 255.0 / 256));
        }
        if (!counts)
            continue;
        value = reference_texel(t, index, channel);
        sample.expected += share * value;
        low = fmin(low, value);
        high = fmax(high, value);
    }
    sample.unit = (high - low) / 256;
    slack = t->dimensions * sample.unit + fmax(fabs(low), fabs(high)) * reference_rounding(t);
    if (t->by_hardware)
        slack += reference_step(t);
    if (!reference_is_float(t)) /* the result is an integer */
        slack += 1;
    if (t->by_hardware && t->sampling.normalized) /* the GPU rounds the coordinates first */
        slack += t->dimensions * sample.unit * 256 * NEAR_BOUNDARY;
    sample.low = sample.expected - slack;
    sample.high = sample.expected + slack;
    if (t->by_hardware && t->texel.format == CUSTUB_TEXEL_I8 && low == -1)
        sample.low -= 1.0 / 127; /* the GPU filters -128 as -128/127 */
    return sample;
}

/* A channel of the result of a read at these coordinates. */
static inline reference_sample reference_read(const reference_texture *t, const float at[3],
                                              uint32_t channel)
{
    reference_texture line = *t;
    double u[3] = {0};

    if (t->dimensions == 0) {
        u[0] = floor(at[0]) + 0.5;
        line.dimensions = 1;
        line.sampling.address[0] = CUSTUB_ADDRESS_BORDER;
        return reference_point(&line, u, channel);
    }
    for (int d = 0; d < t->dimensions; d++)
        u[d] = reference_coordinate(t, d, at[d]);
    return t->sampling.filter == CUSTUB_FILTER_LINEAR ? reference_linear(t, u, channel)
                                                      : reference_point(t, u, channel);
}

#endif

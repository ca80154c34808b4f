#include "described/narrow_float.h"

#include <string.h>

#define DOUBLE_FRACTION 52
#define DOUBLE_BIAS     1023

/* A binary format of IEEE 754: bits of the fraction and of the exponent. */
typedef struct format {
    int fraction;
    int exponent;
} format;

static format format_of(custub_scalar scalar)
{
    static const format half = {10, 5};
    static const format bfloat = {7, 8};
    static const format single = {23, 8};
    static const format whole = {DOUBLE_FRACTION, 11};

    switch (scalar) {
    case CUSTUB_SCALAR_F16:
        return half;
    case CUSTUB_SCALAR_BF16:
        return bfloat;
    case CUSTUB_SCALAR_F32:
        return single;
    default:
        return whole;
    }
}

/* Drops the low `count` bits and rounds to nearest, ties to even. */
static uint64_t round_off(uint64_t value, int count)
{
    uint64_t half;

    if (count <= 0)
        return value;
    if (count > 63)
        return 0;
    half = UINT64_C(1) << (count - 1);
    value += half - 1 + (value >> count & 1);
    return value >> count;
}

bool custubi_narrow_float(double value, custub_scalar to, uint64_t *bits)
{
    const format f = format_of(to);
    int bias = (1 << (f.exponent - 1)) - 1;
    uint64_t infinite = ((UINT64_C(1) << f.exponent) - 1) << f.fraction;
    uint64_t raw, sign, fraction, magnitude;
    int exponent;

    memcpy(&raw, &value, sizeof(raw));
    sign = raw >> 63 << (f.fraction + f.exponent);
    exponent = (int)(raw >> DOUBLE_FRACTION & 0x7ff);
    fraction = raw & ((UINT64_C(1) << DOUBLE_FRACTION) - 1);
    if (exponent == 0x7ff) {
        /* Sets the quiet bit: the rest of the fraction may be cut to zero. */
        magnitude = infinite | (fraction ? UINT64_C(1) << (f.fraction - 1) : 0);
        *bits = sign | magnitude;
        return true;
    }
    if (f.fraction == DOUBLE_FRACTION) {
        *bits = raw;
        return true;
    }
    if (exponent) /* subnormal doubles are zero in every narrower format */
        fraction |= UINT64_C(1) << DOUBLE_FRACTION;
    exponent += bias - DOUBLE_BIAS;
    if (exponent > 0) /* a carry out of the fraction increments the exponent */
        magnitude = round_off(fraction, DOUBLE_FRACTION - f.fraction) +
                    ((uint64_t)(exponent - 1) << f.fraction);
    else
        magnitude = round_off(fraction, DOUBLE_FRACTION - f.fraction + 1 - exponent);
    *bits = sign | magnitude;
    return magnitude < infinite;
}

#include "memory/narrow_float.h"

#include <string.h>

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

static int bias_of(custubi_float_format format)
{
    return (1 << (format.exponent - 1)) - 1;
}

static uint64_t infinity_of(custubi_float_format format)
{
    return ((UINT64_C(1) << format.exponent) - 1) << format.fraction;
}

/* A finite number, without its sign. */
static inline uint64_t narrow_finite(uint64_t magnitude, custubi_float_format from,
                                     custubi_float_format to)
{
    uint64_t fraction = magnitude & ((UINT64_C(1) << from.fraction) - 1);
    int exponent = (int)(magnitude >> from.fraction);
    int dropped = from.fraction - to.fraction;

    if (exponent)
        fraction |= UINT64_C(1) << from.fraction;
    else
        exponent = 1; /* a subnormal number has the exponent of the smallest normal one */
    exponent += bias_of(to) - bias_of(from);
    if (exponent > 0) /* a carry out of the fraction increments the exponent */
        return round_off(fraction, dropped) + ((uint64_t)(exponent - 1) << to.fraction);
    return round_off(fraction, dropped + 1 - exponent);
}

/* Inline, so that the compiler computes what follows from formats that it knows. */
static inline bool narrow(uint64_t from_bits, custubi_float_format from, custubi_float_format to,
                          uint64_t *bits)
{
    int from_width = from.fraction + from.exponent;
    uint64_t magnitude = from_bits & ((UINT64_C(1) << from_width) - 1);
    uint64_t sign = from_bits >> from_width << (to.fraction + to.exponent);
    uint64_t infinite = infinity_of(to);

    if (magnitude >= infinity_of(from)) {
        uint64_t payload = magnitude - infinity_of(from);
        /* The quiet bit is set, since the rest of the payload may be cut to zero. */
        if (payload)
            payload = payload >> (from.fraction - to.fraction) | UINT64_C(1) << (to.fraction - 1);
        *bits = sign | infinite | payload;
        return true;
    }
    magnitude = narrow_finite(magnitude, from, to);
    *bits = sign | (magnitude < infinite ? magnitude : infinite);
    return magnitude < infinite;
}

bool custubi_narrow_bits(uint64_t from_bits, custubi_float_format from, custubi_float_format to,
                         uint64_t *bits)
{
    return narrow(from_bits, from, to, bits);
}

bool custubi_narrow_float(double value, custub_scalar to, uint64_t *bits)
{
    uint64_t raw;

    memcpy(&raw, &value, sizeof(raw));
    switch (to) {
    case CUSTUB_SCALAR_F16:
        return narrow(raw, CUSTUBI_FORMAT_F64, CUSTUBI_FORMAT_F16, bits);
    case CUSTUB_SCALAR_BF16:
        return narrow(raw, CUSTUBI_FORMAT_F64, CUSTUBI_FORMAT_BF16, bits);
    case CUSTUB_SCALAR_F32:
        return narrow(raw, CUSTUBI_FORMAT_F64, CUSTUBI_FORMAT_F32, bits);
    default:
        return narrow(raw, CUSTUBI_FORMAT_F64, CUSTUBI_FORMAT_F64, bits);
    }
}

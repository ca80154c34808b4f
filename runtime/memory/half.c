#include <custub/half.h>

#include <string.h>

#include "memory/narrow_float.h"

static uint16_t narrow(float value, custubi_float_format to)
{
    uint32_t raw;
    uint64_t bits;

    memcpy(&raw, &value, sizeof(raw));
    custubi_narrow_bits(raw, CUSTUBI_FORMAT_F32, to, &bits);
    return (uint16_t)bits;
}

static float float_of(uint32_t bits)
{
    float value;

    memcpy(&value, &bits, sizeof(value));
    return value;
}

custub_half custub_half_of(float value)
{
    custub_half made;

    made.bits = narrow(value, CUSTUBI_FORMAT_F16);
    return made;
}

custub_bfloat16 custub_bfloat16_of(float value)
{
    custub_bfloat16 made;

    made.bits = narrow(value, CUSTUBI_FORMAT_BF16);
    return made;
}

float custub_half_to_float(custub_half value)
{
    uint32_t sign = (uint32_t)(value.bits & 0x8000) << 16;
    uint32_t exponent = value.bits >> 10 & 0x1f;
    uint32_t fraction = value.bits & 0x3ff;
    float subnormal;
    uint32_t bits;

    if (exponent == 0x1f)
        return float_of(sign | 0x7f800000 | fraction << 13 | (fraction ? 0x400000 : 0));
    if (exponent)
        return float_of(sign | (exponent + 127 - 15) << 23 | fraction << 13);
    subnormal = (float)fraction / 16777216; /* the fraction times 2^-24, a normal float */
    memcpy(&bits, &subnormal, sizeof(bits));
    return float_of(sign | bits);
}

float custub_bfloat16_to_float(custub_bfloat16 value)
{
    uint32_t bits = (uint32_t)value.bits << 16;

    if ((bits & 0x7fffffff) > 0x7f800000)
        bits |= 0x400000; /* quiet */
    return float_of(bits);
}

/* --- Arrays ---------------------------------------------------------------------------------- */

void custub_half_from_floats(custub_half *target, const float *source, size_t count)
{
    for (size_t i = 0; i < count; i++)
        target[i] = custub_half_of(source[i]);
}

void custub_half_to_floats(float *target, const custub_half *source, size_t count)
{
    for (size_t i = 0; i < count; i++)
        target[i] = custub_half_to_float(source[i]);
}

void custub_bfloat16_from_floats(custub_bfloat16 *target, const float *source, size_t count)
{
    for (size_t i = 0; i < count; i++)
        target[i] = custub_bfloat16_of(source[i]);
}

void custub_bfloat16_to_floats(float *target, const custub_bfloat16 *source, size_t count)
{
    for (size_t i = 0; i < count; i++)
        target[i] = custub_bfloat16_to_float(source[i]);
}

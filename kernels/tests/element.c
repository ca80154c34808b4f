#include "element.h"

#include <math.h>
#include <string.h>

const element_type element_types[] = {
    {"f32", CUSTUB_SCALAR_F32, 4, true, true, 24, -126, 128},
    {"f64", CUSTUB_SCALAR_F64, 8, true, true, 53, -1022, 1024},
    {"f16", CUSTUB_SCALAR_F16, 2, true, true, 11, -14, 16},
    {"bf16", CUSTUB_SCALAR_BF16, 2, true, true, 8, -126, 128},
    {"i8", CUSTUB_SCALAR_I8, 1, false, true, 7, 0, 0},
    {"i16", CUSTUB_SCALAR_I16, 2, false, true, 15, 0, 0},
    {"i32", CUSTUB_SCALAR_I32, 4, false, true, 31, 0, 0},
    {"i64", CUSTUB_SCALAR_I64, 8, false, true, 63, 0, 0},
    {"u8", CUSTUB_SCALAR_U8, 1, false, false, 8, 0, 0},
    {"u16", CUSTUB_SCALAR_U16, 2, false, false, 16, 0, 0},
    {"u32", CUSTUB_SCALAR_U32, 4, false, false, 32, 0, 0},
    {"u64", CUSTUB_SCALAR_U64, 8, false, false, 64, 0, 0},
    {NULL, CUSTUB_SCALAR_NONE, 0, false, false, 0, 0, 0},
};

const element_type *element_type_named(const char *name)
{
    for (const element_type *type = element_types; type->name; type++)
        if (!strcmp(type->name, name))
            return type;
    return NULL;
}

const element_type *element_wide(const element_type *type)
{
    return type->is_float && type->size == 2 ? element_type_named("f32") : type;
}

uint64_t element_bits(const element_type *type, const void *elements, size_t index)
{
    const unsigned char *bytes = (const unsigned char *)elements + index * type->size;
    uint64_t bits = 0;

    for (unsigned i = 0; i < type->size; i++)
        bits |= (uint64_t)bytes[i] << 8 * i;
    if (!type->is_float && type->is_signed && bits >> type->digits)
        bits |= UINT64_MAX << type->digits;
    return bits;
}

void element_set_bits(const element_type *type, void *elements, size_t index, uint64_t bits)
{
    unsigned char *bytes = (unsigned char *)elements + index * type->size;

    for (unsigned i = 0; i < type->size; i++)
        bytes[i] = (unsigned char)(bits >> 8 * i);
}

/* A float from its bits: the sign, the exponent, and the digits without the leading one. */
static long double float_of(const element_type *type, uint64_t bits)
{
    int fraction_bits = type->digits - 1;
    uint64_t fraction = bits & ((UINT64_C(1) << fraction_bits) - 1);
    int exponent_bits = (int)type->size * 8 - type->digits;
    int exponent = (int)(bits >> fraction_bits & ((UINT64_C(1) << exponent_bits) - 1));
    long double sign = bits >> (type->size * 8 - 1) ? -1 : 1;

    if (exponent == (1 << exponent_bits) - 1)
        return fraction ? (long double)NAN : sign * (long double)INFINITY;
    if (exponent)
        fraction += UINT64_C(1) << fraction_bits;
    else
        exponent = 1;
    return sign * ldexpl((long double)fraction, exponent - 1 + type->lowest - fraction_bits);
}

static uint64_t float_bits(const element_type *type, long double number)
{
    int fraction_bits = type->digits - 1;
    uint64_t sign = (uint64_t)(signbit(number) != 0) << (type->size * 8 - 1);
    uint64_t infinite = (uint64_t)(type->highest - type->lowest + 1) << fraction_bits;
    uint64_t fraction;
    int exponent;

    if (isnan(number))
        return infinite | UINT64_C(1) << (fraction_bits - 1);
    number = fabsl(number);
    if (number >= element_limit(type))
        return sign | infinite;
    if (number == 0) /* has no exponent */
        return sign;
    frexpl(number, &exponent);
    exponent = exponent - 1 < type->lowest ? type->lowest : exponent - 1;
    fraction = (uint64_t)rintl(ldexpl(number, fraction_bits - exponent)); /* ties to even */
    /* The leading digit, or a carry of the rounding, increments the exponent. */
    return sign | (((uint64_t)(exponent - type->lowest) << fraction_bits) + fraction);
}

long double element_get(const element_type *type, const void *elements, size_t index)
{
    uint64_t bits = element_bits(type, elements, index);

    if (type->is_float)
        return float_of(type, bits);
    return type->is_signed ? (long double)(int64_t)bits : (long double)bits;
}

void element_set(const element_type *type, void *elements, size_t index, long double number)
{
    uint64_t bits;

    if (type->is_float)
        bits = float_bits(type, number);
    else
        bits = number < 0 ? (uint64_t)(int64_t)number : (uint64_t)number;
    element_set_bits(type, elements, index, bits);
}

long double element_rounding(const element_type *type)
{
    return ldexpl(1, -type->digits);
}

long double element_smallest(const element_type *type)
{
    return type->is_float ? ldexpl(1, type->lowest - type->digits + 1) : 1;
}

long double element_limit(const element_type *type)
{
    return ldexpl(1, type->highest);
}

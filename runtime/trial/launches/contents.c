#include "trial/launches/contents.h"

#include "check/evaluate.h"
#include "trial/launches/random.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#define DISTINCT 65521 /* elements: a prime, so that rows of large buffers differ */
#define EXPONENT 0x40  /* the highest bit of it, in the last byte of a float */

bool trial_contents_are_special(uint64_t seed)
{
    return seed % 4 == 0;
}

custub_scalar trial_contents_scalar(const custub_pointer_info *pointer)
{
    static const struct {
        const char *name; /* without the number of components */
        custub_scalar scalar;
    } vectors[] = {
        {"char", CUSTUB_SCALAR_I8},      {"uchar", CUSTUB_SCALAR_U8},
        {"short", CUSTUB_SCALAR_I16},    {"ushort", CUSTUB_SCALAR_U16},
        {"int", CUSTUB_SCALAR_I32},      {"uint", CUSTUB_SCALAR_U32},
        {"longlong", CUSTUB_SCALAR_I64}, {"ulonglong", CUSTUB_SCALAR_U64},
        {"float", CUSTUB_SCALAR_F32},    {"double", CUSTUB_SCALAR_F64},
        {"__half", CUSTUB_SCALAR_F16},   {"__nv_bfloat16", CUSTUB_SCALAR_BF16},
    };

    for (size_t i = 0; i < sizeof(vectors) / sizeof(vectors[0]); i++) {
        const size_t length = strlen(vectors[i].name);

        if (strncmp(pointer->element, vectors[i].name, length) == 0 &&
            strspn(pointer->element + length, "1234") == 1 && !pointer->element[length + 1])
            return vectors[i].scalar;
    }
    return (custub_scalar)pointer->scalar;
}

/* --- Filling ---------------------------------------------------------------------------------- */

static double special_float(trial_random *random)
{
    static const double values[] = {NAN,    INFINITY, -INFINITY, -0.0, 1e-42, -1e-42,
                                    3.4e38, -3.4e38,  65504,     6e-8, 1,     -1};

    if (trial_random_once_in(random, 2))
        return values[trial_random_below(random, sizeof(values) / sizeof(values[0]))];
    return ((double)trial_random_below(random, 1 << 20) - (1 << 19)) / (1 << 17);
}

static double any_float(trial_random *random, bool special)
{
    return special ? special_float(random) : (double)trial_random_below(random, 7) - 2;
}

static int64_t any_integer(trial_random *random, const trial_range *range, bool special)
{
    if (range->high > range->low) {
        const uint64_t width = (uint64_t)range->high - (uint64_t)range->low;

        return (int64_t)((uint64_t)range->low + trial_random_below(random, width));
    }
    return special ? (int64_t)trial_random_next(random)
                   : (int64_t)trial_random_below(random, 100) - 20;
}

static bool is_float(custub_scalar scalar)
{
    const custubi_scalar_class class = custubi_scalar_of(scalar)->class;

    return class == CUSTUBI_SCALAR_FLOAT || class == CUSTUBI_SCALAR_BITS;
}

static void store_float(unsigned char *at, custub_scalar scalar, double value)
{
    const float narrow = (float)value;
    custub_half half;
    custub_bfloat16 bfloat16;

    switch (scalar) {
    case CUSTUB_SCALAR_F64:
        memcpy(at, &value, sizeof(value));
        break;
    case CUSTUB_SCALAR_F32:
        memcpy(at, &narrow, sizeof(narrow));
        break;
    case CUSTUB_SCALAR_F16:
        half = custub_half_of(narrow);
        memcpy(at, &half, sizeof(half));
        break;
    default:
        bfloat16 = custub_bfloat16_of(narrow);
        memcpy(at, &bfloat16, sizeof(bfloat16));
    }
}

static void store_integer(unsigned char *at, custub_scalar scalar, int64_t value)
{
    memcpy(at, &value, custubi_scalar_of(scalar)->size);
}

static void fill_element(unsigned char *at, custub_scalar scalar, const trial_range *range,
                         trial_random *random, bool special)
{
    if (scalar == CUSTUB_SCALAR_BOOL)
        *at = (unsigned char)trial_random_below(random, 2);
    else if (is_float(scalar))
        store_float(at, scalar, any_float(random, special));
    else
        store_integer(at, scalar, any_integer(random, range, special));
}

void trial_contents_put(unsigned char *memory, uint64_t index, custub_scalar scalar, int64_t value)
{
    unsigned char *at = memory + index * custubi_scalar_of(scalar)->size;

    if (is_float(scalar))
        store_float(at, scalar, (double)value);
    else
        store_integer(at, scalar, scalar == CUSTUB_SCALAR_BOOL ? value != 0 : value);
}

/* Copies the first `filled` bytes again and again. */
static void repeat(unsigned char *memory, uint64_t filled, uint64_t bytes)
{
    while (filled < bytes) {
        const uint64_t rest = bytes - filled, count = rest < filled ? rest : filled;

        memcpy(memory + filled, memory, (size_t)count);
        filled += count;
    }
}

void trial_contents_fill(unsigned char *memory, uint64_t bytes, custub_scalar scalar,
                         const trial_range *range, uint64_t seed)
{
    const uint32_t size = custubi_scalar_of(scalar)->size;
    const uint64_t count = size ? bytes / size : 0;
    const uint64_t distinct = count < DISTINCT ? count : DISTINCT;
    const bool special = trial_contents_are_special(seed);
    trial_random random = {seed};

    for (uint64_t i = 0; i < distinct; i++)
        fill_element(memory + i * size, scalar, range, &random, special);
    if (distinct)
        repeat(memory, distinct * size, count * size);
    memset(memory + count * size, 0, (size_t)(bytes - count * size));
}

void trial_contents_fill_struct(unsigned char *memory, uint64_t bytes, uint64_t seed)
{
    const trial_range any = {0, 0};

    trial_contents_fill(memory, bytes, CUSTUB_SCALAR_U8, &any, seed);
    for (uint64_t i = 1; i < bytes; i += 2)
        memory[i] &= (unsigned char)~EXPONENT;
}

/* --- Comparing -------------------------------------------------------------------------------- */

static double load_float(const unsigned char *at, custub_scalar scalar)
{
    double value;
    float narrow;
    custub_half half;
    custub_bfloat16 bfloat16;

    switch (scalar) {
    case CUSTUB_SCALAR_F64:
        memcpy(&value, at, sizeof(value));
        return value;
    case CUSTUB_SCALAR_F32:
        memcpy(&narrow, at, sizeof(narrow));
        return (double)narrow;
    case CUSTUB_SCALAR_F16:
        memcpy(&half, at, sizeof(half));
        return (double)custub_half_to_float(half);
    default:
        memcpy(&bfloat16, at, sizeof(bfloat16));
        return (double)custub_bfloat16_to_float(bfloat16);
    }
}

/* How much two sums of the same numbers may differ, relative to them: each addition rounds. */
static double bound_of(custub_scalar scalar, uint64_t terms)
{
    const double usual = scalar == CUSTUB_SCALAR_F64   ? 1e-9
                         : scalar == CUSTUB_SCALAR_F32 ? 1e-3
                                                       : 5e-2;
    const double rounding = scalar == CUSTUB_SCALAR_F64   ? 0x1p-53
                            : scalar == CUSTUB_SCALAR_F32 ? 0x1p-24
                            : scalar == CUSTUB_SCALAR_F16 ? 0x1p-11
                                                          : 0x1p-8;

    return fmax(usual, rounding * (double)terms);
}

static bool are_close(double a, double b, double bound)
{
    if (isnan(a) || isnan(b))
        return isnan(a) && isnan(b);
    return a == b || fabs(a - b) <= bound * (fabs(a) + fabs(b) + 1);
}

uint64_t trial_contents_difference(const unsigned char *a, const unsigned char *b, uint64_t bytes,
                                   custub_scalar scalar, uint64_t terms)
{
    const uint32_t size = custubi_scalar_of(scalar)->size;
    const uint32_t step = size ? size : 1;
    const double bound = bound_of(scalar, terms);

    for (uint64_t at = 0; at + step <= bytes; at += step) {
        if (memcmp(a + at, b + at, step) == 0)
            continue;
        if (!is_float(scalar) ||
            !are_close(load_float(a + at, scalar), load_float(b + at, scalar), bound))
            return at / step;
    }
    return UINT64_MAX;
}

void trial_contents_text(const unsigned char *memory, uint64_t index, custub_scalar scalar,
                         char *out, size_t size)
{
    const custubi_scalar *type = custubi_scalar_of(scalar);
    const uint32_t width = type->size ? type->size : 1;
    const unsigned char *at = memory + index * width;
    uint64_t bits = 0;

    if (is_float(scalar)) {
        snprintf(out, size, "%g", load_float(at, scalar));
        return;
    }
    memcpy(&bits, at, width);
    if (type->class == CUSTUBI_SCALAR_SIGNED)
        snprintf(out, size, "%" PRId64, (int64_t)(bits << (64 - 8 * width)) >> (64 - 8 * width));
    else
        snprintf(out, size, "%" PRIu64, bits);
}

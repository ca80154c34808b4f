/* small_float.h: the results that tests of device functions expect: CUDA's floats of 16 and 8 bits,
 * computed from long double on the host. */
#ifndef SMALL_FLOAT_H
#define SMALL_FLOAT_H

#include <math.h>
#include <stdbool.h>
#include <stdint.h>

typedef struct small_format {
    const char *name;
    int digits;        /* after the point */
    int lowest;        /* the least exponent of a normal number */
    unsigned greatest; /* the bits of the greatest finite number */
    unsigned infinity; /* its bits; 0: there is none */
    unsigned not_a_number;
    unsigned sign; /* the sign bit */
} small_format;

static const small_format of_half = {"half", 10, -14, 0x7bff, 0x7c00, 0x7fff, 0x8000};
static const small_format of_bfloat16 = {"bfloat16", 7, -126, 0x7f7f, 0x7f80, 0x7fff, 0x8000};

typedef enum direction { NEAREST, ZERO, UP, DOWN } direction;

/* A number that a long double may not hold. `rest` is the sign of the difference to `value`, which
 * is smaller than the last digit of `value`. */
typedef struct exact {
    long double value;
    int rest;
} exact;

static inline bool small_is_nan(const small_format *format, unsigned bits)
{
    const unsigned size = bits & (format->sign - 1);

    return format->infinity ? size > format->infinity : size > format->greatest;
}

/* The value of the bits. If `finite`, infinity is the number after the greatest one. */
static inline long double small_value(const small_format *format, unsigned bits, bool finite)
{
    const unsigned size = bits & (format->sign - 1);
    const unsigned exponent = size >> format->digits;
    const unsigned digits = size & ((1u << format->digits) - 1);
    long double value;

    if (small_is_nan(format, bits))
        return (long double)NAN;
    if (format->infinity && size == format->infinity && !finite)
        value = (long double)HUGE_VAL;
    else if (exponent == 0)
        value = ldexpl(digits, format->lowest - format->digits);
    else
        value = ldexpl((1u << format->digits) + digits,
                       (int)exponent - 1 + format->lowest - format->digits);
    return bits & format->sign ? -value : value;
}

/* The unit in the last place of a number. */
static inline long double small_unit(const small_format *format, long double value)
{
    int exponent = format->lowest;

    if (value != 0 && isfinite(value) && ilogbl(value) > exponent)
        exponent = ilogbl(value);
    return ldexpl(1, exponent - format->digits);
}

/* The bits of a magnitude beyond the greatest. */
static inline unsigned small_overflow(const small_format *format, bool up, bool saturates)
{
    if (saturates || (!up && format->infinity))
        return format->greatest;
    return format->infinity ? format->infinity : format->not_a_number;
}

/* True if a magnitude of `whole` units and a part is rounded up. */
static inline bool goes_up(long double whole, long double part, int rest, bool away, direction to)
{
    if (to != NEAREST)
        return away && (part > 0 || rest > 0);
    if (part != 0.5L)
        return part > 0.5L;
    return rest > 0 || (rest == 0 && fmodl(whole, 2) == 1);
}

static inline unsigned small_bits(const small_format *format, exact number, direction to,
                                  bool saturates)
{
    const bool negative = signbit(number.value) != 0;
    const unsigned sign = negative ? format->sign : 0;
    const bool away = (to == UP && !negative) || (to == DOWN && negative);
    const long double size = fabsl(number.value);
    const long double unit = small_unit(format, size);
    const int rest = negative ? -number.rest : number.rest;
    long double whole = floorl(size / unit);
    long double part = size / unit - whole;
    long double bits;

    if (isnan(number.value))
        return format->not_a_number;
    if (isinf(size))
        return sign | small_overflow(format, true, saturates);
    if (part == 0 && rest < 0) {
        whole -=
            1; /* the part is at least a quarter away from either unit, also below a power of two */
        part = 0.75L;
    }
    if (goes_up(whole, part, rest, away, to))
        whole += 1;
    bits = ldexpl(roundl(log2l(unit)) + format->digits - format->lowest, format->digits) + whole;
    if (bits > format->greatest)
        return sign | small_overflow(format, to == NEAREST || away, saturates);
    return sign | (unsigned)bits;
}

/* --- Exact results ------------------------------------------------------------------------------
 */

static inline exact just(long double value)
{
    return (exact){value, 0};
}

static inline int sign_of(long double value)
{
    return value > 0 ? 1 : value < 0 ? -1 : 0;
}

static inline exact sum(long double a, long double b)
{
    const long double value = a + b;
    const long double back = value - a;
    const long double rest = (a - (value - back)) + (b - back);

    return (exact){value, isfinite(value) ? sign_of(rest) : 0};
}

static inline exact quotient(long double a, long double b)
{
    const long double value = a / b;

    if (!isfinite(value) || isinf(b) || b == 0)
        return just(value);
    return (exact){value, sign_of(fmal(-value, b, a)) * sign_of(b)};
}

/* The number clamped to [0, 1]; 0 for NaN. */
static inline exact saturated(exact number)
{
    if (!(number.value > 0))
        return just(0);
    return number.value >= 1 ? just(1) : number;
}

static inline exact rectified(exact number)
{
    return number.value <= 0 ? just(0) : number;
}

/* The greater number; +0 is greater than -0. With one NaN: NaN if `nan_wins`, else the number. */
static inline exact most(long double a, long double b, bool nan_wins)
{
    if (isnan(a) || isnan(b))
        return just(nan_wins ? (long double)NAN : isnan(a) ? b : a);
    if (a == b)
        return just(signbit(a) ? b : a);
    return just(a > b ? a : b);
}

static inline exact least(long double a, long double b, bool nan_wins)
{
    const exact result = most(-a, -b, nan_wins);

    return just(-result.value);
}

/* Converts like PTX's cvt: clamped to the range; NaN becomes 0, or with 64 bits only the highest
 * bit. */
static inline int64_t integer(long double value, direction to, int bits, bool is_signed)
{
    const long double above = ldexpl(1, is_signed ? bits - 1 : bits);
    const long double below = is_signed ? -above : 0;
    const long double whole = to == NEAREST ? rintl(value)
                              : to == ZERO  ? truncl(value)
                              : to == UP    ? ceill(value)
                                            : floorl(value);

    if (isnan(value))
        return bits == 64 ? INT64_MIN : 0;
    if (whole >= above)
        return is_signed ? (int64_t)(UINT64_MAX >> (65 - bits))
                         : (int64_t)(UINT64_MAX >> (64 - bits));
    if (whole <= below)
        return is_signed ? INT64_MIN >> (64 - bits) : 0;
    return is_signed ? (int64_t)whole : (int64_t)(uint64_t)whole;
}

#endif

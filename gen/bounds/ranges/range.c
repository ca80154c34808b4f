#include "bounds/ranges/range.h"

/* Of 64 bits, only integers of a smaller size are followed: so sums of them cannot overflow. */
#define FAR (INT64_C(1) << 61)

gen_bounds_range gen_bounds_range_of(int64_t low, int64_t high)
{
    return (gen_bounds_range){low, high};
}

gen_bounds_range gen_bounds_range_all(uint32_t bits)
{
    if (bits >= 64)
        return gen_bounds_range_of(INT64_MIN, INT64_MAX);
    return gen_bounds_range_of(-(INT64_C(1) << (bits - 1)), (INT64_C(1) << (bits - 1)) - 1);
}

gen_bounds_range gen_bounds_range_none(void)
{
    return gen_bounds_range_of(1, 0);
}

bool gen_bounds_range_is_none(gen_bounds_range range)
{
    return range.low > range.high;
}

bool gen_bounds_range_equals(gen_bounds_range a, gen_bounds_range b)
{
    return (a.low == b.low && a.high == b.high) ||
           (gen_bounds_range_is_none(a) && gen_bounds_range_is_none(b));
}

bool gen_bounds_range_is_narrower(gen_bounds_range a, gen_bounds_range b)
{
    /* Their sizes fit into unsigned numbers. */
    return gen_bounds_range_is_none(a) ||
           (!gen_bounds_range_is_none(b) &&
            (uint64_t)a.high - (uint64_t)a.low < (uint64_t)b.high - (uint64_t)b.low);
}

gen_bounds_range gen_bounds_range_join(gen_bounds_range a, gen_bounds_range b)
{
    if (gen_bounds_range_is_none(a) || gen_bounds_range_is_none(b))
        return gen_bounds_range_is_none(a) ? b : a;
    return gen_bounds_range_of(a.low < b.low ? a.low : b.low, a.high > b.high ? a.high : b.high);
}

gen_bounds_range gen_bounds_range_meet(gen_bounds_range a, gen_bounds_range b)
{
    return gen_bounds_range_of(a.low > b.low ? a.low : b.low, a.high < b.high ? a.high : b.high);
}

static bool is_far(gen_bounds_range range)
{
    return range.low < -FAR || range.high > FAR;
}

/* The range, or all values if it says no more. */
static gen_bounds_range fit(gen_bounds_range range, uint32_t bits)
{
    const int64_t count = bits < 64 ? INT64_C(1) << bits : 0;

    if (gen_bounds_range_is_none(range))
        return range;
    if (bits >= 64)
        return is_far(range) ? gen_bounds_range_all(64) : range;
    if (range.low < -count || range.high > 2 * count || range.high - range.low >= count - 1)
        return gen_bounds_range_all(bits);
    return range;
}

gen_bounds_range gen_bounds_range_as(gen_bounds_range range, uint32_t bits, bool is_signed)
{
    const int64_t count = bits < 64 ? INT64_C(1) << bits : 0;
    const int64_t least = is_signed ? -count / 2 : 0;
    const int64_t most = is_signed ? count / 2 - 1 : count - 1;

    if (gen_bounds_range_is_none(range) || (bits >= 64 && is_signed))
        return range;
    if (bits >= 64) /* numbers from 2^63 on are not followed */
        return range.low >= 0 ? range : gen_bounds_range_all(64);
    if (is_far(range))
        return gen_bounds_range_of(least, most);
    for (int64_t shift = -count; shift <= count; shift += count)
        if (range.low + shift >= least && range.high + shift <= most)
            return gen_bounds_range_of(range.low + shift, range.high + shift);
    return gen_bounds_range_of(least, most);
}

bool gen_bounds_range_is_typed(gen_bounds_range range, uint32_t bits, bool is_signed)
{
    return is_signed || bits < 64 || range.low >= 0 || gen_bounds_range_is_none(range);
}

/* True if there is no result: an operand has no value. */
static bool is_none(gen_bounds_range a, gen_bounds_range b)
{
    return gen_bounds_range_is_none(a) || gen_bounds_range_is_none(b);
}

gen_bounds_range gen_bounds_range_add(gen_bounds_range a, gen_bounds_range b, uint32_t bits)
{
    if (is_none(a, b))
        return gen_bounds_range_none();
    if (is_far(a) || is_far(b))
        return gen_bounds_range_all(bits);
    return fit(gen_bounds_range_of(a.low + b.low, a.high + b.high), bits);
}

gen_bounds_range gen_bounds_range_subtract(gen_bounds_range a, gen_bounds_range b, uint32_t bits)
{
    if (is_none(a, b))
        return gen_bounds_range_none();
    if (is_far(a) || is_far(b))
        return gen_bounds_range_all(bits);
    return fit(gen_bounds_range_of(a.low - b.high, a.high - b.low), bits);
}

static gen_bounds_range range_of_all(const int64_t *values, unsigned count)
{
    gen_bounds_range range = gen_bounds_range_of(values[0], values[0]);

    for (unsigned i = 1; i < count; i++)
        range = gen_bounds_range_join(range, gen_bounds_range_of(values[i], values[i]));
    return range;
}

static bool is_within(gen_bounds_range range, int64_t most)
{
    return range.low >= -most && range.high <= most;
}

/* True if products of both fit into 64 bits. */
static bool are_small(gen_bounds_range a, gen_bounds_range b)
{
    const int64_t far = INT64_C(1) << 32;
    const int64_t near = INT64_C(1) << 30;

    return (is_within(a, far) && is_within(b, near)) || (is_within(a, near) && is_within(b, far));
}

gen_bounds_range gen_bounds_range_multiply(gen_bounds_range a, gen_bounds_range b, uint32_t bits)
{
    if (is_none(a, b))
        return gen_bounds_range_none();
    if (!are_small(a, b))
        return gen_bounds_range_all(bits);
    return fit(
        range_of_all(
            (const int64_t[]){a.low * b.low, a.low * b.high, a.high * b.low, a.high * b.high}, 4),
        bits);
}

gen_bounds_range gen_bounds_range_min(gen_bounds_range a, gen_bounds_range b)
{
    if (is_none(a, b))
        return gen_bounds_range_none();
    return gen_bounds_range_of(a.low < b.low ? a.low : b.low, a.high < b.high ? a.high : b.high);
}

gen_bounds_range gen_bounds_range_max(gen_bounds_range a, gen_bounds_range b)
{
    if (is_none(a, b))
        return gen_bounds_range_none();
    return gen_bounds_range_of(a.low > b.low ? a.low : b.low, a.high > b.high ? a.high : b.high);
}

gen_bounds_range gen_bounds_range_divide(gen_bounds_range a, gen_bounds_range b, uint32_t bits)
{
    if (is_none(a, b))
        return gen_bounds_range_none();
    if (b.low <= 0 || is_far(a)) /* a division by 0 gives anything */
        return gen_bounds_range_all(bits);
    return range_of_all(
        (const int64_t[]){a.low / b.low, a.low / b.high, a.high / b.low, a.high / b.high}, 4);
}

gen_bounds_range gen_bounds_range_remainder(gen_bounds_range a, gen_bounds_range b, uint32_t bits)
{
    gen_bounds_range range;

    if (is_none(a, b))
        return gen_bounds_range_none();
    if (b.low <= 0)
        return gen_bounds_range_all(bits);
    if (a.low >= 0 && a.high < b.low)
        return a;
    range = gen_bounds_range_of(a.low < 0 ? 1 - b.high : 0, a.high > 0 ? b.high - 1 : 0);
    return gen_bounds_range_meet(
        range, gen_bounds_range_of(a.low < 0 ? a.low : 0, a.high > 0 ? a.high : 0));
}

/* Shifts by more bits than there are do as those by all. */
static int64_t shifted(int64_t value, int64_t by)
{
    const int shift = by > 63 ? 63 : (int)by;
    return value < 0 ? ~(~value >> shift) : value >> shift;
}

gen_bounds_range gen_bounds_range_shift_right(gen_bounds_range a, gen_bounds_range b, uint32_t bits)
{
    if (is_none(a, b))
        return gen_bounds_range_none();
    if (b.low < 0)
        return gen_bounds_range_all(bits);
    return range_of_all((const int64_t[]){shifted(a.low, b.low), shifted(a.low, b.high),
                                          shifted(a.high, b.low), shifted(a.high, b.high)},
                        4);
}

/* A number of which all bits are 1 up to the highest one that the range has. */
static int64_t bits_up_to(int64_t high)
{
    int64_t bits = 0;

    while (bits < high)
        bits = 2 * bits + 1;
    return bits;
}

int64_t gen_bounds_range_kept_multiple(gen_bounds_range a, gen_bounds_range mask)
{
    int64_t wanted;
    int64_t multiple = 1;

    if (mask.low != mask.high || gen_bounds_range_is_none(a) || is_far(a) || is_far(mask) ||
        (mask.low >= 0 && a.low < 0))
        return 0;
    /* The higher bits of the mask do not matter for a number that is not negative. */
    wanted = a.low < 0 ? -1 : bits_up_to(a.high);
    while (multiple <= FAR / 2 && !(mask.low & multiple))
        multiple *= 2;
    return (mask.low & wanted) == (-multiple & wanted) ? multiple : 0;
}

gen_bounds_range gen_bounds_range_and(gen_bounds_range a, gen_bounds_range b, uint32_t bits)
{
    if (is_none(a, b))
        return gen_bounds_range_none();
    if (gen_bounds_range_kept_multiple(a, b))
        return gen_bounds_range_of(a.low & b.low, a.high & b.low);
    if (gen_bounds_range_kept_multiple(b, a))
        return gen_bounds_range_of(b.low & a.low, b.high & a.low);
    if (a.low >= 0 && b.low >= 0)
        return gen_bounds_range_of(0, a.high < b.high ? a.high : b.high);
    if (a.low >= 0 || b.low >= 0)
        return gen_bounds_range_of(0, a.low >= 0 ? a.high : b.high);
    return gen_bounds_range_all(bits);
}

gen_bounds_range gen_bounds_range_or(gen_bounds_range a, gen_bounds_range b, uint32_t bits)
{
    const int64_t high = a.high > b.high ? a.high : b.high;

    if (is_none(a, b))
        return gen_bounds_range_none();
    if (a.low < 0 || b.low < 0 || high > FAR)
        return gen_bounds_range_all(bits);
    /* At most a + b, too. */
    return gen_bounds_range_min(gen_bounds_range_of(0, bits_up_to(high)),
                                gen_bounds_range_of(0, a.high + b.high));
}

/* Compares conversions between float and the 16-bit types with a search among all values, which are
 * computed in double. */
#include <custub/half.h>

#include <fenv.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#ifdef __SSE__
#include <xmmintrin.h>
#endif

#define SIGN 0x8000u

/* The magnitudes of a format. That of infinity is what a wider exponent would give its bits:
 * numbers nearer to it than to the largest finite number round to infinity. */
typedef struct values {
    int fraction; /* bits */
    uint16_t infinity;
    double of[0x7f81];
} values;

static values halves = {.fraction = 10, .infinity = 0x7c00};
static values bfloats = {.fraction = 7, .infinity = 0x7f80};

static void compute(values *v, int bias)
{
    for (int bits = 0; bits <= v->infinity; bits++) {
        int exponent = bits >> v->fraction;
        int fraction = bits & ((1 << v->fraction) - 1);
        v->of[bits] = exponent ? ldexp(fraction + (1 << v->fraction), exponent - bias - v->fraction)
                               : ldexp(fraction, 1 - bias - v->fraction);
    }
}

static int compute_all(void **state)
{
    (void)state;
    compute(&halves, 15);
    compute(&bfloats, 127);
    return 0;
}

static uint32_t bits_of(float value)
{
    uint32_t bits;

    memcpy(&bits, &value, sizeof(bits));
    return bits;
}

static float float_of(uint32_t bits)
{
    float value;

    memcpy(&value, &bits, sizeof(value));
    return value;
}

/* The bits of the nearest value; on a tie, of the even one. */
static uint16_t nearest(const values *v, float value)
{
    double magnitude = fabs((double)value);
    uint16_t sign = signbit(value) ? SIGN : 0;
    uint16_t low = 0;
    uint16_t high = v->infinity;

    if (magnitude >= v->of[high])
        return sign | high;
    while (high - low > 1) {
        uint16_t middle = (uint16_t)((low + high) / 2);
        if (v->of[middle] <= magnitude)
            low = middle;
        else
            high = middle;
    }
    if (magnitude - v->of[low] != v->of[high] - magnitude)
        return sign | (magnitude - v->of[low] < v->of[high] - magnitude ? low : high);
    return sign | (low % 2 ? high : low);
}

static uint16_t quiet_nan(const values *v, uint32_t bits)
{
    return (uint16_t)((bits >> 16 & SIGN) | v->infinity | (bits & 0x7fffff) >> (23 - v->fraction) |
                      1u << (v->fraction - 1));
}

static void is_narrowed_right(float value)
{
    uint32_t bits = bits_of(value);
    uint16_t half = isnan(value) ? quiet_nan(&halves, bits) : nearest(&halves, value);
    uint16_t bfloat = isnan(value) ? quiet_nan(&bfloats, bits) : nearest(&bfloats, value);

    if (custub_half_of(value).bits != half || custub_bfloat16_of(value).bits != bfloat)
        print_error("0x%08x, %a\n", bits, (double)value);
    assert_int_equal(custub_half_of(value).bits, half);
    assert_int_equal(custub_bfloat16_of(value).bits, bfloat);
#ifdef __FLT16_MAX__
    {
        __extension__ _Float16 reference = (_Float16)value;
        uint16_t wanted;
        memcpy(&wanted, &reference, sizeof(wanted));
        assert_int_equal(half, wanted);
    }
#endif
}

static void is_widened_right(const values *v, uint16_t bits, float found)
{
    uint16_t magnitude = bits & 0x7fff;
    double value;

    assert_int_equal(signbit(found) != 0, (bits & SIGN) != 0);
    if (magnitude > v->infinity) {
        uint32_t payload = (uint32_t)(magnitude - v->infinity) << (23 - v->fraction);
        assert_int_equal(bits_of(found) & 0x7fffffff, 0x7fc00000 | payload);
        return;
    }
    value = magnitude == v->infinity ? (double)INFINITY : v->of[magnitude];
    assert_true(fabs((double)found) == value);
}

/* --- All values ---- */

static void all_halves_become_their_floats(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < 0x10000; i++) {
        custub_half half = {(uint16_t)i};
        is_widened_right(&halves, half.bits, custub_half_to_float(half));
#ifdef __FLT16_MAX__
        {
            __extension__ _Float16 reference;
            memcpy(&reference, &half, sizeof(half));
            assert_int_equal(bits_of(custub_half_to_float(half)), bits_of((float)reference));
        }
#endif
    }
}

static void all_bfloats_become_their_floats(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < 0x10000; i++) {
        custub_bfloat16 bfloat = {(uint16_t)i};
        is_widened_right(&bfloats, bfloat.bits, custub_bfloat16_to_float(bfloat));
    }
}

/* Except signaling NaNs, which become quiet. */
static void all_values_come_back(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < 0x10000; i++) {
        custub_half half = {(uint16_t)i};
        custub_bfloat16 bfloat = {(uint16_t)i};
        uint32_t quiet_half = (i & 0x7fff) > 0x7c00 ? i | 0x200 : i;
        uint32_t quiet_bfloat = (i & 0x7fff) > 0x7f80 ? i | 0x40 : i;
        assert_int_equal(custub_half_of(custub_half_to_float(half)).bits, quiet_half);
        assert_int_equal(custub_bfloat16_of(custub_bfloat16_to_float(bfloat)).bits, quiet_bfloat);
    }
}

/* --- Rounding ---- */

/* The middle of every two neighbours, and the floats on both sides of it. */
static void rounds_ties_to_even(void **state)
{
    static values *const formats[] = {&halves, &bfloats};

    (void)state;
    for (size_t k = 0; k < 2; k++) {
        const values *v = formats[k];
        for (uint32_t i = 0; i < v->infinity; i++) {
            float middle = (float)((v->of[i] + v->of[i + 1]) / 2);
            is_narrowed_right(middle);
            is_narrowed_right(-middle);
            is_narrowed_right(nextafterf(middle, 0));
            is_narrowed_right(nextafterf(middle, INFINITY));
            is_narrowed_right(-nextafterf(middle, INFINITY));
        }
    }
}

/* Every upper half of a float, with the lower halves next to a tie and at random. */
static void rounds_floats_of_every_size(void **state)
{
    static const uint32_t low[] = {0, 1, 0x7fff, 0x8000, 0x8001, 0x0fff, 0x1000, 0x1001, 0xffff};
    uint64_t seed = 1;

    (void)state;
    for (uint32_t high = 0; high < 0x10000; high++) {
        for (size_t i = 0; i < sizeof(low) / sizeof(low[0]); i++)
            is_narrowed_right(float_of(high << 16 | low[i]));
        for (int i = 0; i < 8; i++) {
            seed = seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
            is_narrowed_right(float_of(high << 16 | (uint32_t)(seed >> 48)));
        }
    }
}

static void known_values_are_right(void **state)
{
    (void)state;
    assert_int_equal(custub_half_of(1).bits, 0x3c00);
    assert_int_equal(custub_half_of(-2).bits, 0xc000);
    assert_int_equal(custub_half_of(65504).bits, 0x7bff);
    assert_int_equal(custub_half_of(65519.996f).bits, 0x7bff);
    assert_int_equal(custub_half_of(65520).bits, 0x7c00);
    assert_int_equal(custub_half_of(-INFINITY).bits, 0xfc00);
    assert_int_equal(custub_half_of(0x1p-24f).bits, 1);
    assert_int_equal(custub_half_of(0x1p-25f).bits, 0);
    assert_int_equal(custub_half_of(-0x1p-26f).bits, 0x8000);
    assert_int_equal(custub_bfloat16_of(1).bits, 0x3f80);
    assert_int_equal(custub_bfloat16_of(3.3895314e38f).bits, 0x7f7f);
    assert_int_equal(custub_bfloat16_of(3.4028235e38f).bits, 0x7f80);
    assert_int_equal(custub_bfloat16_of(float_of(0x00010000)).bits, 1);
    assert_int_equal(custub_half_of(float_of(0x7f800001)).bits, 0x7e00); /* the payload is cut */
    assert_int_equal(custub_half_of(float_of(0xff802000)).bits, 0xfe01);
    assert_int_equal(custub_bfloat16_of(float_of(0x7f810000)).bits, 0x7fc1);
}

/* --- Arrays, and the state of the processor ---- */

enum { COUNT = 0x10000 };

typedef struct conversions {
    custub_half to_half[COUNT];
    custub_bfloat16 to_bfloat[COUNT];
    float of_half[COUNT];
    float of_bfloat[COUNT];
} conversions;

static void convert(conversions *out, const float *floats)
{
    custub_half_from_floats(out->to_half, floats, COUNT);
    custub_bfloat16_from_floats(out->to_bfloat, floats, COUNT);
    custub_half_to_floats(out->of_half, out->to_half, COUNT);
    custub_bfloat16_to_floats(out->of_bfloat, out->to_bfloat, COUNT);
}

static float *make_floats(void)
{
    float *floats = malloc(COUNT * sizeof(*floats));

    assert_non_null(floats);
    for (uint32_t i = 0; i < COUNT; i++)
        floats[i] = float_of(i << 16 | (i * 2654435761u) >> 16);
    return floats;
}

static void arrays_are_converted_like_their_elements(void **state)
{
    static conversions found;
    float *floats = make_floats();

    (void)state;
    convert(&found, floats);
    for (size_t i = 0; i < COUNT; i++) {
        assert_int_equal(found.to_half[i].bits, custub_half_of(floats[i]).bits);
        assert_int_equal(found.to_bfloat[i].bits, custub_bfloat16_of(floats[i]).bits);
        assert_int_equal(bits_of(found.of_half[i]),
                         bits_of(custub_half_to_float(found.to_half[i])));
        assert_int_equal(bits_of(found.of_bfloat[i]),
                         bits_of(custub_bfloat16_to_float(found.to_bfloat[i])));
    }
    custub_half_from_floats(NULL, NULL, 0);
    custub_half_to_floats(NULL, NULL, 0);
    custub_bfloat16_from_floats(NULL, NULL, 0);
    custub_bfloat16_to_floats(NULL, NULL, 0);
    free(floats);
}

static void the_rounding_mode_changes_nothing(void **state)
{
    static const int modes[] = {FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO};
    static conversions usual;
    static conversions found;
    float *floats = make_floats();

    (void)state;
    convert(&usual, floats);
    for (size_t i = 0; i < sizeof(modes) / sizeof(modes[0]); i++) {
        assert_int_equal(fesetround(modes[i]), 0);
        convert(&found, floats);
        fesetround(FE_TONEAREST);
        assert_memory_equal(&found, &usual, sizeof(usual));
    }
#ifdef __SSE__
    {
        unsigned int before = _mm_getcsr();
        _mm_setcsr(before | 0x8040); /* subnormal operands and results are zero */
        convert(&found, floats);
        _mm_setcsr(before);
        assert_memory_equal(&found, &usual, sizeof(usual));
    }
#endif
    free(floats);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_halves_become_their_floats),
        cmocka_unit_test(all_bfloats_become_their_floats),
        cmocka_unit_test(all_values_come_back),
        cmocka_unit_test(rounds_ties_to_even),
        cmocka_unit_test(rounds_floats_of_every_size),
        cmocka_unit_test(known_values_are_right),
        cmocka_unit_test(arrays_are_converted_like_their_elements),
        cmocka_unit_test(the_rounding_mode_changes_nothing),
    };

    return cmocka_run_group_tests(tests, compute_all, NULL);
}

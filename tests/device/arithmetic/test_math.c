/* The functions of the CUDA Math API are as exact as its documentation says, and arithmetic in each
 * direction of rounding is exact: on the CPU driver and on a GPU, which CUSTUB_DRIVER in the
 * environment chooses. */
#define _GNU_SOURCE /* j0l() and similar functions */

#include "device_fixture.h"
#include "math.custub.h"

#include <float.h>
#include <math.h>
#include <string.h>

#define THREADS 256
#define PI      3.14159265358979323846264338327950288L

#define SINGLE(device, host, ulps)    +1
#define ABSOLUTE(device, host, error) +1
#define DOUBLE(device, host, ulps)
enum {
    SINGLE_ROWS = 0
#include "math_table.h"
};
#undef SINGLE
#undef ABSOLUTE
#undef DOUBLE
#define SINGLE(device, host, ulps)
#define ABSOLUTE(device, host, error)
#define DOUBLE(device, host, ulps) +1
enum {
    DOUBLE_ROWS = 0
#include "math_table.h"
};
#undef SINGLE
#undef ABSOLUTE
#undef DOUBLE

static math_kernels kernels;

/* --- Operands --------------------------------------------------------------------------------- */

static uint64_t seed = 11;

static uint64_t random_bits(unsigned count)
{
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    return seed >> (64 - count);
}

/* A number u in [0, 1) of so many bits: 1 - u and 0.5 + u / 2 are exact with 3 more bits. */
static double fraction(unsigned bits)
{
    return ldexp((double)random_bits(bits), -(int)bits);
}

static double sign(void)
{
    return random_bits(1) ? -1 : 1;
}

/* x, y, z, u, p, l and m of math_table.h */
static void make_operands(double *of, unsigned bits)
{
    for (int i = 0; i < 3; i++)
        of[i] = sign() * ldexp(1 + fraction(bits), (int)random_bits(5) - 16);
    of[3] = fraction(20);
    of[4] = ldexp(1 + fraction(bits), (int)random_bits(5) - 16);
    of[5] = 1 + 30 * fraction(16);
    of[6] = sign() * 10 * fraction(20);
}

/* x, y and z for which the errors of a norm in float and of its reciprocal add up to 3.1 units. */
static void make_hard_norm(double *of)
{
    static const double hard[] = {0x1.e70354p+0, 0x1.2ddd54p-1, 0x1.78136cp-2};

    memcpy(of, hard, sizeof(hard));
}

/* --- References ------------------------------------------------------------------------------- */

/* A bisection, then Newton's method. */
static long double erf_inverse(long double y)
{
    long double low = 0;
    long double high = 10;

    for (int i = 0; i < 30; i++) {
        long double middle = (low + high) / 2;
        if (erfl(middle) < y)
            low = middle;
        else
            high = middle;
    }
    for (int i = 0; i < 6; i++) /* from erfc, which keeps what erf loses near 1 */
        low += ((1 - y < 0.5L) ? erfcl(low) - (1 - y) : y - erfl(low)) * sqrtl(PI) / 2 *
               expl(low * low);
    return low;
}

static double bessel_i(int order, double x)
{
    long double term = order ? x / 2 : 1;
    long double sum = 0;

    for (int k = 1; k < 80; k++) {
        sum += term;
        term *= (long double)x * x / 4 / k / (k + order);
    }
    return (double)sum;
}

/* The low three bits of the magnitude of the rounded quotient, from remquo(). */
static double low_quotient(long double x, long double y)
{
    int bits;

    remquol(x, y, &bits);
    return (bits < 0 ? -bits : bits) & 7;
}

#define SCRATCH (&(double){0})
#define WHOLE   (&(int){0})

/* --- The comparison --------------------------------------------------------------------------- */

/* The difference between a number and the next one. */
static long double unit_of(long double value, int digits, int least_exponent)
{
    int exponent = value == 0 ? least_exponent : ilogbl(value);

    return ldexpl(1, (exponent < least_exponent ? least_exponent : exponent) - digits + 1);
}

static void check(long double result, long double expected, long double allowed, const char *name,
                  const double *of)
{
    if (result == expected || (isnan(result) && isnan(expected)))
        return;
    if (!(fabsl(result - expected) <= allowed))
        fail_msg("%s: %.20Lg instead of %.20Lg, which differ by more than %Lg; x %.17g, y %.17g, "
                 "z %.17g, u %.17g, p %.17g, l %.17g, m %.17g",
                 name, result, expected, allowed, of[0], of[1], of[2], of[3], of[4], of[5], of[6]);
}

static void check_single(const float *result, const double *of)
{
    const double x = of[0], y = of[1], z = of[2], u = of[3], p = of[4], l = of[5], m = of[6];
    int whole;

#define DOUBLE(device, host, ulps)
#define SINGLE(device, host, ulps)                                                                 \
    {                                                                                              \
        const double expected = (double)(host);                                                    \
        const double cut =                                                                         \
            fabs(expected) > (double)FLT_MAX ? copysign(HUGE_VAL, expected) : expected;            \
        check((long double)*result++, cut,                                                         \
              ((ulps) + 0.501L) * unit_of(expected, FLT_MANT_DIG, FLT_MIN_EXP - 1), #device, of);  \
    }
#define ABSOLUTE(device, host, error)                                                              \
    check((long double)*result++, (double)(host), (error)*1.001L + 0x1p-25L, #device, of);
#include "math_table.h"
#undef DOUBLE
#undef SINGLE
#undef ABSOLUTE
}

static void check_double(const double *result, const double *of)
{
    const long double x = of[0], y = of[1], z = of[2], u = of[3], p = of[4], l = of[5], m = of[6];
    int whole;

#define SINGLE(device, host, ulps)
#define ABSOLUTE(device, host, error)
#define DOUBLE(device, host, ulps)                                                                 \
    {                                                                                              \
        const long double expected = (host);                                                       \
        check((long double)*result++, expected,                                                    \
              ((ulps) + 0.501L) * unit_of(expected, DBL_MANT_DIG, DBL_MIN_EXP - 1), #device, of);  \
    }
#include "math_table.h"
#undef DOUBLE
#undef SINGLE
#undef ABSOLUTE
}

#define DEFINE_FUNCTION_TEST(test, kernel, elements, type, bits, rows, compare)                    \
    static void test(void **state)                                                                 \
    {                                                                                              \
        static double operands[THREADS][7];                                                        \
        static type in[THREADS][7];                                                                \
        static type results[THREADS * (rows)];                                                     \
        custub_launch launch = one_block(THREADS);                                                 \
        elements##_buffer input;                                                                   \
        elements##_buffer out;                                                                     \
                                                                                                   \
        (void)state;                                                                               \
        for (int i = 0; i < THREADS; i++) {                                                        \
            make_operands(operands[i], bits);                                                      \
            if (i == 0)                                                                            \
                make_hard_norm(operands[i]);                                                       \
            for (int j = 0; j < 7; j++)                                                            \
                operands[i][j] = (double)(in[i][j] = (type)operands[i][j]);                        \
        }                                                                                          \
        input = elements##_buffer_create(7 * THREADS, &fixture_error);                             \
        out = elements##_buffer_create(THREADS * (rows), &fixture_error);                          \
        succeed(elements##_upload(input.view, &in[0][0], input.view.count, 0, &fixture_error));    \
        succeed(launch_##kernel(&kernels, &launch, out.view, input.view, rows, &fixture_error));   \
        succeed(elements##_download(out.view, results, out.view.count, 0, &fixture_error));        \
        for (int i = 0; i < THREADS; i++)                                                          \
            compare(results + (size_t)i * (rows), operands[i]);                                    \
        elements##_buffer_destroy(&input, NULL);                                                   \
        elements##_buffer_destroy(&out, NULL);                                                     \
    }

DEFINE_FUNCTION_TEST(functions_of_float_are_as_exact_as_documented, single_precision, custub_f32,
                     float, 23, SINGLE_ROWS, check_single)
DEFINE_FUNCTION_TEST(functions_of_double_are_as_exact_as_documented, double_precision, custub_f64,
                     double, 52, DOUBLE_ROWS, check_double)

/* --- Directions of rounding ------------------------------------------------------------------- */

enum { ADD, SUB, MUL, DIV, FMA, RCP, SQRT, OPERATIONS };

/* A number with the sign of the exact result minus r, which one rounding cannot change. */
static long double rest_of(int operation, const double *of, long double r)
{
    const long double a = of[0];
    const long double b = of[1];

    switch (operation) {
    case ADD:
        return a + b - r;
    case SUB:
        return a - b - r;
    case MUL:
        return fmal(a, b, -r);
    case DIV:
        return copysignl(1, b) * fmal(-r, b, a);
    case FMA:
        return fmal(a, b, of[2] - r);
    case RCP:
        return copysignl(1, b) * fmal(-r, b, 1);
    default:
        return fmal(-r, r, fabsl(a));
    }
}

/* `below` and `above` are the neighbours of r. Directions: nearest, towards zero, up, down. */
static void check_direction(int operation, int direction, const double *of, long double r,
                            long double below, long double above)
{
    const long double rest = rest_of(operation, of, r);
    bool is_right;

    if (direction == 1)
        direction = r < 0 ? 2 : 3;
    if (direction == 0)
        is_right = fabsl(rest) <= fabsl(rest_of(operation, of, above)) &&
                   fabsl(rest) <= fabsl(rest_of(operation, of, below));
    else if (direction == 2)
        is_right = rest <= 0 && rest_of(operation, of, below) > 0;
    else
        is_right = rest >= 0 && rest_of(operation, of, above) < 0;
    if (!is_right)
        fail_msg("operation %d, direction %d of a %a, b %a, c %a: %La", operation, direction, of[0],
                 of[1], of[2], r);
}

#define DEFINE_ROUNDING_TEST(test, kernel, elements, type, bits, next)                             \
    static void test(void **state)                                                                 \
    {                                                                                              \
        static type in[THREADS][3];                                                                \
        static type results[THREADS][OPERATIONS][4];                                               \
        custub_launch launch = one_block(THREADS);                                                 \
        elements##_buffer input;                                                                   \
        elements##_buffer out;                                                                     \
                                                                                                   \
        (void)state;                                                                               \
        for (int i = 0; i < THREADS * 3; i++)                                                      \
            in[i / 3][i % 3] = (type)(sign() * ldexp(1 + fraction(bits), (int)random_bits(1)));    \
        input = elements##_buffer_create(THREADS * 3, &fixture_error);                             \
        out = elements##_buffer_create(THREADS * OPERATIONS * 4, &fixture_error);                  \
        succeed(elements##_upload(input.view, &in[0][0], input.view.count, 0, &fixture_error));    \
        succeed(launch_##kernel(&kernels, &launch, out.view, input.view, &fixture_error));         \
        succeed(                                                                                   \
            elements##_download(out.view, &results[0][0][0], out.view.count, 0, &fixture_error));  \
        for (int i = 0; i < THREADS * OPERATIONS * 4; i++) {                                       \
            const int thread = i / 4 / OPERATIONS;                                                 \
            const int operation = i / 4 % OPERATIONS;                                              \
            const type r = results[thread][operation][i % 4];                                      \
            const double of[3] = {(double)in[thread][0], (double)in[thread][1],                    \
                                  (double)in[thread][2]};                                          \
            check_direction(operation, i % 4, of, (long double)r, (long double)next(r, -99),       \
                            (long double)next(r, 99));                                             \
        }                                                                                          \
        elements##_buffer_destroy(&input, NULL);                                                   \
        elements##_buffer_destroy(&out, NULL);                                                     \
    }

DEFINE_ROUNDING_TEST(rounds_float_in_each_direction, round_single, custub_f32, float, 23,
                     nextafterf)
DEFINE_ROUNDING_TEST(rounds_double_in_each_direction, round_double, custub_f64, double, 52,
                     nextafter)

/* --- Conversions ------------------------------------------------------------------------------ */

static long double in_direction(double value, int direction)
{
    return direction == 0   ? rintl(value)
           : direction == 1 ? truncl(value)
           : direction == 2 ? ceill(value)
                            : floorl(value);
}

static long double clamped(long double value, long double least, long double most)
{
    return value < least ? least : value > most ? most : value;
}

/* Checks 8 conversions in 4 directions. */
static void check_integers(const int64_t *result, double x)
{
    static const long double least[] = {-0x1p31L, 0, -0x1p63L, 0};
    static const long double most[] = {0x1p31L - 1, 0x1p32L - 1, 0x1p63L - 1, 0x1p64L - 1};

    for (int i = 0; i < 32; i++) {
        const int kind = i / 4 % 4;
        const double from = i < 16 ? (double)(float)x : x;
        const long double expected = clamped(in_direction(from, i % 4), least[kind], most[kind]);
        const long double found =
            kind == 3 ? (long double)(uint64_t)result[i] : (long double)result[i];
        if (found != expected)
            fail_msg("conversion %d of %a: %.20Lg instead of %.20Lg", i, from, found, expected);
    }
}

static void check_floats(const float *result, double x)
{
    const double from[] = {x, (double)(int64_t)clamped(truncl(x), -0x1p62L, 0x1p62L),
                           (double)(int32_t)clamped(truncl(x), -0x1p31L, 0x1p31L - 1),
                           (double)(uint32_t)clamped(truncl(x), 0, 0x1p32L - 1),
                           (double)(uint64_t)clamped(truncl(x), 0, 0x1p63L)};

    for (int i = 0; i < 20; i++) {
        const double f = (double)result[i];
        const double exact = from[i / 4];
        const double below = (double)nextafterf(result[i], -HUGE_VALF);
        const double above = (double)nextafterf(result[i], HUGE_VALF);
        const int direction = i % 4 != 1 ? i % 4 : exact < 0 ? 2 : 3;
        const bool is_right = direction == 0   ? result[i] == (float)exact
                              : direction == 2 ? f >= exact && below < exact
                                               : f <= exact && above > exact;
        if (!is_right)
            fail_msg("conversion %d of %a: %a", i, exact, f);
    }
}

static void converts_in_each_direction(void **state)
{
    static double in[THREADS];
    static int64_t integers[THREADS][32];
    static float floats[THREADS][20];
    custub_launch launch = one_block(THREADS);
    custub_i64_buffer integer_buffer;
    custub_f32_buffer float_buffer;
    custub_f64_buffer input;

    (void)state;
    for (int i = 0; i < THREADS; i++)
        in[i] = i % 4 == 0 ? (double)(i - 128) / 8 : sign() * ldexp(1 + fraction(52), i % 60);
    input = custub_f64_buffer_create(THREADS, &fixture_error);
    integer_buffer = custub_i64_buffer_create(THREADS * 32, &fixture_error);
    float_buffer = custub_f32_buffer_create(THREADS * 20, &fixture_error);
    succeed(custub_f64_upload(input.view, in, input.view.count, 0, &fixture_error));
    succeed(launch_convert(&kernels, &launch, integer_buffer.view, float_buffer.view, input.view,
                           &fixture_error));
    succeed(custub_i64_download(integer_buffer.view, &integers[0][0], integer_buffer.view.count, 0,
                                &fixture_error));
    succeed(custub_f32_download(float_buffer.view, &floats[0][0], float_buffer.view.count, 0,
                                &fixture_error));
    for (int i = 0; i < THREADS; i++) {
        check_integers(integers[i], in[i]);
        check_floats(floats[i], in[i]);
    }
    custub_f64_buffer_destroy(&input, NULL);
    custub_i64_buffer_destroy(&integer_buffer, NULL);
    custub_f32_buffer_destroy(&float_buffer, NULL);
}

static void check_wide(const double *result, int64_t n)
{
    const long double exact[] = {n, (uint64_t)n};

    for (int i = 0; i < 8; i++) {
        const long double of = exact[i / 4];
        const int direction = i % 4 != 1 ? i % 4 : of < 0 ? 2 : 3;
        const double below = nextafter(result[i], -HUGE_VAL);
        const double above = nextafter(result[i], HUGE_VAL);
        const bool is_right = direction == 0 ? result[i] == (double)of
                              : direction == 2
                                  ? (long double)result[i] >= of && (long double)below < of
                                  : (long double)result[i] <= of && (long double)above > of;
        if (!is_right)
            fail_msg("conversion %d of %Lg: %a", i, of, result[i]);
    }
    assert_true(result[8] == (int32_t)n && result[9] == (uint32_t)n);
}

static void widens_integers_in_each_direction(void **state)
{
    static int64_t in[THREADS];
    static double results[THREADS][10];
    custub_launch launch = one_block(THREADS);
    custub_i64_buffer input;
    custub_f64_buffer out;

    (void)state;
    for (int i = 0; i < THREADS; i++)
        in[i] = (int64_t)(random_bits(63) << 1 | random_bits(1)) >> i % 64;
    input = custub_i64_buffer_create(THREADS, &fixture_error);
    out = custub_f64_buffer_create(THREADS * 10, &fixture_error);
    succeed(custub_i64_upload(input.view, in, input.view.count, 0, &fixture_error));
    succeed(launch_widen(&kernels, &launch, out.view, input.view, &fixture_error));
    succeed(custub_f64_download(out.view, &results[0][0], out.view.count, 0, &fixture_error));
    for (int i = 0; i < THREADS; i++)
        check_wide(results[i], in[i]);
    custub_i64_buffer_destroy(&input, NULL);
    custub_f64_buffer_destroy(&out, NULL);
}

static void takes_directions_as_arguments(void **state)
{
    static double in[THREADS];
    uint32_t wrong = 0;
    custub_launch launch = one_block(THREADS);
    custub_f64_buffer input;
    custub_u32_buffer out;

    (void)state;
    for (int i = 0; i < THREADS; i++)
        in[i] = sign() * ldexp(1 + fraction(52), (int)random_bits(4));
    input = custub_f64_buffer_create(THREADS, &fixture_error);
    out = custub_u32_buffer_create(1, &fixture_error);
    succeed(custub_f64_upload(input.view, in, input.view.count, 0, &fixture_error));
    succeed(custub_u32_upload(out.view, &wrong, out.view.count, 0, &fixture_error));
    succeed(launch_same_by_mode(&kernels, &launch, out.view, input.view, &fixture_error));
    succeed(custub_u32_download(out.view, &wrong, out.view.count, 0, &fixture_error));
    assert_int_equal(wrong, 0); /* bit i is set: UNLESS_SAME() number i failed */
    custub_f64_buffer_destroy(&input, NULL);
    custub_u32_buffer_destroy(&out, NULL);
}

static void treats_special_values_as_documented(void **state)
{
    custub_launch launch = one_block(1);
    custub_u32_buffer out;
    uint32_t bits = 0;

    (void)state;
    out = custub_u32_buffer_create(1, &fixture_error);
    succeed(launch_special_values(&kernels, &launch, out.view, 0.0f, &fixture_error));
    succeed(custub_u32_download(out.view, &bits, out.view.count, 0, &fixture_error));
    assert_int_equal(bits, (1u << 30) - 1); /* bit i is missing: HOLDS() number i failed */
    custub_u32_buffer_destroy(&out, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(functions_of_float_are_as_exact_as_documented),
        cmocka_unit_test(functions_of_double_are_as_exact_as_documented),
        cmocka_unit_test(rounds_float_in_each_direction),
        cmocka_unit_test(rounds_double_in_each_direction),
        cmocka_unit_test(converts_in_each_direction),
        cmocka_unit_test(widens_integers_in_each_direction),
        cmocka_unit_test(takes_directions_as_arguments),
        cmocka_unit_test(treats_special_values_as_documented),
    };
    int failed = open_fixture();

    if (failed)
        return failed;
    kernels = math_load(&fixture_error);
    succeed(fixture_error.status);
    return cmocka_run_group_tests(tests, NULL, NULL);
}

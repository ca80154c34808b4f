/* The functions of __half and __nv_bfloat16 have CUDA's results; functions of one operand are
 * tested with all 65,536 values. Runs on the CPU driver or on a GPU, as CUSTUB_DRIVER in the
 * environment says. */
#include "device_fixture.h"
#include "halves.custub.h"
#include "small_float.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#define VALUES 65536
#define BATCH  4096 /* sets of operands in a launch */

#define BITS(device, host)             +1
#define EXACT(device, host)            +1
#define DIRECTED(device, host, to)     +1
#define NEAR(device, host, ulps)       +1
#define ROUGH(device, host, error)     +1
#define BOTH(device, host)             +1
#define BOTH_NEAR(device, host, error) +1
#define REAL(device, host)             +1
enum {
    ROWS = 0
#include "half_table.h"
};
#undef BITS
#undef EXACT
#undef DIRECTED
#undef NEAR
#undef ROUGH
#undef BOTH
#undef BOTH_NEAR
#undef REAL

static halves_kernels kernels;

/* --- The comparison --------------------------------------------------------------------------- */

typedef struct checked {
    const small_format *format;
    const halves_half_operands *of;
    const char *name; /* of the function */
} checked;

static void fail_at(const checked *now, uint64_t found, uint64_t expected)
{
    fail_msg("%s of %s, a %#x, b %#x, c %#x, d %a, n %#" PRIx64 ": %#" PRIx64
             " instead of %#" PRIx64,
             now->name, now->format->name, now->of->a, now->of->b, now->of->c, now->of->d,
             (uint64_t)now->of->n, found, expected);
}

static void check_bits(const checked *now, int64_t found, int64_t expected)
{
    if (found != expected)
        fail_at(now, (uint64_t)found, (uint64_t)expected);
}

/* A zero of either sign: the toolkit's own code for hosts takes the second of two zeros. */
#define ANY_ZERO 2

static exact any_zero(exact number)
{
    return number.value == 0 ? (exact){0, ANY_ZERO} : number;
}

static void check_exact(const checked *now, uint64_t found, exact number, direction to)
{
    const unsigned expected = small_bits(now->format, number, to, false);

    if (number.rest == ANY_ZERO && found == now->format->sign)
        return;
    if (found != expected && !(isnan(number.value) && small_is_nan(now->format, (unsigned)found)))
        fail_at(now, found, expected);
}

static void check_near(const checked *now, uint64_t found, long double operand, double expected,
                       double ulps, double error)
{
    const small_format *format = now->format;
    const unsigned nearest = small_bits(format, just((long double)expected), NEAREST, false);
    const long double difference =
        fabsl(small_value(format, (unsigned)found, true) - small_value(format, nearest, true));
    const long double unit = small_unit(format, (long double)expected);

    if (isnan(expected) ? small_is_nan(format, (unsigned)found) : found == nearest)
        return;
    /* CUDA may take 0 for subnormal floats. bfloat16 has the same range as float. */
    if (format == &of_bfloat16 && (fabsl(operand) < 0x1p-126L || fabs(expected) < 0x1p-125))
        return;
    if (isinf(expected) || !(difference <= fmaxl((ulps + 0.5) * unit, error)))
        fail_at(now, found, nearest);
    if (isfinite(small_value(format, (unsigned)found, false)) &&
        fabsl(small_value(format, (unsigned)found, true) - (long double)expected) >
            fmaxl(ulps * unit, error))
        fail_at(now, found, nearest);
}

static void check_real(const checked *now, uint64_t found, long double expected)
{
    const float value = (float)expected;
    uint32_t bits;

    memcpy(&bits, &value, sizeof(bits));
    if (found != bits && !(isnan(expected) && (found & 0x7fffffff) > 0x7f800000))
        fail_at(now, found, bits);
}

static int64_t mask(bool low, bool high)
{
    return (low ? 0xffff : 0) | (high ? 0xffff0000 : 0);
}

static int64_t joined(unsigned low, unsigned high)
{
    return (int64_t)(low | (uint32_t)high << 16);
}

#define LANES(found, ...)                                                                          \
    for (unsigned lane = 0; lane < 2; lane++) {                                                    \
        const uint64_t half = (uint64_t)(found) >> (16 * lane) & 0xffff;                           \
        x = values[lane], y = values[lane + 1], z = values[lane + 2];                              \
        __VA_ARGS__;                                                                               \
    }                                                                                              \
    x = values[0], y = values[1], z = values[2];
#define BITS(device, host)         now.name = #device, check_bits(&now, *result++, (host));
#define EXACT(device, host)        DIRECTED_NUMBER(device, host, NEAREST)
#define DIRECTED(device, host, to) DIRECTED_NUMBER(device, just((long double)(host)), to)
#define DIRECTED_NUMBER(device, host, to)                                                          \
    now.name = #device, check_exact(&now, (uint64_t)*result++, (host), (to));
#define NEAR(device, host, ulps)                                                                   \
    now.name = #device, check_near(&now, (uint64_t)*result++, x, (host), (ulps), 0);
#define ROUGH(device, host, error)                                                                 \
    now.name = #device, check_near(&now, (uint64_t)*result++, x, (host), 2, (error));
#define BOTH(device, host)                                                                         \
    now.name = #device;                                                                            \
    LANES(*result, check_exact(&now, half, (host), NEAREST))                                       \
    result++;
#define BOTH_NEAR(device, host, ulps)                                                              \
    now.name = #device;                                                                            \
    LANES(*result, check_near(&now, half, x, (host), (ulps), 0))                                   \
    result++;
#define REAL(device, host) now.name = #device, check_real(&now, (uint64_t)*result++, (host));

static void check_all(const small_format *format, const halves_half_operands *of,
                      const int64_t *result)
{
    const unsigned bits_a = of->a;
    const unsigned bits_b = of->b;
    const unsigned bits_c = of->c;
    const long double values[4] = {
        small_value(format, bits_a, false), small_value(format, bits_b, false),
        small_value(format, bits_c, false), small_value(format, bits_a, false)};
    const double d = of->d;
    const float f = (float)d;
    const int64_t n = of->n;
    long double x = values[0];
    long double y = values[1];
    long double z = values[2];
    checked now = {format, of, ""};

#define rounded(number) small_value(format, small_bits(format, number, NEAREST, false), false)
#include "half_table.h"
#undef rounded
}

/* --- Operands --------------------------------------------------------------------------------- */

static uint64_t seed = 0x9e3779b97f4a7c15;

static uint64_t next_random(void)
{
    seed ^= seed << 13;
    seed ^= seed >> 7;
    seed ^= seed << 17;
    return seed;
}

static uint16_t next_half(void)
{
    static const uint16_t edges[] = {0,      0x8000, 0x3c00, 0x3f80, 0xbc00, 0x7bff, 0x7c00,
                                     0xfc00, 0x7f7f, 0x7f80, 0xff80, 0x7fff, 0x0001, 0x8001,
                                     0x03ff, 0x0400, 0x007f, 0x0080, 0x4900, 0x5bff};

    const uint64_t random = next_random();

    return random % 8 == 0 ? edges[random / 8 % (sizeof(edges) / sizeof(edges[0]))]
                           : (uint16_t)(random >> 32);
}

/* Any number, a number of the format or a number near it, or one between two of them. */
static double next_double(const small_format *format)
{
    const uint64_t random = next_random();
    const long double near = small_value(format, (uint16_t)random & 0xffff, true);
    double any;

    if (random >> 20 & 1 || isnan(near)) {
        memcpy(&any, &random, sizeof(any));
        return any;
    }
    return (double)(near + small_unit(format, near) *
                               ((long double)(random >> 24 & 3) / 4 +
                                (long double)((int)(random >> 28 & 3) - 1) * 0x1p-30L));
}

static void make_operands(const small_format *format, halves_half_operands *of, unsigned a)
{
    of->a = (uint16_t)a;
    of->b = next_half();
    of->c = a % 5 == 0 ? (uint16_t)(of->b ^ 0x8000) : next_half();
    of->d = next_double(format);
    of->n = (int64_t)next_random() >> next_random() % 64;
}

/* --- The tests -------------------------------------------------------------------------------- */

typedef custub_status (*launch_functions)(const halves_kernels *, const custub_launch *,
                                          custub_i64_view, halves_half_operands_view, uint32_t,
                                          custub_error *);

/* The slow memory checker only gets a quarter of the operands: addresses hardly depend on them. */
static unsigned step(void)
{
    return getenv("CUSTUB_CPU_CHECK") ? 4 * BATCH : BATCH;
}

static void check_functions(const small_format *format, launch_functions launch_them)
{
    static halves_half_operands operands[BATCH];
    static int64_t results[BATCH * ROWS];
    custub_launch launch = one_block(256);
    custub_i64_buffer out;
    custub_bytes_buffer in;

    launch.grid = custub_grid(BATCH / 256, 1, 1);
    out = custub_i64_buffer_create(BATCH * ROWS, &fixture_error);
    in = custub_bytes_buffer_create(sizeof(operands), &fixture_error);
    for (unsigned first = 0; first < VALUES; first += step()) {
        for (unsigned i = 0; i < BATCH; i++)
            make_operands(format, &operands[i], first + i);
        succeed(custub_bytes_upload(in.view, operands, in.view.count, 0, &fixture_error));
        succeed(launch_them(&kernels, &launch, out.view,
                            halves_half_operands_view_of(in.view.ptr, BATCH), ROWS,
                            &fixture_error));
        succeed(custub_i64_download(out.view, results, out.view.count, 0, &fixture_error));
        for (unsigned i = 0; i < BATCH; i++)
            check_all(format, &operands[i], &results[(size_t)i * ROWS]);
    }
    custub_i64_buffer_destroy(&out, NULL);
    custub_bytes_buffer_destroy(&in, NULL);
}

static void computes_with_half_as_cuda_does(void **state)
{
    (void)state;
    check_functions(&of_half, launch_functions_of_half);
}

static void computes_with_bfloat16_as_cuda_does(void **state)
{
    (void)state;
    check_functions(&of_bfloat16, launch_functions_of_bfloat16);
}

/* Launches over 64 numbers, and reads `count` results. */
#define TRADERS 64
static void run_on_words(custub_status (*launch_it)(const halves_kernels *, const custub_launch *,
                                                    custub_u16_view, custub_u16_view,
                                                    custub_error *),
                         const uint16_t *in, uint16_t *out, size_t count)
{
    const custub_launch launch = one_block(TRADERS);
    custub_u16_buffer from = custub_u16_buffer_create(TRADERS, &fixture_error);
    custub_u16_buffer to = custub_u16_buffer_create(count, &fixture_error);

    succeed(custub_u16_upload(from.view, in, from.view.count, 0, &fixture_error));
    succeed(launch_it(&kernels, &launch, to.view, from.view, &fixture_error));
    succeed(custub_u16_download(to.view, out, to.view.count, 0, &fixture_error));
    custub_u16_buffer_destroy(&from, NULL);
    custub_u16_buffer_destroy(&to, NULL);
}

static void make_traded(uint16_t *in)
{
    for (unsigned i = 0; i < TRADERS; i++)
        in[i] = (uint16_t)(0x3c00 + 7 * i);
}

static void stores_halves(void **state)
{
    uint16_t in[TRADERS];
    uint16_t out[TRADERS][12];

    (void)state;
    make_traded(in);
    for (int kind = 0; kind < 2; kind++) {
        memset(out, 0, sizeof(out));
        run_on_words(kind ? launch_stores_of_bfloat16 : launch_stores_of_half, in, &out[0][0],
                     12 * TRADERS);
        for (unsigned i = 0; i < 12 * TRADERS; i++) {
            const unsigned negative = i % 12 >= 4 && i % 2 == 1 ? 0x8000 : 0;
            assert_int_equal(out[i / 12][i % 12], in[i / 12] | negative);
        }
    }
}

static void shuffles_halves(void **state)
{
    uint16_t in[TRADERS];
    uint16_t out[TRADERS][8];

    (void)state;
    make_traded(in);
    for (int kind = 0; kind < 2; kind++) {
        run_on_words(kind ? launch_shuffles_of_bfloat16 : launch_shuffles_of_half, in, &out[0][0],
                     8 * TRADERS);
        for (unsigned i = 0; i < TRADERS; i++) {
            const unsigned from[4] = {i / 32 * 32 + 3, i % 32 ? i - 1 : i, i % 32 < 31 ? i + 1 : i,
                                      i ^ 5};
            for (unsigned j = 0; j < 8; j++)
                assert_int_equal(out[i][j], in[from[j % 4]]);
        }
    }
}

static void adds_halves_atomically(void **state)
{
    const custub_launch launch = one_block(TRADERS);

    (void)state;
    for (int kind = 0; kind < 2; kind++) {
        const small_format *format = kind ? &of_bfloat16 : &of_half;
        uint16_t sums[4] = {0, 0x1234, 0, 0};
        custub_u16_buffer out;

        out = custub_u16_buffer_create(4, &fixture_error);
        succeed(custub_u16_upload(out.view, sums, out.view.count, 0, &fixture_error));
        succeed((kind ? launch_sum_of_bfloat16 : launch_sum_of_half)(&kernels, &launch, out.view,
                                                                     &fixture_error));
        succeed(custub_u16_download(out.view, sums, out.view.count, 0, &fixture_error));
        assert_true(small_value(format, sums[0], false) == TRADERS / 2);
        assert_int_equal(sums[1], 0x1234);
        assert_true(small_value(format, sums[2], false) == TRADERS / 2);
        assert_true(small_value(format, sums[3], false) == -TRADERS / 2);
        custub_u16_buffer_destroy(&out, NULL);
    }
}

static void builds_vectors_by_pointers_to_halves(void **state)
{
    const custub_launch launch = one_block(32);
    uint32_t digits[32];
    uint16_t found[32][8];
    custub_u16_buffer out;
    custub_u32_buffer in;

    (void)state;
    for (uint32_t i = 0; i < 32; i++)
        digits[i] = i * 0x9e3779b9u;
    in = custub_u32_buffer_create(32, &fixture_error);
    succeed(custub_u32_upload(in.view, digits, in.view.count, 0, &fixture_error));
    out = custub_u16_buffer_create(256, &fixture_error);
    succeed(launch_eight_at_once(&kernels, &launch, in.view, custub_uint4_view_of(out.view.ptr, 32),
                                 &fixture_error));
    succeed(custub_u16_download(out.view, &found[0][0], out.view.count, 0, &fixture_error));
    for (uint32_t i = 0; i < 32; i++) {
        for (uint32_t j = 0; j < 8; j++)
            assert_true(small_value(&of_half, found[i][j], false) ==
                        2.0 * ((int)(digits[i] >> (4 * j) & 15) - 8));
    }
    custub_u16_buffer_destroy(&out, NULL);
    custub_u32_buffer_destroy(&in, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(computes_with_half_as_cuda_does),
        cmocka_unit_test(computes_with_bfloat16_as_cuda_does),
        cmocka_unit_test(stores_halves),
        cmocka_unit_test(shuffles_halves),
        cmocka_unit_test(adds_halves_atomically),
        cmocka_unit_test(builds_vectors_by_pointers_to_halves),
    };
    int failed = open_fixture();

    if (failed)
        return failed;
    kernels = halves_load(&fixture_error);
    succeed(fixture_error.status);
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* The types of 8, 6 and 4 bits are converted as CUDA converts them: from all 65,536 halves and
 * bfloat16s, and back from all of their own values. Runs on the CPU driver or on a GPU, as
 * CUSTUB_DRIVER in the environment says. */
#include "device_fixture.h"
#include "small_float.h"
#include "small_floats.custub.h"

#include <string.h>

#define VALUES 65536
#define BATCH  8192 /* operands of a launch */

#define SMALL(format, device, host, saturates)     +1
#define BOTH(format, device, low, high, saturates) +1
#define NIBBLES(format, device, low, high)         +1
#define HALF(device, host)                         +1
#define BYTE(device, host)                         +1
enum {
    ROWS = 0
#include "small_table.h"
};
#undef SMALL
#undef BOTH
#undef NIBBLES
#undef HALF
#undef BYTE

static const small_format of_e4m3 = {"e4m3", 3, -6, 0x7e, 0, 0x7f, 0x80};
static const small_format of_e5m2 = {"e5m2", 2, -14, 0x7b, 0x7c, 0x7f, 0x80};
/* They have no NaN, which becomes the greatest number. */
static const small_format of_e2m3 = {"e2m3", 3, 0, 0x1f, 0, 0x1f, 0x20};
static const small_format of_e3m2 = {"e3m2", 2, -2, 0x1f, 0, 0x1f, 0x20};
static const small_format of_e2m1 = {"e2m1", 1, 0, 7, 0, 7, 8};

static void check(const char *name, unsigned i, double d, unsigned found, unsigned expected)
{
    if (found != expected)
        fail_msg("%s, i %#x, d %a: %#x instead of %#x", name, i, d, found, expected);
}

static void check_small(const small_format *format, const char *name, unsigned i, double d,
                        unsigned found, long double value, bool saturates)
{
    if (!isnan(value) || !small_is_nan(format, found))
        check(name, i, d, found, small_bits(format, just(value), NEAREST, saturates));
}

/* The exponent of the least power of two that is not below the number. */
static int upper_exponent(double number)
{
    return ilogb(number) + (ldexp(1, ilogb(number)) < number);
}

/* The bits of 2^(`exponent` - 127) as a bfloat16. */
static unsigned power_bits(unsigned exponent)
{
    return exponent == 0xff ? of_bfloat16.not_a_number : exponent ? exponent << 7 : 0x40;
}

static void check_all(unsigned i, double d, const uint16_t *found)
{
    const long double x = small_value(&of_half, i, false);
    const long double y = small_value(&of_bfloat16, i, false);
    const float f = (float)d;
    const double p = ldexp(1 + (i & 0xff) / 256.0, (int)(i >> 8) % 253 - 126);
    uint32_t bits;
    const float single = (float)p;
    long double v;

    memcpy(&bits, &single, sizeof(bits));
    v = small_value(&of_bfloat16, (bits + 0xffff) >> 16, false);
#define SMALL(format, device, host, saturates)                                                     \
    check_small(&format, #device, i, d, *found++, (long double)(host), saturates);
#define BOTH(format, device, low, high, saturates)                                                 \
    check_small(&format, #device, i, d, *found & 0xff, (long double)(low), saturates);             \
    check_small(&format, #device, i, d, *found++ >> 8, (long double)(high), saturates);
#define NIBBLES(format, device, low, high)                                                         \
    check_small(&format, #device, i, d, *found & 0xf, (long double)(low), true);                   \
    check_small(&format, #device, i, d, *found++ >> 4, (long double)(high), true);
#define HALF(device, host) check_small(&of_half, #device, i, d, *found++, (host), false);
#define BYTE(device, host) check(#device, i, d, *found++, (unsigned)(host));
#include "small_table.h"
}

/* Any number; or one near a number of the types, or between two of them. */
static double make_double(unsigned i)
{
    static uint64_t seed = 0x9e3779b97f4a7c15;
    double any;

    seed = seed * 6364136223846793005 + 1442695040888963407;
    if (i % 4 != 0)
        return ldexp((double)(seed >> 40 & 31) * (i % 8 < 4 ? 1 : -1) +
                         ((int)(seed >> 50 & 3) - 1) * 0x1p-28,
                     (int)(seed >> 54 & 31) - 22);
    memcpy(&any, &seed, sizeof(any));
    return any;
}

static void converts_small_floats_as_cuda_does(void **state)
{
    static double operands[BATCH];
    static uint16_t results[BATCH * ROWS];
    custub_launch launch = one_block(256);
    small_floats_kernels kernels;
    custub_f64_buffer in;
    custub_u16_buffer out;

    (void)state;
    launch.grid = custub_grid(BATCH / 256, 1, 1);
    kernels = small_floats_load(&fixture_error);
    succeed(fixture_error.status);
    in = custub_f64_buffer_create(BATCH, &fixture_error);
    out = custub_u16_buffer_create(BATCH * ROWS, &fixture_error);
    for (unsigned first = 0; first < VALUES; first += BATCH) {
        for (unsigned i = 0; i < BATCH; i++)
            operands[i] = make_double(i);
        succeed(custub_f64_upload(in.view, operands, in.view.count, 0, &fixture_error));
        succeed(
            launch_small_floats(&kernels, &launch, out.view, in.view, first, ROWS, &fixture_error));
        succeed(custub_u16_download(out.view, results, out.view.count, 0, &fixture_error));
        for (unsigned i = 0; i < BATCH; i++)
            check_all(first + i, operands[i], &results[(size_t)i * ROWS]);
    }
    custub_f64_buffer_destroy(&in, NULL);
    custub_u16_buffer_destroy(&out, NULL);
    small_floats_unload(&kernels, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(converts_small_floats_as_cuda_does)};
    int failed = open_fixture();

    return failed ? failed : cmocka_run_group_tests(tests, NULL, NULL);
}

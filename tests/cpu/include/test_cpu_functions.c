/* The device functions of custub/cpu_device.h have CUDA's results. */
#include "cpu_harness.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

static CUlibrary library;

static int set_up(void **state)
{
    int result = harness_set_up(state);

    assert_success(cu.cuLibraryLoadData(&library, harness_image(SAMPLE_FUNCTIONS), NULL, NULL, 0,
                                        NULL, NULL, 0));
    return result;
}

static int tear_down(void **state)
{
    assert_success(cu.cuLibraryUnload(library));
    return harness_tear_down(state);
}

/* Runs one thread of a kernel that fills an array. */
static void fill(const char *name, void *out, size_t size)
{
    CUdeviceptr device = harness_upload(out, size);
    void *params[] = {&device};

    assert_success(harness_launch(harness_kernel(library, name), 1, 1, 0, params));
    harness_download(out, device, size);
    assert_success(cu.cuMemFree_v2(device));
}

static void computes_with_integers(void **state)
{
    static const long long expected[] = {
        8,          64,         31,         32,         0,          23,
        0,          4,          32,         51,         0x80000000, 0x4000000000000000,
        -25165821,  10,         -1,         0xfffffffe, -1,         0xfffe,
        0x77225500, 0x18,       0x30000001, 112,        -1,         4,
        -1,         5,          3,          2,          -2,         3,
        -3,         2147483647, 0,          -10,        0,          0x3f800000,
        0x3ff00000, 32};
    long long out[COUNT(expected)] = {0};

    (void)state;
    fill("integers", out, sizeof(out));
    for (size_t i = 0; i < COUNT(expected); i++) {
        if (out[i] != expected[i])
            fail_msg("value %zu is %lld, not %lld", i, out[i], expected[i]);
    }
}

static void assert_near(size_t index, double value, double expected, double tolerance)
{
    if (!(fabs(value - expected) <= tolerance * fmax(1.0, fabs(expected))))
        fail_msg("value %zu is %.17g, not %.17g", index, value, expected);
}

static void computes_with_floats(void **state)
{
    static const double expected[] = {
        0.25, 1.41421356, 2.71828183, 2.71828183, 2.30258509, 2.30258509, 1.41421356, 1024,
        10,   0.125,      4.5,        4.5,        0,          0.25,       0,          3,
        2,    1,          -1,         0,          0.5,        0.46211716, 0.52049988, 0.2,
        7,    1,          0.87758256, 0.25,       100,        -1};
    float out[COUNT(expected)] = {0};

    (void)state;
    fill("floats", out, sizeof(out));
    for (size_t i = 0; i < COUNT(expected); i++)
        assert_near(i, (double)out[i], expected[i], 3e-7);
}

static void computes_with_doubles(void **state)
{
    static const double expected[] = {
        0.5,  1.0 / 3.0, 0.70710678118654752, 0.70710678118654752, 0.3, 1.75, 5.0,
        -8.0, 1.25,      0.84134474606854293, 0.30000000000000004, 7,   7,    3.125,
        5,    2};
    double out[COUNT(expected)] = {0};

    (void)state;
    fill("doubles", out, sizeof(out));
    for (size_t i = 0; i < COUNT(expected); i++)
        assert_near(i, out[i], expected[i], 1e-14);
}

typedef struct counters {
    int added, subtracted, least, most, bits_and, bits_or, bits_xor, swapped, replaced;
    unsigned up, down, unsigned_most;
    unsigned long long wide, wide_most;
    float sum;
    double precise;
} counters;

static void updates_atomically(void **state)
{
    enum { N = 4 * 256 };
    counters c;
    int *seen = calloc(N, sizeof(int));
    CUdeviceptr seen_device = harness_upload(seen, N * sizeof(int));
    CUdeviceptr device;
    void *params[] = {&device, &seen_device};

    (void)state;
    memset(&c, 0, sizeof(c));
    c.bits_and = -1;
    c.replaced = 5;
    device = harness_upload(&c, sizeof(c));
    assert_success(harness_launch(harness_kernel(library, "atomics"), 4, 256, 0, params));
    harness_download(&c, device, sizeof(c));
    harness_download(seen, seen_device, N * sizeof(int));
    for (int i = 0; i < N; i++)
        assert_int_equal(seen[i], 1); /* every old value was returned once */
    assert_int_equal(c.added, N);
    assert_int_equal(c.subtracted, -2 * N);
    assert_int_equal(c.least, -(N - 1));
    assert_int_equal(c.most, N - 1);
    assert_int_equal(c.bits_and, ~0xff);
    assert_int_equal(c.bits_or, 0xffff);
    assert_int_equal(c.bits_xor, 0);
    assert_int_equal(c.swapped, 42);
    assert_int_equal(c.replaced, 6);
    assert_int_equal(c.up, N % 7);
    assert_int_equal(c.down, (7 - N % 7) % 7);
    assert_int_equal(c.unsigned_most, 0x80000000u + N - 1);
    assert_true(c.wide == (unsigned long long)N << 33);
    assert_true(c.wide_most == (unsigned long long)(N - 1) << 32);
    assert_true(c.sum == 0.5f * N);
    assert_true(c.precise == 0.25 * N);
    assert_success(cu.cuMemFree_v2(device));
    assert_success(cu.cuMemFree_v2(seen_device));
    free(seen);
}

static void lays_out_vectors_as_cuda_does(void **state)
{
    static const unsigned expected[] = {12, 16, 32, 4, 12, 16, 5};
    const float values[2][4] = {{1, 2, 3, 4}, {5, 6, 7, 8}};
    float out[2][2];
    unsigned sizes[COUNT(expected)];
    CUdeviceptr values_device = harness_upload(values, sizeof(values));
    CUdeviceptr out_device = harness_upload(NULL, sizeof(out));
    CUdeviceptr sizes_device = harness_upload(NULL, sizeof(sizes));
    void *params[] = {&values_device, &out_device, &sizes_device};

    (void)state;
    assert_success(harness_launch(harness_kernel(library, "vectors"), 1, 2, 0, params));
    harness_download(out, out_device, sizeof(out));
    harness_download(sizes, sizes_device, sizeof(sizes));
    assert_true(out[0][0] == 3 && out[0][1] == 7 && out[1][0] == 11 && out[1][1] == 15);
    assert_memory_equal(sizes, expected, sizeof(expected));
    assert_success(cu.cuMemFree_v2(values_device));
    assert_success(cu.cuMemFree_v2(out_device));
    assert_success(cu.cuMemFree_v2(sizes_device));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(computes_with_integers),        cmocka_unit_test(computes_with_floats),
        cmocka_unit_test(computes_with_doubles),         cmocka_unit_test(updates_atomically),
        cmocka_unit_test(lays_out_vectors_as_cuda_does),
    };

    return cmocka_run_group_tests(tests, set_up, tear_down);
}

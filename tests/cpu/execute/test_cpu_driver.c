/* The CPU driver runs kernels with the right results. */
#include "cpu_harness.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

/* --- Threads that never wait ---------------------------------------------------------------------
 */

static void runs_a_kernel_over_a_grid(void **state)
{
    (void)state;
    harness_check_saxpy(harness_kernel(harness_library, "saxpy"), 1.0f, 1.0f);
}

static void check_indices(const char *name)
{
    const unsigned grid[3] = {3, 2, 2};
    const unsigned block[3] = {5, 4, 3};
    enum { THREADS = 12 * 60 };
    unsigned *out = calloc(THREADS * 12, sizeof(unsigned));
    CUdeviceptr device = harness_upload(NULL, THREADS * 12 * sizeof(unsigned));
    void *params[] = {&device};

    assert_success(cu.cuLaunchKernel(harness_kernel(harness_library, name), grid[0], grid[1],
                                     grid[2], block[0], block[1], block[2], 0, NULL, params, NULL));
    harness_download(out, device, THREADS * 12 * sizeof(unsigned));
    for (unsigned i = 0; i < THREADS; i++) {
        const unsigned t = i % 60;
        const unsigned b = i / 60;
        const unsigned expected[12] = {t % 5,    t / 5 % 4, t / 20,   b % 3,   b / 3 % 2, b / 6,
                                       block[0], block[1],  block[2], grid[0], grid[1],   grid[2]};
        assert_memory_equal(out + i * 12, expected, sizeof(expected));
    }
    assert_success(cu.cuMemFree_v2(device));
    free(out);
}

static void sets_the_indices_of_every_thread(void **state)
{
    (void)state;
    check_indices("places");
}

static void keeps_thread_indices_across_a_barrier(void **state)
{
    (void)state;
    check_indices("places_after_barrier");
}

typedef struct pair {
    double weight;
    int index;
    int padding;
} pair;

typedef struct by_value_block {
    char c;
    char padding_c[15];
    pair p;
    char o[3];
    char padding_o;
    short s;
    char padding_s[2];
    CUdeviceptr values;
    CUdeviceptr out;
} by_value_block;

static void passes_parameters_by_value(void **state)
{
    const double values[6] = {1, 2, 3, 4, 5, 6};
    char c = 100;
    char o[3] = {1, 2, 3};
    short s = -1000;
    pair p = {0.5, 2, 0};
    double out[4];
    CUdeviceptr values_device = harness_upload(values, sizeof(values));
    CUdeviceptr out_device = harness_upload(NULL, sizeof(out));
    void *params[] = {&c, &p, o, &s, &values_device, &out_device};

    (void)state;
    assert_success(harness_launch(harness_kernel(harness_library, "by_value"), 1, 4, 0, params));
    harness_download(out, out_device, sizeof(out));
    for (int i = 0; i < 4; i++)
        assert_true(out[i] == 0.5 * (3 + i) + 100 + 3 - 1000);
    assert_int_equal(p.index, 2);
    assert_success(cu.cuMemFree_v2(values_device));
    assert_success(cu.cuMemFree_v2(out_device));
}

static void takes_parameters_from_a_buffer(void **state)
{
    const double values[3] = {1, 2, 3};
    double out = 0;
    by_value_block block = {.c = 1, .p = {2.0, 1, 0}, .o = {0, 0, 5}, .s = 7};
    size_t size = sizeof(block);
    void *extra[] = {(void *)(uintptr_t)1, &block, (void *)(uintptr_t)2, &size, NULL};
    CUfunction kernel = harness_kernel(harness_library, "by_value");

    (void)state;
    block.values = harness_upload(values, sizeof(values));
    block.out = harness_upload(NULL, sizeof(out));
    assert_success(cu.cuLaunchKernel(kernel, 1, 1, 1, 1, 1, 1, 0, NULL, NULL, extra));
    harness_download(&out, block.out, sizeof(out));
    assert_true(out == 2.0 * 2 + 1 + 5 + 7);
    size = sizeof(block) + 16;
    assert_int_equal(cu.cuLaunchKernel(kernel, 1, 1, 1, 1, 1, 1, 0, NULL, NULL, extra),
                     CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES);
    size = 0;
    assert_int_equal(cu.cuLaunchKernel(kernel, 1, 1, 1, 1, 1, 1, 0, NULL, NULL, extra),
                     CUDA_ERROR_INVALID_VALUE);
    assert_success(cu.cuMemFree_v2(block.values));
    assert_success(cu.cuMemFree_v2(block.out));
}

static void returns_offset_and_size_of_each_parameter(void **state)
{
    static const size_t expected[][2] = {
        {offsetof(by_value_block, c), 1},      {offsetof(by_value_block, p), 16},
        {offsetof(by_value_block, o), 3},      {offsetof(by_value_block, s), 2},
        {offsetof(by_value_block, values), 8}, {offsetof(by_value_block, out), 8}};
    CUkernel kernel;
    size_t offset;
    size_t size;

    (void)state;
    assert_success(cu.cuLibraryGetKernel(&kernel, harness_library, "by_value"));
    for (size_t i = 0; i < COUNT(expected); i++) {
        assert_success(cu.cuKernelGetParamInfo(kernel, i, &offset, &size));
        assert_int_equal(offset, expected[i][0]);
        assert_int_equal(size, expected[i][1]);
        offset = 99;
        assert_success(cu.cuFuncGetParamInfo((CUfunction)(void *)kernel, i, &offset, NULL));
        assert_int_equal(offset, expected[i][0]);
    }
    assert_int_equal(cu.cuKernelGetParamInfo(kernel, COUNT(expected), &offset, &size),
                     CUDA_ERROR_INVALID_VALUE);
    assert_success(cu.cuLibraryGetKernel(&kernel, harness_library, "no_parameters"));
    assert_int_equal(cu.cuKernelGetParamInfo(kernel, 0, &offset, &size), CUDA_ERROR_INVALID_VALUE);
    assert_success(harness_launch((CUfunction)(void *)kernel, 1, 1, 0, NULL));
}

static void launches_with_a_configuration(void **state)
{
    CUlaunchAttribute attributes[2];
    CUlaunchConfig config;
    CUfunction kernel = harness_kernel(harness_library, "no_parameters");

    (void)state;
    memset(attributes, 0, sizeof(attributes));
    memset(&config, 0, sizeof(config));
    config.gridDimX = config.gridDimY = config.gridDimZ = 1;
    config.blockDimX = config.blockDimY = config.blockDimZ = 1;
    config.attrs = attributes;
    config.numAttrs = 2;
    attributes[0].id = CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION;
    attributes[0].value.cluster[0] = attributes[0].value.cluster[1] = 1;
    attributes[0].value.cluster[2] = 1;
    attributes[1].id = CU_LAUNCH_ATTRIBUTE_COOPERATIVE;
    assert_success(cu.cuLaunchKernelEx(&config, kernel, NULL, NULL));
    attributes[1].value.cooperative = 1;
    assert_success(cu.cuLaunchKernelEx(&config, kernel, NULL, NULL));
    config.gridDimX = 1 << 20; /* more blocks than run at once */
    assert_int_equal(cu.cuLaunchKernelEx(&config, kernel, NULL, NULL),
                     CUDA_ERROR_COOPERATIVE_LAUNCH_TOO_LARGE);
    config.gridDimX = 4;
    attributes[1].value.cooperative = 0;
    attributes[0].value.cluster[0] = 2;
    assert_int_equal(cu.cuLaunchKernelEx(&config, kernel, NULL, NULL), CUDA_ERROR_NOT_SUPPORTED);
    attributes[0].value.cluster[0] = 3;
    assert_int_equal(cu.cuLaunchKernelEx(&config, kernel, NULL, NULL),
                     CUDA_ERROR_INVALID_CLUSTER_SIZE);
    attributes[0].id = CU_LAUNCH_ATTRIBUTE_DEVICE_UPDATABLE_KERNEL_NODE;
    assert_int_equal(cu.cuLaunchKernelEx(&config, kernel, NULL, NULL), CUDA_ERROR_NOT_SUPPORTED);
}

/* --- Shared memory and barriers ------------------------------------------------------------------
 */

static void sums_in_static_shared_memory(void **state)
{
    enum { BLOCKS = 3, THREADS = 1024 };
    int *values = calloc(BLOCKS * THREADS, sizeof(int));
    int sums[BLOCKS];
    double halves[BLOCKS];
    CUdeviceptr values_device;
    CUdeviceptr sums_device = harness_upload(NULL, sizeof(sums));
    CUdeviceptr halves_device = harness_upload(NULL, sizeof(halves));
    void *params[] = {&values_device, &sums_device, &halves_device};

    (void)state;
    for (int i = 0; i < BLOCKS * THREADS; i++)
        values[i] = i;
    values_device = harness_upload(values, BLOCKS * THREADS * sizeof(int));
    assert_success(
        harness_launch(harness_kernel(harness_library, "static_sum"), BLOCKS, THREADS, 0, params));
    harness_download(sums, sums_device, sizeof(sums));
    harness_download(halves, halves_device, sizeof(halves));
    for (int b = 0; b < BLOCKS; b++) {
        int expected = THREADS * (b * THREADS) + THREADS * (THREADS - 1) / 2;
        assert_int_equal(sums[b], expected);
        assert_true(halves[b] == 0.5 * expected);
    }
    assert_success(cu.cuMemFree_v2(values_device));
    assert_success(cu.cuMemFree_v2(sums_device));
    assert_success(cu.cuMemFree_v2(halves_device));
    free(values);
}

static void check_dynamic_sum(unsigned threads)
{
    enum { N = 5000 };
    float values[N];
    float sums[N];
    size_t n = N;
    unsigned blocks = (N + threads - 1) / threads;
    CUdeviceptr values_device;
    CUdeviceptr sums_device = harness_upload(NULL, sizeof(sums));
    void *params[] = {&n, &values_device, &sums_device};

    for (int i = 0; i < N; i++)
        values[i] = (float)(i % 7);
    values_device = harness_upload(values, sizeof(values));
    assert_success(harness_launch(harness_kernel(harness_library, "dynamic_sum"), blocks, threads,
                                  threads * (unsigned)sizeof(float), params));
    harness_download(sums, sums_device, blocks * sizeof(float));
    for (unsigned b = 0; b < blocks; b++) {
        float expected = 0.0f;
        for (unsigned i = b * threads; i < (b + 1) * threads && i < N; i++)
            expected += (float)(i % 7);
        assert_true(sums[b] == expected);
    }
    assert_success(cu.cuMemFree_v2(values_device));
    assert_success(cu.cuMemFree_v2(sums_device));
}

static void sums_in_dynamic_shared_memory(void **state)
{
    (void)state;
    check_dynamic_sum(1);
    check_dynamic_sum(64);
    check_dynamic_sum(256);
    check_dynamic_sum(1024);
}

static void shares_an_array_declared_in_a_namespace(void **state)
{
    double values[8] = {0, 1, 2, 3, 4, 5, 6, 7};
    CUdeviceptr device = harness_upload(values, sizeof(values));
    void *params[] = {&device};

    (void)state;
    assert_success(harness_launch(harness_kernel(harness_library, "rotate"), 1, 8, 64, params));
    harness_download(values, device, sizeof(values));
    for (int i = 0; i < 8; i++)
        assert_true(values[i] == (i + 1) % 8);
    assert_success(cu.cuMemFree_v2(device));
}

static void provides_all_opted_in_shared_memory(void **state)
{
    CUfunction kernel = harness_kernel(harness_library, "touch_shared");
    unsigned bytes = 232448;
    unsigned char out = 0;
    CUdeviceptr device = harness_upload(&out, 1);
    void *params[] = {&bytes, &device};
    int most = 0;

    (void)state;
    assert_success(cu.cuFuncSetAttribute(kernel, 8, (int)bytes));
    assert_success(cu.cuFuncGetAttribute(&most, 8, kernel));
    assert_int_equal(most, bytes);
    assert_success(harness_launch(kernel, 1, 1, bytes, params));
    harness_download(&out, device, 1);
    assert_int_equal(out, 7);
    assert_success(cu.cuFuncSetAttribute(kernel, 8, 49152));
    assert_success(cu.cuMemFree_v2(device));
}

static void counts_returned_threads_as_arrived(void **state)
{
    unsigned stay = 100;
    unsigned out[100];
    CUdeviceptr device = harness_upload(NULL, sizeof(out));
    void *params[] = {&stay, &device};

    (void)state;
    assert_success(
        harness_launch(harness_kernel(harness_library, "leave_early"), 1, 512, 0, params));
    harness_download(out, device, sizeof(out));
    for (unsigned i = 0; i < stay; i++)
        assert_int_equal(out[i], (99 - i) * (99 - i));
    assert_success(cu.cuMemFree_v2(device));
}

static void counts_votes_at_barriers(void **state)
{
    int predicate[3][64];
    int results[3][3][64];
    static const int counts[3] = {64, 21, 0};
    CUdeviceptr in;
    CUdeviceptr out[3];
    void *params[] = {&in, &out[0], &out[1], &out[2]};

    (void)state;
    for (int i = 0; i < 64; i++) {
        predicate[0][i] = -5;
        predicate[1][i] = i % 3 == 1 ? 256 : 0;
        predicate[2][i] = 0;
    }
    in = harness_upload(predicate, sizeof(predicate));
    for (int r = 0; r < 3; r++)
        out[r] = harness_upload(NULL, sizeof(results[r]));
    assert_success(harness_launch(harness_kernel(harness_library, "votes"), 1, 64, 0, params));
    for (int r = 0; r < 3; r++)
        harness_download(results[r], out[r], sizeof(results[r]));
    for (int round = 0; round < 3; round++) {
        for (int i = 0; i < 64; i++) {
            assert_int_equal(results[0][round][i], counts[round]);
            assert_int_equal(results[1][round][i], counts[round] == 64);
            assert_int_equal(results[2][round][i], counts[round] > 0);
        }
    }
    assert_success(cu.cuMemFree_v2(in));
    for (int r = 0; r < 3; r++)
        assert_success(cu.cuMemFree_v2(out[r]));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(runs_a_kernel_over_a_grid),
        cmocka_unit_test(sets_the_indices_of_every_thread),
        cmocka_unit_test(keeps_thread_indices_across_a_barrier),
        cmocka_unit_test(passes_parameters_by_value),
        cmocka_unit_test(takes_parameters_from_a_buffer),
        cmocka_unit_test(returns_offset_and_size_of_each_parameter),
        cmocka_unit_test(launches_with_a_configuration),
        cmocka_unit_test(sums_in_static_shared_memory),
        cmocka_unit_test(sums_in_dynamic_shared_memory),
        cmocka_unit_test(shares_an_array_declared_in_a_namespace),
        cmocka_unit_test(provides_all_opted_in_shared_memory),
        cmocka_unit_test(counts_returned_threads_as_arrived),
        cmocka_unit_test(counts_votes_at_barriers),
    };

    return cmocka_run_group_tests(tests, harness_set_up, harness_tear_down);
}

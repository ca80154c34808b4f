/* The CPU driver runs kernels and gives their results. */
#include "cpu_harness.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

/* --- Threads that never wait ---------------------------------------------------------------------
 */

static void check_saxpy(CUfunction kernel, float sign, float kept)
{
    enum { N = 1000 };
    float x[N];
    float y[N];
    size_t n = N - 1; /* the last element stays */
    float a = 3.0f;
    CUdeviceptr x_device;
    CUdeviceptr y_device;
    void *params[] = {&n, &a, &x_device, &y_device};

    for (int i = 0; i < N; i++) {
        x[i] = (float)i;
        y[i] = (float)(2 * i);
    }
    x_device = harness_upload(x, sizeof(x));
    y_device = harness_upload(y, sizeof(y));
    assert_success(harness_launch(kernel, 8, 128, 0, params));
    harness_download(y, y_device, sizeof(y));
    for (int i = 0; i < N - 1; i++)
        assert_true(y[i] == sign * a * (float)i + kept * (float)(2 * i));
    assert_true(y[N - 1] == 2.0f * (N - 1));
    assert_success(cu.cuMemFree_v2(x_device));
    assert_success(cu.cuMemFree_v2(y_device));
}

static void runs_a_kernel_over_a_grid(void **state)
{
    (void)state;
    check_saxpy(harness_kernel(harness_library, "saxpy"), 1.0f, 1.0f);
}

static void check_places(const char *name)
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

static void gives_every_thread_its_place(void **state)
{
    (void)state;
    check_places("places");
}

static void keeps_a_threads_place_over_a_barrier(void **state)
{
    (void)state;
    check_places("places_after_barrier");
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

static void tells_where_each_parameter_lies(void **state)
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
    config.gridDimX = 1 << 20; /* more than are there at once */
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

static void gives_all_the_shared_memory_that_was_opted_into(void **state)
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

/* --- Images --------------------------------------------------------------------------------------
 */

static CUlibrary load(sample_image which)
{
    CUlibrary library = NULL;

    assert_success(
        cu.cuLibraryLoadData(&library, harness_image(which), NULL, NULL, 0, NULL, NULL, 0));
    return library;
}

static void never_mixes_up_two_images(void **state)
{
    CUlibrary other = load(SAMPLE_OTHER);

    (void)state;
    check_saxpy(harness_kernel(other, "saxpy"), -1.0f, 0.0f);
    check_saxpy(harness_kernel(harness_library, "saxpy"), 1.0f, 1.0f);
    for (int i = 0; i < 3; i++) {
        CUlibrary again;
        assert_success(cu.cuLibraryUnload(other));
        again = load(SAMPLE_SHAPES);
        other = load(SAMPLE_OTHER);
        check_saxpy(harness_kernel(again, "saxpy"), 1.0f, 1.0f);
        check_saxpy(harness_kernel(other, "saxpy"), -1.0f, 0.0f);
        assert_success(cu.cuLibraryUnload(again));
    }
    assert_success(cu.cuLibraryUnload(other));
}

static void never_takes_a_new_image_for_one_that_stays(void **state)
{
    (void)state;
    for (int i = 0; i < 3; i++) {
        CUlibrary sticky = load(SAMPLE_STICKY);
        CUlibrary other;
        check_saxpy(harness_kernel(sticky, "saxpy"), 5.0f, 0.0f);
        assert_success(cu.cuLibraryUnload(sticky));
        other = load(SAMPLE_OTHER);
        check_saxpy(harness_kernel(other, "saxpy"), -1.0f, 0.0f);
        assert_success(cu.cuLibraryUnload(other));
    }
}

static void gives_each_copy_of_an_image_its_own_globals(void **state)
{
    CUlibrary first = load(SAMPLE_FUNCTIONS);
    CUlibrary second = load(SAMPLE_FUNCTIONS);
    int out[4];
    CUdeviceptr device = harness_upload(NULL, sizeof(out));
    void *params[] = {&device};

    (void)state;
    assert_success(harness_launch(harness_kernel(first, "globals"), 1, 4, 0, params));
    assert_success(harness_launch(harness_kernel(first, "globals"), 1, 1, 0, params));
    harness_download(out, device, sizeof(out));
    assert_int_equal(out[0], 1 + 4);
    assert_int_equal(out[3], 1000 + 3);
    assert_success(harness_launch(harness_kernel(second, "globals"), 1, 1, 0, params));
    harness_download(out, device, sizeof(out));
    assert_int_equal(out[0], 1);
    assert_success(cu.cuMemFree_v2(device));
    assert_success(cu.cuLibraryUnload(first));
    assert_success(cu.cuLibraryUnload(second));
}

static void loads_modules_into_a_context(void **state)
{
    CUmodule module;
    CUfunction function;

    (void)state;
    assert_success(cu.cuModuleLoadData(&module, harness_image(SAMPLE_OTHER)));
    assert_success(cu.cuModuleGetFunction(&function, module, "saxpy"));
    check_saxpy(function, -1.0f, 0.0f);
    assert_success(cu.cuModuleUnload(module));
    assert_success(cu.cuModuleLoadDataEx(&module, harness_image(SAMPLE_OTHER), 0, NULL, NULL));
    assert_success(cu.cuModuleUnload(module));
}

static void keeps_the_lines_of_the_source(void **state)
{
    int line = 0;
    int expected = 1;
    CUdeviceptr device = harness_upload(&line, sizeof(line));
    void *params[] = {&device};
    FILE *file = fopen(CPU_TEST_SAMPLES "/shapes.cu", "r");
    char text[512];

    (void)state;
    assert_non_null(file);
    while (fgets(text, sizeof(text), file) && !strstr(text, "= __LINE__"))
        expected++;
    fclose(file);
    assert_success(harness_launch(harness_kernel(harness_library, "line_number"), 1, 1, 0, params));
    harness_download(&line, device, sizeof(line));
    assert_int_equal(line, expected);
    assert_success(cu.cuMemFree_v2(device));
}

/* --- Threads of the program ----------------------------------------------------------------------
 */

typedef struct worker {
    CUcontext context;
    unsigned seed;
    int failures;
} worker;

/* cmocka's assertions are for the test's own thread. */
static void *sum_often(void *argument)
{
    worker *self = argument;
    CUkernel kernel = NULL;
    CUdeviceptr values = 0;
    CUdeviceptr sums = 0;
    size_t n = 256;
    float in[256];
    float out = 0.0f;
    void *params[] = {&n, &values, &sums};

    self->failures += cu.cuCtxSetCurrent(self->context) != CUDA_SUCCESS;
    self->failures +=
        cu.cuLibraryGetKernel(&kernel, harness_library, "dynamic_sum") != CUDA_SUCCESS;
    self->failures += cu.cuMemAlloc_v2(&values, sizeof(in)) != CUDA_SUCCESS;
    self->failures += cu.cuMemAlloc_v2(&sums, sizeof(out)) != CUDA_SUCCESS;
    for (unsigned round = 0; round < 50 && self->failures == 0; round++) {
        float expected = 0.0f;
        for (unsigned i = 0; i < 256; i++) {
            in[i] = (float)((i * self->seed + round) % 11);
            expected += in[i];
        }
        self->failures += cu.cuMemcpyHtoD_v2(values, in, sizeof(in)) != CUDA_SUCCESS;
        self->failures +=
            harness_launch((CUfunction)(void *)kernel, 1, 256, 1024, params) != CUDA_SUCCESS;
        self->failures += cu.cuMemcpyDtoH_v2(&out, sums, sizeof(out)) != CUDA_SUCCESS;
        self->failures += out != expected;
    }
    self->failures += cu.cuMemFree_v2(values) != CUDA_SUCCESS;
    self->failures += cu.cuMemFree_v2(sums) != CUDA_SUCCESS;
    return NULL;
}

static void launches_from_several_threads_at_once(void **state)
{
    pthread_t threads[4];
    worker workers[4];

    (void)state;
    for (unsigned i = 0; i < 4; i++) {
        workers[i].seed = i + 1;
        workers[i].failures = 0;
        assert_success(cu.cuCtxGetCurrent(&workers[i].context));
        assert_int_equal(pthread_create(&threads[i], NULL, sum_often, &workers[i]), 0);
    }
    for (unsigned i = 0; i < 4; i++) {
        pthread_join(threads[i], NULL);
        assert_int_equal(workers[i].failures, 0);
    }
}

static void *load_often(void *argument)
{
    worker *self = argument;
    const unsigned char *image = harness_image(self->seed % 2 ? SAMPLE_OTHER : SAMPLE_SHAPES);
    float expected = self->seed % 2 ? -2.0f : 12.0f;

    self->failures += cu.cuCtxSetCurrent(self->context) != CUDA_SUCCESS;
    for (int round = 0; round < 20 && self->failures == 0; round++) {
        CUlibrary library = NULL;
        CUkernel kernel = NULL;
        CUdeviceptr memory = 0;
        CUdeviceptr y;
        float values[2] = {1.0f, 10.0f};
        float a = 2.0f;
        size_t n = 1;
        void *params[] = {&n, &a, &memory, &y};
        self->failures += cu.cuLibraryLoadData(&library, image, NULL, NULL, 0, NULL, NULL, 0) != 0;
        self->failures += cu.cuLibraryGetKernel(&kernel, library, "saxpy") != 0;
        self->failures += cu.cuMemAlloc_v2(&memory, sizeof(values)) != 0;
        self->failures += cu.cuMemcpyHtoD_v2(memory, values, sizeof(values)) != 0;
        y = memory + sizeof(float);
        self->failures += harness_launch((CUfunction)(void *)kernel, 1, 1, 0, params) != 0;
        self->failures += cu.cuMemcpyDtoH_v2(values, memory, sizeof(values)) != 0;
        self->failures += values[1] != expected;
        self->failures += cu.cuMemFree_v2(memory) != 0;
        self->failures += cu.cuLibraryUnload(library) != 0;
    }
    return NULL;
}

static void loads_from_several_threads_at_once(void **state)
{
    pthread_t threads[4];
    worker workers[4];

    (void)state;
    harness_image(SAMPLE_OTHER);
    for (unsigned i = 0; i < 4; i++) {
        workers[i].seed = i;
        workers[i].failures = 0;
        assert_success(cu.cuCtxGetCurrent(&workers[i].context));
        assert_int_equal(pthread_create(&threads[i], NULL, load_often, &workers[i]), 0);
    }
    for (unsigned i = 0; i < 4; i++) {
        pthread_join(threads[i], NULL);
        assert_int_equal(workers[i].failures, 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(runs_a_kernel_over_a_grid),
        cmocka_unit_test(gives_every_thread_its_place),
        cmocka_unit_test(keeps_a_threads_place_over_a_barrier),
        cmocka_unit_test(passes_parameters_by_value),
        cmocka_unit_test(takes_parameters_from_a_buffer),
        cmocka_unit_test(tells_where_each_parameter_lies),
        cmocka_unit_test(launches_with_a_configuration),
        cmocka_unit_test(sums_in_static_shared_memory),
        cmocka_unit_test(sums_in_dynamic_shared_memory),
        cmocka_unit_test(shares_an_array_declared_in_a_namespace),
        cmocka_unit_test(gives_all_the_shared_memory_that_was_opted_into),
        cmocka_unit_test(counts_returned_threads_as_arrived),
        cmocka_unit_test(counts_votes_at_barriers),
        cmocka_unit_test(never_mixes_up_two_images),
        cmocka_unit_test(never_takes_a_new_image_for_one_that_stays),
        cmocka_unit_test(gives_each_copy_of_an_image_its_own_globals),
        cmocka_unit_test(loads_modules_into_a_context),
        cmocka_unit_test(keeps_the_lines_of_the_source),
        cmocka_unit_test(launches_from_several_threads_at_once),
        cmocka_unit_test(loads_from_several_threads_at_once),
    };

    return cmocka_run_group_tests(tests, harness_set_up, harness_tear_down);
}

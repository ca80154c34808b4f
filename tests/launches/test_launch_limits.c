/* Launches at the device's limits and one beyond: cooperative launches, clusters, dynamic shared
 * memory, registers, grids. What custub refuses at the whole level is compared with what the driver
 * refuses when nothing is checked. */
#include "launch_fixture.h"
#include "fresh_error.h"

#include <pthread.h>
#include <stdatomic.h>
#include <string.h>

static CUdeviceptr data;
static size_t data_count;

static void allocate(size_t count)
{
    data_count = count;
    DRIVER(cu.cuMemAlloc_v2(&data, count * sizeof(int)));
    launch_fill(data, count, 0);
}

static void release(void)
{
    DRIVER(cu.cuMemFree_v2(data));
}

static custub_i32_view all(void)
{
    return custub_i32_view_of(data, data_count);
}

static void shape(uint64_t grid, uint64_t block)
{
    f.launch.grid = custub_grid(grid, 1, 1);
    f.launch.block = custub_block(block, 1, 1);
}

static int kernel_attribute(const char *name, int attribute)
{
    int value = 0;

    DRIVER(cu.cuKernelGetAttribute(&value, attribute, launch_kernel(name)->function, 0));
    return value;
}

/* --- Cooperative launches ------------------------------------------------------------------- */

/* The most blocks of `threads` that fit at once, as the driver counts. */
static uint64_t resident(const char *name, int threads)
{
    CUfunction function;
    int blocks = 0;

    DRIVER(cu.cuKernelGetFunction(&function, launch_kernel(name)->function));
    DRIVER(cu.cuOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, function, threads, 0));
    return (uint64_t)blocks * (uint64_t)launch_attribute(CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT);
}

static void cooperative_launches_fill_the_device_and_no_more(void **state)
{
    static const int threads[] = {1024, 96, 32};

    (void)state;
    if (!launch_attribute(CU_DEVICE_ATTRIBUTE_COOPERATIVE_LAUNCH)) {
        print_message("skipped: the device has no cooperative launches\n");
        SKIP();
    }
    for (size_t i = 0; i < sizeof(threads) / sizeof(*threads); i++) {
        uint64_t most = resident("mark_together", threads[i]);
        allocate(most + 1);
        shape(most, (uint64_t)threads[i]);
        SUCCEED(launch_mark_together(&f.kernels, &f.launch, all(), fresh(&f.error)));
        COMPARE(data, most, 1);
        shape(most + 1, (uint64_t)threads[i]);
        EXPECT(launch_mark_together(&f.kernels, &f.launch, all(), fresh(&f.error)),
               CUSTUB_ERROR_COOPERATIVE);
        assert_int_equal(f.error.needed, most);
        assert_int_equal(f.error.found, most + 1);
        f.launch.check = CUSTUB_CHECK_NONE;
        EXPECT(launch_mark_together(&f.kernels, &f.launch, all(), fresh(&f.error)),
               CUSTUB_ERROR_DRIVER);
        assert_int_equal(f.error.driver_result, CUDA_ERROR_COOPERATIVE_LAUNCH_TOO_LARGE);
        f.launch.check = CUSTUB_CHECK_DEFAULT;
        COMPARE(data, most, 1);
        release();
    }
}

/* --- Clusters ------------------------------------------------------------------------------- */

static void clusters_divide_the_grid(void **state)
{
    const size_t count = 8 * 64;

    (void)state;
    if (!launch_attribute(LAUNCH_CLUSTERS)) {
        allocate(count);
        shape(8, 64);
        f.launch.cluster = custub_grid(2, 1, 1);
        EXPECT(launch_increase(&f.kernels, &f.launch, count, 1, all(), fresh(&f.error)),
               CUSTUB_ERROR_CLUSTER);
        release();
        print_message("skipped: the device has no clusters\n");
        SKIP();
    }
    allocate(count);
    for (uint64_t size = 1; size <= 8; size++) {
        custub_status status;
        launch_fill(data, count, 0);
        shape(8, 64);
        f.launch.cluster = custub_grid(size, 1, 1);
        status = launch_increase(&f.kernels, &f.launch, count, 1, all(), fresh(&f.error));
        launch_expect(status, 8 % size ? CUSTUB_ERROR_CLUSTER : CUSTUB_OK, __FILE__, __LINE__);
        COMPARE(data, count, 8 % size ? 0 : 1);
    }
    /* Along the second dimension of a grid. */
    f.launch.grid = custub_grid(2, 6, 1);
    f.launch.block = custub_block(16, 1, 1);
    f.launch.cluster = custub_grid(1, 3, 1);
    SUCCEED(launch_number_rows(&f.kernels, &f.launch, 32, 6, all(), fresh(&f.error)));
    f.launch.cluster = custub_grid(1, 4, 1);
    EXPECT(launch_number_rows(&f.kernels, &f.launch, 32, 6, all(), fresh(&f.error)),
           CUSTUB_ERROR_CLUSTER);
    release();
}

/* --- Dynamic shared memory ------------------------------------------------------------------ */

static custub_status through_shared(const launching_kernels *kernels, const custub_launch *launch,
                                    int words, CUdeviceptr at, custub_error *error)
{
    return launch_through_shared(kernels, launch, 64, words, custub_i32_view_of(at, 64), error);
}

static int most_words(void)
{
    int most = launch_attribute(CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN);

    return (most - kernel_attribute("through_shared", CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES)) /
           (int)sizeof(int);
}

static void expect_through_shared(CUdeviceptr at, int times)
{
    int host[64];

    DRIVER(cu.cuMemcpyDtoH_v2(host, at, sizeof(host)));
    for (int i = 0; i < 64; i++)
        assert_int_equal(host[i], times * 3 * (63 - i));
}

static void shared_memory_reaches_the_device_s_limit(void **state)
{
    const int most = most_words();

    (void)state;
    allocate(64);
    shape(1, 64);
    assert_true(most > 48 * 1024 / 4);
    SUCCEED(through_shared(&f.kernels, &f.launch, 48 * 1024 / 4, data, fresh(&f.error)));
    SUCCEED(through_shared(&f.kernels, &f.launch, 48 * 1024 / 4 + 1, data, fresh(&f.error)));
    SUCCEED(through_shared(&f.kernels, &f.launch, most, data, fresh(&f.error)));
    EXPECT(through_shared(&f.kernels, &f.launch, most + 1, data, fresh(&f.error)),
           CUSTUB_ERROR_SHARED_LIMIT);
    SUCCEED(through_shared(&f.kernels, &f.launch, most - 1, data,
                           fresh(&f.error))); /* the limit is not lowered again */
    SUCCEED(custub_stream_synchronize(f.stream, fresh(&f.error)));
    expect_through_shared(data, 4);
    release();
}

typedef struct sharer {
    pthread_t thread;
    const launching_kernels *kernels;
    CUdeviceptr at;
    int words;
    custub_error error;
} sharer;

static atomic_int waiting;

#define SHARERS 8

static void *share(void *given)
{
    sharer *own = given;
    custub_launch launch = custub_launch_of(1, 64);

    own->error = custub_error_none();
    custub_device_use(f.device, &own->error);
    launch.stream = custub_stream_create(&own->error);
    atomic_fetch_sub(&waiting, 1);
    while (atomic_load(&waiting) > 0) {
    }
    for (int i = 0; i < 20; i++)
        through_shared(own->kernels, &launch, own->words + i * 64, own->at, &own->error);
    custub_stream_synchronize(launch.stream, &own->error);
    custub_stream_destroy(launch.stream, &own->error);
    return NULL;
}

/* The kernels were just loaded, so no launch has opted in yet. */
static void eight_threads_opt_in_at_once(void **state)
{
    (void)state;
    allocate(64 * SHARERS);
    for (int round = 0; round < 10; round++) {
        launching_kernels kernels = launching_load(fresh(&f.error));
        sharer sharers[SHARERS];
        SUCCEED(f.error.status);
        launch_fill(data, 64 * SHARERS, 0);
        atomic_store(&waiting, SHARERS);
        for (int i = 0; i < SHARERS; i++) {
            sharers[i].kernels = &kernels;
            sharers[i].at = data + (CUdeviceptr)i * 64 * sizeof(int);
            sharers[i].words = 13 * 1024 + (SHARERS - i) * 500; /* 52 KiB and more */
            assert_int_equal(pthread_create(&sharers[i].thread, NULL, share, &sharers[i]), 0);
        }
        for (int i = 0; i < SHARERS; i++)
            pthread_join(sharers[i].thread, NULL);
        for (int i = 0; i < SHARERS; i++) {
            if (custub_failed(&sharers[i].error))
                fail_msg("thread %d: %s", i, sharers[i].error.message);
            expect_through_shared(sharers[i].at, 20);
        }
        SUCCEED(launching_unload(&kernels, &f.error));
    }
    release();
}

/* --- Blocks and grids ----------------------------------------------------------------------- */

static void a_block_over_the_kernel_s_registers_is_refused(void **state)
{
    int most = kernel_attribute("many_registers", CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK);
    custub_i32_view table;

    (void)state;
    allocate(2048);
    table = custub_i32_view_of(data + 1024 * sizeof(int), 96);
    shape(1, (uint64_t)most);
    SUCCEED(launch_many_registers(&f.kernels, &f.launch, most, 1, table, all(), fresh(&f.error)));
    SUCCEED(custub_stream_synchronize(f.stream, fresh(&f.error)));
    if (most >= 1024) {
        release();
        print_message("skipped: the kernel has no limit of its own on this device\n");
        SKIP();
    }
    shape(1, (uint64_t)most + 1);
    EXPECT(launch_many_registers(&f.kernels, &f.launch, most, 1, table, all(), fresh(&f.error)),
           CUSTUB_ERROR_LAUNCH_BOUNDS);
    assert_int_equal(f.error.needed, most);
    print_message("%s\n", f.error.message);
    /* A computed shape respects the limit. */
    f.launch.grid = f.launch.block = (custub_dim3){0, 0, 0, 0};
    SUCCEED(launch_many_registers(&f.kernels, &f.launch, 1024, 1, table, all(), fresh(&f.error)));
    SUCCEED(custub_stream_synchronize(f.stream, fresh(&f.error)));
    release();
}

static void computed_shapes_cover_one_to_three_dimensions(void **state)
{
    static const int sizes[][3] = {{1, 1, 1},   {2, 3, 5},   {33, 1, 7},   {1, 65, 3}, {100, 50, 3},
                                   {257, 3, 2}, {5, 7, 129}, {1000, 1, 1}, {1, 1, 100}};

    (void)state;
    for (size_t s = 0; s < sizeof(sizes) / sizeof(*sizes); s++) {
        const int *size = sizes[s];
        size_t count = (size_t)size[0] * (size_t)size[1] * (size_t)size[2];
        int *host = malloc(count * sizeof(*host));
        assert_non_null(host);
        allocate(count);
        f.launch.stream = NULL; /* that of a null launch */
        SUCCEED(launch_increase(&f.kernels, NULL, count, 1000000, all(), NULL));
        SUCCEED(launch_number_rows(&f.kernels, NULL, size[0], size[1] * size[2], all(), NULL));
        SUCCEED(launch_number_voxels(&f.kernels, NULL, size[0], size[1], size[2], all(), NULL));
        DRIVER(cu.cuMemcpyDtoH_v2(host, data, count * sizeof(*host)));
        for (size_t i = 0; i < count; i++) {
            int x = (int)i % size[0];
            int row = (int)i / size[0];
            int y = row % size[1];
            int z = row / size[1];
            assert_int_equal(host[i], 1000000 + 1000 * row + x + 10000 * z + 100 * y + x);
        }
        release();
        free(host);
    }
}

static void grids_beyond_the_limit_are_refused(void **state)
{
    const uint64_t most = (UINT64_C(1) << 31) - 1;

    (void)state;
    allocate(1);
    shape(most + 1, 1);
    EXPECT(launch_increase(&f.kernels, &f.launch, 1, 1, all(), fresh(&f.error)),
           CUSTUB_ERROR_GRID_LIMIT);
    assert_int_equal(f.error.needed, most);
    assert_int_equal(f.error.found, most + 1);
    shape((UINT64_C(1) << 32) + 1, 1); /* 1 in 32 bits */
    EXPECT(launch_increase(&f.kernels, &f.launch, 1, 1, all(), fresh(&f.error)),
           CUSTUB_ERROR_GRID_LIMIT);
    f.launch.grid = custub_grid(1, 65536, 1);
    EXPECT(launch_number_rows(&f.kernels, &f.launch, 1, 1, all(), fresh(&f.error)),
           CUSTUB_ERROR_GRID_LIMIT);
    /* A computed shape of more threads than the largest grid has. */
    f.launch.grid = (custub_dim3){0, 0, 0, 0};
    f.launch.block = custub_block(32, 1, 1);
    f.launch.check = CUSTUB_CHECK_CONTRACT;
    EXPECT(launch_increase(&f.kernels, &f.launch, 32 * (most + 1), 1,
                           custub_i32_view_of(data, 32 * (most + 1)), fresh(&f.error)),
           CUSTUB_ERROR_GRID_LIMIT);
    release();
    launch_begin(NULL);
    allocate(1);
    IS_EXACT(data, 1);
    release();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        LAUNCH_TEST(cooperative_launches_fill_the_device_and_no_more),
        LAUNCH_TEST(clusters_divide_the_grid),
        LAUNCH_TEST(shared_memory_reaches_the_device_s_limit),
        LAUNCH_TEST(eight_threads_opt_in_at_once),
        LAUNCH_TEST(a_block_over_the_kernel_s_registers_is_refused),
        LAUNCH_TEST(computed_shapes_cover_one_to_three_dimensions),
        LAUNCH_TEST(grids_beyond_the_limit_are_refused),
    };

    return LAUNCH_RUN(tests);
}

/* Launches that cover n threads along x, on the recording driver. Its occupancy is 2048 threads or
 * 32 blocks per multiprocessor, of which there are 132. */
#include <custub/custub.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "fresh_error.h"
#include "recording_driver.h"
#include "sample_library.h"
#include "graph_node.h"

#define X     ((CUdeviceptr)1 << 40) /* addresses, far apart */
#define Y     ((CUdeviceptr)1 << 50)
#define GRAPH ((CUgraph)(void *)&error)

int cuGraphDestroyNode(CUgraphNode node);

static custub_error error;
static custub_kernel kernels[SAMPLE_COUNT];
static custub_launch launch;

static int start(void **state)
{
    recording_reset();
    if (custub_driver_open(CUSTUB_DRIVER_DEFAULT, NULL))
        return 1;
    *state = sample_load(kernels);
    memset(&error, 0, sizeof(error));
    return 0;
}

static int stop(void **state)
{
    custub_library_close(*state, NULL);
    return recording_alive() != 0;
}

static void cover(uint64_t threads)
{
    launch = custub_launch_for(threads);
    launch.check = CUSTUB_CHECK_CONTRACT;
}

static custub_status plain(void)
{
    custub_bytes_view x = custub_bytes_view_of(X, CUSTUB_COUNT_UNKNOWN);
    custub_bytes_view scratch = custub_bytes_view_of(0, 0);
    int n = 0;
    void *arguments[] = {&n, &x.ptr, &scratch.ptr};

    return sample_launch(&kernels[PLAIN], &launch, arguments, fresh(&error));
}

static custub_status saxpy(size_t n)
{
    return sample_launch_saxpy(kernels, &launch, n, 2, custub_f32_view_of(X, n),
                               custub_f32_view_of(Y, n), fresh(&error));
}

static custub_status stride(uint64_t n)
{
    custub_bytes_view data = custub_bytes_view_of(X, n);
    void *arguments[] = {&n, &data.ptr};

    return sample_launch(&kernels[STRIDE], &launch, arguments, fresh(&error));
}

static custub_status scale(int width, int height)
{
    custub_bytes_view image = custub_bytes_view_of(X, (uint64_t)width * (uint64_t)height);
    void *arguments[] = {&width, &height, &image.ptr};

    return sample_launch(&kernels[SCALE], &launch, arguments, fresh(&error));
}

static custub_status with_long(int kernel, long long n)
{
    custub_bytes_view view = custub_bytes_view_of(X, CUSTUB_COUNT_UNKNOWN);
    void *arguments[] = {&n, &view.ptr};

    return sample_launch(&kernels[kernel], &launch, arguments, fresh(&error));
}

static void launched_as(custub_status status, const unsigned int grid[3],
                        const unsigned int block[3])
{
    assert_string_equal(error.message, "");
    assert_int_equal(status, CUSTUB_OK);
    assert_memory_equal(recording_last_launch()->grid, grid, 3 * sizeof(unsigned int));
    assert_memory_equal(recording_last_launch()->block, block, 3 * sizeof(unsigned int));
}

#define LAUNCHED(status, gx, gy, gz, bx, by, bz)                                                   \
    launched_as((status), (const unsigned int[]){gx, gy, gz}, (const unsigned int[]){bx, by, bz})

static void refused(custub_status found, custub_status status, const char *message)
{
    assert_string_equal(error.message, message);
    assert_int_equal(found, status);
}

#define OCCUPANCY "cuOccupancyMaxActiveBlocksPerMultiprocessor"

static void kernel_without_a_contract_is_covered(void **state)
{
    (void)state;
    for (int check = CUSTUB_CHECK_WHOLE; check <= CUSTUB_CHECK_NONE; check++) {
        cover(1000000);
        recording_add_range(X, 4000, false);
        launch.check = (custub_check)check;
        LAUNCHED(plain(), 977, 1, 1, 1024, 1, 1);
    }
    cover(1024);
    LAUNCHED(plain(), 1, 1, 1, 1024, 1, 1);
    cover(1);
    LAUNCHED(plain(), 1, 1, 1, 1024, 1, 1);
    assert_int_equal(recording_calls_of(OCCUPANCY), 1);
}

/* Only the first launch asks the driver. */
static void known_shapes_cost_no_search(void **state)
{
    (void)state;
    cover(5000);
    LAUNCHED(plain(), 5, 1, 1, 1024, 1, 1);
    recording_clear_log();
    cover(3000);
    LAUNCHED(plain(), 3, 1, 1, 1024, 1, 1);
    assert_int_equal(recording_calls_of(OCCUPANCY), 0);
    assert_int_equal(recording_calls_of("cuDeviceGetAttribute"), 0);
}

static void zero_threads_launch_one_block(void **state)
{
    (void)state;
    for (int again = 0; again < 2; again++) {
        cover(0);
        LAUNCHED(plain(), 1, 1, 1, 1024, 1, 1);
        cover(0);
        LAUNCHED(saxpy(0), 1, 1, 1, 1024, 1, 1);
        refused(saxpy(1), CUSTUB_ERROR_COVERAGE,
                "saxpy: the launch covers 0 threads in x, the kernel needs n = 1 [sample.cu:12]");
    }
}

static void given_block_gets_its_grid(void **state)
{
    (void)state;
    cover(1000);
    launch.block = custub_block(128, 1, 1);
    LAUNCHED(plain(), 8, 1, 1, 128, 1, 1);
    launch.block = custub_block(64, 4, 1);
    LAUNCHED(plain(), 16, 1, 1, 64, 4, 1);
    assert_int_equal(recording_calls_of(OCCUPANCY), 0);
}

static void exact_block_and_clusters_are_kept(void **state)
{
    (void)state;
    cover(40);
    LAUNCHED(with_long(TILE, 16), 3, 1, 1, 16, 16, 1);
    cover(65);
    launch.block = custub_block(32, 1, 1);
    LAUNCHED(with_long(PAIR, 65), 4, 1, 1, 32, 1, 1);
}

static void grid_stride_fills_the_device_at_most(void **state)
{
    (void)state;
    for (int again = 0; again < 2; again++) {
        cover(1000);
        LAUNCHED(stride(10000000), 1, 1, 1, 1024, 1, 1); /* any shape covers it */
        cover(UINT64_MAX);
        LAUNCHED(stride(10000000), 132 * 2, 1, 1, 1024, 1, 1);
    }
}

/* The threads are not rounded up to whole blocks for this, whether the shape is known or not. */
static void contract_that_asks_for_more_is_refused(void **state)
{
    (void)state;
    for (int again = 0; again < 2; again++) {
        cover(1000);
        refused(saxpy(1001), CUSTUB_ERROR_COVERAGE,
                "saxpy: the launch covers 1000 threads in x, the kernel needs n = 1001 "
                "[sample.cu:12]");
        assert_int_equal(error.needed, 1001);
        assert_int_equal(error.found, 1000);
        LAUNCHED(saxpy(1000), 1, 1, 1, 1024, 1, 1);
        cover(5000);
        LAUNCHED(saxpy(1000), 5, 1, 1, 1024, 1, 1);
    }
    launch.check = CUSTUB_CHECK_NONE;
    cover(1);
    launch.check = CUSTUB_CHECK_NONE;
    LAUNCHED(saxpy(5000), 1, 1, 1, 1024, 1, 1);
}

/* The kernel's own computed shape has a block of 32 by 8: the two must not be confused. */
static void block_is_along_x_whatever_the_kernel_uses(void **state)
{
    (void)state;
    for (int again = 0; again < 2; again++) {
        cover(1000);
        LAUNCHED(scale(1000, 1), 4, 1, 1, 256, 1, 1);
        refused(scale(100, 2), CUSTUB_ERROR_COVERAGE,
                "scale: grid 4 x block 256 covers 1 threads in y, the kernel needs height = 2 "
                "[sample.cu:32]");
        launch = custub_launch_default();
        launch.check = CUSTUB_CHECK_CONTRACT;
        LAUNCHED(scale(100, 50), 4, 7, 1, 32, 8, 1);
    }
}

static void grid_over_the_limit_is_refused(void **state)
{
    (void)state;
    for (int again = 0; again < 2; again++) {
        cover(((uint64_t)1 << 41) + 1);
        refused(plain(), CUSTUB_ERROR_GRID_LIMIT,
                "plain: grid 2147483649 has 2147483649 blocks in x, the device's limit is "
                "2147483647 [sample.cu:42]");
        cover(UINT64_MAX); /* not the mark for zero threads */
        assert_int_equal(plain(), CUSTUB_ERROR_GRID_LIMIT);
        cover(1);
        LAUNCHED(plain(), 1, 1, 1, 1024, 1, 1);
    }
}

static void grid_and_threads_are_not_both_given(void **state)
{
    (void)state;
    for (int with_block = 0; with_block < 2; with_block++) {
        cover(1000);
        launch.grid = custub_grid(1, 1, 1);
        if (with_block)
            launch.block = custub_block(1000, 1, 1);
        refused(saxpy(1000), CUSTUB_ERROR_INVALID_ARGUMENT,
                "saxpy: the custub_launch sets a grid, and threads to compute it from: set one of "
                "them [sample.cu:12]");
    }
    assert_int_equal(recording_launch_count(), 0);
}

static void described_launches_cover_too(void **state)
{
    const recording_launch *last = recording_last_launch();
    custub_argument arguments[] = {custub_argument_i32(0),
                                   custub_argument_buffer(CUSTUB_SCALAR_F32, X, 9),
                                   custub_argument_buffer(CUSTUB_SCALAR_NONE, 0, 0)};
    custub_prepared *prepared;
    CUgraphNode node;

    (void)state;
    cover(3000);
    assert_int_equal(custub_kernel_launch(&kernels[PLAIN], &launch, 3, arguments, fresh(&error)),
                     CUSTUB_OK);
    assert_int_equal(last->grid[0], 3);
    cover(4000);
    prepared = custub_kernel_prepare(&kernels[PLAIN], &launch, 3, arguments, fresh(&error));
    assert_non_null(prepared);
    assert_int_equal(custub_prepared_launch(prepared, fresh(&error)), CUSTUB_OK);
    assert_int_equal(last->grid[0], 4);
    custub_prepared_destroy(prepared);
    cover(6000);
    node = add_node(GRAPH, NULL, 0, &kernels[PLAIN], &launch, 3, arguments, fresh(&error));
    assert_non_null(node);
    assert_true(last->in_graph);
    assert_int_equal(last->grid[0], 6);
    assert_int_equal(last->block[0], 1024);
    cuGraphDestroyNode(node);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, start, stop)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(kernel_without_a_contract_is_covered),
        TEST(known_shapes_cost_no_search),
        TEST(zero_threads_launch_one_block),
        TEST(given_block_gets_its_grid),
        TEST(exact_block_and_clusters_are_kept),
        TEST(grid_stride_fills_the_device_at_most),
        TEST(contract_that_asks_for_more_is_refused),
        TEST(block_is_along_x_whatever_the_kernel_uses),
        TEST(grid_over_the_limit_is_refused),
        TEST(grid_and_threads_are_not_both_given),
        TEST(described_launches_cover_too),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}

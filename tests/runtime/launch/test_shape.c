/* Computed shapes: block, shared memory and grid, on the recording driver. Its occupancy is 2048
 * threads or 32 blocks per multiprocessor, of which there are 132. */
#include <custub/custub.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "fresh_error.h"
#include "recording_driver.h"
#include "sample_library.h"

#define X ((CUdeviceptr)1 << 40) /* addresses, far apart */
#define Y ((CUdeviceptr)1 << 50)

static custub_error error;
static custub_kernel kernels[SAMPLE_COUNT];
static custub_launch launch;

/* Each test has its own library, because a library remembers what the driver says about a
 * device. */
static int start(void **state)
{
    recording_reset();
    if (custub_driver_open(CUSTUB_DRIVER_DEFAULT, NULL))
        return 1;
    *state = sample_load(kernels);
    memset(&error, 0, sizeof(error));
    launch = custub_launch_default();
    launch.check = CUSTUB_CHECK_CONTRACT;
    return 0;
}

static int stop(void **state)
{
    custub_library_close(*state, NULL);
    return recording_alive() != 0;
}

static custub_status saxpy(size_t n)
{
    return sample_launch_saxpy(kernels, &launch, n, 2, custub_f32_view_of(X, n),
                               custub_f32_view_of(Y, n), fresh(&error));
}

static custub_status block_sum(size_t n)
{
    return sample_launch_block_sum(kernels, &launch, n, custub_f32_view_of(X, n),
                                   custub_f32_view_of(Y, CUSTUB_COUNT_UNKNOWN), fresh(&error));
}

static custub_status with_int(int kernel, int n)
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
    assert_int_equal(recording_launch_count(), 0);
    memset(&error, 0, sizeof(error));
}

static void largest_block_of_the_best_occupancy(void **state)
{
    (void)state;
    LAUNCHED(saxpy(1000000), 977, 1, 1, 1024, 1, 1);
    assert_int_equal(recording_calls_of("cuOccupancyMaxActiveBlocksPerMultiprocessor"), 1);
}

static void occupancy_decides_against_the_largest_block(void **state)
{
    (void)state;
    /* 1536 threads per multiprocessor: one block of 1024, but two of 768. */
    recording_programmed()->processor_threads = 1536;
    LAUNCHED(saxpy(1000000), 1303, 1, 1, 768, 1, 1);
}

static void block_stays_within_the_loaded_kernels_limit(void **state)
{
    (void)state;
    recording_programmed()->max_threads = 640; /* three of 640 or four of 512 */
    LAUNCHED(saxpy(1000000), 1954, 1, 1, 512, 1, 1);
}

static void block_stays_within_the_shared_memory_that_is_given(void **state)
{
    (void)state;
    launch.shared = 512; /* a block takes 4 bytes for each thread */
    LAUNCHED(block_sum(1000), 8, 1, 1, 128, 1, 1);
}

static void block_lets_a_cooperative_grid_be_resident_at_once(void **state)
{
    (void)state;
    launch.grid = custub_grid(4000, 1, 1); /* 31 blocks on each of 132 multiprocessors */
    LAUNCHED(with_int(TOGETHER, 100), 4000, 1, 1, 64, 1, 1);
}

static void no_threads_launch_one_block(void **state)
{
    (void)state;
    LAUNCHED(saxpy(0), 1, 1, 1, 1024, 1, 1);
}

static void null_launch_is_all_defaults(void **state)
{
    (void)state;
    custub_set_check(CUSTUB_CHECK_CONTRACT);
    LAUNCHED(sample_launch_saxpy(kernels, NULL, 5000, 2, custub_f32_view_of(X, 5000),
                                 custub_f32_view_of(Y, 5000), fresh(&error)),
             5, 1, 1, 1024, 1, 1);
    custub_set_check(CUSTUB_CHECK_DEFAULT);
}

static void two_dimensions_are_a_warp_wide(void **state)
{
    int width = 100;
    int height = 50;
    custub_bytes_view image = custub_bytes_view_of(X, 5000);
    void *arguments[] = {&width, &height, &image.ptr};

    (void)state;
    /* Launch bounds of 256. */
    LAUNCHED(sample_launch(&kernels[SCALE], &launch, arguments, fresh(&error)), 4, 7, 1, 32, 8, 1);
}

static void one_block_covers_an_axis_whose_blockIdx_is_not_read(void **state)
{
    const unsigned int *block = recording_last_launch()->block;

    (void)state;
    for (int n = 1; n <= 1024; n *= 2) {
        assert_int_equal(with_int(LINES, n), CUSTUB_OK);
        assert_int_equal(recording_last_launch()->grid[1], 1);
        assert_true(block[1] >= (unsigned int)n);
    }
    recording_clear_log();
    refused(with_int(LINES, 1025), CUSTUB_ERROR_REPEATED,
            "lines: grid 33x33 x block 32x32 has 33 blocks in y, the kernel needs 1: it does not "
            "read blockIdx.y, so the others would repeat the same work [sample.cu:102]");
    launch.grid = custub_grid(1, 16, 1);
    launch.block = custub_block(128, 8, 1);
    refused(with_int(LINES, 128), CUSTUB_ERROR_REPEATED,
            "lines: grid 1x16 x block 128x8 has 16 blocks in y, the kernel needs 1: it does not "
            "read blockIdx.y, so the others would repeat the same work [sample.cu:102]");
    launch.check = CUSTUB_CHECK_NONE;
    assert_int_equal(with_int(LINES, 128), CUSTUB_OK);
}

static void blocks_are_flat_along_an_axis_whose_threadIdx_is_not_read(void **state)
{
    (void)state;
    LAUNCHED(with_int(COLUMNS, 1000), 1, 1000, 1, 1024, 1, 1);
    recording_clear_log();
    launch.grid = custub_grid(32, 125, 1);
    launch.block = custub_block(32, 8, 1);
    refused(with_int(COLUMNS, 1000), CUSTUB_ERROR_REPEATED,
            "columns: grid 32x125 x block 32x8 has 8 threads per block in y, the kernel needs 1: "
            "it does not read threadIdx.y, so the others would repeat the same work "
            "[sample.cu:112]");
}

static void given_block_leaves_the_grid_to_be_computed(void **state)
{
    (void)state;
    launch.block = custub_block(256, 1, 1);
    LAUNCHED(saxpy(1000), 4, 1, 1, 256, 1, 1);
    assert_int_equal(recording_calls_of("cuOccupancyMaxActiveBlocksPerMultiprocessor"), 0);
}

static void given_grid_gets_a_block_that_covers(void **state)
{
    (void)state;
    recording_programmed()->processor_threads = 1536; /* else 1024 would be chosen anyway */
    launch.grid = custub_grid(10, 1, 1);
    LAUNCHED(saxpy(10 * 900), 10, 1, 1, 1024, 1, 1);
    LAUNCHED(saxpy(10 * 700), 10, 1, 1, 768, 1, 1);
    launch.grid = custub_grid(1, 1, 1);
    recording_clear_log();
    refused(saxpy(5000), CUSTUB_ERROR_COVERAGE,
            "saxpy: grid 1 x block 768 covers 768 threads in x, the kernel needs n = 5000 "
            "[sample.cu:12]");
}

static void requirements_are_obeyed(void **state)
{
    (void)state;
    recording_programmed()->processor_threads = 1536; /* 768 is no power of two, 512 is */
    LAUNCHED(block_sum(10000), 20, 1, 1, 512, 1, 1);
    assert_int_equal(recording_last_launch()->shared, 512 * 4);
}

static void shared_memory_is_evaluated_per_candidate(void **state)
{
    (void)state;
    /* 6144 bytes per multiprocessor and 4 per thread: one block of 1024, or three of 512. */
    recording_programmed()->shared_opt_in = 6144;
    LAUNCHED(block_sum(10000), 20, 1, 1, 512, 1, 1);
    custub_library_close(*state, NULL);
    start(state);
    /* With the static shared memory no block of 1024 fits. */
    recording_programmed()->static_shared = 1500;
    recording_programmed()->shared_opt_in = 5120;
    LAUNCHED(block_sum(10000), 20, 1, 1, 512, 1, 1);
}

static void condition_that_no_block_meets_is_named(void **state)
{
    static const uint32_t never[] = {CUSTUB_OP_BLOCK, 0, CUSTUB_OP_CONSTANT, 2000, 0,
                                     CUSTUB_OP_EQUAL};
    static const custub_expr condition = {"blockDim.x == 2000", never, 6};
    custub_kernel_info info = sample_library.kernels[TILE];
    custub_kernel_info all[SAMPLE_COUNT];
    custub_library_info library = sample_library;
    custub_library *loaded;
    int n = 4;
    void *arguments[] = {&n};

    (void)state;
    info.block[0].code = NULL;
    info.block[1].code = NULL;
    info.requirements = &condition;
    info.requirement_count = 1;
    memcpy(all, sample_library.kernels, sizeof(all));
    all[TILE] = info;
    library.kernels = all;
    recording_describe(&library, NULL);
    loaded = sample_open(kernels, &library, sample_images, fresh(&error));
    assert_non_null(loaded);
    recording_clear_log();
    refused(sample_launch(&kernels[TILE], &launch, arguments, fresh(&error)), CUSTUB_ERROR_REQUIRES,
            "tile: blockDim.x == 2000 does not hold: 32 == 2000 [sample.cu:62]");
    custub_library_close(loaded, NULL);
}

static void block_of_partial_warps_is_found_if_a_condition_needs_it(void **state)
{
    static const uint32_t exactly[] = {CUSTUB_OP_BLOCK, 0, CUSTUB_OP_CONSTANT, 100, 0,
                                       CUSTUB_OP_EQUAL};
    static const custub_expr condition = {"blockDim.x == 100", exactly, 6};
    custub_kernel_info all[SAMPLE_COUNT];
    custub_library_info library = sample_library;
    custub_library *loaded;

    (void)state;
    memcpy(all, sample_library.kernels, sizeof(all));
    all[SAXPY].requirements = &condition;
    all[SAXPY].requirement_count = 1;
    library.kernels = all;
    recording_describe(&library, NULL);
    loaded = sample_open(kernels, &library, sample_images, fresh(&error));
    assert_non_null(loaded);
    LAUNCHED(saxpy(1000), 10, 1, 1, 100, 1, 1);
    custub_library_close(loaded, NULL);
}

static void exact_block_is_taken(void **state)
{
    (void)state;
    LAUNCHED(with_int(TILE, 40), 3, 3, 1, 16, 16, 1);
    assert_int_equal(recording_calls_of("cuOccupancyMaxActiveBlocksPerMultiprocessor"), 0);
}

static void grid_stride_fills_the_device_at_most(void **state)
{
    uint64_t n = 10000000;
    custub_bytes_view data = custub_bytes_view_of(X, n);
    void *arguments[] = {&n, &data.ptr};

    (void)state;
    launch.block = custub_block(256, 1, 1);
    LAUNCHED(sample_launch(&kernels[STRIDE], &launch, arguments, fresh(&error)), 132 * 8, 1, 1, 256,
             1, 1);
    n = 1000;
    LAUNCHED(sample_launch(&kernels[STRIDE], &launch, arguments, fresh(&error)), 4, 1, 1, 256, 1,
             1);
    memset(&launch.block, 0, sizeof(launch.block));
    n = 10000000;
    LAUNCHED(sample_launch(&kernels[STRIDE], &launch, arguments, fresh(&error)), 132 * 2, 1, 1,
             1024, 1, 1);
}

static void grid_comes_in_whole_clusters(void **state)
{
    long long n = 65;
    void *arguments[] = {&n};

    (void)state;
    launch.block = custub_block(32, 1, 1);
    LAUNCHED(sample_launch(&kernels[PAIR], &launch, arguments, fresh(&error)), 4, 1, 1, 32, 1, 1);
}

static void grid_that_cannot_be_computed_is_refused(void **state)
{
    custub_bytes_view views[2] = {custub_bytes_view_of(0, 0), custub_bytes_view_of(0, 0)};
    int n = 0;
    void *arguments[] = {&n, &views[0].ptr, &views[1].ptr};

    (void)state;
    launch.block = custub_block(256, 1, 1);
    for (int check = CUSTUB_CHECK_WHOLE; check <= CUSTUB_CHECK_NONE; check++) {
        launch.check = (custub_check)check;
        refused(
            sample_launch(&kernels[PLAIN], &launch, arguments, fresh(&error)),
            CUSTUB_ERROR_SHAPE_UNKNOWN,
            "plain: the launch gives no grid, and the kernel has no CUSTUB_THREADS to compute it "
            "from: make the custub_launch with custub_launch_for(n), which covers n threads, or "
            "set its grid [sample.cu:42]");
    }
    launch.grid = custub_grid(3, 1, 1);
    memset(&launch.block, 0, sizeof(launch.block));
    LAUNCHED(sample_launch(&kernels[PLAIN], &launch, arguments, fresh(&error)), 3, 1, 1, 1024, 1,
             1);
}

static void negative_threads_are_refused(void **state)
{
    long long n = -3;
    void *arguments[] = {&n};

    (void)state;
    refused(sample_launch(&kernels[PAIR], &launch, arguments, fresh(&error)),
            CUSTUB_ERROR_NOT_COMPUTABLE,
            "pair: the kernel needs n = -3 threads, which is negative [sample.cu:92]");
}

static void computed_grid_over_the_limit_is_refused(void **state)
{
    (void)state;
    launch.block = custub_block(1, 1, 1);
    refused(saxpy((size_t)1 << 33), CUSTUB_ERROR_GRID_LIMIT,
            "saxpy: grid 8589934592 has 8589934592 blocks in x, the device's limit is 2147483647; "
            "it was computed for n = 8589934592 [sample.cu:12]");
    memset(&launch.block, 0, sizeof(launch.block));
    LAUNCHED(saxpy((size_t)1 << 33), 8388608, 1, 1, 1024, 1, 1);
}

static void computed_grid_of_zeros_is_an_error(void **state)
{
    (void)state;
    launch.grid = custub_grid(0, 0, 0);
    refused(
        saxpy(100), CUSTUB_ERROR_EMPTY_SHAPE,
        "saxpy: grid 0x0x0 is empty, it needs at least one block and one thread [sample.cu:12]");
}

static void failing_driver_calls_are_reported(void **state)
{
    size_t calls;
    size_t failures = 0;

    (void)state;
    LAUNCHED(saxpy(1000), 1, 1, 1, 1024, 1, 1);
    calls = recording_call_count();
    for (size_t n = 1; n <= calls; n++) {
        custub_library_close(*state, NULL);
        start(state);
        recording_fail(NULL, n, 700);
        if (saxpy(1000) == CUSTUB_OK) {
            assert_string_equal(recording_call(n - 1), "cuCtxGetDevice"); /* is asked again */
            continue;
        }
        failures++;
        assert_int_equal(error.status, CUSTUB_ERROR_DRIVER);
        assert_int_equal(error.driver_result, 700);
        assert_string_equal(error.kernel, "saxpy");
        assert_true(error.driver_call[0] != 0);
    }
    assert_int_equal(failures, calls - 1);
    /* It works again once the driver does. */
    LAUNCHED(((void)memset(&error, 0, sizeof(error)), saxpy(1000)), 1, 1, 1, 1024, 1, 1);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, start, stop)

/* The block is known after the first launch; the grid is still rounded up to clusters. */
static void a_kept_block_gives_whole_clusters(void **state)
{
    (void)state;
    assert_int_equal(saxpy(100000), CUSTUB_OK);
    launch.cluster = custub_dim3_of(3, 1, 1);
    assert_int_equal(saxpy(100000), CUSTUB_OK);
    assert_int_equal(recording_last_launch()->grid[0] % 3, 0);
    assert_true((uint64_t)recording_last_launch()->grid[0] * recording_last_launch()->block[0] >=
                100000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_kept_block_gives_whole_clusters),
        TEST(largest_block_of_the_best_occupancy),
        TEST(occupancy_decides_against_the_largest_block),
        TEST(block_stays_within_the_loaded_kernels_limit),
        TEST(block_stays_within_the_shared_memory_that_is_given),
        TEST(block_lets_a_cooperative_grid_be_resident_at_once),
        TEST(no_threads_launch_one_block),
        TEST(null_launch_is_all_defaults),
        TEST(two_dimensions_are_a_warp_wide),
        TEST(one_block_covers_an_axis_whose_blockIdx_is_not_read),
        TEST(blocks_are_flat_along_an_axis_whose_threadIdx_is_not_read),
        TEST(given_block_leaves_the_grid_to_be_computed),
        TEST(given_grid_gets_a_block_that_covers),
        TEST(requirements_are_obeyed),
        TEST(shared_memory_is_evaluated_per_candidate),
        TEST(condition_that_no_block_meets_is_named),
        TEST(block_of_partial_warps_is_found_if_a_condition_needs_it),
        TEST(exact_block_is_taken),
        TEST(grid_stride_fills_the_device_at_most),
        TEST(grid_comes_in_whole_clusters),
        TEST(grid_that_cannot_be_computed_is_refused),
        TEST(negative_threads_are_refused),
        TEST(computed_grid_over_the_limit_is_refused),
        TEST(computed_grid_of_zeros_is_an_error),
        TEST(failing_driver_calls_are_reported),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}

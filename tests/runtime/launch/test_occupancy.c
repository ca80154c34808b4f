/* Asking for the occupancy, on the recording driver: 132 multiprocessors of 2048 threads or 32
 * blocks, and 232448 bytes of shared memory. */
#include <custub/custub.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "fresh_error.h"
#include "recording_driver.h"
#include "sample_library.h"

#define QUESTION "cuOccupancyMaxActiveBlocksPerMultiprocessor"

static custub_error error;
static custub_kernel kernels[SAMPLE_COUNT];

/* Each test has its own library, because a library remembers answers. */
static int start(void **state)
{
    recording_reset();
    if (custub_driver_open(CUSTUB_DRIVER_DEFAULT, NULL))
        return 1;
    *state = sample_load(kernels);
    fresh(&error);
    return 0;
}

static int stop(void **state)
{
    custub_library_close(*state, NULL);
    return recording_alive() != 0;
}

static custub_occupancy occupancy(int kernel, custub_dim3 block, uint64_t shared)
{
    return custub_occupancy_get(&kernels[kernel], block, shared, fresh(&error));
}

static void refused(custub_status status, const char *message)
{
    assert_string_equal(error.message, message);
    assert_int_equal(error.status, status);
    fresh(&error);
}

static void tells_what_a_multiprocessor_holds(void **state)
{
    const custub_dim3 flat = {.x = 256};
    custub_occupancy found = occupancy(SAXPY, custub_block(256, 1, 1), 0);

    (void)state;
    assert_false(custub_failed(&error));
    assert_int_equal(found.blocks, 8);
    assert_int_equal(found.threads, 2048);
    assert_int_equal(found.most_threads, 2048);
    assert_int_equal(found.multiprocessors, 132);
    assert_int_equal(occupancy(SAXPY, flat, CUSTUB_SHARED_NONE).blocks, 8);
    assert_int_equal(recording_calls_of(QUESTION), 1); /* the rest was remembered */
    assert_int_equal(occupancy(SAXPY, custub_block(16, 2, 1), 0).threads, 1024); /* 32 blocks */
    assert_int_equal(occupancy(DYNAMIC, custub_block(64, 1, 1), 20000).blocks, 11);
}

/* A launch that sets no shape uses the same facts. */
static void a_computed_shape_asks_nothing_that_was_answered(void **state)
{
    (void)state;
    assert_int_equal(occupancy(SAXPY, custub_block(1024, 1, 1), 0).blocks, 2);
    recording_clear_log();
    assert_int_equal(sample_launch_saxpy(kernels, NULL, 1000, 2,
                                         custub_f32_view_of(1 << 20, CUSTUB_COUNT_UNKNOWN),
                                         custub_f32_view_of(1 << 30, CUSTUB_COUNT_UNKNOWN), &error),
                     CUSTUB_ERROR_UNKNOWN_ADDRESS);
    assert_int_equal(recording_calls_of(QUESTION), 0);
}

static void large_shared_memory_is_opted_in_to(void **state)
{
    (void)state;
    assert_int_equal(occupancy(DYNAMIC, custub_block(256, 1, 1), 100000).blocks, 2);
    assert_false(custub_failed(&error));
    assert_int_equal(recording_opted_in("dynamic", 0), 100000);
}

static void refuses_what_no_launch_can_have(void **state)
{
    const custub_kernel none = {NULL, NULL, NULL, NULL};

    (void)state;
    assert_int_equal(occupancy(SAXPY, custub_block(256, 0, 1), 0).multiprocessors, 0);
    refused(CUSTUB_ERROR_EMPTY_SHAPE,
            "saxpy: the block is empty, it needs at least one thread [sample.cu:12]");
    occupancy(SAXPY, custub_block(64, 64, 1), 0);
    refused(CUSTUB_ERROR_BLOCK_LIMIT, "saxpy: block 64x64 has 4096 threads, the device's limit "
                                      "is 1024 [sample.cu:12]");
    occupancy(SAXPY, custub_block(UINT64_MAX, UINT64_MAX, 1), 0);
    assert_int_equal(error.status, CUSTUB_ERROR_BLOCK_LIMIT);
    occupancy(DYNAMIC, custub_block(64, 1, 1), 232449);
    assert_int_equal(error.status, CUSTUB_ERROR_SHARED_LIMIT);
    assert_int_equal(error.needed, 232449);
    custub_occupancy_get(&none, custub_block(64, 1, 1), 0, fresh(&error));
    assert_int_equal(error.status, CUSTUB_ERROR_INVALID_ARGUMENT);
    custub_occupancy_get(&kernels[SAXPY], custub_block(64, 1, 1), 0, &error); /* failed before */
    assert_int_equal(error.status, CUSTUB_ERROR_INVALID_ARGUMENT);
    assert_int_equal(recording_calls_of(QUESTION), 0);
}

static void a_block_over_the_launch_bounds_is_refused(void **state)
{
    (void)state;
    recording_programmed()->max_threads = 512;
    occupancy(SAXPY, custub_block(1024, 1, 1), 0);
    refused(CUSTUB_ERROR_LAUNCH_BOUNDS, "saxpy: block 1024 has 1024 threads, the kernel's limit is "
                                        "512 on this device [sample.cu:12]");
    assert_int_equal(custub_occupancy_best_block(&kernels[SAXPY], NULL, NULL, 0, &error), 512);
}

/* --- The best block ---- */

static uint64_t for_each_thread(uint64_t threads, void *user)
{
    return threads * *(const uint64_t *)user;
}

static uint64_t too_much(uint64_t threads, void *user)
{
    (void)threads;
    (void)user;
    return UINT64_MAX;
}

static void the_best_block_keeps_most_threads_resident(void **state)
{
    uint64_t bytes = 200;

    (void)state;
    assert_int_equal(custub_occupancy_best_block(&kernels[SAXPY], NULL, NULL, 0, &error), 1024);
    assert_int_equal(recording_calls_of(QUESTION), 1);
    /* 232448 bytes are those of 1162 threads: two blocks of 576. */
    assert_int_equal(
        custub_occupancy_best_block(&kernels[DYNAMIC], for_each_thread, &bytes, 0, &error), 576);
    bytes = 20;
    assert_int_equal(
        custub_occupancy_best_block(&kernels[DYNAMIC], for_each_thread, &bytes, 0, &error), 1024);
    recording_programmed()->processor_threads = 1536;
    assert_int_equal(custub_occupancy_best_block(&kernels[TILE], NULL, NULL, 0, &error), 768);
    assert_false(custub_failed(&error));
}

static void the_best_block_keeps_the_callers_limit(void **state)
{
    (void)state;
    assert_int_equal(custub_occupancy_best_block(&kernels[SAXPY], NULL, NULL, 300, &error), 256);
    assert_int_equal(custub_occupancy_best_block(&kernels[SAXPY], NULL, NULL, 20, &error), 20);
    assert_int_equal(custub_occupancy_best_block(&kernels[SAXPY], NULL, NULL, 4096, &error), 1024);
    assert_false(custub_failed(&error));
}

static void having_no_block_that_fits_is_an_error(void **state)
{
    (void)state;
    assert_int_equal(custub_occupancy_best_block(&kernels[DYNAMIC], too_much, NULL, 64, &error), 0);
    refused(
        CUSTUB_ERROR_SHARED_LIMIT,
        "dynamic: no block of at most 64 threads fits the device with the shared memory that it "
        "needs [sample.cu:82]");
    recording_fail(QUESTION, 1, 4);
    assert_int_equal(custub_occupancy_best_block(&kernels[SAXPY], NULL, NULL, 0, &error), 0);
    assert_int_equal(error.status, CUSTUB_ERROR_DRIVER);
    assert_string_equal(error.driver_call, QUESTION);
}

/* --- Clusters ---- */

static uint64_t clusters(int kernel, custub_dim3 cluster)
{
    return custub_occupancy_clusters(&kernels[kernel], custub_block(256, 1, 1), cluster, 0,
                                     fresh(&error));
}

static void clusters_are_counted(void **state)
{
    const custub_dim3 unset = {0, 0, 0, 0};

    (void)state;
    assert_int_equal(clusters(SAXPY, custub_grid(4, 2, 1)), 132);
    assert_int_equal(clusters(PAIR, unset), 528);
    assert_int_equal(clusters(PAIR, custub_grid(2, 1, 1)), 528);
    assert_int_equal(
        custub_occupancy_largest_cluster(&kernels[SAXPY], custub_block(256, 1, 1), 0, &error), 8);
    assert_int_equal(
        custub_occupancy_largest_cluster(&kernels[PAIR], custub_block(256, 1, 1), 0, &error), 8);
    assert_int_equal(custub_occupancy_clusters(&kernels[DYNAMIC], custub_block(256, 1, 1),
                                               custub_grid(2, 1, 1), 100000, &error),
                     132);
    assert_int_equal(recording_opted_in("dynamic", 0), 100000);
    assert_false(custub_failed(&error));
}

static void wrong_clusters_are_refused(void **state)
{
    const custub_dim3 unset = {0, 0, 0, 0};

    (void)state;
    assert_int_equal(clusters(SAXPY, unset), 0);
    refused(CUSTUB_ERROR_CLUSTER,
            "saxpy: neither the question nor the kernel gives a cluster [sample.cu:12]");
    clusters(SAXPY, custub_grid(2, 0, 1));
    assert_int_equal(error.status, CUSTUB_ERROR_CLUSTER);
    clusters(PAIR, custub_grid(4, 1, 1));
    refused(CUSTUB_ERROR_CLUSTER,
            "pair: cluster 4 differs from the kernel's __cluster_dims__ [sample.cu:92]");
    clusters(SAXPY, custub_grid(32, 1, 1));
    assert_int_equal(error.driver_result, 912);
    recording_fail("cuOccupancyMaxPotentialClusterSize", 1, 4);
    custub_occupancy_largest_cluster(&kernels[SAXPY], custub_block(256, 1, 1), 0, fresh(&error));
    assert_string_equal(error.driver_call, "cuOccupancyMaxPotentialClusterSize");
}

static void a_device_may_have_no_clusters(void **state)
{
    (void)state;
    recording_programmed()->clusters = 0;
    clusters(SAXPY, custub_grid(2, 1, 1));
    refused(CUSTUB_ERROR_CLUSTER, "saxpy: cluster 2 cannot be launched: this device has no "
                                  "clusters [sample.cu:12]");
    custub_occupancy_largest_cluster(&kernels[SAXPY], custub_block(256, 1, 1), 0, &error);
    refused(CUSTUB_ERROR_CLUSTER, "saxpy: this device has no clusters [sample.cu:12]");
}

/* --- The shape of a launch ---- */

static void a_prepared_launch_tells_its_shape(void **state)
{
    const custub_argument arguments[] = {custub_argument_u64(1000), custub_argument_f32(2),
                                         custub_argument_buffer(CUSTUB_SCALAR_F32, 1 << 20, 1000),
                                         custub_argument_buffer(CUSTUB_SCALAR_F32, 1 << 30, 1000)};
    custub_launch launch = custub_launch_default();
    custub_prepared *prepared;

    (void)state;
    launch.check = CUSTUB_CHECK_CONTRACT;
    prepared = custub_kernel_prepare(&kernels[SAXPY], &launch, 4, arguments, &error);
    launch = custub_prepared_shape(prepared, &error);
    assert_false(custub_failed(&error));
    assert_int_equal(launch.grid.x, 1);
    assert_int_equal(launch.block.x, 1024);
    assert_int_equal(launch.shared, CUSTUB_SHARED_NONE);
    assert_int_equal(launch.check, CUSTUB_CHECK_CONTRACT);
    assert_int_equal(recording_launch_count(), 0);
    assert_int_equal(custub_kernel_launch(&kernels[SAXPY], &launch, 4, arguments, &error),
                     CUSTUB_OK);
    custub_prepared_destroy(prepared);
    launch = custub_prepared_shape(NULL, &error);
    assert_int_equal(error.status, CUSTUB_ERROR_INVALID_ARGUMENT);
    assert_int_equal(launch.grid.x, 0);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, start, stop)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(tells_what_a_multiprocessor_holds),
        TEST(a_computed_shape_asks_nothing_that_was_answered),
        TEST(large_shared_memory_is_opted_in_to),
        TEST(refuses_what_no_launch_can_have),
        TEST(a_block_over_the_launch_bounds_is_refused),
        TEST(the_best_block_keeps_most_threads_resident),
        TEST(the_best_block_keeps_the_callers_limit),
        TEST(having_no_block_that_fits_is_an_error),
        TEST(clusters_are_counted),
        TEST(wrong_clusters_are_refused),
        TEST(a_device_may_have_no_clusters),
        TEST(a_prepared_launch_tells_its_shape),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* Submitting launches: what the driver is given, large shared memory, launches with attributes,
 * levels, threads. */
#define _POSIX_C_SOURCE 200809L

#include <custub/custub.h>

#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "child.h"
#include "fresh_error.h"
#include "recording_driver.h"
#include "sample_library.h"

#define X ((CUdeviceptr)1 << 40) /* addresses, far apart */
#define Y ((CUdeviceptr)1 << 50)

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
    launch = custub_launch_of(1, 32);
    launch.check = CUSTUB_CHECK_CONTRACT;
    return 0;
}

static int stop(void **state)
{
    custub_library_close(*state, NULL);
    return recording_alive() != 0;
}

static custub_status saxpy_into(custub_error *record)
{
    return sample_launch_saxpy(kernels, &launch, 7, 1.5f, custub_f32_view_of(X, 7),
                               custub_f32_view_of(Y, 7), record);
}

static custub_status saxpy(void)
{
    return saxpy_into(fresh(&error));
}

static const uint64_t no_need[3]; /* of two buffers and threads */

static custub_status dynamic(uint64_t shared)
{
    custub_bytes_view x = custub_bytes_view_of(0, 0);
    void *arguments[] = {&x.ptr};

    launch.shared = shared;
    return sample_launch(&kernels[DYNAMIC], &launch, arguments, fresh(&error));
}

static custub_status together(int n)
{
    custub_bytes_view data = custub_bytes_view_of(X, (uint64_t)n);
    void *arguments[] = {&n, &data.ptr};

    return sample_launch(&kernels[TOGETHER], &launch, arguments, fresh(&error));
}

static void driver_is_given_exactly_the_launch(void **state)
{
    static const unsigned char expected[32] = {7,    0,    0,    0,    0,    0, 0, 0, 0, 0, 0xc0,
                                               0x3f, 0xee, 0xee, 0xee, 0xee, 0, 0, 0, 0, 0, 1,
                                               0,    0,    0,    0,    0,    0, 0, 0, 4, 0};
    const recording_launch *last = recording_last_launch();

    (void)state;
    launch.stream = (CUstream)(void *)&launch;
    assert_int_equal(saxpy(), CUSTUB_OK);
    assert_int_equal(recording_launch_count(), 1);
    assert_string_equal(last->kernel, "saxpy");
    assert_ptr_equal(last->function, kernels[SAXPY].function);
    assert_ptr_equal(last->stream, &launch);
    assert_int_equal(last->grid[0], 1);
    assert_int_equal(last->grid[1], 1);
    assert_int_equal(last->grid[2], 1);
    assert_int_equal(last->block[0], 32);
    assert_int_equal(last->shared, 0);
    assert_int_equal(last->parameter_bytes, 32);
    assert_memory_equal(last->parameters, expected, sizeof(expected));
    assert_false(last->extended);
}

static void stream_of_zero_is_the_callers_default_stream(void **state)
{
    size_t n = 0;
    float a = 0;
    custub_need needs[2] = {{0, 0, 0}, {0, 0, 0}};
    void *arguments[] = {&n, &a, &needs[0].ptr, &needs[1].ptr};

    (void)state;
    assert_int_equal(
        custub_call_launch(&kernels[SAXPY], &launch, arguments, needs, no_need,
                           CUSTUB_CALL_HOLDS | (uint32_t)(uintptr_t)CUSTUB_STREAM_PER_THREAD,
                           fresh(&error)),
        CUSTUB_OK);
    assert_ptr_equal(recording_last_launch()->stream, (void *)(uintptr_t)2);
    assert_int_equal(saxpy(), CUSTUB_OK);
    assert_null(recording_last_launch()->stream);
}

/* The stream of a launch that names none, for a caller whose default is the per-thread stream
 * (2). */
static CUstream default_stream_of(int kernel, void **arguments, custub_need *needs)
{
    assert_int_equal(custub_call_launch(&kernels[kernel], &launch, arguments, needs, no_need,
                                        (uint32_t)(uintptr_t)CUSTUB_STREAM_PER_THREAD,
                                        fresh(&error)),
                     CUSTUB_OK);
    assert_true(recording_last_launch()->extended);
    return recording_last_launch()->stream;
}

static void extended_launches_take_the_callers_default_stream_too(void **state)
{
    const struct {
        int id;
        int padding;
        unsigned int value[16];
    } own = {9, 0, {5}};
    size_t n = 0;
    int count = 0;
    float a = 0;
    custub_need needs[2] = {{0, 0, 0}, {0, 0, 0}};
    void *arguments[] = {&n, &a, &needs[0].ptr, &needs[1].ptr};
    void *of_together[] = {&count, &needs[0].ptr};

    (void)state;
    assert_ptr_equal(default_stream_of(TOGETHER, of_together, needs), (void *)(uintptr_t)2);
    launch.cluster.x = 1;
    assert_ptr_equal(default_stream_of(SAXPY, arguments, needs), (void *)(uintptr_t)2);
    launch.cluster.x = 0;
    launch.attributes = &own;
    launch.attribute_count = 1;
    assert_ptr_equal(default_stream_of(SAXPY, arguments, needs), (void *)(uintptr_t)2);
    launch.stream = (CUstream)(void *)&launch;
    assert_ptr_equal(default_stream_of(SAXPY, arguments, needs), &launch);
}

static void views_of_bools_are_made_of_bool_pointers(void **state)
{
    const bool source[2] = {true, false};
    bool target[2] = {false, true};
    custub_bool_view view = custub_bool_view_at(source, 2);
    custub_bool_buffer buffer;

    (void)state;
    assert_int_equal(view.ptr, (uintptr_t)source);
    buffer = custub_bool_buffer_create(2, &error);
    custub_bool_upload(buffer.view, source, 2, NULL, &error);
    custub_bool_download(buffer.view, target, 2, NULL, &error);
    assert_false(custub_failed(&error));
    assert_true(target[0]);
    assert_false(target[1]);
    custub_bool_buffer_destroy(&buffer, NULL);
}

static void failing_launch_is_reported_with_its_shape(void **state)
{
    (void)state;
    recording_fail("cuLaunchKernel", 1, 700);
    assert_int_equal(saxpy(), CUSTUB_ERROR_DRIVER);
    assert_string_equal(error.message,
                        "saxpy: cuLaunchKernel: CUDA_ERROR_ILLEGAL_ADDRESS (700): as recorded; the "
                        "context is dead; CUSTUB_SYNC=1 tells which launch did it; launching grid "
                        "1 x block 32 with 0 bytes of dynamic shared memory "
                        "[sample.cu:12]");
    assert_int_equal(error.driver_result, 700);
    assert_string_equal(error.driver_call, "cuLaunchKernel");
    recording_fail("cuLaunchKernel", 1, 700);
    assert_int_equal(saxpy_into(NULL), CUSTUB_ERROR_DRIVER);
}

static void large_shared_memory_is_opted_in_to_once_and_upward(void **state)
{
    (void)state;
    assert_int_equal(dynamic(49152), CUSTUB_OK);
    assert_int_equal(recording_calls_of("cuKernelSetAttribute"), 0);
    assert_int_equal(dynamic(100000), CUSTUB_OK);
    assert_int_equal(recording_last_launch()->shared, 100000);
    assert_int_equal(recording_opted_in("dynamic", 0), 100000);
    assert_int_equal(dynamic(100000), CUSTUB_OK);
    assert_int_equal(dynamic(70000), CUSTUB_OK);
    assert_int_equal(recording_calls_of("cuKernelSetAttribute"), 1);
    assert_int_equal(recording_opted_in("dynamic", 0), 100000);
    assert_int_equal(dynamic(232448), CUSTUB_OK);
    assert_int_equal(recording_calls_of("cuKernelSetAttribute"), 2);
}

static void opting_in_is_per_device(void **state)
{
    custub_library_close(*state, NULL);
    recording_programmed()->device_count = 2;
    *state = sample_load(kernels);
    assert_int_equal(dynamic(100000), CUSTUB_OK);
    recording_use_device(1);
    assert_int_equal(dynamic(100000), CUSTUB_OK);
    assert_int_equal(recording_opted_in("dynamic", 1), 100000);
    assert_int_equal(recording_calls_of("cuKernelSetAttribute"), 2);
}

static void static_shared_memory_counts_too(void **state)
{
    (void)state;
    recording_programmed()->static_shared = 20000;
    /* The contract level does not know the limit yet: the driver refuses, custub opts in and
     * launches again. */
    assert_int_equal(dynamic(40000), CUSTUB_OK);
    assert_int_equal(recording_calls_of("cuLaunchKernel"), 2);
    assert_int_equal(recording_opted_in("dynamic", 0), 40000);
    recording_clear_log();
    assert_int_equal(dynamic(45000), CUSTUB_OK);
    assert_int_equal(recording_calls_of("cuLaunchKernel"), 1);
}

static void too_much_shared_memory_is_refused_by_the_devices_limit(void **state)
{
    (void)state;
    recording_programmed()->static_shared = 448;
    assert_int_equal(dynamic(232001), CUSTUB_ERROR_SHARED_LIMIT);
    assert_string_equal(
        error.message,
        "dynamic: the launch needs 232001 bytes of dynamic shared memory and 448 of static, the "
        "device has 232448 per block [sample.cu:82]");
    assert_int_equal(error.needed, 232001);
    assert_int_equal(error.found, 232000);
    assert_int_equal(dynamic((uint64_t)5 << 32), CUSTUB_ERROR_SHARED_LIMIT);
    launch.check = CUSTUB_CHECK_NONE;
    assert_int_equal(dynamic((uint64_t)5 << 32), CUSTUB_ERROR_SHARED_LIMIT);
    launch.check = CUSTUB_CHECK_WHOLE;
    assert_int_equal(dynamic(232001), CUSTUB_ERROR_SHARED_LIMIT);
    assert_int_equal(recording_launch_count(), 0);
    assert_int_equal(dynamic(232000), CUSTUB_OK);
}

static void failing_opt_in_is_reported(void **state)
{
    (void)state;
    recording_fail("cuKernelSetAttribute", 1, 1);
    assert_int_equal(dynamic(100000), CUSTUB_ERROR_DRIVER);
    assert_string_equal(error.driver_call, "cuKernelSetAttribute");
    assert_non_null(strstr(error.message, "opting in to 100000 bytes of dynamic shared memory"));
    assert_int_equal(dynamic(100000), CUSTUB_OK);
}

static void block_over_the_loaded_kernels_limit_is_refused_at_the_whole_level(void **state)
{
    (void)state;
    recording_programmed()->max_threads = 512;
    recording_add_range(X, 28, false);
    recording_add_range(Y, 28, false);
    launch.check = CUSTUB_CHECK_WHOLE;
    launch.block = custub_block(640, 1, 1);
    assert_int_equal(saxpy(), CUSTUB_ERROR_LAUNCH_BOUNDS);
    assert_string_equal(error.message,
                        "saxpy: block 640 has 640 threads, the kernel's limit is 512 "
                        "on this device [sample.cu:12]");
    assert_int_equal(recording_launch_count(), 0);
    launch.block = custub_block(512, 1, 1);
    assert_int_equal(saxpy(), CUSTUB_OK);
}

static void cooperative_kernels_are_launched_cooperatively(void **state)
{
    const recording_launch *last = recording_last_launch();

    (void)state;
    recording_add_range(X, 4 << 20, false);
    launch.check = CUSTUB_CHECK_WHOLE;
    assert_int_equal(together(32), CUSTUB_OK);
    assert_true(last->extended);
    assert_int_equal(last->attribute_count, 1);
    assert_int_equal(last->attribute_ids[0], 2);
    assert_int_equal(last->attribute_values[0][0], 1);
    launch.block = custub_block(1024, 1, 1);
    launch.grid = custub_grid(264, 1, 1); /* 132 multiprocessors of two blocks */
    assert_int_equal(together(1000), CUSTUB_OK);
    recording_clear_log();
    launch.grid = custub_grid(265, 1, 1);
    assert_int_equal(together(1000), CUSTUB_ERROR_COOPERATIVE);
    assert_string_equal(error.message,
                        "together: grid 265 x block 1024 has 265 blocks, at most 264 blocks of a "
                        "cooperative launch fit the device at once [sample.cu:72]");
    assert_int_equal(recording_launch_count(), 0);
}

static void device_without_cooperative_launches_is_named(void **state)
{
    (void)state;
    recording_programmed()->cooperative = 0;
    recording_add_range(X, 4096, false);
    launch.check = CUSTUB_CHECK_WHOLE;
    assert_int_equal(together(32), CUSTUB_ERROR_COOPERATIVE);
    assert_string_equal(error.message, "together: the kernel needs a cooperative launch, which "
                                       "this device does not support [sample.cu:72]");
}

static void clusters_are_passed_on(void **state)
{
    const recording_launch *last = recording_last_launch();

    (void)state;
    launch.grid = custub_grid(4, 1, 1);
    launch.cluster.x = 2;
    assert_int_equal(saxpy(), CUSTUB_OK);
    assert_true(last->extended);
    assert_int_equal(last->attribute_count, 1);
    assert_int_equal(last->attribute_ids[0], 4);
    assert_int_equal(last->attribute_values[0][0], 2);
    assert_int_equal(last->attribute_values[0][1], 1);
    assert_int_equal(last->attribute_values[0][2], 1);
    launch.check = CUSTUB_CHECK_WHOLE;
    recording_programmed()->clusters = 0;
    recording_add_range(X, 28, false);
    recording_add_range(Y, 28, false);
    assert_int_equal(saxpy(), CUSTUB_ERROR_CLUSTER);
    assert_string_equal(error.message,
                        "saxpy: cluster 2 cannot be launched: this device has no clusters "
                        "[sample.cu:12]");
    launch.cluster = custub_dim3_of(1, 1, 1); /* which every device has */
    assert_int_equal(saxpy(), CUSTUB_OK);
}

static void callers_attributes_come_first(void **state)
{
    struct {
        int id;
        int padding;
        unsigned int value[16];
    } own[2] = {{9, 0, {5}}, {1, 0, {6, 7, 8}}};
    const recording_launch *last = recording_last_launch();

    (void)state;
    launch.attributes = own;
    launch.attribute_count = 2;
    launch.cluster.x = 1;
    assert_int_equal(saxpy(), CUSTUB_OK);
    assert_int_equal(last->attribute_count, 3);
    assert_int_equal(last->attribute_ids[0], 9);
    assert_int_equal(last->attribute_values[0][0], 5);
    assert_int_equal(last->attribute_ids[1], 1);
    assert_int_equal(last->attribute_values[1][2], 8);
    assert_int_equal(last->attribute_ids[2], 4);
    launch.attribute_count = 65;
    assert_int_equal(saxpy(), CUSTUB_ERROR_INVALID_ARGUMENT);
    launch.attributes = NULL;
    launch.attribute_count = 1;
    assert_int_equal(saxpy(), CUSTUB_ERROR_INVALID_ARGUMENT);
}

/* How many of two launches are refused: none at the level "none", one at "contract", both at
 * "whole". */
static int refusals(void)
{
    int count = sample_launch_saxpy(kernels, &launch, 7, 1, custub_f32_view_of(X, 7),
                                    custub_f32_view_of(Y, 7), fresh(&error)) != CUSTUB_OK;

    return count + (sample_launch_saxpy(kernels, &launch, 7, 1, custub_f32_view_of(X, 6),
                                        custub_f32_view_of(Y, 7), fresh(&error)) != CUSTUB_OK);
}

static void in_child_environment_sets_the_level(void)
{
    void *state;

    CHILD_CHECK(start(&state) == 0);
    launch.check = CUSTUB_CHECK_DEFAULT;
    setenv("CUSTUB_CHECK", "none", 1);
    custub_set_check(CUSTUB_CHECK_DEFAULT);
    CHILD_CHECK(refusals() == 0);
    setenv("CUSTUB_CHECK", "contract", 1);
    CHILD_CHECK(refusals() == 0); /* read once */
    custub_set_check(CUSTUB_CHECK_DEFAULT);
    CHILD_CHECK(refusals() == 1);
    setenv("CUSTUB_CHECK", "whole", 1);
    custub_set_check(CUSTUB_CHECK_DEFAULT);
    CHILD_CHECK(refusals() == 2);
    setenv("CUSTUB_CHECK", "?", 1);
    custub_set_check(CUSTUB_CHECK_DEFAULT);
    CHILD_CHECK(refusals() == 2);
    CHILD_CHECK(stop(&state) == 0);
}
CHILD_TEST(environment_sets_the_level)

static void in_child_program_sets_the_level_and_a_launch_its_own(void)
{
    void *state;

    CHILD_CHECK(start(&state) == 0);
    launch.check = CUSTUB_CHECK_DEFAULT;
    unsetenv("CUSTUB_CHECK");
    CHILD_CHECK(refusals() == 2);
    custub_set_check(CUSTUB_CHECK_NONE);
    CHILD_CHECK(refusals() == 0);
    launch.check = CUSTUB_CHECK_CONTRACT;
    CHILD_CHECK(refusals() == 1);
    launch.check = CUSTUB_CHECK_WHOLE;
    CHILD_CHECK(refusals() == 2);
    CHILD_CHECK(stop(&state) == 0);
}
CHILD_TEST(program_sets_the_level_and_a_launch_its_own)

static void *launch_from_thread(void *failures)
{
    custub_launch own = custub_launch_of(1, 32);
    custub_bytes_view x = custub_bytes_view_of(0, 0);
    void *arguments[] = {&x.ptr};

    recording_use_device(0);
    own.check = CUSTUB_CHECK_WHOLE;
    for (uint64_t i = 0; i < 300; i++) {
        own.shared = 40000 + 500 * i;
        *(int *)failures += sample_launch(&kernels[DYNAMIC], &own, arguments, NULL) != CUSTUB_OK;
    }
    return NULL;
}

static void many_threads_launch_and_opt_in_at_once(void **state)
{
    pthread_t threads[4];
    int failures[4] = {0};

    (void)state;
    for (int i = 0; i < 4; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, launch_from_thread, &failures[i]), 0);
    for (int i = 0; i < 4; i++) {
        pthread_join(threads[i], NULL);
        assert_int_equal(failures[i], 0);
    }
    assert_int_equal(recording_launch_count(), 1200);
    assert_int_equal(recording_opted_in("dynamic", 0), 40000 + 500 * 299);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, start, stop)

int main(void)
{
    const struct CMUnitTest tests[] = {
        /* First: the driver that a test opens cannot be used in a child. */
        cmocka_unit_test(environment_sets_the_level),
        cmocka_unit_test(program_sets_the_level_and_a_launch_its_own),
        TEST(driver_is_given_exactly_the_launch),
        TEST(stream_of_zero_is_the_callers_default_stream),
        TEST(extended_launches_take_the_callers_default_stream_too),
        TEST(views_of_bools_are_made_of_bool_pointers),
        TEST(failing_launch_is_reported_with_its_shape),
        TEST(large_shared_memory_is_opted_in_to_once_and_upward),
        TEST(opting_in_is_per_device),
        TEST(static_shared_memory_counts_too),
        TEST(too_much_shared_memory_is_refused_by_the_devices_limit),
        TEST(failing_opt_in_is_reported),
        TEST(block_over_the_loaded_kernels_limit_is_refused_at_the_whole_level),
        TEST(cooperative_kernels_are_launched_cooperatively),
        TEST(device_without_cooperative_launches_is_named),
        TEST(clusters_are_passed_on),
        TEST(callers_attributes_come_first),
        TEST(many_threads_launch_and_opt_in_at_once),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}

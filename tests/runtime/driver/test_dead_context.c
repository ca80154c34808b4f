/* Contexts in which a kernel has failed, on the recording driver: later failures name the launch
 * only if it is known. */
#define _POSIX_C_SOURCE 200809L /* setenv */

#include <custub/custub.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "driver/dead_context.h"
#include "fresh_error.h"
#include "recording_driver.h"
#include "sample_library.h"

#define COUNT 1000
#define X     ((CUdeviceptr)0x7f0000000000) /* addresses, far apart */
#define Y     ((CUdeviceptr)0x7f0001000000)

static custub_error error;
static custub_launch launch;
static custub_library *library;
static custub_kernel kernels[SAMPLE_COUNT];

static int start(void **state)
{
    (void)state;
    recording_reset();
    if (custub_driver_open(CUSTUB_DRIVER_DEFAULT, NULL))
        return 1;
    recording_programmed()->device_count = 2;
    library = sample_load(kernels);
    launch = custub_launch_of(4, 256);
    launch.check = CUSTUB_CHECK_CONTRACT;
    return 0;
}

static int stop(void **state)
{
    (void)state;
    custub_set_sync(0);
    custub_library_close(library, NULL);
    return recording_alive() != 0;
}

static custub_status saxpy(void)
{
    return sample_launch_saxpy(kernels, &launch, COUNT, 2.5f, custub_f32_view_of(X, COUNT),
                               custub_f32_view_of(Y, COUNT), fresh(&error));
}

/* The message of an allocation that fails with 700. */
static const char *message_of_failing_allocation(void)
{
    recording_fail("cuMemAlloc_v2", 1, 700);
    assert_int_equal(custub_f32_buffer_create(2, fresh(&error)).view.ptr, 0);
    assert_int_equal(error.status, CUSTUB_ERROR_DRIVER);
    assert_int_equal(error.driver_result, 700);
    return error.message;
}

static void later_failures_name_the_launch_that_ended_the_context(void **state)
{
    (void)state;
    recording_programmed()->context_id = 50;
    custub_set_sync(1);
    recording_programmed()->synchronize_result = 700;
    assert_int_equal(saxpy(), CUSTUB_ERROR_KERNEL_FAILED);
    assert_null(strstr(error.message, "dead")); /* this record is about the launch itself */
    assert_string_equal(message_of_failing_allocation(),
                        "cuMemAlloc: CUDA_ERROR_ILLEGAL_ADDRESS (700): as recorded; the context is "
                        "dead since kernel 'saxpy' failed [sample.cu:12]; allocating 8 bytes");
    custub_set_sync(0);
    recording_fail("cuLaunchKernel", 1, 700);
    assert_int_equal(saxpy(), CUSTUB_ERROR_DRIVER);
    assert_non_null(strstr(error.message, "dead since kernel 'saxpy' failed"));
}

/* A new context inherits no failure, nor does the context of another device. */
static void a_dead_context_blames_only_its_own_launch(void **state)
{
    (void)state;
    recording_programmed()->context_id = 60;
    custub_set_sync(1);
    recording_programmed()->synchronize_result = 700;
    assert_int_equal(saxpy(), CUSTUB_ERROR_KERNEL_FAILED);
    recording_use_device(1);
    assert_non_null(strstr(message_of_failing_allocation(),
                           "(700): as recorded; the context is dead; "
                           "CUSTUB_SYNC=1 tells which launch did it"));
    recording_use_device(0);
    assert_non_null(strstr(message_of_failing_allocation(), "dead since kernel 'saxpy'"));
    recording_programmed()->context_id = 70;
    assert_non_null(strstr(message_of_failing_allocation(), "dead; CUSTUB_SYNC=1"));
}

/* A handle is not reused while its context is still known to be dead. */
static void context_without_an_id_is_known_by_its_handle(void **state)
{
    (void)state;
    custub_set_sync(1);
    recording_programmed()->synchronize_result = 715;
    assert_int_equal(saxpy(), CUSTUB_ERROR_KERNEL_FAILED);
    recording_fail("cuMemAlloc_v2", 1, 715);
    custub_f32_buffer_create(2, fresh(&error));
    assert_non_null(strstr(error.message, "dead since kernel 'saxpy'"));
    recording_fail("cuMemAlloc_v2", 1, 716);
    custub_f32_buffer_create(2, fresh(&error));
    assert_non_null(strstr(error.message, "dead; CUSTUB_SYNC=1")); /* it died of something else */
    recording_use_device(1);
    recording_fail("cuMemAlloc_v2", 1, 715);
    custub_f32_buffer_create(2, fresh(&error));
    assert_non_null(strstr(error.message, "dead; CUSTUB_SYNC=1"));
}

static void a_result_that_is_not_fatal_is_not_remembered(void **state)
{
    (void)state;
    recording_programmed()->context_id = 80;
    custub_set_sync(1);
    recording_programmed()->synchronize_result = 2;
    assert_int_equal(saxpy(), CUSTUB_ERROR_KERNEL_FAILED);
    assert_non_null(strstr(message_of_failing_allocation(), "dead; CUSTUB_SYNC=1"));
    recording_fail("cuMemAlloc_v2", 1, 2);
    custub_f32_buffer_create(2, fresh(&error));
    assert_null(strstr(error.message, "dead"));
}

/* Seventeen deaths are noted; the first one is forgotten. */
static void only_the_newest_deaths_are_remembered(void **state)
{
    custubi_context_name context = {recording_context(0), 100};

    (void)state;
    for (; context.id < 117; context.id++)
        custubi_dead_context_note(&context, 700, kernels[SAXPY].info);
    recording_programmed()->context_id = 100;
    assert_non_null(strstr(message_of_failing_allocation(), "dead; CUSTUB_SYNC=1"));
    for (unsigned int id = 101; id < 117; id++) {
        recording_programmed()->context_id = id;
        assert_non_null(strstr(message_of_failing_allocation(), "dead since kernel 'saxpy'"));
    }
}

static void advice_is_not_given_twice(void **state)
{
    (void)state;
    recording_programmed()->context_id = 200;
    setenv("CUSTUB_SYNC", "1", 1);
    assert_string_equal(message_of_failing_allocation(),
                        "cuMemAlloc: CUDA_ERROR_ILLEGAL_ADDRESS (700): as recorded; the context is "
                        "dead; allocating 8 bytes");
    unsetenv("CUSTUB_SYNC");
}

/* Only the first image is tried, and none is blamed. */
static void loading_in_a_dead_context_blames_no_image(void **state)
{
    static const custub_image images[] = {
        {"fatbin", "one", 4}, {"cubin", "two", 4}, {"ptx", "three", 6}, {NULL, NULL, 0}};

    (void)state;
    recording_clear_log();
    recording_programmed()->context_id = 200;
    recording_programmed()->image_result = 700;
    assert_null(custub_library_open(&sample_library, images, fresh(&error)));
    assert_int_equal(recording_calls_of("cuLibraryLoadData"), 1);
    assert_int_equal(error.status, CUSTUB_ERROR_DRIVER);
    assert_string_equal(error.message,
                        "cuLibraryLoadData: CUDA_ERROR_ILLEGAL_ADDRESS (700): as recorded; the "
                        "context is dead; CUSTUB_SYNC=1 tells which launch did it; loading the "
                        "kernels of sample.cu");
}

/* CUDA would load the kernels, and fail at the first launch. */
static void nothing_is_loaded_in_a_dead_context(void **state)
{
    (void)state;
    recording_clear_log();
    recording_programmed()->context_id = 200;
    recording_fail("cuCtxGetId", 1, 700);
    assert_null(custub_library_open(&sample_library, sample_images, fresh(&error)));
    assert_int_equal(error.driver_result, 700);
    assert_non_null(strstr(error.message, "cuCtxGetId: CUDA_ERROR_ILLEGAL_ADDRESS (700)"));
    assert_int_equal(recording_calls_of("cuLibraryLoadData"), 0);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, start, stop)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(later_failures_name_the_launch_that_ended_the_context),
        TEST(a_dead_context_blames_only_its_own_launch),
        TEST(context_without_an_id_is_known_by_its_handle),
        TEST(a_result_that_is_not_fatal_is_not_remembered),
        TEST(only_the_newest_deaths_are_remembered),
        TEST(advice_is_not_given_twice),
        TEST(loading_in_a_dead_context_blames_no_image),
        TEST(nothing_is_loaded_in_a_dead_context),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}

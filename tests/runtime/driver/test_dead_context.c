/* Contexts in which a kernel has failed, on the recording driver: later failures name the launch if
 * it is known, and nothing is guessed. */
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

/* What a failing allocation says then. */
static const char *said_of_an_allocation(void)
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
    assert_string_equal(said_of_an_allocation(),
                        "cuMemAlloc: CUDA_ERROR_ILLEGAL_ADDRESS (700): as recorded; the context is "
                        "dead since kernel 'saxpy' failed [sample.cu:12]; allocating 8 bytes");
    custub_set_sync(0);
    recording_fail("cuLaunchKernel", 1, 700);
    assert_int_equal(saxpy(), CUSTUB_ERROR_DRIVER);
    assert_non_null(strstr(error.message, "dead since kernel 'saxpy' failed"));
}

/* Of a context that was made anew nothing is known, nor of another one. */
static void another_context_s_death_is_not_laid_at_that_launchs_door(void **state)
{
    (void)state;
    recording_programmed()->context_id = 60;
    custub_set_sync(1);
    recording_programmed()->synchronize_result = 700;
    assert_int_equal(saxpy(), CUSTUB_ERROR_KERNEL_FAILED);
    recording_use_device(1);
    assert_non_null(strstr(said_of_an_allocation(), "(700): as recorded; the context is dead; "
                                                    "CUSTUB_SYNC=1 tells which launch did it"));
    recording_use_device(0);
    assert_non_null(strstr(said_of_an_allocation(), "dead since kernel 'saxpy'"));
    recording_programmed()->context_id = 70;
    assert_non_null(strstr(said_of_an_allocation(), "dead; CUSTUB_SYNC=1"));
}

/* The handle of a dead context is not used again while it can still be named. */
static void context_without_an_id_is_told_by_its_handle(void **state)
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

static void result_that_ends_no_context_is_only_told(void **state)
{
    (void)state;
    recording_programmed()->context_id = 80;
    custub_set_sync(1);
    recording_programmed()->synchronize_result = 2;
    assert_int_equal(saxpy(), CUSTUB_ERROR_KERNEL_FAILED);
    assert_non_null(strstr(said_of_an_allocation(), "dead; CUSTUB_SYNC=1"));
    recording_fail("cuMemAlloc_v2", 1, 2);
    custub_f32_buffer_create(2, fresh(&error));
    assert_null(strstr(error.message, "dead"));
}

/* The sixteen newest are known; none of them is the first one. */
static void many_deaths_are_known_and_the_oldest_gives_way(void **state)
{
    custubi_context_name context = {recording_context(0), 100};

    (void)state;
    for (; context.id < 117; context.id++)
        custubi_dead_context_note(&context, 700, kernels[SAXPY].info);
    recording_programmed()->context_id = 100;
    assert_non_null(strstr(said_of_an_allocation(), "dead; CUSTUB_SYNC=1"));
    for (unsigned int id = 101; id < 117; id++) {
        recording_programmed()->context_id = id;
        assert_non_null(strstr(said_of_an_allocation(), "dead since kernel 'saxpy'"));
    }
}

static void advice_is_not_given_twice(void **state)
{
    (void)state;
    recording_programmed()->context_id = 200;
    setenv("CUSTUB_SYNC", "1", 1);
    assert_string_equal(said_of_an_allocation(),
                        "cuMemAlloc: CUDA_ERROR_ILLEGAL_ADDRESS (700): as recorded; the context is "
                        "dead; allocating 8 bytes");
    unsetenv("CUSTUB_SYNC");
}

/* No image is tried after the first one, and none is blamed. */
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

/* CUDA loads there, and the first launch fails. */
static void nothing_is_loaded_or_compiled_where_nothing_runs(void **state)
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
        TEST(another_context_s_death_is_not_laid_at_that_launchs_door),
        TEST(context_without_an_id_is_told_by_its_handle),
        TEST(result_that_ends_no_context_is_only_told),
        TEST(many_deaths_are_known_and_the_oldest_gives_way),
        TEST(advice_is_not_given_twice),
        TEST(loading_in_a_dead_context_blames_no_image),
        TEST(nothing_is_loaded_or_compiled_where_nothing_runs),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* The functions of kernels in the contexts that they are launched in, on a recording driver that
 * tells contexts apart. */
#include <custub/custub.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "fresh_error.h"
#include "recording_driver.h"
#include "sample_library.h"

#define COUNT 1000
#define X     ((CUdeviceptr)0x7f0000000000) /* addresses, far apart */
#define Y     ((CUdeviceptr)0x7f0001000000)

static custub_error error;
static custub_kernel kernels[SAMPLE_COUNT];
static custub_launch launch;
static unsigned long long contexts; /* ids that are in use */

/* Gives device 0 a new context with the same handle, as a reset does. */
static void begin_context(void)
{
    contexts += RECORDING_DEVICES;
    recording_programmed()->context_id = contexts;
}

static int start(void **state)
{
    recording_reset();
    recording_programmed()->device_count = 2;
    begin_context();
    *state = sample_load(kernels);
    launch = custub_launch_of(4, 256);
    launch.check = CUSTUB_CHECK_CONTRACT;
    recording_clear_log();
    return 0;
}

static int stop(void **state)
{
    custub_library_close(*state, NULL);
    return recording_alive() != 0;
}

static custub_status saxpy(void)
{
    return sample_launch_saxpy(kernels, &launch, COUNT, 2, custub_f32_view_of(X, COUNT),
                               custub_f32_view_of(Y, COUNT), fresh(&error));
}

/* Checks that a launch succeeds, with the kernel's function or with the kernel itself. */
static void launches(bool function)
{
    const size_t before = recording_launch_count();

    assert_int_equal(saxpy(), CUSTUB_OK);
    assert_int_equal(recording_launch_count(), before + 1);
    if (function)
        assert_ptr_equal(recording_last_launch()->function,
                         (const char *)kernels[SAXPY].function + 1);
    else
        assert_ptr_equal(recording_last_launch()->function, kernels[SAXPY].function);
}

static void a_function_is_asked_for_once_per_context(void **state)
{
    (void)state;
    launches(true);
    launches(true);
    assert_int_equal(recording_calls_of("cuKernelGetFunction"), 1);
    recording_use_device(1);
    launches(true);
    assert_int_equal(recording_calls_of("cuKernelGetFunction"), 2);
    recording_use_device(0);
    launches(true);
    assert_int_equal(recording_calls_of("cuKernelGetFunction"), 2);
    begin_context();
    launches(true);
    assert_int_equal(recording_calls_of("cuKernelGetFunction"), 3);
}

static void functions_are_launched_at_every_level(void **state)
{
    (void)state;
    recording_add_range(X, COUNT * sizeof(float), false);
    recording_add_range(Y, COUNT * sizeof(float), false);
    for (launch.check = CUSTUB_CHECK_WHOLE; launch.check <= CUSTUB_CHECK_NONE; launch.check++) {
        launches(true);
        launches(true);
    }
    assert_int_equal(recording_calls_of("cuKernelGetFunction"), 1);
}

/* The list does not grow without end in a program that makes contexts without end. */
static void functions_of_64_contexts_are_kept(void **state)
{
    (void)state;
    launches(true);
    for (int i = 1; i < 64; i++) {
        begin_context();
        launches(true);
    }
    assert_int_equal(recording_calls_of("cuKernelGetFunction"), 64);
    begin_context();
    launches(false);
    assert_int_equal(recording_calls_of("cuKernelGetFunction"), 64);
    recording_programmed()->context_id -= RECORDING_DEVICES; /* the one before */
    launches(true);
}

static void a_driver_that_does_not_answer_is_given_the_kernel(void **state)
{
    static const char *const calls[] = {"cuCtxGetId", "cuKernelGetFunction", "cuCtxGetDevice"};

    (void)state;
    for (int i = 0; i < 3; i++) {
        recording_fail(calls[i], 1, 2);
        launches(false);
    }
    launches(true);
}

/* The function belongs to the current context, the stream to another one. The kernel runs in
 * both. */
static void a_stream_of_another_context_is_given_the_kernel(void **state)
{
    (void)state;
    launches(true);
    recording_clear_log();
    recording_fail("cuLaunchKernel", 1, 400);
    launches(false);
    assert_int_equal(recording_calls_of("cuLaunchKernel"), 2);
    launches(true);
}

/* The same for a launch with a computed shape, at the levels "contract" and "none". */
static void a_computed_shape_is_given_the_kernel_too(void **state)
{
    (void)state;
    launch = custub_launch_default();
    for (launch.check = CUSTUB_CHECK_CONTRACT; launch.check <= CUSTUB_CHECK_NONE; launch.check++) {
        assert_int_equal(saxpy(), CUSTUB_OK);
        recording_fail("cuLaunchKernel", 1, 400);
        launches(false);
    }
}

static void an_invalid_stream_is_reported(void **state)
{
    (void)state;
    launches(true);
    recording_clear_log();
    launch.stream = (CUstream)0x5000;
    recording_fail_from(2, 400, 400); /* after cuCtxGetId */
    assert_int_equal(saxpy(), CUSTUB_ERROR_DRIVER);
    assert_non_null(
        strstr(error.message, "memory in stream 0x5000, which may have been destroyed"));
    assert_string_equal(error.driver_call, "cuLaunchKernel");
    assert_int_equal(error.driver_result, 400);
    assert_int_equal(recording_calls_of("cuLaunchKernel"), 2);
    recording_fail(NULL, 0, 0);
}

/* Occupancy is remembered per device: another context of the device does not ask again. */
static void kept_blocks_serve_all_contexts_of_a_device(void **state)
{
    size_t asked;

    (void)state;
    launch = custub_launch_default();
    launch.check = CUSTUB_CHECK_CONTRACT;
    launches(false); /* searches */
    asked = recording_calls_of("cuOccupancyMaxActiveBlocksPerMultiprocessor");
    assert_true(asked > 0);
    launches(true);
    begin_context();
    launches(true);
    assert_int_equal(recording_calls_of("cuOccupancyMaxActiveBlocksPerMultiprocessor"), asked);
    recording_use_device(1);
    launches(false);
    assert_int_equal(recording_calls_of("cuOccupancyMaxActiveBlocksPerMultiprocessor"), 2 * asked);
    launches(true);
    assert_int_equal(recording_calls_of("cuOccupancyMaxActiveBlocksPerMultiprocessor"), 2 * asked);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, start, stop)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_function_is_asked_for_once_per_context),
        TEST(functions_are_launched_at_every_level),
        TEST(functions_of_64_contexts_are_kept),
        TEST(a_driver_that_does_not_answer_is_given_the_kernel),
        TEST(a_stream_of_another_context_is_given_the_kernel),
        TEST(a_computed_shape_is_given_the_kernel_too),
        TEST(an_invalid_stream_is_reported),
        TEST(kept_blocks_serve_all_contexts_of_a_device),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* Watching launches: waiting, the hook of activities, NVTX ranges; and launches in streams of other
 * contexts. */
#define _POSIX_C_SOURCE 200809L

#include <custub/custub.h>

#include <dlfcn.h>
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

#define X ((CUdeviceptr)0x7f0000000000) /* addresses, far apart */
#define Y ((CUdeviceptr)0x7f0001000000)

static custub_error error;
static custub_launch launch;
static custub_library *library;
static custub_kernel kernels[SAMPLE_COUNT];

static struct {
    size_t count;
    custub_trace last;
    float a;
    CUdeviceptr x;
    void *user;
} seen;

static int start(void **state)
{
    (void)state;
    recording_reset();
    if (custub_driver_open(CUSTUB_DRIVER_DEFAULT, NULL))
        return 1;
    recording_programmed()->device_count = 2;
    library = sample_load(kernels);
    recording_add_range(X, 4000, false);
    recording_add_range(Y, 4000, false);
    memset(&error, 0, sizeof(error));
    memset(&seen, 0, sizeof(seen));
    launch = custub_launch_of(4, 256);
    launch.check = CUSTUB_CHECK_WHOLE;
    return 0;
}

static int stop(void **state)
{
    (void)state;
    custub_set_sync(0);
    custub_set_activity(NULL, NULL);
    custub_library_close(library, NULL);
    return recording_alive() != 0;
}

static custub_status saxpy(size_t n)
{
    return sample_launch_saxpy(kernels, &launch, n, 2.5f, custub_f32_view_of(X, n),
                               custub_f32_view_of(Y, n), fresh(&error));
}

static void remember(const custub_activity *activity, void *user)
{
    const custub_trace *traced = activity->launch;

    if (!traced)
        return;
    seen.count++;
    seen.last = *traced;
    seen.user = user;
    if (!traced->arguments || traced->kernel->pointer_count != 2)
        return;
    memcpy(&seen.a, traced->arguments[1], sizeof(seen.a));
    seen.x = traced->pointers[0].ptr;
}

/* --- Waiting ---- */

static void every_launch_waits_before_and_after(void **state)
{
    (void)state;
    assert_int_equal(saxpy(1000), CUSTUB_OK);
    assert_int_equal(recording_calls_of("cuStreamSynchronize"), 0);
    custub_set_sync(1);
    assert_int_equal(saxpy(1000), CUSTUB_OK);
    assert_int_equal(recording_calls_of("cuStreamSynchronize"), 2);
    custub_set_sync(0);
    assert_int_equal(saxpy(1000), CUSTUB_OK);
    assert_int_equal(recording_calls_of("cuStreamSynchronize"), 2);
}

static void fault_inside_a_kernel_is_reported_for_its_launch(void **state)
{
    (void)state;
    custub_set_sync(1);
    recording_programmed()->synchronize_result = 700;
    assert_int_equal(saxpy(1000), CUSTUB_ERROR_KERNEL_FAILED);
    assert_string_equal(
        error.message,
        "saxpy: cuStreamSynchronize: CUDA_ERROR_ILLEGAL_ADDRESS (700): as recorded; the kernel "
        "failed, launched with grid 4 x block 256, 0 bytes of dynamic shared memory, n = 1000, a = "
        "2.5, x = 0x7f0000000000 (1000 floats), y = 0x7f0001000000 (1000 floats) [sample.cu:12]");
    assert_string_equal(error.kernel, "saxpy");
    assert_int_equal(error.driver_result, 700);
    assert_int_equal(error.line, 12);
    recording_clear_log();
    assert_int_equal(sample_launch_saxpy(kernels, &launch, 1000, 2.5f, custub_f32_view_of(X, 1000),
                                         custub_f32_view_of(Y, 1000), NULL),
                     CUSTUB_ERROR_KERNEL_FAILED);
}

static void a_launch_is_not_blamed_for_earlier_work(void **state)
{
    (void)state;
    recording_programmed()->context_id = 1000; /* not the context of the tests before */
    custub_set_sync(1);
    recording_fail("cuStreamSynchronize", 1, 700);
    assert_int_equal(saxpy(1000), CUSTUB_ERROR_DRIVER);
    assert_string_equal(error.message,
                        "saxpy: cuStreamSynchronize: CUDA_ERROR_ILLEGAL_ADDRESS (700): as "
                        "recorded; the context is dead; CUSTUB_SYNC=1 tells which launch did "
                        "it; waiting for earlier work, before this launch "
                        "[sample.cu:12]");
    assert_int_equal(recording_launch_count(), 0);
}

static void nothing_waits_in_a_capture(void **state)
{
    (void)state;
    custub_set_sync(1);
    recording_programmed()->capture_status = 1;
    assert_int_equal(saxpy(1000), CUSTUB_OK);
    assert_int_equal(recording_calls_of("cuStreamSynchronize"), 0);
}

static void prepared_launches_wait_too(void **state)
{
    custub_argument n = custub_argument_i32(3);
    custub_prepared *prepared;

    (void)state;
    prepared = custub_kernel_prepare(&kernels[TILE], NULL, 1, &n, fresh(&error));
    assert_non_null(prepared);
    custub_set_sync(1);
    recording_programmed()->synchronize_result = 719;
    assert_int_equal(custub_prepared_launch(prepared, fresh(&error)), CUSTUB_ERROR_KERNEL_FAILED);
    assert_non_null(strstr(error.message, "n = 3"));
    custub_prepared_destroy(prepared);
}

static void in_child_environment_turns_waiting_on(void)
{
    setenv("CUSTUB_SYNC", "1", 1);
    CHILD_CHECK(start(NULL) == 0);
    CHILD_CHECK(saxpy(1000) == CUSTUB_OK);
    CHILD_CHECK(recording_calls_of("cuStreamSynchronize") == 2);
    CHILD_CHECK(stop(NULL) == 0);
}
CHILD_TEST(environment_turns_waiting_on)

static void in_child_environment_turns_waiting_off(void)
{
    setenv("CUSTUB_SYNC", "off", 1);
    CHILD_CHECK(start(NULL) == 0);
    CHILD_CHECK(saxpy(1000) == CUSTUB_OK);
    CHILD_CHECK(recording_calls_of("cuStreamSynchronize") == 0);
    CHILD_CHECK(stop(NULL) == 0);
}
CHILD_TEST(environment_turns_waiting_off)

/* --- The hook of activities ---- */

static void hook_sees_a_launch(void **state)
{
    (void)state;
    custub_set_activity(remember, &seen);
    assert_int_equal(saxpy(1000), CUSTUB_OK);
    assert_int_equal(seen.count, 1);
    assert_ptr_equal(seen.user, &seen);
    assert_string_equal(seen.last.kernel->name, "saxpy");
    assert_int_equal(seen.last.grid.x, 4);
    assert_int_equal(seen.last.block.x, 256);
    assert_int_equal(seen.last.block.y, 1);
    assert_int_equal(seen.last.status, CUSTUB_OK);
    assert_int_equal(seen.last.check, CUSTUB_CHECK_WHOLE);
    assert_false(seen.last.prepared);
    assert_true(seen.a == 2.5f);
    assert_int_equal(seen.x, X);
    custub_set_activity(NULL, NULL);
    assert_int_equal(saxpy(1000), CUSTUB_OK);
    assert_int_equal(seen.count, 1);
}

static void hook_sees_what_is_refused(void **state)
{
    custub_argument n = custub_argument_f32(3);

    (void)state;
    custub_set_activity(remember, NULL);
    assert_int_equal(saxpy(2000), CUSTUB_ERROR_COVERAGE);
    assert_int_equal(seen.last.status, CUSTUB_ERROR_COVERAGE);
    assert_string_equal(seen.last.error->message, error.message);
    launch.grid.x = 0;
    assert_int_equal(saxpy(10), CUSTUB_ERROR_EMPTY_SHAPE);
    assert_int_equal(seen.last.status, CUSTUB_ERROR_EMPTY_SHAPE);
    assert_int_equal(custub_kernel_launch(&kernels[TILE], NULL, 1, &n, NULL),
                     CUSTUB_ERROR_ARGUMENT_KIND);
    assert_string_equal(seen.last.kernel->name, "tile");
    assert_null(seen.last.error);
    assert_int_equal(custub_kernel_launch(NULL, NULL, 1, &n, NULL), CUSTUB_ERROR_INVALID_ARGUMENT);
    assert_null(seen.last.kernel);
    assert_int_equal(seen.count, 4);
    assert_int_equal(recording_launch_count(), 0);
}

static void hook_sees_prepared_launches_and_not_their_preparation(void **state)
{
    custub_argument n = custub_argument_i32(3);
    custub_prepared *prepared;

    (void)state;
    custub_set_activity(remember, NULL);
    prepared = custub_kernel_prepare(&kernels[TILE], NULL, 1, &n, fresh(&error));
    assert_non_null(prepared);
    assert_int_equal(seen.count, 0);
    assert_int_equal(custub_prepared_launch(prepared, NULL), CUSTUB_OK);
    assert_int_equal(seen.count, 1);
    assert_true(seen.last.prepared);
    assert_int_equal(seen.last.block.y, 16);
    custub_library_close(library, NULL);
    library = NULL;
    assert_int_equal(custub_prepared_launch(prepared, NULL), CUSTUB_ERROR_KERNEL_ABSENT);
    assert_int_equal(seen.last.status, CUSTUB_ERROR_KERNEL_ABSENT);
    custub_prepared_destroy(prepared);
}

/* --- NVTX ---- */

/* After start(), which has loaded kernels. */
static void one_range_per_launch(void *tool)
{
    int *pushed, *popped;
    const char *name;

    CHILD_CHECK(tool);
    pushed = dlsym(tool, "nvtx_tool_pushed");
    popped = dlsym(tool, "nvtx_tool_popped");
    name = dlsym(tool, "nvtx_tool_name");
    CHILD_CHECK(*pushed == 1 && *popped == 1);
    CHILD_CHECK_STRING(name, "load sample.cu");
    CHILD_CHECK(saxpy(1000) == CUSTUB_OK);
    CHILD_CHECK(*pushed == 2 && *popped == 2);
    CHILD_CHECK_STRING(name, "saxpy");
    CHILD_CHECK(saxpy(2000) == CUSTUB_ERROR_COVERAGE); /* never reached the driver */
    CHILD_CHECK(*pushed == 2);
    CHILD_CHECK(custub_stream_synchronize(NULL, NULL) == CUSTUB_OK);
    CHILD_CHECK(*pushed == 3 && *popped == 3);
    CHILD_CHECK_STRING(name, "waiting for a stream");
    CHILD_CHECK(stop(NULL) == 0);
    dlclose(tool);
}

static void in_child_injected_tool_sees_a_range_per_launch(void)
{
    void *tool = dlopen(NVTX_TOOL, RTLD_NOW);

    setenv("NVTX_INJECTION64_PATH", NVTX_TOOL, 1);
    CHILD_CHECK(start(NULL) == 0);
    one_range_per_launch(tool);
}
CHILD_TEST(injected_tool_sees_a_range_per_launch)

static void in_child_nvtx_library_of_the_program_sees_a_range_per_launch(void)
{
    void *tool = dlopen(NVTX_TOOL, RTLD_NOW);

    CHILD_CHECK(start(NULL) == 0);
    one_range_per_launch(tool);
}
CHILD_TEST(nvtx_library_of_the_program_sees_a_range_per_launch)

/* For a program that has no NVTX of its own: the name is looked up on its library path. */
static void in_child_nvtx_library_is_opened_on_request(void)
{
    setenv("CUSTUB_NVTX", "1", 1);
    CHILD_CHECK(start(NULL) == 0);
    one_range_per_launch(dlopen(NVTX_TOOL, RTLD_NOW | RTLD_NOLOAD));
}
CHILD_TEST(nvtx_library_is_opened_on_request)

static void in_child_nvtx_library_is_not_opened_unasked(void)
{
    CHILD_CHECK(start(NULL) == 0);
    CHILD_CHECK(saxpy(1000) == CUSTUB_OK);
    CHILD_CHECK(!dlopen(NVTX_TOOL, RTLD_NOW | RTLD_NOLOAD));
    CHILD_CHECK(stop(NULL) == 0);
}
CHILD_TEST(nvtx_library_is_not_opened_unasked)

static void in_child_ranges_can_be_turned_off(void)
{
    void *tool = dlopen(NVTX_TOOL, RTLD_NOW);
    int *pushed;

    CHILD_CHECK(tool);
    pushed = dlsym(tool, "nvtx_tool_pushed");
    setenv("NVTX_INJECTION64_PATH", NVTX_TOOL, 1);
    setenv("CUSTUB_NVTX", "0", 1);
    CHILD_CHECK(start(NULL) == 0);
    CHILD_CHECK(saxpy(1000) == CUSTUB_OK);
    CHILD_CHECK(*pushed == 0);
    CHILD_CHECK(stop(NULL) == 0);
    dlclose(tool);
}
CHILD_TEST(ranges_can_be_turned_off)

static void in_child_a_tool_that_cannot_be_opened_is_ignored(void)
{
    setenv("NVTX_INJECTION64_PATH", "/nowhere/tool.so", 1);
    CHILD_CHECK(start(NULL) == 0);
    CHILD_CHECK(saxpy(1000) == CUSTUB_OK);
    CHILD_CHECK(stop(NULL) == 0);
}
CHILD_TEST(a_tool_that_cannot_be_opened_is_ignored)

/* --- Streams of other contexts ---- */

static CUstream stream_on(int device)
{
    CUstream stream;

    recording_use_device(device);
    stream = custub_stream_create(fresh(&error));
    assert_non_null(stream);
    recording_use_device(0);
    recording_clear_log();
    return stream;
}

static void launch_in_a_stream_of_another_context_is_checked_there(void **state)
{
    (void)state;
    launch.stream = stream_on(1);
    assert_int_equal(saxpy(1000), CUSTUB_OK);
    assert_int_equal(recording_launch_count(), 1);
    assert_ptr_equal(recording_current_context(), recording_context(0));
    assert_int_equal(recording_calls_of("cuCtxSetCurrent"), 2);
    recording_remove_range(X);
    assert_int_equal(saxpy(1000), CUSTUB_ERROR_UNKNOWN_ADDRESS);
    assert_non_null(strstr(error.message, "(in the context of the launch's stream, which is not "
                                          "the current one)"));
    assert_ptr_equal(recording_current_context(), recording_context(0));
    /* Large shared memory is opted in to on the stream's device. */
    launch.shared = 100000;
    assert_int_equal(custub_kernel_launch(&kernels[DYNAMIC], &launch, 1,
                                          &(custub_argument){.kind = CUSTUB_ARGUMENT_BUFFER},
                                          fresh(&error)),
                     CUSTUB_OK);
    assert_int_equal(recording_opted_in("dynamic", 1), 100000);
    assert_int_equal(recording_opted_in("dynamic", 0), 0);
    custub_stream_destroy(launch.stream, NULL);
}

static void launch_in_a_stream_of_a_green_context_is_checked_there(void **state)
{
    (void)state;
    launch.stream = stream_on(1);
    recording_make_green(launch.stream);
    assert_int_equal(saxpy(1000), CUSTUB_OK);
    assert_int_equal(recording_calls_of("cuCtxFromGreenCtx"), 1);
    assert_int_equal(recording_calls_of("cuCtxSetCurrent"), 2);
    recording_remove_range(X);
    assert_int_equal(saxpy(1000), CUSTUB_ERROR_UNKNOWN_ADDRESS);
    assert_non_null(strstr(error.message, "(in the context of the launch's stream, which is not "
                                          "the current one)"));
    assert_ptr_equal(recording_current_context(), recording_context(0));
    /* A driver that does not tell the context of a green context is no reason to refuse the
     * launch. */
    recording_add_range(X, 4000, false);
    recording_fail("cuCtxFromGreenCtx", 1, 801);
    assert_int_equal(saxpy(1000), CUSTUB_OK);
    recording_fail("cuStreamGetCtx_v2", 1, 801);
    assert_int_equal(saxpy(1000), CUSTUB_OK);
    custub_stream_destroy(launch.stream, NULL);
}

static void stream_of_the_current_context_costs_no_switch(void **state)
{
    (void)state;
    launch.stream = stream_on(0);
    assert_int_equal(saxpy(1000), CUSTUB_OK);
    assert_int_equal(recording_calls_of("cuCtxSetCurrent"), 0);
    launch.check = CUSTUB_CHECK_CONTRACT;
    recording_clear_log();
    assert_int_equal(saxpy(1000), CUSTUB_OK);
    assert_int_equal(recording_call_count(), 1);
    custub_stream_destroy(launch.stream, NULL);
}

/* Also if the shape is computed, for which the device is asked too. */
static void stream_of_the_current_context_is_asked_about_once(void **state)
{
    void *symbol = custub_driver_symbol("cuStreamCreate");
    int (*create)(CUstream * stream, unsigned int flags);
    CUstream stream = NULL;

    (void)state;
    memcpy(&create, &symbol, sizeof(create));
    assert_int_equal(create(&stream, 0), 0);
    launch = custub_launch_default();
    launch.stream = stream;
    launch.check = CUSTUB_CHECK_WHOLE;
    assert_int_equal(saxpy(1000), CUSTUB_OK);
    recording_clear_log();
    assert_int_equal(saxpy(1000), CUSTUB_OK);
    assert_int_equal(recording_calls_of("cuStreamGetCtx"), 1);
    custub_stream_destroy(stream, NULL);
}

static void the_drivers_own_handles_are_streams_of_the_current_context(void **state)
{
    (void)state;
    for (uintptr_t handle = 0; handle <= 2; handle++) {
        launch.stream = (CUstream)handle;
        assert_int_equal(saxpy(1000), CUSTUB_OK);
    }
    assert_int_equal(recording_calls_of("cuStreamGetCtx"), 0);
}

static void failing_to_enter_a_context_is_reported(void **state)
{
    (void)state;
    launch.stream = stream_on(1);
    recording_fail("cuCtxSetCurrent", 1, 2);
    assert_int_equal(saxpy(1000), CUSTUB_ERROR_DRIVER);
    assert_string_equal(error.driver_call, "cuCtxSetCurrent");
    /* A driver that does not tell the stream's context is no reason to refuse the launch. */
    recording_fail("cuStreamGetCtx", 1, 801);
    assert_int_equal(saxpy(1000), CUSTUB_OK);
    custub_stream_destroy(launch.stream, NULL);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, start, stop)

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(environment_turns_waiting_on),
        cmocka_unit_test(environment_turns_waiting_off),
        cmocka_unit_test(injected_tool_sees_a_range_per_launch),
        cmocka_unit_test(nvtx_library_of_the_program_sees_a_range_per_launch),
        cmocka_unit_test(nvtx_library_is_opened_on_request),
        cmocka_unit_test(nvtx_library_is_not_opened_unasked),
        cmocka_unit_test(ranges_can_be_turned_off),
        cmocka_unit_test(a_tool_that_cannot_be_opened_is_ignored),
        TEST(every_launch_waits_before_and_after),
        TEST(fault_inside_a_kernel_is_reported_for_its_launch),
        TEST(a_launch_is_not_blamed_for_earlier_work),
        TEST(nothing_waits_in_a_capture),
        TEST(prepared_launches_wait_too),
        TEST(hook_sees_a_launch),
        TEST(hook_sees_what_is_refused),
        TEST(hook_sees_prepared_launches_and_not_their_preparation),
        TEST(launch_in_a_stream_of_another_context_is_checked_there),
        TEST(launch_in_a_stream_of_a_green_context_is_checked_there),
        TEST(stream_of_the_current_context_costs_no_switch),
        TEST(stream_of_the_current_context_is_asked_about_once),
        TEST(the_drivers_own_handles_are_streams_of_the_current_context),
        TEST(failing_to_enter_a_context_is_reported),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}

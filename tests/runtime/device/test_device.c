/* Devices, on the recording driver. */
#include <custub/custub.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "fresh_error.h"
#include "recording_driver.h"

static custub_error error;
static size_t failing_allocation; /* counted from 1; 0: none */

void *__real_calloc(size_t count, size_t size);
void *__wrap_calloc(size_t count, size_t size);

/* The runtime's allocations go through here (the linker's --wrap=calloc). */
void *__wrap_calloc(size_t count, size_t size)
{
    if (failing_allocation && --failing_allocation == 0)
        return NULL;
    return __real_calloc(count, size);
}

static int start(void **state)
{
    (void)state;
    recording_reset();
    memset(&error, 0, sizeof(error));
    return (int)custub_driver_open(CUSTUB_DRIVER_DEFAULT, NULL);
}

static int nothing_is_left(void **state)
{
    (void)state;
    return recording_alive() != 0;
}

static void opens_a_device_and_makes_it_current(void **state)
{
    custub_device *device;

    (void)state;
    recording_programmed()->device_count = 2;
    assert_int_equal(custub_device_count(&error), 2);
    assert_false(custub_failed(&error));
    device = custub_device_open(1, fresh(&error));
    assert_non_null(device);
    assert_string_equal(custub_device_name(device), "Recording device 1");
    assert_int_equal(custub_device_ordinal(device), 1);
    assert_ptr_equal(custub_device_context(device), recording_context(1));
    recording_use_device(-1);
    assert_int_equal(custub_device_use(device, &error), CUSTUB_OK);
    assert_int_equal(custub_device_synchronize(device, &error), CUSTUB_OK);
    custub_device_close(device, NULL);
}

static void closing_leaves_no_dead_context_current(void **state)
{
    custub_device *device;
    custub_device *other;

    (void)state;
    recording_programmed()->device_count = 2;
    device = custub_device_open(0, fresh(&error));
    assert_non_null(device);
    other = custub_device_open(1, fresh(&error));
    assert_non_null(other);
    custub_device_close(device, NULL);
    assert_int_equal(custub_device_synchronize(other, &error), CUSTUB_OK);
    custub_device_close(other, NULL);
    assert_null(custub_stream_create(fresh(&error)));
    assert_int_equal(error.status, CUSTUB_ERROR_DRIVER);
    assert_string_equal(error.message,
                        "cuStreamCreate: CUDA_ERROR_INVALID_CONTEXT (201): as recorded; no CUDA "
                        "context is current on this thread: call custub_device_open(), or "
                        "custub_device_use() for a device that is open, or make a context of your "
                        "own current; creating a stream");
    assert_int_equal(error.driver_result, 201);
    assert_string_equal(error.driver_call, "cuStreamCreate");
}

static void closing_one_of_two_keeps_the_context_current(void **state)
{
    custub_device *program;
    custub_device *library;
    CUstream stream;

    (void)state;
    program = custub_device_open(0, fresh(&error));
    library = custub_device_open(0, &error);
    custub_device_close(library, &error);
    stream = custub_stream_create(&error);
    assert_string_equal(error.message, "");
    custub_stream_destroy(stream, &error);
    custub_device_close(program, &error);
    assert_int_equal(error.status, CUSTUB_OK);
    assert_null(recording_current_context());
}

static void synchronizing_keeps_the_current_context(void **state)
{
    custub_device *device;

    (void)state;
    recording_programmed()->device_count = 2;
    device = custub_device_open(1, fresh(&error));
    assert_non_null(device);
    recording_use_device(0);
    assert_int_equal(custub_device_synchronize(device, &error), CUSTUB_OK);
    recording_fail("cuCtxSynchronize", 1, 700);
    assert_int_equal(custub_device_synchronize(device, &error), CUSTUB_ERROR_DRIVER);
    assert_int_equal(error.driver_result, 700);
    assert_int_equal(custub_device_synchronize(NULL, fresh(&error)), CUSTUB_ERROR_INVALID_ARGUMENT);
    custub_device_close(device, NULL);
    /* Device 0's context, which is not this device's, was never changed. */
    assert_int_equal(recording_calls_of("cuCtxSetCurrent"), 5);
}

static void refuses_a_device_that_is_not_there(void **state)
{
    (void)state;
    assert_null(custub_device_open(1, &error));
    assert_int_equal(error.status, CUSTUB_ERROR_NO_DEVICE);
    assert_string_equal(error.message,
                        "there is no device 1: the cuda driver has 1, counted from 0");
    assert_null(custub_device_open(-1, fresh(&error)));
    assert_int_equal(error.status, CUSTUB_ERROR_NO_DEVICE);
    assert_null(custub_device_open(-1, NULL));
    recording_programmed()->device_count = 0;
    assert_null(custub_device_open(0, fresh(&error)));
    assert_int_equal(error.status, CUSTUB_ERROR_NO_DEVICE);
    assert_string_equal(error.message, "there is no device 0: the cuda driver has 0");
}

static void opening_a_device_fails_cleanly_at_every_call(void **state)
{
    size_t failures = 0;
    custub_device *device = NULL;

    (void)state;
    for (size_t n = 1; !device; n++) {
        recording_fail(NULL, n, 2);
        device = custub_device_open(0, fresh(&error));
        failures += device == NULL;
        assert_int_equal(custub_failed(&error), device == NULL);
        assert_int_equal(recording_alive(), device ? 1 : 0);
        if (!device)
            assert_int_equal(error.driver_result, 2);
    }
    recording_fail(NULL, 0, 0);
    assert_true(failures >= 5);
    custub_device_close(device, NULL);
    failing_allocation = 1;
    assert_null(custub_device_open(0, fresh(&error)));
    assert_int_equal(error.status, CUSTUB_ERROR_OUT_OF_HOST_MEMORY);
}

static void null_devices_are_no_devices(void **state)
{
    (void)state;
    custub_device_close(NULL, NULL);
    assert_null(custub_device_name(NULL));
    assert_null(custub_device_context(NULL));
    assert_int_equal(custub_device_ordinal(NULL), -1);
    assert_int_equal(custub_device_use(NULL, NULL), CUSTUB_ERROR_INVALID_ARGUMENT);
}

static void closing_is_quiet_after_the_driver_has_shut_down(void **state)
{
    custub_device *device;
    custub_f32_buffer buffer;
    CUstream stream;

    (void)state;
    device = custub_device_open(0, fresh(&error));
    assert_non_null(device);
    buffer = custub_f32_buffer_create(4, fresh(&error));
    assert_int_equal(buffer.view.count, 4);
    stream = custub_stream_create(fresh(&error));
    assert_non_null(stream);
    recording_fail("cuMemFree_v2", 1, 4);
    custub_f32_buffer_destroy(&buffer, &error);
    recording_fail("cuStreamDestroy_v2", 1, 4);
    custub_stream_destroy(stream, &error);
    recording_fail("cuCtxGetCurrent", 1, 4);
    custub_device_close(device, &error);
    assert_false(custub_failed(&error));
    assert_int_equal(buffer.view.ptr, 0);
}

static void limits_are_the_current_context_s(void **state)
{
    (void)state;
    recording_use_device(0);
    assert_int_equal(custub_device_limit(CUSTUB_LIMIT_STACK, &error), 1024);
    assert_int_equal(custub_device_limit(CUSTUB_LIMIT_PRINTF, &error), 2048);
    assert_int_equal(custub_device_limit(CUSTUB_LIMIT_HEAP, &error), 4096);
    assert_int_equal(custub_device_set_limit(CUSTUB_LIMIT_PRINTF, 5000, &error), CUSTUB_OK);
    assert_int_equal(recording_programmed()->limits[1], 5000);
    assert_int_equal(custub_device_limit(CUSTUB_LIMIT_PRINTF, &error), 5000);
    assert_false(custub_failed(&error));
}

static void failing_limits_are_reported(void **state)
{
    const custub_limit unknown = (custub_limit)3;

    (void)state;
    assert_int_equal(custub_device_limit(CUSTUB_LIMIT_HEAP, fresh(&error)), 0);
    assert_string_equal(error.message,
                        "cuCtxGetLimit: CUDA_ERROR_INVALID_CONTEXT (201): as recorded; no CUDA "
                        "context is current on this thread: call custub_device_open(), or "
                        "custub_device_use() for a device that is open, or make a context of your "
                        "own current; asking for the size of the heap of malloc");
    recording_use_device(0);
    recording_clear_log();
    assert_int_equal(custub_device_limit(unknown, fresh(&error)), 0);
    assert_int_equal(error.status, CUSTUB_ERROR_INVALID_ARGUMENT);
    assert_int_equal(custub_device_set_limit(unknown, 1, fresh(&error)),
                     CUSTUB_ERROR_INVALID_ARGUMENT);
    assert_string_equal(error.message, "there is no limit 3 of a device");
    assert_int_equal(recording_call_count(), 0);
    recording_fail("cuCtxSetLimit", 1, 1);
    assert_int_equal(custub_device_set_limit(CUSTUB_LIMIT_STACK, 9, fresh(&error)),
                     CUSTUB_ERROR_DRIVER);
    assert_string_equal(error.message, "cuCtxSetLimit: CUDA_ERROR_INVALID_VALUE (1): as recorded; "
                                       "setting the stack of a thread to 9 bytes");
    assert_int_equal(recording_programmed()->limits[0], 1024);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, start, nothing_is_left)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(opens_a_device_and_makes_it_current),
        TEST(closing_leaves_no_dead_context_current),
        TEST(closing_one_of_two_keeps_the_context_current),
        TEST(synchronizing_keeps_the_current_context),
        TEST(refuses_a_device_that_is_not_there),
        TEST(opening_a_device_fails_cleanly_at_every_call),
        TEST(null_devices_are_no_devices),
        TEST(closing_is_quiet_after_the_driver_has_shut_down),
        TEST(limits_are_the_current_context_s),
        TEST(failing_limits_are_reported),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}

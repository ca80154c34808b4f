/* Questions about devices, and their schedule, on the recording driver. */
#include "open_devices.h"

static void attributes_are_asked_by_number(void **state)
{
    (void)state;
    assert_int_equal(custub_device_attribute(device, CUSTUB_DEVICE_MULTIPROCESSORS, &error), 132);
    assert_int_equal(custub_device_attribute(device, CUSTUB_DEVICE_WARP_SIZE, &error), 32);
    assert_int_equal(custub_device_compute_capability(device, &error), 90);
    assert_int_equal(custub_device_compute_capability(device, NULL), 90);
    assert_false(custub_failed(&error));
}

static void attributes_that_the_driver_lacks_are_named(void **state)
{
    (void)state;
    assert_int_equal(custub_device_attribute(device, 9999, &error), 0);
    assert_string_equal(error.message, "cuDeviceGetAttribute: CUDA_ERROR_INVALID_VALUE (1): as "
                                       "recorded; asking for attribute 9999 of device 0");
    assert_int_equal(custub_device_attribute(NULL, 1, fresh(&error)), 0);
    assert_string_equal(error.message, "asking for an attribute: the device is null");
    assert_int_equal(error.status, CUSTUB_ERROR_INVALID_ARGUMENT);
    for (size_t n = 1; n <= 2; n++) {
        recording_fail("cuDeviceGetAttribute", n, 2);
        assert_int_equal(custub_device_compute_capability(device, fresh(&error)), 0);
        assert_int_equal(error.driver_result, 2);
        recording_fail("cuDeviceGetAttribute", n, 2);
        assert_int_equal(custub_device_compute_capability(device, NULL), 0);
    }
}

static void memory_is_that_of_the_device_not_of_the_current_one(void **state)
{
    custub_device_memory memory;

    (void)state;
    memory = custub_device_memory_get(other, &error);
    assert_int_equal(memory.free, 2000);
    assert_int_equal(memory.total, 10000);
    assert_ptr_equal(recording_current_context(), recording_context(0));
    recording_use_device(-1);
    memory = custub_device_memory_get(device, &error);
    assert_int_equal(memory.free, 1000);
    assert_null(recording_current_context());
    assert_false(custub_failed(&error));
}

static void memory_that_cannot_be_asked_for_is_zero(void **state)
{
    static const char *const calls[] = {"cuCtxGetCurrent", "cuCtxSetCurrent", "cuMemGetInfo_v2"};
    custub_device_memory memory;

    (void)state;
    for (size_t i = 0; i < 3; i++) {
        recording_fail(calls[i], 1, 2);
        memory = custub_device_memory_get(other, fresh(&error));
        assert_int_equal(error.status, CUSTUB_ERROR_DRIVER);
        assert_true(memory.free == 0 && memory.total == 0);
        assert_ptr_equal(recording_current_context(), recording_context(0));
    }
    assert_string_equal(error.message, "cuMemGetInfo: CUDA_ERROR_OUT_OF_MEMORY (2): as recorded; "
                                       "asking for the memory of device 1");
    memory = custub_device_memory_get(NULL, fresh(&error));
    assert_int_equal(error.status, CUSTUB_ERROR_INVALID_ARGUMENT);
    assert_int_equal(memory.total, 0);
}

static void schedules_leave_the_other_flags(void **state)
{
    (void)state;
    assert_int_equal(custub_device_set_schedule(device, CUSTUB_SCHEDULE_BLOCK, &error), CUSTUB_OK);
    assert_int_equal(recording_context_flags(), 8 | 4);
    assert_int_equal(custub_device_set_schedule(device, CUSTUB_SCHEDULE_SPIN, &error), CUSTUB_OK);
    assert_int_equal(recording_context_flags(), 8 | 1);
    assert_int_equal(custub_device_set_schedule(device, CUSTUB_SCHEDULE_AUTO, &error), CUSTUB_OK);
    assert_int_equal(recording_context_flags(), 8);
}

static void failing_schedules_are_reported(void **state)
{
    const custub_schedule unknown = (custub_schedule)3;

    (void)state;
    assert_int_equal(custub_device_set_schedule(device, unknown, &error),
                     CUSTUB_ERROR_INVALID_ARGUMENT);
    assert_string_equal(error.message,
                        "setting how threads wait for device 0: there is no schedule 3");
    assert_int_equal(custub_device_set_schedule(NULL, CUSTUB_SCHEDULE_SPIN, fresh(&error)),
                     CUSTUB_ERROR_INVALID_ARGUMENT);
    recording_fail("cuDevicePrimaryCtxGetState", 1, 2);
    assert_int_equal(custub_device_set_schedule(device, CUSTUB_SCHEDULE_SPIN, fresh(&error)),
                     CUSTUB_ERROR_DRIVER);
    assert_string_equal(error.driver_call, "cuDevicePrimaryCtxGetState");
    recording_fail("cuDevicePrimaryCtxSetFlags_v2", 1, 2);
    assert_int_equal(custub_device_set_schedule(device, CUSTUB_SCHEDULE_SPIN, fresh(&error)),
                     CUSTUB_ERROR_DRIVER);
    assert_string_equal(error.driver_call, "cuDevicePrimaryCtxSetFlags");
    assert_int_equal(recording_context_flags(), 8);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(attributes_are_asked_by_number),
        TEST(attributes_that_the_driver_lacks_are_named),
        TEST(memory_is_that_of_the_device_not_of_the_current_one),
        TEST(memory_that_cannot_be_asked_for_is_zero),
        TEST(schedules_leave_the_other_flags),
        TEST(failing_schedules_are_reported),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}

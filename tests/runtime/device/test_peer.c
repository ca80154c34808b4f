/* Several devices in one program, on the recording driver. */
#include "open_devices.h"

#include <pthread.h>

static void access_has_a_direction_and_ends(void **state)
{
    (void)state;
    assert_true(custub_device_can_access(device, other, &error));
    assert_false(custub_device_can_access(device, device, &error));
    assert_int_equal(custub_device_enable_access(other, device, &error), CUSTUB_OK);
    assert_int_equal(recording_alive(), 3);
    assert_int_equal(custub_device_enable_access(device, other, &error), CUSTUB_OK);
    assert_int_equal(custub_device_enable_access(device, other, &error), CUSTUB_OK); /* again */
    assert_int_equal(recording_alive(), 4);
    assert_int_equal(custub_device_disable_access(device, other, &error), CUSTUB_OK);
    assert_int_equal(custub_device_disable_access(device, other, &error), CUSTUB_OK);
    assert_int_equal(custub_device_disable_access(other, device, &error), CUSTUB_OK);
    assert_int_equal(recording_alive(), 2);
    assert_ptr_equal(recording_current_context(), recording_context(0));
    assert_false(custub_failed(&error));
}

static void refused_access_is_reported(void **state)
{
    static const char *const calls[] = {"cuCtxSetCurrent", "cuCtxEnablePeerAccess"};

    (void)state;
    recording_programmed()->peers = 0;
    assert_false(custub_device_can_access(device, other, &error));
    assert_int_equal(custub_device_enable_access(device, other, &error), CUSTUB_ERROR_DRIVER);
    assert_string_equal(error.message, "cuCtxEnablePeerAccess: unknown error (217); enabling "
                                       "access from device 0 to device 1");
    for (size_t i = 0; i < 2; i++) {
        recording_fail(calls[i], 1, 2);
        assert_int_equal(custub_device_enable_access(other, device, fresh(&error)),
                         CUSTUB_ERROR_DRIVER);
        assert_string_equal(error.driver_call, calls[i]);
    }
    recording_fail("cuDeviceCanAccessPeer", 1, 2);
    assert_false(custub_device_can_access(device, other, fresh(&error)));
    assert_string_equal(error.message, "cuDeviceCanAccessPeer: CUDA_ERROR_OUT_OF_MEMORY (2): as "
                                       "recorded; asking if device 0 can access device 1");
    assert_false(custub_device_can_access(device, NULL, fresh(&error)));
    assert_int_equal(error.status, CUSTUB_ERROR_INVALID_ARGUMENT);
    assert_int_equal(custub_device_enable_access(NULL, other, fresh(&error)),
                     CUSTUB_ERROR_INVALID_ARGUMENT);
}

static void ending_access_acts_after_a_failure(void **state)
{
    (void)state;
    custub_device_enable_access(device, other, &error);
    assert_null(custub_device_open(9, &error));
    assert_int_equal(custub_device_disable_access(device, other, &error), CUSTUB_ERROR_NO_DEVICE);
    assert_int_equal(recording_alive(), 2);
    assert_int_equal(custub_device_disable_access(device, NULL, &error), CUSTUB_ERROR_NO_DEVICE);
    assert_int_equal(custub_device_disable_access(device, NULL, fresh(&error)),
                     CUSTUB_ERROR_INVALID_ARGUMENT);
    assert_string_equal(error.message, "disabling access from device: the device is null");
    recording_fail("cuCtxDisablePeerAccess", 1, 2);
    assert_int_equal(custub_device_disable_access(device, other, fresh(&error)),
                     CUSTUB_ERROR_DRIVER);
    recording_fail("cuCtxGetCurrent", 1, 2);
    assert_int_equal(custub_device_disable_access(device, other, fresh(&error)),
                     CUSTUB_ERROR_DRIVER);
}

static void memory_is_made_on_the_current_device_and_copied_between_devices(void **state)
{
    const int32_t host[3] = {1, 2, 3};
    int32_t back[3] = {0, 0, 0};
    custub_i32_buffer here;
    custub_i32_buffer there;

    (void)state;
    here = custub_i32_buffer_create(3, &error);
    custub_device_use(other, &error);
    there = custub_i32_buffer_create(3, &error);
    custub_i32_upload(here.view, host, 3, NULL, &error);
    custub_i32_copy(there.view, here.view, 3, NULL, &error);
    custub_i32_download(there.view, back, 3, NULL, &error);
    assert_false(custub_failed(&error));
    assert_memory_equal(back, host, sizeof(host));
    custub_i32_buffer_destroy(&there, NULL);
    custub_i32_buffer_destroy(&here, NULL);
}

typedef struct worker {
    custub_device *device;
    CUcontext context;
    custub_error forgotten;
    custub_error error;
} worker;

static void *work(void *argument)
{
    worker *own = argument;
    custub_f32_buffer buffer = custub_f32_buffer_create(4, &own->forgotten);

    custub_device_use(own->device, &own->error);
    own->context = recording_current_context();
    buffer = custub_f32_buffer_create_zeroed(4, NULL, &own->error);
    custub_f32_buffer_destroy(&buffer, &own->error);
    return NULL;
}

static void threads_bind_the_device_that_they_use(void **state)
{
    worker workers[2] = {{device, NULL, custub_error_none(), custub_error_none()},
                         {other, NULL, custub_error_none(), custub_error_none()}};
    pthread_t threads[2];

    (void)state;
    for (size_t i = 0; i < 2; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, work, &workers[i]), 0);
    for (size_t i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
    for (int i = 0; i < 2; i++) {
        assert_ptr_equal(workers[i].context, recording_context(i));
        assert_false(custub_failed(&workers[i].error));
        assert_int_equal(workers[i].forgotten.driver_result, 201);
        assert_non_null(strstr(workers[i].forgotten.message,
                               "no CUDA context is current on this thread: call "
                               "custub_device_open(), or custub_device_use() for a device"));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(access_has_a_direction_and_ends),
        TEST(refused_access_is_reported),
        TEST(ending_access_acts_after_a_failure),
        TEST(memory_is_made_on_the_current_device_and_copied_between_devices),
        TEST(threads_bind_the_device_that_they_use),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}

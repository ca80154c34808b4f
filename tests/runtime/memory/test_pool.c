/* Pools, and buffers in stream order, on the recording driver. */
#include "memory_fixture.h"

/* Checks that the call fails if the driver's function does, with its reason. */
#define FAILS(call, function)                                                                      \
    do {                                                                                           \
        recording_fail(function, 1, 801);                                                          \
        fresh(&error);                                                                             \
        (void)(call);                                                                              \
        assert_int_equal(error.status, CUSTUB_ERROR_DRIVER);                                       \
        assert_int_equal(error.driver_result, 801);                                                \
        assert_int_equal(strncmp(error.driver_call, function, strlen(error.driver_call)), 0);      \
    } while (0)

static void buffers_come_from_the_named_pool(void **state)
{
    CUmemoryPool pool;
    CUstream stream;
    custub_f32_buffer buffer;

    (void)state;
    stream = custub_stream_create(&error);
    pool = custub_pool_create(CUSTUB_POOL_KEEP_ALL, &error);
    assert_true(recording_pool_threshold(pool) == UINT64_MAX);
    buffer = custub_f32_buffer_create_async(10, pool, stream, &error);
    assert_int_equal(buffer.view.count, 10);
    assert_ptr_equal(recording_last_stream(), stream);
    assert_int_equal(custub_pool_usage_get(pool, &error).used, 40);
    assert_int_equal(custub_pool_usage_get(pool, &error).held, 40);
    custub_stream_synchronize(NULL, &error);
    assert_int_equal(custub_f32_buffer_destroy_async(&buffer, stream, &error), CUSTUB_OK);
    assert_ptr_equal(recording_last_stream(), stream);
    assert_int_equal(buffer.view.ptr, 0);
    assert_int_equal(buffer.view.count, 0);
    buffer = custub_f32_buffer_create_async(4, pool, stream, &error);
    assert_int_equal(custub_f32_buffer_destroy(&buffer, &error), CUSTUB_OK);
    assert_int_equal(custub_pool_destroy(pool, &error), CUSTUB_OK);
    custub_stream_destroy(stream, &error);
    assert_false(custub_failed(&error));
}

static void without_a_pool_the_devices_pool_is_used(void **state)
{
    custub_device *device;
    CUmemoryPool pool;
    custub_u8_buffer buffer;
    uint64_t before;

    (void)state;
    device = custub_device_open(0, &error);
    pool = custub_pool_of_device(device, &error);
    before = custub_pool_usage_get(pool, &error).used;
    buffer = custub_u8_buffer_create_async(7, NULL, NULL, &error);
    assert_int_equal(custub_pool_usage_get(pool, &error).used, before + 7);
    assert_int_equal(custub_pool_set_threshold(pool, 500, &error), CUSTUB_OK);
    assert_int_equal(recording_pool_threshold(pool), 500);
    assert_int_equal(custub_pool_trim(pool, 0, &error), CUSTUB_OK);
    assert_int_equal(custub_pool_set_access(pool, device, true, &error), CUSTUB_OK);
    assert_int_equal(recording_pool_accesses(pool), 1);
    assert_int_equal(custub_pool_set_access(pool, device, false, &error), CUSTUB_OK);
    assert_int_equal(recording_pool_accesses(pool), 0);
    custub_u8_buffer_destroy_async(&buffer, NULL, &error);
    custub_device_close(device, &error);
    assert_false(custub_failed(&error));
}

static void sizes_that_cannot_be_are_refused(void **state)
{
    custub_f64_buffer buffer;

    (void)state;
    buffer = custub_f64_buffer_create_async(UINT64_MAX / 8 + 1, NULL, NULL, &error);
    assert_int_equal(error.status, CUSTUB_ERROR_INVALID_ARGUMENT);
    assert_int_equal(buffer.view.ptr, 0);
    recording_clear_log();
    buffer = custub_f64_buffer_create_async(0, NULL, NULL, fresh(&error));
    assert_int_equal(custub_f64_buffer_destroy_async(&buffer, NULL, &error), CUSTUB_OK);
    assert_int_equal(custub_f64_buffer_destroy_async(NULL, NULL, &error), CUSTUB_OK);
    assert_int_equal(recording_call_count(), 0);
}

static void failures_of_pools_are_reported(void **state)
{
    custub_device *device;
    CUmemoryPool pool;
    custub_f32_buffer buffer;

    (void)state;
    FAILS(pool = custub_pool_create(0, &error), "cuCtxGetDevice");
    FAILS(pool = custub_pool_create(0, &error), "cuMemPoolCreate");
    FAILS(pool = custub_pool_create(9, &error), "cuMemPoolSetAttribute");
    assert_null(pool);
    assert_int_equal(recording_alive(), 0);
    device = custub_device_open(0, fresh(&error));
    FAILS(pool = custub_pool_of_device(device, &error), "cuDeviceGet");
    FAILS(pool = custub_pool_of_device(device, &error), "cuDeviceGetMemPool");
    assert_null(pool);
    pool = custub_pool_create(9, fresh(&error));
    FAILS(custub_pool_set_threshold(pool, 1, &error), "cuMemPoolSetAttribute");
    assert_non_null(strstr(error.message, "setting the threshold of a pool to 1 bytes"));
    FAILS(custub_pool_trim(pool, 1, &error), "cuMemPoolTrimTo");
    FAILS(custub_pool_usage_get(pool, &error), "cuMemPoolGetAttribute");
    FAILS(custub_pool_set_access(pool, device, true, &error), "cuMemPoolSetAccess");
    FAILS(buffer = custub_f32_buffer_create_async(4, pool, NULL, &error),
          "cuMemAllocFromPoolAsync");
    FAILS(buffer = custub_f32_buffer_create_async(4, NULL, NULL, &error), "cuMemAllocAsync");
    assert_int_equal(buffer.view.count, 0);
    FAILS(custub_pool_destroy(pool, &error), "cuMemPoolDestroy");
    custub_device_close(device, NULL);
}

static void null_pools_and_devices_are_refused(void **state)
{
    CUmemoryPool pool = custub_pool_create(0, &error);

    (void)state;
#define REFUSED(call)                                                                              \
    do {                                                                                           \
        fresh(&error);                                                                             \
        (void)(call);                                                                              \
        assert_int_equal(error.status, CUSTUB_ERROR_INVALID_ARGUMENT);                             \
    } while (0)
    REFUSED(custub_pool_of_device(NULL, &error));
    REFUSED(custub_pool_set_threshold(NULL, 1, &error));
    REFUSED(custub_pool_trim(NULL, 1, &error));
    REFUSED(custub_pool_usage_get(NULL, &error));
    REFUSED(custub_pool_set_access(NULL, NULL, true, &error));
    assert_string_equal(error.message, "setting the access to a pool: the pool is null");
    REFUSED(custub_pool_set_access(pool, NULL, true, &error));
    assert_string_equal(error.message, "setting the access to a pool: the device is null");
    assert_int_equal(custub_pool_destroy(pool, &error), CUSTUB_ERROR_INVALID_ARGUMENT); /* acts */
    assert_int_equal(custub_pool_destroy(NULL, fresh(&error)), CUSTUB_OK);
}

/* --- Frees of what is no allocation ---- */

static void a_second_free_is_reported(void **state)
{
    custub_f32_buffer buffer;
    custub_f32_buffer copy;

    (void)state;
    buffer = custub_f32_buffer_create(4, &error);
    copy = buffer;
    custub_f32_buffer_destroy(&buffer, &error);
    copy.view.ptr = 0x5000;
    assert_int_equal(custub_f32_buffer_destroy(&copy, &error), CUSTUB_ERROR_UNKNOWN_ADDRESS);
    assert_string_equal(error.message, "freeing a buffer: there is no memory at the address 0x5000 "
                                       "(was it freed already?); cuMemFree: "
                                       "CUDA_ERROR_INVALID_VALUE (1): as recorded");
    copy.view.ptr = 0x5000;
    assert_int_equal(custub_f32_buffer_destroy_async(&copy, NULL, fresh(&error)),
                     CUSTUB_ERROR_UNKNOWN_ADDRESS);
    assert_string_equal(error.driver_call, "cuMemFreeAsync");
    recording_fail("cuMemGetAddressRange_v2", 1, 700);
    assert_int_equal(custub_memory_destroy(0x5000, fresh(&error)), CUSTUB_ERROR_DRIVER);
}

static void a_free_inside_of_memory_names_its_beginning(void **state)
{
    custub_f32_buffer buffer;

    (void)state;
    buffer = custub_f32_buffer_create(10, &error);
    assert_int_equal(custub_memory_destroy(buffer.view.ptr + 8, &error),
                     CUSTUB_ERROR_UNKNOWN_ADDRESS);
    assert_non_null(strstr(error.message, "is 8 bytes into memory of 40 bytes; memory is freed by "
                                          "the address that it was created with"));
    assert_int_equal(custub_f32_buffer_destroy(&buffer, fresh(&error)), CUSTUB_OK);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(buffers_come_from_the_named_pool),
        TEST(without_a_pool_the_devices_pool_is_used),
        TEST(sizes_that_cannot_be_are_refused),
        TEST(failures_of_pools_are_reported),
        TEST(null_pools_and_devices_are_refused),
        TEST(a_second_free_is_reported),
        TEST(a_free_inside_of_memory_names_its_beginning),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}

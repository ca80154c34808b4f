/* Devices, streams and buffers, on the recording driver. */
#include <custub/custub.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

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
    int count = -1;

    (void)state;
    recording_programmed()->device_count = 2;
    assert_int_equal(custub_device_count(&count, &error), CUSTUB_OK);
    assert_int_equal(count, 2);
    assert_int_equal(custub_device_open(&device, 1, &error), CUSTUB_OK);
    assert_string_equal(custub_device_name(device), "Recording device 1");
    assert_int_equal(custub_device_ordinal(device), 1);
    assert_ptr_equal(custub_device_context(device), recording_context(1));
    recording_use_device(-1);
    assert_int_equal(custub_device_use(device, &error), CUSTUB_OK);
    assert_int_equal(custub_device_synchronize(device, &error), CUSTUB_OK);
    custub_device_close(device);
}

static void closing_leaves_no_dead_context_current(void **state)
{
    custub_device *device;
    custub_device *other;

    (void)state;
    recording_programmed()->device_count = 2;
    assert_int_equal(custub_device_open(&device, 0, &error), CUSTUB_OK);
    assert_int_equal(custub_device_open(&other, 1, &error), CUSTUB_OK);
    custub_device_close(device);
    assert_int_equal(custub_device_synchronize(other, &error), CUSTUB_OK);
    custub_device_close(other);
    assert_int_equal(custub_stream_create(&(CUstream){NULL}, &error), CUSTUB_ERROR_DRIVER);
    assert_string_equal(error.message,
                        "cuStreamCreate: CUDA_ERROR_INVALID_CONTEXT (201): as recorded; no CUDA "
                        "context is current on this thread; creating a stream");
    assert_int_equal(error.driver_result, 201);
    assert_string_equal(error.driver_call, "cuStreamCreate");
}

static void synchronizing_keeps_the_current_context(void **state)
{
    custub_device *device;

    (void)state;
    recording_programmed()->device_count = 2;
    assert_int_equal(custub_device_open(&device, 1, &error), CUSTUB_OK);
    recording_use_device(0);
    assert_int_equal(custub_device_synchronize(device, &error), CUSTUB_OK);
    recording_fail("cuCtxSynchronize", 1, 700);
    assert_int_equal(custub_device_synchronize(device, &error), CUSTUB_ERROR_DRIVER);
    assert_int_equal(error.driver_result, 700);
    assert_int_equal(custub_device_synchronize(NULL, &error), CUSTUB_ERROR_INVALID_ARGUMENT);
    custub_device_close(device);
    /* Device 0's context, which is not the device's, was left alone throughout. */
    assert_int_equal(recording_calls_of("cuCtxSetCurrent"), 5);
}

static void refuses_a_device_that_is_not_there(void **state)
{
    custub_device *device = (custub_device *)&error;

    (void)state;
    assert_int_equal(custub_device_open(&device, 1, &error), CUSTUB_ERROR_NO_DEVICE);
    assert_string_equal(error.message,
                        "there is no device 1: the cuda driver has 1, counted from 0");
    assert_null(device);
    assert_int_equal(custub_device_open(&device, -1, NULL), CUSTUB_ERROR_NO_DEVICE);
    recording_programmed()->device_count = 0;
    assert_int_equal(custub_device_open(&device, 0, &error), CUSTUB_ERROR_NO_DEVICE);
    assert_string_equal(error.message, "there is no device 0: the cuda driver has 0");
}

static void opening_a_device_fails_cleanly_at_every_call(void **state)
{
    size_t failures = 0;
    custub_device *device = NULL;

    (void)state;
    for (size_t n = 1; !device; n++) {
        recording_fail(NULL, n, 2);
        failures += custub_device_open(&device, 0, &error) != CUSTUB_OK;
        assert_int_equal(recording_alive(), device ? 1 : 0);
        if (!device)
            assert_int_equal(error.driver_result, 2);
    }
    recording_fail(NULL, 0, 0);
    assert_true(failures >= 5);
    custub_device_close(device);
    failing_allocation = 1;
    assert_int_equal(custub_device_open(&device, 0, &error), CUSTUB_ERROR_OUT_OF_HOST_MEMORY);
    assert_null(device);
}

static void null_devices_are_no_devices(void **state)
{
    (void)state;
    custub_device_close(NULL);
    assert_null(custub_device_name(NULL));
    assert_null(custub_device_context(NULL));
    assert_int_equal(custub_device_ordinal(NULL), -1);
    assert_int_equal(custub_device_use(NULL, NULL), CUSTUB_ERROR_INVALID_ARGUMENT);
    assert_int_equal(custub_device_count(NULL, NULL), CUSTUB_ERROR_INVALID_ARGUMENT);
    assert_int_equal(custub_device_open(NULL, 0, NULL), CUSTUB_ERROR_INVALID_ARGUMENT);
}

static void closing_is_quiet_after_the_driver_has_shut_down(void **state)
{
    custub_device *device;
    custub_f32 view;
    CUstream stream;

    (void)state;
    assert_int_equal(custub_device_open(&device, 0, &error), CUSTUB_OK);
    assert_int_equal(custub_f32_create(&view, 4, &error), CUSTUB_OK);
    assert_int_equal(custub_stream_create(&stream, &error), CUSTUB_OK);
    memset(&error, 0, sizeof(error));
    recording_fail("cuMemFree_v2", 1, 4);
    custub_f32_destroy(&view);
    recording_fail("cuStreamDestroy_v2", 1, 4);
    custub_stream_destroy(stream);
    recording_fail("cuCtxGetCurrent", 1, 4);
    custub_device_close(device);
    assert_int_equal(view.ptr, 0);
}

static void streams_do_not_block_on_the_default_stream(void **state)
{
    CUstream stream = NULL;

    (void)state;
    recording_use_device(0);
    assert_int_equal(custub_stream_create(&stream, &error), CUSTUB_OK);
    assert_non_null(stream);
    assert_int_equal(custub_stream_synchronize(stream, &error), CUSTUB_OK);
    recording_fail("cuStreamSynchronize", 1, 700);
    assert_int_equal(custub_stream_synchronize(stream, &error), CUSTUB_ERROR_DRIVER);
    custub_stream_destroy(stream);
    custub_stream_destroy(NULL);
    assert_int_equal(custub_stream_create(NULL, NULL), CUSTUB_ERROR_INVALID_ARGUMENT);
    recording_fail("cuStreamCreate", 1, 2);
    assert_int_equal(custub_stream_create(&stream, NULL), CUSTUB_ERROR_DRIVER);
    assert_null(stream);
}

static void copies_go_there_and_back(void **state)
{
    float host[5] = {1, 2, 3, 4, 5};
    float back[5] = {0};
    custub_buffer buffer;
    custub_f32 view;

    (void)state;
    recording_use_device(0);
    assert_int_equal(custub_f32_create(&view, 5, &error), CUSTUB_OK);
    assert_int_equal(view.count, 5);
    assert_int_equal(custub_f32_upload(view, host, NULL, &error), CUSTUB_OK);
    assert_int_equal(custub_f32_download(view, back, NULL, &error), CUSTUB_OK);
    assert_memory_equal(host, back, sizeof(host));
    buffer = custub_f32_buffer(view);
    assert_int_equal(custub_buffer_upload(&buffer, 3, 2, host, NULL, &error), CUSTUB_OK);
    assert_int_equal(custub_buffer_download(&buffer, 2, 3, back, NULL, &error), CUSTUB_OK);
    assert_true(back[0] == 3 && back[1] == 1 && back[2] == 2);
    assert_int_equal(custub_buffer_fill_bytes(&buffer, 0, NULL, &error), CUSTUB_OK);
    assert_int_equal(custub_f32_download(view, back, NULL, &error), CUSTUB_OK);
    assert_true(back[0] == 0 && back[4] == 0);
    custub_f32_destroy(&view);
}

static void copies_wait_for_their_stream(void **state)
{
    custub_buffer buffer;
    char byte = 1;

    (void)state;
    recording_use_device(0);
    assert_int_equal(custub_buffer_create(&buffer, 8, 1, &error), CUSTUB_OK);
    recording_clear_log();
    assert_int_equal(custub_buffer_upload(&buffer, 0, 1, &byte, NULL, &error), CUSTUB_OK);
    assert_string_equal(recording_call(0), "cuMemcpyHtoDAsync_v2");
    assert_string_equal(recording_call(1), "cuStreamSynchronize");
    recording_clear_log();
    assert_int_equal(custub_buffer_download(&buffer, 0, 1, &byte, NULL, &error), CUSTUB_OK);
    assert_string_equal(recording_call(0), "cuMemcpyDtoHAsync_v2");
    assert_string_equal(recording_call(1), "cuStreamSynchronize");
    custub_buffer_destroy(&buffer);
}

/* The driver says no more than CUDA_ERROR_INVALID_VALUE. */
static void names_the_sizes_where_memory_is_shorter_than_its_view(void **state)
{
    custub_buffer bytes = {0, 20, 1};
    float host[20] = {0};
    custub_f32 view;

    (void)state;
    recording_use_device(0);
    assert_int_equal(custub_f32_create(&view, 5, &error), CUSTUB_OK);
    bytes.ptr = view.ptr + 4;
    recording_fail("cuMemcpyHtoDAsync_v2", 1, 1);
    assert_int_equal(custub_f32_upload(custub_f32_of(view.ptr, 20), host, NULL, &error),
                     CUSTUB_ERROR_OUT_OF_RANGE);
    assert_string_equal(error.message,
                        "uploading to a buffer: 20 elements of 4 bytes (80 bytes), the device "
                        "memory at this address has 20 bytes; counts are in elements, not in "
                        "bytes; cuMemcpyHtoDAsync: CUDA_ERROR_INVALID_VALUE (1): as recorded");
    assert_int_equal(error.needed, 80);
    assert_int_equal(error.found, 20);
    assert_int_equal(error.driver_result, 1);
    recording_fail("cuMemcpyDtoHAsync_v2", 1, 1);
    assert_int_equal(custub_buffer_download(&bytes, 0, 20, host, NULL, &error),
                     CUSTUB_ERROR_OUT_OF_RANGE);
    assert_string_equal(error.message,
                        "downloading from a buffer: 20 elements of 1 bytes (20 bytes), the device "
                        "memory at this address has 16 bytes; cuMemcpyDtoHAsync: "
                        "CUDA_ERROR_INVALID_VALUE (1): as recorded");
    recording_fail("cuMemsetD8Async", 1, 1);
    assert_int_equal(custub_buffer_fill_bytes(&bytes, 0, NULL, &error), CUSTUB_ERROR_OUT_OF_RANGE);
    bytes.count = 16; /* all there: it is for another reason */
    recording_fail("cuMemsetD8Async", 1, 1);
    assert_int_equal(custub_buffer_fill_bytes(&bytes, 0, NULL, &error), CUSTUB_ERROR_DRIVER);
    custub_f32_destroy(&view);
}

static void names_the_sizes_where_pinned_memory_is_too_short(void **state)
{
    custub_buffer device;
    custub_buffer host; /* which the driver knows, as it does pinned memory */

    (void)state;
    recording_use_device(0);
    assert_int_equal(custub_buffer_create(&device, 10, 4, &error), CUSTUB_OK);
    assert_int_equal(custub_buffer_create(&host, 10, 1, &error), CUSTUB_OK);
    recording_fail("cuMemcpyHtoDAsync_v2", 1, 1);
    assert_int_equal(
        custub_buffer_upload(&device, 0, 10, (void *)(uintptr_t)host.ptr, NULL, &error),
        CUSTUB_ERROR_OUT_OF_RANGE);
    assert_non_null(strstr(error.message, "10 elements of 4 bytes (40 bytes), the pinned host "
                                          "memory at this address has 10 bytes; "));
    custub_buffer_destroy(&device);
    custub_buffer_destroy(&host);
}

static void refuses_ranges_outside_the_buffer(void **state)
{
    static const uint64_t ranges[][2] = {{0, 5}, {4, 1}, {5, 0}, {2, UINT64_MAX}, {UINT64_MAX, 2}};
    custub_buffer buffer;
    int host[8] = {0};

    (void)state;
    recording_use_device(0);
    assert_int_equal(custub_buffer_create(&buffer, 4, sizeof(int), &error), CUSTUB_OK);
    recording_clear_log();
    for (size_t i = 0; i < sizeof(ranges) / sizeof(ranges[0]); i++) {
        assert_int_equal(
            custub_buffer_upload(&buffer, ranges[i][0], ranges[i][1], host, NULL, &error),
            CUSTUB_ERROR_OUT_OF_RANGE);
        assert_int_equal(
            custub_buffer_download(&buffer, ranges[i][0], ranges[i][1], host, NULL, &error),
            CUSTUB_ERROR_OUT_OF_RANGE);
    }
    custub_buffer_upload(&buffer, 3, 2, host, NULL, &error);
    assert_string_equal(error.message, "uploading to a buffer: 2 elements of 4 bytes (8 bytes) "
                                       "from element 3 on, the buffer has 4 elements of 4 bytes "
                                       "(16 bytes); counts are in elements, not in bytes");
    assert_int_equal(error.needed, 2);
    assert_int_equal(error.found, 1);
    assert_int_equal(recording_call_count(), 0);
    assert_int_equal(custub_buffer_upload(&buffer, 4, 0, NULL, NULL, &error), CUSTUB_OK);
    assert_int_equal(custub_buffer_upload(&buffer, 0, 1, NULL, NULL, &error),
                     CUSTUB_ERROR_INVALID_ARGUMENT);
    assert_int_equal(custub_buffer_download(&buffer, 0, 1, NULL, NULL, &error),
                     CUSTUB_ERROR_INVALID_ARGUMENT);
    custub_buffer_destroy(&buffer);
}

static void empty_buffers_are_null(void **state)
{
    custub_buffer buffer;

    (void)state;
    recording_use_device(0);
    recording_clear_log();
    assert_int_equal(custub_buffer_create(&buffer, 0, 4, &error), CUSTUB_OK);
    assert_int_equal(buffer.ptr, 0);
    assert_int_equal(custub_buffer_fill_bytes(&buffer, 1, NULL, &error), CUSTUB_OK);
    custub_buffer_destroy(&buffer);
    custub_buffer_destroy(NULL);
    assert_int_equal(recording_call_count(), 0);
}

static void refuses_sizes_that_cannot_be(void **state)
{
    custub_buffer buffer;

    (void)state;
    recording_use_device(0);
    memset(&buffer, 0xaa, sizeof(buffer));
    assert_int_equal(custub_buffer_create(&buffer, UINT64_MAX / 4 + 1, 4, &error),
                     CUSTUB_ERROR_INVALID_ARGUMENT);
    assert_int_equal(buffer.ptr, 0);
    assert_int_equal(custub_buffer_create(&buffer, 1, 0, &error), CUSTUB_ERROR_INVALID_ARGUMENT);
    assert_int_equal(custub_buffer_create(NULL, 1, 1, &error), CUSTUB_ERROR_INVALID_ARGUMENT);
    assert_int_equal(custub_buffer_create(&buffer, (uint64_t)1 << 40, 4, &error),
                     CUSTUB_ERROR_DRIVER);
    assert_string_equal(error.message, "cuMemAlloc: CUDA_ERROR_OUT_OF_MEMORY (2): as recorded; "
                                       "allocating 4398046511104 bytes");
    assert_int_equal(buffer.count, 0);
    buffer.ptr = 4096;
    buffer.count = UINT64_MAX;
    buffer.element_size = 4;
    assert_int_equal(custub_buffer_fill_bytes(&buffer, 0, NULL, &error),
                     CUSTUB_ERROR_INVALID_ARGUMENT);
    assert_int_equal(custub_buffer_fill_bytes(NULL, 0, NULL, &error),
                     CUSTUB_ERROR_INVALID_ARGUMENT);
}

static void failing_copies_name_the_call(void **state)
{
    custub_buffer buffer;
    char bytes[4] = {0};

    (void)state;
    recording_use_device(0);
    assert_int_equal(custub_buffer_create(&buffer, 4, 1, &error), CUSTUB_OK);
    recording_fail("cuMemcpyHtoDAsync_v2", 1, 700);
    assert_int_equal(custub_buffer_upload(&buffer, 0, 4, bytes, NULL, &error), CUSTUB_ERROR_DRIVER);
    assert_string_equal(error.driver_call, "cuMemcpyHtoDAsync");
    recording_fail("cuMemcpyDtoHAsync_v2", 1, 700);
    assert_int_equal(custub_buffer_download(&buffer, 0, 4, bytes, NULL, &error),
                     CUSTUB_ERROR_DRIVER);
    recording_fail("cuStreamSynchronize", 1, 700);
    assert_int_equal(custub_buffer_download(&buffer, 0, 4, bytes, NULL, &error),
                     CUSTUB_ERROR_DRIVER);
    assert_string_equal(error.driver_call, "cuStreamSynchronize");
    recording_fail("cuMemsetD8Async", 1, 700);
    assert_int_equal(custub_buffer_fill_bytes(&buffer, 0, NULL, &error), CUSTUB_ERROR_DRIVER);
    custub_buffer_destroy(&buffer);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, start, nothing_is_left)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(opens_a_device_and_makes_it_current),
        TEST(closing_leaves_no_dead_context_current),
        TEST(synchronizing_keeps_the_current_context),
        TEST(refuses_a_device_that_is_not_there),
        TEST(opening_a_device_fails_cleanly_at_every_call),
        TEST(null_devices_are_no_devices),
        TEST(closing_is_quiet_after_the_driver_has_shut_down),
        TEST(streams_do_not_block_on_the_default_stream),
        TEST(copies_go_there_and_back),
        TEST(copies_wait_for_their_stream),
        TEST(names_the_sizes_where_memory_is_shorter_than_its_view),
        TEST(names_the_sizes_where_pinned_memory_is_too_short),
        TEST(refuses_ranges_outside_the_buffer),
        TEST(empty_buffers_are_null),
        TEST(refuses_sizes_that_cannot_be),
        TEST(failing_copies_name_the_call),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* Buffers, copies and slices, on the recording driver. */
#include <custub/custub.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "fresh_error.h"
#include "recording_driver.h"

static custub_error error;

static int start(void **state)
{
    (void)state;
    recording_reset();
    recording_use_device(0);
    error = custub_error_none();
    return (int)custub_driver_open(CUSTUB_DRIVER_DEFAULT, NULL);
}

static int nothing_is_left(void **state)
{
    (void)state;
    return recording_alive() != 0;
}

/* --- Copies ---- */

static void copies_go_there_and_back(void **state)
{
    const float host[5] = {1, 2, 3, 4, 5};
    float back[5] = {0};
    custub_f32_buffer buffer;

    (void)state;
    buffer = custub_f32_buffer_create(5, &error);
    assert_int_equal(buffer.view.count, 5);
    assert_int_equal(custub_f32_upload(buffer.view, host, 5, NULL, &error), CUSTUB_OK);
    assert_int_equal(custub_f32_download(buffer.view, back, 5, NULL, &error), CUSTUB_OK);
    assert_memory_equal(host, back, sizeof(host));
    custub_f32_upload(custub_f32_slice(buffer.view, 3, 2, &error), host, 2, NULL, &error);
    custub_f32_download(custub_f32_slice(buffer.view, 2, 3, &error), back, 3, NULL, &error);
    assert_true(back[0] == 3 && back[1] == 1 && back[2] == 2);
    custub_memory_fill_bytes(custub_memory_of(buffer.view.ptr, 5, 4), 0, NULL, &error);
    custub_f32_download(buffer.view, back, 5, NULL, &error);
    assert_true(back[0] == 0 && back[4] == 0);
    custub_f32_buffer_destroy(&buffer, &error);
    assert_false(custub_failed(&error));
    assert_int_equal(buffer.view.ptr, 0);
    assert_int_equal(buffer.view.count, 0);
}

static void copies_of_fewer_elements_leave_the_rest(void **state)
{
    const int32_t host[4] = {1, 2, 3, 4};
    int32_t back[4] = {-1, -1, -1, -1};
    custub_i32_buffer buffer;

    (void)state;
    buffer = custub_i32_buffer_create(4, &error);
    custub_memory_fill_bytes(custub_memory_of(buffer.view.ptr, 4, 4), 0, NULL, &error);
    custub_i32_upload(buffer.view, host, 3, NULL, &error);
    custub_i32_download(buffer.view, back, 4, NULL, &error);
    assert_true(back[0] == 1 && back[2] == 3 && back[3] == 0);
    back[1] = -1;
    custub_i32_download(buffer.view, back, 1, NULL, &error);
    assert_true(back[0] == 1 && back[1] == -1);
    assert_false(custub_failed(&error));
    custub_i32_buffer_destroy(&buffer, NULL);
}

static void copies_of_no_element_call_nothing(void **state)
{
    float host = 1;

    (void)state;
    recording_clear_log();
    custub_f32_upload(custub_f32_of(4096, 1), &host, 0, NULL, &error);
    custub_f32_upload(custub_f32_of(0, 0), NULL, 0, NULL, &error);
    custub_f32_download(custub_f32_of(0, 0), NULL, 0, NULL, &error);
    assert_false(custub_failed(&error));
    assert_int_equal(recording_call_count(), 0);
}

static void copies_of_a_view_of_unknown_count_are_the_drivers_to_refuse(void **state)
{
    const float host[2] = {1, 2};
    float back[2] = {0, 0};
    custub_f32_buffer buffer;
    custub_f32 view;

    (void)state;
    buffer = custub_f32_buffer_create(2, &error);
    view = custub_f32_of(buffer.view.ptr, CUSTUB_COUNT_UNKNOWN);
    custub_f32_upload(view, host, 2, NULL, &error);
    custub_f32_download(view, back, 2, NULL, &error);
    assert_false(custub_failed(&error));
    assert_memory_equal(host, back, sizeof(host));
    custub_f32_buffer_destroy(&buffer, NULL);
}

static void copies_wait_for_their_stream(void **state)
{
    custub_bytes_buffer buffer;
    char byte = 1;

    (void)state;
    buffer = custub_bytes_buffer_create(8, &error);
    recording_clear_log();
    assert_int_equal(custub_bytes_upload(buffer.view, &byte, 1, NULL, &error), CUSTUB_OK);
    assert_string_equal(recording_call(0), "cuMemcpyHtoDAsync_v2");
    assert_string_equal(recording_call(1), "cuStreamSynchronize");
    recording_clear_log();
    assert_int_equal(custub_bytes_download(buffer.view, &byte, 1, NULL, &error), CUSTUB_OK);
    assert_string_equal(recording_call(0), "cuMemcpyDtoHAsync_v2");
    assert_string_equal(recording_call(1), "cuStreamSynchronize");
    custub_bytes_buffer_destroy(&buffer, NULL);
}

/* The driver says no more than CUDA_ERROR_INVALID_VALUE. */
static void names_the_sizes_where_memory_is_shorter_than_its_view(void **state)
{
    custub_memory bytes = custub_memory_of(0, 20, 1);
    float host[20] = {0};
    custub_f32_buffer buffer;

    (void)state;
    buffer = custub_f32_buffer_create(5, &error);
    bytes.ptr = buffer.view.ptr + 4;
    recording_fail("cuMemcpyHtoDAsync_v2", 1, 1);
    assert_int_equal(
        custub_f32_upload(custub_f32_of(buffer.view.ptr, 20), host, 20, NULL, fresh(&error)),
        CUSTUB_ERROR_OUT_OF_RANGE);
    assert_string_equal(error.message,
                        "uploading to a buffer: 20 elements of 4 bytes (80 bytes), the device "
                        "memory at this address has 20 bytes; counts are in elements, not in "
                        "bytes; cuMemcpyHtoDAsync: CUDA_ERROR_INVALID_VALUE (1): as recorded");
    assert_int_equal(error.needed, 80);
    assert_int_equal(error.found, 20);
    assert_int_equal(error.driver_result, 1);
    recording_fail("cuMemcpyDtoHAsync_v2", 1, 1);
    assert_int_equal(custub_memory_download(bytes, host, 20, NULL, fresh(&error)),
                     CUSTUB_ERROR_OUT_OF_RANGE);
    assert_string_equal(error.message,
                        "downloading from a buffer: 20 elements of 1 bytes (20 bytes), the device "
                        "memory at this address has 16 bytes; cuMemcpyDtoHAsync: "
                        "CUDA_ERROR_INVALID_VALUE (1): as recorded");
    recording_fail("cuMemsetD8Async", 1, 1);
    assert_int_equal(custub_memory_fill_bytes(bytes, 0, NULL, fresh(&error)),
                     CUSTUB_ERROR_OUT_OF_RANGE);
    bytes.count = 16; /* all there: it is for another reason */
    recording_fail("cuMemsetD8Async", 1, 1);
    assert_int_equal(custub_memory_fill_bytes(bytes, 0, NULL, fresh(&error)), CUSTUB_ERROR_DRIVER);
    custub_f32_buffer_destroy(&buffer, NULL);
}

static void names_the_sizes_where_pinned_memory_is_too_short(void **state)
{
    custub_i32_buffer device;
    custub_bytes_buffer host; /* which the driver knows, as it does pinned memory */

    (void)state;
    device = custub_i32_buffer_create(10, &error);
    host = custub_bytes_buffer_create(10, &error);
    recording_fail("cuMemcpyHtoDAsync_v2", 1, 1);
    assert_int_equal(
        custub_i32_upload(device.view, (void *)(uintptr_t)host.view.ptr, 10, NULL, &error),
        CUSTUB_ERROR_OUT_OF_RANGE);
    assert_non_null(strstr(error.message, "10 elements of 4 bytes (40 bytes), the pinned host "
                                          "memory at this address has 10 bytes; "));
    custub_i32_buffer_destroy(&device, NULL);
    custub_bytes_buffer_destroy(&host, NULL);
}

static void refuses_copies_of_more_than_the_view_has(void **state)
{
    static const uint64_t counts[] = {5, UINT64_MAX / 4, UINT64_MAX - 1, UINT64_MAX};
    const custub_i32 view = custub_i32_of(4096, 4);
    int32_t host[8] = {0};

    (void)state;
    recording_clear_log();
    for (size_t i = 0; i < sizeof(counts) / sizeof(counts[0]); i++) {
        assert_int_equal(custub_i32_upload(view, host, counts[i], NULL, fresh(&error)),
                         CUSTUB_ERROR_OUT_OF_RANGE);
        assert_int_equal(custub_i32_download(view, host, counts[i], NULL, fresh(&error)),
                         CUSTUB_ERROR_OUT_OF_RANGE);
    }
    custub_i32_upload(view, host, 5, NULL, fresh(&error));
    assert_string_equal(error.message, "uploading to a buffer: 5 elements of 4 bytes (20 bytes), "
                                       "the view has 4 elements of 4 bytes (16 bytes); counts are "
                                       "in elements, not in bytes");
    assert_int_equal(error.needed, 5);
    assert_int_equal(error.found, 4);
    assert_int_equal(custub_i32_upload(view, NULL, 1, NULL, fresh(&error)),
                     CUSTUB_ERROR_INVALID_ARGUMENT);
    assert_int_equal(custub_i32_download(view, NULL, 1, NULL, fresh(&error)),
                     CUSTUB_ERROR_INVALID_ARGUMENT);
    assert_int_equal(recording_call_count(), 0);
}

static void failing_copies_name_the_call(void **state)
{
    custub_bytes_buffer buffer;
    char bytes[4] = {0};

    (void)state;
    buffer = custub_bytes_buffer_create(4, &error);
    recording_fail("cuMemcpyHtoDAsync_v2", 1, 700);
    assert_int_equal(custub_bytes_upload(buffer.view, bytes, 4, NULL, fresh(&error)),
                     CUSTUB_ERROR_DRIVER);
    assert_string_equal(error.driver_call, "cuMemcpyHtoDAsync");
    recording_fail("cuMemcpyDtoHAsync_v2", 1, 700);
    assert_int_equal(custub_bytes_download(buffer.view, bytes, 4, NULL, fresh(&error)),
                     CUSTUB_ERROR_DRIVER);
    recording_fail("cuStreamSynchronize", 1, 700);
    assert_int_equal(custub_bytes_download(buffer.view, bytes, 4, NULL, fresh(&error)),
                     CUSTUB_ERROR_DRIVER);
    assert_string_equal(error.driver_call, "cuStreamSynchronize");
    recording_fail("cuMemsetD8Async", 1, 700);
    assert_int_equal(
        custub_memory_fill_bytes(custub_memory_of(buffer.view.ptr, 4, 1), 0, NULL, fresh(&error)),
        CUSTUB_ERROR_DRIVER);
    custub_bytes_buffer_destroy(&buffer, NULL);
}

/* --- Owning ---- */

static void empty_buffers_are_null(void **state)
{
    custub_f32_buffer buffer;

    (void)state;
    recording_clear_log();
    buffer = custub_f32_buffer_create(0, &error);
    assert_false(custub_failed(&error));
    assert_int_equal(buffer.view.ptr, 0);
    assert_int_equal(custub_memory_fill_bytes(custub_memory_of(0, 0, 4), 1, NULL, &error),
                     CUSTUB_OK);
    assert_int_equal(custub_f32_buffer_destroy(&buffer, &error), CUSTUB_OK);
    assert_int_equal(custub_f32_buffer_destroy(NULL, &error), CUSTUB_OK);
    assert_int_equal(recording_call_count(), 0);
}

static void refuses_sizes_that_cannot_be(void **state)
{
    custub_f32_buffer buffer;

    (void)state;
    assert_int_equal(custub_memory_create(UINT64_MAX / 4 + 1, 4, &error), 0);
    assert_int_equal(error.status, CUSTUB_ERROR_INVALID_ARGUMENT);
    assert_int_equal(custub_memory_create(1, 0, fresh(&error)), 0);
    assert_int_equal(error.status, CUSTUB_ERROR_INVALID_ARGUMENT);
    assert_int_equal(custub_memory_create(1, 0, NULL), 0);
    buffer = custub_f32_buffer_create((uint64_t)1 << 40, fresh(&error));
    assert_int_equal(error.status, CUSTUB_ERROR_DRIVER);
    assert_string_equal(error.message, "cuMemAlloc: CUDA_ERROR_OUT_OF_MEMORY (2): as recorded; "
                                       "allocating 4398046511104 bytes");
    assert_int_equal(buffer.view.ptr, 0);
    assert_int_equal(buffer.view.count, 0);
    assert_int_equal(
        custub_memory_fill_bytes(custub_memory_of(4096, UINT64_MAX / 2, 4), 0, NULL, fresh(&error)),
        CUSTUB_ERROR_INVALID_ARGUMENT);
}

static void fills_need_a_count(void **state)
{
    (void)state;
    recording_clear_log();
    for (uint64_t size = 1; size <= 4; size *= 2)
        assert_int_equal(
            custub_memory_fill_bytes(custub_memory_of(4096, CUSTUB_COUNT_UNKNOWN, size), 0, NULL,
                                     fresh(&error)),
            CUSTUB_ERROR_INVALID_ARGUMENT);
    assert_int_equal(recording_call_count(), 0);
}

static void failing_free_is_told(void **state)
{
    custub_f32_buffer buffer;

    (void)state;
    buffer = custub_f32_buffer_create(4, &error);
    recording_fail("cuMemFree_v2", 1, 700);
    assert_int_equal(custub_f32_buffer_destroy(&buffer, &error), CUSTUB_ERROR_DRIVER);
    assert_string_equal(error.driver_call, "cuMemFree");
    assert_int_equal(buffer.view.ptr, 0);
}

/* --- Slices ---- */

static void slices_inside_the_view_share_its_memory(void **state)
{
    const custub_f64 view = custub_f64_of(4096, 10);
    custub_f64 slice;

    (void)state;
    slice = custub_f64_slice(view, 2, 3, &error);
    assert_int_equal(slice.ptr, 4096 + 16);
    assert_int_equal(slice.count, 3);
    slice = custub_f64_slice(view, 0, 10, &error);
    assert_int_equal(slice.ptr, 4096);
    assert_int_equal(slice.count, 10);
    slice = custub_f64_slice(view, 10, 0, &error); /* the end */
    assert_int_equal(slice.ptr, 4096 + 80);
    assert_int_equal(slice.count, 0);
    slice = custub_f64_slice(custub_f64_slice(view, 4, 6, &error), 1, 5, &error);
    assert_int_equal(slice.ptr, 4096 + 40);
    assert_int_equal(slice.count, 5);
    slice = custub_f64_slice(view, 1, 9, NULL);
    assert_int_equal(slice.count, 9);
    assert_false(custub_failed(&error));
    assert_int_equal(recording_call_count(), 0);
}

static void slices_outside_the_view_are_refused(void **state)
{
    static const uint64_t outside[][2] = {
        {0, 5}, {4, 1}, {5, 0}, {2, UINT64_MAX}, {UINT64_MAX, 2}, {UINT64_MAX, 0}, {0, UINT64_MAX}};
    const custub_f32 view = custub_f32_of(4096, 4);
    custub_f32 slice;

    (void)state;
    for (size_t i = 0; i < sizeof(outside) / sizeof(outside[0]); i++) {
        slice = custub_f32_slice(view, outside[i][0], outside[i][1], fresh(&error));
        assert_int_equal(error.status, CUSTUB_ERROR_OUT_OF_RANGE);
        assert_int_equal(slice.ptr, 0);
        assert_int_equal(slice.count, 0);
    }
    custub_f32_slice(view, 3, 2, fresh(&error));
    assert_string_equal(error.message,
                        "a slice of 2 elements from element 3 on: the view has 4 elements");
    assert_int_equal(error.needed, 2);
    assert_int_equal(error.found, 1);
    custub_f32_slice(view, 9, 2, fresh(&error));
    assert_int_equal(error.found, 0);
    slice = custub_f32_slice(view, 3, 2, NULL);
    assert_int_equal(slice.ptr, 0);
    slice = custub_f32_slice(custub_f32_of(0, 0), 0, 1, NULL);
    assert_int_equal(slice.count, 0);
}

static void slices_of_unknown_count_are_taken_as_they_are(void **state)
{
    const custub_f32 view = custub_f32_of(4096, CUSTUB_COUNT_UNKNOWN);
    custub_f32 slice;

    (void)state;
    slice = custub_f32_slice(view, 1000, 7, &error);
    assert_int_equal(slice.ptr, 4096 + 4000);
    assert_int_equal(slice.count, 7);
    slice = custub_f32_slice(view, 1, CUSTUB_COUNT_UNKNOWN, &error);
    assert_int_equal(slice.ptr, 4100);
    assert_int_equal(slice.count, CUSTUB_COUNT_UNKNOWN);
    assert_false(custub_failed(&error));
}

/* The offset in bytes has to fit 64 bits, whatever the view's count claims. */
static void slices_whose_offset_overflows_are_refused(void **state)
{
    static const uint64_t counts[] = {CUSTUB_COUNT_UNKNOWN, UINT64_MAX - 1, UINT64_MAX / 2};
    static const uint64_t firsts[] = {UINT64_MAX / 4 + 1, UINT64_MAX / 2};

    (void)state;
    for (size_t i = 0; i < 3; i++) {
        for (size_t j = 0; j < 2; j++) {
            custub_f32 view = custub_f32_of(4096, counts[i]);
            custub_f32 slice = custub_f32_slice(view, firsts[j], 0, fresh(&error));
            assert_int_equal(error.status, CUSTUB_ERROR_OUT_OF_RANGE);
            assert_int_equal(slice.ptr, 0);
            assert_int_equal(slice.count, 0);
        }
    }
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, start, nothing_is_left)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(copies_go_there_and_back),
        TEST(copies_of_fewer_elements_leave_the_rest),
        TEST(copies_of_no_element_call_nothing),
        TEST(copies_of_a_view_of_unknown_count_are_the_drivers_to_refuse),
        TEST(copies_wait_for_their_stream),
        TEST(names_the_sizes_where_memory_is_shorter_than_its_view),
        TEST(names_the_sizes_where_pinned_memory_is_too_short),
        TEST(refuses_copies_of_more_than_the_view_has),
        TEST(failing_copies_name_the_call),
        TEST(empty_buffers_are_null),
        TEST(refuses_sizes_that_cannot_be),
        TEST(fills_need_a_count),
        TEST(failing_free_is_told),
        TEST(slices_inside_the_view_share_its_memory),
        TEST(slices_outside_the_view_are_refused),
        TEST(slices_of_unknown_count_are_taken_as_they_are),
        TEST(slices_whose_offset_overflows_are_refused),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* Copies, on the recording driver. */
#include "memory_fixture.h"

#include <stdio.h>

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
    custub_f32_zero(buffer.view, NULL, &error);
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
    custub_i32_zero(buffer.view, NULL, &error);
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
    custub_f32_upload(custub_f32_view_of(4096, 1), &host, 0, NULL, &error);
    custub_f32_upload(custub_f32_view_of(0, 0), NULL, 0, NULL, &error);
    custub_f32_download(custub_f32_view_of(0, 0), NULL, 0, NULL, &error);
    assert_false(custub_failed(&error));
    assert_int_equal(recording_call_count(), 0);
}

static void copies_of_unknown_count_are_left_to_the_driver(void **state)
{
    const float host[2] = {1, 2};
    float back[2] = {0, 0};
    custub_f32_buffer buffer;
    custub_f32_view view;

    (void)state;
    buffer = custub_f32_buffer_create(2, &error);
    view = custub_f32_view_of(buffer.view.ptr, CUSTUB_COUNT_UNKNOWN);
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

/* The driver only says CUDA_ERROR_INVALID_VALUE. */
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
        custub_f32_upload(custub_f32_view_of(buffer.view.ptr, 20), host, 20, NULL, fresh(&error)),
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
    assert_string_equal(error.message, "downloading from a buffer: 20 bytes, the device "
                                       "memory at this address has 16 bytes; cuMemcpyDtoHAsync: "
                                       "CUDA_ERROR_INVALID_VALUE (1): as recorded");
    recording_fail("cuMemsetD8Async", 1, 1);
    assert_int_equal(custub_memory_zero(bytes, NULL, fresh(&error)), CUSTUB_ERROR_OUT_OF_RANGE);
    bytes.count = 16; /* all of it exists: the driver has another reason */
    recording_fail("cuMemsetD8Async", 1, 1);
    assert_int_equal(custub_memory_zero(bytes, NULL, fresh(&error)), CUSTUB_ERROR_DRIVER);
    custub_f32_buffer_destroy(&buffer, NULL);
}

static void names_the_sizes_where_pinned_memory_is_too_short(void **state)
{
    custub_i32_buffer device;
    custub_bytes_buffer host; /* the driver knows it, like pinned memory */

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
    const custub_i32_view view = custub_i32_view_of(4096, 4);
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
    assert_int_equal(custub_bytes_zero(buffer.view, NULL, fresh(&error)), CUSTUB_ERROR_DRIVER);
    custub_bytes_buffer_destroy(&buffer, NULL);
}

/* --- Memory that is gone ---- */

static void names_memory_that_was_freed(void **state)
{
    float host[10] = {0};
    custub_f32_buffer freed = custub_f32_buffer_create(10, &error);
    custub_f32_buffer other = custub_f32_buffer_create(10, &error);
    custub_f32_view view = freed.view;
    char wanted[256];

    (void)state;
    custub_f32_buffer_destroy(&freed, &error);
    recording_fail("cuMemcpyHtoDAsync_v2", 1, 1);
    assert_int_equal(custub_f32_upload(view, host, 10, NULL, &error), CUSTUB_ERROR_UNKNOWN_ADDRESS);
    snprintf(wanted, sizeof(wanted),
             "uploading to a buffer: 10 elements of 4 bytes (40 bytes), the address 0x%llx is not "
             "device memory (was it freed?); cuMemcpyHtoDAsync: CUDA_ERROR_INVALID_VALUE (1): as "
             "recorded",
             view.ptr);
    assert_string_equal(error.message, wanted);
    assert_string_equal(error.driver_call, "cuMemcpyHtoDAsync");
    assert_int_equal(error.needed, 40);
    assert_int_equal(error.found, 0);
    recording_fail("cuMemcpyDtoDAsync_v2", 1, 1);
    assert_int_equal(custub_f32_copy(other.view, view, 5, NULL, fresh(&error)),
                     CUSTUB_ERROR_UNKNOWN_ADDRESS);
    assert_non_null(strstr(error.message, "copying between buffers: 5 elements of 4 bytes (20 "
                                          "bytes), the source's address 0x"));
    recording_fail("cuMemcpyDtoDAsync_v2", 1, 1);
    assert_int_equal(custub_f32_copy(view, other.view, 5, NULL, fresh(&error)),
                     CUSTUB_ERROR_UNKNOWN_ADDRESS);
    assert_non_null(strstr(error.message, ", the target's address 0x"));
    custub_f32_buffer_destroy(&other, NULL);
}

/* Other results of the driver explain themselves. */
static void other_failures_are_not_blamed_on_the_memory(void **state)
{
    const float host[1] = {0};

    (void)state;
    recording_fail("cuMemcpyHtoDAsync_v2", 1, 700);
    assert_int_equal(custub_f32_upload(custub_f32_view_of(4096, 1), host, 1, NULL, &error),
                     CUSTUB_ERROR_DRIVER);
    assert_int_equal(error.driver_result, 700);
    assert_int_equal(recording_calls_of("cuMemGetAddressRange_v2"), 0);
}

static void refuses_null_views_that_have_a_count(void **state)
{
    const custub_f32_view null = custub_f32_view_of(0, 4);
    float host[4] = {0};

    (void)state;
    recording_clear_log();
    assert_int_equal(custub_f32_upload(null, host, 4, NULL, &error), CUSTUB_ERROR_NULL_POINTER);
    assert_string_equal(error.message, "uploading to a buffer: 4 elements of 4 bytes (16 bytes), "
                                       "the view is null");
    assert_int_equal(custub_f32_download(null, host, 4, NULL, fresh(&error)),
                     CUSTUB_ERROR_NULL_POINTER);
    assert_int_equal(custub_f32_copy(null, custub_f32_view_of(4096, 4), 4, NULL, fresh(&error)),
                     CUSTUB_ERROR_NULL_POINTER);
    assert_int_equal(custub_f32_copy(custub_f32_view_of(4096, 4), null, 4, NULL, fresh(&error)),
                     CUSTUB_ERROR_NULL_POINTER);
    assert_non_null(strstr(error.message, "the source is null"));
    assert_int_equal(recording_call_count(), 0);
}

/* --- Copies that do not wait ---- */

static void asynchronous_copies_make_one_call(void **state)
{
    const int16_t host[3] = {1, -2, 3};
    int16_t back[3] = {0};
    custub_i16_buffer buffer = custub_i16_buffer_create(3, &error);

    (void)state;
    recording_clear_log();
    custub_i16_upload_async(buffer.view, host, 3, NULL, &error);
    custub_i16_download_async(buffer.view, back, 2, NULL, &error);
    assert_false(custub_failed(&error));
    assert_int_equal(recording_call_count(), 2);
    assert_string_equal(recording_call(0), "cuMemcpyHtoDAsync_v2");
    assert_string_equal(recording_call(1), "cuMemcpyDtoHAsync_v2");
    assert_true(back[0] == 1 && back[1] == -2 && back[2] == 0);
    assert_int_equal(custub_i16_upload_async(buffer.view, host, 4, NULL, fresh(&error)),
                     CUSTUB_ERROR_OUT_OF_RANGE);
    assert_int_equal(custub_i16_download_async(buffer.view, back, 4, NULL, fresh(&error)),
                     CUSTUB_ERROR_OUT_OF_RANGE);
    assert_int_equal(custub_i16_upload_async(buffer.view, NULL, 1, NULL, fresh(&error)),
                     CUSTUB_ERROR_INVALID_ARGUMENT);
    assert_int_equal(custub_i16_download_async(buffer.view, NULL, 1, NULL, fresh(&error)),
                     CUSTUB_ERROR_INVALID_ARGUMENT);
    assert_int_equal(recording_call_count(), 2);
    custub_i16_buffer_destroy(&buffer, NULL);
}

/* --- Between buffers ---- */

static void buffers_are_copied_to_buffers(void **state)
{
    const double host[4] = {1, 2, 3, 4};
    double back[6] = {0};
    custub_f64_buffer source = custub_f64_buffer_create(4, &error);
    custub_f64_buffer target = custub_f64_buffer_create_zeroed(6, NULL, &error);

    (void)state;
    custub_f64_upload(source.view, host, 4, NULL, &error);
    recording_clear_log();
    assert_int_equal(custub_f64_copy(target.view, source.view, 3, NULL, &error), CUSTUB_OK);
    assert_int_equal(recording_call_count(), 1);
    assert_string_equal(recording_call(0), "cuMemcpyDtoDAsync_v2");
    custub_f64_copy(target.view, source.view, 0, NULL, &error);
    assert_int_equal(recording_call_count(), 1);
    /* Adjacent ranges of one buffer. */
    custub_f64_copy(custub_f64_slice(target.view, 3, 3, &error), target.view, 3, NULL, &error);
    custub_f64_download(target.view, back, 6, NULL, &error);
    assert_false(custub_failed(&error));
    assert_memory_equal(back, host, 3 * sizeof(*back));
    assert_memory_equal(back + 3, host, 3 * sizeof(*back));
    custub_f64_buffer_destroy(&source, NULL);
    custub_f64_buffer_destroy(&target, NULL);
}

static void buffers_of_two_devices_are_copied(void **state)
{
    uint32_t back[2] = {0};
    custub_u32_buffer here;
    custub_u32_buffer there;

    (void)state;
    recording_programmed()->device_count = 2;
    here = custub_u32_buffer_create_filled(2, 0x01020304, NULL, &error);
    recording_use_device(1);
    there = custub_u32_buffer_create(2, &error);
    custub_u32_copy(there.view, here.view, 2, NULL, &error);
    custub_u32_download(there.view, back, 2, NULL, &error);
    custub_u32_buffer_destroy(&there, &error);
    recording_use_device(0);
    custub_u32_buffer_destroy(&here, &error);
    assert_false(custub_failed(&error));
    assert_int_equal(back[1], 0x01020304);
}

static void refuses_copies_between_overlapping_ranges(void **state)
{
    static const struct {
        uint64_t target, source, count;
    } overlapping[] = {{0, 0, 1}, {0, 3, 4}, {3, 0, 4}, {9, 0, 10}, {0, 9, 10}};
    const custub_i32_view view = custub_i32_view_of(4096, 20);

    (void)state;
    recording_clear_log();
    for (size_t i = 0; i < sizeof(overlapping) / sizeof(overlapping[0]); i++) {
        custub_i32_view target = custub_i32_slice(view, overlapping[i].target, 10, fresh(&error));
        custub_i32_view source = custub_i32_slice(view, overlapping[i].source, 10, &error);
        assert_int_equal(custub_i32_copy(target, source, overlapping[i].count, NULL, &error),
                         CUSTUB_ERROR_OVERLAP);
    }
    assert_string_equal(error.message,
                        "copying between buffers: 10 elements of 4 bytes (40 bytes), from 0x1024 "
                        "to 0x1000: the ranges overlap by 4 bytes");
    assert_int_equal(recording_call_count(), 0);
}

static void refuses_copies_of_more_than_one_side_has(void **state)
{
    const custub_i32_view four = custub_i32_view_of(4096, 4);
    const custub_i32_view five = custub_i32_view_of(8192, 5);

    (void)state;
    recording_clear_log();
    assert_int_equal(custub_i32_copy(four, five, 5, NULL, &error), CUSTUB_ERROR_OUT_OF_RANGE);
    assert_string_equal(error.message, "copying between buffers: 5 elements of 4 bytes (20 bytes), "
                                       "the target has 4 elements of 4 bytes (16 bytes); counts "
                                       "are in elements, not in bytes");
    assert_int_equal(custub_i32_copy(five, four, 5, NULL, fresh(&error)),
                     CUSTUB_ERROR_OUT_OF_RANGE);
    assert_non_null(strstr(error.message, "the source has 4 elements of 4 bytes (16 bytes)"));
    assert_int_equal(error.needed, 5);
    assert_int_equal(error.found, 4);
    assert_int_equal(custub_memory_copy(custub_memory_of(4096, 4, 4), custub_memory_of(8192, 4, 8),
                                        4, NULL, fresh(&error)),
                     CUSTUB_ERROR_INVALID_ARGUMENT);
    assert_string_equal(error.message, "copying between buffers: elements of 8 bytes to elements "
                                       "of 4 bytes");
    assert_int_equal(recording_call_count(), 0);
}

/* Both views claim 8 elements, but one has memory for 4 only. */
static void names_the_side_that_is_too_short(void **state)
{
    custub_i32_buffer four = custub_i32_buffer_create(4, &error);
    custub_i32_buffer eight = custub_i32_buffer_create(8, &error);
    custub_i32_view wrong = custub_i32_view_of(four.view.ptr, 8);

    (void)state;
    recording_fail("cuMemcpyDtoDAsync_v2", 1, 1);
    assert_int_equal(custub_i32_copy(wrong, eight.view, 8, NULL, &error),
                     CUSTUB_ERROR_OUT_OF_RANGE);
    assert_non_null(strstr(error.message, "the target's device memory at this address has 16 "));
    recording_fail("cuMemcpyDtoDAsync_v2", 1, 1);
    assert_int_equal(custub_i32_copy(eight.view, wrong, 8, NULL, fresh(&error)),
                     CUSTUB_ERROR_OUT_OF_RANGE);
    assert_non_null(strstr(error.message, "the source's device memory at this address has 16 "));
    assert_int_equal(error.needed, 32);
    assert_int_equal(error.found, 16);
    custub_i32_buffer_destroy(&four, NULL);
    custub_i32_buffer_destroy(&eight, NULL);
}

static void refuses_elements_without_bytes(void **state)
{
    custub_f32_buffer buffer = custub_f32_buffer_create(4, &error);
    custub_memory memory = custub_memory_of(buffer.view.ptr, 4, 0);
    const custub_memory nothing = {0, 0, 0};
    float host[4] = {1, 2, 3, 4};

    (void)state;
    recording_clear_log();
    assert_int_equal(custub_memory_upload(memory, host, 4, NULL, fresh(&error)),
                     CUSTUB_ERROR_INVALID_ARGUMENT);
    assert_string_equal(error.message, "uploading to a buffer: the view has elements of 0 bytes; "
                                       "its element_size is not set");
    assert_int_equal(custub_memory_download_async(memory, host, 1, NULL, fresh(&error)),
                     CUSTUB_ERROR_INVALID_ARGUMENT);
    assert_int_equal(custub_memory_fill(memory, host, NULL, fresh(&error)),
                     CUSTUB_ERROR_INVALID_ARGUMENT);
    assert_int_equal(custub_memory_zero(memory, NULL, fresh(&error)),
                     CUSTUB_ERROR_INVALID_ARGUMENT);
    assert_int_equal(custub_memory_copy(memory, memory, 4, NULL, fresh(&error)),
                     CUSTUB_ERROR_INVALID_ARGUMENT);
    fresh(&error);
    custub_memory_zero(nothing, NULL, &error);
    custub_memory_upload(nothing, NULL, 0, NULL, &error);
    assert_false(custub_failed(&error));
    assert_int_equal(recording_call_count(), 0);
    custub_f32_buffer_destroy(&buffer, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(copies_go_there_and_back),
        TEST(copies_of_fewer_elements_leave_the_rest),
        TEST(copies_of_no_element_call_nothing),
        TEST(copies_of_unknown_count_are_left_to_the_driver),
        TEST(copies_wait_for_their_stream),
        TEST(names_the_sizes_where_memory_is_shorter_than_its_view),
        TEST(names_the_sizes_where_pinned_memory_is_too_short),
        TEST(refuses_copies_of_more_than_the_view_has),
        TEST(failing_copies_name_the_call),
        TEST(names_memory_that_was_freed),
        TEST(other_failures_are_not_blamed_on_the_memory),
        TEST(refuses_null_views_that_have_a_count),
        TEST(asynchronous_copies_make_one_call),
        TEST(buffers_are_copied_to_buffers),
        TEST(buffers_of_two_devices_are_copied),
        TEST(refuses_copies_between_overlapping_ranges),
        TEST(refuses_copies_of_more_than_one_side_has),
        TEST(names_the_side_that_is_too_short),
        TEST(refuses_elements_without_bytes),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}

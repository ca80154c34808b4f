/* Buffers and slices, on the recording driver. */
#include "memory_fixture.h"

/* --- Owning ---- */

static void empty_buffers_are_null(void **state)
{
    custub_f32_buffer buffer;

    (void)state;
    recording_clear_log();
    buffer = custub_f32_buffer_create(0, &error);
    assert_false(custub_failed(&error));
    assert_int_equal(buffer.view.ptr, 0);
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
        custub_memory_zero(custub_memory_of(4096, UINT64_MAX / 2, 4), NULL, fresh(&error)),
        CUSTUB_ERROR_INVALID_ARGUMENT);
}

static void buffers_are_created_with_the_hosts_elements(void **state)
{
    const int16_t host[3] = {-1, 2, 3};
    int16_t back[3] = {0};
    custub_i16_buffer buffer;

    (void)state;
    recording_clear_log();
    buffer = custub_i16_buffer_create_uploaded(host, 3, NULL, &error);
    assert_int_equal(recording_calls_of("cuStreamSynchronize"), 1);
    assert_int_equal(buffer.view.count, 3);
    assert_int_equal(custub_i16_download(buffer.view, back, 3, NULL, &error), CUSTUB_OK);
    assert_memory_equal(back, host, sizeof(host));
    custub_i16_buffer_destroy(&buffer, &error);

    recording_clear_log();
    buffer = custub_i16_buffer_create_uploaded(NULL, 0, NULL, &error);
    assert_false(custub_failed(&error));
    assert_int_equal(buffer.view.ptr, 0);
    assert_int_equal(recording_call_count(), 0);
}

static void a_failed_upload_leaves_no_buffer(void **state)
{
    const float host[2] = {1, 2};
    custub_f32_buffer buffer = custub_f32_buffer_create_uploaded(NULL, 2, NULL, &error);

    (void)state;
    assert_int_equal(error.status, CUSTUB_ERROR_INVALID_ARGUMENT);
    assert_int_equal(buffer.view.ptr, 0);
    assert_int_equal(buffer.view.count, 0);
    recording_fail("cuMemcpyHtoDAsync_v2", 1, 700);
    buffer = custub_f32_buffer_create_uploaded(host, 2, NULL, NULL); /* without a record */
    assert_int_equal(buffer.view.ptr, 0);
    assert_int_equal(buffer.view.count, 0);
    recording_fail("cuMemAlloc_v2", 1, 2);
    buffer = custub_f32_buffer_create_uploaded(host, 2, NULL, fresh(&error));
    assert_string_equal(error.driver_call, "cuMemAlloc");
    assert_int_equal(buffer.view.ptr, 0);
}

static void failing_free_is_reported(void **state)
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
    const custub_f64_view view = custub_f64_view_of(4096, 10);
    custub_f64_view slice;

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
    const custub_f32_view view = custub_f32_view_of(4096, 4);
    custub_f32_view slice;

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
    slice = custub_f32_slice(custub_f32_view_of(0, 0), 0, 1, NULL);
    assert_int_equal(slice.count, 0);
}

static void slices_of_unknown_count_are_taken_as_they_are(void **state)
{
    const custub_f32_view view = custub_f32_view_of(4096, CUSTUB_COUNT_UNKNOWN);
    custub_f32_view slice;

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
            custub_f32_view view = custub_f32_view_of(4096, counts[i]);
            custub_f32_view slice = custub_f32_slice(view, firsts[j], 0, fresh(&error));
            assert_int_equal(error.status, CUSTUB_ERROR_OUT_OF_RANGE);
            assert_int_equal(slice.ptr, 0);
            assert_int_equal(slice.count, 0);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(empty_buffers_are_null),
        TEST(refuses_sizes_that_cannot_be),
        TEST(buffers_are_created_with_the_hosts_elements),
        TEST(a_failed_upload_leaves_no_buffer),
        TEST(failing_free_is_reported),
        TEST(slices_inside_the_view_share_its_memory),
        TEST(slices_outside_the_view_are_refused),
        TEST(slices_of_unknown_count_are_taken_as_they_are),
        TEST(slices_whose_offset_overflows_are_refused),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* Copies and fills at the whole level, on the recording driver: those that are certainly wrong are
 * refused before anything is copied. */
#include "memory_fixture.h"

#define GONE ((CUdeviceptr)0x7f0000000000) /* an address that the driver does not know */

static float host[20];

static int start_whole(void **state)
{
    int result = start(state);

    custub_set_check(CUSTUB_CHECK_WHOLE);
    return result;
}

#undef TEST
#define TEST(name) cmocka_unit_test_setup_teardown(name, start_whole, nothing_is_left)

static size_t work(void)
{
    return recording_calls_of("cuMemcpyHtoDAsync_v2") + recording_calls_of("cuMemcpyDtoHAsync_v2") +
           recording_calls_of("cuMemcpyDtoDAsync_v2") + recording_calls_of("cuMemsetD8Async") +
           recording_calls_of("cuMemsetD32Async");
}

/* Checks that every copy and fill of 20 floats at this address is refused. */
static void refuses_all(custub_f32_view view, custub_f32_view good, custub_status status)
{
    custub_status statuses[6];

    recording_clear_log();
    statuses[0] = custub_f32_upload(view, host, 20, NULL, NULL);
    statuses[1] = custub_f32_upload_async(view, host, 20, NULL, NULL);
    statuses[2] = custub_f32_download(view, host, 20, NULL, NULL);
    statuses[3] = custub_f32_copy(view, good, 20, NULL, NULL);
    statuses[4] = custub_f32_copy(good, view, 20, NULL, NULL);
    statuses[5] = custub_f32_fill(view, 1, NULL, NULL);
    for (size_t i = 0; i < 6; i++)
        assert_int_equal(statuses[i], status);
    assert_int_equal(work(), status ? 0 : 6);
}

static void memory_that_is_too_short_is_refused_with_both_sizes(void **state)
{
    custub_f32_buffer buffer;
    custub_f32_buffer good;

    (void)state;
    buffer = custub_f32_buffer_create(5, &error);
    good = custub_f32_buffer_create(20, &error);
    refuses_all(custub_f32_view_of(buffer.view.ptr, 20), good.view, CUSTUB_ERROR_OUT_OF_RANGE);
    custub_f32_copy(custub_f32_view_of(buffer.view.ptr, 20), good.view, 20, NULL, &error);
    assert_string_equal(error.message,
                        "copying between buffers: 20 elements of 4 bytes (80 bytes), the target's "
                        "device memory at this address has 20 bytes; counts are in elements, not "
                        "in bytes");
    assert_int_equal(error.needed, 80);
    assert_int_equal(error.found, 20);
    assert_int_equal(error.driver_result, 0);
    custub_f32_buffer_destroy(&good, NULL);
    custub_f32_buffer_destroy(&buffer, NULL);
}

static void memory_that_is_not_there_is_refused(void **state)
{
    custub_f32_buffer good;

    (void)state;
    good = custub_f32_buffer_create(20, &error);
    refuses_all(custub_f32_view_of(GONE, 20), good.view, CUSTUB_ERROR_UNKNOWN_ADDRESS);
    custub_f32_upload(custub_f32_view_of(GONE, CUSTUB_COUNT_UNKNOWN), host, 20, NULL, &error);
    assert_string_equal(error.message,
                        "uploading to a buffer: 20 elements of 4 bytes (80 bytes), the address "
                        "0x7f0000000000 is not device memory (was it freed?)");
    assert_int_equal(error.needed, 80);
    custub_f32_buffer_destroy(&good, NULL);
}

/* Checks that a copy at an unknown address is left to the driver. The address is in host memory, so
 * that the recording driver can copy. */
static void is_left_to_the_driver(void)
{
    static float unknown[20];

    recording_clear_log();
    assert_int_equal(custub_f32_upload(custub_f32_view_at(unknown, 20), host, 20, NULL, &error),
                     CUSTUB_OK);
    assert_int_equal(work(), 1);
}

static void unknown_memory_is_not_refused_where_it_may_be_valid(void **state)
{
    static float external[20];

    (void)state;
    recording_programmed()->pageable = 1;
    is_left_to_the_driver();
    recording_programmed()->pageable = 0;
    recording_programmed()->capture_status = 1;
    is_left_to_the_driver();
    recording_programmed()->capture_status = 0;
    recording_fail("cuStreamIsCapturing", 1, 906);
    is_left_to_the_driver();
    recording_fail("cuMemGetAddressRange_v2", 1, 700); /* a failure, not "unknown" */
    is_left_to_the_driver();
    recording_add_pointer((uintptr_t)external, 1, false); /* a peer's, or external memory */
    assert_int_equal(custub_f32_zero(custub_f32_view_at(external, 20), NULL, &error), CUSTUB_OK);
}

static void the_other_levels_ask_nothing(void **state)
{
    (void)state;
    custub_set_check(CUSTUB_CHECK_CONTRACT);
    is_left_to_the_driver();
    assert_int_equal(recording_calls_of("cuMemGetAddressRange_v2"), 0);
    custub_set_check(CUSTUB_CHECK_NONE);
    is_left_to_the_driver();
    assert_int_equal(recording_calls_of("cuMemGetAddressRange_v2"), 0);
}

static void adjacent_mappings_count_as_one(void **state)
{
    static float mapped[20];

    (void)state;
    recording_add_range((uintptr_t)mapped, 40, true);
    recording_add_range((uintptr_t)mapped + 40, 40, true);
    assert_int_equal(custub_f32_zero(custub_f32_view_at(mapped, 20), NULL, &error), CUSTUB_OK);
    assert_int_equal(custub_f32_zero(custub_f32_view_at(mapped, 21), NULL, &error),
                     CUSTUB_ERROR_OUT_OF_RANGE);
    assert_int_equal(error.found, 80);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(memory_that_is_too_short_is_refused_with_both_sizes),
        TEST(memory_that_is_not_there_is_refused),
        TEST(unknown_memory_is_not_refused_where_it_may_be_valid),
        TEST(the_other_levels_ask_nothing),
        TEST(adjacent_mappings_count_as_one),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}

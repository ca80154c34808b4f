/* Pinned and managed memory, on the recording driver. */
#include <custub/host_buffer.h>

#include "odd_struct.h"

CUSTUB_DEFINE_HOST_BUFFERS(odd, odd_struct, sizeof(odd_struct))

#include "memory_fixture.h"

static void both_have_a_pointer_and_a_view_of_one_address(void **state)
{
    custub_f32_pinned pinned;
    custub_f32_managed managed;
    float back[3] = {0};

    (void)state;
    pinned = custub_f32_pinned_create(3, &error);
    managed = custub_f32_managed_create(3, &error);
    assert_int_equal(pinned.view.count, 3);
    assert_int_equal(managed.view.count, 3);
    assert_true(pinned.view.ptr == (uintptr_t)pinned.host);
    assert_true(managed.view.ptr == (uintptr_t)managed.host);
    pinned.host[2] = 7;
    custub_f32_copy(managed.view, pinned.view, 3, NULL, &error);
    custub_f32_download_async(managed.view, back, 3, NULL, &error);
    assert_true(back[2] > 6 && managed.host[2] > 6);
    assert_int_equal(custub_f32_pinned_destroy(&pinned, &error), CUSTUB_OK);
    assert_int_equal(custub_f32_managed_destroy(&managed, &error), CUSTUB_OK);
    assert_true(!pinned.host && !pinned.view.ptr && !pinned.view.count);
    assert_true(!managed.host && !managed.view.ptr && !managed.view.count);
    assert_int_equal(recording_calls_of("cuMemFreeHost"), 1);
    assert_int_equal(recording_calls_of("cuMemFree_v2"), 1);
    assert_false(custub_failed(&error));
}

static void nothing_is_allocated_for_no_element(void **state)
{
    custub_bytes_pinned pinned;
    custub_u8_managed managed;

    (void)state;
    recording_clear_log();
    pinned = custub_bytes_pinned_create(0, &error);
    managed = custub_u8_managed_create(0, &error);
    assert_true(!pinned.host && !managed.host);
    assert_int_equal(custub_bytes_pinned_destroy(&pinned, &error), CUSTUB_OK);
    assert_int_equal(custub_u8_managed_destroy(&managed, &error), CUSTUB_OK);
    assert_int_equal(custub_bytes_pinned_destroy(NULL, &error), CUSTUB_OK);
    assert_int_equal(recording_call_count(), 0);
}

static void failures_are_reported(void **state)
{
    custub_f64_pinned pinned;
    custub_f64_managed managed;

    (void)state;
    pinned = custub_f64_pinned_create(UINT64_MAX / 4, &error);
    assert_int_equal(error.status, CUSTUB_ERROR_INVALID_ARGUMENT);
    managed = custub_f64_managed_create(UINT64_MAX / 4, fresh(&error));
    assert_int_equal(error.status, CUSTUB_ERROR_INVALID_ARGUMENT);
    recording_fail("cuMemHostAlloc", 1, 2);
    pinned = custub_f64_pinned_create(4, fresh(&error));
    assert_string_equal(error.message, "cuMemHostAlloc: CUDA_ERROR_OUT_OF_MEMORY (2): as recorded; "
                                       "allocating 32 bytes of pinned memory");
    recording_fail("cuMemAllocManaged", 1, 2);
    managed = custub_f64_managed_create(4, fresh(&error));
    assert_string_equal(error.message, "cuMemAllocManaged: CUDA_ERROR_OUT_OF_MEMORY (2): as "
                                       "recorded; allocating 32 bytes of managed memory");
    assert_true(!pinned.host && !pinned.view.count && !managed.host && !managed.view.count);
    pinned = custub_f64_pinned_create(4, &error); /* after a failure */
    managed = custub_f64_managed_create(4, &error);
    assert_true(!pinned.host && !managed.host);
}

static void freeing_acts_and_says_what_is_wrong(void **state)
{
    custub_i32_pinned pinned;

    (void)state;
    pinned = custub_i32_pinned_create(4, &error);
    custub_memory_create(1, 0, &error);
    assert_int_equal(custub_i32_pinned_destroy(&pinned, &error), CUSTUB_ERROR_INVALID_ARGUMENT);
    assert_int_equal(recording_alive(), 0);
    assert_int_equal(custub_memory_destroy_pinned((void *)0x5000, fresh(&error)),
                     CUSTUB_ERROR_UNKNOWN_ADDRESS);
    assert_string_equal(error.driver_call, "cuMemFreeHost");
    assert_int_equal(custub_memory_destroy_managed((void *)0x5000, fresh(&error)),
                     CUSTUB_ERROR_UNKNOWN_ADDRESS);
    pinned = custub_i32_pinned_create(4, fresh(&error));
    recording_fail("cuMemFreeHost", 1, 4); /* at process exit */
    assert_int_equal(custub_i32_pinned_destroy(&pinned, &error), CUSTUB_OK);
}

static void types_of_the_program_have_host_buffers(void **state)
{
    const odd_struct value = {1, {2, 3, 4, 5}, 6, 7};
    odd_pinned pinned;
    odd_managed managed;

    (void)state;
    pinned = odd_pinned_create(3, &error);
    managed = odd_managed_create(3, &error);
    odd_view_fill(pinned.view, value, NULL, &error);
    odd_view_copy(managed.view, pinned.view, 3, NULL, &error);
    assert_false(custub_failed(&error));
    assert_memory_equal(&managed.host[2], &value, sizeof(value));
    odd_pinned_destroy(&pinned, NULL);
    odd_managed_destroy(&managed, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(both_have_a_pointer_and_a_view_of_one_address),
        TEST(nothing_is_allocated_for_no_element),
        TEST(failures_are_reported),
        TEST(types_of_the_program_have_host_buffers),
        TEST(freeing_acts_and_says_what_is_wrong),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}

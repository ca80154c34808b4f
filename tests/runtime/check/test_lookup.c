/* The whole level: comparing buffers with what the driver knows about their addresses. */
#include <custub/custub.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "fresh_error.h"
#include "recording_driver.h"
#include "sample_library.h"

#define X    ((CUdeviceptr)0x7f0000000000) /* addresses, far apart */
#define Y    ((CUdeviceptr)0x7f0001000000)
#define MANY CUSTUB_COUNT_UNKNOWN

static custub_error error;
static custub_kernel kernels[SAMPLE_COUNT];
static custub_launch launch;

static int start(void **state)
{
    recording_reset();
    if (custub_driver_open(CUSTUB_DRIVER_DEFAULT, NULL))
        return 1;
    *state = sample_load(kernels);
    memset(&error, 0, sizeof(error));
    launch = custub_launch_of(4, 256);
    launch.check = CUSTUB_CHECK_WHOLE;
    recording_add_range(X, 4000, false);
    recording_add_range(Y, 4000, false);
    return 0;
}

static int stop(void **state)
{
    custub_library_close(*state, NULL);
    return recording_alive() != 0;
}

static custub_status saxpy(size_t n, custub_f32_view x, custub_f32_view y)
{
    return sample_launch_saxpy(kernels, &launch, n, 2, x, y, fresh(&error));
}

static custub_status plain(custub_bytes_view x, custub_bytes_view scratch)
{
    custub_bytes_view views[] = {x, scratch};
    int n = 0;
    void *arguments[] = {&n, &views[0].ptr, &views[1].ptr};

    return sample_launch(&kernels[PLAIN], &launch, arguments, fresh(&error));
}

static void launched(custub_status status)
{
    assert_string_equal(error.message, "");
    assert_int_equal(status, CUSTUB_OK);
    assert_int_equal(recording_launch_count(), 1);
    recording_clear_log();
}

static void refused(custub_status found, custub_status status, const char *message)
{
    assert_string_equal(error.message, message);
    assert_int_equal(found, status);
    assert_int_equal(recording_launch_count(), 0);
}

static void buffers_of_the_needed_size_are_launched(void **state)
{
    (void)state;
    launched(saxpy(1000, custub_f32_view_of(X, 1000), custub_f32_view_of(Y, MANY)));
    launched(saxpy(10, custub_f32_view_of(X + 3960, 10), custub_f32_view_of(Y + 400, 900)));
}

static void one_element_short_is_refused(void **state)
{
    (void)state;
    recording_remove_range(Y);
    recording_add_range(Y, 3996, false);
    refused(saxpy(1000, custub_f32_view_of(X, 1000), custub_f32_view_of(Y, 1000)),
            CUSTUB_ERROR_BUFFER_TOO_SMALL,
            "saxpy: 'y' has 3996 bytes at this address, the kernel needs n = 1000 floats (4000 "
            "bytes) [sample.cu:15]");
    assert_int_equal(error.needed, 4000);
    assert_int_equal(error.found, 3996);
    assert_string_equal(error.parameter, "y");
    assert_int_equal(error.parameter_index, 3);
    assert_int_equal(error.line, 15);
}

static void middle_of_an_allocation_counts_from_there(void **state)
{
    (void)state;
    refused(saxpy(1000, custub_f32_view_of(X + 4, MANY), custub_f32_view_of(Y, MANY)),
            CUSTUB_ERROR_BUFFER_TOO_SMALL,
            "saxpy: 'x' has 3996 bytes at this address, the kernel needs n = 1000 floats (4000 "
            "bytes) [sample.cu:14]");
}

static void neighbouring_allocation_is_not_the_buffers(void **state)
{
    (void)state;
    recording_add_range(X + 4000, 4000, false);
    launch = custub_launch_of(8, 256);
    refused(saxpy(1500, custub_f32_view_of(X, MANY), custub_f32_view_of(Y, MANY)),
            CUSTUB_ERROR_BUFFER_TOO_SMALL,
            "saxpy: 'x' has 4000 bytes at this address, the kernel needs n = 1500 floats (6000 "
            "bytes) [sample.cu:14]");
}

static void mappings_side_by_side_are_one_buffer(void **state)
{
    CUdeviceptr base = X + 0x100000;

    (void)state;
    recording_add_range(base, 1600, true);
    recording_add_range(base + 1600, 1600, true);
    recording_add_range(base + 3200, 800, true);
    launched(saxpy(1000, custub_f32_view_of(base, MANY), custub_f32_view_of(Y, MANY)));
    recording_remove_range(base + 3200);
    refused(saxpy(1000, custub_f32_view_of(base, MANY), custub_f32_view_of(Y, MANY)),
            CUSTUB_ERROR_BUFFER_TOO_SMALL,
            "saxpy: 'x' has 3200 bytes at this address, the kernel needs n = 1000 floats (4000 "
            "bytes) [sample.cu:14]");
    memset(&error, 0, sizeof(error));
    /* An allocation right after a mapping is not part of it. */
    recording_add_range(base + 3200, 800, false);
    assert_int_equal(saxpy(1000, custub_f32_view_of(base, MANY), custub_f32_view_of(Y, MANY)),
                     CUSTUB_ERROR_BUFFER_TOO_SMALL);
}

static void freed_address_is_refused(void **state)
{
    (void)state;
    recording_remove_range(X);
    refused(saxpy(1000, custub_f32_view_of(X, 1000), custub_f32_view_of(Y, 1000)),
            CUSTUB_ERROR_UNKNOWN_ADDRESS,
            "saxpy: 'x' is at 0x7f0000000000, which the driver does not know: freed memory, or "
            "memory of the host; the kernel needs n = 1000 floats (4000 bytes) [sample.cu:14]");
    assert_int_equal(error.needed, 4000);
    assert_int_equal(error.found, 0);
}

static void needs_of_zero_are_not_looked_up(void **state)
{
    (void)state;
    launched(saxpy(0, custub_f32_view_of(X + 99999, 0), custub_f32_view_of(0, 0)));
}

static void unknown_memory_in_a_capture_is_launched(void **state)
{
    (void)state;
    recording_remove_range(X);
    recording_programmed()->capture_status = 1;
    launched(saxpy(1000, custub_f32_view_of(X, 1000), custub_f32_view_of(Y, 1000)));
    recording_programmed()->capture_status = 0;
    recording_programmed()->capture_result = 906; /* another stream captures */
    launched(saxpy(1000, custub_f32_view_of(X, 1000), custub_f32_view_of(Y, 1000)));
}

static void unknown_memory_is_launched_if_the_device_reads_pageable_memory(void **state)
{
    (void)state;
    recording_programmed()->pageable = 1;
    launched(saxpy(1000, custub_f32_view_of(Y + 0x100000, 1000), custub_f32_view_of(Y, 1000)));
}

static void external_memory_is_launched(void **state)
{
    (void)state;
    recording_add_pointer(X + 0x200000, 0, true);
    launched(saxpy(1000, custub_f32_view_of(X + 0x200000, 1000), custub_f32_view_of(Y, 1000)));
    recording_add_pointer(X + 0x300000, 0, false); /* this device's: may be valid */
    launched(saxpy(1000, custub_f32_view_of(X + 0x300000, 1000), custub_f32_view_of(Y, 1000)));
}

static void memory_of_another_device_without_access_is_refused(void **state)
{
    (void)state;
    recording_add_pointer(X + 0x200000, 1, false);
    refused(
        saxpy(1000, custub_f32_view_of(X + 0x200000, 1000), custub_f32_view_of(Y, 1000)),
        CUSTUB_ERROR_UNKNOWN_ADDRESS,
        "saxpy: 'x' is at 0x7f0000200000, which is another device's memory, and this context has "
        "no peer access to it; the kernel needs n = 1000 floats (4000 bytes) [sample.cu:14]");
    memset(&error, 0, sizeof(error));
    recording_add_pointer(X + 0x400000, 1, true);
    launched(saxpy(1000, custub_f32_view_of(X + 0x400000, 1000), custub_f32_view_of(Y, 1000)));
}

static void declared_count_is_compared_with_the_driver(void **state)
{
    custub_bytes_view none = custub_bytes_view_of(0, 0);

    (void)state;
    launched(plain(custub_bytes_view_of(X, 1000), none));
    launched(plain(custub_bytes_view_of(X, MANY), none));
    launched(plain(none, none));
    refused(plain(custub_bytes_view_of(X, 1001), none), CUSTUB_ERROR_BUFFER_TOO_SMALL,
            "plain: 'x' has 4000 bytes at this address, its view declares 1001 floats (4004 bytes) "
            "[sample.cu:44]");
    refused(
        plain(custub_bytes_view_of(X, UINT64_MAX / 2), none), CUSTUB_ERROR_BUFFER_TOO_SMALL,
        "plain: 'x' has 4000 bytes at this address, its view declares 9223372036854775807 floats "
        "(18446744073709551615 bytes) [sample.cu:44]");
    refused(plain(custub_bytes_view_of(X + 8000, 1), none), CUSTUB_ERROR_UNKNOWN_ADDRESS,
            "plain: 'x' is at 0x7f0000001f40, which the driver does not know: freed memory, or "
            "memory of the host; its view declares 1 float (4 bytes) [sample.cu:44]");
    refused(plain(custub_bytes_view_of(X + 8000, MANY), none), CUSTUB_ERROR_UNKNOWN_ADDRESS,
            "plain: 'x' is at 0x7f0000001f40, which the driver does not know: freed memory, or "
            "memory of the host; its view declares memory there [sample.cu:44]");
}

static void empty_view_at_the_end_of_an_allocation_is_legal(void **state)
{
    (void)state;
    launched(plain(custub_bytes_view_of(X + 4000, 0), custub_bytes_view_of(0, 0)));
}

static void counts_are_checked_before_the_driver_is_asked(void **state)
{
    (void)state;
    assert_int_equal(saxpy(1000, custub_f32_view_of(X, 999), custub_f32_view_of(Y, 1000)),
                     CUSTUB_ERROR_COUNT_TOO_SMALL);
    assert_int_equal(recording_call_count(), 0);
}

static void missing_context_is_named(void **state)
{
    (void)state;
    recording_use_device(-1);
    refused(saxpy(1000, custub_f32_view_of(X, 1000), custub_f32_view_of(Y, 1000)),
            CUSTUB_ERROR_DRIVER,
            "saxpy: cuCtxGetDevice: CUDA_ERROR_INVALID_CONTEXT (201): as recorded; no CUDA context "
            "is current on this thread: call custub_device_open(), or custub_device_use() for a "
            "device that is open, or make a context of your own current; asking for the current "
            "device [sample.cu:12]");
    recording_use_device(0);
}

static void failing_driver_calls_are_reported(void **state)
{
    (void)state;
    recording_fail("cuMemGetAddressRange_v2", 2, 700);
    refused(saxpy(1000, custub_f32_view_of(X, 1000), custub_f32_view_of(Y, 1000)),
            CUSTUB_ERROR_DRIVER,
            "saxpy: cuMemGetAddressRange: CUDA_ERROR_ILLEGAL_ADDRESS (700): as recorded; the "
            "context is dead; CUSTUB_SYNC=1 tells which launch did it; looking up "
            "the address of 'y' [sample.cu:12]");
    assert_int_equal(error.driver_result, 700);
    assert_string_equal(error.driver_call, "cuMemGetAddressRange");
}

static void second_launch_asks_only_for_device_and_addresses(void **state)
{
    (void)state;
    launched(saxpy(1000, custub_f32_view_of(X, 1000), custub_f32_view_of(Y, 1000)));
    assert_int_equal(saxpy(1000, custub_f32_view_of(X, 1000), custub_f32_view_of(Y, 1000)),
                     CUSTUB_OK);
    assert_int_equal(recording_call_count(), 4);
    assert_string_equal(recording_call(0), "cuCtxGetDevice");
    assert_string_equal(recording_call(1), "cuMemGetAddressRange_v2");
    assert_string_equal(recording_call(2), "cuMemGetAddressRange_v2");
    assert_string_equal(recording_call(3), "cuLaunchKernel");
}

/* At the second launch, which knows the device. */
static void an_allocation_of_several_pointers_is_asked_about_once(void **state)
{
    (void)state;
    recording_add_range(X + 0x10000, 8000, false);
    for (int i = 0; i < 2; i++) {
        recording_clear_log();
        assert_int_equal(saxpy(1000, custub_f32_view_of(X + 0x10000, 1000),
                               custub_f32_view_of(X + 0x10000 + 4000, 1000)),
                         CUSTUB_OK);
    }
    assert_int_equal(recording_calls_of("cuMemGetAddressRange_v2"), 1);
    recording_clear_log();
    refused(saxpy(1000, custub_f32_view_of(X + 0x10000, 1000),
                  custub_f32_view_of(X + 0x10000 + 4016, 1000)),
            CUSTUB_ERROR_BUFFER_TOO_SMALL,
            "saxpy: 'y' has 3984 bytes at this address, the kernel needs n = 1000 floats (4000 "
            "bytes) [sample.cu:15]");
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, start, stop)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(buffers_of_the_needed_size_are_launched),
        TEST(one_element_short_is_refused),
        TEST(middle_of_an_allocation_counts_from_there),
        TEST(neighbouring_allocation_is_not_the_buffers),
        TEST(mappings_side_by_side_are_one_buffer),
        TEST(freed_address_is_refused),
        TEST(needs_of_zero_are_not_looked_up),
        TEST(unknown_memory_in_a_capture_is_launched),
        TEST(unknown_memory_is_launched_if_the_device_reads_pageable_memory),
        TEST(external_memory_is_launched),
        TEST(memory_of_another_device_without_access_is_refused),
        TEST(declared_count_is_compared_with_the_driver),
        TEST(empty_view_at_the_end_of_an_allocation_is_legal),
        TEST(counts_are_checked_before_the_driver_is_asked),
        TEST(missing_context_is_named),
        TEST(failing_driver_calls_are_reported),
        TEST(second_launch_asks_only_for_device_and_addresses),
        TEST(an_allocation_of_several_pointers_is_asked_about_once),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}

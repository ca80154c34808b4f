/* A kernel's function and its attributes, on the recording driver: an attribute is 100 times its
 * number and the device's. */
#include <custub/custub.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "fresh_error.h"
#include "recording_driver.h"
#include "sample_library.h"

static custub_error error;
static custub_kernel kernels[SAMPLE_COUNT];

static int start(void **state)
{
    recording_reset();
    recording_programmed()->device_count = 2;
    if (custub_driver_open(CUSTUB_DRIVER_DEFAULT, NULL))
        return 1;
    *state = sample_load(kernels);
    recording_clear_log();
    memset(&error, 0, sizeof(error));
    return 0;
}

static int stop(void **state)
{
    custub_library_close(*state, NULL);
    return recording_alive() != 0;
}

static void attributes_are_those_on_the_current_device(void **state)
{
    (void)state;
    recording_programmed()->max_threads = 640;
    recording_programmed()->static_shared = 48;
    for (int device = 0; device < 2; device++) {
        custub_kernel_attributes found;
        recording_use_device(device);
        found = custub_kernel_attributes_get(&kernels[SAXPY], fresh(&error));
        assert_string_equal(error.message, "");
        assert_int_equal(found.max_threads, 640);
        assert_int_equal(found.static_shared, 48);
        assert_int_equal(found.constant_memory, 200 + device);
        assert_int_equal(found.local_memory, 300 + device);
        assert_int_equal(found.registers, 400 + device);
        assert_int_equal(found.ptx_version, 500 + device);
        assert_int_equal(found.binary_version, 600 + device);
    }
}

/* Each driver call fails in turn. */
static void attributes_are_zeros_on_failure(void **state)
{
    static const custub_kernel_attributes none;
    size_t calls;

    (void)state;
    custub_kernel_attributes_get(&kernels[SAXPY], &error);
    calls = recording_call_count();
    assert_int_equal(calls, 8);
    for (size_t n = 1; n <= calls; n++) {
        custub_kernel_attributes found;
        recording_fail(NULL, n, 700);
        found = custub_kernel_attributes_get(&kernels[SAXPY], fresh(&error));
        assert_int_equal(error.status, CUSTUB_ERROR_DRIVER);
        assert_int_equal(error.driver_result, 700);
        assert_string_equal(error.kernel, "saxpy");
        assert_memory_equal(&found, &none, sizeof(none));
    }
    recording_fail(NULL, 1, 700);
    assert_int_equal(custub_kernel_attributes_get(&kernels[SAXPY], NULL).registers, 0);
}

static void function_is_that_of_the_current_context(void **state)
{
    (void)state;
    assert_ptr_equal(custub_kernel_function(&kernels[SAXPY], &error), kernels[SAXPY].function);
    assert_int_equal(recording_calls_of("cuKernelGetFunction"), 1);
    recording_use_device(-1);
    assert_null(custub_kernel_function(&kernels[SAXPY], &error));
    assert_string_equal(error.message,
                        "saxpy: cuKernelGetFunction: CUDA_ERROR_INVALID_CONTEXT (201): as "
                        "recorded; no CUDA context is current on this thread: call "
                        "custub_device_open(), or custub_device_use() for a device that is open, "
                        "or make a context of your own current; asking for the kernel's function "
                        "[sample.cu:12]");
}

static void kernels_that_are_not_loaded_have_none(void **state)
{
    const custub_kernel none = {NULL, NULL, NULL, NULL};
    custub_kernel absent = kernels[SAXPY];

    (void)state;
    absent.function = NULL;
    assert_null(custub_kernel_function(NULL, fresh(&error)));
    assert_int_equal(error.status, CUSTUB_ERROR_INVALID_ARGUMENT);
    assert_null(custub_kernel_function(&none, fresh(&error)));
    assert_string_equal(
        error.message,
        "the kernel is not loaded: call the generated load function first, and see if it failed");
    assert_null(custub_kernel_function(&absent, fresh(&error)));
    assert_int_equal(error.status, CUSTUB_ERROR_KERNEL_ABSENT);
    assert_int_equal(custub_kernel_attributes_get(NULL, fresh(&error)).max_threads, 0);
    assert_int_equal(error.status, CUSTUB_ERROR_INVALID_ARGUMENT);
    assert_int_equal(custub_kernel_attributes_get(&absent, fresh(&error)).max_threads, 0);
    assert_int_equal(error.status, CUSTUB_ERROR_KERNEL_ABSENT);
    assert_int_equal(recording_call_count(), 0);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, start, stop)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(attributes_are_those_on_the_current_device),
        TEST(attributes_are_zeros_on_failure),
        TEST(function_is_that_of_the_current_context),
        TEST(kernels_that_are_not_loaded_have_none),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}

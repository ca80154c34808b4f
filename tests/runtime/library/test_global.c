/* The variables of loaded kernels, on the recording driver. */
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
static custub_library *library;
static float weights[16];

static int start(void **state)
{
    (void)state;
    recording_reset();
    library = sample_load(kernels);
    recording_add_global("weights", weights, sizeof(weights));
    memset(weights, 0, sizeof(weights));
    fresh(&error);
    return 0;
}

static int end(void **state)
{
    (void)state;
    custub_library_close(library, NULL);
    return recording_alive() != 0;
}

static void finds_a_variable_by_its_symbol(void **state)
{
    uint64_t bytes = 0;

    (void)state;
    assert_int_equal(custub_library_global(library, "weights", &bytes, &error), (uintptr_t)weights);
    assert_int_equal(bytes, sizeof(weights));
    assert_int_equal(custub_library_global(library, "weights", NULL, NULL), (uintptr_t)weights);
    assert_false(custub_failed(&error));
}

static void names_a_variable_that_the_image_lacks(void **state)
{
    uint64_t bytes = 7;

    (void)state;
    assert_int_equal(custub_library_global(library, "weight", &bytes, &error), 0);
    assert_int_equal(bytes, 0);
    assert_int_equal(error.status, CUSTUB_ERROR_GLOBAL_UNKNOWN);
    assert_string_equal(error.message, "sample.cu: the loaded image has no variable 'weight'");
    assert_string_equal(error.file, "sample.cu");
    assert_int_equal(custub_library_global(library, "weight", NULL, NULL), 0);
}

static void refuses_kernels_that_are_not_loaded(void **state)
{
    (void)state;
    custub_library_global(NULL, "weights", NULL, &error);
    assert_int_equal(error.status, CUSTUB_ERROR_INVALID_ARGUMENT);
    assert_non_null(strstr(error.message, "the kernels are not loaded"));
    custub_library_global(library, NULL, NULL, fresh(&error));
    assert_int_equal(error.status, CUSTUB_ERROR_INVALID_ARGUMENT);
    assert_int_equal(custub_library_preload(NULL, fresh(&error)), CUSTUB_ERROR_INVALID_ARGUMENT);
}

static void keeps_an_earlier_failure(void **state)
{
    (void)state;
    error.status = CUSTUB_ERROR_OVERLAP;
    assert_int_equal(custub_library_global(library, "weights", NULL, &error), 0);
    assert_int_equal(custub_global_memory(library, "weights", 16, 4, &error).ptr, 0);
    assert_int_equal(custub_library_preload(library, &error), CUSTUB_ERROR_OVERLAP);
    assert_int_equal(recording_call_count(), 0);
}

static void says_what_the_driver_answers(void **state)
{
    (void)state;
    recording_fail("cuLibraryGetGlobal", 1, 700);
    assert_int_equal(custub_library_global(library, "weights", NULL, &error), 0);
    assert_int_equal(error.status, CUSTUB_ERROR_DRIVER);
    assert_int_equal(error.driver_result, 700);
    assert_string_equal(error.driver_call, "cuLibraryGetGlobal");
}

static void compares_the_size_with_the_image(void **state)
{
    custub_memory memory = custub_global_memory(library, "weights", 16, 4, &error);

    (void)state;
    assert_int_equal(memory.ptr, (uintptr_t)weights);
    assert_int_equal(memory.count, 16);
    assert_int_equal(memory.element_size, 4);
    memory = custub_global_memory(library, "weights", 16, 8, &error);
    assert_int_equal(error.status, CUSTUB_ERROR_GLOBAL_MISMATCH);
    assert_int_equal(memory.ptr, 0);
    assert_int_equal(memory.count, 0);
    assert_int_equal(error.needed, 128);
    assert_int_equal(error.found, 64);
    assert_non_null(strstr(error.message, "'weights' has 64 bytes in the image, the header was "
                                          "generated for 128; "));
    custub_global_memory(library, "weight", 16, 4, fresh(&error));
    assert_int_equal(error.status, CUSTUB_ERROR_GLOBAL_UNKNOWN);
}

static void a_copy_reaches_the_variable(void **state)
{
    const float values[] = {1, 2, 3};
    float back[3] = {0, 0, 0};

    (void)state;
    recording_add_range((uintptr_t)weights, sizeof(weights), false);
    custub_memory_upload(custub_global_memory(library, "weights", 16, 4, &error), values, 3, 0,
                         &error);
    assert_memory_equal(weights, values, sizeof(values));
    custub_memory_download(custub_global_memory(library, "weights", 16, 4, &error), back, 3, 0,
                           &error);
    assert_memory_equal(back, values, sizeof(values));
    assert_int_equal(custub_memory_upload(custub_global_memory(library, "weights", 16, 4, &error),
                                          values, 17, 0, &error),
                     CUSTUB_ERROR_OUT_OF_RANGE);
}

static void preloads_every_kernel(void **state)
{
    (void)state;
    assert_int_equal(custub_library_preload(library, &error), CUSTUB_OK);
    assert_int_equal(recording_calls_of("cuFuncLoad"), SAMPLE_COUNT);
    recording_fail("cuFuncLoad", 2, 218);
    assert_int_equal(custub_library_preload(library, &error), CUSTUB_ERROR_DRIVER);
    assert_string_equal(error.kernel, "block_sum");
    recording_fail("cuKernelGetFunction", 1, 218);
    assert_int_equal(custub_library_preload(library, fresh(&error)), CUSTUB_ERROR_DRIVER);
    assert_string_equal(error.driver_call, "cuKernelGetFunction");
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, start, end)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(finds_a_variable_by_its_symbol),      TEST(names_a_variable_that_the_image_lacks),
        TEST(refuses_kernels_that_are_not_loaded), TEST(keeps_an_earlier_failure),
        TEST(says_what_the_driver_answers),        TEST(compares_the_size_with_the_image),
        TEST(a_copy_reaches_the_variable),         TEST(preloads_every_kernel),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}

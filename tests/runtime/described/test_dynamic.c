/* Launches by description: comparing arguments with parameters, then the checks of every launch. */
#include <custub/custub.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "fresh_error.h"
#include "recording_driver.h"
#include "sample_library.h"

#define X     ((CUdeviceptr)0x7f0000000000) /* addresses, far apart */
#define Y     ((CUdeviceptr)0x7f0001000000)
#define ARRAY (sizeof(arguments) / sizeof(arguments[0]))

static custub_error error;
static custub_launch launch;
static custub_library *library;
static const custub_kernel *kernel;

static int start(void **state)
{
    (void)state;
    recording_reset();
    recording_describe(&sample_library, NULL);
    if (custub_driver_open(CUSTUB_DRIVER_DEFAULT, NULL))
        return 1;
    recording_use_device(0);
    library = custub_library_open(&sample_library, sample_images, NULL);
    recording_clear_log();
    recording_add_range(X, 4000, false);
    recording_add_range(Y, 4000, false);
    memset(&error, 0, sizeof(error));
    launch = custub_launch_of(4, 256);
    kernel = custub_library_find(library, "saxpy", NULL);
    return kernel == NULL;
}

static int stop(void **state)
{
    (void)state;
    custub_library_close(library, NULL);
    return recording_alive() != 0;
}

static void refused(custub_status found, custub_status status, const char *message)
{
    assert_string_equal(error.message, message);
    assert_int_equal(found, status);
    assert_int_equal(error.status, status);
    assert_int_equal(recording_launch_count(), 0);
}

static custub_status saxpy(uint64_t n, custub_argument a, custub_argument x, custub_argument y)
{
    custub_argument arguments[] = {custub_argument_u64(n), a, x, y};

    return custub_kernel_launch(kernel, &launch, ARRAY, arguments, fresh(&error));
}

static custub_argument floats(CUdeviceptr ptr, uint64_t count)
{
    return custub_argument_buffer(CUSTUB_SCALAR_F32, ptr, count);
}

/* --- Kernels by name ---- */

static void kernels_are_found_by_name(void **state)
{
    const custub_kernel *found = NULL;

    (void)state;
    assert_int_equal(custub_library_kernel_count(library), SAMPLE_COUNT);
    assert_ptr_equal(custub_library_kernel(library, SAXPY), kernel);
    assert_null(custub_library_kernel(library, SAMPLE_COUNT));
    assert_string_equal(custub_kernel_describe(kernel)->name, "saxpy");
    found = custub_library_find(library, "tile", fresh(&error));
    assert_non_null(found);
    assert_string_equal(custub_kernel_describe(found)->name, "tile");
    assert_null(custub_library_find(library, "saxpi", fresh(&error)));
    assert_int_equal(error.status, CUSTUB_ERROR_KERNEL_UNKNOWN);
    assert_string_equal(error.message,
                        "sample.cu has no kernel 'saxpi': it has saxpy, block_sum, scale, plain, "
                        "stride, tile, together, dynamic, pair, lines, columns");
    assert_string_equal(error.file, "sample.cu");
}

static void null_arguments_are_refused(void **state)
{
    (void)state;
    assert_null(custub_library_find(NULL, "tile", fresh(&error)));
    assert_int_equal(error.status, CUSTUB_ERROR_INVALID_ARGUMENT);
    assert_null(custub_library_find(library, NULL, fresh(&error)));
    assert_int_equal(error.status, CUSTUB_ERROR_INVALID_ARGUMENT);
    assert_null(custub_library_find(library, NULL, NULL));
    assert_null(custub_library_open(NULL, sample_images, fresh(&error)));
    assert_int_equal(error.status, CUSTUB_ERROR_INVALID_ARGUMENT);
    assert_null(custub_library_open(&sample_library, NULL, fresh(&error)));
    assert_int_equal(error.status, CUSTUB_ERROR_INVALID_ARGUMENT);
    assert_null(custub_library_open(NULL, NULL, NULL));
    assert_int_equal(custub_library_kernel_count(NULL), 0);
    assert_null(custub_library_kernel(NULL, 0));
    assert_null(custub_kernel_describe(NULL));
    refused(
        custub_kernel_launch(NULL, &launch, 0, NULL, fresh(&error)), CUSTUB_ERROR_INVALID_ARGUMENT,
        "the kernel is not loaded: call the generated load function first, and see if it failed");
    refused(custub_kernel_launch(kernel, &launch, 4, NULL, fresh(&error)),
            CUSTUB_ERROR_INVALID_ARGUMENT,
            "saxpy: the arguments are at a null address [sample.cu:12]");
}

/* --- What is launched ---- */

static void launch_hands_over_what_a_stub_would(void **state)
{
    unsigned char expected[RECORDING_PARAMETER_BYTES];
    custub_kernel stub[SAMPLE_COUNT];
    custub_library *other;

    (void)state;
    other = sample_open(stub, &sample_library, sample_images, fresh(&error));
    assert_non_null(other);
    assert_int_equal(sample_launch_saxpy(stub, &launch, 1000, 1.5f, custub_f32_view_of(X, 1000),
                                         custub_f32_view_of(Y, 1000), fresh(&error)),
                     CUSTUB_OK);
    memcpy(expected, recording_last_launch()->parameters, sizeof(expected));
    assert_int_equal(saxpy(1000, custub_argument_f64(1.5), floats(X, 1000), floats(Y, 1000)),
                     CUSTUB_OK);
    assert_int_equal(recording_launch_count(), 2);
    assert_memory_equal(recording_last_launch()->parameters, expected, sizeof(expected));
    assert_int_equal(recording_last_launch()->grid[0], 4);
    assert_int_equal(recording_last_launch()->block[0], 256);
    custub_library_close(other, NULL);
}

static void shape_and_shared_memory_are_computed(void **state)
{
    custub_argument arguments[] = {custub_argument_i32(1000), floats(X, 1000), floats(Y, 4)};

    (void)state;
    kernel = custub_library_find(library, "block_sum", NULL);
    assert_non_null(kernel);
    launch.grid.x = launch.grid.given = 0;
    launch.grid = custub_launch_default().grid;
    assert_int_equal(custub_kernel_launch(kernel, &launch, ARRAY, arguments, fresh(&error)),
                     CUSTUB_OK);
    assert_int_equal(recording_last_launch()->grid[0], 4);
    assert_int_equal(recording_last_launch()->shared, 1024);
}

static void default_stream_is_the_legacy_one_or_the_threads(void **state)
{
    custub_argument arguments[] = {custub_argument_u64(1), custub_argument_f32(1), floats(X, 1),
                                   floats(Y, 1)};

    (void)state;
    assert_int_equal(custub_kernel_launch(kernel, NULL, ARRAY, arguments, NULL), CUSTUB_OK);
    assert_null(recording_last_launch()->stream);
    assert_int_equal(
        custub_call_kernel_launch(kernel, NULL, ARRAY, arguments, CUSTUB_STREAM_PER_THREAD, NULL),
        CUSTUB_OK);
    assert_ptr_equal(recording_last_launch()->stream, (void *)(uintptr_t)2);
}

static void contract_is_checked_as_for_a_stub(void **state)
{
    (void)state;
    refused(saxpy(1000, custub_argument_f32(1), floats(X, 999), floats(Y, 1000)),
            CUSTUB_ERROR_COUNT_TOO_SMALL,
            "saxpy: 'x' has a count of 999 floats, the kernel needs n = 1000 floats (4000 bytes) "
            "[sample.cu:14]");
    refused(saxpy(1000, custub_argument_f32(1), floats(X, 1000), floats(X + 4, 999)),
            CUSTUB_ERROR_COUNT_TOO_SMALL,
            "saxpy: 'y' has a count of 999 floats, the kernel needs n = 1000 floats (4000 bytes) "
            "[sample.cu:15]");
    assert_int_equal(saxpy(1000, custub_argument_f32(1), floats(X, 1000), floats(X + 4, 1000)),
                     CUSTUB_ERROR_OVERLAP);
    assert_int_equal(saxpy(2000, custub_argument_f32(1), floats(X, 2000), floats(Y, 2000)),
                     CUSTUB_ERROR_COVERAGE);
    assert_int_equal(saxpy(1001, custub_argument_f32(1), floats(X, 1001), floats(Y, 1001)),
                     CUSTUB_ERROR_BUFFER_TOO_SMALL);
    assert_int_equal(saxpy(1000, custub_argument_f32(1), floats(0, 1000), floats(Y, 1000)),
                     CUSTUB_ERROR_NULL_POINTER);
    launch.check = CUSTUB_CHECK_CONTRACT;
    assert_int_equal(saxpy(1001, custub_argument_f32(1), floats(X, 1001), floats(Y, 1001)),
                     CUSTUB_OK);
    launch.check = CUSTUB_CHECK_NONE;
    assert_int_equal(saxpy(9999, custub_argument_f32(1), floats(0, 0), floats(Y, 1)), CUSTUB_OK);
}

static void level_none_still_sizes_shared_memory(void **state)
{
    custub_argument arguments[] = {custub_argument_i32(1000), floats(0, 0), floats(0, 0)};

    (void)state;
    launch.check = CUSTUB_CHECK_NONE;
    kernel = custub_library_find(library, "block_sum", NULL);
    assert_non_null(kernel);
    assert_int_equal(custub_kernel_launch(kernel, &launch, ARRAY, arguments, fresh(&error)),
                     CUSTUB_OK);
    assert_int_equal(recording_last_launch()->shared, 1024);
    kernel = custub_library_find(library, "dynamic", NULL);
    assert_non_null(kernel);
    assert_int_equal(custub_kernel_launch(kernel, &launch, 1, &arguments[1], fresh(&error)),
                     CUSTUB_ERROR_SHARED_UNKNOWN);
}

/* --- How many, of which kind ---- */

static void too_few_arguments_name_the_first_that_is_missing(void **state)
{
    custub_argument arguments[] = {custub_argument_u64(1), custub_argument_f32(1), floats(X, 1)};

    (void)state;
    refused(custub_kernel_launch(kernel, &launch, ARRAY, arguments, fresh(&error)),
            CUSTUB_ERROR_ARGUMENT_COUNT,
            "saxpy: 3 arguments were given, the kernel has 4 parameters: 'y' is missing "
            "[sample.cu:12]");
    assert_string_equal(error.parameter, "y");
    assert_int_equal(error.parameter_index, 3);
    assert_int_equal(error.needed, 4);
    assert_int_equal(error.found, 3);
}

static void too_many_arguments_are_refused(void **state)
{
    custub_argument arguments[] = {custub_argument_i32(1), custub_argument_i32(1)};

    (void)state;
    kernel = custub_library_find(library, "tile", NULL);
    assert_non_null(kernel);
    refused(custub_kernel_launch(kernel, &launch, ARRAY, arguments, fresh(&error)),
            CUSTUB_ERROR_ARGUMENT_COUNT,
            "tile: 2 arguments were given, the kernel has 1 parameter [sample.cu:62]");
    assert_int_equal(error.parameter_index, -1);
}

static void wrong_kinds_are_named(void **state)
{
    custub_argument none = custub_argument_none();
    custub_argument odd = custub_argument_f32(1);

    (void)state;
    refused(saxpy(1, custub_argument_i32(1), floats(X, 1), floats(Y, 1)),
            CUSTUB_ERROR_ARGUMENT_KIND,
            "saxpy: 'a' is of type float, the argument is a scalar of type int32_t [sample.cu:13]");
    refused(saxpy(1, floats(X, 1), floats(X, 1), floats(Y, 1)), CUSTUB_ERROR_ARGUMENT_KIND,
            "saxpy: 'a' is of type float, the argument is a buffer of float [sample.cu:13]");
    refused(saxpy(1, none, floats(X, 1), floats(Y, 1)), CUSTUB_ERROR_ARGUMENT_KIND,
            "saxpy: 'a' is of type float, the argument has the unknown kind 0 "
            "[sample.cu:13]");
    refused(saxpy(1, custub_argument_f32(1), custub_argument_u64(X), floats(Y, 1)),
            CUSTUB_ERROR_ARGUMENT_KIND,
            "saxpy: 'x' is a buffer of float, the argument is a scalar of type uint64_t "
            "[sample.cu:14]");
    refused(saxpy(1, custub_argument_f32(1), custub_argument_bytes(&none, 8), floats(Y, 1)),
            CUSTUB_ERROR_ARGUMENT_KIND,
            "saxpy: 'x' is a buffer of float, the argument is a struct of 8 bytes [sample.cu:14]");
    refused(saxpy(1, custub_argument_f32(1), custub_argument_buffer(CUSTUB_SCALAR_F64, X, 1),
                  floats(Y, 1)),
            CUSTUB_ERROR_ARGUMENT_KIND,
            "saxpy: 'x' is a buffer of float, the argument is a buffer of double [sample.cu:14]");
    assert_string_equal(error.parameter, "x");
    assert_int_equal(error.parameter_index, 2);
    odd.scalar = 77;
    refused(saxpy(1, odd, floats(X, 1), floats(Y, 1)), CUSTUB_ERROR_ARGUMENT_KIND,
            "saxpy: 'a' is of type float, the argument is a scalar of type nothing "
            "[sample.cu:13]");
    odd = floats(X, 1);
    odd.scalar = 77;
    assert_int_equal(saxpy(1, custub_argument_f32(1), odd, floats(Y, 1)),
                     CUSTUB_ERROR_ARGUMENT_KIND);
}

static void buffers_without_a_scalar_take_the_kernels(void **state)
{
    (void)state;
    assert_int_equal(saxpy(1000, custub_argument_f32(1), custub_argument_elements(X, 1000, 4),
                           custub_argument_buffer(CUSTUB_SCALAR_NONE, Y, CUSTUB_COUNT_UNKNOWN)),
                     CUSTUB_OK);
    recording_clear_log();
    refused(saxpy(1, custub_argument_f32(1), custub_argument_elements(X, 1000, 8), floats(Y, 1)),
            CUSTUB_ERROR_ARGUMENT_SIZE,
            "saxpy: 'x' is a buffer of float; the argument has elements of 8 bytes, the kernel 4 "
            "[sample.cu:14]");
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, start, stop)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(kernels_are_found_by_name),
        TEST(null_arguments_are_refused),
        TEST(launch_hands_over_what_a_stub_would),
        TEST(shape_and_shared_memory_are_computed),
        TEST(default_stream_is_the_legacy_one_or_the_threads),
        TEST(contract_is_checked_as_for_a_stub),
        TEST(level_none_still_sizes_shared_memory),
        TEST(too_few_arguments_name_the_first_that_is_missing),
        TEST(too_many_arguments_are_refused),
        TEST(wrong_kinds_are_named),
        TEST(buffers_without_a_scalar_take_the_kernels),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}

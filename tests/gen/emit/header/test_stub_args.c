/* Launches and prepared launches that take their arguments by name. The driver is the recording
 * one.
 */
#include "saxpy.custub.h"
#include "structs.custub.h"

#include "fresh_error.h"
#include "recording_driver.h"

#include <custub/custub.h>

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

#define X UINT64_C(0x100000)
#define Y UINT64_C(0x200000)

static const custub_image images[] = {{"fatbin", "image", 6}, {NULL, NULL, 0}};

static custub_error error;
static custub_device *device;
static saxpy_kernels kernels;

static int set_up(void **state)
{
    (void)state;
    recording_reset();
    error = custub_error_none();
    device = custub_device_open(0, &error);
    recording_add_range(X, 0x1000, false);
    recording_add_range(Y, 0x1000, false);
    recording_describe(&saxpy_custub_library, NULL);
    kernels = saxpy_load_images(images, &error);
    assert_int_equal(error.status, CUSTUB_OK);
    recording_clear_log();
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    saxpy_unload(&kernels, NULL);
    custub_device_close(device, NULL);
    assert_int_equal(recording_alive(), 0);
    return 0;
}

static void expect_refusal(custub_status status, custub_status expected, const char *message)
{
    assert_int_equal(status, expected);
    assert_string_equal(error.message, message);
    assert_int_equal(recording_launch_count(), 0);
}

/* The last launch passed 1000, 2.5f, X and Y. */
static void expect_saxpy(void)
{
    const recording_launch *launch = recording_last_launch();
    const uint64_t n = 1000;
    const float a = 2.5f;
    const uint64_t addresses[] = {X, Y};

    assert_non_null(launch);
    assert_string_equal(launch->kernel, "saxpy");
    assert_int_equal(launch->parameter_bytes, 32);
    assert_memory_equal(launch->parameters, &n, 8);
    assert_memory_equal(launch->parameters + 8, &a, 4);
    assert_memory_equal(launch->parameters + 16, addresses, 16);
}

static void a_launch_passes_the_arguments_in_the_kernels_order(void **state)
{
    const custub_launch launch = custub_launch_of(4, 256);
    const custub_status status = launch_saxpy_args(&kernels, &launch,
                                                   &(saxpy_args){.y = custub_f32_view_of(Y, 1000),
                                                                 .x = custub_f32_view_of(X, 1000),
                                                                 .a = 2.5f,
                                                                 .n = 1000},
                                                   &error);

    (void)state;
    assert_int_equal(status, CUSTUB_OK);
    expect_saxpy();
}

static void a_prepared_launch_does_too(void **state)
{
    const custub_launch launch = custub_launch_of(4, 256);
    saxpy_args args = {.n = 1000};
    custub_prepared *prepared;

    (void)state;
    args.a = 2.5f; /* a program may fill the fields one by one */
    args.x = custub_f32_view_of(X, 1000);
    args.y = custub_f32_view_of(Y, 1000);
    prepared = prepare_saxpy_args(&kernels, &launch, &args, &error);
    args.n = 1; /* the arguments were copied */
    assert_non_null(prepared);
    assert_int_equal(custub_prepared_launch(prepared, &error), CUSTUB_OK);
    custub_prepared_destroy(prepared);
    expect_saxpy();
}

static void structs_are_passed_by_value(void **state)
{
    const custub_launch launch = custub_launch_of(1, 1);
    structs_kernels structs;
    const recording_launch *last;
    plain_args args;

    (void)state;
    memset(&args, 0x11, sizeof(args));
    recording_describe(&structs_custub_library, NULL);
    structs = structs_load_images(images, &error);
    assert_int_equal(launch_plain_args(&structs, &launch, &args, &error), CUSTUB_OK);
    last = recording_last_launch();
    assert_int_equal(last->parameter_bytes, 128 + 32 + 8 + 4);
    assert_memory_equal(last->parameters, &args.o, sizeof(args.o));
    assert_memory_equal(last->parameters + 128, &args.w, sizeof(args.w));
    assert_memory_equal(last->parameters + 168, &args.n, sizeof(args.n));
    structs_unload(&structs, NULL);
}

static void a_pointer_that_is_left_out_is_refused_as_null(void **state)
{
    const custub_launch launch = custub_launch_of(4, 256);
    const saxpy_args args = {.n = 1000, .a = 2.0f, .x = custub_f32_view_of(X, 1000)};

    (void)state;
    expect_refusal(
        launch_saxpy_args(&kernels, &launch, &args, &error), CUSTUB_ERROR_NULL_POINTER,
        "saxpy: 'y' is null, the kernel needs n = 1000 floats (4000 bytes) [saxpy.cu:9]");
    assert_string_equal(error.parameter, "y");
    assert_null(prepare_saxpy_args(&kernels, &launch, &args, fresh(&error)));
    assert_int_equal(error.status, CUSTUB_ERROR_NULL_POINTER);
}

static void null_arguments_are_refused(void **state)
{
    static const char message[] = "saxpy: the arguments are at a null address [saxpy.cu:6]";

    (void)state;
    expect_refusal(launch_saxpy_args(&kernels, NULL, NULL, &error), CUSTUB_ERROR_INVALID_ARGUMENT,
                   message);
    fresh(&error);
    assert_null(prepare_saxpy_args(&kernels, NULL, NULL, &error));
    expect_refusal(error.status, CUSTUB_ERROR_INVALID_ARGUMENT, message);
    assert_int_equal(launch_saxpy_args(&kernels, NULL, NULL, NULL), CUSTUB_ERROR_INVALID_ARGUMENT);
}

static void null_arguments_of_a_kernel_that_is_not_loaded_name_the_load(void **state)
{
    (void)state;
    expect_refusal(launch_saxpy_args(NULL, NULL, NULL, &error), CUSTUB_ERROR_INVALID_ARGUMENT,
                   "the struct of loaded kernels is null: call the generated load function first, "
                   "and see if it failed");
}

static void null_arguments_keep_the_first_failure(void **state)
{
    (void)state;
    error.status = CUSTUB_ERROR_COUNT_TOO_SMALL;
    assert_int_equal(launch_saxpy_args(&kernels, NULL, NULL, &error), CUSTUB_ERROR_COUNT_TOO_SMALL);
    assert_null(prepare_saxpy_args(&kernels, NULL, NULL, &error));
    assert_int_equal(error.status, CUSTUB_ERROR_COUNT_TOO_SMALL);
    assert_string_equal(error.message, "");
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        TEST(a_launch_passes_the_arguments_in_the_kernels_order),
        TEST(a_prepared_launch_does_too),
        TEST(structs_are_passed_by_value),
        TEST(a_pointer_that_is_left_out_is_refused_as_null),
        TEST(null_arguments_are_refused),
        TEST(null_arguments_of_a_kernel_that_is_not_loaded_name_the_load),
        TEST(null_arguments_keep_the_first_failure),
    };
#undef TEST

    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* What the generated functions pass to the driver: exactly the function, the shape, the stream and
 * the parameter bytes; and nothing if a check fails. The driver is the recording one. */
#include "advance.custub.h"
#include "block_sum.custub.h"
#include "reverse_copy.custub.h"
#include "saxpy.custub.h"
#include "scalars.custub.h"
#include "scale.custub.h"
#include "structs.custub.h"

#include "recording_driver.h"
#include "fresh_error.h"

#include <custub/custub.h>

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

#define STREAM ((CUstream)0x5000)
#define X      UINT64_C(0x100000)
#define Y      UINT64_C(0x200000)

static custub_error error;
static custub_device *device;

static const custub_image images[] = {{"fatbin", "image", 6}, {NULL, NULL, 0}};

static void succeed(custub_status status)
{
    if (status != CUSTUB_OK)
        fail_msg("%s: %s", custub_status_name(status), error.message);
}

static int set_up(void **state)
{
    (void)state;
    recording_reset();
    error = custub_error_none();
    device = custub_device_open(0, &error);
    succeed(error.status);
    recording_add_range(X, 0x1000, false);
    recording_add_range(Y, 0x1000, false);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    custub_device_close(device, NULL);
    assert_int_equal(recording_alive(), 0);
    return 0;
}

static custub_launch shaped(uint64_t blocks, uint64_t threads)
{
    custub_launch launch = custub_launch_of(blocks, threads);

    launch.stream = STREAM;
    return launch;
}

static void expect_shape(const recording_launch *launch, unsigned grid_x, unsigned grid_y,
                         unsigned block_x, unsigned block_y, unsigned shared)
{
    assert_int_equal(launch->grid[0], grid_x);
    assert_int_equal(launch->grid[1], grid_y);
    assert_int_equal(launch->grid[2], 1);
    assert_int_equal(launch->block[0], block_x);
    assert_int_equal(launch->block[1], block_y);
    assert_int_equal(launch->block[2], 1);
    assert_int_equal(launch->shared, shared);
    assert_ptr_equal(launch->stream, STREAM);
}

/* Expects that the last launch was of this kernel, by the handle from loading, with exactly these
 * parameter bytes. */
static void expect_call(const custub_kernel *kernel, const char *name, const void *bytes,
                        size_t size)
{
    const recording_launch *launch = recording_last_launch();

    assert_int_equal(recording_launch_count(), 1);
    assert_non_null(launch);
    assert_ptr_equal(launch->function, kernel->function);
    assert_string_equal(launch->kernel, name);
    assert_int_equal(launch->parameter_bytes, size);
    assert_memory_equal(launch->parameters, bytes, size);
}

/* The bytes of a parameter block, put together by hand. Gaps are as the recording driver fills
 * them. */
typedef struct block {
    unsigned char bytes[512];
    size_t size;
} block;

static void put(block *b, size_t offset, const void *value, size_t size)
{
    while (b->size < offset)
        b->bytes[b->size++] = 0xee;
    memcpy(b->bytes + b->size, value, size);
    b->size += size;
}

#define PUT(b, offset, type, value)                                                                \
    do {                                                                                           \
        type value_ = (value);                                                                     \
        put(b, offset, &value_, sizeof(value_));                                                   \
    } while (0)

static void saxpy_passes_all_arguments(void **state)
{
    saxpy_kernels kernels;
    custub_launch launch = shaped(4, 256);
    block expected = {{0}, 0};

    (void)state;
    recording_describe(&saxpy_custub_library, NULL);
    kernels = saxpy_load_images(images, &error);
    succeed(error.status);
    succeed(launch_saxpy(&kernels, &launch, 1000, 2.5f, custub_f32_view_of(X, 1000),
                         custub_f32_view_of(Y + 16, 1008), fresh(&error)));
    PUT(&expected, 0, uint64_t, 1000);
    PUT(&expected, 8, float, 2.5f);
    PUT(&expected, 16, uint64_t, X);
    PUT(&expected, 24, uint64_t, Y + 16);
    expect_call(&kernels.saxpy, "saxpy", expected.bytes, expected.size);
    expect_shape(recording_last_launch(), 4, 1, 256, 1, 0);
    saxpy_unload(&kernels, NULL);
}

static void unload_accepts_null_and_unloaded_kernels(void **state)
{
    saxpy_kernels kernels;

    (void)state;
    saxpy_unload(NULL, NULL);
    memset(&kernels, 0, sizeof(kernels));
    saxpy_unload(&kernels, NULL);
    saxpy_unload(&kernels, NULL);
    assert_null(kernels.library);
}

static void scale_passes_two_dimensions(void **state)
{
    scale_kernels kernels;
    custub_launch launch = shaped(0, 0);
    block expected = {{0}, 0};

    (void)state;
    recording_describe(&scale_custub_library, NULL);
    kernels = scale_load_images(images, &error);
    succeed(error.status);
    launch.grid = custub_grid(2, 3, 1);
    launch.block = custub_block(16, 8, 1);
    succeed(launch_scale(&kernels, &launch, 30, 20, 32, -0.5f, custub_f32_view_of(X, 19 * 32 + 30),
                         fresh(&error)));
    PUT(&expected, 0, int32_t, 30);
    PUT(&expected, 4, int32_t, 20);
    PUT(&expected, 8, int32_t, 32);
    PUT(&expected, 12, float, -0.5f);
    PUT(&expected, 16, uint64_t, X);
    expect_call(&kernels.scale, "scale", expected.bytes, expected.size);
    expect_shape(recording_last_launch(), 2, 3, 16, 8, 0);
    scale_unload(&kernels, NULL);
}

static void block_sum_passes_shared_memory(void **state)
{
    block_sum_kernels kernels;
    custub_launch launch = shaped(8, 128);
    block expected = {{0}, 0};

    (void)state;
    recording_describe(&block_sum_custub_library, NULL);
    kernels = block_sum_load_images(images, &error);
    succeed(error.status);
    succeed(launch_block_sum(&kernels, &launch, 1001, custub_f32_view_of(X, 1001),
                             custub_f32_view_of(Y, 8), fresh(&error)));
    PUT(&expected, 0, uint64_t, 1001);
    PUT(&expected, 8, uint64_t, X);
    PUT(&expected, 16, uint64_t, Y);
    expect_call(&kernels.block_sum, "block_sum", expected.bytes, expected.size);
    expect_shape(recording_last_launch(), 8, 1, 128, 1, 512);
    block_sum_unload(&kernels, NULL);
}

static void reverse_copy_passes_narrow_count(void **state)
{
    reverse_copy_kernels kernels;
    custub_launch launch = shaped(1, 64);
    block expected = {{0}, 0};

    (void)state;
    recording_describe(&reverse_copy_custub_library, NULL);
    kernels = reverse_copy_load_images(images, &error);
    succeed(error.status);
    succeed(launch_reverse_copy(&kernels, &launch, 64, custub_i32_view_of(X, 64),
                                custub_i32_view_of(Y, 64), fresh(&error)));
    PUT(&expected, 0, uint32_t, 64);
    PUT(&expected, 8, uint64_t, X);
    PUT(&expected, 16, uint64_t, Y);
    expect_call(&kernels.reverse_copy, "reverse_copy", expected.bytes, expected.size);
    expect_shape(recording_last_launch(), 1, 1, 64, 1, 0);
    reverse_copy_unload(&kernels, NULL);
}

static void advance_passes_struct_by_value(void **state)
{
    advance_kernels kernels;
    custub_launch launch = shaped(1, 32);
    advance_time_step step = {0.25, {1, 2, 3}, 7};
    block expected = {{0}, 0};

    (void)state;
    recording_describe(&advance_custub_library, NULL);
    kernels = advance_load_images(images, &error);
    succeed(error.status);
    succeed(launch_advance(&kernels, &launch, step, advance_particle_view_of(X, 7), fresh(&error)));
    PUT(&expected, 0, double, 0.25);
    PUT(&expected, 8, float, 1);
    PUT(&expected, 12, float, 2);
    PUT(&expected, 16, float, 3);
    PUT(&expected, 20, uint32_t, 7);
    PUT(&expected, 24, uint64_t, X);
    expect_call(&kernels.advance, "advance", expected.bytes, expected.size);
    advance_unload(&kernels, NULL);
}

static void passes_scalars_of_every_width(void **state)
{
    scalars_kernels kernels;
    custub_launch launch = shaped(1, 1);
    block expected = {{0}, 0};

    (void)state;
    recording_describe(&scalars_custub_library, NULL);
    kernels = scalars_load_images(images, &error);
    succeed(error.status);
    succeed(launch_integers(&kernels, &launch, true, 'c', -3, 200, -30000, 60000, -5, 4000000000u,
                            -6, 7, -8, UINT64_MAX, fresh(&error)));
    PUT(&expected, 0, uint8_t, 1);
    PUT(&expected, 1, char, 'c');
    PUT(&expected, 2, int8_t, -3);
    PUT(&expected, 3, uint8_t, 200);
    PUT(&expected, 4, int16_t, -30000);
    PUT(&expected, 6, uint16_t, 60000);
    PUT(&expected, 8, int32_t, -5);
    PUT(&expected, 12, uint32_t, 4000000000u);
    PUT(&expected, 16, int64_t, -6);
    PUT(&expected, 24, uint64_t, 7);
    PUT(&expected, 32, int64_t, -8);
    PUT(&expected, 40, uint64_t, UINT64_MAX);
    expect_call(&kernels.integers, "integers", expected.bytes, expected.size);

    recording_clear_log();
    memset(&expected, 0, sizeof(expected));
    succeed(launch_floats(&kernels, &launch, 1.5f, -2.25, 7, 1, fresh(&error)));
    PUT(&expected, 0, float, 1.5f);
    PUT(&expected, 8, double, -2.25);
    PUT(&expected, 16, uint32_t, 7);
    PUT(&expected, 20, uint8_t, 1);
    expect_call(&kernels.floats, "floats", expected.bytes, expected.size);

    recording_clear_log();
    succeed(launch_nothing(&kernels, &launch, fresh(&error)));
    expect_call(&kernels.nothing, "nothing", expected.bytes, 0);
    scalars_unload(&kernels, NULL);
}

static void passes_structs_with_their_layout(void **state)
{
    structs_kernels kernels;
    custub_launch launch = shaped(1, 1);
    structs_outer o;
    structs_wide w;
    structs_with_empty_array a;
    structs_deep_nested n;
    const recording_launch *last;

    (void)state;
    memset(&o, 0x11, sizeof(o));
    memset(&w, 0x22, sizeof(w));
    memset(&a, 0x33, sizeof(a));
    memset(&n, 0x44, sizeof(n));
    recording_describe(&structs_custub_library, NULL);
    kernels = structs_load_images(images, &error);
    succeed(error.status);
    succeed(launch_plain(&kernels, &launch, o, w, a, n, fresh(&error)));
    last = recording_last_launch();
    assert_string_equal(last->kernel, "plain");
    assert_int_equal(last->parameter_bytes, 128 + 32 + 8 + 4);
    assert_memory_equal(last->parameters, &o, sizeof(o));
    assert_int_equal(last->parameters[104], 0xee); /* up to the alignment of 32 */
    assert_memory_equal(last->parameters + 128, &w, sizeof(w));
    assert_memory_equal(last->parameters + 160, &a, sizeof(a));
    assert_memory_equal(last->parameters + 168, &n, sizeof(n));
    structs_unload(&kernels, NULL);
}

/* Expects a refusal before the driver: it launched nothing, and at the contract level it was not
 * called at all. */
static void expect_refusal(custub_status status, custub_status expected)
{
    assert_string_equal(custub_status_name(status), custub_status_name(expected));
    assert_int_equal(recording_launch_count(), 0);
    assert_int_equal(recording_calls_of("cuLaunchKernel"), 0);
}

static void does_not_launch_if_a_check_fails(void **state)
{
    saxpy_kernels kernels;
    custub_launch launch = shaped(4, 256);
    custub_f32_view x = custub_f32_view_of(X, 1000);
    custub_f32_view y = custub_f32_view_of(Y, 1000);
    custub_f32_view overlapping = custub_f32_view_of(X + 64, 1000);

    (void)state;
    recording_describe(&saxpy_custub_library, NULL);
    kernels = saxpy_load_images(images, &error);
    succeed(error.status);
    launch.check = CUSTUB_CHECK_CONTRACT;
    recording_clear_log();
    expect_refusal(
        launch_saxpy(&kernels, &launch, 1000, 2, custub_f32_view_of(X, 999), y, fresh(&error)),
        CUSTUB_ERROR_COUNT_TOO_SMALL);
    expect_refusal(
        launch_saxpy(&kernels, &launch, 1000, 2, custub_f32_view_of(0, 1000), y, fresh(&error)),
        CUSTUB_ERROR_NULL_POINTER);
    expect_refusal(
        launch_saxpy(&kernels, &launch, 1000, 2, custub_f32_view_of(X + 1, 1000), y, fresh(&error)),
        CUSTUB_ERROR_MISALIGNED);
    expect_refusal(launch_saxpy(&kernels, &launch, 1000, 2, x, overlapping, fresh(&error)),
                   CUSTUB_ERROR_OVERLAP);
    expect_refusal(launch_saxpy(&kernels, &launch, SIZE_MAX, 2, x, y, fresh(&error)),
                   CUSTUB_ERROR_COVERAGE);
    launch.grid = custub_grid(3, 1, 1);
    expect_refusal(launch_saxpy(&kernels, &launch, 1000, 2, x, y, fresh(&error)),
                   CUSTUB_ERROR_COVERAGE);
    launch.grid = custub_grid(4, 1, 2);
    expect_refusal(launch_saxpy(&kernels, &launch, 1000, 2, x, y, fresh(&error)),
                   CUSTUB_ERROR_DIMENSIONS);
    launch.grid = custub_grid(4, 0, 1);
    expect_refusal(launch_saxpy(&kernels, &launch, 1000, 2, x, y, fresh(&error)),
                   CUSTUB_ERROR_EMPTY_SHAPE);
    assert_int_equal(recording_call_count(), 0);        /* no call of the driver, of any kind */
    launch.grid = custub_grid(UINT64_C(1) << 31, 1, 1); /* beyond the device's limits */
    expect_refusal(launch_saxpy(&kernels, &launch, 1000, 2, x, y, fresh(&error)),
                   CUSTUB_ERROR_GRID_LIMIT);
    launch.grid = custub_grid(4, 1, 1);
    launch.block = custub_block(1025, 1, 1);
    expect_refusal(launch_saxpy(&kernels, &launch, 1000, 2, x, y, fresh(&error)),
                   CUSTUB_ERROR_BLOCK_LIMIT);

    launch.check = CUSTUB_CHECK_WHOLE;
    launch.block = custub_block(256, 1, 1);
    expect_refusal(launch_saxpy(&kernels, &launch, 1000, 2, custub_f32_view_of(X + 0x800, 1000), y,
                                fresh(&error)),
                   CUSTUB_ERROR_BUFFER_TOO_SMALL);
    expect_refusal(launch_saxpy(&kernels, &launch, 1000, 2, custub_f32_view_of(0x900000, 1000), y,
                                fresh(&error)),
                   CUSTUB_ERROR_UNKNOWN_ADDRESS);
    saxpy_unload(&kernels, NULL);
    recording_clear_log();
    expect_refusal(launch_saxpy(&kernels, &launch, 1000, 2, x, y, fresh(&error)),
                   CUSTUB_ERROR_KERNEL_ABSENT);
}

static void refuses_the_description_of_another_source(void **state)
{
    saxpy_kernels kernels;
    static const saxpy_kernels none;

    (void)state;
    recording_describe(&saxpy_custub_library, NULL);
    memset(&kernels, 0xff, sizeof(kernels));
    assert_true(saxpy_custub_library.fingerprint != scale_custub_library.fingerprint);
    assert_int_equal(custub_library_load(&kernels, sizeof(kernels), &saxpy_custub_library,
                                         scale_custub_library.fingerprint, images, fresh(&error)),
                     CUSTUB_ERROR_HEADER_MISMATCH);
    assert_non_null(strstr(error.message, "saxpy.cu"));
    assert_memory_equal(&kernels, &none, sizeof(kernels));
    succeed(custub_library_load(&kernels, sizeof(kernels), &saxpy_custub_library,
                                saxpy_custub_library.fingerprint, images, fresh(&error)));
    saxpy_unload(&kernels, NULL);
}

static void refuses_an_image_with_other_parameters(void **state)
{
    saxpy_kernels kernels;

    (void)state;
    recording_describe(&saxpy_custub_library, NULL);
    recording_change_param("saxpy", 1, 8, 8);
    kernels = saxpy_load_images(images, &error);
    assert_int_equal(error.status, CUSTUB_ERROR_SIGNATURE_MISMATCH);
    assert_string_equal(error.parameter, "a");
    assert_null(kernels.saxpy.function);
}

/* If the record holds a failure, everything except unloading does nothing. */
static void keeps_the_first_failure(void **state)
{
    const custub_f32_view x = custub_f32_view_of(X, 1000);
    const custub_f32_view y = custub_f32_view_of(Y, 1000);
    const custub_launch launch = shaped(4, 256);
    saxpy_kernels kernels;
    saxpy_kernels others;
    static const saxpy_kernels none;

    (void)state;
    recording_describe(&saxpy_custub_library, NULL);
    kernels = saxpy_load_images(images, &error);
    succeed(error.status);
    recording_clear_log();
    expect_refusal(launch_saxpy(&kernels, &launch, 1000, 2, custub_f32_view_of(X, 999), y, &error),
                   CUSTUB_ERROR_COUNT_TOO_SMALL);
    expect_refusal(launch_saxpy(&kernels, &launch, 1000, 2, x, y, &error),
                   CUSTUB_ERROR_COUNT_TOO_SMALL);
    assert_null(prepare_saxpy(&kernels, &launch, 1000, 2, x, y, &error));
    recording_clear_log();
    others = saxpy_load_images(images, &error);
    assert_memory_equal(&others, &none, sizeof(others));
    assert_int_equal(recording_call_count(), 0);
    assert_int_equal(saxpy_unload(&kernels, &error), CUSTUB_ERROR_COUNT_TOO_SMALL);
    assert_null(kernels.library);
    assert_string_equal(error.parameter, "x");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(saxpy_passes_all_arguments, set_up, tear_down),
        cmocka_unit_test_setup_teardown(unload_accepts_null_and_unloaded_kernels, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(scale_passes_two_dimensions, set_up, tear_down),
        cmocka_unit_test_setup_teardown(block_sum_passes_shared_memory, set_up, tear_down),
        cmocka_unit_test_setup_teardown(reverse_copy_passes_narrow_count, set_up, tear_down),
        cmocka_unit_test_setup_teardown(advance_passes_struct_by_value, set_up, tear_down),
        cmocka_unit_test_setup_teardown(passes_scalars_of_every_width, set_up, tear_down),
        cmocka_unit_test_setup_teardown(passes_structs_with_their_layout, set_up, tear_down),
        cmocka_unit_test_setup_teardown(does_not_launch_if_a_check_fails, set_up, tear_down),
        cmocka_unit_test_setup_teardown(refuses_the_description_of_another_source, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(refuses_an_image_with_other_parameters, set_up, tear_down),
        cmocka_unit_test_setup_teardown(keeps_the_first_failure, set_up, tear_down),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* The faults that the raw driver accepts, misreports or dies of (table in docs/FAULTS.md). Each is
 * refused before the driver launches anything, or corrected, and the context works afterwards. Two
 * of the sixteen do not compile: refused_by_compiler.sh.
 *
 * The same program runs on the CPU driver and on a GPU: CUSTUB_DRIVER in the environment chooses.
 */
#include "fresh_error.h"
#include "block_sum.custub.h"
#include "reverse_copy.custub.h"
#include "saxpy.custub.h"
#include "scale.custub.h"

#include <custub/custub.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#define COUNT   1000
#define SKIPPED 77

typedef struct fixture {
    custub_device *device;
    saxpy_kernels saxpy;
    scale_kernels scale;
    block_sum_kernels block_sum;
    reverse_copy_kernels reverse_copy;
    custub_f32_buffer x;
    custub_f32_buffer y;
    custub_f32_buffer sums;
    custub_i32_buffer numbers;
    custub_error error;
    custub_launch launch;
} fixture;

static fixture f;

static void succeed(custub_status status)
{
    if (status != CUSTUB_OK)
        fail_msg("%s: %s", custub_status_name(status), f.error.message);
}

/* Fails unless the launch was refused with this status and exactly this message. */
static void refused(custub_status status, custub_status expected, const char *message)
{
    assert_string_equal(custub_status_name(status), custub_status_name(expected));
    assert_int_equal(f.error.status, expected);
    assert_string_equal(f.error.message, message);
}

static void fill(float *host, float first, float step)
{
    int i;

    for (i = 0; i < COUNT; i++)
        host[i] = first + step * (float)i;
}

/* x = 0, 1, 2, …; y = 1, 1, 1, … */
static void upload(void)
{
    static float host[COUNT];

    fill(host, 0, 1);
    succeed(custub_f32_upload(f.x.view, host, f.x.view.count, f.launch.stream, &f.error));
    fill(host, 1, 0);
    succeed(custub_f32_upload(f.y.view, host, f.y.view.count, f.launch.stream, &f.error));
}

static void expect_saxpy(float a)
{
    static float host[COUNT];
    int i;

    succeed(custub_f32_download(f.y.view, host, f.y.view.count, f.launch.stream, &f.error));
    for (i = 0; i < COUNT; i++)
        if (host[i] != a * (float)i + 1)
            fail_msg("y[%d] is %g, not %g", i, (double)host[i], (double)(a * (float)i + 1));
}

static int set_up(void **state)
{
    (void)state;
    fresh(&f.error);
    f.launch = custub_launch_default();
    upload();
    return 0;
}

/* After each fault a right launch still computes. */
static int context_is_usable(void **state)
{
    (void)state;
    fresh(&f.error);
    f.launch = custub_launch_default();
    upload();
    succeed(launch_saxpy(&f.saxpy, &f.launch, COUNT, 3, f.x.view, f.y.view, &f.error));
    succeed(custub_device_synchronize(f.device, &f.error));
    expect_saxpy(3);
    return 0;
}

static custub_status saxpy(custub_f32_view x, custub_f32_view y)
{
    return launch_saxpy(&f.saxpy, &f.launch, COUNT, 2, x, y, fresh(&f.error));
}

static void y_is_untouched(void)
{
    succeed(custub_device_synchronize(f.device, fresh(&f.error)));
    expect_saxpy(0);
}

static void refuses_buffer_one_element_short(void **state)
{
    (void)state;
    refused(saxpy(f.x.view, custub_f32_view_of(f.y.view.ptr + 4, CUSTUB_COUNT_UNKNOWN)),
            CUSTUB_ERROR_BUFFER_TOO_SMALL,
            "saxpy: 'y' has 3996 bytes at this address, the kernel needs n = 1000 floats (4000 "
            "bytes) [saxpy.cu:9]");
    assert_string_equal(f.error.kernel, "saxpy");
    assert_string_equal(f.error.parameter, "y");
    assert_int_equal(f.error.parameter_index, 3);
    assert_int_equal(f.error.needed, 4000);
    assert_int_equal(f.error.found, 3996);
    assert_string_equal(f.error.file, "saxpy.cu");
    assert_int_equal(f.error.line, 9);
    y_is_untouched();
}

static void refuses_view_one_element_short(void **state)
{
    (void)state;
    refused(saxpy(custub_f32_view_of(f.x.view.ptr, COUNT - 1), f.y.view),
            CUSTUB_ERROR_COUNT_TOO_SMALL,
            "saxpy: 'x' has a count of 999 floats, the kernel needs n = 1000 floats (4000 bytes) "
            "[saxpy.cu:8]");
    y_is_untouched();
}

static void converts_double_to_float(void **state)
{
    double a = 2.5;

    (void)state;
    /* C converts the argument to the parameter's type, as for any function. */
    succeed(launch_saxpy(&f.saxpy, &f.launch, COUNT, (float)a, f.x.view, f.y.view, &f.error));
    expect_saxpy(2.5f);
    upload();
    succeed(launch_saxpy(&f.saxpy, &f.launch, COUNT, 7 / 2, f.x.view, f.y.view, &f.error));
    expect_saxpy(3);
}

static void refuses_overlapping_restrict_buffers(void **state)
{
    custub_i32_view shifted = custub_i32_view_of(f.numbers.view.ptr + 4 * 4, COUNT);
    char message[CUSTUB_MESSAGE_SIZE];

    (void)state;
    snprintf(
        message, sizeof(message),
        "reverse_copy: 'target' (4000 bytes at 0x%llx) overlaps 'source' (4000 bytes at 0x%llx) by "
        "3984 bytes; the kernel writes 'target' and declares 'source' __restrict__ "
        "[reverse_copy.cu:8]",
        shifted.ptr, f.numbers.view.ptr);
    refused(
        launch_reverse_copy(&f.reverse_copy, &f.launch, COUNT, f.numbers.view, shifted, &f.error),
        CUSTUB_ERROR_OVERLAP, message);
}

static void refuses_grid_that_covers_half(void **state)
{
    (void)state;
    f.launch.grid = custub_grid(2, 1, 1);
    f.launch.block = custub_block(250, 1, 1);
    refused(saxpy(f.x.view, f.y.view), CUSTUB_ERROR_COVERAGE,
            "saxpy: grid 2 x block 250 covers 500 threads in x, the kernel needs n = 1000 "
            "[saxpy.cu:6]");
    assert_int_equal(f.error.needed, 1000);
    assert_int_equal(f.error.found, 500);
    y_is_untouched();
}

static void refuses_two_dimensional_grid_for_one_dimensional_kernel(void **state)
{
    (void)state;
    f.launch.grid = custub_grid(4, 2, 1);
    f.launch.block = custub_block(256, 1, 1);
    refused(saxpy(f.x.view, f.y.view), CUSTUB_ERROR_DIMENSIONS,
            "saxpy: grid 4x2 x block 256x1 has 2 dimensions, the kernel uses 1: the threads of the "
            "others would repeat its work [saxpy.cu:6]");
    y_is_untouched();
}

static void refuses_buffer_far_too_short(void **state)
{
    custub_f32_buffer buffer = custub_f32_buffer_create(4, &f.error);
    custub_f32_view small = custub_f32_view_of(buffer.view.ptr, CUSTUB_COUNT_UNKNOWN);

    (void)state;
    succeed(f.error.status);
    refused(
        saxpy(f.x.view, small), CUSTUB_ERROR_BUFFER_TOO_SMALL,
        "saxpy: 'y' has 16 bytes at this address, the kernel needs n = 1000 floats (4000 bytes) "
        "[saxpy.cu:9]");
    small.count = COUNT; /* a false count does not help */
    refused(
        saxpy(small, f.y.view), CUSTUB_ERROR_BUFFER_TOO_SMALL,
        "saxpy: 'x' has 16 bytes at this address, the kernel needs n = 1000 floats (4000 bytes) "
        "[saxpy.cu:8]");
    succeed(custub_f32_buffer_destroy(&buffer, fresh(&f.error)));
    y_is_untouched();
}

static void expect_sums(void)
{
    float host[4];
    float sum = 0;
    int i;

    succeed(custub_f32_download(f.sums.view, host, f.sums.view.count, f.launch.stream, &f.error));
    for (i = 0; i < 4; i++)
        sum += host[i];
    assert_true(sum == (float)(COUNT * (COUNT - 1) / 2)); /* exact in a float */
}

static void fills_in_forgotten_shared_memory(void **state)
{
    (void)state;
    f.launch.grid = custub_grid(4, 1, 1);
    f.launch.block = custub_block(256, 1, 1);
    succeed(launch_block_sum(&f.block_sum, &f.launch, COUNT, f.x.view, f.sums.view, &f.error));
    expect_sums();
}

static void refuses_missing_shared_memory(void **state)
{
    (void)state;
    f.launch.grid = custub_grid(4, 1, 1);
    f.launch.block = custub_block(256, 1, 1);
    f.launch.shared = CUSTUB_SHARED_NONE;
    refused(
        launch_block_sum(&f.block_sum, &f.launch, COUNT, f.x.view, f.sums.view, &f.error),
        CUSTUB_ERROR_SHARED_TOO_SMALL,
        "block_sum: the launch gives 0 bytes of dynamic shared memory, the kernel needs blockDim.x "
        "* sizeof(float) = 1024 bytes [block_sum.cu:9]");
}

static void refuses_host_pointer(void **state)
{
    static float host[COUNT];
    char message[CUSTUB_MESSAGE_SIZE];
    custub_status status = saxpy(f.x.view, custub_f32_view_at(host, COUNT));

    (void)state;
    if (status == CUSTUB_OK) { /* right if the GPU reads pageable memory */
        succeed(custub_device_synchronize(f.device, &f.error));
        assert_true(host[COUNT - 1] == 2 * (COUNT - 1));
        skip();
    }
    snprintf(message, sizeof(message),
             "saxpy: 'y' is at 0x%llx, which the driver does not know: freed memory, or memory of "
             "the host; the "
             "kernel needs n = 1000 floats (4000 bytes) [saxpy.cu:9]",
             (unsigned long long)(uintptr_t)host);
    refused(status, CUSTUB_ERROR_UNKNOWN_ADDRESS, message);
    y_is_untouched();
}

static void refuses_freed_buffer(void **state)
{
    custub_f32_buffer freed = custub_f32_buffer_create(COUNT, &f.error);
    CUdeviceptr address = freed.view.ptr;
    char message[CUSTUB_MESSAGE_SIZE];

    (void)state;
    succeed(custub_f32_buffer_destroy(&freed, &f.error));
    snprintf(message, sizeof(message),
             "saxpy: 'y' is at 0x%llx, which the driver does not know: freed memory, or memory of "
             "the host; the "
             "kernel needs n = 1000 floats (4000 bytes) [saxpy.cu:9]",
             address);
    refused(saxpy(f.x.view, custub_f32_view_of(address, COUNT)), CUSTUB_ERROR_UNKNOWN_ADDRESS,
            message);
    y_is_untouched();
}

static void refuses_null_buffer(void **state)
{
    (void)state;
    refused(saxpy(custub_f32_view_of(0, COUNT), f.y.view), CUSTUB_ERROR_NULL_POINTER,
            "saxpy: 'x' is null, the kernel needs n = 1000 floats (4000 bytes) [saxpy.cu:8]");
    y_is_untouched();
}

static void refuses_misaligned_buffer(void **state)
{
    char message[CUSTUB_MESSAGE_SIZE];

    (void)state;
    snprintf(
        message, sizeof(message),
        "saxpy: 'y' is at 0x%llx, the kernel needs an address that is a multiple of 4 [saxpy.cu:9]",
        f.y.view.ptr + 2);
    refused(launch_saxpy(&f.saxpy, &f.launch, COUNT - 1, 2, f.x.view,
                         custub_f32_view_of(f.y.view.ptr + 2, COUNT - 1), &f.error),
            CUSTUB_ERROR_MISALIGNED, message);
    y_is_untouched();
}

static void refuses_block_over_the_launch_bounds(void **state)
{
    (void)state;
    f.launch.grid = custub_grid(1, 20, 1);
    f.launch.block = custub_block(512, 1, 1);
    refused(launch_scale(&f.scale, &f.launch, 50, 20, 50, 2, f.y.view, &f.error),
            CUSTUB_ERROR_LAUNCH_BOUNDS,
            "scale: block 512 has 512 threads, the kernel's limit is 256 by its __launch_bounds__ "
            "[scale.cu:9]");
    y_is_untouched();
}

static void opts_in_to_large_shared_memory(void **state)
{
    (void)state;
    f.launch.grid = custub_grid(4, 1, 1);
    f.launch.block = custub_block(256, 1, 1);
    f.launch.shared = 64 * 1024;
    succeed(launch_block_sum(&f.block_sum, &f.launch, COUNT, f.x.view, f.sums.view, &f.error));
    expect_sums();
}

static void refuses_empty_grid(void **state)
{
    (void)state;
    f.launch.grid = custub_grid(0, 1, 1);
    f.launch.block = custub_block(256, 1, 1);
    refused(saxpy(f.x.view, f.y.view), CUSTUB_ERROR_EMPTY_SHAPE,
            "saxpy: grid 0 x block 256 is empty, it needs at least one block and one thread "
            "[saxpy.cu:6]");
    y_is_untouched();
}

/* After a failure even right launches are refused, so that the record keeps the first failure. */
static void refuses_everything_after_a_failure(void **state)
{
    custub_error first;
    float untouched = -5;

    (void)state;
    saxpy(f.x.view, custub_f32_view_of(0, COUNT));
    first = f.error;
    assert_int_equal(first.status, CUSTUB_ERROR_NULL_POINTER);
    assert_int_equal(launch_saxpy(&f.saxpy, &f.launch, COUNT, 2, f.x.view, f.y.view, &f.error),
                     first.status);
    assert_int_equal(custub_f32_upload(f.y.view, &untouched, 1, NULL, &f.error), first.status);
    assert_int_equal(custub_f32_download(f.y.view, &untouched, 1, NULL, &f.error), first.status);
    assert_true(untouched == -5);
    assert_null(prepare_saxpy(&f.saxpy, &f.launch, COUNT, 2, f.x.view, f.y.view, &f.error));
    assert_int_equal(custub_device_synchronize(f.device, &f.error), first.status);
    assert_memory_equal(&f.error, &first, sizeof(first));
    y_is_untouched();
}

static void makes_right_launches(void **state)
{
    int i;
    static int32_t host[2 * COUNT];

    (void)state;
    /* Nothing to do; larger than needed; the middle of an allocation; in place without restrict. */
    succeed(launch_saxpy(&f.saxpy, &f.launch, 0, 2, custub_f32_view_of(0, 0),
                         custub_f32_view_of(0, 0), &f.error));
    succeed(launch_saxpy(&f.saxpy, NULL, COUNT, 2, f.x.view, f.y.view, &f.error));
    expect_saxpy(2);
    succeed(launch_saxpy(
        &f.saxpy, &f.launch, COUNT / 2, 2, custub_f32_view_of(f.x.view.ptr + 4 * 100, COUNT - 100),
        custub_f32_view_of(f.y.view.ptr + 4 * 100, CUSTUB_COUNT_UNKNOWN), &f.error));
    for (i = 0; i < 2 * COUNT; i++)
        host[i] = i;
    succeed(
        custub_i32_upload(f.numbers.view, host, f.numbers.view.count, f.launch.stream, &f.error));
    succeed(launch_reverse_copy(&f.reverse_copy, &f.launch, COUNT, f.numbers.view,
                                custub_i32_view_of(f.numbers.view.ptr + 4 * COUNT, COUNT),
                                &f.error));
    succeed(
        custub_i32_download(f.numbers.view, host, f.numbers.view.count, f.launch.stream, &f.error));
    for (i = 0; i < COUNT; i++)
        assert_int_equal(host[COUNT + i], COUNT - 1 - i);
    /* A block that the occupancy chose and a grid that follows from it, in two dimensions. */
    upload();
    succeed(launch_scale(&f.scale, NULL, 40, 25, 40, 2, f.x.view, &f.error));
    succeed(launch_saxpy(&f.saxpy, NULL, COUNT, 1, f.x.view, f.y.view, &f.error));
    expect_saxpy(2);
    /* No more sums than blocks: 1000 threads in one block of 1024. */
    f.launch.block = custub_block(1024, 1, 1);
    upload();
    succeed(launch_block_sum(&f.block_sum, &f.launch, COUNT, f.x.view,
                             custub_f32_view_of(f.sums.view.ptr, 1), &f.error));
}

static custub_status open_all(void)
{
    f.device = custub_device_open(0, &f.error);
    f.saxpy = saxpy_load(&f.error);
    f.scale = scale_load(&f.error);
    f.block_sum = block_sum_load(&f.error);
    f.reverse_copy = reverse_copy_load(&f.error);
    f.x = custub_f32_buffer_create(COUNT, &f.error);
    f.y = custub_f32_buffer_create(COUNT, &f.error);
    f.sums = custub_f32_buffer_create(4, &f.error);
    f.numbers = custub_i32_buffer_create(2 * COUNT, &f.error);
    return f.error.status;
}

static custub_status close_all(void)
{
    fresh(&f.error);
    custub_i32_buffer_destroy(&f.numbers, &f.error);
    custub_f32_buffer_destroy(&f.sums, &f.error);
    custub_f32_buffer_destroy(&f.y, &f.error);
    custub_f32_buffer_destroy(&f.x, &f.error);
    reverse_copy_unload(&f.reverse_copy, &f.error);
    block_sum_unload(&f.block_sum, &f.error);
    scale_unload(&f.scale, &f.error);
    saxpy_unload(&f.saxpy, &f.error);
    return custub_device_close(f.device, &f.error);
}

#define FAULT(test) cmocka_unit_test_setup_teardown(test, set_up, context_is_usable)

int main(void)
{
    const struct CMUnitTest tests[] = {
        FAULT(refuses_buffer_one_element_short),
        FAULT(refuses_view_one_element_short),
        FAULT(converts_double_to_float),
        FAULT(refuses_overlapping_restrict_buffers),
        FAULT(refuses_grid_that_covers_half),
        FAULT(refuses_two_dimensional_grid_for_one_dimensional_kernel),
        FAULT(refuses_buffer_far_too_short),
        FAULT(fills_in_forgotten_shared_memory),
        FAULT(refuses_missing_shared_memory),
        FAULT(refuses_host_pointer),
        FAULT(refuses_freed_buffer),
        FAULT(refuses_null_buffer),
        FAULT(refuses_misaligned_buffer),
        FAULT(refuses_block_over_the_launch_bounds),
        FAULT(opts_in_to_large_shared_memory),
        FAULT(refuses_empty_grid),
        FAULT(refuses_everything_after_a_failure),
        FAULT(makes_right_launches),
    };
    custub_status status = open_all();
    int failures;

    if (status == CUSTUB_ERROR_DRIVER_NOT_FOUND || status == CUSTUB_ERROR_NO_DEVICE) {
        printf("skipped: %s\n", f.error.message);
        return SKIPPED;
    }
    if (status != CUSTUB_OK) {
        printf("%s: %s\n", custub_status_name(status), f.error.message);
        return EXIT_FAILURE;
    }
    printf("on %s, driver %s %d\n", custub_device_name(f.device), custub_driver_name(),
           custub_driver_version());
    failures = cmocka_run_group_tests(tests, NULL, NULL);
    if (close_all() != CUSTUB_OK) {
        printf("%s\n", f.error.message);
        return EXIT_FAILURE;
    }
    return failures;
}

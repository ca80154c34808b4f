/* Prepared launches: checked once, launched often, changed through the same checks. */
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
static custub_kernel kernels[SAMPLE_COUNT];
static custub_prepared *prepared;

static int start(void **state)
{
    (void)state;
    recording_reset();
    if (custub_driver_open(CUSTUB_DRIVER_DEFAULT, NULL))
        return 1;
    library = sample_load(kernels);
    recording_add_range(X, 4000, false);
    recording_add_range(Y, 4000, false);
    memset(&error, 0, sizeof(error));
    launch = custub_launch_of(4, 256);
    prepared = NULL;
    return 0;
}

static int stop(void **state)
{
    (void)state;
    custub_prepared_destroy(prepared);
    custub_library_close(library, NULL);
    return recording_alive() != 0;
}

static custub_argument floats(CUdeviceptr ptr, uint64_t count)
{
    return custub_argument_buffer(CUSTUB_SCALAR_F32, ptr, count);
}

static custub_status prepare_saxpy(uint64_t n)
{
    custub_argument arguments[] = {custub_argument_u64(n), custub_argument_f32(2), floats(X, n),
                                   floats(Y, n)};

    prepared = custub_kernel_prepare(&kernels[SAXPY], &launch, ARRAY, arguments, fresh(&error));
    assert_int_equal(prepared != NULL, error.status == CUSTUB_OK);
    return error.status;
}

static custub_status prepare_one(int kernel, custub_argument argument)
{
    prepared = custub_kernel_prepare(&kernels[kernel], &launch, 1, &argument, fresh(&error));
    assert_int_equal(prepared != NULL, error.status == CUSTUB_OK);
    return error.status;
}

static void launches(void)
{
    recording_clear_log();
    assert_int_equal(custub_prepared_launch(prepared, fresh(&error)), CUSTUB_OK);
    assert_string_equal(error.message, "");
    assert_int_equal(recording_launch_count(), 1);
}

static void refused(custub_status found, custub_status status, const char *message)
{
    assert_string_equal(error.message, message);
    assert_int_equal(found, status);
}

/* The 64-bit parameter at an offset, as the kernel of the last launch would see it. */
static uint64_t seen(size_t offset)
{
    uint64_t value;

    memcpy(&value, recording_last_launch()->parameters + offset, sizeof(value));
    return value;
}

static void generated_functions_prepare_what_they_would_launch(void **state)
{
    size_t n = 1000;
    float a = 1.5f;
    custub_need needs[2] = {{X, 1000, 0}, {Y, 1000, 0}};
    void *arguments[] = {&n, &a, &needs[0].ptr, &needs[1].ptr};
    const recording_launch *last = recording_last_launch();

    (void)state;
    prepared = custub_call_prepare(&kernels[SAXPY], &launch, arguments, needs,
                                   (CUstream)(uintptr_t)2, fresh(&error));
    assert_non_null(prepared);
    assert_int_equal(recording_launch_count(), 0);
    n = 0; /* the values were copied */
    needs[0].ptr = needs[1].ptr = 0;
    launches();
    assert_int_equal(recording_call_count(), 1); /* the driver is asked nothing else */
    assert_string_equal(last->kernel, "saxpy");
    assert_int_equal(seen(0), 1000);
    assert_int_equal(seen(16), X);
    assert_int_equal(seen(24), Y);
    assert_int_equal(last->grid[0], 4);
    assert_int_equal(last->grid[1], 1);
    assert_int_equal(last->block[0], 256);
    assert_int_equal(last->block[2], 1);
    assert_ptr_equal(last->stream, (void *)(uintptr_t)2);
    assert_false(last->extended);
}

static void preparing_checks_like_launching(void **state)
{
    (void)state;
    launch.grid = custub_grid(3, 1, 1);
    refused(prepare_saxpy(1000), CUSTUB_ERROR_COVERAGE,
            "saxpy: grid 3 x block 256 covers 768 threads in x, the kernel needs n = 1000 "
            "[sample.cu:12]");
    assert_null(prepared);
    launch = custub_launch_of(8, 256);
    refused(prepare_saxpy(1001), CUSTUB_ERROR_BUFFER_TOO_SMALL,
            "saxpy: 'x' has 4000 bytes at this address, the kernel needs n = 1001 floats (4004 "
            "bytes) [sample.cu:14]");
    assert_null(prepared);
    launch.check = CUSTUB_CHECK_CONTRACT;
    assert_int_equal(prepare_saxpy(1001), CUSTUB_OK);
}

static void what_cannot_be_prepared_is_refused(void **state)
{
    custub_kernel absent = kernels[TILE];
    custub_argument arguments[] = {custub_argument_f32(1)};

    (void)state;
    assert_null(custub_kernel_prepare(NULL, &launch, 0, NULL, fresh(&error)));
    refused(
        error.status, CUSTUB_ERROR_INVALID_ARGUMENT,
        "the kernel is not loaded: call the generated load function first, and see if it failed");
    absent.function = NULL;
    assert_null(custub_kernel_prepare(&absent, &launch, 1, arguments, fresh(&error)));
    assert_int_equal(error.status, CUSTUB_ERROR_KERNEL_ABSENT);
    assert_null(custub_kernel_prepare(&kernels[TILE], &launch, ARRAY, arguments, fresh(&error)));
    assert_int_equal(error.status, CUSTUB_ERROR_ARGUMENT_KIND);
    assert_null(custub_kernel_prepare(&kernels[TILE], &launch, ARRAY, arguments, NULL));
    launch.attribute_count = 65;
    launch.attributes = arguments;
    refused(prepare_saxpy(1), CUSTUB_ERROR_INVALID_ARGUMENT,
            "saxpy: 65 launch attributes, at most 64 are possible [sample.cu:12]");
    launch.attributes = NULL;
    refused(prepare_saxpy(1), CUSTUB_ERROR_INVALID_ARGUMENT,
            "saxpy: 65 launch attributes at a null address [sample.cu:12]");
    refused(custub_prepared_launch(NULL, fresh(&error)), CUSTUB_ERROR_INVALID_ARGUMENT,
            "a prepared launch is null: preparing it failed");
    assert_int_equal(custub_prepared_set(NULL, 0, arguments, NULL), CUSTUB_ERROR_INVALID_ARGUMENT);
    custub_prepared_destroy(NULL);
}

static void large_shared_memory_is_opted_in_to_when_preparing(void **state)
{
    (void)state;
    launch.shared = 100000;
    assert_int_equal(prepare_one(DYNAMIC, floats(0, 0)), CUSTUB_OK);
    assert_int_equal(recording_opted_in("dynamic", 0), 100000);
    launches();
    assert_int_equal(recording_last_launch()->shared, 100000);
    assert_int_equal(recording_call_count(), 1);
}

static void extended_launches_are_prepared_whole(void **state)
{
    struct {
        int id;
        int padding;
        unsigned int value[16];
    } own = {8, 0, {5}};
    custub_argument arguments[] = {custub_argument_i32(8),
                                   custub_argument_buffer(CUSTUB_SCALAR_I32, X, 8)};
    const recording_launch *last = recording_last_launch();

    (void)state;
    launch.cluster.x = 2;
    launch.attributes = &own;
    launch.attribute_count = 1;
    prepared = custub_kernel_prepare(&kernels[TOGETHER], &launch, ARRAY, arguments, fresh(&error));
    assert_non_null(prepared);
    own.id = 99; /* they were copied */
    launches();
    assert_int_equal(recording_call_count(), 1);
    assert_true(last->extended);
    assert_int_equal(last->attribute_count, 3);
    assert_int_equal(last->attribute_ids[0], 8);
    assert_int_equal(last->attribute_values[0][0], 5);
    assert_int_equal(last->attribute_ids[1], 2); /* cooperative */
    assert_int_equal(last->attribute_ids[2], 4); /* cluster */
    assert_int_equal(last->attribute_values[2][0], 2);
    assert_int_equal(last->grid[0], 4);
    /* A change uses them, too. */
    arguments[0] = custub_argument_i32(7);
    assert_int_equal(custub_prepared_set(prepared, 0, arguments, fresh(&error)), CUSTUB_OK);
    launches();
    assert_int_equal(last->attribute_count, 3);
    assert_int_equal(last->attribute_ids[0], 8);
    recording_fail("cuLaunchKernelEx", 1, 700);
    refused(custub_prepared_launch(prepared, fresh(&error)), CUSTUB_ERROR_DRIVER,
            "together: cuLaunchKernelEx: CUDA_ERROR_ILLEGAL_ADDRESS (700): as recorded; the "
            "context is dead; CUSTUB_SYNC=1 tells which launch did it; launching "
            "grid 4 x block 256 with 0 bytes of dynamic shared memory [sample.cu:72]");
}

static void failing_launch_is_reported(void **state)
{
    (void)state;
    assert_int_equal(prepare_saxpy(1000), CUSTUB_OK);
    recording_fail("cuLaunchKernel", 1, 700);
    refused(custub_prepared_launch(prepared, fresh(&error)), CUSTUB_ERROR_DRIVER,
            "saxpy: cuLaunchKernel: CUDA_ERROR_ILLEGAL_ADDRESS (700): as recorded; the context is "
            "dead; CUSTUB_SYNC=1 tells which launch did it; launching grid "
            "4 x block 256 with 0 bytes of dynamic shared memory [sample.cu:12]");
    assert_int_equal(error.driver_result, 700);
    recording_fail("cuLaunchKernel", 1, 700);
    assert_int_equal(custub_prepared_launch(prepared, NULL), CUSTUB_ERROR_DRIVER);
    launches();
}

/* --- Changing ---- */

static custub_status set(uint32_t index, custub_argument argument)
{
    recording_clear_log();
    return custub_prepared_set(prepared, index, &argument, fresh(&error));
}

static void changed_argument_is_launched(void **state)
{
    (void)state;
    assert_int_equal(prepare_saxpy(1000), CUSTUB_OK);
    assert_int_equal(set(0, custub_argument_i32(500)), CUSTUB_OK);
    launches();
    assert_int_equal(seen(0), 500);
    assert_int_equal(set(2, floats(X + 2000, 500)), CUSTUB_OK);
    launches();
    assert_int_equal(seen(16), X + 2000);
    assert_int_equal(seen(24), Y);
}

static void change_that_breaks_the_contract_leaves_the_old_value(void **state)
{
    (void)state;
    assert_int_equal(prepare_saxpy(1000), CUSTUB_OK);
    refused(set(0, custub_argument_u64(1001)), CUSTUB_ERROR_COUNT_TOO_SMALL,
            "saxpy: 'x' has a count of 1000 floats, the kernel needs n = 1001 floats (4004 bytes) "
            "[sample.cu:14]");
    refused(set(2, floats(X + 4, 1000)), CUSTUB_ERROR_BUFFER_TOO_SMALL,
            "saxpy: 'x' has 3996 bytes at this address, the kernel needs n = 1000 floats (4000 "
            "bytes) [sample.cu:14]");
    refused(set(3, floats(X, 1000)), CUSTUB_ERROR_OVERLAP,
            "saxpy: 'y' (4000 bytes at 0x7f0000000000) overlaps 'x' (4000 bytes at "
            "0x7f0000000000) by 4000 bytes; the kernel writes 'y' and declares 'x' __restrict__ "
            "[sample.cu:15]");
    refused(set(1, custub_argument_i32(1)), CUSTUB_ERROR_ARGUMENT_KIND,
            "saxpy: 'a' is of type float, the argument is a scalar of type int32_t [sample.cu:13]");
    refused(set(0, custub_argument_i32(-1)), CUSTUB_ERROR_ARGUMENT_RANGE,
            "saxpy: 'n' is of type size_t, which cannot hold -1 [sample.cu:13]");
    refused(set(4, custub_argument_i32(1)), CUSTUB_ERROR_ARGUMENT_COUNT,
            "saxpy: there is no parameter 4: the kernel has 4, counted from 0 [sample.cu:12]");
    assert_int_equal(custub_prepared_set(prepared, 0, NULL, NULL), CUSTUB_ERROR_INVALID_ARGUMENT);
    launches();
    assert_int_equal(seen(0), 1000);
    assert_int_equal(seen(16), X);
    assert_int_equal(seen(24), Y);
    /* The old values are all there: a change that is valid with them succeeds. */
    assert_int_equal(set(0, custub_argument_u64(999)), CUSTUB_OK);
    assert_int_equal(set(2, floats(X + 4, 999)), CUSTUB_OK);
}

static void only_what_changed_is_looked_up(void **state)
{
    (void)state;
    assert_int_equal(prepare_saxpy(1000), CUSTUB_OK);
    assert_int_equal(set(1, custub_argument_f32(7)), CUSTUB_OK);
    assert_int_equal(recording_calls_of("cuMemGetAddressRange_v2"), 0);
    assert_int_equal(set(2, floats(X, 1001)), CUSTUB_OK);
    assert_int_equal(recording_calls_of("cuMemGetAddressRange_v2"), 1);
    assert_int_equal(set(0, custub_argument_u64(10)), CUSTUB_OK); /* both needs */
    assert_int_equal(recording_calls_of("cuMemGetAddressRange_v2"), 2);
    recording_remove_range(Y);
    assert_int_equal(set(2, floats(X + 4, 10)), CUSTUB_OK);
    assert_int_equal(set(0, custub_argument_u64(9)), CUSTUB_ERROR_UNKNOWN_ADDRESS);
}

static void shape_that_was_not_given_follows_the_arguments(void **state)
{
    (void)state;
    launch.grid = custub_launch_default().grid;
    assert_int_equal(prepare_saxpy(1000), CUSTUB_OK);
    launches();
    assert_int_equal(recording_last_launch()->grid[0], 4);
    assert_int_equal(set(0, custub_argument_u64(500)), CUSTUB_OK);
    launches();
    assert_int_equal(recording_last_launch()->grid[0], 2);
    assert_int_equal(set(0, custub_argument_u64(2000)), CUSTUB_ERROR_COUNT_TOO_SMALL);
    launches();
    assert_int_equal(recording_last_launch()->grid[0], 2);
}

static void several_arguments_change_together(void **state)
{
    const uint32_t indices[] = {2, 3};
    custub_argument swapped[] = {floats(Y, 1000), floats(X, 1000)};

    (void)state;
    assert_int_equal(prepare_saxpy(1000), CUSTUB_OK);
    assert_int_equal(set(2, swapped[0]), CUSTUB_ERROR_OVERLAP);
    assert_int_equal(custub_prepared_set_all(prepared, 2, indices, swapped, fresh(&error)),
                     CUSTUB_OK);
    launches();
    assert_int_equal(seen(16), Y);
    assert_int_equal(seen(24), X);
    swapped[1].count = 999; /* all or none */
    swapped[0] = floats(Y + 4, 999);
    assert_int_equal(custub_prepared_set_all(prepared, 2, indices, swapped, fresh(&error)),
                     CUSTUB_ERROR_COUNT_TOO_SMALL);
    launches();
    assert_int_equal(seen(16), Y);
}

static void stream_can_be_set(void **state)
{
    CUstream stream = (CUstream)(void *)&launch;

    (void)state;
    assert_int_equal(prepare_saxpy(1000), CUSTUB_OK);
    assert_int_equal(custub_prepared_set_stream(prepared, stream, fresh(&error)), CUSTUB_OK);
    launches();
    assert_ptr_equal(recording_last_launch()->stream, stream);
    recording_remove_range(X);
    assert_int_equal(custub_prepared_set_stream(prepared, NULL, fresh(&error)),
                     CUSTUB_ERROR_UNKNOWN_ADDRESS);
    launches();
    assert_ptr_equal(recording_last_launch()->stream, stream);
    recording_add_range(X, 4000, false);
    assert_int_equal(custub_prepared_set_stream(prepared, NULL, fresh(&error)), CUSTUB_OK);
    launches();
    assert_null(recording_last_launch()->stream);
}

/* --- The end ---- */

static void launch_after_the_unload_is_refused(void **state)
{
    custub_prepared *others[2] = {NULL, NULL};
    custub_argument n = custub_argument_u64(1);

    (void)state;
    assert_int_equal(prepare_saxpy(10), CUSTUB_OK);
    others[0] = prepared;
    assert_int_equal(prepare_saxpy(11), CUSTUB_OK);
    others[1] = prepared;
    assert_int_equal(prepare_saxpy(12), CUSTUB_OK);
    custub_prepared_destroy(others[1]); /* from the middle of the library's list */
    custub_library_close(library, NULL);
    library = NULL;
    refused(custub_prepared_launch(prepared, fresh(&error)), CUSTUB_ERROR_KERNEL_ABSENT,
            "saxpy: the kernel was unloaded after the launch was prepared [sample.cu:12]");
    assert_int_equal(custub_prepared_launch(others[0], NULL), CUSTUB_ERROR_KERNEL_ABSENT);
    assert_int_equal(custub_prepared_set(prepared, 0, &n, NULL), CUSTUB_ERROR_KERNEL_ABSENT);
    assert_int_equal(custub_prepared_set_stream(prepared, NULL, NULL), CUSTUB_ERROR_KERNEL_ABSENT);
    assert_int_equal(recording_launch_count(), 0);
    custub_prepared_destroy(others[0]);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, start, stop)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(generated_functions_prepare_what_they_would_launch),
        TEST(preparing_checks_like_launching),
        TEST(what_cannot_be_prepared_is_refused),
        TEST(large_shared_memory_is_opted_in_to_when_preparing),
        TEST(extended_launches_are_prepared_whole),
        TEST(failing_launch_is_reported),
        TEST(changed_argument_is_launched),
        TEST(change_that_breaks_the_contract_leaves_the_old_value),
        TEST(only_what_changed_is_looked_up),
        TEST(shape_that_was_not_given_follows_the_arguments),
        TEST(several_arguments_change_together),
        TEST(stream_can_be_set),
        TEST(launch_after_the_unload_is_refused),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}

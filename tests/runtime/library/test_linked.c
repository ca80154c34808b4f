/* Kernels that nvcc compiled into the program, with a fake CUDA runtime. */
#include <custub/custub.h>
#include <custub/global.h>

#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "fresh_error.h"
#include "recording_driver.h"
#include "sample_library.h"

#define X ((CUdeviceptr)1 << 40) /* addresses, far apart */
#define Y ((CUdeviceptr)1 << 50)

int cuLibraryGetKernel(void **kernel, void *library, const char *name);
int cuKernelSetAttribute(int attribute, int value, void *kernel, int device);

/* --- The CUDA runtime ------------------------------------------------------------------------- */

static _Thread_local int last_error; /* cudaGetLastError() */
static _Thread_local int thread_device;
static int find_error, device_error, start_error; /* what the calls answer; 0: they work */
static int starts;

static const char host[SAMPLE_COUNT]; /* the addresses of the host's functions */
static const void *functions[SAMPLE_COUNT];

static int answer(int error)
{
    if (error)
        last_error = error;
    return error;
}

static int find(void **handle, const void *function)
{
    size_t index = (size_t)((const char *)function - host);
    const void *image[] = {"an image"};

    *handle = &starts; /* not a kernel, if this fails */
    if (find_error)
        return answer(find_error);
    return answer(cuLibraryGetKernel(handle, image, sample_library.kernels[index].symbol));
}

static int get_device(int *device)
{
    *device = thread_device;
    return answer(device_error);
}

static int start_device(int device)
{
    starts++;
    if (!start_error) {
        recording_use_device(device);
        recording_programmed()->context_is_destroyed = false;
    }
    return answer(start_error);
}

static const char *text_of(int error)
{
    return error == 209 ? "no kernel image" : "as made up";
}

static custub_linked linked = {&sample_library, functions, find, get_device,
                               start_device,    text_of,   false};

/* --- Each test ------------------------------------------------------------------------------- */

static custub_error error;
static sample_kernels loaded;
static custub_kernel *const kernels = loaded.kernel;
static custub_launch launch;

static int begin(void **state)
{
    (void)state;
    recording_reset();
    recording_programmed()->device_count = 2;
    recording_describe(&sample_library, NULL);
    recording_use_device(0);
    error = custub_error_none();
    launch = custub_launch_of(1, 32);
    recording_add_range(X, 28, false);
    recording_add_range(Y, 28, false);
    find_error = device_error = start_error = starts = last_error = thread_device = 0;
    linked.in_context = false;
    for (size_t i = 0; i < SAMPLE_COUNT; i++)
        functions[i] = &host[i];
    return (int)custub_driver_open(CUSTUB_DRIVER_DEFAULT, NULL);
}

static int nothing_is_left(void **state)
{
    (void)state;
    return recording_alive() != 0;
}

static custub_status load(void)
{
    return custub_library_load_linked(&loaded, sizeof(loaded), sample_library.fingerprint, &linked,
                                      fresh(&error));
}

static void unload(void)
{
    assert_int_equal(custub_library_unload(&loaded, sizeof(loaded), fresh(&error)), CUSTUB_OK);
}

static custub_status saxpy(void)
{
    return sample_launch_saxpy(kernels, &launch, 7, 1, custub_f32_view_of(X, 7),
                               custub_f32_view_of(Y, 7), fresh(&error));
}

static void launches_the_programs_own_kernels(void **state)
{
    (void)state;
    assert_int_equal(load(), CUSTUB_OK);
    assert_true(custub_library_signatures_checked(loaded.library));
    assert_int_equal(saxpy(), CUSTUB_OK);
    assert_string_equal(recording_last_launch()->kernel, "saxpy");
    unload();
    assert_int_equal(recording_calls_of("cuLibraryLoadData"), 0);
    assert_int_equal(recording_calls_of("cuLibraryUnload"), 0);
    assert_int_equal(starts, 0);
    assert_int_equal(saxpy(), CUSTUB_ERROR_KERNEL_ABSENT);
}

static void compares_signatures(void **state)
{
    (void)state;
    recording_change_param("saxpy", 1, 8, 8);
    assert_int_equal(load(), CUSTUB_ERROR_SIGNATURE_MISMATCH);
    assert_string_equal(error.parameter, "a");
}

static void refuses_another_header(void **state)
{
    (void)state;
    assert_int_equal(custub_library_load_linked(&loaded, sizeof(loaded), 1, &linked, fresh(&error)),
                     CUSTUB_ERROR_HEADER_MISMATCH);
    assert_int_equal(custub_library_load_linked(&loaded, sizeof(loaded), 1, NULL, fresh(&error)),
                     CUSTUB_ERROR_INVALID_ARGUMENT);
}

static void leaves_the_programs_last_error(void **state)
{
    (void)state;
    last_error = 2; /* the program's own */
    find_error = 209;
    assert_int_equal(load(), CUSTUB_ERROR_NO_IMAGE);
    assert_string_equal(
        error.message,
        "saxpy: the program has no code of the kernel for Recording device 0 (compute "
        "capability 9.0, driver for CUDA 13.0): no kernel image (error 209 of the "
        "CUDA runtime); compile sample.cu for it [sample.cu:12]");
    assert_int_equal(last_error, 2);
    assert_null(loaded.library);
    assert_null(kernels[SAXPY].function);
    recording_use_device(-1);
    device_error = 35;
    assert_int_equal(load(), CUSTUB_ERROR_DRIVER);
    assert_string_equal(error.message,
                        "sample.cu: the CUDA runtime that the program is linked with "
                        "does not start: as made up (error 35)");
    device_error = 0;
    start_error = 46;
    assert_int_equal(load(), CUSTUB_ERROR_DRIVER);
    assert_int_equal(last_error, 2);
}

static void says_that_the_kernels_are_for_other_devices(void **state)
{
    (void)state;
    recording_fail("cuKernelGetFunction", 1, 209);
    assert_int_equal(load(), CUSTUB_ERROR_NO_IMAGE);
    assert_string_equal(error.driver_call, "cuKernelGetFunction");
    assert_int_equal(error.driver_result, 209);
}

static void makes_the_context_of_the_threads_device(void **state)
{
    (void)state;
    recording_use_device(-1);
    thread_device = 1;
    assert_int_equal(load(), CUSTUB_OK);
    assert_int_equal(starts, 1);
    assert_ptr_equal(recording_current_context(), recording_context(1));
    assert_int_equal(saxpy(), CUSTUB_OK);
    unload();
}

/* Like a launch with <<<>>>. */
static void launches_on_a_new_thread(void **state)
{
    static const custub_check levels[] = {CUSTUB_CHECK_WHOLE, CUSTUB_CHECK_CONTRACT,
                                          CUSTUB_CHECK_NONE};

    (void)state;
    assert_int_equal(load(), CUSTUB_OK);
    for (size_t i = 0; i < sizeof(levels) / sizeof(levels[0]); i++) {
        recording_use_device(-1);
        launch.check = levels[i];
        assert_int_equal(saxpy(), CUSTUB_OK);
        assert_ptr_equal(recording_current_context(), recording_context(0));
    }
    recording_use_device(-1);
    launch = custub_launch_default();
    assert_int_equal(saxpy(), CUSTUB_OK);
    recording_use_device(-1);
    start_error = 46;
    launch.check = CUSTUB_CHECK_NONE;
    assert_int_equal(saxpy(), CUSTUB_ERROR_DRIVER);
    unload();
}

static void a_kernel_may_be_absent(void **state)
{
    (void)state;
    functions[SAXPY] = NULL;
    assert_int_equal(load(), CUSTUB_OK);
    assert_int_equal(saxpy(), CUSTUB_ERROR_KERNEL_ABSENT);
    unload();
    memset(functions, 0, sizeof(functions));
    assert_int_equal(load(), CUSTUB_OK);
    unload();
}

/* With cudaFuncSetAttribute(). */
static void opts_in_again_if_the_program_lowered_shared_memory(void **state)
{
    custub_argument argument = custub_argument_buffer(CUSTUB_SCALAR_F32, X, 7);

    (void)state;
    assert_int_equal(load(), CUSTUB_OK);
    launch.shared = 100000;
    for (unsigned i = 1; i <= 2; i++) {
        assert_int_equal(
            custub_kernel_launch(&kernels[DYNAMIC], &launch, 1, &argument, fresh(&error)),
            CUSTUB_OK);
        assert_int_equal(recording_launch_count(), i);
        assert_int_equal(recording_calls_of("cuKernelSetAttribute"), 2 * i - 1);
        cuKernelSetAttribute(8, 60000, kernels[DYNAMIC].function, 0);
        recording_fail("cuLaunchKernel", 1, 1);
    }
    unload();
}

static void prepared_launches_opt_in_again(void **state)
{
    custub_argument argument = custub_argument_buffer(CUSTUB_SCALAR_F32, X, 7);
    custub_prepared *prepared;

    (void)state;
    assert_int_equal(load(), CUSTUB_OK);
    launch.shared = 100000;
    prepared = custub_kernel_prepare(&kernels[DYNAMIC], &launch, 1, &argument, fresh(&error));
    assert_non_null(prepared);
    cuKernelSetAttribute(8, 60000, kernels[DYNAMIC].function, 0);
    recording_fail("cuLaunchKernel", 1, 1);
    assert_int_equal(custub_prepared_launch(prepared, &error), CUSTUB_OK);
    assert_int_equal(recording_launch_count(), 1);
    assert_int_equal(recording_calls_of("cuKernelSetAttribute"), 3);
    custub_prepared_destroy(prepared);
    unload();
}

/* cudaDeviceReset() on this thread: its context stays current, and every call answers 709. */
static void starts_the_cuda_runtime_again_after_a_reset(void **state)
{
    static const custub_check levels[] = {CUSTUB_CHECK_WHOLE, CUSTUB_CHECK_CONTRACT,
                                          CUSTUB_CHECK_NONE};
    custub_kernel *const pair = &kernels[PAIR];
    custub_argument argument = custub_argument_i64(7);

    (void)state;
    recording_programmed()->context_id = 5;
    recording_programmed()->context_is_destroyed = true;
    assert_int_equal(load(), CUSTUB_OK);
    assert_int_equal(starts, 1);
    for (int i = 0; i < 3; i++) {
        launch.check = levels[i];
        recording_programmed()->context_is_destroyed = true;
        assert_int_equal(saxpy(), CUSTUB_OK);
        assert_int_equal(starts, 2 * i + 2);
        recording_programmed()->context_is_destroyed = true;
        launch.grid = custub_grid(2, 1, 1);
        assert_int_equal(custub_kernel_launch(pair, &launch, 1, &argument, fresh(&error)),
                         CUSTUB_OK);
        launch.grid = custub_grid(1, 1, 1);
        assert_int_equal(starts, 2 * i + 3);
    }
    unload();
}

static void has_the_programs_variables(void **state)
{
    static float weights[4];
    custub_memory memory;

    (void)state;
    recording_add_global("weights", weights, sizeof(weights));
    assert_int_equal(load(), CUSTUB_OK);
    memory = custub_global_memory(loaded.library, "weights", 4, sizeof(float), fresh(&error));
    assert_int_equal(memory.ptr, (uintptr_t)weights);
    unload();
}

/* A toolkit before 12.1 has only cudaGetFuncBySymbol(). */
static void functions_are_bound_to_their_context(void **state)
{
    (void)state;
    linked.in_context = true;
    assert_int_equal(load(), CUSTUB_OK);
    assert_true(custub_library_signatures_checked(loaded.library));
    assert_int_equal(saxpy(), CUSTUB_OK);
    recording_use_device(1);
    launch.check = CUSTUB_CHECK_WHOLE;
    assert_int_equal(saxpy(), CUSTUB_ERROR_WRONG_CONTEXT);
    assert_string_equal(
        error.message,
        "saxpy: another context is current: with the CUDA runtime of this program (12.1 has no "
        "such limit) the kernels run only in the context that was current when they were loaded "
        "[sample.cu:12]");
    recording_use_device(0);
    unload();
    assert_int_equal(recording_calls_of("cuModuleUnload"), 0);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, begin, nothing_is_left)
    const struct CMUnitTest tests[] = {
        TEST(launches_the_programs_own_kernels),
        TEST(compares_signatures),
        TEST(refuses_another_header),
        TEST(leaves_the_programs_last_error),
        TEST(says_that_the_kernels_are_for_other_devices),
        TEST(makes_the_context_of_the_threads_device),
        TEST(launches_on_a_new_thread),
        TEST(a_kernel_may_be_absent),
        TEST(opts_in_again_if_the_program_lowered_shared_memory),
        TEST(prepared_launches_opt_in_again),
        TEST(starts_the_cuda_runtime_again_after_a_reset),
        TEST(has_the_programs_variables),
        TEST(functions_are_bound_to_their_context),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* The CPU driver returns the same errors for misuse as the CUDA driver. */
#include "cpu_harness.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static CUresult load(const void *image)
{
    CUlibrary library = NULL;

    return cu.cuLibraryLoadData(&library, image, NULL, NULL, 0, NULL, NULL, 0);
}

/* --- Before cuInit -------------------------------------------------------------------------------
 */

static void refuses_everything_before_init(void **state)
{
    int number;
    const char *text;
    CUcontext context;
    CUdeviceptr address;

    (void)state;
    harness_open_driver();
    assert_int_equal(cu.cuDeviceGetCount(&number), CUDA_ERROR_NOT_INITIALIZED);
    assert_int_equal(cu.cuDeviceGet(&number, 0), CUDA_ERROR_NOT_INITIALIZED);
    assert_int_equal(cu.cuDevicePrimaryCtxRetain(&context, 0), CUDA_ERROR_NOT_INITIALIZED);
    assert_int_equal(cu.cuCtxGetCurrent(&context), CUDA_ERROR_NOT_INITIALIZED);
    assert_int_equal(cu.cuMemAlloc_v2(&address, 4), CUDA_ERROR_NOT_INITIALIZED);
    assert_int_equal(load("x"), CUDA_ERROR_NOT_INITIALIZED);
    assert_success(cu.cuDriverGetVersion(&number));
    assert_int_equal(number, 13000);
    assert_success(cu.cuGetErrorName(CUDA_ERROR_INVALID_IMAGE, &text));
    assert_string_equal(text, "CUDA_ERROR_INVALID_IMAGE");
    assert_success(cu.cuGetErrorString(CUDA_ERROR_ILLEGAL_ADDRESS, &text));
    assert_string_equal(text, "an illegal memory access was encountered");
    assert_int_equal(cu.cuGetErrorName(12345, &text), CUDA_ERROR_INVALID_VALUE);
    assert_null(text);
    assert_int_equal(cu.cuInit(1), CUDA_ERROR_INVALID_VALUE);
}

static void *use_without_context(void *failures)
{
    int *count = failures;
    CUdeviceptr address = 0;
    CUcontext context = (CUcontext)(uintptr_t)1;
    CUmodule module;

    *count += cu.cuMemAlloc_v2(&address, 4) != CUDA_ERROR_INVALID_CONTEXT;
    *count += cu.cuCtxSynchronize() != CUDA_ERROR_INVALID_CONTEXT;
    *count += cu.cuMemGetAddressRange_v2(NULL, NULL, 0) != CUDA_ERROR_INVALID_CONTEXT;
    *count += cu.cuStreamSynchronize(NULL) != CUDA_ERROR_INVALID_CONTEXT;
    *count += harness_launch(NULL, 1, 1, 0, NULL) != CUDA_ERROR_INVALID_CONTEXT;
    *count += cu.cuModuleLoadData(&module, "x") != CUDA_ERROR_INVALID_CONTEXT;
    *count += cu.cuCtxPopCurrent_v2(&context) != CUDA_ERROR_INVALID_CONTEXT;
    *count += cu.cuCtxGetCurrent(&context) != CUDA_SUCCESS;
    *count += context != NULL;
    return NULL;
}

static void refuses_without_a_current_context(void **state)
{
    pthread_t thread;
    int failures = 0;

    (void)state;
    assert_int_equal(pthread_create(&thread, NULL, use_without_context, &failures), 0);
    pthread_join(thread, NULL);
    assert_int_equal(failures, 0);
}

/* --- Captures ------------------------------------------------------------------------------------
 */

/* It would become an event wait node, which this driver does not serve. */
static void refuses_to_capture_an_external_wait(void **state)
{
    CUstream stream;
    CUevent event;
    CUgraph graph;

    (void)state;
    assert_success(cu.cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING));
    assert_success(cu.cuEventCreate(&event, CU_EVENT_DISABLE_TIMING));
    assert_success(cu.cuStreamBeginCapture_v2(stream, CU_STREAM_CAPTURE_MODE_RELAXED));
    assert_int_equal(cu.cuStreamWaitEvent(stream, event, CU_EVENT_WAIT_EXTERNAL),
                     CUDA_ERROR_NOT_SUPPORTED);
    assert_success(cu.cuStreamEndCapture(stream, &graph));
    assert_success(cu.cuGraphDestroy(graph));
    assert_success(cu.cuEventDestroy_v2(event));
    assert_success(cu.cuStreamDestroy_v2(stream));
}

/* --- Devices and contexts ------------------------------------------------------------------------
 */

static void has_one_device_with_cuda_limits(void **state)
{
    static const int expected[][2] = {{CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK, 1024},
                                      {CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_Z, 64},
                                      {CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_X, 2147483647},
                                      {CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_Y, 65535},
                                      {CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK, 49152},
                                      {CU_DEVICE_ATTRIBUTE_WARP_SIZE, 32},
                                      {CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, 9},
                                      {76 /* minor */, 0},
                                      {88 /* pageable memory access */, 0},
                                      {CU_DEVICE_ATTRIBUTE_COOPERATIVE_LAUNCH, 1},
                                      {120 /* cluster launch */, 0}};
    char name[64];
    int value;
    size_t bytes = 0;

    (void)state;
    assert_success(cu.cuDeviceGetCount(&value));
    assert_int_equal(value, 1);
    assert_int_equal(cu.cuDeviceGet(&value, 1), CUDA_ERROR_INVALID_DEVICE);
    for (size_t i = 0; i < sizeof(expected) / sizeof(expected[0]); i++) {
        assert_success(cu.cuDeviceGetAttribute(&value, expected[i][0], 0));
        assert_int_equal(value, expected[i][1]);
    }
    assert_int_equal(cu.cuDeviceGetAttribute(&value, 0, 0), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cu.cuDeviceGetAttribute(&value, 100000, 0), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cu.cuDeviceGetAttribute(&value, 1, 1), CUDA_ERROR_INVALID_DEVICE);
    assert_success(cu.cuDeviceGetName(name, 7, 0));
    assert_string_equal(name, "custub");
    assert_success(cu.cuDeviceTotalMem_v2(&bytes, 0));
    assert_true(bytes > 0);
}

static void keeps_contexts_apart(void **state)
{
    CUcontext primary;
    CUcontext own;
    CUcontext current;
    CUdeviceptr address;
    CUstream stream;
    CUevent event;
    CUmodule module;
    CUfunction function;

    (void)state;
    assert_success(cu.cuCtxGetCurrent(&primary));
    assert_success(cu.cuCtxCreate_v2(&own, 0, 0));
    assert_success(cu.cuCtxGetCurrent(&current));
    assert_ptr_equal(current, own);
    assert_success(cu.cuMemAlloc_v2(&address, 100));
    assert_success(cu.cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING));
    assert_success(cu.cuModuleLoadData(&module, harness_image(SAMPLE_SHAPES)));
    assert_success(cu.cuModuleGetFunction(&function, module, "no_parameters"));
    assert_success(harness_launch(function, 1, 1, 0, NULL));
    assert_success(cu.cuCtxPopCurrent_v2(&current));
    assert_int_equal(harness_launch(function, 1, 1, 0, NULL), CUDA_ERROR_INVALID_HANDLE);
    /* the launch takes the stream's context */
    assert_success(cu.cuLaunchKernel(function, 1, 1, 1, 1, 1, 1, 0, stream, NULL, NULL));
    assert_success(cu.cuStreamSynchronize(stream));
    assert_success(cu.cuEventCreate(&event, 0));
    assert_int_equal(cu.cuEventRecord(event, stream), CUDA_ERROR_INVALID_HANDLE);
    assert_success(cu.cuEventRecord(event, NULL));
    assert_success(cu.cuEventDestroy_v2(event));
    assert_success(cu.cuCtxDestroy_v2(own)); /* frees everything in it */
    assert_int_equal(cu.cuMemGetAddressRange_v2(NULL, NULL, address), CUDA_ERROR_NOT_FOUND);
    assert_int_equal(cu.cuStreamSynchronize(stream), CUDA_ERROR_INVALID_HANDLE);
    assert_int_equal(harness_launch(function, 1, 1, 0, NULL), CUDA_ERROR_INVALID_HANDLE);
    assert_int_equal(cu.cuCtxDestroy_v2(own), CUDA_ERROR_INVALID_CONTEXT);
    assert_success(cu.cuCtxPushCurrent_v2(own)); /* only using a destroyed context fails */
    assert_int_equal(cu.cuMemAlloc_v2(&address, 4), CUDA_ERROR_CONTEXT_IS_DESTROYED);
    assert_success(cu.cuCtxPopCurrent_v2(&current));
    assert_int_equal(cu.cuCtxSetCurrent((CUcontext)(void *)&own), CUDA_ERROR_INVALID_CONTEXT);
    assert_int_equal(cu.cuCtxDestroy_v2(primary), CUDA_ERROR_INVALID_CONTEXT);
    assert_success(cu.cuCtxGetCurrent(&current));
    assert_ptr_equal(current, primary);
}

static void *use_destroyed_context(void *context)
{
    CUcontext own = *(CUcontext *)context;
    CUdeviceptr address;
    CUresult result = cu.cuCtxSetCurrent(own);

    if (result == CUDA_SUCCESS)
        result = cu.cuCtxPushCurrent_v2(own);
    if (result == CUDA_SUCCESS)
        result = cu.cuCtxDestroy_v2(own);
    if (result == CUDA_SUCCESS) /* the stack had it twice, so it is still current */
        result = cu.cuMemAlloc_v2(&address, 4);
    return result == CUDA_ERROR_CONTEXT_IS_DESTROYED ? context : NULL;
}

static void reports_a_destroyed_current_context(void **state)
{
    pthread_t thread;
    CUcontext own;
    void *done = NULL;

    (void)state;
    assert_success(cu.cuCtxCreate_v4(&own, NULL, 0, 0));
    assert_success(cu.cuCtxPopCurrent_v2(&own));
    assert_int_equal(pthread_create(&thread, NULL, use_destroyed_context, &own), 0);
    pthread_join(thread, &done);
    assert_non_null(done);
}

static void counts_references_to_the_primary_context(void **state)
{
    CUcontext context;
    unsigned int flags;
    int active;

    (void)state;
    assert_success(cu.cuDevicePrimaryCtxRetain(&context, 0));
    assert_success(cu.cuDevicePrimaryCtxRelease_v2(0));
    assert_success(cu.cuDevicePrimaryCtxGetState(0, &flags, &active));
    assert_int_equal(active, 1);
    assert_success(cu.cuDevicePrimaryCtxRelease_v2(0));
    assert_success(cu.cuDevicePrimaryCtxGetState(0, &flags, &active));
    assert_int_equal(active, 0);
    assert_int_equal(cu.cuCtxSynchronize(), CUDA_ERROR_CONTEXT_IS_DESTROYED);
    assert_success(cu.cuCtxGetDevice(&active));
    assert_success(cu.cuCtxSetCurrent(context));
    assert_int_equal(cu.cuCtxSynchronize(), CUDA_ERROR_CONTEXT_IS_DESTROYED);
    assert_int_equal(cu.cuDevicePrimaryCtxRelease_v2(0), CUDA_ERROR_INVALID_CONTEXT);
    assert_success(cu.cuDevicePrimaryCtxRetain(&context, 0));
    assert_success(cu.cuCtxSynchronize());
}

/* --- Kernels and handles
 * --------------------------------------------------------------------------
 */

static void reports_missing_kernels(void **state)
{
    CUkernel kernel;
    CUfunction function;
    CUmodule module;

    (void)state;
    assert_int_equal(cu.cuLibraryGetKernel(&kernel, harness_library, "nothing"),
                     CUDA_ERROR_NOT_FOUND);
    assert_success(cu.cuModuleLoadData(&module, harness_image(SAMPLE_OTHER)));
    assert_int_equal(cu.cuModuleGetFunction(&function, module, "places"), CUDA_ERROR_NOT_FOUND);
    assert_success(cu.cuModuleUnload(module));
    assert_int_equal(cu.cuModuleUnload(module), CUDA_ERROR_INVALID_HANDLE);
    assert_int_equal(cu.cuModuleGetFunction(&function, module, "saxpy"), CUDA_ERROR_INVALID_HANDLE);
    assert_int_equal(cu.cuLibraryUnload((CUlibrary)(void *)module), CUDA_ERROR_INVALID_HANDLE);
}

static void refuses_foreign_handles(void **state)
{
    int garbage[64] = {0};
    int value;
    CUfunction function = (CUfunction)(void *)garbage;

    (void)state;
    assert_int_equal(harness_launch(NULL, 1, 1, 0, NULL), CUDA_ERROR_INVALID_HANDLE);
    assert_int_equal(harness_launch(function, 1, 1, 0, NULL), CUDA_ERROR_INVALID_HANDLE);
    assert_int_equal(cu.cuFuncGetAttribute(&value, 0, function), CUDA_ERROR_INVALID_HANDLE);
    assert_int_equal(cu.cuStreamSynchronize((CUstream)(void *)garbage), CUDA_ERROR_INVALID_HANDLE);
    assert_int_equal(cu.cuStreamDestroy_v2((CUstream)(void *)garbage), CUDA_ERROR_INVALID_HANDLE);
    assert_int_equal(cu.cuEventRecord((CUevent)(void *)garbage, NULL), CUDA_ERROR_INVALID_HANDLE);
    assert_int_equal(cu.cuCtxSetCurrent((CUcontext)(void *)garbage), CUDA_ERROR_INVALID_CONTEXT);
    assert_int_equal(cu.cuModuleUnload((CUmodule)(void *)harness_library),
                     CUDA_ERROR_INVALID_HANDLE);
}

/* --- Launches ------------------------------------------------------------------------------------
 */

static CUresult launch_shape(unsigned gx, unsigned gy, unsigned gz, unsigned bx, unsigned by,
                             unsigned bz)
{
    return cu.cuLaunchKernel(harness_kernel(harness_library, "no_parameters"), gx, gy, gz, bx, by,
                             bz, 0, NULL, NULL, NULL);
}

static void refuses_shapes_beyond_the_device(void **state)
{
    (void)state;
    assert_success(launch_shape(1, 1, 1, 1024, 1, 1));
    assert_success(launch_shape(1, 65535, 1, 1, 16, 64));
    assert_int_equal(launch_shape(0, 1, 1, 1, 1, 1), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(launch_shape(1, 0, 1, 1, 1, 1), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(launch_shape(1, 1, 1, 1, 1, 0), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(launch_shape(0x80000000u, 1, 1, 1, 1, 1), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(launch_shape(1, 65536, 1, 1, 1, 1), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(launch_shape(1, 1, 65536, 1, 1, 1), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(launch_shape(1, 1, 1, 1025, 1, 1), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(launch_shape(1, 1, 1, 1, 1, 65), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(launch_shape(1, 1, 1, 32, 33, 1), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(launch_shape(1, 1, 1, 65536, 65536, 1), CUDA_ERROR_INVALID_VALUE);
}

static void refuses_a_block_over_the_launch_bounds(void **state)
{
    CUfunction kernel = harness_kernel(harness_library, "bounded");
    CUfunction waiting = harness_kernel(harness_library, "bounded_waiting");
    CUdeviceptr out = harness_upload(NULL, 65 * sizeof(int));
    void *params[] = {&out};
    int most = 0;

    (void)state;
    assert_success(harness_launch(kernel, 1, 64, 0, params));
    assert_success(harness_launch(waiting, 1, 64, 0, params));
    assert_int_equal(harness_launch(kernel, 1, 65, 0, params), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(harness_launch(waiting, 1, 65, 0, params), CUDA_ERROR_INVALID_VALUE);
    assert_success(cu.cuFuncGetAttribute(&most, CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK, kernel));
    assert_int_equal(most, 64);
    assert_success(cu.cuMemFree_v2(out));
}

static void requires_opt_in_for_large_shared_memory(void **state)
{
    const int attribute = CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES;
    CUkernel kernel;
    CUfunction function = harness_kernel(harness_library, "no_parameters");

    (void)state;
    assert_success(cu.cuLibraryGetKernel(&kernel, harness_library, "no_parameters"));
    assert_success(harness_launch(function, 1, 1, 49152, NULL));
    assert_int_equal(harness_launch(function, 1, 1, 49153, NULL), CUDA_ERROR_INVALID_VALUE);
    assert_success(cu.cuKernelSetAttribute(attribute, 65536, kernel, 0));
    assert_success(harness_launch(function, 1, 1, 65536, NULL));
    assert_int_equal(harness_launch(function, 1, 1, 65537, NULL), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cu.cuKernelSetAttribute(attribute, 232449, kernel, 0),
                     CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cu.cuFuncSetAttribute(function, attribute, -1), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cu.cuKernelSetAttribute(attribute, 1, kernel, 1), CUDA_ERROR_INVALID_DEVICE);
    assert_int_equal(cu.cuFuncSetAttribute(function, CU_FUNC_ATTRIBUTE_NUM_REGS, 1),
                     CUDA_ERROR_INVALID_VALUE);
    assert_success(cu.cuKernelSetAttribute(attribute, 49152, kernel, 0));
}

static void refuses_missing_arguments(void **state)
{
    CUfunction kernel = harness_kernel(harness_library, "saxpy");
    size_t n = 0;
    float a = 0.0f;
    CUdeviceptr x = 0;
    void *params[] = {&n, &a, &x, NULL};
    void *extra[] = {(void *)(uintptr_t)9, &n, NULL};

    (void)state;
    assert_int_equal(harness_launch(kernel, 1, 1, 0, NULL), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(harness_launch(kernel, 1, 1, 0, params), CUDA_ERROR_INVALID_VALUE);
    params[3] = &x;
    assert_success(harness_launch(kernel, 1, 1, 0, params));
    assert_int_equal(cu.cuLaunchKernel(kernel, 1, 1, 1, 1, 1, 1, 0, NULL, params, extra),
                     CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cu.cuLaunchKernel(kernel, 1, 1, 1, 1, 1, 1, 0, NULL, NULL, extra),
                     CUDA_ERROR_INVALID_VALUE);
}

/* A failing kernel ends its context. The test has nothing else in it. */
static void check_failure(const char *name, unsigned threads, void **params, CUresult failure)
{
    CUfunction kernel = harness_kernel(harness_library, name);
    CUcontext own;
    CUdeviceptr address;

    assert_success(cu.cuCtxCreate_v2(&own, 0, 0));
    assert_success(harness_launch(kernel, 2, threads, 0, params)); /* the error comes later */
    assert_int_equal(cu.cuCtxSynchronize(), failure);
    assert_int_equal(cu.cuMemAlloc_v2(&address, 4), failure);
    assert_success(cu.cuCtxDestroy_v2(own));
    assert_success(cu.cuCtxSynchronize()); /* other contexts still work */
}

static void ends_the_context_of_a_kernel_that_fails(void **state)
{
    int limit = 5;
    CUdeviceptr out = harness_upload(NULL, 64 * sizeof(int));
    void *limit_param[] = {&limit};
    void *out_param[] = {&out};

    (void)state;
    check_failure("asserts", 8, limit_param, CUDA_ERROR_ASSERT);
    check_failure("asserts_after_barrier", 64, limit_param, CUDA_ERROR_ASSERT);
    check_failure("traps", 8, NULL, CUDA_ERROR_LAUNCH_FAILED);
#if defined(__aarch64__) /* elsewhere it raises SIGILL, of which cmocka is a later handler */
    check_failure("compiler_traps", 8, NULL, CUDA_ERROR_LAUNCH_FAILED);
#endif
    check_failure("hidden_barrier", 8, NULL, CUDA_ERROR_LAUNCH_FAILED);
    check_failure("reaches_unfit", 1, out_param, CUDA_ERROR_NOT_SUPPORTED);
    limit = 64;
    assert_success(harness_launch(harness_kernel(harness_library, "asserts_after_barrier"), 1, 64,
                                  0, limit_param));
    assert_success(cu.cuMemFree_v2(out));
}

int main(void)
{
    const struct CMUnitTest before[] = {cmocka_unit_test(refuses_everything_before_init)};
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(refuses_without_a_current_context),
        cmocka_unit_test(refuses_to_capture_an_external_wait),
        cmocka_unit_test(has_one_device_with_cuda_limits),
        cmocka_unit_test(keeps_contexts_apart),
        cmocka_unit_test(reports_a_destroyed_current_context),
        cmocka_unit_test(counts_references_to_the_primary_context),
        cmocka_unit_test(reports_missing_kernels),
        cmocka_unit_test(refuses_foreign_handles),
        cmocka_unit_test(refuses_shapes_beyond_the_device),
        cmocka_unit_test(refuses_a_block_over_the_launch_bounds),
        cmocka_unit_test(requires_opt_in_for_large_shared_memory),
        cmocka_unit_test(refuses_missing_arguments),
        cmocka_unit_test(ends_the_context_of_a_kernel_that_fails),
    };
    int failed = cmocka_run_group_tests_name("before cuInit", before, NULL, NULL);

    return failed +
           cmocka_run_group_tests_name("after it", tests, harness_set_up, harness_tear_down);
}

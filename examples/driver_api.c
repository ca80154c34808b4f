/* A program with its own CUcontext, CUstream and CUdeviceptr. It uses only custub's launch
 * functions: a checked launch between its own copies, on its own stream.
 *
 * It calls the driver API through function pointers, so that it builds without a CUDA toolkit and
 * runs without a GPU (CUSTUB_DRIVER=cpu). A program that links libcuda calls cuMemAlloc and the
 * others by name; the launches are the same. With the CUDA runtime API, custub_f32_at(pointer,
 * count) makes the view of a pointer from cudaMalloc, and a cudaStream_t is a CUstream. */
#include "block_sum.custub.h"

#include <custub/runtime.h> /* custub_driver_open and custub_driver_symbol */

#include <stdio.h>
#include <stdlib.h>

#define COUNT  100000
#define BLOCKS 391 /* of 256 threads */

/* The program's own table of driver functions. CUresult is an int. */
static struct {
    int (*device_get)(int *device, int ordinal);
    int (*context_retain)(CUcontext *context, int device);
    int (*context_release)(int device);
    int (*context_set)(CUcontext context);
    int (*memory_allocate)(CUdeviceptr *address, size_t bytes);
    int (*memory_free)(CUdeviceptr address);
    int (*copy_to_device)(CUdeviceptr target, const void *source, size_t bytes, CUstream stream);
    int (*copy_to_host)(void *target, CUdeviceptr source, size_t bytes, CUstream stream);
    int (*stream_create)(CUstream *stream, unsigned int flags);
    int (*stream_synchronize)(CUstream stream);
    int (*stream_destroy)(CUstream stream);
} cuda;

static void check(const char *call, int result)
{
    if (result == 0)
        return;
    fprintf(stderr, "%s: CUresult %d\n", call, result);
    exit(1);
}

static void load(const char *name, void *function_pointer)
{
    void *address = custub_driver_symbol(name);

    if (!address) {
        fprintf(stderr, "the driver has no %s\n", name);
        exit(1);
    }
    *(void **)function_pointer = address; /* as POSIX shows for dlsym() */
}

static void load_driver(void)
{
    custub_error error = custub_error_none();

    if (custub_driver_open(CUSTUB_DRIVER_DEFAULT, &error)) {
        fprintf(stderr, "%s\n", error.message);
        exit(1);
    }
    load("cuDeviceGet", &cuda.device_get);
    load("cuDevicePrimaryCtxRetain", &cuda.context_retain);
    load("cuDevicePrimaryCtxRelease_v2", &cuda.context_release);
    load("cuCtxSetCurrent", &cuda.context_set);
    load("cuMemAlloc_v2", &cuda.memory_allocate);
    load("cuMemFree_v2", &cuda.memory_free);
    load("cuMemcpyHtoDAsync_v2", &cuda.copy_to_device);
    load("cuMemcpyDtoHAsync_v2", &cuda.copy_to_host);
    load("cuStreamCreate", &cuda.stream_create);
    load("cuStreamSynchronize", &cuda.stream_synchronize);
    load("cuStreamDestroy_v2", &cuda.stream_destroy);
}

/* The sum of `count` floats; 0 on failure. */
static double sum(CUstream stream, const block_sum_kernels *kernels, CUdeviceptr values,
                  CUdeviceptr sums, uint64_t count, custub_error *error)
{
    static float partial[BLOCKS];
    custub_launch launch = custub_launch_of(BLOCKS, 256);
    double total = 0;
    int i;

    launch.stream = stream;
    if (launch_block_sum(kernels, &launch, count, custub_f32_of(values, count),
                         custub_f32_of(sums, BLOCKS), error))
        return 0;
    check("cuMemcpyDtoHAsync", cuda.copy_to_host(partial, sums, sizeof(partial), stream));
    check("cuStreamSynchronize", cuda.stream_synchronize(stream));
    for (i = 0; i < BLOCKS; i++)
        total += (double)partial[i];
    return total;
}

int main(void)
{
    static float host[COUNT];
    custub_error error = custub_error_none();
    block_sum_kernels kernels;
    CUcontext context;
    CUstream stream;
    CUdeviceptr values, sums;
    double total, expected = 0;
    int device, i;

    for (i = 0; i < COUNT; i++)
        expected += (double)(host[i] = (float)(i % 10));
    load_driver();
    check("cuDeviceGet", cuda.device_get(&device, 0));
    check("cuDevicePrimaryCtxRetain", cuda.context_retain(&context, device));
    check("cuCtxSetCurrent", cuda.context_set(context));
    check("cuStreamCreate", cuda.stream_create(&stream, 1)); /* CU_STREAM_NON_BLOCKING */
    check("cuMemAlloc", cuda.memory_allocate(&values, sizeof(host)));
    check("cuMemAlloc", cuda.memory_allocate(&sums, BLOCKS * sizeof(float)));
    check("cuMemcpyHtoDAsync", cuda.copy_to_device(values, host, sizeof(host), stream));

    kernels = block_sum_load(&error); /* into the current context */
    total = sum(stream, &kernels, values, sums, COUNT, &error);
    block_sum_unload(&kernels, &error);
    if (custub_failed(&error)) {
        fprintf(stderr, "%s\n", error.message);
        return 1;
    }
    printf("sum of %d floats: %g, expected %g\n", COUNT, total, expected);

    check("cuMemFree", cuda.memory_free(sums));
    check("cuMemFree", cuda.memory_free(values));
    check("cuStreamDestroy", cuda.stream_destroy(stream));
    check("cuDevicePrimaryCtxRelease", cuda.context_release(device));
    return total == expected ? 0 : 1;
}

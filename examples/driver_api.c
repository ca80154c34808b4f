/* A program of the driver API, with its own context, stream and memory, which uses only custub's
 * launches. It finds the driver's functions itself, so that it needs no toolkit and, with
 * CUSTUB_DRIVER=cpu, no GPU. With cuda.h and libcuda a program calls them by name. With the runtime
 * API, custub_view(pointer, count) is the view of cudaMalloc's pointer; a cudaStream_t is a
 * CUstream. */
#include "saxpy.custub.h"
#include <custub/runtime.h> /* custub_driver_open and custub_driver_symbol */
#include <stdio.h>
#include <stdlib.h>

#define COUNT 1000

#define FUNCTIONS(X)                                                                               \
    X(cuDeviceGet, (int *device, int ordinal))                                                     \
    X(cuDevicePrimaryCtxRetain, (CUcontext * context, int device))                                 \
    X(cuDevicePrimaryCtxRelease_v2, (int device))                                                  \
    X(cuCtxSetCurrent, (CUcontext context))                                                        \
    X(cuStreamCreate, (CUstream * stream, unsigned int flags))                                     \
    X(cuStreamSynchronize, (CUstream stream))                                                      \
    X(cuStreamDestroy_v2, (CUstream stream))                                                       \
    X(cuMemAlloc_v2, (CUdeviceptr * address, size_t bytes))                                        \
    X(cuMemFree_v2, (CUdeviceptr address))                                                         \
    X(cuMemcpyHtoDAsync_v2, (CUdeviceptr to, const void *from, size_t bytes, CUstream stream))     \
    X(cuMemcpyDtoHAsync_v2, (void *to, CUdeviceptr from, size_t bytes, CUstream stream))

#define DECLARE(name, parameters) static int(*name) parameters; /* a CUresult is an int */
FUNCTIONS(DECLARE)

static void check(const char *what, int failed)
{
    if (failed) {
        fprintf(stderr, "%s: %d\n", what, failed);
        exit(1);
    }
}

static void open_driver(void)
{
    custub_error error = custub_error_none();

    check(error.message, (int)custub_driver_open(CUSTUB_DRIVER_DEFAULT, &error));
#define FIND(name, parameters) check(#name, !(*(void **)&name = custub_driver_symbol(#name)));
    FUNCTIONS(FIND)
}

#define CALL(call) check(#call, call)

int main(void)
{
    static float host[2 * COUNT];
    CUcontext context;
    CUstream stream;
    CUdeviceptr x, y;
    int device, wrong = 0;

    for (int i = 0; i < COUNT; i++)
        host[i] = (float)i;
    open_driver();
    CALL(cuDeviceGet(&device, 0));
    CALL(cuDevicePrimaryCtxRetain(&context, device));
    CALL(cuCtxSetCurrent(context));
    CALL(cuStreamCreate(&stream, 1)); /* CU_STREAM_NON_BLOCKING */
    CALL(cuMemAlloc_v2(&x, sizeof(host)));
    y = x + sizeof(host) / 2;
    CALL(cuMemcpyHtoDAsync_v2(x, host, sizeof(host), stream));

    custub_error error = custub_error_none();
    saxpy_kernels kernels = saxpy_load(&error); /* into the current context */
    custub_launch launch = custub_launch_in(stream);
    launch_saxpy(&kernels, &launch, COUNT, 2.0f, custub_f32_view_of(x, COUNT),
                 custub_f32_view_of(y, COUNT), &error);
    CALL(cuMemcpyDtoHAsync_v2(host, y, sizeof(host) / 2, stream));
    CALL(cuStreamSynchronize(stream));
    saxpy_unload(&kernels, &error);
    check(error.message, (int)error.status);
    for (int i = 0; i < COUNT; i++)
        wrong += host[i] != 2.0f * (float)i;

    CALL(cuMemFree_v2(x));
    CALL(cuStreamDestroy_v2(stream));
    CALL(cuDevicePrimaryCtxRelease_v2(device));
    puts(wrong ? "wrong" : "right");
    return wrong != 0;
}

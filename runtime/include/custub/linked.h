/* custub/linked.h: what <stem>.nvcc.cu includes before the source, so that a program finds the
 * kernels that nvcc compiles into it. Not for use by hand. Empty for other compilers. */
#ifndef CUSTUB_LINKED_H
#define CUSTUB_LINKED_H

#include "stub.h"

#if defined(__CUDACC__) && defined(__cplusplus) && !defined(__CUDA_ARCH__)
namespace custub_linked_parts
{
/* Chosen if the toolkit has cudaGetKernel (CUDA 12.1), which is looked up for CUkern_st. */
template <class Kernel>
static auto find(Kernel **kernel, const void *function, int)
    -> decltype(cudaGetKernel(kernel, function))
{
    return cudaGetKernel(kernel, function);
}

template <class Kernel> static cudaError_t find(Kernel **kernel, const void *function, long)
{
    return cudaGetFuncBySymbol(reinterpret_cast<cudaFunction_t *>(kernel), function);
}

template <class Kernel>
static char finds_kernel(decltype(cudaGetKernel((Kernel **)0, (void *)0)) *);
template <class Kernel> static int finds_kernel(...);
} // namespace custub_linked_parts

struct CUkern_st;

static int custub_linked_find(void **handle, const void *function)
{
    return custub_linked_parts::find(reinterpret_cast<CUkern_st **>(handle), function, 0);
}

static int custub_linked_device(int *device)
{
    return cudaGetDevice(device);
}

/* cudaFree(0) makes the primary context (CUDA Programming Guide, "Initialization"). Another thread
 * may be capturing a stream, which this must not disturb. */
static int custub_linked_start(int device)
{
    cudaStreamCaptureMode mode = cudaStreamCaptureModeRelaxed;
    cudaError_t error = cudaThreadExchangeStreamCaptureMode(&mode);

    if (!error)
        error = cudaSetDevice(device);
    return error ? error : cudaFree(0);
}

static const char *custub_linked_text(int error)
{
    return cudaGetErrorString(static_cast<cudaError_t>(error));
}

#define CUSTUB_LINKED(library, functions)                                                          \
    {                                                                                              \
        &library, functions, custub_linked_find, custub_linked_device, custub_linked_start,        \
            custub_linked_text,                                                                    \
            sizeof(custub_linked_parts::finds_kernel<CUkern_st>(0)) != sizeof(char)                \
    }
#endif
#endif

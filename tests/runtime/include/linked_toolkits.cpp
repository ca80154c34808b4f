/* <custub/linked.h> with the CUDA runtimes of two toolkits, as nvcc includes them before a file:
 * with cudaGetKernel() (12.1), and without it (11.8). */
#define __CUDACC__ 1

typedef int cudaError_t;
typedef struct CUfunc_st *cudaFunction_t;
typedef int cudaStreamCaptureMode;
static const cudaStreamCaptureMode cudaStreamCaptureModeRelaxed = 2;

static const char *asked = "";

#if !LACKS_GET_KERNEL
typedef struct CUkern_st *cudaKernel_t;
extern "C" cudaError_t cudaGetKernel(cudaKernel_t *kernel, const void *function)
{
    *kernel = (cudaKernel_t)function;
    asked = "cudaGetKernel";
    return 0;
}
#endif

extern "C" cudaError_t cudaGetFuncBySymbol(cudaFunction_t *kernel, const void *function)
{
    *kernel = (cudaFunction_t)function;
    asked = "cudaGetFuncBySymbol";
    return 0;
}

static cudaError_t cudaGetDevice(int *device)
{
    *device = 3;
    return 0;
}

static int device, mode, frees;

static cudaError_t cudaSetDevice(int given)
{
    device = given;
    return 0;
}

static cudaError_t cudaThreadExchangeStreamCaptureMode(cudaStreamCaptureMode *given)
{
    mode = *given;
    return 0;
}

static cudaError_t cudaFree(void *)
{
    frees++;
    return 0;
}

static const char *cudaGetErrorString(cudaError_t)
{
    return "text";
}

#include <custub/linked.h>

#include <string.h>

extern const custub_library_info described;
const custub_library_info described = {};

static const char kernel = 0;
static const void *const functions[] = {&kernel, 0};
static const custub_linked linked = CUSTUB_LINKED(described, functions);

int main()
{
    void *handle = 0;
    int found = 0;

#if !LACKS_GET_KERNEL
    const char *expected = "cudaGetKernel";
#else
    const char *expected = "cudaGetFuncBySymbol";
#endif
    return linked.library != &described || linked.functions[0] != &kernel ||
           linked.find(&handle, &kernel) || handle != &kernel || strcmp(asked, expected) ||
           linked.in_context != (strcmp(expected, "cudaGetKernel") != 0) || linked.device(&found) ||
           found != 3 || linked.start(2) || device != 2 || mode != cudaStreamCaptureModeRelaxed ||
           frees != 1 || strcmp(linked.text(1), "text");
}

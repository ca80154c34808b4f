/* A libcuda that does nothing and succeeds, for counting custub's own instructions. It has one
 * ordinary device. */
#include <custub/types.h>

#include <stddef.h>
#include <string.h>

#define EXPORT __attribute__((visibility("default")))

enum { SUCCESS = 0, INVALID_VALUE = 1, BYTES = 1 << 24 };

static char memory[BYTES]; /* only gives addresses: nothing reads or writes it */
static size_t allocated;
static char thing; /* every handle points to it */

/* A function that always succeeds and ignores its arguments. It can be declared without them: on
 * the platforms of this program the caller removes its arguments. */
#define SUCCEEDS(name)                                                                             \
    EXPORT int name(void);                                                                         \
    EXPORT int name(void)                                                                          \
    {                                                                                              \
        return SUCCESS;                                                                            \
    }

/* A function that stores a handle through its first argument. */
#define GIVES_HANDLE(name)                                                                         \
    EXPORT int name(void **out);                                                                   \
    EXPORT int name(void **out)                                                                    \
    {                                                                                              \
        *out = &thing;                                                                             \
        return SUCCESS;                                                                            \
    }

SUCCEEDS(cuInit)
SUCCEEDS(cuDevicePrimaryCtxRelease_v2)
SUCCEEDS(cuCtxSetCurrent)
SUCCEEDS(cuCtxSynchronize)
SUCCEEDS(cuModuleUnload)
SUCCEEDS(cuFuncSetAttribute)
SUCCEEDS(cuKernelSetAttribute)
SUCCEEDS(cuLibraryUnload)
SUCCEEDS(cuMemFree_v2)
SUCCEEDS(cuMemcpyHtoDAsync_v2)
SUCCEEDS(cuMemcpyDtoHAsync_v2)
SUCCEEDS(cuMemsetD8Async)
SUCCEEDS(cuStreamDestroy_v2)
SUCCEEDS(cuCtxGetLimit)
SUCCEEDS(cuCtxSetLimit)
SUCCEEDS(cuMemcpyDtoDAsync_v2)
SUCCEEDS(cuMemsetD16Async)
SUCCEEDS(cuMemsetD32Async)
SUCCEEDS(cuStreamSynchronize)
SUCCEEDS(cuLaunchKernel)
SUCCEEDS(cuLaunchKernelEx)
SUCCEEDS(cuLaunchHostFunc)
SUCCEEDS(cuDeviceCanAccessPeer)
SUCCEEDS(cuDevicePrimaryCtxGetState)
SUCCEEDS(cuDevicePrimaryCtxSetFlags_v2)
SUCCEEDS(cuCtxGetStreamPriorityRange)
SUCCEEDS(cuCtxEnablePeerAccess)
SUCCEEDS(cuCtxDisablePeerAccess)
SUCCEEDS(cuModuleGetGlobal_v2)
SUCCEEDS(cuMemGetInfo_v2)
SUCCEEDS(cuStreamQuery)
SUCCEEDS(cuStreamWaitEvent)
SUCCEEDS(cuEventDestroy_v2)
SUCCEEDS(cuEventRecord)
SUCCEEDS(cuEventSynchronize)
SUCCEEDS(cuEventQuery)
SUCCEEDS(cuEventElapsedTime)
SUCCEEDS(cuMemAllocPitch_v2)
SUCCEEDS(cuMemAllocAsync)
SUCCEEDS(cuMemAllocFromPoolAsync)
SUCCEEDS(cuMemFreeAsync)
SUCCEEDS(cuMemAllocManaged)
SUCCEEDS(cuMemHostAlloc)
SUCCEEDS(cuMemFreeHost)
SUCCEEDS(cuDeviceGetMemPool)
SUCCEEDS(cuMemPoolCreate)
SUCCEEDS(cuMemPoolDestroy)
SUCCEEDS(cuMemPoolSetAttribute)
SUCCEEDS(cuMemPoolGetAttribute)
SUCCEEDS(cuMemPoolTrimTo)
SUCCEEDS(cuMemPoolSetAccess)
SUCCEEDS(cuMemcpy3DAsync_v2)
SUCCEEDS(cuArray3DCreate_v2)
SUCCEEDS(cuArrayDestroy)
SUCCEEDS(cuTexObjectCreate)
SUCCEEDS(cuTexObjectDestroy)
SUCCEEDS(cuSurfObjectCreate)
SUCCEEDS(cuSurfObjectDestroy)
SUCCEEDS(cuStreamBeginCapture_v2)
SUCCEEDS(cuStreamEndCapture)
SUCCEEDS(cuGraphCreate)
SUCCEEDS(cuGraphDestroy)
SUCCEEDS(cuGraphDebugDotPrint)
SUCCEEDS(cuGraphInstantiateWithFlags)
SUCCEEDS(cuGraphLaunch)
SUCCEEDS(cuGraphExecDestroy)
GIVES_HANDLE(cuDevicePrimaryCtxRetain)
GIVES_HANDLE(cuCtxGetCurrent)
GIVES_HANDLE(cuModuleLoadDataEx)
GIVES_HANDLE(cuModuleGetFunction)
GIVES_HANDLE(cuLibraryLoadData)
GIVES_HANDLE(cuLibraryGetKernel)
GIVES_HANDLE(cuKernelGetFunction)
GIVES_HANDLE(cuStreamCreate)
GIVES_HANDLE(cuStreamCreateWithPriority)
GIVES_HANDLE(cuEventCreate)

EXPORT int cuCtxGetId(void *context, unsigned long long *id);
EXPORT int cuCtxGetId(void *context, unsigned long long *id)
{
    (void)context;
    *id = 1;
    return SUCCESS;
}

EXPORT int cuDriverGetVersion(int *version)
{
    *version = 13000;
    return SUCCESS;
}

EXPORT int cuGetErrorName(int result, const char **name)
{
    (void)result;
    *name = "an error";
    return SUCCESS;
}

EXPORT int cuGetErrorString(int result, const char **text)
{
    return cuGetErrorName(result, text);
}

EXPORT int cuDeviceGet(int *device, int ordinal)
{
    *device = ordinal;
    return SUCCESS;
}

EXPORT int cuDeviceGetCount(int *count)
{
    *count = 1;
    return SUCCESS;
}

EXPORT int cuDeviceGetName(char *name, int size, int device)
{
    (void)device;
    if (size < 5)
        return INVALID_VALUE;
    strcpy(name, "idle");
    return SUCCESS;
}

/* CUdevice_attribute */
EXPORT int cuDeviceGetAttribute(int *value, int attribute, int device)
{
    (void)device;
    switch (attribute) {
    case 4: /* block z */
        *value = 64;
        break;
    case 5: /* grid x */
        *value = 2147483647;
        break;
    case 6: /* grid y and z */
    case 7:
        *value = 65535;
        break;
    case 8: /* shared memory, 97 when opted in to */
    case 97:
        *value = 49152;
        break;
    case 10: /* warp */
        *value = 32;
        break;
    case 88: /* pageable memory access */
        *value = 0;
        break;
    default:
        *value = 1024;
        break;
    }
    return SUCCESS;
}

EXPORT int cuCtxGetDevice(int *device)
{
    *device = 0;
    return SUCCESS;
}

/* CUfunction_attribute */
EXPORT int cuFuncGetAttribute(int *value, int attribute, void *function)
{
    (void)function;
    *value = attribute == 0 ? 1024 : attribute == 8 ? 49152 : 0;
    return SUCCESS;
}

EXPORT int cuKernelGetAttribute(int *value, int attribute, void *kernel, int device)
{
    (void)device;
    return cuFuncGetAttribute(value, attribute, kernel);
}

EXPORT int cuOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, void *function, int threads,
                                                       size_t shared)
{
    (void)function, (void)threads, (void)shared;
    *blocks = 1;
    return SUCCESS;
}

EXPORT int cuMemAlloc_v2(CUdeviceptr *out, size_t bytes)
{
    bytes = (bytes + 255) / 256 * 256;
    if (bytes > BYTES - allocated)
        return INVALID_VALUE;
    *out = (CUdeviceptr)(uintptr_t)(memory + allocated);
    allocated += bytes;
    return SUCCESS;
}

EXPORT int cuMemGetAddressRange_v2(CUdeviceptr *base, size_t *bytes, CUdeviceptr address)
{
    (void)address;
    *base = (CUdeviceptr)(uintptr_t)memory;
    *bytes = BYTES;
    return SUCCESS;
}

EXPORT int cuPointerGetAttribute(void *value, int attribute, CUdeviceptr address)
{
    (void)value, (void)attribute, (void)address;
    return INVALID_VALUE;
}

EXPORT int cuStreamIsCapturing(CUstream stream, int *status)
{
    (void)stream;
    *status = 0;
    return SUCCESS;
}

EXPORT int cuStreamGetCtx(CUstream stream, void **context)
{
    (void)stream;
    *context = &thing;
    return SUCCESS;
}

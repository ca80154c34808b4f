/* The driver, devices and contexts. */
#include "contexts.h"

#define TABLE(X)                                                                                   \
    X(cuInit, cu.cuInit(0))                                                                        \
    X(cuDriverGetVersion, cu.cuDriverGetVersion(&s.i))                                             \
    X(cuGetErrorName, cu.cuGetErrorName(CUDA_ERROR_INVALID_VALUE, (const char **)&s.pointer))      \
    X(cuGetErrorString, cu.cuGetErrorString(CUDA_ERROR_INVALID_VALUE, (const char **)&s.pointer))  \
    X(cuGetProcAddress, cu.cuGetProcAddress("cuInit", &s.pointer, 12000, 0))                       \
    X(cuGetProcAddress_v2, cu.cuGetProcAddress_v2("cuInit", &s.pointer, 12000, 0, &s.i))           \
    X(cuDeviceGet, cu.cuDeviceGet(&s.i, 0))                                                        \
    X(cuDeviceGetCount, cu.cuDeviceGetCount(&s.i))                                                 \
    X(cuDeviceGetName, cu.cuDeviceGetName(s.bytes, sizeof(s.bytes), 0))                            \
    X(cuDeviceGetAttribute, cu.cuDeviceGetAttribute(&s.i, 1, 0))                                   \
    X(cuDeviceTotalMem_v2, cu.cuDeviceTotalMem_v2(&s.size, 0))                                     \
    X(cuDevicePrimaryCtxGetState, cu.cuDevicePrimaryCtxGetState(0, &s.u, &s.i))                    \
    X(cuCtxGetCurrent, cu.cuCtxGetCurrent((CUcontext *)&s.pointer))                                \
    X(cuCtxGetDevice, cu.cuCtxGetDevice(&s.i))                                                     \
    X(cuCtxGetDevice_v2, cu.cuCtxGetDevice_v2(&s.i, f.home))                                       \
    X(cuCtxGetDevice_v2__null, cu.cuCtxGetDevice_v2(&s.i, NULL))                                   \
    X(cuCtxSynchronize, cu.cuCtxSynchronize())                                                     \
    X(cuCtxSynchronize_v2, cu.cuCtxSynchronize_v2(f.home))                                         \
    X(cuCtxSynchronize_v2__null, cu.cuCtxSynchronize_v2(NULL))                                     \
    X(cuDeviceGetUuid, cu.cuDeviceGetUuid((CUuuid *)s.bytes, 0))                                   \
    X(cuDeviceGetUuid_v2, cu.cuDeviceGetUuid_v2((CUuuid *)s.bytes, 0))                             \
    X(cuDeviceComputeCapability, cu.cuDeviceComputeCapability(&s.i, &s.j, 0))                      \
    X(cuDeviceGetPCIBusId, cu.cuDeviceGetPCIBusId(s.bytes, sizeof(s.bytes), 0))                    \
    X(cuDeviceGetByPCIBusId, by_bus_id())                                                          \
    X(cuDeviceCanAccessPeer, cu.cuDeviceCanAccessPeer(&s.i, 0, 0))                                 \
    X(cuDeviceGetDefaultMemPool, cu.cuDeviceGetDefaultMemPool((CUmemoryPool *)&s.pointer, 0))      \
    X(cuDeviceGetMemPool, cu.cuDeviceGetMemPool((CUmemoryPool *)&s.pointer, 0))                    \
    X(cuCtxEnablePeerAccess, cu.cuCtxEnablePeerAccess(f.home, 0))                                  \
    X(cuCtxDisablePeerAccess, cu.cuCtxDisablePeerAccess(f.home))                                   \
    X(cuCtxGetId, cu.cuCtxGetId(f.home, &s.word))                                                  \
    X(cuCtxGetId__null, cu.cuCtxGetId(NULL, &s.word))                                              \
    X(cuCtxGetLimit, cu.cuCtxGetLimit(&s.size, 0))                                                 \
    X(cuCtxSetLimit, cu.cuCtxSetLimit(0, 1024))                                                    \
    X(cuCtxGetCacheConfig, cu.cuCtxGetCacheConfig(&s.i))                                           \
    X(cuCtxSetCacheConfig, cu.cuCtxSetCacheConfig(0))                                              \
    X(cuCtxGetStreamPriorityRange, cu.cuCtxGetStreamPriorityRange(&s.i, &s.j))

/* These calls change the current context, or make contexts, whose handles may be those of destroyed
 * ones. */
#define LIFE_TABLE(X)                                                                              \
    X(cuDevicePrimaryCtxRetain, cu.cuDevicePrimaryCtxRetain((CUcontext *)&s.pointer, 0))           \
    X(cuDevicePrimaryCtxRelease_v2, cu.cuDevicePrimaryCtxRelease_v2(0))                            \
    X(cuDevicePrimaryCtxReset_v2, cu.cuDevicePrimaryCtxReset_v2(0))                                \
    X(cuDevicePrimaryCtxSetFlags_v2, cu.cuDevicePrimaryCtxSetFlags_v2(0, 0))                       \
    X(cuCtxCreate_v2, cu.cuCtxCreate_v2((CUcontext *)&s.pointer, 0, 0))                            \
    X(cuCtxCreate_v3, cu.cuCtxCreate_v3((CUcontext *)&s.pointer, NULL, 0, 0, 0))                   \
    X(cuCtxCreate_v4, cu.cuCtxCreate_v4((CUcontext *)&s.pointer, NULL, 0, 0))                      \
    X(cuCtxDestroy_v2, create_and_destroy())                                                       \
    X(cuCtxSetCurrent, cu.cuCtxSetCurrent(f.home))                                                 \
    X(cuCtxPushCurrent_v2, cu.cuCtxPushCurrent_v2(f.home))                                         \
    X(cuCtxPopCurrent_v2, cu.cuCtxPopCurrent_v2((CUcontext *)&s.pointer))                          \
    X(cuProfilerStart, cu.cuProfilerStart())                                                       \
    X(cuProfilerStop, cu.cuProfilerStop())                                                         \
    X(cuStreamBeginCapture_v2__global, cu.cuStreamBeginCapture_v2(f.stream, 0))

/* The new context becomes current; destroying it makes the earlier one current again. */
static CUresult create_and_destroy(void)
{
    CUcontext context = NULL;
    CUresult result = cu.cuCtxCreate_v2(&context, 0, 0);

    return result == CUDA_SUCCESS ? cu.cuCtxDestroy_v2(context) : result;
}

static CUresult by_bus_id(void)
{
    CUresult result = cu.cuDeviceGetPCIBusId(s.bytes, sizeof(s.bytes), 0);

    return result == CUDA_SUCCESS ? cu.cuDeviceGetByPCIBusId(&s.i, s.bytes) : result;
}

CONTEXTS_TABLE(contexts_of_devices, TABLE);
CONTEXTS_TABLE(contexts_of_lives, LIFE_TABLE);

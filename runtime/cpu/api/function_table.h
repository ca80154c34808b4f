/* function_table.h: the functions that this library exports and implements.
 * X(name without version, first CUDA version where the name means this function, exported name,
 * parameters). The older version of a name comes first. Functions that also have a `_ptsz` or
 * `_ptds` form are listed in per_thread_table.h too. Functions that are exported, but not
 * implemented, are in unserved_table.h. */
#ifndef CPU_FUNCTION_TABLE_H
#define CPU_FUNCTION_TABLE_H

#include "api/graph_function_table.h"

#define CPU_EXECUTION_TABLE(X)                                                                     \
    X(cuInit, 2000, cuInit, (unsigned int flags))                                                  \
    X(cuDriverGetVersion, 2020, cuDriverGetVersion, (int *version))                                \
    X(cuGetErrorName, 6000, cuGetErrorName, (CUresult result, const char **name))                  \
    X(cuGetErrorString, 6000, cuGetErrorString, (CUresult result, const char **text))              \
    X(cuGetProcAddress, 11030, cuGetProcAddress,                                                   \
      (const char *symbol, void **function, int cuda_version, uint64_t flags))                     \
    X(cuGetProcAddress, 12000, cuGetProcAddress_v2,                                                \
      (const char *symbol, void **function, int version, uint64_t flags, int *status))             \
    X(cuDeviceGet, 2000, cuDeviceGet, (CUdevice * device, int ordinal))                            \
    X(cuDeviceGetCount, 2000, cuDeviceGetCount, (int *count))                                      \
    X(cuDeviceGetName, 2000, cuDeviceGetName, (char *name, int size, CUdevice device))             \
    X(cuDeviceGetAttribute, 2000, cuDeviceGetAttribute,                                            \
      (int *value, int attribute, CUdevice device))                                                \
    X(cuDeviceTotalMem, 3020, cuDeviceTotalMem_v2, (size_t * bytes, CUdevice device))              \
    X(cuDevicePrimaryCtxRetain, 7000, cuDevicePrimaryCtxRetain,                                    \
      (CUcontext * context, CUdevice device))                                                      \
    X(cuDevicePrimaryCtxRelease, 11000, cuDevicePrimaryCtxRelease_v2, (CUdevice device))           \
    X(cuDevicePrimaryCtxGetState, 7000, cuDevicePrimaryCtxGetState,                                \
      (CUdevice device, unsigned int *flags, int *active))                                         \
    X(cuCtxCreate, 3020, cuCtxCreate_v2,                                                           \
      (CUcontext * context, unsigned int flags, CUdevice device))                                  \
    X(cuCtxCreate, 11040, cuCtxCreate_v3,                                                          \
      (CUcontext * context, CUexecAffinityParam * params, int params_count, unsigned int flags,    \
       CUdevice device))                                                                           \
    X(cuCtxCreate, 13000, cuCtxCreate_v4,                                                          \
      (CUcontext * context, CUctxCreateParams * params, unsigned int flags, CUdevice device))      \
    X(cuCtxDestroy, 4000, cuCtxDestroy_v2, (CUcontext context))                                    \
    X(cuCtxGetCurrent, 4000, cuCtxGetCurrent, (CUcontext * context))                               \
    X(cuCtxSetCurrent, 4000, cuCtxSetCurrent, (CUcontext context))                                 \
    X(cuCtxPushCurrent, 4000, cuCtxPushCurrent_v2, (CUcontext context))                            \
    X(cuCtxPopCurrent, 4000, cuCtxPopCurrent_v2, (CUcontext * context))                            \
    X(cuCtxGetDevice, 2000, cuCtxGetDevice, (CUdevice * device))                                   \
    X(cuCtxSynchronize, 2000, cuCtxSynchronize, (void))                                            \
    X(cuModuleLoadData, 2000, cuModuleLoadData, (CUmodule * module, const void *image))            \
    X(cuModuleLoadDataEx, 2010, cuModuleLoadDataEx,                                                \
      (CUmodule * module, const void *image, unsigned int count, int *options, void **values))     \
    X(cuModuleUnload, 2000, cuModuleUnload, (CUmodule module))                                     \
    X(cuModuleGetFunction, 2000, cuModuleGetFunction,                                              \
      (CUfunction * function, CUmodule module, const char *name))                                  \
    X(cuLibraryLoadData, 12000, cuLibraryLoadData,                                                 \
      (CUlibrary * library, const void *image, int *jit_options, void **jit_values,                \
       unsigned int jit_count, int *options, void **values, unsigned int count))                   \
    X(cuLibraryUnload, 12000, cuLibraryUnload, (CUlibrary library))                                \
    X(cuLibraryGetKernel, 12000, cuLibraryGetKernel,                                               \
      (CUkernel * kernel, CUlibrary library, const char *name))                                    \
    X(cuKernelGetFunction, 12000, cuKernelGetFunction, (CUfunction * function, CUkernel kernel))   \
    X(cuKernelGetAttribute, 12000, cuKernelGetAttribute,                                           \
      (int *value, int attribute, CUkernel kernel, CUdevice device))                               \
    X(cuKernelSetAttribute, 12000, cuKernelSetAttribute,                                           \
      (int attribute, int value, CUkernel kernel, CUdevice device))                                \
    X(cuKernelGetParamInfo, 12040, cuKernelGetParamInfo,                                           \
      (CUkernel kernel, size_t index, size_t * offset, size_t * size))                             \
    X(cuFuncGetParamInfo, 12040, cuFuncGetParamInfo,                                               \
      (CUfunction function, size_t index, size_t * offset, size_t * size))                         \
    X(cuFuncGetAttribute, 2020, cuFuncGetAttribute,                                                \
      (int *value, int attribute, CUfunction function))                                            \
    X(cuFuncSetAttribute, 9000, cuFuncSetAttribute,                                                \
      (CUfunction function, int attribute, int value))                                             \
    X(cuLaunchKernel, 4000, cuLaunchKernel,                                                        \
      (CUfunction function, unsigned int grid_x, unsigned int grid_y, unsigned int grid_z,         \
       unsigned int block_x, unsigned int block_y, unsigned int block_z, unsigned int shared,      \
       CUstream stream, void **params, void **extra))                                              \
    X(cuLaunchKernelEx, 11060, cuLaunchKernelEx,                                                   \
      (const CUlaunchConfig *config, CUfunction function, void **params, void **extra))            \
    X(cuStreamCreate, 2000, cuStreamCreate, (CUstream * stream, unsigned int flags))               \
    X(cuStreamCreateWithPriority, 5050, cuStreamCreateWithPriority,                                \
      (CUstream * stream, unsigned int flags, int priority))                                       \
    X(cuStreamDestroy, 4000, cuStreamDestroy_v2, (CUstream stream))                                \
    X(cuStreamSynchronize, 2000, cuStreamSynchronize, (CUstream stream))                           \
    X(cuStreamQuery, 2000, cuStreamQuery, (CUstream stream))                                       \
    X(cuMemGetAllocationGranularity, 10020, cuMemGetAllocationGranularity,                         \
      (size_t * granularity, const CUmemAllocationProp *prop, int option))                         \
    X(cuMemCreate, 10020, cuMemCreate,                                                             \
      (CUmemGenericAllocationHandle * handle, size_t size, const CUmemAllocationProp *prop,        \
       unsigned long long flags))                                                                  \
    X(cuMemRelease, 10020, cuMemRelease, (CUmemGenericAllocationHandle handle))                    \
    X(cuMemAddressReserve, 10020, cuMemAddressReserve,                                             \
      (CUdeviceptr * address, size_t size, size_t alignment, CUdeviceptr wanted,                   \
       unsigned long long flags))                                                                  \
    X(cuMemAddressFree, 10020, cuMemAddressFree, (CUdeviceptr address, size_t size))               \
    X(cuMemMap, 10020, cuMemMap,                                                                   \
      (CUdeviceptr address, size_t size, size_t offset, CUmemGenericAllocationHandle handle,       \
       unsigned long long flags))                                                                  \
    X(cuMemUnmap, 10020, cuMemUnmap, (CUdeviceptr address, size_t size))                           \
    X(cuMemSetAccess, 10020, cuMemSetAccess,                                                       \
      (CUdeviceptr address, size_t size, const CUmemAccessDesc *desc, size_t count))               \
    X(cuMemGetAccess, 10020, cuMemGetAccess,                                                       \
      (unsigned long long *flags, const CUmemLocation *location, CUdeviceptr address))             \
    X(cuMemRetainAllocationHandle, 11000, cuMemRetainAllocationHandle,                             \
      (CUmemGenericAllocationHandle * handle, void *address))                                      \
    X(cuMemGetAllocationPropertiesFromHandle, 10020, cuMemGetAllocationPropertiesFromHandle,       \
      (CUmemAllocationProp * prop, CUmemGenericAllocationHandle handle))                           \
    X(cuMemExportToShareableHandle, 10020, cuMemExportToShareableHandle,                           \
      (void *shareable, CUmemGenericAllocationHandle handle, int type, unsigned long long flags))  \
    X(cuMemImportFromShareableHandle, 10020, cuMemImportFromShareableHandle,                       \
      (CUmemGenericAllocationHandle * handle, void *os_handle, int type))                          \
    X(cuMemPrefetchAsync, 8000, cuMemPrefetchAsync,                                                \
      (CUdeviceptr address, size_t count, CUdevice device, CUstream stream))                       \
    X(cuMemPrefetchAsync, 12020, cuMemPrefetchAsync_v2,                                            \
      (CUdeviceptr address, size_t count, CUmemLocation location, unsigned int flags,              \
       CUstream stream))                                                                           \
    X(cuStreamIsCapturing, 10000, cuStreamIsCapturing, (CUstream stream, int *status))             \
    X(cuStreamWaitEvent, 3020, cuStreamWaitEvent,                                                  \
      (CUstream stream, CUevent event, unsigned int flags))                                        \
    X(cuEventCreate, 2000, cuEventCreate, (CUevent * event, unsigned int flags))                   \
    X(cuEventRecord, 2000, cuEventRecord, (CUevent event, CUstream stream))                        \
    X(cuEventQuery, 2000, cuEventQuery, (CUevent event))                                           \
    X(cuEventSynchronize, 2000, cuEventSynchronize, (CUevent event))                               \
    X(cuEventElapsedTime, 2000, cuEventElapsedTime,                                                \
      (float *milliseconds, CUevent start, CUevent end))                                           \
    X(cuEventElapsedTime, 12080, cuEventElapsedTime_v2,                                            \
      (float *milliseconds, CUevent start, CUevent end))                                           \
    X(cuEventDestroy, 4000, cuEventDestroy_v2, (CUevent event))                                    \
    X(cuOccupancyMaxActiveBlocksPerMultiprocessor, 6050,                                           \
      cuOccupancyMaxActiveBlocksPerMultiprocessor,                                                 \
      (int *blocks, CUfunction function, int block_size, size_t shared))                           \
    X(cuOccupancyMaxPotentialBlockSize, 6050, cuOccupancyMaxPotentialBlockSize,                    \
      (int *grid_size, int *block_size, CUfunction function, CUoccupancyB2DSize *shared_of,        \
       size_t shared, int limit))                                                                  \
    X(cuDeviceGetUuid, 9020, cuDeviceGetUuid, (CUuuid * uuid, CUdevice device))                    \
    X(cuDeviceGetUuid, 11040, cuDeviceGetUuid_v2, (CUuuid * uuid, CUdevice device))                \
    X(cuDeviceComputeCapability, 2000, cuDeviceComputeCapability,                                  \
      (int *major, int *minor, CUdevice device))                                                   \
    X(cuDeviceGetPCIBusId, 4010, cuDeviceGetPCIBusId,                                              \
      (char *pci_bus_id, int len, CUdevice device))                                                \
    X(cuDeviceGetByPCIBusId, 4010, cuDeviceGetByPCIBusId,                                          \
      (CUdevice * device, const char *pci_bus_id))                                                 \
    X(cuDeviceCanAccessPeer, 4000, cuDeviceCanAccessPeer,                                          \
      (int *can_access_peer, CUdevice device, CUdevice peer))                                      \
    X(cuDeviceGetDefaultMemPool, 11020, cuDeviceGetDefaultMemPool,                                 \
      (CUmemoryPool * pool_out, CUdevice device))                                                  \
    X(cuDeviceGetMemPool, 11020, cuDeviceGetMemPool, (CUmemoryPool * pool, CUdevice device))       \
    X(cuDevicePrimaryCtxReset, 11000, cuDevicePrimaryCtxReset_v2, (CUdevice device))               \
    X(cuDevicePrimaryCtxSetFlags, 11000, cuDevicePrimaryCtxSetFlags_v2,                            \
      (CUdevice device, unsigned int flags))                                                       \
    X(cuCtxEnablePeerAccess, 4000, cuCtxEnablePeerAccess,                                          \
      (CUcontext peer_context, unsigned int flags))                                                \
    X(cuCtxDisablePeerAccess, 4000, cuCtxDisablePeerAccess, (CUcontext peer_context))              \
    X(cuCtxGetId, 12000, cuCtxGetId, (CUcontext context, uint64_t * ctx_id))                       \
    X(cuCtxGetLimit, 3010, cuCtxGetLimit, (size_t * value, int limit))                             \
    X(cuCtxSetLimit, 3010, cuCtxSetLimit, (int limit, size_t value))                               \
    X(cuCtxGetCacheConfig, 3020, cuCtxGetCacheConfig, (int *config))                               \
    X(cuCtxSetCacheConfig, 3020, cuCtxSetCacheConfig, (int config))                                \
    X(cuCtxGetStreamPriorityRange, 5050, cuCtxGetStreamPriorityRange,                              \
      (int *least_priority, int *greatest_priority))                                               \
    X(cuCtxGetDevice, 13000, cuCtxGetDevice_v2, (CUdevice * device, CUcontext context))            \
    X(cuCtxSynchronize, 13000, cuCtxSynchronize_v2, (CUcontext context))                           \
    X(cuModuleLoad, 2000, cuModuleLoad, (CUmodule * module, const char *fname))                    \
    X(cuModuleGetGlobal, 3020, cuModuleGetGlobal_v2,                                               \
      (CUdeviceptr * address, size_t * bytes, CUmodule module, const char *name))                  \
    X(cuLibraryGetGlobal, 12000, cuLibraryGetGlobal,                                               \
      (CUdeviceptr * address, size_t * bytes, CUlibrary library, const char *name))                \
    X(cuKernelGetLibrary, 12050, cuKernelGetLibrary, (CUlibrary * library, CUkernel kernel))       \
    X(cuFuncGetModule, 11000, cuFuncGetModule, (CUmodule * module, CUfunction function))           \
    X(cuFuncSetCacheConfig, 3000, cuFuncSetCacheConfig, (CUfunction function, int config))         \
    X(cuFuncLoad, 12040, cuFuncLoad, (CUfunction function))                                        \
    X(cuLaunchCooperativeKernel, 9000, cuLaunchCooperativeKernel,                                  \
      (CUfunction function, unsigned int grid_x, unsigned int grid_y, unsigned int grid_z,         \
       unsigned int block_x, unsigned int block_y, unsigned int block_z, unsigned int shared,      \
       CUstream stream, void **params))                                                            \
    X(cuLaunchHostFunc, 10000, cuLaunchHostFunc,                                                   \
      (CUstream stream, CUhostFn * function, void *user_data))                                     \
    X(cuStreamGetCtx, 9020, cuStreamGetCtx, (CUstream stream, CUcontext * context))                \
    X(cuStreamAddCallback, 5000, cuStreamAddCallback,                                              \
      (CUstream stream, CUstreamCallback * callback, void *user_data, unsigned int flags))

#define CPU_MEMORY_TABLE(X)                                                                        \
    X(cuMemAlloc, 3020, cuMemAlloc_v2, (CUdeviceptr * address, size_t size))                       \
    X(cuMemFree, 3020, cuMemFree_v2, (CUdeviceptr address))                                        \
    X(cuMemAllocAsync, 11020, cuMemAllocAsync,                                                     \
      (CUdeviceptr * address, size_t size, CUstream stream))                                       \
    X(cuMemFreeAsync, 11020, cuMemFreeAsync, (CUdeviceptr address, CUstream stream))               \
    X(cuMemAllocHost, 3020, cuMemAllocHost_v2, (void **address, size_t size))                      \
    X(cuMemHostAlloc, 2020, cuMemHostAlloc, (void **address, size_t size, unsigned int flags))     \
    X(cuMemFreeHost, 2000, cuMemFreeHost, (void *address))                                         \
    X(cuMemAllocManaged, 6000, cuMemAllocManaged,                                                  \
      (CUdeviceptr * address, size_t size, unsigned int flags))                                    \
    X(cuMemGetAddressRange, 3020, cuMemGetAddressRange_v2,                                         \
      (CUdeviceptr * base, size_t * size, CUdeviceptr address))                                    \
    X(cuMemGetInfo, 3020, cuMemGetInfo_v2, (size_t * free, size_t * total))                        \
    X(cuPointerGetAttribute, 4000, cuPointerGetAttribute,                                          \
      (void *value, int attribute, CUdeviceptr address))                                           \
    X(cuMemcpy, 4000, cuMemcpy, (CUdeviceptr target, CUdeviceptr source, size_t size))             \
    X(cuMemcpyHtoD, 3020, cuMemcpyHtoD_v2, (CUdeviceptr target, const void *source, size_t size))  \
    X(cuMemcpyDtoH, 3020, cuMemcpyDtoH_v2, (void *target, CUdeviceptr source, size_t size))        \
    X(cuMemcpyDtoD, 3020, cuMemcpyDtoD_v2, (CUdeviceptr target, CUdeviceptr source, size_t size))  \
    X(cuMemcpyAsync, 4000, cuMemcpyAsync,                                                          \
      (CUdeviceptr target, CUdeviceptr source, size_t size, CUstream stream))                      \
    X(cuMemcpyHtoDAsync, 3020, cuMemcpyHtoDAsync_v2,                                               \
      (CUdeviceptr target, const void *source, size_t size, CUstream stream))                      \
    X(cuMemcpyDtoHAsync, 3020, cuMemcpyDtoHAsync_v2,                                               \
      (void *target, CUdeviceptr source, size_t size, CUstream stream))                            \
    X(cuMemcpyDtoDAsync, 3020, cuMemcpyDtoDAsync_v2,                                               \
      (CUdeviceptr target, CUdeviceptr source, size_t size, CUstream stream))                      \
    X(cuMemsetD8, 3020, cuMemsetD8_v2, (CUdeviceptr target, unsigned char value, size_t count))    \
    X(cuMemsetD32, 3020, cuMemsetD32_v2, (CUdeviceptr target, unsigned int value, size_t count))   \
    X(cuMemsetD8Async, 3020, cuMemsetD8Async,                                                      \
      (CUdeviceptr target, unsigned char value, size_t count, CUstream stream))                    \
    X(cuMemsetD32Async, 3020, cuMemsetD32Async,                                                    \
      (CUdeviceptr target, unsigned int value, size_t count, CUstream stream))                     \
    X(cuMemAllocPitch, 3020, cuMemAllocPitch_v2,                                                   \
      (CUdeviceptr * address, size_t * pitch, size_t width_in_bytes, size_t height,                \
       unsigned int element_size_bytes))                                                           \
    X(cuMemAllocFromPoolAsync, 11020, cuMemAllocFromPoolAsync,                                     \
      (CUdeviceptr * address, size_t size, CUmemoryPool pool, CUstream stream))                    \
    X(cuMemPoolCreate, 11020, cuMemPoolCreate,                                                     \
      (CUmemoryPool * pool, const CUmemPoolProps *pool_props))                                     \
    X(cuMemPoolDestroy, 11020, cuMemPoolDestroy, (CUmemoryPool pool))                              \
    X(cuMemPoolTrimTo, 11020, cuMemPoolTrimTo, (CUmemoryPool pool, size_t min_bytes_to_keep))      \
    X(cuMemPoolSetAttribute, 11020, cuMemPoolSetAttribute,                                         \
      (CUmemoryPool pool, int attr, void *value))                                                  \
    X(cuMemPoolGetAttribute, 11020, cuMemPoolGetAttribute,                                         \
      (CUmemoryPool pool, int attr, void *value))                                                  \
    X(cuMemPoolSetAccess, 11020, cuMemPoolSetAccess,                                               \
      (CUmemoryPool pool, const CUmemAccessDesc *map, size_t count))                               \
    X(cuMemPoolGetAccess, 11020, cuMemPoolGetAccess,                                               \
      (int *flags, CUmemoryPool mem_pool, CUmemLocation *location))                                \
    X(cuMemHostRegister, 6050, cuMemHostRegister_v2,                                               \
      (void *address, size_t size, unsigned int flags))                                            \
    X(cuMemHostUnregister, 4000, cuMemHostUnregister, (void *address))                             \
    X(cuMemHostGetDevicePointer, 3020, cuMemHostGetDevicePointer_v2,                               \
      (CUdeviceptr * out, void *address, unsigned int flags))                                      \
    X(cuPointerGetAttributes, 7000, cuPointerGetAttributes,                                        \
      (unsigned int attributes_count, int *attributes, void **data, CUdeviceptr address))          \
    X(cuPointerSetAttribute, 6000, cuPointerSetAttribute,                                          \
      (const void *value, int attribute, CUdeviceptr address))                                     \
    X(cuMemcpyPeer, 4000, cuMemcpyPeer,                                                            \
      (CUdeviceptr target, CUcontext dst_context, CUdeviceptr source, CUcontext src_context,       \
       size_t size))                                                                               \
    X(cuMemcpy2D, 3020, cuMemcpy2D_v2, (const CUDA_MEMCPY2D *copy))                                \
    X(cuMemcpy2DUnaligned, 3020, cuMemcpy2DUnaligned_v2, (const CUDA_MEMCPY2D *copy))              \
    X(cuMemcpy2DAsync, 3020, cuMemcpy2DAsync_v2, (const CUDA_MEMCPY2D *copy, CUstream stream))     \
    X(cuMemcpy3D, 3020, cuMemcpy3D_v2, (const CUDA_MEMCPY3D *copy))                                \
    X(cuMemcpy3DAsync, 3020, cuMemcpy3DAsync_v2, (const CUDA_MEMCPY3D *copy, CUstream stream))     \
    X(cuMemsetD16Async, 3020, cuMemsetD16Async,                                                    \
      (CUdeviceptr target, unsigned short value, size_t count, CUstream stream))                   \
    X(cuMemsetD2D8, 3020, cuMemsetD2D8_v2,                                                         \
      (CUdeviceptr target, size_t pitch, unsigned char value, size_t width, size_t height))        \
    X(cuMemsetD2D8Async, 3020, cuMemsetD2D8Async,                                                  \
      (CUdeviceptr target, size_t pitch, unsigned char value, size_t width, size_t height,         \
       CUstream stream))                                                                           \
    X(cuMemsetD2D16Async, 3020, cuMemsetD2D16Async,                                                \
      (CUdeviceptr target, size_t pitch, unsigned short value, size_t width, size_t height,        \
       CUstream stream))                                                                           \
    X(cuMemsetD2D32Async, 3020, cuMemsetD2D32Async,                                                \
      (CUdeviceptr target, size_t pitch, unsigned int value, size_t width, size_t height,          \
       CUstream stream))                                                                           \
    X(cuIpcGetMemHandle, 4010, cuIpcGetMemHandle, (CUipcMemHandle * handle, CUdeviceptr address))  \
    X(cuIpcOpenMemHandle, 4010, cuIpcOpenMemHandle,                                                \
      (CUdeviceptr * address, CUipcMemHandle handle, unsigned int flags))                          \
    X(cuIpcOpenMemHandle, 11000, cuIpcOpenMemHandle_v2,                                            \
      (CUdeviceptr * address, CUipcMemHandle handle, unsigned int flags))                          \
    X(cuIpcCloseMemHandle, 4010, cuIpcCloseMemHandle, (CUdeviceptr address))                       \
    X(cuProfilerStart, 4000, cuProfilerStart, (void))                                              \
    X(cuProfilerStop, 4000, cuProfilerStop, (void))

#define CPU_TEXTURE_TABLE(X)                                                                       \
    X(cuArrayCreate, 3020, cuArrayCreate_v2,                                                       \
      (CUarray * array, const CUDA_ARRAY_DESCRIPTOR *given))                                       \
    X(cuArrayDestroy, 2000, cuArrayDestroy, (CUarray array))                                       \
    X(cuArray3DCreate, 3020, cuArray3DCreate_v2,                                                   \
      (CUarray * array, const CUDA_ARRAY3D_DESCRIPTOR *given))                                     \
    X(cuTexObjectCreate, 5000, cuTexObjectCreate,                                                  \
      (CUtexObject * texture, const CUDA_RESOURCE_DESC *resource,                                  \
       const CUDA_TEXTURE_DESC *sampling, const CUDA_RESOURCE_VIEW_DESC *view))                    \
    X(cuTexObjectDestroy, 5000, cuTexObjectDestroy, (CUtexObject texture))                         \
    X(cuSurfObjectCreate, 5000, cuSurfObjectCreate,                                                \
      (CUsurfObject * surface, const CUDA_RESOURCE_DESC *resource))                                \
    X(cuSurfObjectDestroy, 5000, cuSurfObjectDestroy, (CUsurfObject surface))                      \
    X(cuTensorMapEncodeTiled, 12000, cuTensorMapEncodeTiled,                                       \
      (CUtensorMap * map, int type, unsigned int rank, void *address, const uint64_t *sizes,       \
       const uint64_t *strides, const unsigned int *box, const unsigned int *steps,                \
       int interleave, int swizzle, int promotion, int fill))

#define CPU_FUNCTION_TABLE(X)                                                                      \
    CPU_EXECUTION_TABLE(X) CPU_MEMORY_TABLE(X) CPU_TEXTURE_TABLE(X) CPU_GRAPH_TABLE(X)

#endif

/* cpu_api.h: the part of the driver API that this library exports, with libcuda's ABI. Declared
 * here anew, so that no CUDA toolkit is needed; the semantics are those of the CUDA Driver API
 * reference.
 *
 * Exported functions are protected: a libcuda in the same process cannot come in between. */
#ifndef CPU_API_H
#define CPU_API_H

#include "cpu_attribute_table.h"
#include "cpu_constant_table.h"
#include "cpu_result_table.h"

#include <custub/types.h>

#include <stddef.h>
#include <stdint.h>

typedef int CUresult;
typedef int CUdevice;
typedef struct CUmod_st *CUmodule;
typedef struct CUlib_st *CUlibrary;
typedef struct CUkern_st *CUkernel;
typedef struct CUfunc_st *CUfunction;
typedef struct CUevent_st *CUevent;
typedef size_t CUoccupancyB2DSize(int block_size);

enum {
#define CPU_ENUMERATOR(name, number, text) name = number,
    CPU_RESULT_TABLE(CPU_ENUMERATOR)
#undef CPU_ENUMERATOR
};

enum {
#define CPU_ENUMERATOR(name, value) name = value,
    CPU_CONSTANT_TABLE(CPU_ENUMERATOR)
#undef CPU_ENUMERATOR
};

enum {
#define CPU_ENUMERATOR(name, number, value) name = number,
    CPU_ATTRIBUTE_TABLE(CPU_ENUMERATOR)
#undef CPU_ENUMERATOR
};

/* The streams that are always there. */
#define CPU_STREAM_LEGACY     ((uintptr_t)1)
#define CPU_STREAM_PER_THREAD ((uintptr_t)2)

/* What stands in the `extra` of a launch. */
#define CPU_LAUNCH_PARAM_END            ((uintptr_t)0)
#define CPU_LAUNCH_PARAM_BUFFER_POINTER ((uintptr_t)1)
#define CPU_LAUNCH_PARAM_BUFFER_SIZE    ((uintptr_t)2)

typedef struct CUlaunchAttribute {
    int id;
    char padding[4];
    union {
        char bytes[64];
        int cooperative;
        unsigned int cluster[3];
        uint64_t alignment;
    } value;
} CUlaunchAttribute;

typedef struct CUlaunchConfig {
    unsigned int gridDimX, gridDimY, gridDimZ;
    unsigned int blockDimX, blockDimY, blockDimZ;
    unsigned int sharedMemBytes;
    CUstream hStream;
    CUlaunchAttribute *attrs;
    unsigned int numAttrs;
} CUlaunchConfig;

/* Of cuCtxCreate_v4: execution affinity and graphics contexts, neither of which is here. */
typedef struct CUctxCreateParams {
    void *execAffinityParams;
    int numExecAffinityParams;
    void *cigParams;
} CUctxCreateParams;

#if defined(__GNUC__)
#define CPU_EXPORT __attribute__((visibility("protected")))
#else
#define CPU_EXPORT
#endif

/* X(name without version, CUDA version from which it is the one meant, exported name, parameters).
 * Versions of one name stand together, the oldest first. */
#define CPU_FUNCTION_TABLE(X)                                                                      \
    X(cuInit, 2000, cuInit, (unsigned int flags))                                                  \
    X(cuDriverGetVersion, 2020, cuDriverGetVersion, (int *version))                                \
    X(cuGetErrorName, 6000, cuGetErrorName, (CUresult result, const char **name))                  \
    X(cuGetErrorString, 6000, cuGetErrorString, (CUresult result, const char **text))              \
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
    X(cuStreamCreate, 2000, cuStreamCreate, (CUstream * stream, unsigned int flags))               \
    X(cuStreamCreateWithPriority, 5050, cuStreamCreateWithPriority,                                \
      (CUstream * stream, unsigned int flags, int priority))                                       \
    X(cuStreamDestroy, 4000, cuStreamDestroy_v2, (CUstream stream))                                \
    X(cuStreamSynchronize, 2000, cuStreamSynchronize, (CUstream stream))                           \
    X(cuStreamQuery, 2000, cuStreamQuery, (CUstream stream))                                       \
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
    X(cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags, 7000,                                  \
      cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags,                                        \
      (int *blocks, CUfunction function, int block_size, size_t shared, unsigned int flags))       \
    X(cuOccupancyMaxPotentialBlockSize, 6050, cuOccupancyMaxPotentialBlockSize,                    \
      (int *grid_size, int *block_size, CUfunction function, CUoccupancyB2DSize *shared_of,        \
       size_t shared, int limit))

#define CPU_DECLARE(name, version, exported, parameters) CPU_EXPORT CUresult exported parameters;
CPU_FUNCTION_TABLE(CPU_DECLARE)
#undef CPU_DECLARE

#endif

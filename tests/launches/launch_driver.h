/* launch_driver.h: the driver's functions for tests of launches: those that the CPU driver has, and
 * those that only a GPU's driver has. */
#ifndef LAUNCH_DRIVER_H
#define LAUNCH_DRIVER_H

#include "api/api.h"

typedef struct CUgreenCtx_st *CUgreenCtx;
typedef struct CUdevResourceDesc_st *CUdevResourceDesc;
typedef struct CUextMemory_st *CUexternalMemory;

enum {
    LAUNCH_PAGEABLE_MEMORY_ACCESS = 88, /* CU_DEVICE_ATTRIBUTE_… */
    LAUNCH_VIRTUAL_MEMORY = 102,
    LAUNCH_HANDLE_TYPE_POSIX_FD = 103,
    LAUNCH_POOL_HANDLE_TYPES = 119,
    LAUNCH_CLUSTERS = 120,
    LAUNCH_POSIX_FD = 1,          /* CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR */
    LAUNCH_RESOURCE_SM = 1,       /* CU_DEV_RESOURCE_TYPE_SM */
    LAUNCH_GREEN_DEFAULT = 1,     /* CU_GREEN_CTX_DEFAULT_STREAM */
    LAUNCH_EXTERNAL_OPAQUE_FD = 1 /* CU_EXTERNAL_MEMORY_HANDLE_TYPE_OPAQUE_FD */
};

typedef struct CUmemPoolPtrExportData {
    unsigned char reserved[64];
} CUmemPoolPtrExportData;

/* Only the driver fills and reads it. Larger than that of any version. */
typedef struct CUdevResource {
    uint64_t opaque[64];
} CUdevResource;

typedef struct CUDA_EXTERNAL_MEMORY_HANDLE_DESC {
    int type;
    union {
        int fd;
        void *handles[2];
    } handle;
    unsigned long long size;
    unsigned int flags;
    unsigned int reserved[16];
} CUDA_EXTERNAL_MEMORY_HANDLE_DESC;

typedef struct CUDA_EXTERNAL_MEMORY_BUFFER_DESC {
    unsigned long long offset;
    unsigned long long size;
    unsigned int flags;
    unsigned int reserved[16];
} CUDA_EXTERNAL_MEMORY_BUFFER_DESC;

/* As in cuda.h 13.0, where CUdevResource has 144 bytes. */
_Static_assert(sizeof(CUmemAllocationProp) == 32, "CUmemAllocationProp");
_Static_assert(sizeof(CUDA_EXTERNAL_MEMORY_HANDLE_DESC) == 104, "CUDA_EXTERNAL_MEMORY_HANDLE_DESC");
_Static_assert(sizeof(CUDA_EXTERNAL_MEMORY_BUFFER_DESC) == 88, "CUDA_EXTERNAL_MEMORY_BUFFER_DESC");

/* X(exported name, parameters) */
#define LAUNCH_DRIVER_TABLE(X)                                                                     \
    X(cuMemPoolExportToShareableHandle,                                                            \
      (void *shared, CUmemoryPool pool, int type, unsigned long long flags))                       \
    X(cuMemPoolImportFromShareableHandle,                                                          \
      (CUmemoryPool * pool, void *shared, int type, unsigned long long flags))                     \
    X(cuMemPoolExportPointer, (CUmemPoolPtrExportData * exported, CUdeviceptr address))            \
    X(cuMemPoolImportPointer,                                                                      \
      (CUdeviceptr * address, CUmemoryPool pool, CUmemPoolPtrExportData * exported))               \
    X(cuImportExternalMemory,                                                                      \
      (CUexternalMemory * memory, const CUDA_EXTERNAL_MEMORY_HANDLE_DESC *description))            \
    X(cuExternalMemoryGetMappedBuffer, (CUdeviceptr * address, CUexternalMemory memory,            \
                                        const CUDA_EXTERNAL_MEMORY_BUFFER_DESC *description))      \
    X(cuDestroyExternalMemory, (CUexternalMemory memory))                                          \
    X(cuDeviceGetDevResource, (CUdevice device, CUdevResource * resource, int type))               \
    X(cuDevSmResourceSplitByCount,                                                                 \
      (CUdevResource * parts, unsigned int *count, const CUdevResource *whole,                     \
       CUdevResource *rest, unsigned int flags, unsigned int least))                               \
    X(cuDevResourceGenerateDesc,                                                                   \
      (CUdevResourceDesc * description, CUdevResource * resources, unsigned int count))            \
    X(cuGreenCtxCreate,                                                                            \
      (CUgreenCtx * context, CUdevResourceDesc description, CUdevice device, unsigned int flags))  \
    X(cuGreenCtxDestroy, (CUgreenCtx context))                                                     \
    X(cuGreenCtxStreamCreate,                                                                      \
      (CUstream * stream, CUgreenCtx context, unsigned int flags, int priority))

/* cu.cuMemAlloc_v2(…): by exported name; null where an older driver has none. */
typedef struct launch_driver {
#define LAUNCH_MEMBER(name, version, exported, parameters) CUresult(*exported) parameters;
    CPU_FUNCTION_TABLE(LAUNCH_MEMBER)
#undef LAUNCH_MEMBER
#define LAUNCH_MEMBER(exported, parameters) CUresult(*exported) parameters;
    LAUNCH_DRIVER_TABLE(LAUNCH_MEMBER)
#undef LAUNCH_MEMBER
} launch_driver;

extern launch_driver cu;

/* Fills `cu` from the driver that custub has open. */
void launch_driver_load(void);

/* True if the driver supports the call. Otherwise prints why the test is skipped: the function is
 * null or returns CUDA_ERROR_NOT_SUPPORTED. Other errors fail the test. */
#define LAUNCH_HAS(call) launch_driver_has((call), #call)
int launch_driver_has(CUresult result, const char *call);

/* Fails the test if the call did not succeed. */
#define DRIVER(call) launch_driver_expect((call), #call, __FILE__, __LINE__)
void launch_driver_expect(CUresult result, const char *call, const char *file, int line);

#endif

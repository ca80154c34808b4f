/* types.h: the driver API's types and constants, with cuda.h's names, values and layouts. */
#ifndef CPU_TYPES_H
#define CPU_TYPES_H

#include "api/device_attribute_table.h"
#include "api/constant_table.h"
#include "api/result_table.h"

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
typedef struct CUarray_st *CUarray;
typedef unsigned long long CUtexObject;
typedef unsigned long long CUsurfObject;
typedef struct CUmemPoolHandle_st *CUmemoryPool;
/* Opaque to programs. execute/texture/tensor.h says what they have here. */
typedef struct CUtensorMap_st {
    uint64_t opaque[16];
} CUtensorMap;
typedef struct CUgraph_st *CUgraph;
typedef struct CUgraphNode_st *CUgraphNode;
typedef struct CUgraphExec_st *CUgraphExec;
typedef struct CUuserObject_st *CUuserObject;

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

/* The streams that always exist. */
#define CPU_STREAM_LEGACY     ((uintptr_t)1)
#define CPU_STREAM_PER_THREAD ((uintptr_t)2)

/* Keys in the `extra` of a launch. */
#define CPU_LAUNCH_PARAM_END            ((uintptr_t)0)
#define CPU_LAUNCH_PARAM_BUFFER_POINTER ((uintptr_t)1)
#define CPU_LAUNCH_PARAM_BUFFER_SIZE    ((uintptr_t)2)

typedef struct CUaccessPolicyWindow {
    void *base_ptr;
    size_t num_bytes;
    float hitRatio;
    int hitProp;
    int missProp;
} CUaccessPolicyWindow;

typedef union CUlaunchAttributeValue {
    char bytes[64];
    CUaccessPolicyWindow window;
    int cooperative;
    unsigned int cluster[3];
    int priority;
    int domain; /* CU_LAUNCH_MEM_SYNC_DOMAIN_… */
    struct {
        CUevent event;
        int flags;
    } event; /* a programmatic event, or that of the launch's completion */
    uint64_t alignment;
} CUlaunchAttributeValue;

typedef struct CUlaunchAttribute {
    int id;
    char padding[4];
    CUlaunchAttributeValue value;
} CUlaunchAttribute;

typedef struct CUlaunchConfig {
    unsigned int gridDimX, gridDimY, gridDimZ;
    unsigned int blockDimX, blockDimY, blockDimZ;
    unsigned int sharedMemBytes;
    CUstream hStream;
    CUlaunchAttribute *attrs;
    unsigned int numAttrs;
} CUlaunchConfig;

typedef struct CUexecAffinityParam {
    int type;
    unsigned int sm_count;
} CUexecAffinityParam;

/* For cuCtxCreate_v4. This driver has neither execution affinity nor graphics contexts. */
typedef struct CUctxCreateParams {
    void *execAffinityParams;
    int numExecAffinityParams;
    void *cigParams;
} CUctxCreateParams;

/* --- Functions of the program --------------------------------------------------------------------
 */

typedef size_t CUoccupancyB2DSize(int block_size);
typedef void CUhostFn(void *user_data);
typedef void CUstreamCallback(CUstream stream, CUresult status, void *user_data);

/* --- Devices, memory and pools -------------------------------------------------------------------
 */

typedef struct CUuuid {
    char bytes[16];
} CUuuid;

typedef struct CUmemLocation {
    int type;
    int id;
} CUmemLocation;

typedef struct CUmemAccessDesc {
    CUmemLocation location;
    int flags;
} CUmemAccessDesc;

typedef struct CUmemPoolProps {
    int allocType;
    int handleTypes;
    CUmemLocation location;
    void *win32SecurityAttributes;
    size_t maxSize;
    unsigned short usage;
    unsigned char reserved[54];
} CUmemPoolProps;

typedef unsigned long long CUmemGenericAllocationHandle;

typedef struct CUmemAllocationProp {
    int type;
    int requestedHandleTypes;
    CUmemLocation location;
    void *win32HandleMetaData;
    unsigned char allocFlags[8];
} CUmemAllocationProp;

typedef struct CUipcMemHandle {
    char reserved[64];
} CUipcMemHandle;

typedef struct CUipcEventHandle {
    char reserved[64];
} CUipcEventHandle;

typedef struct CUDA_MEMCPY2D {
    size_t srcXInBytes, srcY;
    int srcMemoryType;
    const void *srcHost;
    CUdeviceptr srcDevice;
    void *srcArray;
    size_t srcPitch;
    size_t dstXInBytes, dstY;
    int dstMemoryType;
    void *dstHost;
    CUdeviceptr dstDevice;
    void *dstArray;
    size_t dstPitch;
    size_t WidthInBytes, Height;
} CUDA_MEMCPY2D;

typedef struct CUDA_MEMCPY3D {
    size_t srcXInBytes, srcY, srcZ, srcLOD;
    int srcMemoryType;
    const void *srcHost;
    CUdeviceptr srcDevice;
    void *srcArray;
    void *reserved0;
    size_t srcPitch, srcHeight;
    size_t dstXInBytes, dstY, dstZ, dstLOD;
    int dstMemoryType;
    void *dstHost;
    CUdeviceptr dstDevice;
    void *dstArray;
    void *reserved1;
    size_t dstPitch, dstHeight;
    size_t WidthInBytes, Height, Depth;
} CUDA_MEMCPY3D;

/* --- Textures and surfaces -----------------------------------------------------------------------
 */

typedef struct CUDA_ARRAY_DESCRIPTOR {
    size_t Width, Height;
    int Format;
    unsigned int NumChannels;
} CUDA_ARRAY_DESCRIPTOR;

typedef struct CUDA_ARRAY3D_DESCRIPTOR {
    size_t Width, Height, Depth;
    int Format;
    unsigned int NumChannels;
    unsigned int Flags;
} CUDA_ARRAY3D_DESCRIPTOR;

typedef struct CUDA_RESOURCE_DESC {
    int resType;
    union {
        struct {
            CUarray hArray;
        } array;
        struct {
            CUdeviceptr devPtr;
            int format;
            unsigned int numChannels;
            size_t sizeInBytes;
        } linear;
        struct {
            CUdeviceptr devPtr;
            int format;
            unsigned int numChannels;
            size_t width;
            size_t height;
            size_t pitchInBytes;
        } pitch2D;
        struct {
            int reserved[32];
        } reserved;
    } res;
    unsigned int flags;
} CUDA_RESOURCE_DESC;

typedef struct CUDA_TEXTURE_DESC {
    int addressMode[3];
    int filterMode;
    unsigned int flags;
    unsigned int maxAnisotropy;
    int mipmapFilterMode;
    float mipmapLevelBias;
    float minMipmapLevelClamp;
    float maxMipmapLevelClamp;
    float borderColor[4];
    int reserved[12];
} CUDA_TEXTURE_DESC;

typedef struct CUDA_RESOURCE_VIEW_DESC CUDA_RESOURCE_VIEW_DESC; /* not served */

/* --- Graphs --------------------------------------------------------------------------------------
 */

typedef struct CUDA_KERNEL_NODE_PARAMS_v1 {
    CUfunction func;
    unsigned int gridDimX, gridDimY, gridDimZ;
    unsigned int blockDimX, blockDimY, blockDimZ;
    unsigned int sharedMemBytes;
    void **kernelParams;
    void **extra;
} CUDA_KERNEL_NODE_PARAMS_v1;

typedef struct CUDA_KERNEL_NODE_PARAMS {
    CUfunction func;
    unsigned int gridDimX, gridDimY, gridDimZ;
    unsigned int blockDimX, blockDimY, blockDimZ;
    unsigned int sharedMemBytes;
    void **kernelParams;
    void **extra;
    CUkernel kern; /* if func is null */
    CUcontext ctx;
} CUDA_KERNEL_NODE_PARAMS;

typedef struct CUDA_MEMSET_NODE_PARAMS {
    CUdeviceptr dst;
    size_t pitch;
    unsigned int value;
    unsigned int elementSize;
    size_t width;
    size_t height;
} CUDA_MEMSET_NODE_PARAMS;

typedef struct CUDA_HOST_NODE_PARAMS {
    CUhostFn *fn;
    void *userData;
} CUDA_HOST_NODE_PARAMS;

typedef struct CUgraphExecUpdateResultInfo {
    int result;
    CUgraphNode errorNode;
    CUgraphNode errorFromNode;
} CUgraphExecUpdateResultInfo;

#endif

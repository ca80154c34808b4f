/* driver_types.h: the types and constants of the driver API that the runtime uses, under its own
 * names. Values and layouts are those of cuda.h; tests/runtime/driver/test_cuda_h_first.c and
 * test_cuda_h_last.c compare them with it. */
#ifndef CUSTUBI_DRIVER_TYPES_H
#define CUSTUBI_DRIVER_TYPES_H

#include <custub/graph.h>
#include <custub/stream.h>

/* Functions, kernels, modules and libraries are opaque pointers here: a CUkernel is passed where
 * the driver takes a CUfunction (CUDA Driver API, cuLaunchKernel). A CUdevice and a CUresult are
 * int. */

enum {
    CUSTUBI_SUCCESS = 0,
    CUSTUBI_INVALID_VALUE = 1,
    CUSTUBI_OUT_OF_MEMORY = 2,
    CUSTUBI_NOT_INITIALIZED = 3,
    CUSTUBI_DEINITIALIZED = 4,
    CUSTUBI_STUB_LIBRARY = 34,
    CUSTUBI_NO_DEVICE = 100,
    CUSTUBI_INVALID_DEVICE = 101,
    CUSTUBI_INVALID_IMAGE = 200,
    CUSTUBI_INVALID_CONTEXT = 201,
    CUSTUBI_NO_BINARY_FOR_GPU = 209,
    CUSTUBI_INVALID_PTX = 218,
    CUSTUBI_JIT_COMPILER_NOT_FOUND = 221,
    CUSTUBI_UNSUPPORTED_PTX_VERSION = 222,
    CUSTUBI_JIT_COMPILATION_DISABLED = 223,
    CUSTUBI_CONTAINED = 226,
    CUSTUBI_INVALID_SOURCE = 300,
    CUSTUBI_INVALID_HANDLE = 400,
    CUSTUBI_NOT_FOUND = 500,
    CUSTUBI_NOT_READY = 600,
    CUSTUBI_ILLEGAL_ADDRESS = 700,
    CUSTUBI_LAUNCH_TIMEOUT = 702,
    CUSTUBI_PEER_ACCESS_ALREADY_ENABLED = 704,
    CUSTUBI_PEER_ACCESS_NOT_ENABLED = 705,
    CUSTUBI_CONTEXT_IS_DESTROYED = 709,
    CUSTUBI_ASSERT = 710,
    CUSTUBI_HARDWARE_STACK_ERROR = 714,
    CUSTUBI_ILLEGAL_INSTRUCTION = 715,
    CUSTUBI_MISALIGNED_ADDRESS = 716,
    CUSTUBI_INVALID_ADDRESS_SPACE = 717,
    CUSTUBI_INVALID_PC = 718,
    CUSTUBI_LAUNCH_FAILED = 719,
    CUSTUBI_TENSOR_MEMORY_LEAK = 721,
    CUSTUBI_NOT_SUPPORTED = 801,
    CUSTUBI_SYSTEM_NOT_READY = 802,
    CUSTUBI_SYSTEM_DRIVER_MISMATCH = 803,
    CUSTUBI_COMPAT_NOT_SUPPORTED_ON_DEVICE = 804,
    CUSTUBI_MPS_CLIENT_TERMINATED = 810,
    CUSTUBI_EXTERNAL_DEVICE = 911,
    CUSTUBI_UNKNOWN = 999
};

enum { /* CUdevice_attribute */
       CUSTUBI_DEVICE_MAX_THREADS_PER_BLOCK = 1,
       CUSTUBI_DEVICE_MAX_BLOCK_DIM_X = 2,
       CUSTUBI_DEVICE_MAX_BLOCK_DIM_Y = 3,
       CUSTUBI_DEVICE_MAX_BLOCK_DIM_Z = 4,
       CUSTUBI_DEVICE_MAX_GRID_DIM_X = 5,
       CUSTUBI_DEVICE_MAX_GRID_DIM_Y = 6,
       CUSTUBI_DEVICE_MAX_GRID_DIM_Z = 7,
       CUSTUBI_DEVICE_MAX_SHARED_MEMORY_PER_BLOCK = 8,
       CUSTUBI_DEVICE_WARP_SIZE = 10,
       CUSTUBI_DEVICE_TEXTURE_ALIGNMENT = 14,
       CUSTUBI_DEVICE_MULTIPROCESSOR_COUNT = 16,
       CUSTUBI_DEVICE_MAXIMUM_TEXTURE1D_WIDTH = 21,
       CUSTUBI_DEVICE_MAXIMUM_TEXTURE2D_WIDTH = 22,
       CUSTUBI_DEVICE_MAXIMUM_TEXTURE2D_HEIGHT = 23,
       CUSTUBI_DEVICE_MAXIMUM_TEXTURE3D_WIDTH = 24,
       CUSTUBI_DEVICE_MAXIMUM_TEXTURE3D_HEIGHT = 25,
       CUSTUBI_DEVICE_MAXIMUM_TEXTURE3D_DEPTH = 26,
       CUSTUBI_DEVICE_MAX_THREADS_PER_MULTIPROCESSOR = 39,
       CUSTUBI_DEVICE_TEXTURE_PITCH_ALIGNMENT = 51,
       CUSTUBI_DEVICE_MAXIMUM_SURFACE1D_WIDTH = 55,
       CUSTUBI_DEVICE_MAXIMUM_SURFACE2D_WIDTH = 56,
       CUSTUBI_DEVICE_MAXIMUM_SURFACE2D_HEIGHT = 57,
       CUSTUBI_DEVICE_MAXIMUM_SURFACE3D_WIDTH = 58,
       CUSTUBI_DEVICE_MAXIMUM_SURFACE3D_HEIGHT = 59,
       CUSTUBI_DEVICE_MAXIMUM_SURFACE3D_DEPTH = 60,
       CUSTUBI_DEVICE_MAXIMUM_TEXTURE1D_LINEAR_WIDTH = 69,
       CUSTUBI_DEVICE_MAXIMUM_TEXTURE2D_LINEAR_WIDTH = 70,
       CUSTUBI_DEVICE_MAXIMUM_TEXTURE2D_LINEAR_HEIGHT = 71,
       CUSTUBI_DEVICE_MAXIMUM_TEXTURE2D_LINEAR_PITCH = 72,
       CUSTUBI_DEVICE_COMPUTE_CAPABILITY_MAJOR = 75,
       CUSTUBI_DEVICE_COMPUTE_CAPABILITY_MINOR = 76,
       CUSTUBI_DEVICE_PAGEABLE_MEMORY_ACCESS = 88,
       CUSTUBI_DEVICE_COOPERATIVE_LAUNCH = 95,
       CUSTUBI_DEVICE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN = 97,
       CUSTUBI_DEVICE_CLUSTER_LAUNCH = 120
};

enum { /* CUfunction_attribute */
       CUSTUBI_FUNCTION_MAX_THREADS_PER_BLOCK = 0,
       CUSTUBI_FUNCTION_SHARED_SIZE_BYTES = 1,
       CUSTUBI_FUNCTION_CONST_SIZE_BYTES = 2,
       CUSTUBI_FUNCTION_LOCAL_SIZE_BYTES = 3,
       CUSTUBI_FUNCTION_NUM_REGS = 4,
       CUSTUBI_FUNCTION_PTX_VERSION = 5,
       CUSTUBI_FUNCTION_BINARY_VERSION = 6,
       CUSTUBI_FUNCTION_MAX_DYNAMIC_SHARED_SIZE_BYTES = 8
};

enum { /* CUlimit */
       CUSTUBI_LIMIT_STACK_SIZE = 0,
       CUSTUBI_LIMIT_PRINTF_FIFO_SIZE = 1,
       CUSTUBI_LIMIT_MALLOC_HEAP_SIZE = 2
};

enum { /* CUpointer_attribute */
       CUSTUBI_POINTER_MEMORY_TYPE = 2,
       CUSTUBI_POINTER_DEVICE_POINTER = 3,
       CUSTUBI_POINTER_BUFFER_ID = 7,
       CUSTUBI_POINTER_DEVICE_ORDINAL = 9
};

enum { /* CUjit_option */
       CUSTUBI_JIT_MAX_REGISTERS = 0,
       CUSTUBI_JIT_INFO_LOG_BUFFER = 3,
       CUSTUBI_JIT_INFO_LOG_BUFFER_SIZE_BYTES = 4,
       CUSTUBI_JIT_ERROR_LOG_BUFFER = 5,
       CUSTUBI_JIT_ERROR_LOG_BUFFER_SIZE_BYTES = 6,
       CUSTUBI_JIT_OPTIMIZATION_LEVEL = 7,
       CUSTUBI_JIT_TARGET = 9,
       CUSTUBI_JIT_GENERATE_LINE_INFO = 13
};

enum { /* CUlaunchAttributeID */
       CUSTUBI_ATTRIBUTE_COOPERATIVE = 2,
       CUSTUBI_ATTRIBUTE_CLUSTER_DIMENSION = 4,
       CUSTUBI_ATTRIBUTE_PROGRAMMATIC = 6 /* …_STREAM_SERIALIZATION */
};

enum { /* CUmemPool_attribute */
       CUSTUBI_POOL_RELEASE_THRESHOLD = 4,
       CUSTUBI_POOL_RESERVED = 5,
       CUSTUBI_POOL_USED = 7
};

enum {
    CUSTUBI_MEMORY_HOST = 1, /* CUmemorytype */
    CUSTUBI_MEMORY_DEVICE = 2,
    CUSTUBI_HOST_PORTABLE = 1,
    CUSTUBI_HOST_MAPPED = 2,
    CUSTUBI_MANAGED_GLOBAL = 1,
    CUSTUBI_ALLOCATION_PINNED = 1,
    CUSTUBI_LOCATION_DEVICE = 1,
    CUSTUBI_ACCESS_READ_WRITE = 3
};

enum {
    CUSTUBI_STREAM_NON_BLOCKING = 1,
    CUSTUBI_EVENT_DISABLE_TIMING = 2,
    CUSTUBI_CAPTURE_STATUS_NONE = 0,
    CUSTUBI_CAPTURE_THREAD_LOCAL = 1,
    CUSTUBI_CAPTURE_RELAXED = 2,
    CUSTUBI_USER_OBJECT_NO_DESTRUCTOR_SYNC = 1,
    CUSTUBI_GRAPH_USER_OBJECT_MOVE = 1,
    CUSTUBI_GRAPH_PRINT_VERBOSE = 1,
    CUSTUBI_CONTEXT_SCHEDULE_MASK = 7
};

enum { /* of textures and surfaces */
       CUSTUBI_MEMORYTYPE_HOST = 1,
       CUSTUBI_MEMORYTYPE_DEVICE = 2,
       CUSTUBI_MEMORYTYPE_ARRAY = 3,
       CUSTUBI_ARRAY_SURFACE_LDST = 2,
       CUSTUBI_RESOURCE_ARRAY = 0,
       CUSTUBI_RESOURCE_LINEAR = 2,
       CUSTUBI_RESOURCE_PITCH2D = 3,
       CUSTUBI_ADDRESS_WRAP = 0,
       CUSTUBI_ADDRESS_CLAMP = 1,
       CUSTUBI_ADDRESS_MIRROR = 2,
       CUSTUBI_ADDRESS_BORDER = 3,
       CUSTUBI_READ_AS_INTEGER = 1,
       CUSTUBI_NORMALIZED_COORDINATES = 2
};

/* CUDA_ARRAY3D_DESCRIPTOR */
typedef struct custubi_array_descriptor {
    size_t width, height, depth; /* texels */
    int format;
    unsigned int channels;
    unsigned int flags;
} custubi_array_descriptor;

/* CUDA_RESOURCE_DESC */
typedef struct custubi_resource {
    int type;
    union {
        void *array;
        struct {
            CUdeviceptr address;
            int format;
            unsigned int channels;
            size_t bytes;
        } linear;
        struct {
            CUdeviceptr address;
            int format;
            unsigned int channels;
            size_t width, height; /* texels */
            size_t pitch;         /* bytes */
        } pitched;
        int reserved[32];
    } of;
    unsigned int flags;
} custubi_resource;

/* CUDA_TEXTURE_DESC */
typedef struct custubi_texture_descriptor {
    int address[3];
    int filter;
    unsigned int flags;
    unsigned int anisotropy;
    int mipmap_filter;
    float mipmap_bias, mipmap_least, mipmap_most;
    float border[4];
    int reserved[12];
} custubi_texture_descriptor;

/* CUlaunchAttribute: an id, padded to eight bytes, and a value of 64 bytes. */
typedef struct custubi_launch_attribute {
    int id;
    char padding[8 - sizeof(int)];
    union {
        char bytes[64];
        int cooperative;
        unsigned int cluster[3];
        uint64_t alignment; /* the alignment of cuda.h's union, which holds pointers */
    } value;
} custubi_launch_attribute;

/* CUlaunchConfig */
typedef struct custubi_launch_config {
    unsigned int grid_x, grid_y, grid_z;
    unsigned int block_x, block_y, block_z;
    unsigned int shared; /* bytes */
    CUstream stream;
    const void *attributes; /* custubi_launch_attribute[attribute_count] */
    unsigned int attribute_count;
} custubi_launch_config;

/* CUgraphExecUpdateResultInfo */
typedef struct custubi_update_result {
    int reason; /* a CUgraphExecUpdateResult */
    CUgraphNode node;
    CUgraphNode from;
} custubi_update_result;

/* CUDA_MEMCPY3D */
typedef struct custubi_box_copy {
    size_t source_x, source_y, source_z, source_level;
    int source_type; /* a CUmemorytype */
    const void *source_host;
    CUdeviceptr source_device;
    void *source_array;
    void *reserved_0;
    size_t source_pitch;  /* bytes */
    size_t source_height; /* rows */
    size_t target_x, target_y, target_z, target_level;
    int target_type;
    void *target_host;
    CUdeviceptr target_device;
    void *target_array;
    void *reserved_1;
    size_t target_pitch;
    size_t target_height;
    size_t width; /* bytes */
    size_t height;
    size_t depth;
} custubi_box_copy;

/* CUmemPoolProps */
typedef struct custubi_pool_properties {
    int allocation_type;
    int handle_types;
    int location_type;
    int location; /* a CUdevice */
    void *security;
    size_t most; /* bytes; 0: the system's limit */
    unsigned char reserved[56];
} custubi_pool_properties;

/* CUmemAccessDesc */
typedef struct custubi_pool_access {
    int location_type;
    int location; /* a CUdevice */
    int flags;
} custubi_pool_access;

/* CUgraphNodeType */
#define CUSTUBI_GRAPH_NODE_KERNEL 0
#define CUSTUBI_GRAPH_NODE_CHILD  4

/* CUDA_KERNEL_NODE_PARAMS_v2; before 12.0 the struct ended before `kernel`. */
typedef struct custubi_kernel_node_params {
    void *function; /* CUfunction; null: `kernel` is set */
    unsigned int grid[3];
    unsigned int block[3];
    unsigned int shared; /* bytes */
    void **arguments;
    void **extra;
    void *kernel; /* CUkernel */
    CUcontext context;
} custubi_kernel_node_params;

#endif

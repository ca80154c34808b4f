/* device_attribute_table.h: the device attributes that are not 0 here: X(name, number, value). The
 * sizes are those of compute capability 9.0 (CUDA C++ Programming Guide, "Compute Capabilities").
 * An expression may use `cores`. */
#ifndef CPU_DEVICE_ATTRIBUTE_TABLE_H
#define CPU_DEVICE_ATTRIBUTE_TABLE_H

#include <custub/cpu_image.h>

#define CPU_ATTRIBUTE_LAST 147 /* of CUDA 13.0; a higher one is an invalid value */

#define CPU_MAX_GRID_X                 2147483647
#define CPU_MAX_GRID_YZ                65535
#define CPU_MAX_BLOCK_Z                64
#define CPU_SHARED_PER_BLOCK           49152
#define CPU_SHARED_PER_MULTIPROCESSOR  233472
#define CPU_SHARED_RESERVED            1024
#define CPU_THREADS_PER_MULTIPROCESSOR 2048
#define CPU_BLOCKS_PER_MULTIPROCESSOR  32
#define CPU_WARP_SIZE                  32
#define CPU_TEXTURE_ALIGNMENT          512
#define CPU_TEXTURE_PITCH_ALIGNMENT    32
#define CPU_TEXTURE_LINEAR_WIDTH       268435456 /* texels; pitched ones have width and height */
#define CPU_TEXTURE_PITCHED_WIDTH      131072
#define CPU_TEXTURE_PITCHED_HEIGHT     65000
#define CPU_TEXTURE_PITCH              2097120 /* bytes */

#define CPU_ATTRIBUTE_TABLE(X)                                                                     \
    X(CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK, 1, CUSTUB_CPU_BLOCK_LIMIT)                        \
    X(CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_X, 2, CUSTUB_CPU_BLOCK_LIMIT)                              \
    X(CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_Y, 3, CUSTUB_CPU_BLOCK_LIMIT)                              \
    X(CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_Z, 4, CPU_MAX_BLOCK_Z)                                     \
    X(CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_X, 5, CPU_MAX_GRID_X)                                       \
    X(CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_Y, 6, CPU_MAX_GRID_YZ)                                      \
    X(CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_Z, 7, CPU_MAX_GRID_YZ)                                      \
    X(CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK, 8, CPU_SHARED_PER_BLOCK)                    \
    X(CU_DEVICE_ATTRIBUTE_TOTAL_CONSTANT_MEMORY, 9, 65536)                                         \
    X(CU_DEVICE_ATTRIBUTE_WARP_SIZE, 10, CPU_WARP_SIZE)                                            \
    X(CU_DEVICE_ATTRIBUTE_MAX_PITCH, 11, 2147483647)                                               \
    X(CU_DEVICE_ATTRIBUTE_MAX_REGISTERS_PER_BLOCK, 12, 65536)                                      \
    X(CU_DEVICE_ATTRIBUTE_TEXTURE_ALIGNMENT, 14, CPU_TEXTURE_ALIGNMENT)                            \
    X(CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT, 16, cores)                                         \
    X(CU_DEVICE_ATTRIBUTE_INTEGRATED, 18, 1)                                                       \
    X(CU_DEVICE_ATTRIBUTE_CAN_MAP_HOST_MEMORY, 19, 1)                                              \
    X(CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE1D_WIDTH, 21, 131072)                                     \
    X(CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_WIDTH, 22, 131072)                                     \
    X(CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_HEIGHT, 23, 65536)                                     \
    X(CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE3D_WIDTH, 24, 16384)                                      \
    X(CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE3D_HEIGHT, 25, 16384)                                     \
    X(CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE3D_DEPTH, 26, 16384)                                      \
    X(CU_DEVICE_ATTRIBUTE_SURFACE_ALIGNMENT, 30, 512)                                              \
    X(CU_DEVICE_ATTRIBUTE_CONCURRENT_KERNELS, 31, 1)                                               \
    X(CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_MULTIPROCESSOR, 39, CPU_THREADS_PER_MULTIPROCESSOR)      \
    X(CU_DEVICE_ATTRIBUTE_ASYNC_ENGINE_COUNT, 40, 1)                                               \
    X(CU_DEVICE_ATTRIBUTE_UNIFIED_ADDRESSING, 41, 1)                                               \
    X(CU_DEVICE_ATTRIBUTE_TEXTURE_PITCH_ALIGNMENT, 51, CPU_TEXTURE_PITCH_ALIGNMENT)                \
    X(CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE1D_WIDTH, 55, 32768)                                      \
    X(CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE2D_WIDTH, 56, 131072)                                     \
    X(CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE2D_HEIGHT, 57, 65536)                                     \
    X(CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE3D_WIDTH, 58, 16384)                                      \
    X(CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE3D_HEIGHT, 59, 16384)                                     \
    X(CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE3D_DEPTH, 60, 16384)                                      \
    X(CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE1D_LINEAR_WIDTH, 69, CPU_TEXTURE_LINEAR_WIDTH)            \
    X(CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_LINEAR_WIDTH, 70, CPU_TEXTURE_PITCHED_WIDTH)           \
    X(CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_LINEAR_HEIGHT, 71, CPU_TEXTURE_PITCHED_HEIGHT)         \
    X(CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_LINEAR_PITCH, 72, CPU_TEXTURE_PITCH)                   \
    X(CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, 75, 9)                                         \
    X(CU_DEVICE_ATTRIBUTE_STREAM_PRIORITIES_SUPPORTED, 78, 1)                                      \
    X(CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_MULTIPROCESSOR, 81, CPU_SHARED_PER_MULTIPROCESSOR) \
    X(CU_DEVICE_ATTRIBUTE_MAX_REGISTERS_PER_MULTIPROCESSOR, 82, 65536)                             \
    X(CU_DEVICE_ATTRIBUTE_MANAGED_MEMORY, 83, 1)                                                   \
    X(CU_DEVICE_ATTRIBUTE_HOST_NATIVE_ATOMIC_SUPPORTED, 86, 1)                                     \
    X(CU_DEVICE_ATTRIBUTE_SINGLE_TO_DOUBLE_PRECISION_PERF_RATIO, 87, 2)                            \
    X(CU_DEVICE_ATTRIBUTE_CONCURRENT_MANAGED_ACCESS, 89, 1)                                        \
    X(CU_DEVICE_ATTRIBUTE_CAN_USE_HOST_POINTER_FOR_REGISTERED_MEM, 91, 1)                          \
    X(CU_DEVICE_ATTRIBUTE_COOPERATIVE_LAUNCH, 95, 1)                                               \
    X(CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN, 97, CUSTUB_CPU_SHARED_LIMIT)          \
    X(CU_DEVICE_ATTRIBUTE_HOST_REGISTER_SUPPORTED, 99, 1)                                          \
    X(CU_DEVICE_ATTRIBUTE_DIRECT_MANAGED_MEM_ACCESS_FROM_HOST, 101, 1)                             \
    X(CU_DEVICE_ATTRIBUTE_VIRTUAL_MEMORY_MANAGEMENT_SUPPORTED, 102, 1)                             \
    X(CU_DEVICE_ATTRIBUTE_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR_SUPPORTED, 103, 1)                     \
    X(CU_DEVICE_ATTRIBUTE_MAX_BLOCKS_PER_MULTIPROCESSOR, 106, CPU_BLOCKS_PER_MULTIPROCESSOR)       \
    X(CU_DEVICE_ATTRIBUTE_RESERVED_SHARED_MEMORY_PER_BLOCK, 111, CPU_SHARED_RESERVED)              \
    X(CU_DEVICE_ATTRIBUTE_MEMORY_POOLS_SUPPORTED, 115, 1)

#endif

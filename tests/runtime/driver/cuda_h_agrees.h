/* cuda_h_agrees.h: the runtime's own types and constants against those of cuda.h. Included after
 * both in either order, by C and by C++: it compiles or it does not. */
#ifdef __cplusplus
#include <type_traits>
#define AGREES(condition) static_assert(condition, #condition)
#define SAME_TYPE(a, b)   static_assert(std::is_same<a, b>::value, #a " is not " #b)
#else
#define AGREES(condition) _Static_assert(condition, #condition)
#define SAME_TYPE(a, b)   _Static_assert(_Generic((a *)0, b * : 1, default : 0), #a " is not " #b)
#endif

AGREES(sizeof(CUdeviceptr) == 8);
SAME_TYPE(CUdeviceptr, unsigned long long);
SAME_TYPE(CUcontext, struct CUctx_st *);
SAME_TYPE(CUstream, struct CUstream_st *);
SAME_TYPE(CUfunction, struct CUfunc_st *);
AGREES(sizeof(CUresult) == sizeof(int));
AGREES(sizeof(CUdevice) == sizeof(int));
AGREES(sizeof(custub_texture) == sizeof(CUtexObject));
AGREES(sizeof(custub_surface) == sizeof(CUsurfObject));

#define VALUE(own, theirs) AGREES((int)own == (int)theirs)
VALUE(CUSTUBI_SUCCESS, CUDA_SUCCESS);
VALUE(CUSTUBI_INVALID_VALUE, CUDA_ERROR_INVALID_VALUE);
VALUE(CUSTUBI_OUT_OF_MEMORY, CUDA_ERROR_OUT_OF_MEMORY);
VALUE(CUSTUBI_NOT_INITIALIZED, CUDA_ERROR_NOT_INITIALIZED);
VALUE(CUSTUBI_DEINITIALIZED, CUDA_ERROR_DEINITIALIZED);
VALUE(CUSTUBI_STUB_LIBRARY, CUDA_ERROR_STUB_LIBRARY);
VALUE(CUSTUBI_NO_DEVICE, CUDA_ERROR_NO_DEVICE);
VALUE(CUSTUBI_INVALID_DEVICE, CUDA_ERROR_INVALID_DEVICE);
VALUE(CUSTUBI_INVALID_IMAGE, CUDA_ERROR_INVALID_IMAGE);
VALUE(CUSTUBI_INVALID_CONTEXT, CUDA_ERROR_INVALID_CONTEXT);
VALUE(CUSTUBI_NO_BINARY_FOR_GPU, CUDA_ERROR_NO_BINARY_FOR_GPU);
VALUE(CUSTUBI_INVALID_PTX, CUDA_ERROR_INVALID_PTX);
VALUE(CUSTUBI_JIT_COMPILER_NOT_FOUND, CUDA_ERROR_JIT_COMPILER_NOT_FOUND);
VALUE(CUSTUBI_UNSUPPORTED_PTX_VERSION, CUDA_ERROR_UNSUPPORTED_PTX_VERSION);
VALUE(CUSTUBI_JIT_COMPILATION_DISABLED, CUDA_ERROR_JIT_COMPILATION_DISABLED);
VALUE(CUSTUBI_INVALID_SOURCE, CUDA_ERROR_INVALID_SOURCE);
VALUE(CUSTUBI_INVALID_HANDLE, CUDA_ERROR_INVALID_HANDLE);
VALUE(CUSTUBI_NOT_FOUND, CUDA_ERROR_NOT_FOUND);
VALUE(CUSTUBI_NOT_SUPPORTED, CUDA_ERROR_NOT_SUPPORTED);
VALUE(CUSTUBI_SYSTEM_NOT_READY, CUDA_ERROR_SYSTEM_NOT_READY);
VALUE(CUSTUBI_SYSTEM_DRIVER_MISMATCH, CUDA_ERROR_SYSTEM_DRIVER_MISMATCH);
VALUE(CUSTUBI_COMPAT_NOT_SUPPORTED_ON_DEVICE, CUDA_ERROR_COMPAT_NOT_SUPPORTED_ON_DEVICE);
VALUE(CUSTUBI_UNKNOWN, CUDA_ERROR_UNKNOWN);

VALUE(CUSTUBI_DEVICE_MAX_THREADS_PER_BLOCK, CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK);
VALUE(CUSTUBI_DEVICE_MAX_BLOCK_DIM_X, CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_X);
VALUE(CUSTUBI_DEVICE_MAX_BLOCK_DIM_Y, CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_Y);
VALUE(CUSTUBI_DEVICE_MAX_BLOCK_DIM_Z, CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_Z);
VALUE(CUSTUBI_DEVICE_MAX_GRID_DIM_X, CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_X);
VALUE(CUSTUBI_DEVICE_MAX_GRID_DIM_Y, CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_Y);
VALUE(CUSTUBI_DEVICE_MAX_GRID_DIM_Z, CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_Z);
VALUE(CUSTUBI_DEVICE_MAX_SHARED_MEMORY_PER_BLOCK, CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK);
VALUE(CUSTUBI_DEVICE_WARP_SIZE, CU_DEVICE_ATTRIBUTE_WARP_SIZE);
VALUE(CUSTUBI_DEVICE_MULTIPROCESSOR_COUNT, CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT);
VALUE(CUSTUBI_DEVICE_MAX_THREADS_PER_MULTIPROCESSOR,
      CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_MULTIPROCESSOR);
VALUE(CUSTUBI_DEVICE_COMPUTE_CAPABILITY_MAJOR, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR);
VALUE(CUSTUBI_DEVICE_COMPUTE_CAPABILITY_MINOR, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR);
VALUE(CUSTUBI_DEVICE_PAGEABLE_MEMORY_ACCESS, CU_DEVICE_ATTRIBUTE_PAGEABLE_MEMORY_ACCESS);
VALUE(CUSTUBI_DEVICE_COOPERATIVE_LAUNCH, CU_DEVICE_ATTRIBUTE_COOPERATIVE_LAUNCH);
VALUE(CUSTUBI_DEVICE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN,
      CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN);
VALUE(CUSTUBI_DEVICE_CLUSTER_LAUNCH, CU_DEVICE_ATTRIBUTE_CLUSTER_LAUNCH);

VALUE(CUSTUBI_FUNCTION_MAX_THREADS_PER_BLOCK, CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK);
VALUE(CUSTUBI_FUNCTION_SHARED_SIZE_BYTES, CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES);
VALUE(CUSTUBI_FUNCTION_CONST_SIZE_BYTES, CU_FUNC_ATTRIBUTE_CONST_SIZE_BYTES);
VALUE(CUSTUBI_FUNCTION_LOCAL_SIZE_BYTES, CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES);
VALUE(CUSTUBI_FUNCTION_NUM_REGS, CU_FUNC_ATTRIBUTE_NUM_REGS);
VALUE(CUSTUBI_FUNCTION_PTX_VERSION, CU_FUNC_ATTRIBUTE_PTX_VERSION);
VALUE(CUSTUBI_FUNCTION_BINARY_VERSION, CU_FUNC_ATTRIBUTE_BINARY_VERSION);
VALUE(CUSTUBI_LIMIT_STACK_SIZE, CU_LIMIT_STACK_SIZE);
VALUE(CUSTUBI_LIMIT_PRINTF_FIFO_SIZE, CU_LIMIT_PRINTF_FIFO_SIZE);
VALUE(CUSTUBI_LIMIT_MALLOC_HEAP_SIZE, CU_LIMIT_MALLOC_HEAP_SIZE);
VALUE(CUSTUBI_FUNCTION_MAX_DYNAMIC_SHARED_SIZE_BYTES,
      CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES);
VALUE(CUSTUBI_POINTER_MEMORY_TYPE, CU_POINTER_ATTRIBUTE_MEMORY_TYPE);
VALUE(CUSTUBI_POINTER_DEVICE_POINTER, CU_POINTER_ATTRIBUTE_DEVICE_POINTER);
VALUE(CUSTUBI_POINTER_DEVICE_ORDINAL, CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL);
VALUE(CUSTUBI_JIT_MAX_REGISTERS, CU_JIT_MAX_REGISTERS);
VALUE(CUSTUBI_JIT_INFO_LOG_BUFFER, CU_JIT_INFO_LOG_BUFFER);
VALUE(CUSTUBI_JIT_INFO_LOG_BUFFER_SIZE_BYTES, CU_JIT_INFO_LOG_BUFFER_SIZE_BYTES);
VALUE(CUSTUBI_JIT_OPTIMIZATION_LEVEL, CU_JIT_OPTIMIZATION_LEVEL);
VALUE(CUSTUBI_JIT_GENERATE_LINE_INFO, CU_JIT_GENERATE_LINE_INFO);
VALUE(CUSTUBI_JIT_ERROR_LOG_BUFFER, CU_JIT_ERROR_LOG_BUFFER);
VALUE(CUSTUBI_JIT_ERROR_LOG_BUFFER_SIZE_BYTES, CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES);
VALUE(CUSTUBI_ATTRIBUTE_COOPERATIVE, CU_LAUNCH_ATTRIBUTE_COOPERATIVE);
VALUE(CUSTUBI_ATTRIBUTE_CLUSTER_DIMENSION, CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION);
VALUE(CUSTUBI_STREAM_NON_BLOCKING, CU_STREAM_NON_BLOCKING);
VALUE(CUSTUBI_CAPTURE_STATUS_NONE, CU_STREAM_CAPTURE_STATUS_NONE);

#define MEMBER(own, a, theirs, b)                                                                  \
    AGREES(offsetof(own, a) == offsetof(theirs, b));                                               \
    AGREES(sizeof(((own *)0)->a) == sizeof(((theirs *)0)->b))
AGREES(sizeof(custubi_launch_attribute) == sizeof(CUlaunchAttribute));
MEMBER(custubi_launch_attribute, id, CUlaunchAttribute, id);
MEMBER(custubi_launch_attribute, value, CUlaunchAttribute, value);
MEMBER(custubi_launch_attribute, value.cluster, CUlaunchAttribute, value.clusterDim);
MEMBER(custubi_launch_attribute, value.cooperative, CUlaunchAttribute, value.cooperative);
#if CUDA_VERSION >= 12000
AGREES(sizeof(custubi_kernel_node_params) == sizeof(CUDA_KERNEL_NODE_PARAMS_v2));
MEMBER(custubi_kernel_node_params, function, CUDA_KERNEL_NODE_PARAMS_v2, func);
AGREES(offsetof(custubi_kernel_node_params, grid) ==
       offsetof(CUDA_KERNEL_NODE_PARAMS_v2, gridDimX));
MEMBER(custubi_kernel_node_params, shared, CUDA_KERNEL_NODE_PARAMS_v2, sharedMemBytes);
MEMBER(custubi_kernel_node_params, arguments, CUDA_KERNEL_NODE_PARAMS_v2, kernelParams);
MEMBER(custubi_kernel_node_params, extra, CUDA_KERNEL_NODE_PARAMS_v2, extra);
MEMBER(custubi_kernel_node_params, kernel, CUDA_KERNEL_NODE_PARAMS_v2, kern);
MEMBER(custubi_kernel_node_params, context, CUDA_KERNEL_NODE_PARAMS_v2, ctx);
#endif
AGREES(sizeof(custubi_launch_config) == sizeof(CUlaunchConfig));
MEMBER(custubi_launch_config, grid_x, CUlaunchConfig, gridDimX);
MEMBER(custubi_launch_config, grid_y, CUlaunchConfig, gridDimY);
MEMBER(custubi_launch_config, grid_z, CUlaunchConfig, gridDimZ);
MEMBER(custubi_launch_config, block_x, CUlaunchConfig, blockDimX);
MEMBER(custubi_launch_config, block_y, CUlaunchConfig, blockDimY);
MEMBER(custubi_launch_config, block_z, CUlaunchConfig, blockDimZ);
MEMBER(custubi_launch_config, shared, CUlaunchConfig, sharedMemBytes);
MEMBER(custubi_launch_config, stream, CUlaunchConfig, hStream);
MEMBER(custubi_launch_config, attributes, CUlaunchConfig, attrs);
MEMBER(custubi_launch_config, attribute_count, CUlaunchConfig, numAttrs);

/* The functions of the table: as many parameters as cuda.h declares, each of the same size,
 * pointers where it has pointers. C cannot ask for that. */
#ifdef __cplusplus
template <class A, class B> constexpr bool passed_alike()
{
    return sizeof(A) == sizeof(B) && std::is_pointer<A>::value == std::is_pointer<B>::value;
}

template <class R, class... A, class S, class... B>
constexpr bool called_alike(R (*)(A...), S (*)(B...))
{
    if constexpr (sizeof...(A) != sizeof...(B))
        return false;
    else
        return sizeof(R) == sizeof(S) && (passed_alike<A, B>() && ...);
}

#define REQUIRED(member, name, parameters)                                                         \
    static_assert(called_alike((int(*) parameters) nullptr, (decltype(&name))nullptr), #name);
#if CUDA_VERSION >= 12040
#define OPTIONAL(member, name, parameters) REQUIRED(member, name, parameters)
#else
#define OPTIONAL(member, name, parameters) /* some are newer than this cuda.h */
#endif
#define OWN(member, name, parameters) /* not CUDA's */
#include "driver/driver_symbols.h"
#undef REQUIRED
#undef OPTIONAL
#undef OWN
#endif

/* CUDA's vector types. */
#define __NV_NO_VECTOR_DEPRECATION_DIAG
#include <vector_types.h>

#include <custub/vector.h>

#if CUDA_VERSION >= 13000
#define LAYOUT(name, element, components, alignment)                                               \
    AGREES(sizeof(custub_##name) == sizeof(name));                                                 \
    AGREES(alignof(custub_##name) == alignof(name));
CUSTUB_VECTORS(LAYOUT)
#endif
AGREES(sizeof(custub_uint3) == sizeof(dim3));
AGREES(alignof(custub_uint3) == alignof(dim3));

// What nvcc defines before a file: by its own driver, and by the header that it includes.
// kernels: with_runtime with_versions with_pragmas
// needs: cuda
#if defined(__CUDA_RUNTIME_H__) && defined(__CUDA_RUNTIME_API_H__) && defined(__DRIVER_TYPES_H__) && \
    defined(__VECTOR_TYPES_H__) && defined(__VECTOR_FUNCTIONS_H__) &&                                \
    defined(__DEVICE_LAUNCH_PARAMETERS_H__) && defined(__CHANNEL_DESCRIPTOR_H__)
extern "C" __global__ void with_runtime(int a) {}
#endif
#if CUDART_VERSION >= 11080 && __CUDA_API_VER_MAJOR__ == __CUDACC_VER_MAJOR__ &&                     \
    CUDART_VERSION == __CUDACC_VER_MAJOR__ * 1000 + __CUDACC_VER_MINOR__ * 10 &&                     \
    !defined(CUDA_VERSION)
extern "C" __global__ void with_versions(int a) {}
#endif
#if defined(__NVCC_DIAG_PRAGMA_SUPPORT__) && defined(__CUDACC_VER__) && defined(CUDA_DOUBLE_MATH_FUNCTIONS)
extern "C" __global__ void with_pragmas(int a) {}
#endif
#if defined(__CUDACC_RDC__) || defined(__CUDACC_EXTENDED_LAMBDA__) ||                                \
    defined(__CUDACC_RELAXED_CONSTEXPR__) || defined(__CUDACC_RTC__) ||                              \
    defined(__CUDA_ARCH_FEAT_SM90_ALL) || defined(__CUDA_ARCH_SPECIFIC__) ||                         \
    defined(__CUDA_ARCH_FAMILY_SPECIFIC__)
extern "C" __global__ void of_flags_that_are_not_given(int a) {}
#endif

// Kernels behind the macros that nvcc defines.
// kernels: nvcc cudacc device_pass cplusplus
#ifdef __NVCC__
extern "C" __global__ void nvcc(int a) {}
#endif
#if defined(__CUDACC__) && !defined(__CUDACC_RTC__)
extern "C" __global__ void cudacc(int a) {}
#endif
#ifdef __CUDA_ARCH__
extern "C" __global__ void device_pass(int a) {}
#endif
#if __cplusplus >= 201703L
extern "C" __global__ void cplusplus(int a) {}
#endif
#ifdef __CUDACC_RTC__
extern "C" __global__ void rtc(int a) {}
#endif
#ifdef __CUSTUB_NEVER__
extern "C" __global__ void never(int a) {}
#endif

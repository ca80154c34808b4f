// Kernels that exist for some architectures alone, or differ in their bodies.
// kernels: both old other newer
extern "C" __global__ void both(int a, float *b)
{
#if __CUDA_ARCH__ >= 900
    b[threadIdx.y] = a;
#else
    b[threadIdx.x] = a;
#endif
}
#if __CUDA_ARCH__ < 900
extern "C" __global__ void old(int a) {}
#endif
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ == 800
extern "C" __global__ void other(int a) {}
#endif
#if __CUDA_ARCH__ >= 900
extern "C" __global__ void newer(int a, float *b) {}
#endif

// Launch bounds that differ between architectures.
// says: __launch_bounds__ differs between the architectures
// kernels: tuned constants only_newer same_constant
#if __CUDA_ARCH__ >= 900
#define THREADS 256
#define NEWER __launch_bounds__(64)
constexpr int threads = 512;
#else
#define THREADS 128
#define NEWER
constexpr int threads = 1024;
#endif
constexpr int same = 96;
extern "C" __global__ void __launch_bounds__(THREADS) tuned(float *x)
{
    x[threadIdx.x] = 0;
}
extern "C" __global__ void __launch_bounds__(threads) constants(float *x)
{
}
extern "C" __global__ void NEWER only_newer(float *x)
{
}
extern "C" __global__ void __launch_bounds__(same) same_constant(float *x)
{
}

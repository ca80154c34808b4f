// The third of the launch bounds: blocks of a cluster.
// says: __launch_bounds__ differs between the architectures
// kernels: three
#if __CUDA_ARCH__ >= 900
#define BOUNDS(...) __launch_bounds__(__VA_ARGS__, 2)
#else
#define BOUNDS(...) __launch_bounds__(__VA_ARGS__)
#endif
extern "C" __global__ void BOUNDS(128, 4) three(int a) {}

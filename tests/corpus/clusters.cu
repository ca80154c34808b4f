// Clusters, where the architecture has them.
// says: __cluster_dims__ differs between the architectures
// kernels: one two three
#if __CUDA_ARCH__ >= 900
#define CLUSTER(...) __cluster_dims__(__VA_ARGS__)
#else
#define CLUSTER(...)
#endif
constexpr int width = 2;
extern "C" __global__ void CLUSTER(4) one(int a) {}
extern "C" __global__ void CLUSTER(width, 2) two(int a) {}
extern "C" __global__ void CLUSTER(2, 1, width * 2) __launch_bounds__(64) three(int a) {}

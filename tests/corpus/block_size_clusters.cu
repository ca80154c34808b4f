// A second tuple of __block_size__: the launch's grid counts clusters.
// needs: cuda 12.4
// says: __block_size__ differs between the architectures
// kernels: pairs
#if __CUDA_ARCH__ >= 900
#define SIZE(...) __block_size__(__VA_ARGS__)
#else
#define SIZE(...)
#endif
extern "C" __global__ void SIZE((32, 2, 1), (2, 1, 1)) pairs(float *a)
{
}

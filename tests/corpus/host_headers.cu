// kernels: scale
// A header of GCC's own, which clang has not, and nvcc finds.
#include <omp.h>

extern "C" __global__ void scale(int n, float *x)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        x[i] *= 2;
}

int threads_of_the_host()
{
    return omp_get_max_threads();
}

/* Kernels that need device functions, constants and variables of the other source. */
#include <custub/kernel.h>

extern __device__ float twice(float x);
extern __device__ int block_sum(int x);
extern __device__ unsigned int own_index();
extern __constant__ float table[4];

static __device__ float helper(float x) /* the other source has one, too */
{
    return x + 1;
}

extern "C" CUSTUB_THREADS(n) __global__ void apply(int n, float *x CUSTUB_COUNTED_BY(n))
{
    int i = (int)(blockIdx.x * blockDim.x + threadIdx.x);
    if (i < n)
        x[i] = twice(helper(x[i])) + table[1];
}

extern "C" __global__ void sum_blocks(int *sums CUSTUB_COUNTED_BY(gridDim.x))
{
    int sum = block_sum(1 + (int)threadIdx.x);
    if (threadIdx.x == 0)
        sums[blockIdx.x] = sum;
}

extern "C" CUSTUB_THREADS(n) __global__ void number(int n, unsigned int *x CUSTUB_COUNTED_BY(n))
{
    int i = (int)(blockIdx.x * blockDim.x + threadIdx.x);
    if (i < n)
        x[i] = own_index();
}

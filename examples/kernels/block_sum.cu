// One partial sum per block, in dynamic shared memory: a float for each thread of the block.
#include <stddef.h>

#include <custub/kernel.h>

extern "C" CUSTUB_THREADS(n)
CUSTUB_SHARED(blockDim.x * sizeof(float))
CUSTUB_REQUIRES(is_pow2(blockDim.x))
__global__ void block_sum(
    size_t n,
    const float *values CUSTUB_COUNTED_BY(n),
    float *__restrict__ sums CUSTUB_COUNTED_BY(gridDim.x))
{
    extern __shared__ float partial[];
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;

    partial[threadIdx.x] = i < n ? values[i] : 0.0f;
    __syncthreads();
    for (unsigned int half = blockDim.x / 2; half > 0; half /= 2) {
        if (threadIdx.x < half)
            partial[threadIdx.x] += partial[threadIdx.x + half];
        __syncthreads();
    }
    if (threadIdx.x == 0)
        sums[blockIdx.x] = partial[0];
}

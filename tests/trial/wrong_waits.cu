// Kernels whose threads wait for ever, which a GPU would not end. The comment before each says what a trial
// finds, as in wrong_counts.cu.
#include <custub/kernel.h>

#define INDEX (int)(blockIdx.x * blockDim.x + threadIdx.x)

// finds: its threads wait for ever: lane 0 of warp 0 waits at a warp function | n = 0
extern "C" CUSTUB_THREADS(n) CUSTUB_BLOCK(32) __global__ void shuffle_of_one(int n, int *y CUSTUB_COUNTED_BY(n))
{
    int value = 1;

    if (threadIdx.x == 0)
        value = __shfl_sync(0xffffffffu, value, 0);
    else
        __syncthreads();
    if (INDEX < n)
        y[INDEX] = value;
}

extern "C" CUSTUB_THREADS(n) CUSTUB_BLOCK(32) __global__ void right_shuffle(int n, int *y CUSTUB_COUNTED_BY(n))
{
    const int value = __shfl_sync(0xffffffffu, (int)threadIdx.x, 0);

    __syncthreads();
    if (INDEX < n)
        y[INDEX] = value;
}

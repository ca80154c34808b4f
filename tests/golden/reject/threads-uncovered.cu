// CUSTUB_THREADS that no launch can cover, since the body does not read all of blockIdx.
#include <custub/kernel.h>

// llm.c's layernorm_forward_kernel6 counts rows by blocks along x.
extern "C" CUSTUB_THREADS(32, n) __global__ void rows_by_blocks(int n, float *x)
{
    int row = blockIdx.x * blockDim.y + threadIdx.y;
    if (row < n)
        x[row * 32 + threadIdx.x] = 0;
}

extern "C" CUSTUB_THREADS(w * 2, n) CUSTUB_BLOCK(32, 4) __global__ void rows_of_four(int n, int w, float *x)
{
    x[(threadIdx.y + (blockDim.y) * (blockIdx.x)) * 32 + threadIdx.x] = 0;
}

extern "C" CUSTUB_THREADS(2048) __global__ void too_many(float *x) { x[threadIdx.x] = 0; }

extern "C" CUSTUB_THREADS(256) __global__ void __launch_bounds__(128) over_its_bounds(float *x)
{
    x[threadIdx.x] = 0;
}

extern "C" CUSTUB_THREADS(32, n) __global__ void no_rows(int n, float *x) { x[threadIdx.x] = n; }

extern "C" CUSTUB_THREADS(n, n, 65) __global__ void too_deep(int n, float *x)
{
    x[blockIdx.x + blockIdx.y * n + threadIdx.x + threadIdx.y + threadIdx.z] = n;
}

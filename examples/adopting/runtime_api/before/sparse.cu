#include "sparse.h"

__global__ void multiply(int rows, int entries, const int *row_starts, const int *columns, const float *values,
                         const float *x, float *y)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows)
        return;
    float sum = 0;
    for (int i = row_starts[row]; i < min(row_starts[row + 1], entries); i++)
        sum += values[i] * x[columns[i]];
    y[row] = sum;
}

__global__ void sum_squares(int n, const float *x, float *sum)
{
    extern __shared__ float partial[];
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    partial[threadIdx.x] = i < n ? x[i] * x[i] : 0.0f;
    for (unsigned half = blockDim.x / 2; half > 0; half /= 2) {
        if (threadIdx.x < half)
            partial[threadIdx.x] += partial[threadIdx.x + half];
        __syncthreads();
    }
    if (threadIdx.x == 0)
        atomicAdd(sum, partial[0]);
}

__global__ void normalize(int n, const float *sum, const float *x, float *y)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        y[i] = x[i] * rsqrtf(*sum);
}

#include <custub/kernel.h>

CUSTUB_THREADS(rows) __global__ void multiply(
    int rows, int entries,
    const int *row_starts CUSTUB_COUNTED_BY(rows + 1) CUSTUB_VALUES(0, entries + 1),
    const int *columns CUSTUB_COUNTED_BY(entries) CUSTUB_VALUES(0, rows),
    const float *values CUSTUB_COUNTED_BY(entries),
    const float *x CUSTUB_COUNTED_BY(rows),
    float *y CUSTUB_COUNTED_BY(rows) CUSTUB_DISJOINT(values, x))
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows)
        return;
    float sum = 0;
    for (int i = row_starts[row]; i < min(row_starts[row + 1], entries); i++)
        sum += values[i] * x[columns[i]];
    y[row] = sum;
}

CUSTUB_THREADS(n) CUSTUB_SHARED(blockDim.x * sizeof(float)) CUSTUB_REQUIRES(is_pow2(blockDim.x))
__global__ void sum_squares(int n, const float *x CUSTUB_COUNTED_BY(n), float *sum CUSTUB_COUNTED_BY(1))
{
    extern __shared__ float partial[];
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    partial[threadIdx.x] = i < n ? x[i] * x[i] : 0.0f;
    __syncthreads(); // the trial found the race
    for (unsigned half = blockDim.x / 2; half > 0; half /= 2) {
        if (threadIdx.x < half)
            partial[threadIdx.x] += partial[threadIdx.x + half];
        __syncthreads();
    }
    if (threadIdx.x == 0)
        atomicAdd(sum, partial[0]);
}

CUSTUB_THREADS(n) __global__ void normalize(
    int n, const float *sum CUSTUB_COUNTED_BY(1), const float *x CUSTUB_COUNTED_BY(n),
    float *y CUSTUB_COUNTED_BY(n) CUSTUB_DISJOINT(sum))
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        y[i] = x[i] * rsqrtf(*sum);
}

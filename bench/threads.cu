// Threads that wait for each other, for bench_threads: the same kernels as in threads.cl.
extern "C" __global__ void arrive(int rounds, int *out)
{
    int value = (int)threadIdx.x;
    for (int i = 0; i < rounds; i++) {
        __syncthreads();
        value += i;
    }
    out[blockIdx.x * blockDim.x + threadIdx.x] = value;
}

extern "C" __global__ void sum_blocks(const float *values, float *sums)
{
    __shared__ float partial[256];
    partial[threadIdx.x] = values[blockIdx.x * blockDim.x + threadIdx.x];
    __syncthreads();
    for (unsigned half = blockDim.x / 2; half > 0; half /= 2) {
        if (threadIdx.x < half)
            partial[threadIdx.x] += partial[threadIdx.x + half];
        __syncthreads();
    }
    if (threadIdx.x == 0)
        sums[blockIdx.x] = partial[0];
}

extern "C" __global__ void multiply(int n, const float *a, const float *b, float *c)
{
    __shared__ float left[16][16];
    __shared__ float right[16][16];
    int x = (int)threadIdx.x;
    int y = (int)threadIdx.y;
    int column = (int)blockIdx.x * 16 + x;
    int row = (int)blockIdx.y * 16 + y;
    float sum = 0.0f;
    for (int k = 0; k < n; k += 16) {
        left[y][x] = a[row * n + k + x];
        right[y][x] = b[(k + y) * n + column];
        __syncthreads();
        for (int i = 0; i < 16; i++)
            sum += left[y][i] * right[i][x];
        __syncthreads();
    }
    c[row * n + column] = sum;
}

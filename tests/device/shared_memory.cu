// What kernels take of shared memory: test_shared_memory.c has the numbers.
struct pair {
    double a;
    char b;
};

__shared__ int of_file[16];

template <typename T> __device__ T *scratch()
{
    __shared__ T unknown[8]; // how large, only the instance knows
    __shared__ int known[8];
    known[threadIdx.x % 8] = 0;
    return unknown;
}

__device__ int *common()
{
    __shared__ int numbers[64];
    return numbers;
}

__device__ int through()
{
    common()[1] = 1;
    __syncthreads();
    return common()[1 + threadIdx.x];
}

extern "C" __global__ void none(int *out)
{
    extern __shared__ int dynamic[];
    out[0] = dynamic[threadIdx.x];
}

extern "C" __global__ void own(int *out)
{
    __shared__ char byte;
    __shared__ pair pairs[2];
    if (threadIdx.x == 0)
        byte = (char)out[0];
    pairs[threadIdx.x % 2].b = 1;
    __syncthreads();
    out[0] = pairs[1 - threadIdx.x % 2].b + byte;
}

extern "C" __global__ void counted_once(int *out)
{
    of_file[threadIdx.x] = out[0];
    out[0] = common()[threadIdx.x] + through() + of_file[threadIdx.x ^ 1];
}

extern "C" __global__ void of_template(float *out)
{
    out[0] = scratch<float>()[0] + scratch<double>()[0];
}

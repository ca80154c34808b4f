/* Kernels with all that nvcc says about registers, blocks and clusters. */

extern "C" __global__ void few(float *out, const float *in)
{
    out[threadIdx.x] = in[threadIdx.x];
}

/* Its 64 loads are all alive at once. */
extern "C" __global__ void many(float *out, const float *in)
{
    float values[64];

    for (int i = 0; i < 64; i++)
        values[i] = in[i * 1024 + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; i++)
        out[i * 1024 + threadIdx.x] = values[63 - i] * values[i];
}

extern "C" __global__ void __launch_bounds__(256) bounded(float *out, const float *in, int n)
{
    float sum = 0;

    for (int i = 0; i < n; i++)
        sum += in[i * 7] * in[i + threadIdx.x];
    out[threadIdx.x] = sum;
}

extern "C" __global__ void __launch_bounds__(1024, 1) blocks(float *out, const float *in, int n)
{
    float sum = 0;

    for (int i = 0; i < n; i++)
        sum += in[i * 7] * in[i + threadIdx.x];
    out[threadIdx.x] = sum;
}

static __device__ __noinline__ float power(const float *in, int n)
{
    float product = 1;

    for (int i = 0; i < n; i++)
        product *= in[i];
    return product;
}

extern "C" __global__ void calling(float *out, const float *in, int n)
{
    out[threadIdx.x] = power(in, n) + power(in + 1, n);
}

#if __CUDA_ARCH__ >= 900
extern "C" __global__ void __cluster_dims__(2, 1, 1) clusters(float *out, const float *in)
{
    out[threadIdx.x] = in[threadIdx.x];
}

extern "C" __global__ void __launch_bounds__(128, 2, 4) ranks(float *out, const float *in)
{
    out[threadIdx.x] = in[threadIdx.x];
}
#endif

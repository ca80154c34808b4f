// The kernels of a program on the runtime API, and their launches by <<<>>> and by custub in turn.
#include "waves.h"

#include <custub/kernel.h>

__constant__ float gains[2];

extern "C" CUSTUB_THREADS(n) __global__ void scale(int n, float factor, float *y CUSTUB_COUNTED_BY(n))
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        y[i] = y[i] * factor + gains[0];
}

namespace waves
{
template <class T, int STEP>
CUSTUB_THREADS(n) CUSTUB_REQUIRES(n % STEP == 0)
__global__ void add(int n, const T *x CUSTUB_COUNTED_BY(n), T *y CUSTUB_COUNTED_BY(n))
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        y[i] += x[i] * offset_of(STEP);
}

CUSTUB_SHARED(bytes)
__global__ void reverse(int bytes, float *y CUSTUB_SIZED_BY(bytes))
{
    extern __shared__ float kept[];
    int n = bytes / 4;
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        kept[i] = y[i];
    __syncthreads();
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        y[i] = kept[n - 1 - i];
}
} // namespace waves

CUSTUB_STUB(add_by_four, waves::add<float, 4>);
CUSTUB_STUB(reverse, waves::reverse);

#ifdef WAVES_IS_A_PART
#include "profile.custub.h"
typedef profile_kernels waves_kernels;
#else
#include "waves.custub.h"
#endif

#include <custub/vector.h>

static void run_by_custub(const waves_kernels *kernels, cudaStream_t stream, int n, float *x, float *y,
                          custub_error *error)
{
    custub_launch launch = custub_launch_default();

    launch.stream = stream;
    launch_scale(kernels, &launch, n, 0.5f, custub_view(y, n), error);
    launch_add_by_four(kernels, &launch, n, custub_view(x, n), custub_view(y, n), error);
    launch.block = custub_block(256, 1, 1);
    launch.grid = custub_grid(1, 1, 1);
    launch_reverse(kernels, &launch, n * 4, custub_view(y, n), error);
}

static void run_by_chevrons(cudaStream_t stream, int n, float *x, float *y)
{
    unsigned blocks = (n + 255) / 256;

    scale<<<blocks, 256, 0, stream>>>(n, 0.5f, y);
    waves::add<float, 4><<<blocks, 256, 0, stream>>>(n, x, y);
    cudaFuncSetAttribute(waves::reverse, cudaFuncAttributeMaxDynamicSharedMemorySize, n * 4);
    waves::reverse<<<1, 256, n * 4, stream>>>(n * 4, y);
}

static void run(const waves_kernels *kernels, unsigned which, cudaStream_t stream, int n, float *x, float *y,
                custub_error *error)
{
    for (int step = 0; step < 8; step++) {
        if (which >> step & 1)
            run_by_custub(kernels, stream, n, x, y, error);
        else
            run_by_chevrons(stream, n, x, y);
    }
}

// CUDA's own vector types have views too.
static custub_float2_view pairs_of(float2 *pairs, uint64_t n)
{
    return custub_view(pairs, n);
}

static custub_uint4_view fours_of(const uint4 *fours, uint64_t n)
{
    return custub_view(fours, n);
}

// Returns the hash of the result of eight steps. custub launches a step if its bit in `which` is set.
unsigned long long waves_run(const waves_kernels *kernels, unsigned which, int n, custub_error *error)
{
    unsigned long long hash = 14695981039346656037ull;
    float *host = new float[n];
    cudaStream_t stream;
    float *x, *y;

    cudaStreamCreate(&stream);
    cudaMalloc(&x, n * sizeof(*x));
    cudaMalloc(&y, n * sizeof(*y));
    for (int i = 0; i < n; i++)
        host[i] = (float)(i % 1000) / 8;
    cudaMemcpy(x, host, n * sizeof(*x), cudaMemcpyHostToDevice);
    cudaMemcpy(y, host, n * sizeof(*y), cudaMemcpyHostToDevice);
    run(kernels, which, stream, n, x, y, error);
    cudaStreamSynchronize(stream);
    cudaMemcpy(host, y, n * sizeof(*y), cudaMemcpyDeviceToHost);
    for (int i = 0; i < n * (int)sizeof(*host); i++)
        hash = (hash ^ ((unsigned char *)host)[i]) * 1099511628211ull;
    cudaFree(x);
    cudaFree(y);
    cudaStreamDestroy(stream);
    delete[] host;
    if (pairs_of(NULL, 2).count + fours_of(NULL, 3).count != 5)
        return 0;
    return hash;
}

void waves_set_gain(float gain)
{
    cudaMemcpyToSymbol(gains, &gain, sizeof(gain));
}

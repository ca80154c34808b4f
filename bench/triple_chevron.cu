// The same saxpy through the runtime API's <<<>>>, for bench_batches. custub launches it too.
#include <custub/kernel.h>

#include <stddef.h>

CUSTUB_THREADS(n)
__global__ void saxpy_of_chevron(size_t n, float a, const float *__restrict__ x CUSTUB_COUNTED_BY(n),
                                 float *__restrict__ y CUSTUB_COUNTED_BY(n))
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        y[i] = a * x[i] + y[i];
}

CUSTUB_STUB(linked, saxpy_of_chevron);

extern "C" void bench_chevron(unsigned int grid, unsigned int block, void *stream, size_t n, float a,
                              unsigned long long x, unsigned long long y)
{
    saxpy_of_chevron<<<grid, block, 0, (cudaStream_t)stream>>>(n, a, (const float *)x, (float *)y);
}

// The runtime API's error since the last call, or 0.
extern "C" int bench_chevron_error(void)
{
    return (int)cudaGetLastError();
}

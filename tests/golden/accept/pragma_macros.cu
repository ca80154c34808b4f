// Macros of pragmas, as in the code of NVIDIA Warp: nvcc reads the preprocessed text again.
#include <custub/kernel.h>
#include "pragma_macros.cuh"
#define LOCAL_UNROLL #pragma unroll 4
__device__ auto sum(const float *x)
{
    float s = 0;
    PRAGMA_UNROLL
    for (int i = 0; i < 4; i++)
        s += x[i];
    return s;
}
__host__ __device__ constexpr int count(int n)
{
    int c = 0;
    LOCAL_UNROLL
    for (int i = 0; i < n; i++)
        c += i;
    return c;
}
extern "C" CUSTUB_THREADS(n) __global__ void k(int n, const float *x CUSTUB_COUNTED_BY(4 * n),
                                               decltype(sum(nullptr)) *y CUSTUB_COUNTED_BY(n))
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    PRAGMA_NO_UNROLL
    for (int j = 0; j < count(3); j++)
        if (i < n)
            y[i] = sum(x + 4 * i);
}
struct box {
    float v[count(4)];
};
extern "C" __global__ void by_value(box b, float *x)
{
    x[threadIdx.x] = b.v[0];
}

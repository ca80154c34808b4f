// The pointer that this kernel reads through comes from memory. gather.ptx is nvcc's.
#include <custub/kernel.h>

extern "C" CUSTUB_THREADS(n) __global__ void gather(
    int n,
    const float *const *rows CUSTUB_COUNTED_BY(n),
    float *__restrict__ to CUSTUB_COUNTED_BY(n))
{
    int i = (int)(blockIdx.x * blockDim.x + threadIdx.x);
    if (i < n)
        to[i] = rows[i][0];
}

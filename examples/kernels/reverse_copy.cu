// Copies backwards. __restrict__ promises the compiler that the two do not overlap, so custub refuses
// an overlap.
#include <custub/kernel.h>

extern "C" CUSTUB_THREADS(n) __global__ void reverse_copy(
    unsigned int n,
    const int *__restrict__ source CUSTUB_COUNTED_BY(n),
    int *__restrict__ target CUSTUB_COUNTED_BY(n))
{
    unsigned int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        target[n - 1 - i] = source[i];
}

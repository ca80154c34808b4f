# shellcheck shell=sh
# Sourced by blocks.sh: a contract that asks for too little.
cat >smooth.cu <<'C'
// The mean of three neighbours.
#include <custub/kernel.h>

extern "C" CUSTUB_THREADS(n) __global__ void smooth(
    int n,
    const float *__restrict__ x CUSTUB_COUNTED_BY(n + 3),
    float *__restrict__ y CUSTUB_COUNTED_BY(n))
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float sum = 0;

    for (int k = 0; k < 5; k++)
        sum += x[i + k];
    y[i] = sum / 5;
}
C

#include <custub/kernel.h>

extern "C" CUSTUB_THREADS(n) __global__ void twice(int n, int *x CUSTUB_COUNTED_BY(n))
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        x[i] *= 2;
}

extern "C" __global__ void beyond(int n, int *x CUSTUB_COUNTED_BY(n))
{
    x[n + threadIdx.x] = 1;
}

/* A bad access if the arrays have other numbers than the case gives. */
extern "C" __global__ void expect_lists(const unsigned long long *words, const double *reals, int *x)
{
    bool is_right = words[0] == 40 && words[1] == 7 && words[2] == 3 && reals[0] == 2.5 && reals[1] == -1;
    x[is_right ? 0 : 1000] = 1;
}

extern "C" __global__ void first(int n, int *x CUSTUB_COUNTED_BY(n))
{
    if (threadIdx.x < n)
        x[threadIdx.x] = 1;
}

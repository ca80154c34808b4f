// Host code around kernels, which launches them.
// kernels: launched
#include <stdio.h>
#include <stdlib.h>

struct state {
    float *x;
    int n;
};
extern "C" __global__ void launched(state s)
{
    if (threadIdx.x < s.n)
        s.x[threadIdx.x] = 1.0f;
}
static int run(state s)
{
    launched<<<dim3(1), dim3(32), 0, 0>>>(s);
    printf("%d\n", s.n);
    return cudaGetLastError() == cudaSuccess ? 0 : 1;
}
int main()
{
    state s = {nullptr, 32};
    cudaMalloc(&s.x, sizeof(float) * s.n);
    return run(s) ? EXIT_FAILURE : EXIT_SUCCESS;
}

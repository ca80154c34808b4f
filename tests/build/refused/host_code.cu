#include "host_code.cuh"

extern "C" __global__ void beside_host_code(int *out, int n)
{
    out[threadIdx.x] = n + 1;
}

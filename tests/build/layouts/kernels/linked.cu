#include "../api/linked.h"

#include <custub/kernel.h>

extern "C" CUSTUB_THREADS(n) __global__ void twice(int n, float *x CUSTUB_COUNTED_BY(n))
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        x[i] *= 2;
}

int run(linked_owner *owner)
{
    return launch_twice(&owner->kernels, nullptr, 0, custub_view((float *)nullptr, 0), nullptr);
}

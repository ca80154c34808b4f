// A kernel, and a function that reads an index, in a header that only -isystem leads to.
// nvcc: -isystem system
// clang: -isystem system
// kernels: in_header in_source
#include <system.cuh>
extern "C" __global__ void in_source(unsigned *x)
{
    x[threadIdx.x] = row();
}

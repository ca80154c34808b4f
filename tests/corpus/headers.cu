// Kernels from headers, one of them included twice with other macros.
// kernels: from_header twice_float twice_int own
#include "headers.cuh"
#define TYPE float
#include "headers_twice.cuh"
#undef TYPE
#define TYPE int
#include "headers_twice.cuh"
extern "C" __global__ void own(int a)
{
}

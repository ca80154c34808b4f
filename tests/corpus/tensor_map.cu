// A tensor map, whose alignment differs between toolkits.
// needs: cuda
// kernels: maps through_pointer
#include <cuda.h>

extern "C" __global__ void maps(char a, const __grid_constant__ CUtensorMap b, char c,
                                __grid_constant__ const CUtensorMap d)
{
}
extern "C" __global__ void through_pointer(const CUtensorMap *a)
{
}

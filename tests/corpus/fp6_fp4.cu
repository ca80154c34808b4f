// 6-bit and 4-bit floating point and their vectors.
// needs: cuda 13
// kernels: six four
#include <cuda_fp4.h>
#include <cuda_fp6.h>

extern "C" __global__ void six(__nv_fp6_e2m3 a, __nv_fp6_e3m2 b, __nv_fp6x2_e2m3 c, char d,
                               __nv_fp6x4_e3m2 e, const __nv_fp6_e2m3 *f)
{
}
extern "C" __global__ void four(__nv_fp4_e2m1 a, __nv_fp4x2_e2m1 b, __nv_fp4x4_e2m1 c,
                                const __nv_fp4x2_e2m1 *d)
{
}

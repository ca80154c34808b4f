// 8-bit floating point and its vectors.
// needs: cuda
// kernels: values pointers storage
#include <cuda_fp8.h>

extern "C" __global__ void values(__nv_fp8_e4m3 a, __nv_fp8_e5m2 b, __nv_fp8x2_e4m3 c,
                                  __nv_fp8x2_e5m2 d, char e, __nv_fp8x4_e4m3 f, __nv_fp8x4_e5m2 g)
{
}
extern "C" __global__ void pointers(__nv_fp8_e4m3 *a, const __nv_fp8_e5m2 *b, __nv_fp8x4_e4m3 *c)
{
}
extern "C" __global__ void storage(__nv_fp8_storage_t a, __nv_fp8x2_storage_t b,
                                   __nv_fp8x4_storage_t c, __nv_fp8_interpretation_t d)
{
}

// bfloat16 under all its names.
// needs: cuda
// kernels: values pointers
#include <cuda_bf16.h>

extern "C" __global__ void values(char a, __nv_bfloat16 b, char c, __nv_bfloat162 d,
                                  nv_bfloat16 e, const nv_bfloat162 f)
{
}
extern "C" __global__ void pointers(__nv_bfloat16 *a, const __nv_bfloat162 *b)
{
}

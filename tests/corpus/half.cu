// Half precision under all its names.
// needs: cuda
// kernels: values pointers inside
#include <cuda_fp16.h>

struct pair_of_halves {
    half a;
    __half2 b;
    __half c[3];
};
extern "C" __global__ void values(char a, half b, char c, half2 d, __half e, __half2 f,
                                  const __half g)
{
}
extern "C" __global__ void pointers(half *a, const __half *b, half2 *c, const __half2 *__restrict__ d)
{
}
extern "C" __global__ void inside(pair_of_halves a, const pair_of_halves *b)
{
}

#include <custub/kernel.h>

extern __device__ int answer(int x);

extern "C" CUSTUB_BLOCK(1) __global__ void ask(int *x CUSTUB_COUNTED_BY(1))
{
    *x = answer(*x);
}

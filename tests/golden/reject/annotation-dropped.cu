#include <custub/kernel.h>
extern "C" __global__ void k(int n, float *x)
{
}
extern "C" CUSTUB_THREADS(n) __global__ void k(int n, float *x);

#include <custub/kernel.h>
extern "C" CUSTUB_COUNTED_BY(n) __global__ void k(int n, float *x CUSTUB_THREADS(n))
{
}

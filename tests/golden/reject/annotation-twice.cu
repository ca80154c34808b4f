#include <custub/kernel.h>
extern "C" CUSTUB_THREADS(n) CUSTUB_THREADS(m) CUSTUB_BLOCK(1) CUSTUB_BLOCK(2) CUSTUB_SHARED(1)
CUSTUB_SHARED(2) __global__ void k(
    int n, int m, float *x CUSTUB_COUNTED_BY(n) CUSTUB_SIZED_BY(m))
{
}

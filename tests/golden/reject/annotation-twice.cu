#include <custub/kernel.h>
extern "C" CUSTUB_THREADS(n) CUSTUB_THREADS(m) CUSTUB_BLOCK(1) CUSTUB_BLOCK(2) CUSTUB_SHARED(1)
CUSTUB_SHARED(2) CUSTUB_DIMENSIONS(1) CUSTUB_DIMENSIONS(2) CUSTUB_GRID_STRIDE CUSTUB_GRID_STRIDE
__global__ void k(
    int n, int m, float *x CUSTUB_COUNTED_BY(n) CUSTUB_SIZED_BY(m))
{
}

// Only the first one is looked at, also if it is wrong: no note quotes another one's value.
extern "C" CUSTUB_SHARED(-1) CUSTUB_SHARED(64) CUSTUB_BLOCK(l) CUSTUB_BLOCK(4096)
__global__ void first(
    int m, float *x CUSTUB_COUNTED_BY(-2) CUSTUB_SIZED_BY(m),
    float *y CUSTUB_COUNTED_BY(l) CUSTUB_COUNTED_BY(-2),
    float *z CUSTUB_ALIGNED(3) CUSTUB_ALIGNED(5))
{
}

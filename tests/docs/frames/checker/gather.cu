// docs/CHECKER.md: an index that leads out of bounds.
#include <custub/kernel.h>

#include <stddef.h>

extern "C" CUSTUB_THREADS(n) __global__ void gather(
    size_t n, size_t rows, const int *rows_of CUSTUB_COUNTED_BY(n) CUSTUB_VALUES(0, rows),
    const float *x CUSTUB_COUNTED_BY(rows), float *y CUSTUB_COUNTED_BY(n))
{
    const size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n)
        y[i] = x[rows_of[i]];
}

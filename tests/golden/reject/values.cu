#include <custub/kernel.h>
typedef unsigned long long CUdeviceptr;

extern "C" __global__ void form(
    int n, int *a CUSTUB_COUNTED_BY(n) CUSTUB_VALUES(n), int *b CUSTUB_COUNTED_BY(n) CUSTUB_VALUES(0, n, 2),
    int *c CUSTUB_COUNTED_BY(n) CUSTUB_VALUES(), int *d CUSTUB_COUNTED_BY(n) CUSTUB_VALUES(8, -1),
    int *e CUSTUB_COUNTED_BY(n) CUSTUB_VALUES(0, m), int *f CUSTUB_COUNTED_BY(n) CUSTUB_VALUES(0, 1) CUSTUB_VALUES(0, 2))
{
}

struct span {
    bool *flags CUSTUB_COUNTED_BY(n) CUSTUB_VALUES(0, 2);
    int *index CUSTUB_VALUES(0, n);
    int n CUSTUB_VALUES(0, 2);
};
extern "C" CUSTUB_VALUES(0, 1) __global__ void elements(
    int n CUSTUB_VALUES(0, 1), float *x CUSTUB_COUNTED_BY(n) CUSTUB_VALUES(0, 2),
    CUdeviceptr bytes CUSTUB_SIZED_BY(n) CUSTUB_VALUES(0, 2), span s,
    CUdeviceptr none CUSTUB_ELEMENT(int) CUSTUB_VALUES(0, n), long *uncounted CUSTUB_VALUES(0, n))
{
}

extern "C" __global__ __block_size__((32), (2)) void clusters(
    int n, int *x CUSTUB_COUNTED_BY(n) CUSTUB_VALUES(0, gridDim.x))
{
}

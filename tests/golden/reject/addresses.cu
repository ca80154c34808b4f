// What CUSTUB_ELEMENT cannot name, and where it has no sense.
#include <custub/kernel.h>

typedef unsigned long long CUdeviceptr;
struct particle { float x, y; };

extern "C" __global__ void wrong(
    int n, CUdeviceptr a CUSTUB_COUNTED_BY(n), CUdeviceptr b CUSTUB_COUNTED_BY(n) CUSTUB_ELEMENT(particle),
    const float *c CUSTUB_COUNTED_BY(n) CUSTUB_ELEMENT(float), int d CUSTUB_ELEMENT(float),
    CUdeviceptr e CUSTUB_SIZED_BY(n) CUSTUB_ELEMENT(float) CUSTUB_ELEMENT(int),
    CUdeviceptr f CUSTUB_SIZED_BY(n) CUSTUB_ELEMENT(unsigned float), void *g CUSTUB_COUNTED_BY(n))
{
}

struct holder {
    CUdeviceptr data CUSTUB_COUNTED_BY(n);
    double number CUSTUB_SIZED_BY(n);
    int n;
};

extern "C" CUSTUB_FIELD(h.n, SIZED_BY(4)) CUSTUB_FIELD(a, SIZED_BY(4)) __global__ void fields(
    holder h, CUdeviceptr a) {}
extern "C" __global__ void number(holder h) {}

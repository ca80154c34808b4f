// Integers of 64 bits that hold addresses, as parameters and in structs.
#include <custub/kernel.h>

typedef unsigned long long CUdeviceptr;

struct picture {
    CUdeviceptr data[3] CUSTUB_SIZED_BY_OR_NULL(stride * height) CUSTUB_ALIGNED(16);
    unsigned stride, height;
    unsigned long scratch CUSTUB_COUNTED_BY(height) CUSTUB_ELEMENT(const float4);
    CUdeviceptr other; // not looked at
    long table[4];
};

extern "C" CUSTUB_THREADS(n) __global__ void take(
    unsigned n, CUdeviceptr bytes CUSTUB_SIZED_BY(4 * n) CUSTUB_DISJOINT(x),
    CUdeviceptr x CUSTUB_COUNTED_BY(n) CUSTUB_ELEMENT(const float),
    long signed_address CUSTUB_COUNTED_BY_OR_NULL(n) CUSTUB_ELEMENT(unsigned short),
    CUdeviceptr aligned CUSTUB_ALIGNED(16), CUdeviceptr plain,
    void *memory CUSTUB_COUNTED_BY(2 * n) CUSTUB_ELEMENT(double),
    const void *constants CUSTUB_ELEMENT(uint8_t))
{
}

extern "C" CUSTUB_REQUIRES(v % 256 == 0) CUSTUB_REQUIRES(signed_v != 0) __global__ void vectors(
    CUdeviceptr v CUSTUB_COUNTED_BY(n) CUSTUB_ELEMENT(float4),
    CUdeviceptr h CUSTUB_COUNTED_BY(n) CUSTUB_ELEMENT(const __half),
    CUdeviceptr none CUSTUB_SIZED_BY(n) CUSTUB_ELEMENT(const void) CUSTUB_ALIASES(v), long signed_v CUSTUB_SIZED_BY(n),
    int n)
{
}

extern "C" CUSTUB_FIELD(b.other, COUNTED_BY(n), ELEMENT(float), DISJOINT(a.data))
CUSTUB_FIELD(a.table[1], SIZED_BY(n)) __global__ void fields(picture a, picture b, int n)
{
}

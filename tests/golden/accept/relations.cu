// Alignment, which buffers may overlap, and a cooperative launch.
#include <custub/kernel.h>

#define BYTES 16
enum { WIDE = 4 };

extern "C" CUSTUB_COOPERATIVE CUSTUB_GRID_STRIDE CUSTUB_THREADS(n) __global__ void relations(
    int n,
    const float *x CUSTUB_COUNTED_BY(n) CUSTUB_ALIGNED(BYTES),
    const float *y CUSTUB_COUNTED_BY(n) CUSTUB_DISJOINT(x, out) CUSTUB_ALIGNED(WIDE * sizeof(float)),
    float *__restrict__ out CUSTUB_COUNTED_BY(n) CUSTUB_ALIASES(x) CUSTUB_DISJOINT(y),
    void *scratch CUSTUB_ALIGNED(256) CUSTUB_ALIASES(out, x))
{
}

extern "C" __global__ void in_place(
    int n,
    const float *x CUSTUB_COUNTED_BY(n),
    const float *y CUSTUB_COUNTED_BY(n),
    float *out CUSTUB_COUNTED_BY(n) CUSTUB_SAME_OR_DISJOINT(x, y))
{
}

// Weaker than the element's own: says nothing.
extern "C" __global__ void weak(double *x CUSTUB_ALIGNED(1)) {}

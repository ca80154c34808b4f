#include <custub/kernel.h>
extern "C" __global__ void names(
    int n, float *input CUSTUB_COUNTED_BY(n),
    float *a CUSTUB_COUNTED_BY(n) CUSTUB_DISJOINT(inptu),
    float *b CUSTUB_COUNTED_BY(n) CUSTUB_DISJOINT(elsewhere, input),
    float *c CUSTUB_COUNTED_BY(n) CUSTUB_DISJOINT(n),
    float *d CUSTUB_COUNTED_BY(n) CUSTUB_ALIASES(d),
    float *e CUSTUB_COUNTED_BY(n) CUSTUB_ALIASES(),
    float *f CUSTUB_COUNTED_BY(n) CUSTUB_ALIASES(a + 1))
{
}
extern "C" __global__ void conflict(
    int n, float *x CUSTUB_COUNTED_BY(n) CUSTUB_DISJOINT(y),
    float *y CUSTUB_COUNTED_BY(n) CUSTUB_ALIASES(x))
{
}
extern "C" __global__ void another_conflict(
    int n, float *x CUSTUB_COUNTED_BY(n) CUSTUB_SAME_OR_DISJOINT(y),
    float *y CUSTUB_COUNTED_BY(n) CUSTUB_DISJOINT(x))
{
}
extern "C" __global__ void unknown_need(
    int n, float *x CUSTUB_COUNTED_BY(n) CUSTUB_DISJOINT(y), float *y,
    float *z CUSTUB_DISJOINT(x), float *in_place CUSTUB_SAME_OR_DISJOINT(x))
{
}
extern "C" __global__ void no_pointers(
    int n CUSTUB_ALIGNED(4), float f CUSTUB_DISJOINT(x), double d CUSTUB_ALIASES(x),
    float *x CUSTUB_COUNTED_BY(n))
{
}
extern "C" __global__ void alignment(
    int n, float *a CUSTUB_ALIGNED(12), float *b CUSTUB_ALIGNED(0), float *c CUSTUB_ALIGNED(n),
    float *d CUSTUB_ALIGNED(16) CUSTUB_ALIGNED(32), float *e CUSTUB_ALIGNED(-16),
    float *f CUSTUB_ALIGNED(1ull << 32), float *g CUSTUB_ALIGNED(m))
{
}
extern "C" CUSTUB_COOPERATIVE CUSTUB_COOPERATIVE CUSTUB_ALIGNED(16) __global__ void twice(
    float *x CUSTUB_COOPERATIVE)
{
}

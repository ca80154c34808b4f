#include <custub/kernel.h>
struct later;
extern "C" __global__ void k(int n, void *x CUSTUB_COUNTED_BY(n), later *y CUSTUB_COUNTED_BY_OR_NULL(n))
{
}

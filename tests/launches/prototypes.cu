/* Kernels of prototypes.ptx, as if another compiler had made it: a kernel as Triton makes it, with a
 * number of elements for each block and a parameter of its own, and one with a mangled name. */
#include <custub/kernel.h>

extern "C" CUSTUB_BLOCK(128) CUSTUB_THREADS(ceil_div(n, 256) * 128) __global__ void scale(
    float *y CUSTUB_COUNTED_BY(n), int n, float by, void *global_scratch);

namespace math
{
CUSTUB_THREADS(n) __global__ void add(
    int n, int value,
    int *y CUSTUB_COUNTED_BY(n));
} // namespace math

CUSTUB_STUB(add, math::add);

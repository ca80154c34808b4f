/* Kernels without C linkage that NVRTC compiles: of a namespace, an overload, instances of templates. */
#include <custub/kernel.h>

/* What NVRTC does not see as nvcc does: offsets, and the type of an enumeration. */
struct step {
    short skipped;
    int factor;
};
enum mode { PLAIN, NEGATED };
enum wide_mode { WIDE = 0x100000000 };

namespace math
{
CUSTUB_THREADS(n) __global__ void scale(
    int n, step by, mode how, wide_mode,
    int *y CUSTUB_COUNTED_BY(n))
{
    int i = (int)(blockIdx.x * blockDim.x + threadIdx.x);
    if (i < n)
        y[i] *= how == NEGATED ? -by.factor : by.factor;
}

CUSTUB_THREADS(n) __global__ void negate(
    int n,
    int *y CUSTUB_COUNTED_BY(n))
{
    int i = (int)(blockIdx.x * blockDim.x + threadIdx.x);
    if (i < n)
        y[i] = -y[i];
}

CUSTUB_THREADS(n) __global__ void add(
    int n, int value,
    int *y CUSTUB_COUNTED_BY(n))
{
    int i = (int)(blockIdx.x * blockDim.x + threadIdx.x);
    if (i < n)
        y[i] += value;
}

template <class T, int TIMES> CUSTUB_THREADS(n) __global__ void add(
    int n, T value,
    T *__restrict__ y CUSTUB_COUNTED_BY(n))
{
    int i = (int)(blockIdx.x * blockDim.x + threadIdx.x);
    if (i < n)
        y[i] += TIMES * value;
}
} // namespace math

CUSTUB_STUB(add_i32, static_cast<void (*)(int, int, int *)>(math::add));
CUSTUB_STUB(add_twice_i64, math::add<long long, 2>);
CUSTUB_STUB(add_thrice_u64, math::add<unsigned long, 3>);

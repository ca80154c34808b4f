/* C++ kernels and instances of templates, to which CUSTUB_STUB gives launch functions, and a kernel
 * that gets one by --all. */
#include <custub/kernel.h>

#include <cuda_fp16.h>

namespace math
{
CUSTUB_THREADS(n) __global__ void scale(
    int n, float by,
    float *y CUSTUB_COUNTED_BY(n))
{
    int i = (int)(blockIdx.x * blockDim.x + threadIdx.x);
    if (i < n)
        y[i] *= by;
}

CUSTUB_THREADS(n) __global__ void add(
    int n, int value,
    int *y CUSTUB_COUNTED_BY(n))
{
    int i = (int)(blockIdx.x * blockDim.x + threadIdx.x);
    if (i < n)
        y[i] += value;
}

CUSTUB_THREADS(n) static __global__ void add(
    int n, double value,
    double *y CUSTUB_COUNTED_BY(n))
{
    int i = (int)(blockIdx.x * blockDim.x + threadIdx.x);
    if (i < n)
        y[i] += value;
}

/* Reverses parts of WIDTH elements. The threads of a part wait for each other. */
template <class T, int WIDTH>
CUSTUB_THREADS(n) CUSTUB_BLOCK(32) CUSTUB_REQUIRES(n % WIDTH == 0) __global__ void reverse_parts(
    int n,
    const T *__restrict__ x CUSTUB_COUNTED_BY(n),
    T *__restrict__ y CUSTUB_SIZED_BY(n * sizeof(T)))
{
    __shared__ T part[32];
    const int i = (int)(blockIdx.x * blockDim.x + threadIdx.x);
    const int begin = (int)threadIdx.x / WIDTH * WIDTH;
    if (i < n)
        part[threadIdx.x] = x[i];
    __syncthreads();
    if (i < n)
        y[i] = part[begin + WIDTH - 1 - ((int)threadIdx.x - begin)];
}

namespace detail
{
CUSTUB_THREADS(n) __global__ void subtract(
    int n, int value,
    int *y CUSTUB_COUNTED_BY(n))
{
    int i = (int)(blockIdx.x * blockDim.x + threadIdx.x);
    if (i < n)
        y[i] -= value;
}
} // namespace detail
} // namespace math

CUSTUB_STUB(scale, math::scale);
CUSTUB_STUB(add_i32, static_cast<void (*)(int, int, int *)>(math::add));
CUSTUB_STUB(add_f64, static_cast<void (*)(int, double, double *)>(math::add));
CUSTUB_STUB(reverse_i32, math::reverse_parts<int, 4>);
CUSTUB_STUB(reverse_f16, math::reverse_parts<__half, 8>);

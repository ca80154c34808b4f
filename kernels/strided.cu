// Elementwise kernels over up to four dimensions, with a stride per dimension and operand. A stride
// of 0 repeats an operand along a dimension. The last dimension is the one that neighbouring threads
// go along. Sizes of 1 fill up what is not used; any size may be 0.
#include "operation.cuh"
#include "stream.cuh"

namespace kernels
{
// All in elements. The results have strides too, none of them 0 unless the size is 1 or less: they
// may not be written twice.
struct strides {
    size_t size[4];
    size_t x[4];
    size_t y[4];
    size_t result[4];
};

struct position {
    size_t x, y, result;
};

// `T` is wide enough for the number of elements.
template <class T> __device__ inline position position_of(const strides &s, T index)
{
    position p = {0, 0, 0};
#pragma unroll
    for (int d = 3; d >= 0; d--) {
        const T quotient = d ? index / (T)s.size[d] : 0;
        const size_t at = index - quotient * (T)s.size[d];
        p.x += at * s.x[d];
        p.y += at * s.y[d];
        p.result += at * s.result[d];
        index = quotient;
    }
    return p;
}

template <class F> __device__ inline void each_position(const strides &s, F f)
{
    const size_t n = s.size[0] * s.size[1] * s.size[2] * s.size[3];
    const size_t step = (size_t)gridDim.x * blockDim.x;

    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < n; i += step)
        f(n >> 32 ? position_of<size_t>(s, i) : position_of<uint32_t>(s, (uint32_t)i));
}

// How many elements an operand needs: up to the one in the farthest corner.
#define ELEMENTS(s)                                                                                \
    s.size[0] * s.size[1] * s.size[2] * s.size[3]
#define REACH(s, of)                                                                               \
    (s.size[0] > 0 && s.size[1] > 0 && s.size[2] > 0 && s.size[3] > 0) *                           \
        (1 + (s.size[0] - 1) * s.of[0] + (s.size[1] - 1) * s.of[1] + (s.size[2] - 1) * s.of[2] +   \
         (s.size[3] - 1) * s.of[3])
#define WRITTEN_ONCE(s)                                                                            \
    (s.size[0] <= 1 || s.result[0] > 0) && (s.size[1] <= 1 || s.result[1] > 0) &&                  \
        (s.size[2] <= 1 || s.result[2] > 0) && (s.size[3] <= 1 || s.result[3] > 0)

template <class F, class T>
CUSTUB_THREADS(ELEMENTS(s))
CUSTUB_GRID_STRIDE
CUSTUB_REQUIRES(WRITTEN_ONCE(s))
__global__ void __launch_bounds__(STREAM_BLOCK) binary_strided(
    strides s,
    const T *x CUSTUB_COUNTED_BY(REACH(s, x)),
    const T *y CUSTUB_COUNTED_BY(REACH(s, y)),
    T *z CUSTUB_COUNTED_BY(REACH(s, result)))
{
    each_position(s, [=](position p) {
        z[p.result] = narrow<T>(F::of(widen(x[p.x]), widen(y[p.y])));
    });
}

// z = x, with other strides: permutes, slices and repeats. The strides of y are not used.
template <class T>
CUSTUB_THREADS(ELEMENTS(s))
CUSTUB_GRID_STRIDE
CUSTUB_REQUIRES(WRITTEN_ONCE(s))
__global__ void __launch_bounds__(STREAM_BLOCK) copy_strided(
    strides s,
    const T *x CUSTUB_COUNTED_BY(REACH(s, x)),
    T *z CUSTUB_COUNTED_BY(REACH(s, result)))
{
    each_position(s, [=](position p) { z[p.result] = x[p.x]; });
}
} // namespace kernels

#define STRIDED(name, T, f) CUSTUB_STUB(f##_strided_##name, kernels::binary_strided<kernels::f, T>);

NUMBERS(STRIDED, add)
NUMBERS(STRIDED, sub)
NUMBERS(STRIDED, mul)
NUMBERS(STRIDED, div)
NUMBERS(STRIDED, max)
NUMBERS(STRIDED, min)
FLOATS(STRIDED, pow)
NUMBERS(STUB, copy_strided)

// Rows by their numbers: y[i] = x[index[i]], and y[index[i]] += x[i].
#include "stream.cuh"

namespace kernels
{
// A row whose number is not from 0 to below `rows` becomes zero.
template <class T>
CUSTUB_THREADS(ceil_div(count * width, STREAM_ELEMENTS))
CUSTUB_GRID_STRIDE
__global__ void __launch_bounds__(STREAM_BLOCK) gather(
    size_t rows, size_t width, size_t count,
    const T *__restrict__ x CUSTUB_COUNTED_BY(rows * width),
    const int64_t *__restrict__ index CUSTUB_COUNTED_BY(count),
    T *__restrict__ y CUSTUB_COUNTED_BY(count * width))
{
    constexpr int N = 16 / sizeof(T);
    const auto row_of = [=](size_t i) { return (uint64_t)index[i]; };
    if (width % N == 0 && is_aligned<T, N>(x) && is_aligned<T, N>(y)) {
        const size_t packs = width / N;
        stream(
            count * packs,
            [=](size_t i) {
                const size_t at = i / packs;
                const uint64_t row = row_of(at);
                if (row < rows)
                    return load<N>(x + row * width, i - at * packs);
                pack<T, N> zero;
                for (int e = 0; e < N; e++)
                    zero.at[e] = narrow<T>(0);
                return zero;
            },
            [=](size_t i, const pack<T, N> &value) { store<N>(y, i, value); });
    } else {
        stream(
            count * width,
            [=](size_t i) {
                const uint64_t row = row_of(i / width);
                return row < rows ? x[row * width + i % width] : narrow<T>(0);
            },
            [=](size_t i, T value) { y[i] = value; });
    }
}

// The types that atomicAdd() knows.
__device__ inline void add_to(int32_t *to, int32_t value)
{
    atomicAdd(to, value);
}
__device__ inline void add_to(uint32_t *to, uint32_t value)
{
    atomicAdd(to, value);
}
__device__ inline void add_to(int64_t *to, int64_t value)
{
    atomicAdd(reinterpret_cast<unsigned long long *>(to), (unsigned long long)value);
}
__device__ inline void add_to(uint64_t *to, uint64_t value)
{
    atomicAdd(reinterpret_cast<unsigned long long *>(to), (unsigned long long)value);
}
template <class T> __device__ inline void add_to(T *to, T value)
{
    atomicAdd(to, value);
}

// A row whose number is not from 0 to below `rows` is left out. Rows of one number are added in no
// certain order, each rounded to the type: sums of floats may differ from run to run.
template <class T>
CUSTUB_THREADS(ceil_div(count * width, STREAM_ELEMENTS))
CUSTUB_GRID_STRIDE
__global__ void __launch_bounds__(STREAM_BLOCK) scatter_add(
    size_t rows, size_t width, size_t count,
    const T *__restrict__ x CUSTUB_COUNTED_BY(count * width),
    const int64_t *__restrict__ index CUSTUB_COUNTED_BY(count),
    T *__restrict__ y CUSTUB_COUNTED_BY(rows * width))
{
    stream(
        count * width, [=](size_t i) { return x[i]; },
        [=](size_t i, T value) {
            const uint64_t row = (uint64_t)index[i / width];
            if (row < rows)
                add_to(y + row * width + i % width, value);
        });
}
} // namespace kernels

NUMBERS(STUB, gather)
FLOATS(STUB, scatter_add)
LIST_I32(STUB, scatter_add)
LIST_I64(STUB, scatter_add)
LIST_U32(STUB, scatter_add)
LIST_U64(STUB, scatter_add)

// Rows by their numbers: y[i] = x[index[i]], and y[index[i]] += x[i].
#include "elements/stream.cuh"

namespace kernels
{
// The row that the i-th item of the rows in `index` belongs to, and where in that row it is.
struct place {
    uint64_t row;
    size_t item;
};

__device__ inline place place_of(size_t i, size_t width, const int64_t *index)
{
    const size_t at = row_of(i, width);
    return {(uint64_t)index[at], i - at * width};
}

template <int BATCH, class T>
__device__ inline void gather_items(int items, size_t rows, size_t width, size_t count, const T *x,
                                    const int64_t *index, T *y)
{
    stream<BATCH>(
        items, count * width,
        [=](size_t i) {
            const place from = place_of(i, width, index);
            T value = {};
            if (from.row < rows)
                value = x[from.row * width + from.item];
            return value;
        },
        [=](size_t i, const T &value) { y[i] = value; });
}

// A row whose number is not from 0 to below `rows` becomes zero.
template <class T>
CUSTUB_THREADS(STREAM_THREADS(count * width, sizeof(T)))
__global__ void __launch_bounds__(STREAM_BLOCK) gather(
    size_t rows, size_t width, size_t count,
    const T *__restrict__ x CUSTUB_COUNTED_BY(rows * width),
    const int64_t *__restrict__ index CUSTUB_COUNTED_BY(count),
    T *__restrict__ y CUSTUB_COUNTED_BY(count * width))
{
    constexpr int N = 16 / sizeof(T);
    if (width % N == 0 && is_aligned<T, N>(x) && is_aligned<T, N>(y))
        gather_items<STREAM_PACKS>(STREAM_PACKS, rows, width / N, count,
                                   reinterpret_cast<const words *>(x), index,
                                   reinterpret_cast<words *>(y));
    else
        gather_items<STREAM_BATCH>(STREAM_PACKS * N, rows, width, count, x, index, y);
}

// Adds element by element, with the types that atomicAdd() knows.
template <class T, int N> __device__ inline void add_to(T *to, pack<T, N> value)
{
    using known = std::conditional_t<sizeof(T) == 8 && !is_float<T>::value, unsigned long long, T>;
#pragma unroll
    for (int e = 0; e < N; e++)
        atomicAdd(reinterpret_cast<known *>(to) + e, (known)value.at[e]);
}

// 16 bytes at once, from compute capability 9.0 (PTX ISA, "red").
#if KERNELS_PTX >= 900
#define ADD_TO(T, N, type, letter, word)                                                           \
    __device__ inline void add_to(T *to, pack<T, N> value)                                         \
    {                                                                                              \
        const word *words = reinterpret_cast<const word *>(&value);                                \
        asm volatile("red.global.add." type " [%0], {%1, %2, %3, %4};" ::"l"(to),                  \
                     letter(words[0]), letter(words[1]), letter(words[2]), letter(words[3])        \
                     : "memory");                                                                  \
    }
ADD_TO(float, 4, "v4.f32", "f", float)
#if KERNELS_f16
ADD_TO(__half, 8, "noftz.v4.f16x2", "r", uint32_t)
#endif
#if KERNELS_bf16
ADD_TO(__nv_bfloat16, 8, "noftz.v4.bf16x2", "r", uint32_t)
#endif
#endif

template <int N, class T>
__device__ inline void scatter_packs(size_t rows, size_t width, size_t count, const T *x,
                                     const int64_t *index, T *y)
{
    stream<STREAM_PACKS>(
        STREAM_PACKS * 16 / sizeof(T) / N, count * (width / N),
        [=](size_t i) { return load<N>(x, i); },
        [=](size_t i, const pack<T, N> &value) {
            const place to = place_of(i, width / N, index);
            if (to.row < rows)
                add_to(y + to.row * width + to.item * N, value);
        });
}

// A row whose number is not from 0 to below `rows` is skipped. Rows of the same number are added in
// an order that may change from run to run, with a rounding after each, and so may sums of floats.
template <class T>
CUSTUB_THREADS(STREAM_THREADS(count * width, sizeof(T)))
__global__ void __launch_bounds__(STREAM_BLOCK) scatter_add(
    size_t rows, size_t width, size_t count,
    const T *__restrict__ x CUSTUB_COUNTED_BY(count * width),
    const int64_t *__restrict__ index CUSTUB_COUNTED_BY(count),
    T *__restrict__ y CUSTUB_COUNTED_BY(rows * width))
{
    constexpr int N = 16 / sizeof(T);
    if (width % N == 0 && is_aligned<T, N>(x) && is_aligned<T, N>(y))
        scatter_packs<N>(rows, width, count, x, index, y);
    else
        scatter_packs<1>(rows, width, count, x, index, y);
}
} // namespace kernels

NUMBERS(STUB, gather)
FLOATS(STUB, scatter_add)
LIST_I32(STUB, scatter_add)
LIST_I64(STUB, scatter_add)
LIST_U32(STUB, scatter_add)
LIST_U64(STUB, scatter_add)

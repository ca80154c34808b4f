// How a kernel processes rows: a group of threads reads each one, in the way that suits its width
// and address.
#ifndef KERNELS_ROWS_EACH_ROW_CUH
#define KERNELS_ROWS_EACH_ROW_CUH

#include "held_row.cuh"
#include "long_row.cuh"

namespace kernels
{
template <class Row, class T, class F, class A>
__device__ inline void rows_of_kind(size_t rows, size_t width, const T *x, wide<T> nothing,
                                    size_t shared, F operate, A a)
{
    const unsigned int groups = Row::group ? blockDim.x / Row::group : 1;

    for (size_t first = (size_t)blockIdx.x * groups; first < rows;
         first += (size_t)gridDim.x * groups) {
        const size_t i = first + (Row::group ? threadIdx.x / Row::group : 0);
        const bool exists = i < rows;
        Row row;
        row.read(x + (exists ? i * width : 0), exists ? width : 0, nothing, shared,
                 a.at(exists ? i * width : 0));
        operate(row, i, exists);
    }
}

template <template <class, int, int> class Held, int N, class T, class F, class A>
__device__ inline void rows_of_packs(size_t rows, size_t width, const T *x, wide<T> nothing,
                                     size_t shared, F operate, A a)
{
    constexpr int elements = ROW_OF_THREAD(sizeof(T));
    if (width <= 4 * elements)
        rows_of_kind<Held<T, N, 4>>(rows, width, x, nothing, shared, operate, a);
    else if (width <= 8 * elements)
        rows_of_kind<Held<T, N, 8>>(rows, width, x, nothing, shared, operate, a);
    else if (width <= 16 * elements)
        rows_of_kind<Held<T, N, 16>>(rows, width, x, nothing, shared, operate, a);
    else if (width <= 32 * elements)
        rows_of_kind<Held<T, N, 32>>(rows, width, x, nothing, shared, operate, a);
    else if (width <= (size_t)blockDim.x * elements)
        rows_of_kind<Held<T, N, 0>>(rows, width, x, nothing, shared, operate, a);
    else
        rows_of_kind<long_row<T, N>>(rows, width, x, nothing, shared, operate, a);
}

// For a row's write() without an addend.
struct unchanged {
    template <class W> __device__ inline W operator()(W value, W) const
    {
        return value;
    }
};

// Calls operate(row, its number, true if the row exists) for the rows of x. `alike`: the other
// arrays of rows begin as many elements after an aligned pack as x. `aligned`: what all rows read
// besides can be read 16 bytes at once. Otherwise rows of 16-bit elements are read by their aligned
// packs, which is slower for wider ones. `a` is what is added to x.
template <class T, class F, class A = no_addend>
__device__ inline void each_row(size_t rows, size_t width, const T *x, wide<T> nothing,
                                bool aligned, bool alike, F operate, A a = {})
{
    constexpr int N = 16 / sizeof(T);
    const size_t shared = ROW_SHARED(width, sizeof(T));

    if (alike && width > (size_t)blockDim.x * ROW_OF_THREAD(sizeof(T)))
        rows_of_kind<long_row<T, N>>(rows, width, x, nothing, shared, operate, a);
    else if (alike && aligned && is_aligned<T, N>(x) && width % N == 0)
        rows_of_packs<held_row, N>(rows, width, x, nothing, shared, operate, a);
    else if constexpr (sizeof(T) == 2) {
        if (alike)
            rows_of_packs<unaligned_row, N>(rows, width, x, nothing, shared, operate, a);
        else
            rows_of_packs<held_row, 1>(rows, width, x, nothing, shared, operate, a);
    } else
        rows_of_packs<held_row, 1>(rows, width, x, nothing, shared, operate, a);
}
} // namespace kernels
#endif

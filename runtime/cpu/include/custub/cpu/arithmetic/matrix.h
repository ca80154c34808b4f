/* custub/cpu/arithmetic/matrix.h: the matrices of a warp, nvcuda::wmma of <mma.h>. Part of
 * custub/cpu_device.h in images of files that include <mma.h>.
 *
 * Each lane holds its part of a matrix. Which elements a lane has is unspecified (CUDA C++
 * Programming Guide, "Warp Matrix Functions"). For an accumulator of 16 x 16, they are those of a
 * GPU of compute capability 8.0 or later, because programs rely on that; otherwise they differ.
 * Products are exact. Sums are made in order, in the accumulator's precision; those of halves are
 * made in float and rounded once. Matrices of 4 bits and of 1 bit are missing.
 */
#ifndef CUSTUB_CPU_MATRIX_H
#define CUSTUB_CPU_MATRIX_H

#include "../../cpu_image.h"
#include "half.h"
#include "../threads/place.h"
#include "../language/qualifier.h"
#include "../threads/warp.h"

#include <climits>
#include <cstring>
#include <type_traits>

#if defined(CUSTUB_CPU_WITH_HALF)

namespace nvcuda
{
namespace wmma
{

struct row_major;
struct col_major;
struct matrix_a;
struct matrix_b;
struct accumulator;

namespace precision
{
struct tf32;
}

enum layout_t { mem_row_major, mem_col_major };

} // namespace wmma
} // namespace nvcuda

namespace custub_cpu
{

/* The types in which an element is stored and calculated with. */
template <typename Type> struct matrix_element {
    using storage = Type;
    using number = std::conditional_t<std::is_integral<Type>::value, int, Type>;
};
template <> struct matrix_element<__half> {
    using storage = __half;
    using number = float;
};
template <> struct matrix_element<__nv_bfloat16> {
    using storage = __nv_bfloat16;
    using number = float;
};
template <> struct matrix_element<nvcuda::wmma::precision::tf32> {
    using storage = float;
    using number = float;
};

template <typename Use, int M, int N, int K> struct matrix_shape {
    static constexpr int rows = std::is_same<Use, nvcuda::wmma::matrix_b>::value ? K : M;
    static constexpr int columns = std::is_same<Use, nvcuda::wmma::matrix_a>::value ? K : N;
    static constexpr int per_lane = rows * columns / 32;
};

/* Factors of halves have as many elements as their largest shape needs; smaller shapes repeat them.
 */
template <typename Use, int M, int N, int K, typename Type>
constexpr int matrix_elements =
    std::is_same<Type, __half>::value && !std::is_same<Use, nvcuda::wmma::accumulator>::value
        ? 16
        : matrix_shape<Use, M, N, K>::per_lane;

struct matrix_position {
    int row;
    int column;
};

/* The position of element `i` of the calling lane. */
template <typename Use, int M, int N, int K> inline matrix_position matrix_place(int i)
{
    using shape = matrix_shape<Use, M, N, K>;
    const int own = static_cast<int>(lane());

    if (std::is_same<Use, nvcuda::wmma::accumulator>::value && M == 16 && N == 16)
        return {own / 4 + i / 2 % 2 * 8, own % 4 * 2 + i % 2 + i / 4 * 8};
    const int index = i % shape::per_lane * 32 + own;
    return {index / shape::columns, index % shape::columns};
}

/* The lanes of a warp exchange both factors of a product through it. The largest factors have 512
 * elements. */
struct alignas(64) matrix_board {
    unsigned char factors[2][512 * sizeof(float)];
};
CUSTUB_CPU_STATE thread_local matrix_board matrix_boards[CUSTUB_CPU_BLOCK_LIMIT / 32];

template <typename Number> inline Number *matrix_factor(int which)
{
    return reinterpret_cast<Number *>(matrix_boards[thread_rank() / 32].factors[which]);
}

template <typename Fragment>
CUSTUB_CPU_UNCHECKED void show_factor(const Fragment &fragment, int which)
{
    using number = typename Fragment::number;
    number *const board = matrix_factor<number>(which);

    for (int i = 0; i < Fragment::shape::per_lane; i++) {
        const matrix_position at = Fragment::place(i);
        board[at.row * Fragment::shape::columns + at.column] = static_cast<number>(fragment.x[i]);
    }
}

/* `sum` plus the products of a row and a column. */
template <typename Number, int N, int K>
CUSTUB_CPU_UNCHECKED Number add_products(Number sum, matrix_position at)
{
    const auto *const a = matrix_factor<Number>(0) + at.row * K;
    const auto *const b = matrix_factor<Number>(1) + at.column;

    for (int k = 0; k < K; k++)
        sum += a[k] * b[k * N];
    return sum;
}

template <int N, int K>
CUSTUB_CPU_UNCHECKED inline int add_integer_products(int start, matrix_position at, bool saturate)
{
    const int *const a = matrix_factor<int>(0) + at.row * K;
    const int *const b = matrix_factor<int>(1) + at.column;
    long long sum = start;

    for (int k = 0; k < K; k++)
        sum += a[k] * b[k * N];
    if (saturate && sum > INT_MAX)
        return INT_MAX;
    if (saturate && sum < INT_MIN)
        return INT_MIN;
    return static_cast<int>(static_cast<unsigned>(sum));
}

/* The place in memory, in elements. */
inline size_t matrix_offset(matrix_position at, unsigned stride, bool by_rows)
{
    return by_rows ? size_t(at.row) * stride + size_t(at.column)
                   : size_t(at.column) * stride + size_t(at.row);
}

} // namespace custub_cpu

namespace nvcuda
{
namespace wmma
{

template <typename Use, int M, int N, int K, typename Type, typename Layout = void> class fragment
{
  public:
    using element_type = Type;
    using storage_element_type = typename custub_cpu::matrix_element<Type>::storage;
    using number = typename custub_cpu::matrix_element<Type>::number;
    using shape = custub_cpu::matrix_shape<Use, M, N, K>;
    enum {
        num_elements = custub_cpu::matrix_elements<Use, M, N, K, Type>,
        num_storage_elements = num_elements
    };

    storage_element_type x[num_elements];

    static custub_cpu::matrix_position place(int i)
    {
        return custub_cpu::matrix_place<Use, M, N, K>(i);
    }
};

template <typename Use, int M, int N, int K, typename Type, typename Layout>
inline void
fill_fragment(fragment<Use, M, N, K, Type, Layout> &target,
              const std::common_type_t<typename custub_cpu::matrix_element<Type>::storage> &value)
{
    for (auto &element : target.x)
        element = value;
}

template <typename Use, int M, int N, int K, typename Type, typename Layout>
inline void load_matrix_sync(
    fragment<Use, M, N, K, Type, Layout> &target,
    const std::common_type_t<typename custub_cpu::matrix_element<Type>::storage> *source,
    unsigned stride)
{
    for (int i = 0; i < target.num_elements; i++)
        target.x[i] = source[custub_cpu::matrix_offset(target.place(i), stride,
                                                       std::is_same<Layout, row_major>::value)];
    __syncwarp();
}

template <int M, int N, int K, typename Type>
inline void load_matrix_sync(fragment<accumulator, M, N, K, Type> &target,
                             const std::common_type_t<Type> *source, unsigned stride,
                             layout_t layout)
{
    for (int i = 0; i < target.num_elements; i++)
        target.x[i] =
            source[custub_cpu::matrix_offset(target.place(i), stride, layout == mem_row_major)];
    __syncwarp();
}

template <int M, int N, int K, typename Type>
inline void store_matrix_sync(std::common_type_t<Type> *target,
                              const fragment<accumulator, M, N, K, Type> &source, unsigned stride,
                              layout_t layout)
{
    __syncwarp();
    for (int i = 0; i < source.num_elements; i++)
        target[custub_cpu::matrix_offset(source.place(i), stride, layout == mem_row_major)] =
            source.x[i];
}

template <int M, int N, int K, typename Result, typename Factor, typename LayoutA, typename LayoutB,
          typename Start>
inline void mma_sync(fragment<accumulator, M, N, K, Result> &result,
                     const fragment<matrix_a, M, N, K, Factor, LayoutA> &a,
                     const fragment<matrix_b, M, N, K, Factor, LayoutB> &b,
                     const fragment<accumulator, M, N, K, Start> &start, bool saturate = false)
{
    using number = typename fragment<accumulator, M, N, K, Result>::number;

    custub_cpu::show_factor(a, 0);
    custub_cpu::show_factor(b, 1);
    __syncwarp();
    for (int i = 0; i < result.num_elements; i++) {
        const auto first = static_cast<number>(start.x[i]);
        if constexpr (std::is_same<number, int>::value)
            result.x[i] = custub_cpu::add_integer_products<N, K>(first, result.place(i), saturate);
        else
            result.x[i] =
                static_cast<Result>(custub_cpu::add_products<number, N, K>(first, result.place(i)));
    }
    (void)saturate;
    __syncwarp(); /* before a lane writes the factors of the next product */
}

/* Rounds to 10 fraction bits, ties away from zero (cvt.rna.tf32). */
inline float __float_to_tf32(float value)
{
    unsigned bits;

    std::memcpy(&bits, &value, sizeof(bits));
    if ((bits & 0x7f800000u) != 0x7f800000u)
        bits = (bits + 0x1000u) & ~0x1fffu;
    std::memcpy(&value, &bits, sizeof(value));
    return value;
}

} // namespace wmma
} // namespace nvcuda

#endif
#endif

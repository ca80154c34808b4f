/* Fragments: products of 16 rows by 16 columns by a warp, on the tensor cores, FRAGMENT_DEPTH
 * elements of each at once: half or bfloat16, summed in float.
 *
 * A GPU runs PTX: nvcuda::wmma has no ldmatrix, and what nvcc makes of its load_matrix_sync() loads
 * 8 bytes at once, which bounds products of 4096 x 4096 on an H200 at 265 Tflop/s in place of 410.
 * The CPU driver takes nvcuda::wmma. */
#ifndef KERNELS_TILES_FRAGMENT_CUH
#define KERNELS_TILES_FRAGMENT_CUH

#include "../elements/element.cuh"

#if KERNELS_f16 || KERNELS_bf16
#include <mma.h>
#elif !defined(CUSTUB_WITHOUT_PTX)
#include <cuda_fp16.h> /* add_product() names __half */
#endif

namespace tiles
{
constexpr int FRAGMENT_DEPTH = 16;
template <class T> struct fragment_a;               // 16 rows
template <class T, bool BY_ROWS> struct fragment_b; // 16 columns, stored by rows or by columns
template <class Number> struct accumulator;         // 16 x 16 sums

#ifdef CUSTUB_WITHOUT_PTX
#if KERNELS_f16 || KERNELS_bf16
template <class T>
struct fragment_a
    : nvcuda::wmma::fragment<nvcuda::wmma::matrix_a, 16, 16, 16, T, nvcuda::wmma::row_major> {
    __device__ void load(const T *from, int pitch)
    {
        nvcuda::wmma::load_matrix_sync(*this, from, (unsigned)pitch);
    }
};

template <class T, bool BY_ROWS>
struct fragment_b : nvcuda::wmma::fragment<
                   nvcuda::wmma::matrix_b, 16, 16, 16, T,
                   std::conditional_t<BY_ROWS, nvcuda::wmma::row_major, nvcuda::wmma::col_major>> {
    __device__ void load(const T *from, int pitch)
    {
        nvcuda::wmma::load_matrix_sync(*this, from, (unsigned)pitch);
    }
};

template <class>
struct accumulator : nvcuda::wmma::fragment<nvcuda::wmma::accumulator, 16, 16, 16, float> {
    __device__ void clear()
    {
        nvcuda::wmma::fill_fragment(*this, 0.0f);
    }

    template <class A, class B> __device__ void add(const A &a, const B &b)
    {
        nvcuda::wmma::mma_sync(*this, a, b, *this);
    }

    __device__ void put(float *to, int pitch) const
    {
        nvcuda::wmma::store_matrix_sync(to, *this, (unsigned)pitch, nvcuda::wmma::mem_row_major);
    }
};
#endif
#else
/* Reads four matrices of 8 x 8 elements; this lane gives the address of the row `lane % 8` of
 * matrix `lane / 8`. */
template <bool TRANSPOSED>
__device__ inline void load_four(unsigned (&to)[4], const void *row)
{
    const unsigned address = (unsigned)__cvta_generic_to_shared(row);

    if constexpr (TRANSPOSED)
        asm volatile("ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%0, %1, %2, %3}, [%4];"
                     : "=r"(to[0]), "=r"(to[1]), "=r"(to[2]), "=r"(to[3])
                     : "r"(address)
                     : "memory");
    else
        asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
                     : "=r"(to[0]), "=r"(to[1]), "=r"(to[2]), "=r"(to[3])
                     : "r"(address)
                     : "memory");
}

/* 16 rows from `from` on, `pitch` elements apart. Their addresses are multiples of 16 bytes. */
template <class T> struct fragment_a {
    unsigned part[4]; /* rows 0 to 7 and 8 to 15 of columns 0 to 7, then of columns 8 to 15 */

    __device__ void load(const T *from, int pitch)
    {
        const int lane = (int)threadIdx.x % 32;
        load_four<false>(part, from + lane % 16 * pitch + lane / 16 * 8);
    }
};

/* BY_ROWS: 16 rows, as above; otherwise 16 columns, `pitch` elements apart. */
template <class T, bool BY_ROWS> struct fragment_b {
    unsigned part[4]; /* rows 0 to 7 and 8 to 15 of columns 0 to 7, then of columns 8 to 15 */

    __device__ void load(const T *from, int pitch)
    {
        const int lane = (int)threadIdx.x % 32;
        if constexpr (BY_ROWS)
            load_four<true>(part, from + lane % 16 * pitch + lane / 16 * 8);
        else
            load_four<false>(part, from + (lane % 8 + lane / 16 * 8) * pitch + lane / 8 % 2 * 8);
    }
};

/* Adds the product of 16 x 16 by 16 x 8 elements. */
template <class T>
__device__ inline void add_product(float *sum, const unsigned (&a)[4], unsigned b0, unsigned b1)
{
    if constexpr (std::is_same<T, __half>::value)
        asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0, %1, %2, %3}, "
                     "{%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
                     : "+f"(sum[0]), "+f"(sum[1]), "+f"(sum[2]), "+f"(sum[3])
                     : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b0), "r"(b1));
    else
        asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 {%0, %1, %2, %3}, "
                     "{%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
                     : "+f"(sum[0]), "+f"(sum[1]), "+f"(sum[2]), "+f"(sum[3])
                     : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b0), "r"(b1));
}

/* A lane has two neighbours in row `lane / 4`, two in the row 8 below, and the same 8 columns
 * on. */
template <class Number> struct accumulator {
    Number x[8];

    __device__ void clear()
    {
#pragma unroll
        for (int e = 0; e < 8; e++)
            x[e] = 0;
    }

    template <class T, bool BY_ROWS>
    __device__ void add(const fragment_a<T> &a, const fragment_b<T, BY_ROWS> &b)
    {
        add_product<T>(x, a.part, b.part[0], b.part[1]);
        add_product<T>(x + 4, a.part, b.part[2], b.part[3]);
    }

    __device__ void put(Number *to, int pitch) const
    {
        const int lane = (int)threadIdx.x % 32;
        struct alignas(2 * sizeof(Number)) two {
            Number x, y;
        };
#pragma unroll
        for (int e = 0; e < 8; e += 2)
            *reinterpret_cast<two *>(to + (lane / 4 + e / 2 % 2 * 8) * pitch + lane % 4 * 2 +
                                     e / 4 * 8) = {x[e], x[e + 1]};
    }
};
#endif
} // namespace tiles

#endif

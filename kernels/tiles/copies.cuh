/* Asynchronous copies of rows of a and b to shared memory. */
#ifndef KERNELS_TILES_COPIES_CUH
#define KERNELS_TILES_COPIES_CUH

#include "../elements/element.cuh"
#include "tile.cuh"

#if defined(CUSTUB_WITHOUT_PTX) && (KERNELS_f16 || KERNELS_bf16)
#include <cuda_pipeline_primitives.h>
#endif

namespace tiles
{
#ifndef CUSTUB_WITHOUT_PTX
/* Copies 4, 8 or 16 bytes to shared memory asynchronously, or zeros if `from` is not to be read.
 * __pipeline_memcpy_async() would become a branch for each copy, and nothing is scheduled across
 * branches. */
template <int BYTES> __device__ inline void copy(void *to, const void *from, bool is_there)
{
    const unsigned address = (unsigned)__cvta_generic_to_shared(to);

    if constexpr (BYTES == 16)
        asm volatile("cp.async.cg.shared.global.L2::128B [%0], [%1], 16, %2;" ::"r"(address),
                     "l"(from), "r"(is_there ? 16 : 0)
                     : "memory");
    else
        asm volatile("cp.async.ca.shared.global [%0], [%1], %2, %3;" ::"r"(address), "l"(from),
                     "n"(BYTES), "r"(is_there ? BYTES : 0)
                     : "memory");
}

__device__ inline void commit_copies()
{
    asm volatile("cp.async.commit_group;" ::: "memory");
}

/* Waits until all but the last PRIOR commits are done. */
template <int PRIOR> __device__ inline void wait_for_copies()
{
    asm volatile("cp.async.wait_group %0;" ::"n"(PRIOR) : "memory");
}
#elif KERNELS_f16 || KERNELS_bf16 /* there is a toolkit */
template <int BYTES> __device__ inline void copy(void *to, const void *from, bool is_there)
{
    __pipeline_memcpy_async(to, is_there ? from : to, BYTES, is_there ? 0 : BYTES);
}

__device__ inline void commit_copies()
{
    __pipeline_commit();
}

template <int PRIOR> __device__ inline void wait_for_copies()
{
    __pipeline_wait_prior(PRIOR);
}
#else
template <int BYTES> __device__ inline void copy(void *to, const void *from, bool is_there)
{
    if (is_there)
        memcpy(to, from, BYTES);
    else
        memset(to, 0, BYTES);
}

__device__ inline void commit_copies() {}
template <int> __device__ inline void wait_for_copies() {}
#endif

/* Copies 16 bytes of a row to shared memory, UNIT bytes at once. This thread is number `part` of
 * PARTS neighbours that copy from element k on. What is past the row's `length` elements is zero,
 * and so is a row that is null. Single elements of 16 bits pass through registers, since an
 * asynchronous copy has 4 bytes at least. */
template <int UNIT, int PARTS, class T>
__device__ __forceinline__ void copy_part(T *to, const T *row, int part, int k, int length)
{
    constexpr int COUNT = 16 / UNIT, N = UNIT / (int)sizeof(T);
    const int left = row ? length - k : 0;

    if constexpr (UNIT >= 4) {
#pragma unroll
        for (int i = 0; i < COUNT; i++) {
            const int at = (i * PARTS + part) * N;
            copy<UNIT>(to + at, row + k + at, at < left);
        }
    } else {
        T element[COUNT];
#pragma unroll
        for (int i = 0; i < COUNT; i++) {
            const int at = i * PARTS + part;
            element[i] = at < left ? row[k + at] : kernels::narrow<T>(0);
        }
#pragma unroll
        for (int i = 0; i < COUNT; i++)
            to[i * PARTS + part] = element[i];
    }
}

/* How many rows are unrolled: single elements take so many instructions that unrolling a few rows
 * is as fast as unrolling all. */
template <int UNIT> constexpr int ROWS_AT_ONCE = UNIT < 4 ? 2 : 64;

/* The rows of a tile that this thread copies: every APART-th one. */
template <class T, class TILE, int ROWS, class RowAt> struct copied_rows {
    static constexpr int PARTS = TILE::ROW_BYTES / 16;
    static constexpr int APART = TILE::THREADS / PARTS;
    static_assert(ROWS % APART == 0, "each thread copies as many rows");
    RowAt row_at;
    const T *row[ROWS / APART];

    __device__ copied_rows(RowAt at) : row_at(at)
    {
        const int first = (int)threadIdx.x / PARTS;

#pragma unroll
        for (int i = 0; i < ROWS / APART; i++)
            row[i] = row_at(first + i * APART);
    }

    template <int UNIT> __device__ __forceinline__ void copy(unsigned char *to, int k, int length)
    {
        const int first = (int)threadIdx.x / PARTS, part = (int)threadIdx.x % PARTS;

#pragma unroll ROWS_AT_ONCE<UNIT>
        for (int i = 0; i < ROWS / APART; i++)
            copy_part<UNIT, PARTS>(
                reinterpret_cast<T *>(to + (first + i * APART) * TILE::PITCH_BYTES),
                UNIT < 4 ? row_at(first + i * APART) : row[i], part, k, length);
    }
};

/* b by rows: its first row, from the tile's first column on, and the tile's number of columns. */
template <class T> struct by_rows {
    const T *first;
    long long pitch;
    int columns;
};

template <class T, class TILE> struct copied_rows_of_b {
    using parts = parts_of<T, TILE, true>;
    static constexpr int PARTS = TILE::COLUMNS * (int)sizeof(T) / 16;
    static constexpr int APART = TILE::THREADS / PARTS; // rows
    static_assert(parts::DEPTH % APART == 0, "each thread copies as many rows");
    by_rows<T> from;

    template <int UNIT> __device__ __forceinline__ void copy(unsigned char *to, int k, int length)
    {
        const int part = (int)threadIdx.x % PARTS, first = (int)threadIdx.x / PARTS;
        const T *row = from.first + (k + first) * from.pitch;

#pragma unroll ROWS_AT_ONCE<UNIT>
        for (int at = 0; at < parts::DEPTH; at += APART) {
            copy_part<UNIT, PARTS>(reinterpret_cast<T *>(to) + parts::b_at(first + at, 0),
                                    k + first + at < length ? row : nullptr, part, 0,
                                    from.columns);
            row += APART * from.pitch;
        }
    }
};

/* True if rows of `length` elements can be read UNIT bytes at once. */
template <int UNIT = 16, class T>
__device__ inline bool has_aligned_rows(const T *rows, long long length)
{
    return length * (int)sizeof(T) % UNIT == 0 && reinterpret_cast<size_t>(rows) % UNIT == 0;
}
} // namespace tiles

#endif

// c = a b for a batch of matrices by rows: a has m x k elements, b k x n, c m x n. For
// product_transposed, b is stored by its columns, as weights are: n x k. product_small does the
// same with smaller tiles: it is faster up to 64 rows or 2^21 elements of c. Elements have 16 bits,
// and go through the tensor cores; sums are in float, and their order is fixed by the sizes. Any
// alignment is legal. Rows that can be read 16 bytes at once are the fastest, then 4 bytes; single
// elements take up to five times as long. product_wgmma is for Hopper. matmul.c chooses.
#include "tiles/multiply.cuh"

namespace kernels
{
// The first row and column of a block's part of c, and the entry of the batch; the entry after the
// last one if there is nothing left for the block.
struct corner {
    size_t entry, row, column;
};

// Blocks that run at the same time share rows of a and columns of b, which are then in the cache:
// the order goes down GROUP tiles before it goes to the next column.
__device__ inline corner corner_of_block(size_t batch, size_t m, size_t n, int rows, int columns)
{
    constexpr size_t GROUP = 8;
    const size_t down = ceil_div(m, rows);
    const size_t across = ceil_div(n, columns);
    if (blockIdx.x >= batch * down * across)
        return {batch, 0, 0};
    const size_t entry = blockIdx.x / (down * across);
    const size_t tile = blockIdx.x % (down * across);
    const size_t first = tile / (GROUP * across) * GROUP;
    const size_t height = down - first < GROUP ? down - first : GROUP;
    const size_t in_group = tile - first * across;

    return {entry, (first + in_group % height) * rows, in_group / height * columns};
}

extern __shared__ __align__(128) unsigned char stages[];

template <int UNIT, class TILE, bool TRANSPOSED, class T>
__device__ __forceinline__ void product_tile(size_t batch, size_t m, size_t n, size_t k, const T *a,
                                             const T *b, T *c)
{
    const corner at = corner_of_block(batch, m, n, TILE::ROWS, TILE::COLUMNS);
    const int rows = (int)(m - at.row < TILE::ROWS ? m - at.row : TILE::ROWS);
    const int columns = (int)(n - at.column < TILE::COLUMNS ? n - at.column : TILE::COLUMNS);
    const auto row_of_a = [&](int i) { return i < rows ? a + (at.row + i) * k : nullptr; };
    const auto put = [&](int i, int j, auto pair) {
        if (i < rows)
            tiles::store_pair(c + (at.row + i) * n + at.column, j, columns, pair);
    };

    if (at.entry == batch)
        return;
    a += at.entry * m * k;
    b += at.entry * k * n;
    c += at.entry * m * n;
    if constexpr (TRANSPOSED)
        tiles::multiply_by<TILE, false, UNIT, T>(
            stages, (int)k, row_of_a,
            [&](int j) { return j < columns ? b + (at.column + j) * k : nullptr; }, put);
    else
        tiles::multiply_by<TILE, false, UNIT, T>(
            stages, (int)k, row_of_a, tiles::by_rows<T>{b + at.column, (long long)n, columns}, put);
}

// A function of its own: the compiler spends minutes and registers on many of them in one.
template <int UNIT, class TILE, bool TRANSPOSED, class T>
__device__ __noinline__ void product_apart(size_t batch, size_t m, size_t n, size_t k, const T *a,
                                           const T *b, T *c)
{
    product_tile<UNIT, TILE, TRANSPOSED>(batch, m, n, k, a, b, c);
}

// INLINED: the case of 16 bytes is part of the kernel, which makes large tiles up to 20 % faster.
template <bool INLINED, class TILE, bool TRANSPOSED, class T>
__device__ inline void product_by(size_t batch, size_t m, size_t n, size_t k, const T *a,
                                  const T *b, T *c)
{
    constexpr int ONE = (int)sizeof(T), TWO = 4;
    const size_t pitch_b = TRANSPOSED ? k : n;

    if (!tiles::has_aligned_rows<TWO>(a, k) || !tiles::has_aligned_rows<TWO>(b, pitch_b))
        product_apart<ONE, TILE, TRANSPOSED>(batch, m, n, k, a, b, c);
    else if (!tiles::has_aligned_rows<16>(a, k) || !tiles::has_aligned_rows<16>(b, pitch_b))
        product_apart<TWO, TILE, TRANSPOSED>(batch, m, n, k, a, b, c);
    else if constexpr (INLINED)
        product_tile<16, TILE, TRANSPOSED>(batch, m, n, k, a, b, c);
    else
        product_apart<16, TILE, TRANSPOSED>(batch, m, n, k, a, b, c);
}

template <class T, bool TRANSPOSED, class LARGE>
CUSTUB_BLOCK(LARGE::THREADS)
CUSTUB_THREADS(batch * ceil_div(m, LARGE::ROWS) * ceil_div(n, LARGE::COLUMNS) * LARGE::THREADS)
CUSTUB_SHARED(LARGE::SHARED_BYTES)
CUSTUB_REQUIRES(k <= 1073741824)
__global__ void __launch_bounds__(LARGE::THREADS, LARGE::BLOCKS) product(
    size_t batch, size_t m, size_t n, size_t k,
    const T *__restrict__ a CUSTUB_COUNTED_BY(batch * m * k),
    const T *__restrict__ b CUSTUB_COUNTED_BY(batch * k * n),
    T *__restrict__ c CUSTUB_COUNTED_BY(batch * m * n))
{
    product_by<true, LARGE, TRANSPOSED>(batch, m, n, k, a, b, c);
}

// The tile of a launch, in the contract, too: for few rows the one that has the fewest, else the
// larger one if there are enough of it for the multiprocessors of a GPU. Large tiles would be a
// quarter slower in this kernel.
#define IS_TINY   (m <= TINY::ROWS)
#define IS_ENOUGH (batch * ceil_div(m, MEDIUM::ROWS) * ceil_div(n, MEDIUM::COLUMNS) >= 100)
#define PICK(of)                                                                                   \
    (IS_TINY * TINY::of + (!IS_TINY && IS_ENOUGH) * MEDIUM::of +                                   \
     (!IS_TINY && !IS_ENOUGH) * SMALL::of)

template <class T, bool TRANSPOSED, class TINY, class SMALL, class MEDIUM>
CUSTUB_BLOCK(PICK(THREADS))
CUSTUB_THREADS(batch * ceil_div(m, PICK(ROWS)) * ceil_div(n, PICK(COLUMNS)) * PICK(THREADS))
CUSTUB_SHARED(PICK(SHARED_BYTES))
CUSTUB_REQUIRES(k <= 1073741824)
__global__ void __launch_bounds__(TINY::THREADS, TINY::BLOCKS) product_small(
    size_t batch, size_t m, size_t n, size_t k,
    const T *__restrict__ a CUSTUB_COUNTED_BY(batch * m * k),
    const T *__restrict__ b CUSTUB_COUNTED_BY(batch * k * n),
    T *__restrict__ c CUSTUB_COUNTED_BY(batch * m * n))
{
    if (IS_TINY)
        product_by<false, TINY, TRANSPOSED>(batch, m, n, k, a, b, c);
    else if (IS_ENOUGH)
        product_by<false, MEDIUM, TRANSPOSED>(batch, m, n, k, a, b, c);
    else
        product_by<false, SMALL, TRANSPOSED>(batch, m, n, k, a, b, c);
}

// Contracts can name a struct's own members, but not those of a template's instance.
#define TILE(name, ...)                                                                            \
    struct name : tiles::tile<__VA_ARGS__> {                                                       \
        static constexpr int THREADS = tile::THREADS;                                              \
        static constexpr int ROWS = tile::ROWS;                                                    \
        static constexpr int COLUMNS = tile::COLUMNS;                                              \
        static constexpr int SHARED_BYTES = tile::SHARED_BYTES;                                    \
        static constexpr int BLOCKS = tile::BLOCKS;                                                \
    }
TILE(tiny_halves, 1, 1, 16, 32, 512, 4, 2, 4);
TILE(small_halves, 1, 2, 32, 32, 256, 4, 2, 2);
TILE(medium_halves, 2, 2, 32, 32, 128, 4, 2);
TILE(large_halves, 2, 4, 64, 64, 128, 3, 1);
} // namespace kernels

#if KERNELS_HOPPER
#include "hopper/product.cuh"
#include "product_tiles.h"

namespace kernels
{
#define WGMMA_TILE(name, rows, columns, part, stages, cluster, resident, ...)                      \
    struct wgmma_##name                                                                            \
        : hopper::tile<columns / part, part, rows, stages, cluster, false, resident> {             \
        static constexpr int ROWS = tile::ROWS, COLUMNS = tile::COLUMNS, PART = tile::PART;        \
        static constexpr int CLUSTER = tile::CLUSTER, SHARED_BYTES = tile::SHARED_BYTES;           \
        static constexpr int RESIDENT = tile::RESIDENT;                                            \
        static_assert(COLUMNS == columns, "as in the table");                                      \
    };
PRODUCT_TILES(WGMMA_TILE)

// The same on Hopper, whose tensor maps read a and b. c = a b, or a transpose(b).
template <class T, bool TRANSPOSED, class TILE>
CUSTUB_GRID_STRIDE
CUSTUB_BLOCK(hopper::THREADS)
CUSTUB_THREADS(batch * ceil_div(m, TILE::ROWS) * ceil_div(n, TILE::COLUMNS) * TILE::CLUSTER *
               hopper::THREADS)
CUSTUB_SHARED(TILE::SHARED_BYTES)
CUSTUB_REQUIRES(batch > 0 && m > 0 && n > 0 && k > 0 && n % 8 == 0 && k % 8 == 0)
CUSTUB_REQUIRES(a.swizzle == CU_TENSOR_MAP_SWIZZLE_128B)
CUSTUB_REQUIRES(b.swizzle == CU_TENSOR_MAP_SWIZZLE_128B)
__global__ void __cluster_dims__(TILE::CLUSTER, 1, 1)
    __launch_bounds__(hopper::THREADS, TILE::RESIDENT) product_wgmma(int batch, int m, int n, int k,
                  const __grid_constant__ CUtensorMap a CUSTUB_MAPS(batch * m, k)
                      CUSTUB_BOX(TILE::ROWS, hopper::DEPTH) CUSTUB_ELEMENT(T),
                  const __grid_constant__ CUtensorMap b
                      CUSTUB_MAPS(batch, TRANSPOSED ? n : k, TRANSPOSED ? k : n)
                      CUSTUB_BOX(1, TRANSPOSED ? TILE::PART : hopper::DEPTH, 64) CUSTUB_ELEMENT(T),
                  T *c CUSTUB_COUNTED_BY(batch * m * n) CUSTUB_ALIGNED(16))
{
#if HOPPER_CODE
    hopper::multiply_batch<T, TILE, !TRANSPOSED>(stages, batch, m, n, k, &a, &b, c);
#else
    __trap();
#endif
}
} // namespace kernels

#define WGMMA_PRODUCTS(tile, name, T)                                                              \
    CUSTUB_STUB(product_wgmma_##tile##_##name,                                                     \
                kernels::product_wgmma<T, false, kernels::wgmma_##tile>);                          \
    CUSTUB_STUB(product_transposed_wgmma_##tile##_##name,                                          \
                kernels::product_wgmma<T, true, kernels::wgmma_##tile>);
#define WGMMA_F16(tile, ...)  WGMMA_PRODUCTS(tile, f16, __half)
#define WGMMA_BF16(tile, ...) WGMMA_PRODUCTS(tile, bf16, __nv_bfloat16)
#if KERNELS_f16
PRODUCT_TILES(WGMMA_F16)
#endif
#if KERNELS_bf16
PRODUCT_TILES(WGMMA_BF16)
#endif
#endif

#define SMALLER(kind) kernels::tiny_##kind, kernels::small_##kind, kernels::medium_##kind
#define PRODUCTS(name, T, kind)                                                                    \
    CUSTUB_STUB(product_##name, kernels::product<T, false, kernels::large_##kind>);                \
    CUSTUB_STUB(product_transposed_##name, kernels::product<T, true, kernels::large_##kind>);      \
    CUSTUB_STUB(product_small_##name, kernels::product_small<T, false, SMALLER(kind)>);            \
    CUSTUB_STUB(product_small_transposed_##name, kernels::product_small<T, true, SMALLER(kind)>);
HALVES(PRODUCTS, halves)

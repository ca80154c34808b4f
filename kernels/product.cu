// c = a b for a batch of matrices by rows: a has m x k elements, b k x n, c m x n. For
// product_transposed, b is stored by its columns, as weights are: n x k. Sums are in float for 16 bits,
// which go through the tensor cores, and else in the type itself.
#include "stream.cuh"

#if KERNELS_f16 || KERNELS_bf16
#include "tiles.cuh"
#endif

namespace kernels
{
// The first row and column of a block's part of c, and the entry of the batch; the entry after the
// last one if there is nothing left for the block.
struct corner {
    size_t entry, row, column;
};

// Blocks that run at the same time share rows of a and columns of b, which are then in the cache: the
// order goes down GROUP tiles before it goes to the next column.
__device__ inline corner corner_of_block(size_t batch, size_t m, size_t n, int rows, int columns)
{
    constexpr size_t GROUP = 8;
    const size_t down = (m + rows - 1) / rows;
    const size_t across = (n + columns - 1) / columns;
    if (blockIdx.x >= batch * down * across)
        return {batch, 0, 0};
    const size_t entry = blockIdx.x / (down * across);
    const size_t tile = blockIdx.x % (down * across);
    const size_t first = tile / (GROUP * across) * GROUP;
    const size_t height = down - first < GROUP ? down - first : GROUP;
    const size_t in_group = tile - first * across;

    return {entry, (first + in_group % height) * rows, in_group / height * columns};
}

#if KERNELS_f16 || KERNELS_bf16
extern __shared__ __align__(128) unsigned char stages[];

// THREADS, ROWS, COLUMNS and SHARED are those of TILE.
template <class T, bool TRANSPOSED, class TILE, int THREADS, int ROWS, int COLUMNS, int SHARED>
CUSTUB_BLOCK(THREADS)
CUSTUB_THREADS(batch * ceil_div(m, ROWS) * ceil_div(n, COLUMNS) * THREADS)
CUSTUB_SHARED(SHARED)
CUSTUB_REQUIRES(k <= 1073741824)
__global__ void __launch_bounds__(THREADS, TILE::BLOCKS) product_by_tiles(
    size_t batch, size_t m, size_t n, size_t k,
    const T *__restrict__ a CUSTUB_COUNTED_BY(batch * m * k),
    const T *__restrict__ b CUSTUB_COUNTED_BY(batch * k * n),
    T *__restrict__ c CUSTUB_COUNTED_BY(batch * m * n))
{
    const corner at = corner_of_block(batch, m, n, ROWS, COLUMNS);
    const int rows = (int)(m - at.row < ROWS ? m - at.row : ROWS);
    const int columns = (int)(n - at.column < COLUMNS ? n - at.column : COLUMNS);
    const bool whole = tiles::is_whole(a, k) && tiles::is_whole(b, TRANSPOSED ? k : n);
    const auto row_of_a = [&](int i) { return i < rows ? a + (at.row + i) * k : nullptr; };
    const auto put = [&](int i, int j, float2 pair) {
        if (i < rows)
            tiles::store_pair(c + (at.row + i) * n + at.column, j, columns, pair);
    };

    if (at.entry == batch)
        return;
    a += at.entry * m * k;
    b += at.entry * k * n;
    c += at.entry * m * n;
    if constexpr (TRANSPOSED)
        tiles::multiply<TILE, false, T>(
            stages, (int)k, whole, row_of_a,
            [&](int j) { return j < columns ? b + (at.column + j) * k : nullptr; }, put);
    else
        tiles::multiply<TILE, false, T>(stages, (int)k, whole, row_of_a,
                                        tiles::by_rows<T>{b + at.column, (long long)n, columns},
                                        put);
}
#endif

// A block of 16 x 16 threads computes SIDE x SIDE elements, and each thread fours of neighbours, 64
// apart. Parts of a and b have their k from row to row in shared memory.
constexpr int PLAIN_THREADS = 256;
constexpr int PLAIN_DEPTH = 8;
constexpr int FOUR = 4;
constexpr int STRIP = 16 * FOUR;

// What a thread brings to shared memory: SIDE x PLAIN_DEPTH elements are moved by all.
template <class T, int SIDE, bool BY_ROWS_OF_K> struct plain_part {
    static constexpr int COUNT = SIDE * PLAIN_DEPTH / PLAIN_THREADS;
    T element[COUNT];

    // The place of element i: its k and its row of a or column of b.
    __device__ static int k_of(int i)
    {
        const int index = i * PLAIN_THREADS + (int)threadIdx.x;
        return BY_ROWS_OF_K ? index / SIDE : index % PLAIN_DEPTH;
    }
    __device__ static int line_of(int i)
    {
        const int index = i * PLAIN_THREADS + (int)threadIdx.x;
        return BY_ROWS_OF_K ? index % SIDE : index / PLAIN_DEPTH;
    }

    // From a matrix of `depth` times `lines` elements, part at `k` and `line`; zero beyond its end.
    __device__ void read(const T *from, size_t k, size_t depth, size_t line, size_t lines)
    {
#pragma unroll
        for (int i = 0; i < COUNT; i++) {
            const size_t p = k + k_of(i), l = line + line_of(i);
            element[i] = p < depth && l < lines ? from[BY_ROWS_OF_K ? p * lines + l : l * depth + p]
                                                : T(0);
        }
    }

    __device__ void put(T (*part)[SIDE + FOUR]) const
    {
#pragma unroll
        for (int i = 0; i < COUNT; i++)
            part[k_of(i)][line_of(i)] = element[i];
    }
};

// sums += the product of the parts; this thread's rows begin at y, its columns at x.
template <class T, int SIDE>
__device__ inline void add_products(T (&sums)[SIDE / 16][SIDE / 16], const T (*a)[SIDE + FOUR],
                                    const T (*b)[SIDE + FOUR], int y, int x)
{
    constexpr int N = 16 / sizeof(T);
#pragma unroll
    for (int p = 0; p < PLAIN_DEPTH; p++) {
        pack<T, N> left[SIDE / 16 / N], right[SIDE / 16 / N];
#pragma unroll
        for (int i = 0; i < SIDE / 16; i += N) {
            left[i / N] = load<N>(a[p] + i / FOUR * STRIP + y + i % FOUR, 0);
            right[i / N] = load<N>(b[p] + i / FOUR * STRIP + x + i % FOUR, 0);
        }
#pragma unroll
        for (int i = 0; i < SIDE / 16; i++)
#pragma unroll
            for (int j = 0; j < SIDE / 16; j++)
                sums[i][j] += left[i / N].at[i % N] * right[j / N].at[j % N];
    }
}

template <class T, bool TRANSPOSED, int SIDE>
CUSTUB_BLOCK(PLAIN_THREADS)
CUSTUB_THREADS(batch * ceil_div(m, SIDE) * ceil_div(n, SIDE) * PLAIN_THREADS)
__global__ void __launch_bounds__(PLAIN_THREADS, 2) product(
    size_t batch, size_t m, size_t n, size_t k,
    const T *__restrict__ a CUSTUB_COUNTED_BY(batch * m * k),
    const T *__restrict__ b CUSTUB_COUNTED_BY(batch * k * n),
    T *__restrict__ c CUSTUB_COUNTED_BY(batch * m * n))
{
    __shared__ alignas(16) T part_a[2][PLAIN_DEPTH][SIDE + FOUR];
    __shared__ alignas(16) T part_b[2][PLAIN_DEPTH][SIDE + FOUR];
    const corner at = corner_of_block(batch, m, n, SIDE, SIDE);
    const int x = (int)threadIdx.x % 16 * FOUR, y = (int)threadIdx.x / 16 * FOUR;
    plain_part<T, SIDE, false> next_a;
    plain_part<T, SIDE, !TRANSPOSED> next_b;
    T sums[SIDE / 16][SIDE / 16] = {};

    if (at.entry == batch)
        return;
    a += at.entry * m * k;
    b += at.entry * k * n;
    c += at.entry * m * n;
    next_a.read(a, 0, k, at.row, m);
    next_b.read(b, 0, k, at.column, n);
    for (size_t p = 0; p < k; p += PLAIN_DEPTH) {
        const int turn = p / PLAIN_DEPTH % 2;
        next_a.put(part_a[turn]);
        next_b.put(part_b[turn]);
        __syncthreads();
        next_a.read(a, p + PLAIN_DEPTH, k, at.row, m);
        next_b.read(b, p + PLAIN_DEPTH, k, at.column, n);
        add_products<T, SIDE>(sums, part_a[turn], part_b[turn], y, x);
    }
#pragma unroll
    for (int i = 0; i < SIDE / 16; i++)
#pragma unroll
        for (int j = 0; j < SIDE / 16; j++) {
            const size_t row = at.row + i / FOUR * STRIP + y + i % FOUR;
            const size_t column = at.column + j / FOUR * STRIP + x + j % FOUR;
            if (row < m && column < n)
                c[row * n + column] = sums[i][j];
        }
}
} // namespace kernels

// Registers suffice for 8 x 8 sums of float in a thread, and 4 x 4 of double.
#define PLAIN(name, T, SIDE)                                                                       \
    CUSTUB_STUB(product_##name, kernels::product<T, false, SIDE>);                                 \
    CUSTUB_STUB(product_transposed_##name, kernels::product<T, true, SIDE>);
LIST_F32(PLAIN, 128)
LIST_F64(PLAIN, 64)

#define BY_TILE(tile) tile, tile::THREADS, tile::ROWS, tile::COLUMNS, tile::SHARED_BYTES
#define BY_TILES(name, T, ...)                                                                     \
    CUSTUB_STUB(product_##name, kernels::product_by_tiles<T, false, BY_TILE(tiles::large)>);       \
    CUSTUB_STUB(product_transposed_##name, kernels::product_by_tiles<T, true, BY_TILE(tiles::large)>);
HALVES(BY_TILES)

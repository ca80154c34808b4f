/* Products of matrices of 16 bits on Hopper: tensor maps bring boxes into shared memory, and two
 * warpgroups multiply them, while one thread is STAGES boxes ahead.
 *
 *     c[row][column] = sum over k of x[row][k] * w[column][k]
 *
 * w is the left operand of the instructions, whose 64 rows are always full; x is the right one,
 * which may have few rows. So few tokens waste little. Sums are in float; results have the type of
 * x and w, or are float.
 */
#ifndef KERNELS_HOPPER_PRODUCT_CUH
#define KERNELS_HOPPER_PRODUCT_CUH

#include "dependent_launch.cuh"
#include "results.cuh"

namespace hopper
{
/* Copies the boxes of a tile. W_BY_ROWS: w is stored by its rows, k * n. */
template <class TILE, bool W_BY_ROWS>
__device__ __forceinline__ void
copy_tile(unsigned char *stages, barriers<TILE::STAGES> &barriers, ring<TILE::STAGES> &at,
          const steps &range, const place &p, const CUtensorMap *x, const CUtensorMap *w,
          const CUtensorMap *up)
{
    constexpr int PART = TILE::PART;
    const int column = p.across * TILE::COLUMNS;

    for (int step = range.begin; step < range.end; step++, at.advance()) {
        unsigned char *to = stages + at.stage * TILE::STAGE_BYTES;
        uint64_t *const full = &barriers.full[at.stage];
        barrier_wait(&barriers.empty[at.stage], at.phase ^ 1);
        barrier_expect(full, TILE::STAGE_BYTES);
#pragma unroll
        for (int part = 0; part < TILE::PARTS; part++, to += TILE::PART_BYTES) {
            const CUtensorMap *const from = TILE::GATED && part ? up : w;
            const int at_column = TILE::GATED ? column : column + part * PART;
            if constexpr (W_BY_ROWS) {
#pragma unroll
                for (int i = 0; i < PART; i += 64)
                    copy_box(to + i * DEPTH * 2, from, full, at_column + i, step * DEPTH, p.group);
            } else {
                copy_box(to, from, full, step * DEPTH, at_column, p.group);
            }
        }
        copy_box(to, x, full, step * DEPTH, p.begin);
    }
}

/* A warpgroup adds the products of its 64 columns of each part, or of its half of k. */
template <class T, class TILE, bool W_BY_ROWS>
__device__ __forceinline__ void
add_tile(const unsigned char *stages, barriers<TILE::STAGES> &barriers, ring<TILE::STAGES> &at,
         const steps &range, int warpgroup, float (&sum)[TILE::PARTS][TILE::SUMS])
{
    constexpr int ALONG_W = (W_BY_ROWS ? 16 * 128 : 16 * 2) / 16, ALONG_X = 16 * 2 / 16;
    constexpr int TURNS = DEPTH / 16 / TILE::IN_BLOCK;
    const int first = TILE::IN_BLOCK > 1 ? warpgroup * TURNS : 0;
    const int lane = (int)threadIdx.x % 32;
    int last = -1; /* the stage of the step before */
    const auto release = [&]() {
        if (last >= 0 && lane == 0)
            barrier_arrive(&barriers.empty[last]);
    };

#pragma unroll
    for (int part = 0; part < TILE::PARTS; part++)
#pragma unroll
        for (int i = 0; i < TILE::SUMS; i++)
            sum[part][i] = 0;
    for (int step = range.begin; step < range.end; step++, at.advance()) {
        const uint32_t from = shared_address(stages + at.stage * TILE::STAGE_BYTES);
        const int columns = TILE::IN_BLOCK > 1 ? 0 : warpgroup * (TILE::PART_BYTES / 2);
        const uint64_t w = operand(from + columns) + first * ALONG_W;
        const uint64_t x = operand(from + TILE::PARTS * TILE::PART_BYTES) + first * ALONG_X;
        barrier_wait(&barriers.full[at.stage], at.phase);
        mma_begin();
#pragma unroll
        for (int i = 0; i < TURNS; i++)
#pragma unroll
            for (int part = 0; part < TILE::PARTS; part++)
                mma_of<T, TILE::ROWS, W_BY_ROWS>::add(
                    sum[part], w + part * (TILE::PART_BYTES / 16) + i * ALONG_W, x + i * ALONG_X);
        mma_commit();
        mma_wait<1>(); /* for the step before */
        release();
        last = at.stage;
    }
    mma_wait<0>();
    release();
#pragma unroll
    for (int part = 0; part < TILE::PARTS; part++)
        mma_keep(sum[part]);
}

/* The clusters take turns at the tiles of all groups. */
struct turns {
    int first, step, end, across;

    template <class TILE, class Groups> __device__ static turns of(const Groups &groups, int n)
    {
        const int across = (n + TILE::COLUMNS - 1) / TILE::COLUMNS;

        return {(int)blockIdx.x / TILE::CLUSTER, (int)gridDim.x / TILE::CLUSTER,
                groups.tiles() * across, across};
    }
};

/* One thread copies the boxes of all tiles, each as soon as its stage is empty. */
template <class TILE, bool W_BY_ROWS, class Groups>
__device__ __forceinline__ void copy_tiles(unsigned char *stages, barriers<TILE::STAGES> &barriers,
                                           int n, int k, const Groups &groups, const CUtensorMap *x,
                                           const CUtensorMap *w, const CUtensorMap *up)
{
    const steps range = steps_of<TILE>(k, cluster_rank());
    const turns all = turns::of<TILE>(groups, n);
    ring<TILE::STAGES> at;

    for (int t = all.first; t < all.end; t += all.step) {
        const place p = groups.find(t, all.across);
        copy_tile<TILE, W_BY_ROWS>(stages, barriers, at, range, p, x, w, up);
        if constexpr (TILE::SPLITS > 1) {
            cluster_sync();
            cluster_sync();
        }
    }
}

/* Two warpgroups multiply and store the tiles. */
template <class T, class TILE, bool W_BY_ROWS, class Groups, class C>
__device__ __forceinline__ void multiply_tiles(unsigned char *stages,
                                               barriers<TILE::STAGES> &barriers, int n, int k,
                                               const Groups &groups, C *c)
{
    unsigned char *const staging = stages + TILE::STAGES * TILE::STAGE_BYTES;
    const int warpgroup = (int)threadIdx.x / 128;
    const uint32_t rank = cluster_rank();
    const steps range = steps_of<TILE>(k, rank);
    const turns all = turns::of<TILE>(groups, n);
    ring<TILE::STAGES> at;
    float sum[TILE::PARTS][TILE::SUMS];

    for (int t = all.first; t < all.end; t += all.step) {
        const place p = groups.find(t, all.across);
        const int column = p.across * TILE::COLUMNS;
        add_tile<T, TILE, W_BY_ROWS>(stages, barriers, at, range, warpgroup, sum);
        if constexpr (TILE::SPLITS > 1) {
            asm volatile("bar.sync 3, 256;" ::
                             : "memory"); /* both warpgroups have read the stages */
            const split_sums<TILE> sums(stages, sum);
            cluster_sync();
            store_tile<TILE>(staging, warpgroup, p, column, n, rank, sums, c);
            fence_before_copies();
            cluster_sync(); /* all have read the sums */
        } else {
            const auto sums = [&](int part, int index, float(&value)[8]) {
#pragma unroll
                for (int i = 0; i < 8; i++)
                    value[i] = sum[part][index + i];
            };
            store_tile<TILE>(staging, warpgroup, p, column, n, rank, sums, c);
        }
    }
}

/* Prepares a block: `prepare` runs in all threads, after the kernels before this one. Then its
 * warpgroups copy and multiply the tiles. w and up are groups * n * k, or groups * k * n with
 * W_BY_ROWS. */
template <class T, class TILE, bool W_BY_ROWS, class Groups, class Prepare, class C>
__device__ __forceinline__ void multiply(unsigned char *memory, int n, int k, const Groups &groups,
                                         Prepare prepare, const CUtensorMap *x,
                                         const CUtensorMap *w, const CUtensorMap *up, C *c)
{
    __shared__ barriers<TILE::STAGES> barriers;
    unsigned char *const stages = memory + (1024 - shared_address(memory) % 1024) % 1024;

    if (threadIdx.x == 256) {
        prefetch_map(x);
        prefetch_map(w);
        if (TILE::GATED)
            prefetch_map(up);
        for (int i = 0; i < TILE::STAGES; i++) {
            barrier_init(&barriers.full[i], 1);
            barrier_init(&barriers.empty[i], 8); /* warps that multiply */
        }
        barrier_init_fence();
    }
    wait_for_earlier_kernels();
    prepare();
    cluster_sync();
    let_next_kernel_begin();
    if (threadIdx.x >= 256) {
        if constexpr (TILE::RESIDENT == 1)
            asm volatile("setmaxnreg.dec.sync.aligned.u32 40;");
        if (threadIdx.x == 256)
            copy_tiles<TILE, W_BY_ROWS>(stages, barriers, n, k, groups, x, w, up);
    } else {
        if constexpr (TILE::RESIDENT == 1)
            asm volatile("setmaxnreg.inc.sync.aligned.u32 232;");
        multiply_tiles<T, TILE, W_BY_ROWS>(stages, barriers, n, k, groups, c);
    }
}

/* A batch of products. x has `rows` rows for each of them. */
template <class T, class TILE, bool W_BY_ROWS, class C>
__device__ __forceinline__ void multiply_batch(unsigned char *memory, int batch, int rows, int n,
                                               int k, const CUtensorMap *x, const CUtensorMap *w,
                                               C *c)
{
    multiply<T, TILE, W_BY_ROWS>(
        memory, n, k, equal_groups<TILE::ROWS>{batch, rows}, [] {}, x, w, w, c);
}

/* A product for each group of rows, whose matrix w has. */
template <class T, class TILE, int MAX_GROUPS>
__device__ __forceinline__ void multiply_groups(unsigned char *memory, int count, int n, int k,
                                                const int *first, const CUtensorMap *x,
                                                const CUtensorMap *w, const CUtensorMap *up, T *c)
{
    using groups = given_groups<TILE::ROWS, MAX_GROUPS>;
    __shared__ typename groups::storage storage;

    multiply<T, TILE, false>(
        memory, n, k, groups{storage, count}, [&] { groups::count_tiles(storage, first, count); },
        x, w, up, c);
}
} // namespace hopper

#endif

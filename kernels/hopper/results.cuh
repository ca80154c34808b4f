/* From the sums of a tile to its results in memory. */
#ifndef KERNELS_HOPPER_RESULTS_CUH
#define KERNELS_HOPPER_RESULTS_CUH

#include "tile.cuh"

#include <type_traits>

namespace hopper
{
template <class T> __device__ __forceinline__ uint32_t narrow_pair(float low, float high)
{
    uint32_t pair;

    if constexpr (std::is_same<T, __half>::value)
        asm("cvt.rn.f16x2.f32 %0, %1, %2;" : "=r"(pair) : "f"(high), "f"(low));
    else
        asm("cvt.rn.bf16x2.f32 %0, %1, %2;" : "=r"(pair) : "f"(high), "f"(low));
    return pair;
}

/* Sixteen rows by 16 columns of a warp, of `value`, into `to`: by rows of PITCH bytes. */
template <class T>
__device__ __forceinline__ void put_fragment(unsigned char *to, const float (&value)[8])
{
    const int lane = (int)threadIdx.x % 32;
    const uint32_t at = shared_address(to + (lane / 16 * 8 + lane % 8) * PITCH + lane / 8 % 2 * 16);

    asm volatile("stmatrix.sync.aligned.m8n8.x4.trans.shared.b16 [%0], {%1, %2, %3, %4};" ::"r"(at),
                 "r"(narrow_pair<T>(value[0], value[1])), "r"(narrow_pair<T>(value[2], value[3])),
                 "r"(narrow_pair<T>(value[4], value[5])), "r"(narrow_pair<T>(value[6], value[7]))
                 : "memory");
}

__device__ __forceinline__ void warpgroup_sync(int warpgroup)
{
    asm volatile("bar.sync %0, 128;" ::"r"(warpgroup + 1) : "memory");
}

__device__ __forceinline__ float silu(float x)
{
    return x / (1 + __expf(-x));
}

/* Stores 16 rows by 16 columns of a warp in float, two rows by 8 columns at a time. */
__device__ __forceinline__ void store_fragment(float *c, int n, int row, int end, int column,
                                               const float (&value)[8])
{
    const int lane = (int)threadIdx.x % 32;

#pragma unroll
    for (int i = 0; i < 8; i++) {
        const int at_row = row + i / 4 * 8 + lane % 4 * 2 + i % 2;
        const int at_column = column + i % 4 / 2 * 8 + lane / 4;
        if (at_row < end && at_column < n)
            c[(size_t)at_row * n + at_column] = value[i];
    }
}

/* Stores a warpgroup's results: 64 columns of each part, or of both parts. `sums` takes
 * part and index of eight neighbouring sums, and gives them. */
template <class TILE, class Sums, class C>
__device__ __forceinline__ void store_tile(unsigned char *staging, int warpgroup, const place &p,
                                           int column, int n, uint32_t rank, Sums sums, C *c)
{
    constexpr bool IS_FLOAT = std::is_same<C, float>::value;
    const int warp = (int)threadIdx.x / 32 % 4, thread = (int)threadIdx.x % 128;
    const int split = TILE::IN_BLOCK > 1 ? (int)rank * 2 + warpgroup : (int)rank;
    const int apart = TILE::IN_BLOCK > 1 ? 0 : warpgroup * 64;
    unsigned char *const mine = staging + warpgroup * TILE::CHUNK * PITCH;

#pragma unroll
    for (int part = 0; part < (TILE::GATED ? 1 : TILE::PARTS); part++)
#pragma unroll
        for (int chunk = 0; chunk < TILE::ROWS; chunk += TILE::CHUNK) {
            if (p.begin + chunk >= p.end)
                continue;
            if (TILE::SPLITS > 1 && chunk / TILE::CHUNK % TILE::SPLITS != split)
                continue; /* each stores other rows */
#pragma unroll
            for (int row = 0; row < TILE::CHUNK; row += 16) {
                float value[8];
                sums(part, (chunk + row) / 2, value);
                if constexpr (TILE::GATED) {
                    float other[8];
                    sums(1, (chunk + row) / 2, other);
#pragma unroll
                    for (int i = 0; i < 8; i++)
                        value[i] = silu(value[i]) * other[i];
                }
                if constexpr (IS_FLOAT)
                    store_fragment(c, n, p.begin + chunk + row, p.end,
                                   column + part * TILE::PART + apart + warp * 16, value);
                else
                    put_fragment<C>(mine + row * PITCH + warp * 32, value);
            }
            if constexpr (IS_FLOAT)
                continue;
            warpgroup_sync(warpgroup);
            for (int i = thread; i < TILE::CHUNK * 8; i += 128) {
                const int row = p.begin + chunk + i / 8;
                const int at = column + part * TILE::PART + apart + i % 8 * 8;
                if (row < p.end && at < n)
                    *reinterpret_cast<uint4 *>(c + (size_t)row * n + at) =
                        *reinterpret_cast<const uint4 *>(mine + i / 8 * PITCH + i % 8 * 16);
            }
            warpgroup_sync(warpgroup);
        }
}

/* The sums of all parts of k, in their order. `shared` is memory that all copies and products are
 * done with. */
template <class TILE> struct split_sums {
    uint32_t address; /* of the thread's first sum in a part of k */

    __device__ split_sums(unsigned char *shared, const float (&sum)[TILE::PARTS][TILE::SUMS])
    {
        float4 *const all = reinterpret_cast<float4 *>(shared);
        const int thread = (int)threadIdx.x;
#pragma unroll
        for (int part = 0; part < TILE::PARTS; part++)
#pragma unroll
            for (int i = 0; i < TILE::SUMS; i += 4)
                all[(part * TILE::SUMS + i) / 4 * 256 + thread] = make_float4(
                    sum[part][i], sum[part][i + 1], sum[part][i + 2], sum[part][i + 3]);
        address = shared_address(all + (TILE::IN_BLOCK > 1 ? thread % 128 : thread));
    }

    __device__ void operator()(int part, int index, float (&value)[8]) const
    {
#pragma unroll
        for (int i = 0; i < 8; i++)
            value[i] = 0;
#pragma unroll
        for (int split = 0; split < TILE::SPLITS; split++) {
            const uint32_t rank = TILE::CLUSTER > 1 ? split / TILE::IN_BLOCK : cluster_rank();
            const uint32_t there =
                shared_address_in(rank, address) + split % TILE::IN_BLOCK * 128 * sizeof(float4);
#pragma unroll
            for (int i = 0; i < 8; i += 4) {
                const float4 sums = load_from_cluster(
                    there + (part * TILE::SUMS + index + i) / 4 * 256 * (int)sizeof(float4));
                value[i] += sums.x;
                value[i + 1] += sums.y;
                value[i + 2] += sums.z;
                value[i + 3] += sums.w;
            }
        }
    }
};
} // namespace hopper

#endif

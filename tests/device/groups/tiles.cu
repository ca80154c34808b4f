// Cooperative groups: tiles of one and of several warps, groups that are made at run time,
// reductions, scans and copies. test_tiles.c has the expected numbers.
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>

#include <cuda/atomic>

namespace cg = cooperative_groups;

struct wide {
    double a;
    int b, c, d;
};

// 12 numbers of a thread, about its tile of any size.
template <typename Tile> __device__ void tell_tile(int *out, const Tile &tile)
{
    const int i = (int)threadIdx.x;
    out[0] = (int)tile.thread_rank();
    out[1] = (int)tile.num_threads() + (int)tile.size();
    out[2] = (int)tile.meta_group_rank();
    out[3] = (int)tile.meta_group_size();
    out[4] = tile.any(i == 70);
    out[5] = tile.all(i < 128);
    out[6] = tile.shfl(i, 5);
    out[7] = cg::reduce(tile, i, cg::plus<int>());
    out[8] = cg::reduce(tile, i, cg::greater<int>());
    out[9] = cg::inclusive_scan(tile, i, cg::plus<int>());
    out[10] = cg::exclusive_scan(tile, i);
    tile.sync();
    out[11] = (int)cg::thread_rank(tile) + 1000 * (int)cg::group_size(tile);
}

template <unsigned Size> __device__ void tell_tiles(int *out)
{
    __shared__ cg::block_tile_memory<1024> room;
    const cg::thread_block block = cg::this_thread_block(room);
    const auto tile = cg::tiled_partition<Size>(block);
    tell_tile(out + 12 * block.thread_rank(), tile);
}

extern "C" __global__ void tiles_of_8(int *out)
{
    tell_tiles<8>(out);
}

extern "C" __global__ void tiles_of_32(int *out)
{
    tell_tiles<32>(out);
}

extern "C" __global__ void tiles_of_64(int *out)
{
    tell_tiles<64>(out);
}

extern "C" __global__ void tiles_of_128(int *out)
{
    tell_tiles<128>(out);
}

extern "C" __global__ void tiles_of_256(int *out)
{
    tell_tiles<256>(out);
}

extern "C" __global__ void tiles_of_512(int *out)
{
    tell_tiles<512>(out);
}

// Tiles of tiles. Those of one half synchronize while the other half waits for the whole block.
extern "C" __global__ void nested_tiles(int *out)
{
    __shared__ cg::block_tile_memory<256> room;
    __shared__ int numbers[256];
    const cg::thread_block block = cg::this_thread_block(room);
    const auto half = cg::tiled_partition<128>(block);
    const auto quarter = cg::tiled_partition<64>(half);
    const auto warp = cg::tiled_partition<32>(quarter);
    const int i = (int)block.thread_rank();
    numbers[i] = i;
    for (int round = 0; i < 128 && round < 3; round++) {
        quarter.sync();
        const int next = numbers[i / 64 * 64 + (i + 1) % 64];
        quarter.sync();
        numbers[i] = next;
    }
    half.sync();
    const int across = numbers[i ^ 64];
    block.sync();
    out[4 * i] = across;
    out[4 * i + 1] = (int)quarter.meta_group_rank() + 10 * (int)quarter.meta_group_size();
    out[4 * i + 2] = (int)warp.meta_group_rank() + 10 * (int)warp.meta_group_size();
    out[4 * i + 3] = (int)cg::this_thread().num_threads();
}

// Shuffles and votes in a tile, also of a struct.
extern "C" __global__ void tile_trades(int *out)
{
    const auto tile = cg::tiled_partition<16>(cg::this_thread_block());
    const int i = (int)threadIdx.x;
    wide w = {0.5 * i, i, 2 * i, 3 * i};
    int same;

    out += 12 * i;
    out[0] = tile.shfl_up(i, 3);
    out[1] = tile.shfl_down(i, 3);
    out[2] = tile.shfl_xor(i, 5);
    w = tile.shfl(w, 7);
    out[3] = w.b + w.c + w.d + (int)(2 * w.a);
    out[4] = (int)tile.ballot(i % 3 == 0);
    out[5] = (int)tile.match_any(i % 4);
    out[6] = (int)tile.match_all(i / 16, same);
    out[7] = same;
    out[8] = (int)tile.match_all(i, same);
    out[9] = same;
    out[10] = cg::invoke_one_broadcast(tile, [&]() { return 100 + i / 16; });
    out[11] = 0;
    cg::invoke_one(tile, [&]() { out[11] = 1; });
}

// Each operation over groups whose size is no power of two: odd lanes, 3 lanes, 13 lanes.
extern "C" __global__ void reductions(int *out)
{
    const int i = (int)threadIdx.x;
    const auto warp = cg::tiled_partition<32>(cg::this_thread_block());

    out += 16 * i;
    if (i % 32 < 13) {
        const cg::coalesced_group group = cg::coalesced_threads();
        out[0] = cg::reduce(group, i, cg::plus<int>());
        out[1] = cg::reduce(group, i, cg::less<int>());
        out[2] = cg::reduce(group, i, cg::greater<int>());
        out[3] = cg::reduce(group, i | 64, cg::bit_and<int>());
        out[4] = cg::reduce(group, 1 << (i % 8), cg::bit_or<int>());
        out[5] = cg::reduce(group, i, cg::bit_xor<int>());
        out[6] = (int)cg::reduce(group, 0.5f * i, cg::plus<float>());
        out[7] = (int)(cg::reduce(group, (long long)i << 33, cg::plus<long long>()) >> 33);
        out[8] = cg::inclusive_scan(group, i + 1, cg::plus<int>());
        out[9] = cg::exclusive_scan(group, i + 1, cg::plus<int>());
        out[10] = cg::inclusive_scan(group, (i * 5) % 13, cg::greater<int>());
        out[11] = (int)group.thread_rank() + 100 * (int)group.size();
        out[12] = group.shfl(i, 4);
        out[13] = group.shfl_up(i, 2);
        out[14] = group.shfl_down(i, 2);
    }
    warp.sync();
    cg::reduce_store_async(warp, &out[15 - 16 * (i % 32)], i, cg::plus<int>());
}

// Groups by a label, and by a condition.
extern "C" __global__ void partitions(int *out)
{
    const int i = (int)threadIdx.x;
    const auto warp = cg::tiled_partition<32>(cg::this_thread_block());
    const cg::coalesced_group by_label = cg::labeled_partition(warp, (i * 7 + 3) % 5);
    const cg::coalesced_group by_condition = cg::binary_partition(warp, i % 3 == 0);
    const cg::coalesced_group all_of_one = cg::binary_partition(warp, i >= 0);
    const cg::coalesced_group smaller = cg::tiled_partition(by_condition, 4);

    out += 12 * i;
    out[0] = (int)by_label.thread_rank();
    out[1] = (int)by_label.num_threads();
    out[2] = (int)by_label.meta_group_rank();
    out[3] = (int)by_label.meta_group_size();
    out[4] = cg::reduce(by_label, i, cg::plus<int>());
    out[5] = (int)by_condition.thread_rank();
    out[6] = (int)by_condition.num_threads();
    out[7] = (int)by_condition.meta_group_rank() + 10 * (int)by_condition.meta_group_size();
    out[8] = (int)all_of_one.meta_group_rank() + 10 * (int)all_of_one.meta_group_size();
    out[9] = (int)smaller.thread_rank();
    out[10] = (int)smaller.num_threads();
    out[11] = smaller.any(i == 3);
}

// A group whose kind is only known at run time.
__device__ int meet(const cg::thread_group &group)
{
    cg::sync(group);
    return (int)group.thread_rank() + 1000 * (int)group.size();
}

extern "C" __global__ void groups_of_any_kind(int *out)
{
    const cg::thread_block block = cg::this_thread_block();
    const cg::thread_group by_4 = cg::tiled_partition(block, 4);
    const int i = (int)threadIdx.x;

    out[3 * i] = meet(block);
    out[3 * i + 1] = meet(by_4);
    out[3 * i + 2] = meet(cg::tiled_partition<16>(block));
}

// Indices and sizes of blocks, clusters and the grid.
extern "C" __global__ void places(int *out)
{
    const cg::thread_block block = cg::this_thread_block();
    const cg::grid_group grid = cg::this_grid();
    const int i = (int)grid.thread_rank();

    out += 12 * i;
    out[0] = (int)(block.group_index().x + 10 * block.group_index().y);
    out[1] = (int)(block.thread_index().x + 10 * block.thread_index().y);
    out[2] = (int)(block.group_dim().x + 10 * block.dim_threads().y);
    out[3] = (int)block.thread_rank();
    out[4] = (int)grid.size();
    out[5] = (int)(grid.dim_blocks().x + 10 * grid.dim_blocks().y);
    out[6] = (int)grid.block_rank();
    out[7] = (int)(grid.block_index().x + 10 * grid.block_index().y);
    out[8] = (int)grid.num_blocks();
    auto token = block.barrier_arrive();
    block.barrier_wait(static_cast<decltype(token) &&>(token));
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 900
    {
        const cg::cluster_group cluster = cg::this_cluster();
        cluster.sync();
        out[9] = (int)cluster.num_blocks() + 10 * (int)cluster.block_rank();
        out[10] = (int)cluster.thread_rank() + 100 * (int)cluster.num_threads();
        out[11] = (int)(grid.cluster_rank() + 100 * grid.num_clusters());
    }
#endif
}

// A block and a tile copy to shared memory, and wait for all copies or for all but the last.
extern "C" __global__ void copies(int *out, const int *in)
{
    __shared__ int first[64], second[64], part[2][32];
    const cg::thread_block block = cg::this_thread_block();
    const auto warp = cg::tiled_partition<32>(block);
    const unsigned i = threadIdx.x;

    cg::memcpy_async(block, first, in, 64 * sizeof(int));
    cg::memcpy_async(block, second, 48, in + 64, 60);
    cg::wait_prior<1>(block);
    out[3 * i] = first[63 - i];
    cg::wait(block);
    out[3 * i + 1] = second[i % 48];
    cg::memcpy_async(warp, part[i / 32], in + i / 32 * 32, 32 * sizeof(int));
    cg::wait(warp);
    out[3 * i + 2] = part[i / 32][31 - i % 32];
}

// Each warp adds to common sums. A thread gets the sum up to its own number, or before it.
extern "C" __global__ void common_sums(int *out, int *sums)
{
    const auto warp = cg::tiled_partition<32>(cg::this_thread_block());
    const cuda::atomic_ref<int, cuda::thread_scope_device> first(sums[0]), second(sums[1]);
    const cuda::atomic_ref<int, cuda::thread_scope_device> third(sums[2]), fourth(sums[3]);
    const int i = (int)threadIdx.x;

    out[2 * i] = cg::inclusive_scan_update(warp, first, i, cg::plus<int>());
    out[2 * i + 1] = cg::exclusive_scan_update(warp, second, 1, cg::plus<int>());
    cg::reduce_update_async(warp, third, i, cg::plus<int>());
    cg::reduce_store_async(warp, fourth, i, cg::greater<int>());
}

// Mistakes between the threads of a warp or of a group: they exchange values by shared memory, but do not
// synchronize, or only with other threads. The expected report is at the end of the line, as in
// mistakes.cu.
#include <cooperative_groups.h>
#include <cuda/atomic>
#include <string.h>

namespace cg = cooperative_groups;

#define KERNEL(name) extern "C" __global__ void name(int *a, int *b, int n)

#define ALL 0xffffffffu

struct pair {
    int first;
    int second;
};

__device__ int *kept_shared;

KERNEL(exchange_without_syncwarp)
{
    __shared__ int tile[64];

    tile[threadIdx.x] = a[threadIdx.x]; // fault: race: write of
    b[threadIdx.x] = tile[threadIdx.x ^ 1]; // fault: never written: read of 4 bytes
}

KERNEL(exchange_back_without_syncwarp)
{
    __shared__ int tile[64];

    tile[threadIdx.x] = a[threadIdx.x];
    __syncwarp();
    b[threadIdx.x] = tile[threadIdx.x ^ 1]; // fault: race: read of
    tile[threadIdx.x] = n; // fault: race: write of
}

// Each half of the warp synchronizes separately.
KERNEL(syncwarp_of_a_half)
{
    __shared__ int tile[64];
    const unsigned half = threadIdx.x % 32 < 16 ? 0x0000ffffu : 0xffff0000u;

    tile[threadIdx.x] = a[threadIdx.x]; // fault: race: write of
    __syncwarp(half);
    b[threadIdx.x] = tile[threadIdx.x ^ 16]; // fault: never written: read of 4 bytes
}

KERNEL(vote_of_a_half)
{
    __shared__ int tile[64];
    const unsigned half = threadIdx.x % 32 < 16 ? 0x0000ffffu : 0xffff0000u;

    tile[threadIdx.x] = 0;
    __syncthreads();
    tile[threadIdx.x] = (int)__ballot_sync(half, a[threadIdx.x] & 1); // fault: race: write of
    __syncwarp(half);
    b[threadIdx.x] = tile[threadIdx.x ^ 16]; // fault: race: read of
}

KERNEL(tile_too_narrow)
{
    __shared__ int values[64];
    cg::thread_block_tile<8> eight = cg::tiled_partition<8>(cg::this_thread_block());

    values[threadIdx.x] = 0;
    __syncthreads();
    values[threadIdx.x] = a[threadIdx.x]; // fault: race: write of
    eight.sync();
    b[threadIdx.x] = values[(threadIdx.x + 8) % 64]; // fault: race:
}

KERNEL(sums_of_tiles_without_barrier)
{
    __shared__ int sums[4];
    cg::thread_block_tile<16> tile = cg::tiled_partition<16>(cg::this_thread_block());
    int sum = a[threadIdx.x];

    for (int k = 8; k > 0; k /= 2)
        sum += tile.shfl_down(sum, k);
    if (tile.thread_rank() == 0)
        sums[threadIdx.x / 16] = sum;
    tile.sync();
    if (threadIdx.x == 0)
        b[0] = sums[0] + sums[1]; // fault: race: read of
}

// The shuffle orders what came before it, not what follows.
KERNEL(total_after_the_shuffle)
{
    __shared__ int total[2];
    int sum = a[threadIdx.x];

    for (int k = 16; k > 0; k /= 2)
        sum += __shfl_xor_sync(ALL, sum, k);
    if (threadIdx.x % 32 == 0)
        total[threadIdx.x / 32] = sum; // fault: race: write of
    b[threadIdx.x] = total[threadIdx.x / 32] + n; // fault: race: read of
}

KERNEL(leader_sets_too_late)
{
    __shared__ int place[2];
    const unsigned active = __activemask();

    __syncwarp(active);
    if (threadIdx.x % 32 == 31)
        place[threadIdx.x / 32] = n;
    b[threadIdx.x] = place[threadIdx.x / 32]; // fault: race: read of
}

KERNEL(atomic_reference_and_plain_read)
{
    __shared__ int count;

    if (threadIdx.x == 0)
        count = 0;
    __syncthreads();
    cuda::atomic_ref<int, cuda::thread_scope_block>(count).fetch_add(1); // fault: race: write of
    b[threadIdx.x] = count; // fault: race: read of
}

KERNEL(pairs_copied_too_early)
{
    __shared__ struct pair pairs[64];
    struct pair own = {a[threadIdx.x], n};

    pairs[threadIdx.x] = own; // fault: race: write of
    __syncwarp();
    own = pairs[(threadIdx.x + 32) % 64]; // fault: never written: read of
    b[threadIdx.x] = own.first + own.second;
}

KERNEL(copied_over_by_one)
{
    __shared__ int tile[64];

    tile[threadIdx.x] = a[threadIdx.x];
    __syncthreads();
    b[threadIdx.x] = tile[threadIdx.x]; // fault: race: read of
    if (threadIdx.x == 0)
        memcpy(tile, a + n / 2, sizeof(tile)); // fault: race: write of
}

KERNEL(group_waits_in_a_branch)
{
    cg::thread_block block = cg::this_thread_block();

    if (threadIdx.x < 32)
        cg::sync(block);
    else
        block.sync(); // fault: divergent barrier
    b[threadIdx.x] = n;
}

KERNEL(dynamic_before_begin)
{
    extern __shared__ int room[];

    room[(int)threadIdx.x - 1] = n; // fault: out of bounds of shared memory: write of 4 bytes
    __syncthreads();
    b[threadIdx.x] = n;
}

KERNEL(struct_beyond_shared)
{
    __shared__ struct pair pairs[32];

    pairs[threadIdx.x].second = n; // fault: out of bounds of shared memory: write of 4 bytes
    __syncthreads();
    b[threadIdx.x] = pairs[threadIdx.x % 32].second;
}

KERNEL(keeps_shared)
{
    __shared__ int tile[64];

    tile[threadIdx.x] = n;
    kept_shared = tile;
}

KERNEL(shared_of_the_kernel_before)
{
    __shared__ int tile[64];

    b[threadIdx.x] = kept_shared[threadIdx.x]; // fault:
    tile[threadIdx.x] = n;
    b[threadIdx.x] += tile[threadIdx.x];
}

KERNEL(shuffle_from_returned_lanes)
{
    const unsigned lane = threadIdx.x % 32;

    if (lane >= 20)
        return;
    b[threadIdx.x] = __shfl_down_sync(ALL, a[threadIdx.x], 8); // fault: undefined
}

KERNEL(shuffle_from_outside_of_the_mask)
{
    const unsigned lane = threadIdx.x % 32;

    if (lane < 20)
        b[threadIdx.x] = __shfl_xor_sync(0x000fffffu, a[threadIdx.x], 16); // fault: undefined: a shuffle
}

KERNEL(shuffle_from_lanes_that_are_not_there)
{
    b[threadIdx.x] = __shfl_down_sync(ALL, a[threadIdx.x], 16); // fault: undefined: a shuffle
}

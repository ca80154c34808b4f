// Copies of boxes by a tensor map, right and wrong ones. A box has 8 rows of 32 ints. A comment has the words of the
// report that must name the line.
#include <cuda.h>
#include <cuda/barrier>

namespace cde = cuda::device::experimental;
using block_barrier = cuda::barrier<cuda::thread_scope_block>;

#define TILE(name) __shared__ alignas(128) int name[8][32]
#define KERNEL(name) extern "C" __global__ void name(const __grid_constant__ CUtensorMap map, int x, int y, int *out)

#pragma nv_diag_suppress static_var_with_dynamic_init

__device__ void begin(block_barrier *barrier)
{
    if (threadIdx.x == 0)
        init(barrier, blockDim.x);
    cde::fence_proxy_async_shared_cta();
    __syncthreads();
}

__device__ void wait(block_barrier *barrier, unsigned bytes)
{
    if (threadIdx.x == 0)
        barrier->wait(cuda::device::barrier_arrive_tx(*barrier, 1, bytes));
    else
        barrier->arrive_and_wait();
}

__device__ void store(const CUtensorMap *map, int x, int y, const void *tile)
{
    cde::fence_proxy_async_shared_cta();
    __syncthreads();
    if (threadIdx.x > 0)
        return;
    cde::cp_async_bulk_tensor_2d_shared_to_global(map, x, y, tile);
    cde::cp_async_bulk_commit_group();
}

KERNEL(boxes_right)
{
    TILE(tile);
    __shared__ block_barrier barrier;

    begin(&barrier);
    if (threadIdx.x == 0)
        cde::cp_async_bulk_tensor_2d_global_to_shared(tile, &map, x, y, barrier);
    wait(&barrier, sizeof(tile));
    for (int i = 0; i < 8; i++)
        tile[i][threadIdx.x] = 2 * tile[i][threadIdx.x] + 1;
    store(&map, x, y, tile);
    cde::cp_async_bulk_wait_group_read<0>();
    __syncthreads();
    tile[0][threadIdx.x] = 0;
}

KERNEL(boxes_read_early)
{
    TILE(tile);
    __shared__ block_barrier barrier;

    begin(&barrier);
    if (threadIdx.x == 0)
        cde::cp_async_bulk_tensor_2d_global_to_shared(tile, &map, x, y, barrier);
    out[threadIdx.x] = tile[0][threadIdx.x]; // before the wait: read of 4 bytes
    wait(&barrier, sizeof(tile));
}

// The block's own barrier knows nothing of the copy.
KERNEL(boxes_other_barrier)
{
    TILE(tile);
    __shared__ block_barrier barrier;

    begin(&barrier);
    if (threadIdx.x == 0)
        cde::cp_async_bulk_tensor_2d_global_to_shared(tile, &map, x, y, barrier);
    __syncthreads();
    out[threadIdx.x] = tile[7][threadIdx.x]; // before the wait: read of 4 bytes
}

KERNEL(boxes_source_changed)
{
    TILE(tile);

    for (int i = 0; i < 8; i++)
        tile[i][threadIdx.x] = i;
    store(&map, x, y, tile);
    __syncthreads();
    tile[3][threadIdx.x] = 0; // before the wait: write of 4 bytes
}

// The wait is only for the reads of the tile.
KERNEL(boxes_target_read_early)
{
    TILE(tile);

    for (int i = 0; i < 8; i++)
        tile[i][threadIdx.x] = i;
    store(&map, x, y, tile);
    cde::cp_async_bulk_wait_group_read<0>();
    if (threadIdx.x == 0)
        out[0] = out[64 + 32 * y + x]; // before the wait: read of 4 bytes
}

KERNEL(boxes_of_two_blocks)
{
    TILE(tile);

    for (int i = 0; i < 8; i++)
        tile[i][threadIdx.x] = (int)blockIdx.x;
    store(&map, x, y, tile); // race: write of byte
}

/* custub/cpu/groups/block.h: cooperative groups of whole blocks: the block, the cluster, which has
 * one block, and the grid (CUDA C++ Programming Guide, "Implicit Groups"). Part of
 * custub/cpu_device.h. */
#ifndef CUSTUB_CPU_GROUP_BLOCK_H
#define CUSTUB_CPU_GROUP_BLOCK_H

#include "../threads/barrier.h"
#include "../threads/cluster.h"

namespace cooperative_groups
{

/* On a GPU, tiles of several warps exchange values through it. Here they have memory of their own.
 */
template <unsigned int Threads = 1024> struct block_tile_memory {
    unsigned char unused;
};

class thread_block
{
  public:
    struct arrival_token {
    };
    static void sync()
    {
        __syncthreads();
    }
    /* As in CUDA for blocks, the threads meet in the wait. */
    static arrival_token barrier_arrive()
    {
        return {};
    }
    static void barrier_wait(arrival_token &&)
    {
        sync();
    }
    static unsigned int thread_rank()
    {
        return ::custub_cpu::thread_rank();
    }
    static unsigned int size()
    {
        return blockDim.x * blockDim.y * blockDim.z;
    }
    static unsigned int num_threads()
    {
        return size();
    }
    static dim3 group_index()
    {
        return dim3(blockIdx.x, blockIdx.y, blockIdx.z);
    }
    static dim3 thread_index()
    {
        return dim3(threadIdx.x, threadIdx.y, threadIdx.z);
    }
    static dim3 group_dim()
    {
        return dim3(blockDim.x, blockDim.y, blockDim.z);
    }
    static dim3 dim_threads()
    {
        return group_dim();
    }
};

inline thread_block this_thread_block()
{
    return thread_block();
}

template <unsigned int Threads> inline thread_block this_thread_block(block_tile_memory<Threads> &)
{
    return thread_block();
}

class cluster_group
{
  public:
    struct arrival_token {
    };
    static void sync()
    {
        barrier_wait(barrier_arrive());
    }
    static arrival_token barrier_arrive()
    {
        __cluster_barrier_arrive();
        return {};
    }
    static void barrier_wait()
    {
        __cluster_barrier_wait();
    }
    static void barrier_wait(arrival_token &&)
    {
        __cluster_barrier_wait();
    }
    static unsigned int query_shared_rank(const void *address)
    {
        return __cluster_query_shared_rank(address);
    }
    template <typename Type> static Type *map_shared_rank(Type *address, int rank)
    {
        return static_cast<Type *>(
            __cluster_map_shared_rank(address, static_cast<unsigned int>(rank)));
    }
    static dim3 block_index()
    {
        return __clusterRelativeBlockIdx();
    }
    static unsigned int block_rank()
    {
        return __clusterRelativeBlockRank();
    }
    static dim3 dim_blocks()
    {
        return __clusterDim();
    }
    static unsigned int num_blocks()
    {
        return __clusterSizeInBlocks();
    }
    static dim3 thread_index()
    {
        return thread_block::thread_index();
    }
    static unsigned int thread_rank()
    {
        return thread_block::thread_rank();
    }
    static dim3 dim_threads()
    {
        return thread_block::dim_threads();
    }
    static unsigned int num_threads()
    {
        return thread_block::num_threads();
    }
    static unsigned int size()
    {
        return num_threads();
    }
};

inline cluster_group this_cluster()
{
    return cluster_group();
}

class grid_group
{
  public:
    using arrival_token = unsigned int;
    arrival_token barrier_arrive() const
    {
        return ::custub_cpu::grid_arrive();
    }
    void barrier_wait(arrival_token &&token) const
    {
        ::custub_cpu::grid_await(token);
    }
    bool is_valid() const
    {
        return ::custub_cpu::services->is_cooperative() != 0;
    }
    void sync() const
    {
        ::custub_cpu::grid_barrier();
    }
    static unsigned long long num_blocks()
    {
        return static_cast<unsigned long long>(gridDim.x) * gridDim.y * gridDim.z;
    }
    static unsigned long long block_rank()
    {
        return (static_cast<unsigned long long>(blockIdx.z) * gridDim.y + blockIdx.y) * gridDim.x +
               blockIdx.x;
    }
    static unsigned long long size()
    {
        return num_blocks() * thread_block::size();
    }
    static unsigned long long num_threads()
    {
        return size();
    }
    static unsigned long long thread_rank()
    {
        return block_rank() * thread_block::size() + thread_block::thread_rank();
    }
    static dim3 dim_threads()
    {
        return dim3(gridDim.x * blockDim.x, gridDim.y * blockDim.y, gridDim.z * blockDim.z);
    }
    static dim3 thread_index()
    {
        return dim3(blockIdx.x * blockDim.x + threadIdx.x, blockIdx.y * blockDim.y + threadIdx.y,
                    blockIdx.z * blockDim.z + threadIdx.z);
    }
    static dim3 dim_clusters()
    {
        return group_dim();
    }
    static unsigned long long num_clusters()
    {
        return num_blocks();
    }
    static dim3 cluster_index()
    {
        return block_index();
    }
    static unsigned long long cluster_rank()
    {
        return block_rank();
    }
    static dim3 group_dim()
    {
        return dim3(gridDim.x, gridDim.y, gridDim.z);
    }
    static dim3 dim_blocks()
    {
        return group_dim();
    }
    static dim3 block_index()
    {
        return thread_block::group_index();
    }
};

inline grid_group this_grid()
{
    return grid_group();
}

} // namespace cooperative_groups

#endif

/* custub/cpu/threads/cluster.h: functions of thread block clusters, which have one block each here
 * (CUDA C++ Programming Guide, "Thread Block Clusters"). Part of custub/cpu_device.h. */
#ifndef CUSTUB_CPU_CLUSTER_H
#define CUSTUB_CPU_CLUSTER_H

#include "barrier.h"

inline dim3 __clusterDim()
{
    return dim3(1, 1, 1);
}

inline int __clusterDimIsSpecified()
{
    return 0;
}

inline dim3 __clusterGridDimInClusters()
{
    return dim3(gridDim.x, gridDim.y, gridDim.z);
}

/* If blocks run together, threadIdx counts from the first block (linear_loop.h). */
inline dim3 __clusterIdx()
{
    return dim3(blockIdx.x + threadIdx.x / blockDim.x, blockIdx.y + threadIdx.y / blockDim.y,
                blockIdx.z + threadIdx.z / blockDim.z);
}

inline dim3 __clusterRelativeBlockIdx()
{
    return dim3(0, 0, 0);
}

inline unsigned int __clusterRelativeBlockRank()
{
    return 0;
}

inline unsigned int __clusterSizeInBlocks()
{
    return 1;
}

namespace custub_cpu
{

/* The round in which each thread of the block arrived last. */
CUSTUB_CPU_STATE thread_local uint32_t cluster_rounds[CUSTUB_CPU_BLOCK_LIMIT];

} // namespace custub_cpu

inline void __cluster_barrier_arrive()
{
    ::custub_cpu::cluster_rounds[::custub_cpu::thread_rank()] =
        ::custub_cpu::arrive(::custub_cpu::cluster_barrier, 0);
}

inline void __cluster_barrier_arrive_relaxed()
{
    __cluster_barrier_arrive();
}

inline void __cluster_barrier_wait()
{
    ::custub_cpu::await(::custub_cpu::cluster_barrier,
                        ::custub_cpu::cluster_rounds[::custub_cpu::thread_rank()]);
}

inline void __threadfence_cluster()
{
    __threadfence();
}

inline unsigned int __cluster_query_shared_rank(const void *)
{
    return 0;
}

inline void *__cluster_map_shared_rank(const void *address, unsigned int)
{
    return const_cast<void *>(address);
}

#endif

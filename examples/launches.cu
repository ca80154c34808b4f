// Kernels for cooperative launches, launches that overlap, and clusters.
#include <custub/kernel.h>

#include <cooperative_groups.h>

namespace cg = cooperative_groups;

// Cooperative: all blocks run at once and can wait for each other.
extern "C" CUSTUB_COOPERATIVE CUSTUB_GRID_STRIDE CUSTUB_THREADS(n) __global__ void divide_by_sum(
    int n, float *values CUSTUB_COUNTED_BY(n), float *sum CUSTUB_COUNTED_BY(1))
{
    const int first = (int)(blockIdx.x * blockDim.x + threadIdx.x);
    const int stride = (int)(gridDim.x * blockDim.x);

    for (int i = first; i < n; i += stride)
        atomicAdd(sum, values[i]);
    cg::this_grid().sync();
    for (int i = first; i < n; i += stride)
        values[i] /= *sum;
}

#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 900

// Programmatic: the launch may begin before the preceding kernel in the stream has ended.
extern "C" CUSTUB_THREADS(n) __global__ void add_index(int n, float *values CUSTUB_COUNTED_BY(n))
{
    const int i = (int)(blockIdx.x * blockDim.x + threadIdx.x);
    const float index = (float)i; // does not need that kernel's results

    cudaGridDependencySynchronize();
    if (i < n)
        values[i] += index;
    cudaTriggerProgrammaticLaunchCompletion(); // the next one may begin
}

// A cluster: its four blocks read each other's shared memory.
extern "C" CUSTUB_THREADS(1024) CUSTUB_BLOCK(256) __global__ __cluster_dims__(4) void reverse(
    float *values CUSTUB_COUNTED_BY(1024))
{
    __shared__ float own[256];
    const cg::cluster_group cluster = cg::this_cluster();
    const unsigned i = blockIdx.x * 256 + threadIdx.x;

    own[threadIdx.x] = values[i];
    cluster.sync();
    values[i] = cluster.map_shared_rank(own, 3 - cluster.block_rank())[255 - threadIdx.x];
    cluster.sync(); // no block ends while another one reads its memory
}

#endif

// Indices that the toolkit's own algorithms read: the kernel is not limited to the one it names.
// needs: cuda 12
// kernels: sum
// image: refused
#include <cub/block/block_reduce.cuh>
extern "C" __global__ void sum(int *total, const int *x)
{
    using reduce = cub::BlockReduce<int, 16, cub::BLOCK_REDUCE_WARP_REDUCTIONS, 4>;
    __shared__ typename reduce::TempStorage storage;
    int all = reduce(storage).Sum(x[threadIdx.x]);
    if (threadIdx.x == 0)
        total[blockIdx.x] = all;
}

// A group is the threads of a row: how many there are, and how they combine their values. A block
// has as many groups as fit, so that short rows keep all threads busy. All threads of a block take
// the same steps, also those without a row, because the groups meet at barriers.
#ifndef KERNELS_ROWS_GROUP_CUH
#define KERNELS_ROWS_GROUP_CUH

namespace kernels
{
constexpr int WARP = 32;
constexpr int ROW_BLOCK = 512;   // threads at most
constexpr int ROW_ELEMENTS = 32; // of a row in a thread; 16 of 8 bytes
constexpr int ROW_LEAST = 128;   // threads of a block at least
// Bytes of a long row in shared memory: compute capability 8.6 has 99 KiB, 9.0 has room for two.
constexpr int ROW_KEPT = 96 << 10;

// For contracts: elements of a row in a thread, the threads of a row, and those of a block. A block
// has several groups of up to a warp, or it is a group.
#define ROW_OF_THREAD(size) (ROW_ELEMENTS >> ((size) == 8))
#define ROW_GROUP(width, size)                                                                     \
    max(4 << (((width) > 4 * ROW_OF_THREAD(size)) + ((width) > 8 * ROW_OF_THREAD(size)) +          \
              ((width) > 16 * ROW_OF_THREAD(size))),                                               \
        min(ROW_BLOCK, ceil_div(width, WARP * ROW_OF_THREAD(size)) * WARP *                        \
                           ((width) > WARP * ROW_OF_THREAD(size))))
#define ROW_THREADS(width, size)                                                                   \
    max(ROW_LEAST * ((width) <= WARP * ROW_OF_THREAD(size)), ROW_GROUP(width, size))

// Threads of a launch: a group for each row, up to the largest grid. Blocks of one row each keep
// more reads in flight than blocks that loop over several rows.
#define ROW_ALL(rows, width, size) (min(rows, 1 << 30) * ROW_GROUP(width, size))

// Bytes of shared memory for rows that are too long for registers.
#define ROW_SHARED(width, size) (((width) > ROW_BLOCK * ROW_OF_THREAD(size)) * ROW_KEPT)

template <class V> __device__ inline V exchange(V value, int distance)
{
    return __shfl_xor_sync(0xffffffffu, value, distance);
}

template <class V> __device__ inline V from_lane(V value, int lane)
{
    return __shfl_sync(0xffffffffu, value, lane);
}

// combine() over the values of all threads of a group, in all of them. combine(a, b) is the same as
// combine(b, a), and so the result is the same in all threads. GROUP is a power of two up to a
// warp, or 0 for the block, which is whole warps. `nothing` combined with a value is the value.
template <int GROUP, class V, class Combine>
__device__ inline V reduce(V value, V nothing, Combine combine)
{
#pragma unroll
    for (int distance = (GROUP ? GROUP : WARP) / 2; distance > 0; distance /= 2)
        value = combine(value, exchange(value, distance));
    if (GROUP == 0) {
        __shared__ V parts[ROW_BLOCK / WARP];
        const unsigned int lane = threadIdx.x % WARP;
        __syncthreads(); // the values of the previous reduction have been read
        if (lane == 0)
            parts[threadIdx.x / WARP] = value;
        __syncthreads();
        value = lane % (ROW_BLOCK / WARP) < blockDim.x / WARP ? parts[lane % (ROW_BLOCK / WARP)]
                                                              : nothing;
#pragma unroll
        for (int distance = ROW_BLOCK / WARP / 2; distance > 0; distance /= 2)
            value = combine(value, exchange(value, distance));
    }
    return value;
}
} // namespace kernels
#endif

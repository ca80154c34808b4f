// How threads and blocks merge the states of a reduction, in a fixed order.
#ifndef KERNELS_MERGE_CUH
#define KERNELS_MERGE_CUH

#include "accumulator.cuh"

namespace kernels
{
constexpr int REDUCE_BLOCK = 256;     // threads
constexpr int REDUCE_COUNTERS = 1024; // of the workspace, before the states
// Threads that give slots away in a step: half of a group, rounded up, so at most 2 of 3.
constexpr int GIVING_THREADS = REDUCE_BLOCK * 2 / 3 + 1;

// merge() over a group of 2^log threads, in the first of them.
template <class R> __device__ inline typename R::state merge_threads(typename R::state s, int log)
{
    __shared__ typename R::state given[REDUCE_BLOCK / WARP];

    for (int distance = min::of(1 << log, WARP) / 2; distance > 0; distance /= 2)
        s = R::merge(s, exchange(s, distance));
    if (1 << log <= WARP)
        return s;
    __syncthreads(); // the previous values have been read
    if (threadIdx.x % WARP == 0)
        given[threadIdx.x / WARP] = s;
    __syncthreads();
    for (int i = 1; i < (1 << log) / WARP; i++)
        s = R::merge(s, given[(threadIdx.x / WARP + i) % (REDUCE_BLOCK / WARP)]);
    return s;
}

// merge() over the rows of a group of threads. The group has rows * columns slots, those from t * N
// on in thread t. The results are in the first row. In each step the second half of the rows is
// merged into the first half through `given`, in shared memory, where the group begins at thread
// `base`.
template <class R, int N>
__device__ inline void merge_slots(typename R::state (&slots)[N], typename R::state *given, int t,
                                   int base, int columns, int rows)
{
    while (rows > 1) {
        const int half = (rows + 1) / 2;
        __syncthreads();
#pragma unroll
        for (int e = 0; e < N; e++) {
            const int to = t * N + e - half * columns;
            if (to >= 0 && to < (rows - half) * columns)
                given[to % N * GIVING_THREADS + base + to / N] = slots[e];
        }
        __syncthreads();
#pragma unroll
        for (int e = 0; e < N; e++)
            if (t * N + e < (rows - half) * columns)
                slots[e] = R::merge(slots[e], given[e * GIVING_THREADS + base + t]);
        rows = half;
    }
}

// True in the last of `parts` blocks that arrive, which then sees what the others wrote.
__device__ inline bool is_last(unsigned int *counter, unsigned int parts)
{
    __shared__ bool last;

    __threadfence();
    __syncthreads();
    if (threadIdx.x == 0)
        last = atomicInc(counter, parts - 1) == parts - 1;
    __syncthreads();
    __threadfence();
    return last;
}

// Merges the states of `parts` blocks, each a row of `columns`, into results.
template <class R>
__device__ inline void merge_parts(const typename R::state *from, unsigned int parts, int columns,
                                   typename R::state *given, size_t axis, typename R::output *y,
                                   int existing)
{
    constexpr int together = 8;
    const auto nothing = R::locate(R::start(), [](int) { return 0; });

    for (int first = 0; first < existing; first += REDUCE_BLOCK) {
        const int across = min::of(existing - first, REDUCE_BLOCK);
        const int rows = REDUCE_BLOCK / across;
        const int row = threadIdx.x / across, column = first + threadIdx.x % across;
        typename R::state slot[1] = {nothing};
        for (unsigned int p = row; row < rows && p < parts; p += together * rows) {
            typename R::state states[together];
#pragma unroll
            for (int i = 0; i < together; i++) {
                states[i] = nothing;
                if (p + i * rows < parts)
                    states[i] = from[(size_t)(p + i * rows) * columns + column];
            }
#pragma unroll
            for (int i = 0; i < together; i++)
                slot[0] = R::merge(slot[0], states[i]);
        }
        merge_slots<R>(slot, given, threadIdx.x, 0, across, rows);
        if (row == 0)
            y[column] = R::result(slot[0], axis);
    }
}

// The workspace: counters of the parts that are ready, and their states.
template <class R> struct shared_work {
    unsigned int *counters;
    typename R::state *states;

    __device__ inline explicit shared_work(void *workspace)
        : counters((unsigned int *)workspace),
          states((typename R::state *)(counters + REDUCE_COUNTERS))
    {
    }
};
} // namespace kernels
#endif

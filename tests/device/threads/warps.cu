// Functions of a warp, on blocks of any size. test_warps.c computes the same results.
#include <cuda_fp16.h>

// Four numbers for each thread: __shfl_sync, _up_, _down_, _xor_.
template <typename T> __device__ void shuffle(T *out, T value, int operand, int width)
{
    unsigned i = threadIdx.x;
    out[4 * i] = __shfl_sync(0xffffffffu, value, operand, width);
    out[4 * i + 1] = __shfl_up_sync(0xffffffffu, value, (unsigned)operand, width);
    out[4 * i + 2] = __shfl_down_sync(0xffffffffu, value, (unsigned)operand, width);
    out[4 * i + 3] = __shfl_xor_sync(0xffffffffu, value, operand, width);
}

extern "C" __global__ void shuffle_int(int *out, int operand, int width)
{
    shuffle(out, (int)(1000 + threadIdx.x), operand, width);
}

extern "C" __global__ void shuffle_double(double *out, int operand, int width)
{
    shuffle(out, 1000.5 + threadIdx.x, operand, width);
}

extern "C" __global__ void shuffle_long(long long *out, int operand, int width)
{
    shuffle(out, (1000ll + threadIdx.x) << 33, operand, width);
}

extern "C" __global__ void shuffle_half(float *out, int operand)
{
    __half value = __float2half(0.25f * threadIdx.x);
    out[threadIdx.x] = __half2float(__shfl_xor_sync(0xffffffffu, value, operand));
}

// ballot, any, all, match_any, match_all and its flag, reduce: add, min, max, or.
extern "C" __global__ void votes(unsigned *out, unsigned group)
{
    unsigned i = threadIdx.x;
    unsigned mask = __ballot_sync(0xffffffffu, i % 32 < group);
    if (i % 32 >= group)
        return;
    int all;
    unsigned *mine = out + 10 * i;
    mine[0] = __ballot_sync(mask, i % 3 == 0);
    mine[1] = (unsigned)__any_sync(mask, i % 32 == 40);
    mine[2] = (unsigned)__all_sync(mask, i % 32 < group);
    mine[3] = __match_any_sync(mask, (int)(i % 5));
    mine[4] = __match_all_sync(mask, i / 32, &all);
    mine[5] = (unsigned)all;
    mine[6] = __reduce_add_sync(mask, i);
    mine[7] = (unsigned)__reduce_min_sync(mask, 7 - (int)(i % 32));
    mine[8] = __reduce_max_sync(mask, i % 32);
    mine[9] = __reduce_or_sync(mask, 1u << (i % 4));
}

// Each reduction for both types, over the lanes of a group; then a match for each type.
extern "C" __global__ void reduce_all(unsigned *out, unsigned group)
{
    const unsigned i = threadIdx.x;
    const unsigned mask = __ballot_sync(0xffffffffu, i % 32 < group);
    const int value = (int)(i * 2654435761u);
    if (i % 32 >= group)
        return;
    out += 10 * i;
    out[0] = (unsigned)__reduce_add_sync(mask, value);
    out[1] = (unsigned)__reduce_min_sync(mask, value);
    out[2] = (unsigned)__reduce_max_sync(mask, value);
    out[3] = __reduce_add_sync(mask, (unsigned)value);
    out[4] = __reduce_min_sync(mask, (unsigned)value);
    out[5] = __reduce_max_sync(mask, (unsigned)value);
    out[6] = __reduce_and_sync(mask, (unsigned)value | 0xf0u);
    out[7] = __reduce_or_sync(mask, (unsigned)value & 0xffff0ff0u);
    out[8] = __reduce_xor_sync(mask, (unsigned)value);
    out[9] = mask;
}

template <typename T> __device__ void match(unsigned *out, T value, T same)
{
    const unsigned all = 0xffffffffu;
    int whether;
    out[0] = __match_any_sync(all, value);
    out[1] = __match_all_sync(all, same, &whether) + (whether ? 0u : 1u);
    out[2] = __match_all_sync(all, value, &whether) + (whether ? 0u : 1u);
}

extern "C" __global__ void match_each(unsigned *out)
{
    const int i = (int)threadIdx.x;
    const int third = i % 3;

    out += 24 * i;
    match<int>(out, -third, 5);
    match<unsigned>(out + 3, (unsigned)third << 31 | (unsigned)third, 5u);
    match<long>(out + 6, (long)third << 40, -5l);
    match<unsigned long>(out + 9, (unsigned long)third << 40, 5ul);
    match<long long>(out + 12, (long long)third << 50, -5ll);
    match<unsigned long long>(out + 15, (unsigned long long)third << 50, 5ull);
    match<float>(out + 18, 0.5f * third, -0.0f);
    match<double>(out + 21, 1e-300 * third, 1e300);
}

// Each half of a warp shuffles among itself, a different number of times.
extern "C" __global__ void diverge(int *out)
{
    int lane = (int)threadIdx.x % 32;
    int value = lane;
    if (lane < 16) {
        for (int delta = 1; delta < 16; delta *= 2)
            value += __shfl_xor_sync(0x0000ffffu, value, delta);
    } else {
        value += __shfl_down_sync(0xffff0000u, value, 1);
        __syncwarp(0xffff0000u);
    }
    __syncthreads();
    out[threadIdx.x] = value + __shfl_sync(0xffffffffu, value, 0);
}

// One lane adds for all active lanes at once.
extern "C" __global__ void aggregate(unsigned *counter, unsigned *ranks)
{
    if (threadIdx.x % 3 == 0) {
        unsigned mask = __activemask();
        unsigned lane = threadIdx.x % 32;
        unsigned leader = (unsigned)__ffs((int)mask) - 1;
        unsigned base = 0;
        if (lane == leader)
            base = atomicAdd(counter, (unsigned)__popc(mask));
        base = __shfl_sync(mask, base, (int)leader);
        ranks[base + (unsigned)__popc(mask & ((1u << lane) - 1))] = threadIdx.x;
    }
}

// All lanes pass a variable to a shuffle that only one lane has set, as kernels do.
extern "C" __global__ void broadcast_of_one(unsigned *counter, unsigned *places)
{
    unsigned lane = threadIdx.x % 32;
    unsigned base;
    if (lane == 0)
        base = atomicAdd(counter, 32u);
    places[threadIdx.x] = __shfl_sync(0xffffffffu, base, 0) + lane;
}

// The usual sum of a block: within warps, then of the warps' sums.
extern "C" __global__ void block_total(const float *values, float *total)
{
    __shared__ float sums[32];
    float value = values[threadIdx.x];
    for (int delta = 16; delta > 0; delta /= 2)
        value += __shfl_down_sync(0xffffffffu, value, (unsigned)delta);
    if (threadIdx.x % 32 == 0)
        sums[threadIdx.x / 32] = value;
    __syncthreads();
    if (threadIdx.x < 32) {
        value = threadIdx.x < blockDim.x / 32 ? sums[threadIdx.x] : 0.0f;
        for (int delta = 16; delta > 0; delta /= 2)
            value += __shfl_down_sync(0xffffffffu, value, (unsigned)delta);
        if (threadIdx.x == 0)
            *total = value;
    }
}

// Shuffles from lanes that do not take part: they have returned, are elsewhere, or do not exist.
// Four forms for each thread. Lanes from `live` on do not take part.
template <typename T> __device__ void shuffle_live(T *out, T value, unsigned mask)
{
    out[0] = __shfl_sync(mask, value, (int)(31 - threadIdx.x % 32));
    out[1] = __shfl_down_sync(mask, value, 8);
    out[2] = __shfl_xor_sync(mask, value, 16);
    out[3] = __shfl_down_sync(mask, value, 2, 8);
}

extern "C" __global__ void shuffle_from_returned(int *out, unsigned live)
{
    unsigned i = threadIdx.x;
    if (i % 32 >= live)
        return;
    shuffle_live(out + 4 * i, (int)(1000 + i), 0xffffffffu);
}

extern "C" __global__ void shuffle_from_elsewhere(double *out, unsigned live)
{
    unsigned i = threadIdx.x;
    if (i % 32 < live)
        shuffle_live(out + 4 * i, 1000.5 + i, (1u << live) - 1);
    else
        out[4 * i] = -1;
}

// A sum over the remaining lanes, as programs write it.
extern "C" __global__ void sum_of_live(int *out, unsigned live)
{
    unsigned i = threadIdx.x;
    int sum = (int)(1000 + i);
    if (i % 32 >= live)
        return;
    for (int k = 16; k > 0; k /= 2)
        sum += __shfl_down_sync(0xffffffffu, sum, k);
    if (i % 32 == 0)
        out[i / 32] = sum;
}

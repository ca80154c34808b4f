// kernels: count_bits add_wide
// Integers named like those of <stdint.h>, which the file does not include: others than the system's.
typedef unsigned long long uint64_t;
typedef unsigned int uint32_t;
using uintptr_t = unsigned long long;

struct wide {
    uint64_t low, high;
};

extern "C" __global__ void count_bits(const uint64_t *words, uint32_t *counts, uint64_t n)
{
    uint64_t i = (uint64_t)blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n)
        counts[i] = __popcll(words[i]);
}

extern "C" __global__ void add_wide(wide *sum, wide by, uintptr_t offset)
{
    sum[offset].low += by.low;
    sum[offset].high += by.high;
}

// Functions of __half and __nv_bfloat16; test_halves.c computes the same.
#include <cuda_bf16.h>
#include <cuda_fp16.h>

struct half_operands {
    unsigned short a, b, c;
    double d;
    long long n;
};

template <typename Pair> __device__ unsigned word_of(Pair pair)
{
    union {
        Pair pair;
        unsigned word;
    } both = {pair};
    return both.word;
}
#define WORD_OF(pair) word_of(pair)

#define NAMED(kernel)    kernel##_half
#define ONE              __half
#define PAIR             __half2
#define TO(what)         __half2##what
#define FROM(what, mode) __##what##2half_##mode
#define OF_FLOAT(mode)   __float2half##mode
#define OF_DOUBLE        __double2half
#define OF_FLOATS        __floats2half2_rn
#define OF_FLOAT2        __float22half2_rn
#define PAIR_TO_FLOAT    __half22float2
#define AS(what)         __half_as_##what
#define BACK(what)       __##what##_as_half
#define TWICE            __half2half2
#define JOINED           __halves2half2
#define MAKE_PAIR        make_half2
#define LOWS             __lows2half2
#define HIGHS            __highs2half2
#define LOW_TWICE        __low2half2
#define HIGH_TWICE       __high2half2
#define LOW              __low2half
#define HIGH             __high2half
#include "half_kernel.cuh"

#undef NAMED
#undef ONE
#undef PAIR
#undef TO
#undef FROM
#undef OF_FLOAT
#undef OF_DOUBLE
#undef OF_FLOATS
#undef OF_FLOAT2
#undef PAIR_TO_FLOAT
#undef AS
#undef BACK
#undef TWICE
#undef JOINED
#undef MAKE_PAIR
#undef LOWS
#undef HIGHS
#undef LOW_TWICE
#undef HIGH_TWICE
#undef LOW
#undef HIGH

#define NAMED(kernel)    kernel##_bfloat16
#define ONE              __nv_bfloat16
#define PAIR             __nv_bfloat162
#define TO(what)         __bfloat162##what
#define FROM(what, mode) __##what##2bfloat16_##mode
#define OF_FLOAT(mode)   __float2bfloat16##mode
#define OF_DOUBLE        __double2bfloat16
#define OF_FLOATS        __floats2bfloat162_rn
#define OF_FLOAT2        __float22bfloat162_rn
#define PAIR_TO_FLOAT    __bfloat1622float2
#define AS(what)         __bfloat16_as_##what
#define BACK(what)       __##what##_as_bfloat16
#define TWICE            __bfloat162bfloat162
#define JOINED           __halves2bfloat162
#define MAKE_PAIR        make_bfloat162
#define LOWS             __lows2bfloat162
#define HIGHS            __highs2bfloat162
#define LOW_TWICE        __low2bfloat162
#define HIGH_TWICE       __high2bfloat162
#define LOW              __low2bfloat16
#define HIGH             __high2bfloat16
#include "half_kernel.cuh"

// Kernels write a vector's elements through pointers to halves, although C++ does not allow this.
extern "C" __global__ void eight_at_once(const unsigned *digits, uint4 *out)
{
    uint4 eight;
    __half *each = reinterpret_cast<__half *>(&eight);
    for (int i = 0; i < 8; i++)
        each[i] = __hmul(__int2half_rn((int)(digits[threadIdx.x] >> (4 * i) & 15) - 8), __half(2));
    out[threadIdx.x] = eight;
}

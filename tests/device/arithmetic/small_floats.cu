// The conversions of small_table.h; test_small_floats.c computes the same.
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_fp4.h>
#include <cuda_fp6.h>
#include <cuda_fp8.h>

__device__ __nv_bfloat16_raw raw_bfloat16(unsigned short bits)
{
    __nv_bfloat16_raw raw;
    raw.x = bits;
    return raw;
}

__device__ __nv_bfloat162_raw raw_pair(unsigned short low, unsigned short high)
{
    __nv_bfloat162_raw raw;
    raw.x = low;
    raw.y = high;
    return raw;
}

extern "C" __global__ void small_floats(unsigned short *out, const double *operands, unsigned first, unsigned rows)
{
    const unsigned at = blockIdx.x * blockDim.x + threadIdx.x;
    const unsigned short i = (unsigned short)(first + at);
    const double d = operands[at];
    const float f = (float)d;
    __half_raw a;
    __half2_raw two_a;
    const __nv_bfloat16_raw b = raw_bfloat16(i);
    const __nv_bfloat162_raw two_b = raw_pair(i, i ^ 0x8000);
    const float p = ldexpf(1 + (i & 0xff) / 256.0f, (i >> 8) % 253 - 126);
    const __nv_bfloat16_raw q = raw_bfloat16((unsigned short)((__float_as_uint(p) + 0xffff) >> 16));
    const __nv_bfloat162_raw two_q = raw_pair(q.x, q.x);

    a.x = two_a.x = i;
    two_a.y = i ^ 0x8000;
    out += (size_t)at * rows;
#define SMALL(format, device, host, saturates)     *out++ = (unsigned short)(device);
#define BOTH(format, device, low, high, saturates) *out++ = (unsigned short)(device);
#define NIBBLES(format, device, low, high)         *out++ = (unsigned short)(device);
#define HALF(device, host)                         *out++ = (unsigned short)(device);
#define BYTE(device, host)                         *out++ = (unsigned short)(device);
#include "small_table.h"
}

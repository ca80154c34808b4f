// half_kernel.cuh: the functions of half_table.h on each set of operands; halves.cu includes it for
// __half and for __nv_bfloat16.

extern "C" __global__ void NAMED(functions_of)(long long *out, const half_operands *operands, unsigned rows)
{
    const size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    const half_operands of = operands[i];
    const ONE a = BACK(ushort)(of.a), b = BACK(ushort)(of.b), c = BACK(ushort)(of.c);
    const PAIR ab = JOINED(a, b), bc = JOINED(b, c), ca = JOINED(c, a);
    const double d = of.d;
    const float f = (float)d;
    const long long n = of.n;
    const ONE *one = (const ONE *)&operands[i].a;
    const PAIR *two = (const PAIR *)&operands[i].a;
    ONE t;

    out += i * rows;
#define BITS(device, host)             *out++ = (long long)(device);
#define EXACT(device, host)            *out++ = AS(ushort)(device);
#define DIRECTED(device, host, to)     EXACT(device, host)
#define NEAR(device, host, ulps)       EXACT(device, host)
#define ROUGH(device, host, error)     EXACT(device, host)
#define BOTH(device, host)             *out++ = WORD_OF(device);
#define BOTH_NEAR(device, host, error) BOTH(device, host)
#define REAL(device, host)             *out++ = __float_as_uint(device);
#include "half_table.h"
#undef BITS
#undef EXACT
#undef DIRECTED
#undef NEAR
#undef ROUGH
#undef BOTH
#undef BOTH_NEAR
#undef REAL
}

// Each form of a store, of one number and of a pair.
extern "C" __global__ void NAMED(stores_of)(unsigned short *out, const unsigned short *in)
{
    const ONE x = BACK(ushort)(in[threadIdx.x]);
    const PAIR pair = JOINED(x, __hneg(x));
    ONE *one = (ONE *)(out + 12 * threadIdx.x);
    PAIR *two = (PAIR *)(one + 4);

    __stcg(one, x), __stcs(one + 1, x), __stwb(one + 2, x), __stwt(one + 3, x);
    __stcg(two, pair), __stcs(two + 1, pair), __stwb(two + 2, pair), __stwt(two + 3, pair);
}

// Each form of a shuffle, of one number and of a pair.
extern "C" __global__ void NAMED(shuffles_of)(unsigned short *out, const unsigned short *in)
{
    const ONE x = BACK(ushort)(in[threadIdx.x]);
    const PAIR pair = JOINED(x, x);
    const unsigned all = 0xffffffffu;

    out += 8 * threadIdx.x;
    out[0] = AS(ushort)(__shfl_sync(all, x, 3));
    out[1] = AS(ushort)(__shfl_up_sync(all, x, 1));
    out[2] = AS(ushort)(__shfl_down_sync(all, x, 1));
    out[3] = AS(ushort)(__shfl_xor_sync(all, x, 5));
    out[4] = AS(ushort)(LOW(__shfl_sync(all, pair, 3)));
    out[5] = AS(ushort)(HIGH(__shfl_up_sync(all, pair, 1)));
    out[6] = AS(ushort)(LOW(__shfl_down_sync(all, pair, 1)));
    out[7] = AS(ushort)(HIGH(__shfl_xor_sync(all, pair, 5)));
}

// All threads add one half to the first number, and a pair to the next two.
extern "C" __global__ void NAMED(sum_of)(unsigned short *out)
{
    const ONE half_of_one = OF_FLOAT(_rn)(0.5f);

    atomicAdd((ONE *)out, half_of_one);
    atomicAdd((PAIR *)(out + 2), JOINED(half_of_one, __hneg(half_of_one)));
}

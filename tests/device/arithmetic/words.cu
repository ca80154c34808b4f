// The integer intrinsics of word_table.h, on each triple of words.

// Like headers for both sides that have functions of their own for host compilers, for example
// helper_math.h of CUDA's samples.
#ifndef __CUDACC__
inline int min(int a, int b)
{
    return a < b ? a : b;
}
inline int max(int a, int b)
{
    return a > b ? a : b;
}
inline float rsqrtf(float x)
{
    return 1 / sqrtf(x);
}
#endif

template <typename Vector> __device__ Vector lanes(unsigned word)
{
    return *reinterpret_cast<const Vector *>(&word);
}

extern "C" __global__ void words(unsigned long long *out, const unsigned *operands, unsigned rows)
{
    const unsigned a = operands[3 * threadIdx.x];
    const unsigned b = operands[3 * threadIdx.x + 1];
    const unsigned c = operands[3 * threadIdx.x + 2];
    const unsigned long long A = (unsigned long long)b << 32 | a;
    const unsigned long long B = (unsigned long long)c << 32 | (a ^ b);
    unsigned word = 0;
    bool first = false;
    bool second = false;

    out += (size_t)threadIdx.x * rows;
#define WORD(device, host)              *out++ = (unsigned long long)(device);
#define LANES(name, is_signed, host)    *out++ = name##2(a, b), *out++ = name##4(a, b);
#define LANES_OF_ONE(name, host)        *out++ = name##2(a), *out++ = name##4(a);
#define HALVES(device, is_signed, host) *out++ = device;
#include "word_table.h"
    (void)word, (void)first, (void)second;
}

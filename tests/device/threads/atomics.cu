// Atomic functions of every type and scope, and device variables. test_atomics.c has the sums.
#include <cuda_bf16.h>
#include <cuda_fp16.h>

#define IN_EACH_SCOPE(name, address, ...)                                                          \
    name(address, __VA_ARGS__), name##_block((address) + 1, __VA_ARGS__),                          \
        name##_system((address) + 2, __VA_ARGS__)

// Each function has three numbers, one for each scope. With one block they are the same.
extern "C" __global__ void update_int(int *out, int *old)
{
    const int i = (int)threadIdx.x;

    IN_EACH_SCOPE(atomicAdd, out, i);
    IN_EACH_SCOPE(atomicSub, out + 3, i);
    IN_EACH_SCOPE(atomicMin, out + 6, -i);
    IN_EACH_SCOPE(atomicMax, out + 9, i);
    IN_EACH_SCOPE(atomicAnd, out + 12, ~(1 << i % 31));
    IN_EACH_SCOPE(atomicOr, out + 15, 1 << i % 31);
    IN_EACH_SCOPE(atomicXor, out + 18, i);
    old[i] = atomicExch(out + 21, i);
    atomicExch_block(out + 22, 7), atomicExch_system(out + 23, 7);
    IN_EACH_SCOPE(atomicCAS, out + 24, i, i + 1);
}

extern "C" __global__ void update_unsigned(unsigned *out)
{
    const unsigned i = threadIdx.x;

    IN_EACH_SCOPE(atomicAdd, out, i);
    IN_EACH_SCOPE(atomicSub, out + 3, i);
    IN_EACH_SCOPE(atomicMin, out + 6, ~i);
    IN_EACH_SCOPE(atomicMax, out + 9, ~i);
    IN_EACH_SCOPE(atomicInc, out + 12, 9u);
    IN_EACH_SCOPE(atomicDec, out + 15, 9u);
    IN_EACH_SCOPE(atomicXor, out + 18, i);
}

extern "C" __global__ void update_long(unsigned long long *out, long long *signed_out)
{
    const unsigned long long i = (unsigned long long)threadIdx.x << 32;

    IN_EACH_SCOPE(atomicAdd, out, i);
    IN_EACH_SCOPE(atomicMin, out + 3, ~i);
    IN_EACH_SCOPE(atomicMax, out + 6, i);
    IN_EACH_SCOPE(atomicAnd, out + 9, ~(1ull << threadIdx.x % 63));
    IN_EACH_SCOPE(atomicOr, out + 12, 1ull << threadIdx.x % 63);
    IN_EACH_SCOPE(atomicXor, out + 15, i);
    IN_EACH_SCOPE(atomicExch, out + 18, 7ull);
    IN_EACH_SCOPE(atomicCAS, out + 21, 0ull, 5ull);
    IN_EACH_SCOPE(atomicMin, signed_out, -(long long)i);
    IN_EACH_SCOPE(atomicMax, signed_out + 3, (long long)i);
}

extern "C" __global__ void update_real(float *f, double *d)
{
    IN_EACH_SCOPE(atomicAdd, f, 0.5f);
    IN_EACH_SCOPE(atomicExch, f + 3, 2.5f);
    IN_EACH_SCOPE(atomicAdd, d, 0.25);
}

// 16 bits, and pairs of them: a float for each half.
extern "C" __global__ void update_short(unsigned short *words, float *halves)
{
    __shared__ __half half;
    __shared__ __half2 halves2;
    __shared__ __nv_bfloat16 brain;
    __shared__ __nv_bfloat162 brains;

    if (threadIdx.x == 0) {
        half = __float2half(1.0f), halves2 = __floats2half2_rn(1.0f, 2.0f);
        brain = __float2bfloat16(1.0f), brains = __floats2bfloat162_rn(1.0f, 2.0f);
    }
    __syncthreads();
    atomicAdd(&half, __float2half(0.5f));
    atomicAdd(&halves2, __floats2half2_rn(0.5f, 0.25f));
    atomicAdd(&brain, __float2bfloat16(0.5f));
    atomicAdd(&brains, __floats2bfloat162_rn(0.5f, 0.25f));
    for (unsigned short seen = words[0], before; (before = atomicCAS(&words[0], seen, (unsigned short)(seen + 1))) != seen;)
        seen = before;
    __syncthreads();
    if (threadIdx.x == 0) {
        halves[0] = __half2float(half);
        halves[1] = __low2float(halves2), halves[2] = __high2float(halves2);
        halves[3] = __bfloat162float(brain);
        halves[4] = __low2float(brains), halves[5] = __high2float(brains);
    }
}

#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 900
struct __align__(16) wide {
    unsigned long long low, high;
};

// Vectors at once, and a compare-and-swap of 16 bytes.
extern "C" __global__ void update_wide(float *vectors, unsigned long long *words)
{
    wide *const target = (wide *)words;

    atomicAdd((float4 *)vectors, make_float4(1.0f, 2.0f, 3.0f, 4.0f));
    atomicAdd((float2 *)(vectors + 4), make_float2(5.0f, 6.0f));
    for (wide seen = atomicCAS(target, wide{0, 0}, wide{0, 0}), next;; seen = next) {
        next = atomicCAS(target, seen, wide{seen.low + 1, seen.high - 1});
        if (next.low == seen.low && next.high == seen.high)
            break;
    }
    atomicExch(target + 1, wide{3, 4});
}
#endif

__constant__ int table[4] = {2, 3, 5, 7};
__device__ int counter = 100;
__managed__ int managed = 10;

// Initial values, values from an earlier kernel, and the sizes and alignments of types.
extern "C" __global__ void use_variables(int *out)
{
    out[0] = table[0] + table[3];
    out[1] = counter++;
    out[2] = managed++;
    out[3] = (int)sizeof(float3), out[4] = (int)alignof(float4), out[5] = (int)alignof(uchar4);
    out[6] = (int)sizeof(short3), out[7] = (int)alignof(double2), out[8] = (int)sizeof(longlong3);
    out[9] = (int)alignof(ushort2), out[10] = (int)sizeof(dim3), out[11] = (int)alignof(char3);
    const long long start = clock64();
    const clock_t also = clock();
    __threadfence();
    out[12] = clock64() >= start && also == also;
}

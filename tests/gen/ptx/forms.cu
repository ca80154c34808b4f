/* forms.cu: kernels whose PTX has the forms that the reader knows: calls, inline PTX in braces,
 * textures, what warps do together, variables of all spaces. */
#include <cstdio>
#include <cuda_fp16.h>
#include <mma.h>

__device__ int counter;
__managed__ int managed_counter = 3;
__constant__ float weights[2][3] = {{1, 2, 3}, {4, 5, 6}};
__device__ const char *names[] = {"one", "two"};
extern __shared__ float dynamic_memory[];

typedef int operation(int, int);

struct shape {
    __device__ virtual float area() const
    {
        return 0;
    }
};
struct square : shape {
    float side;
    __device__ float area() const override
    {
        return side * side;
    }
};

struct pair {
    double first;
    int second[5];
};

static __device__ __noinline__ int add(int a, int b)
{
    return a + b;
}

static __device__ __noinline__ int multiply(int a, int b)
{
    return a * b;
}

static __device__ __noinline__ pair make_pair_of(double first, int second)
{
    pair made = {first, {second, second, second, second, second}};
    return made;
}

__device__ operation *operations[] = {add, multiply};

extern "C" __global__ void calls(int *out, int which, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    pair made = make_pair_of(i, which);

    if (i < n)
        out[i] = operations[which](add(i, 3), made.second[n % 5]);
    if (i == n)
        printf("%d of %s\n", i, names[which]);
}

extern "C" __global__ void virtual_calls(float *out, float side)
{
    square made;
    shape *any = &made;

    made.side = side;
    asm volatile("" : "+l"(any)); /* the compiler does not know what it points to */
    out[threadIdx.x] = any->area();
}

/* Blocks in blocks, which declare the same names, a loop with labels, and a range of registers. */
extern "C" __global__ void inline_blocks(unsigned *out, unsigned n)
{
    unsigned value = threadIdx.x;

    asm volatile("{\n\t.reg .pred p;\n\t.reg .b32 t<3>;\n\tmov.u32 t0, 0;\n"
                 "again:\n\tadd.u32 t0, t0, 1;\n\tsetp.lt.u32 p, t0, %1;\n\t@p bra again;\n\t"
                 "{ .reg .b32 t<3>; mov.u32 t1, 5; { .reg .pred p; setp.eq.u32 p, t1, %1; "
                 "@!p add.u32 t1, t1, 1; mov.b32 t2, t1; } add.u32 %0, %0, t2; }\n\t"
                 "add.u32 %0, %0, t0;\n\t}"
                 : "+r"(value)
                 : "r"(n));
    asm volatile("{ .reg .pred p; setp.ne.u32 p, %1, 0; @p st.global.u32 [%0], %1; }" ::"l"(
                     out + threadIdx.x),
                 "r"(value)
                 : "memory");
}

/* The functions of CUDA's headers are inline PTX, `.reg.b32 a, b;` without a blank. */
extern "C" __global__ void halves(half2 *pairs, half *values)
{
    half value = values[threadIdx.x];

    pairs[threadIdx.x] = h2exp2(h2rcp(pairs[threadIdx.x])) + __float2half2_rn(hlog(value));
    values[threadIdx.x] = htrunc(hsin(value)) + hcos(value) * hexp10(value);
}

extern "C" __global__ void textures(cudaTextureObject_t texture, cudaSurfaceObject_t surface,
                                    float4 *out)
{
    out[threadIdx.x] = tex2D<float4>(texture, threadIdx.x, 0.5f);
    surf2Dwrite(1.0f, surface, 4 * threadIdx.x, 0);
}

extern "C" __global__ void together(half *a, half *b, float *c, int *out)
{
    using namespace nvcuda;
    wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> left;
    wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::col_major> right;
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> sum;
    bool all;
    int lane = threadIdx.x % 32;

    wmma::fill_fragment(sum, 0.0f);
    wmma::load_matrix_sync(left, a, 16);
    wmma::load_matrix_sync(right, b, 16);
    wmma::mma_sync(sum, left, right, sum);
    wmma::store_matrix_sync(c, sum, 16, wmma::mem_row_major);
    out[0] =
        __shfl_xor_sync(~0u, lane, 3) + __match_any_sync(~0u, lane) + __syncthreads_count(lane > 4);
    atomicCAS(&counter, lane, 1 + (int)__ballot_sync(~0u, lane > 7));
    atomicAdd(&managed_counter, lane);
    dynamic_memory[lane] = weights[lane & 1][lane % 3];
    __syncthreads();
    c[lane] += dynamic_memory[31 - lane];
}

extern "C" __global__ void __launch_bounds__(128, 2) local_arrays(int *out, const int *in, int n)
{
    int values[32];

    for (int i = 0; i < 32; i++)
        values[(in[i] + i) & 31] = i;
#pragma unroll 1
    for (int i = 0; i < n; i++)
        out[i] = values[in[i] & 31];
    switch (n) {
    case 0:
        out[0] = 17;
        break;
    case 1:
        out[1] = in[7];
        break;
    case 2:
        out[2] = in[8] * 3;
        break;
    case 3:
        out[3] = in[9] / 7;
        break;
    case 4:
        out[4] = in[10] - 3;
        break;
    case 5:
        asm volatile("nanosleep.u32 %0;" ::"r"(in[11]));
        break;
    }
}

// Mistakes by kind of access: vectors, halves, copies, structures, unions, constants, atomics, texts. The
// expected report is at the end of the line, as in mistakes.cu.
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

namespace cg = cooperative_groups;

#define KERNEL(name) extern "C" __global__ void name(int *a, int *b, int n)
#define INDEX        (blockIdx.x * blockDim.x + threadIdx.x)

struct five {
    int value[5];
};

struct flags {
    unsigned first : 3;
    unsigned second : 7;
    unsigned third : 20;
};

struct __attribute__((packed)) tight {
    char kind;
    int value;
};

union number {
    int whole;
    double real;
    unsigned char bytes[8];
};

struct filter {
    float weight;
    int reach;
};

__constant__ struct filter filters[3] = {{1, 1}, {2, 1}, {3, 2}};
__device__ int rows[4][8];

// --- Vectors and halves --------------------------------------------------------------------------

KERNEL(double_vector_across_end)
{
    double2 two = ((const double2 *)b)[threadIdx.x]; // fault: out of bounds: read of

    a[threadIdx.x] = (int)(two.x + two.y);
}

KERNEL(vector_before_begin)
{
    ((float4 *)b)[(int)INDEX - 1] = make_float4(1, 2, 3, 4); // fault: out of bounds: write of
}

KERNEL(halves_past_end)
{
    ((__half2 *)b)[INDEX + 1] = __floats2half2_rn(1.0f, 2.0f); // fault: out of bounds: write of
}

KERNEL(half_of_last_byte)
{
    ((__half *)b)[INDEX + 2 * (unsigned)n] = __float2half(1.0f); // fault: out of bounds: write of 2 bytes
}

KERNEL(bfloat_never_written)
{
    __nv_bfloat16 value = ((const __nv_bfloat16 *)b)[INDEX]; // fault: never written: read of 2 bytes

    a[INDEX] = (int)__bfloat162float(value);
}

KERNEL(bfloat_never_written_passed_on)
{
    a[INDEX] = (int)__bfloat162float(((const __nv_bfloat16 *)b)[INDEX]); // fault: never written: read of 2
}

KERNEL(half_passed_from_past_end)
{
    a[INDEX] = (int)__half2float(((const __half *)b)[INDEX + 2 * (unsigned)n]); // fault: out of bounds: read
}

KERNEL(sum_of_halves_returned_past_end)
{
    const __half *in = (const __half *)a;
    __half *out = (__half *)b;

    out[INDEX + 2 * (unsigned)n] = __hadd(in[INDEX], in[INDEX + 1]); // fault: out of bounds: write of 2 bytes
}

KERNEL(misaligned_halves)
{
    unsigned two = *(const unsigned *)((const __half *)b + 2 * INDEX + 1); // fault: misaligned

    a[INDEX] = (int)two;
}

KERNEL(misaligned_double)
{
    a[INDEX] = (int)((const double *)(b + 1))[INDEX / 2]; // fault: misaligned
}

KERNEL(by_load_function_past_end)
{
    a[INDEX] = __ldg(b + n + INDEX); // fault: out of bounds: read of 4 bytes
}

KERNEL(by_store_function_past_end)
{
    __stcs(b + n, (int)INDEX); // fault: out of bounds: write of 4 bytes
}

KERNEL(volatile_past_end)
{
    a[INDEX] = *(volatile int *)(b + n + INDEX); // fault: out of bounds: read of 4 bytes
}

// --- Copies, structures, unions ------------------------------------------------------------------

KERNEL(copy_one_too_far)
{
    if (INDEX == 0)
        memcpy(b + n / 2 + 1, b, (size_t)n / 2 * sizeof(*b)); // fault: out of bounds: write of
}

KERNEL(fill_after_free)
{
    if (INDEX == 0)
        memset(b, 0, (size_t)n * sizeof(*b)); // fault: use after free: write of 1024 bytes
}

KERNEL(copy_from_before_begin)
{
    if (INDEX == 0)
        memcpy(a, b - 1, 16); // fault: out of bounds: read of
}

KERNEL(struct_stored_across_end)
{
    struct five own = {{1, 2, 3, 4, n}};

    ((struct five *)b)[INDEX] = own; // fault: out of bounds: write of
}

__device__ __noinline__ int sum_of(struct five five)
{
    return five.value[0] + five.value[4];
}

__device__ __noinline__ struct five five_of(int value)
{
    struct five own = {{value, 1, 2, 3, 4}};

    return own;
}

KERNEL(struct_passed_from_past_end)
{
    a[INDEX] = sum_of(((const struct five *)b)[INDEX]); // fault: out of bounds: read of
}

KERNEL(struct_returned_past_end)
{
    ((struct five *)b)[INDEX] = five_of(n); // fault: out of bounds: write of
}

KERNEL(packed_across_end)
{
    a[INDEX] = ((const struct tight *)b)[205 - INDEX].value; // fault: out of bounds: read of 4 bytes
}

KERNEL(bit_field_past_end)
{
    a[INDEX] = (int)((const struct flags *)b)[n + (int)INDEX].second; // fault: out of bounds: read of
}

KERNEL(wider_member_of_union_never_written)
{
    union number *numbers = (union number *)b;

    if (INDEX >= (unsigned)n / 2)
        return;
    numbers[INDEX].whole = n;
    a[INDEX] = (int)numbers[INDEX].real; // fault: never written: read of 8 bytes
}

KERNEL(copy_by_group_too_long)
{
    __shared__ int tile[64];

    cg::thread_block block = cg::this_thread_block();
    cg::memcpy_async(block, tile, b + n - 32, sizeof(tile)); // fault: out of bounds: read of
    cg::wait(block);
    a[threadIdx.x] = tile[threadIdx.x % 32];
}

// --- Variables and constants ---------------------------------------------------------------------

KERNEL(constant_struct_past_end)
{
    b[INDEX] = filters[INDEX % 4].reach; // fault: out of bounds: read of 4 bytes
}

KERNEL(row_past_end)
{
    rows[threadIdx.x / 8][threadIdx.x % 8] = n; // fault: out of bounds: write of 4 bytes
    b[threadIdx.x] = rows[0][threadIdx.x % 8];
}

KERNEL(atomic_of_constant)
{
    atomicAdd((int *)((size_t)&filters[0].reach + 8 * (n / 512)), 1); // fault: atomic update of 4 bytes of the constant
}

// --- Atomics -------------------------------------------------------------------------------------

KERNEL(swap_past_end)
{
    atomicCAS(b + n + INDEX, 0, 1); // fault: out of bounds: atomic update of 4 bytes
}

KERNEL(exchange_after_free)
{
    atomicExch(b + INDEX, 1); // fault: use after free: atomic update of 4 bytes
}

KERNEL(atomic_of_float_before_begin)
{
    atomicAdd((float *)b - 1 - INDEX, 1.0f); // fault: out of bounds:
}

KERNEL(atomic_of_halves_misaligned)
{
    atomicMax((unsigned long long *)(b + 3), 1ull); // fault: misaligned
}

// --- Local memory and texts ----------------------------------------------------------------------

// Returns an address in the deepest frame, which has ended by then.
__device__ __noinline__ int *deepest(int depth)
{
    int own[4] = {depth, depth, depth, depth};
    int *volatile address = own;

    return depth == 0 ? address : deepest(depth - 1);
}

KERNEL(local_of_a_recursion)
{
    b[INDEX] = *deepest(n / 64); // fault: use after return: read of 4 bytes
}

KERNEL(text_without_end)
{
    if (INDEX == 0)
        memset(b, 'x', (size_t)n * sizeof(*b));
    if (INDEX == 0)
        printf("%.3s %s\n", (const char *)a, (const char *)b); // fault: out of bounds: read of 1 bytes
}

KERNEL(writable_text_without_end)
{
    if (INDEX == 0)
        memset(b, 'x', (size_t)n * sizeof(*b));
    if (INDEX == 0)
        printf("%s\n", (char *)b); // fault: out of bounds: read of 1 bytes
}

KERNEL(writable_text_after_free)
{
    if (INDEX == 0)
        printf("%d: %s\n", n, (unsigned char *)b); // fault: use after free: read of 1 bytes
}

KERNEL(text_never_written)
{
    if (INDEX == 0)
        printf("%.2s\n", (volatile char *)b); // fault: never written: read of 1 bytes
}

KERNEL(format_after_free)
{
    if (INDEX == 0)
        printf((const char *)b, n); // fault: use after free: read of 1 bytes
}

KERNEL(text_after_free)
{
    if (INDEX == 0)
        printf("%d: %s\n", n, (const char *)b); // fault: use after free: read of 1 bytes
}

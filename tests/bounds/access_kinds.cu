// Mistakes with vectors, atomic operations, and each kind of load and store. See mistakes.cu.
#include "planted.cuh"

// --- Vectors -------------------------------------------------------------------------------------

KERNEL(misaligned_float4_read)
{
    const int i = INDEX;
    if (i >= n / 8)
        return;
    const float4 v = *(const float4 *)(in + 4 * i + off); // bad: misaligned_float4_read
    out[i] = v.x + v.y + v.z + v.w;
}

KERNEL(misaligned_float4_write)
{
    const int i = INDEX;
    if (i >= n / 8)
        return;
    const float x = in[i];
    *(float4 *)(out + 4 * i + off) = make_float4(x, 1, 2, 3); // bad: misaligned_float4_write
}

KERNEL(misaligned_float2)
{
    const int i = INDEX;
    if (i >= n / 4)
        return;
    const float2 v = *(const float2 *)(in + 2 * i + off); // bad: misaligned_float2
    out[i] = v.x - v.y;
}

KERNEL(misaligned_double)
{
    const int i = INDEX;
    if (i >= n / 4)
        return;
    *(double *)(out + 2 * i + off) = in[i]; // bad: misaligned_double
}

KERNEL(misaligned_float)
{
    GUARD;
    if (i == n - 1)
        return;
    out[i] = *(const float *)((const char *)(in + i) + off); // bad: misaligned_float
}

KERNEL(vector_past_end)
{
    const int i = INDEX;
    if (4 * i >= n + off)
        return;
    const float4 v = ((const float4 *)in)[i]; // bad: vector_past_end
    out[i] = v.x + v.y + v.z + v.w;
}

extern "C" CUSTUB_THREADS(n) __global__ void vector_across_end(
    int n, int off, const float *in CUSTUB_COUNTED_BY(n - off), float *out CUSTUB_COUNTED_BY(n))
{
    const int i = INDEX;
    if (4 * i >= n)
        return;
    const float4 v = ((const float4 *)in)[i]; // bad: vector_across_end
    out[i] = v.x + v.y + v.z + v.w;
}

extern "C" CUSTUB_THREADS(n) __global__ void vector_store_across_end(
    int n, int off, const float *in CUSTUB_COUNTED_BY(n), float *out CUSTUB_COUNTED_BY(n - off))
{
    const int i = INDEX;
    if (2 * i >= n)
        return;
    const float x = in[i];
    ((float2 *)out)[i] = make_float2(x, x); // bad: vector_store_across_end
}

// --- Atomic operations ---------------------------------------------------------------------------

KERNEL(reduction)
{
    GUARD;
    const float x = in[i];
    out[i] = 1;
    if (i == n - 1)
        atomicAdd(out + i + off, x); // bad: reduction
}

KERNEL(atomic_with_result)
{
    GUARD;
    float x = in[i];
    if (i == n - 1)
        x = atomicExch(out + i + off, x); // bad: atomic_with_result
    if (i < n - 1)
        out[i] = x;
    else if (x < 0)
        out[0] = x;
}

KERNEL(compare_and_swap)
{
    GUARD;
    out[i] = in[i];
    if (i == n - 1)
        atomicCAS((int *)out + i + off, 0, 7); // bad: compare_and_swap
}

KERNEL(atomic_of_64_bits)
{
    GUARD;
    if (i >= n / 2)
        return;
    const unsigned long long x = (unsigned long long)in[i];
    atomicAdd((unsigned long long *)out + i + off, x); // bad: atomic_of_64_bits
}

KERNEL(atomic_of_the_system)
{
    GUARD;
    if (i == n - 1)
        atomicAdd_system((int *)out + i + off, 1); // bad: atomic_of_the_system
    else
        out[i] = in[i];
}

KERNEL(atomic_below)
{
    GUARD;
    const int x = (int)in[i];
    atomicOr((unsigned *)out + i - off, (unsigned)x); // bad: atomic_below
}

KERNEL(misaligned_atomic)
{
    GUARD;
    if (i == n / 2)
        atomicAdd((double *)(out + i + off), 1.0); // bad: misaligned_atomic
    else if (i < n / 4)
        out[i] = in[i];
}

// --- Kinds of loads and stores -------------------------------------------------------------------

KERNEL(read_only_load)
{
    GUARD;
    const float x = __ldg(in + i + off); // bad: read_only_load
    out[i] = x;
}

extern "C" CUSTUB_THREADS(n) __global__ void restrict_load(
    int n, int off, const float *__restrict__ in CUSTUB_COUNTED_BY(n),
    float *__restrict__ out CUSTUB_COUNTED_BY(n))
{
    GUARD;
    const float x = in[i + off]; // bad: restrict_load
    out[i] = x;
}

KERNEL(streaming_load)
{
    GUARD;
    const float x = __ldcs(in + i + off); // bad: streaming_load
    out[i] = x;
}

KERNEL(streaming_store)
{
    GUARD;
    const float x = in[i];
    __stcs(out + i + off, x); // bad: streaming_store
}

KERNEL(volatile_load)
{
    GUARD;
    const float x = *(const volatile float *)(in + i + off); // bad: volatile_load
    out[i] = x;
}

KERNEL(volatile_store)
{
    GUARD;
    const float x = in[i];
    *(volatile float *)(out + i + off) = x; // bad: volatile_store
}

KERNEL(inline_ptx_load)
{
    GUARD;
    float x;
    asm volatile("ld.global.f32 %0, [%1+4];" : "=f"(x) : "l"(in + i + off - 1)); // bad: inline_ptx_load
    out[i] = x;
}

KERNEL(inline_ptx_store)
{
    GUARD;
    const float x = in[i];
    float *const to = out + i + off;
    asm volatile("{ .reg .u64 a; cvta.to.global.u64 a, %0; st.global.f32 [a], %1; }" ::"l"(to), "f"(x) : "memory"); // bad: inline_ptx_store
}

KERNEL(inline_ptx_predicated)
{
    GUARD;
    const float x = in[i];
    float *const to = out + i + off;
    asm volatile("{ .reg .pred p; setp.ge.s32 p, %2, 0; @p st.global.f32 [%0], %1; }" ::"l"(to), "f"(x), "r"(i - n / 2) : "memory"); // bad: inline_ptx_predicated
    if (i < n / 2)
        out[i] = x;
}

// Mistakes with other types, in instances of templates, in copies and matrices of a warp. See mistakes.cu.
#include "planted.cuh"

#include <cuda_fp16.h>
#include <cuda_pipeline.h>
#include <mma.h>

#include <stdint.h>

#define TYPED(name, type)                                                                          \
    extern "C" CUSTUB_THREADS(n) __global__ void name(                                             \
        int n, int off, const type *in CUSTUB_COUNTED_BY(n), type *out CUSTUB_COUNTED_BY(n))

TYPED(bytes, uint8_t)
{
    GUARD;
    const uint8_t x = in[i];
    out[i + off] = x; // bad: bytes
}

TYPED(signed_bytes, int8_t)
{
    GUARD;
    const int8_t x = in[i - off]; // bad: signed_bytes
    out[i] = x;
}

TYPED(words, uint16_t)
{
    GUARD;
    const uint16_t x = in[i + off]; // bad: words
    out[i] = x;
}

TYPED(halves, __half)
{
    GUARD;
    const __half x = in[i];
    out[i + off] = __hadd(x, x); // bad: halves
}

TYPED(pair_of_halves, __half)
{
    const int i = INDEX;
    if (i >= n / 2)
        return;
    const __half2 x = ((const __half2 *)in)[i];
    ((__half2 *)out)[i + off] = __hneg2(x); // bad: pair_of_halves
}

TYPED(misaligned_pair, __half)
{
    const int i = INDEX;
    if (i >= n / 4)
        return;
    const __half2 x = *(const __half2 *)(in + 2 * i + off); // bad: misaligned_pair
    out[i] = __hadd(__low2half(x), __high2half(x));
}

TYPED(doubles, double)
{
    GUARD;
    const double x = in[i + off]; // bad: doubles
    out[i] = x;
}

TYPED(pair_of_doubles, double)
{
    const int i = INDEX;
    if (i >= n / 2)
        return;
    const double2 x = ((const double2 *)in)[i + off]; // bad: pair_of_doubles
    out[i] = x.x + x.y;
}

TYPED(long_integers, int64_t)
{
    GUARD;
    const int64_t x = in[i];
    out[i - off] = x; // bad: long_integers
}

TYPED(atomic_half, __half)
{
    GUARD;
    out[i] = in[i];
    if (i == n - 1)
        atomicAdd(out + i + off, __float2half(1)); // bad: atomic_half
}

TYPED(four_bytes, uint8_t)
{
    const int i = INDEX;
    if (i >= n / 4)
        return;
    const uchar4 x = ((const uchar4 *)in)[i + off]; // bad: four_bytes
    out[i] = (uint8_t)(x.x ^ x.y ^ x.z ^ x.w);
}

// --- Instances of a template ---------------------------------------------------------------------

namespace math
{
template <class V> CUSTUB_THREADS(n) __global__ void shift(int n, int off,
                                                           const V *in CUSTUB_COUNTED_BY(n),
                                                           V *out CUSTUB_COUNTED_BY(n))
{
    GUARD;
    const V x = in[i];
    out[i + off] = x; // bad: shift
}

template <class V, int STEP> CUSTUB_THREADS(n / STEP) __global__ void pick(
    int n, int off, const V *in CUSTUB_COUNTED_BY(n), V *out CUSTUB_COUNTED_BY(n))
{
    const int i = INDEX;
    if (i >= n / STEP)
        return;
    const V x = in[i * STEP + STEP - 1 + off]; // bad: pick
    out[i] = x;
}
} // namespace math

CUSTUB_STUB(shift_f32, math::shift<float>);
CUSTUB_STUB(shift_f64, math::shift<double>);
CUSTUB_STUB(shift_f16, math::shift<__half>);
CUSTUB_STUB(shift_u8, math::shift<uint8_t>);
CUSTUB_STUB(pick_4, math::pick<float, 4>);
CUSTUB_STUB(pick_10, math::pick<int16_t, 10>);

// --- Asynchronous copies -------------------------------------------------------------------------

#define BLOCK(name)                                                                                \
    extern "C" CUSTUB_THREADS(n) CUSTUB_BLOCK(128) __global__ void name(                           \
        int n, int off, const float *in CUSTUB_COUNTED_BY(n), float *out CUSTUB_COUNTED_BY(n))

BLOCK(pipeline_copy)
{
    __shared__ float tile[128];
    const int i = INDEX;
    tile[threadIdx.x] = 0;
    if (i < n)
        __pipeline_memcpy_async(&tile[threadIdx.x], in + i + off, 4); // bad: pipeline_copy
    __pipeline_commit();
    __pipeline_wait_prior(0);
    __syncthreads();
    if (i < n)
        out[i] = tile[threadIdx.x];
}

BLOCK(pipeline_copy_of_16_bytes)
{
    __shared__ float4 tile[128];
    const int i = INDEX;
    tile[threadIdx.x] = make_float4(0, 0, 0, 0);
    if (4 * i < n + off)
        __pipeline_memcpy_async(&tile[threadIdx.x], (const float4 *)in + i, 16); // bad: pipeline_copy_of_16_bytes
    __pipeline_commit();
    __pipeline_wait_prior(0);
    if (4 * i < n)
        out[i] = tile[threadIdx.x].x + tile[threadIdx.x].w;
}

BLOCK(pipeline_copy_into_shared)
{
    __shared__ float tile[128], next[128];
    const int i = INDEX;
    tile[threadIdx.x] = 0;
    next[threadIdx.x] = 1;
    __syncthreads();
    if (i < n)
        __pipeline_memcpy_async(&tile[threadIdx.x + 128 * off], in + i, 4); // bad: pipeline_copy_into_shared
    __pipeline_commit();
    __pipeline_wait_prior(0);
    __syncthreads();
    if (i < n)
        out[i] = tile[threadIdx.x] + next[threadIdx.x];
}

BLOCK(inline_copy)
{
    __shared__ float tile[128];
    const int i = INDEX;
    const unsigned to = (unsigned)__cvta_generic_to_shared(&tile[threadIdx.x]);
    tile[threadIdx.x] = 0;
    if (i < n)
        asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" ::"r"(to), "l"(in + i + off) : "memory"); // bad: inline_copy
    asm volatile("cp.async.commit_group;\n\tcp.async.wait_group 0;" ::: "memory");
    if (i < n)
        out[i] = tile[threadIdx.x];
}

// A bulk copy cannot be skipped: the barrier counts its bytes. So these end the kernel.
BLOCK(bulk_copy)
{
    __shared__ __align__(128) float tile[256]; // room for the mistake
    __shared__ __align__(8) unsigned long long barrier;
    const int i = INDEX, first = (int)blockIdx.x * 128;
    const int count = first + 128 < n ? 128 : n - first;
    const unsigned to = (unsigned)__cvta_generic_to_shared(tile);
    const unsigned at = (unsigned)__cvta_generic_to_shared(&barrier);
    const unsigned bytes = (unsigned)(count + off) * 4;
    unsigned done = 0;
    if (threadIdx.x == 0) {
        asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(at) : "memory");
        asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
        asm volatile("{ .reg .b64 s; mbarrier.arrive.expect_tx.shared::cta.b64 s, [%0], %1; }" ::"r"(at), "r"(bytes)
                     : "memory");
        asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::"r"(to), "l"(in + first), "r"(bytes), "r"(at) : "memory"); // bad: bulk_copy
    }
    __syncthreads();
    while (!done)
        asm volatile("{ .reg .pred p; mbarrier.try_wait.parity.shared::cta.b64 p, [%1], 0; selp.u32 %0, 1, 0, p; }"
                     : "=r"(done)
                     : "r"(at)
                     : "memory");
    if (i < n)
        out[i] = tile[threadIdx.x];
}

BLOCK(bulk_store)
{
    __shared__ __align__(128) float tile[256]; // room for the mistake
    const int i = INDEX, first = (int)blockIdx.x * 128;
    const int count = first + 128 < n ? 128 : n - first;
    tile[threadIdx.x] = i < n ? in[i] : 0;
    asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
    __syncthreads();
    if (threadIdx.x == 0) {
        const unsigned from = (unsigned)__cvta_generic_to_shared(tile);
        const unsigned bytes = (unsigned)(count + off) * 4;
        asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], %2;" ::"l"(out + first), "r"(from), "r"(bytes) : "memory"); // bad: bulk_store
        asm volatile("cp.async.bulk.commit_group;\n\tcp.async.bulk.wait_group 0;" ::: "memory");
    }
}

// --- What a warp does together --------------------------------------------------------------------

using namespace nvcuda;
using left = wmma::fragment<wmma::matrix_a, 16, 16, 16, __half, wmma::row_major>;
using sums = wmma::fragment<wmma::accumulator, 16, 16, 16, __half>;

#define WARP(name)                                                                                 \
    extern "C" CUSTUB_THREADS(32 * tiles) CUSTUB_BLOCK(32) __global__ void name(                   \
        int tiles, int off, const __half *in CUSTUB_COUNTED_BY(256 * tiles),                       \
        __half *out CUSTUB_COUNTED_BY(256 * tiles))

WARP(matrix_load)
{
    sums c;
    const int tile = (int)blockIdx.x;
    wmma::load_matrix_sync(c, in + 256 * (tile + (tile == tiles - 1 ? off : 0)), 16, wmma::mem_row_major); // bad: matrix_load
    wmma::store_matrix_sync(out + 256 * tile, c, 16, wmma::mem_row_major);
}

// A row too many: only the last of the sixteen is outside.
WARP(matrix_row)
{
    sums c;
    const int tile = (int)blockIdx.x;
    wmma::load_matrix_sync(c, in + 256 * tile + 16 * off, 16, wmma::mem_row_major); // bad: matrix_row
    wmma::store_matrix_sync(out + 256 * tile, c, 16, wmma::mem_row_major);
}

WARP(matrix_store)
{
    sums c;
    const int tile = (int)blockIdx.x;
    wmma::load_matrix_sync(c, in + 256 * tile, 16, wmma::mem_row_major);
    wmma::store_matrix_sync(out + 256 * tile + 16 * off, c, 16, wmma::mem_row_major); // bad: matrix_store
}

WARP(matrix_stride)
{
    sums c;
    const int tile = (int)blockIdx.x;
    wmma::load_matrix_sync(c, in + 256 * tile, (unsigned)(16 + 8 * off), wmma::mem_row_major); // bad: matrix_stride
    wmma::store_matrix_sync(out + 256 * tile, c, 16, wmma::mem_row_major);
}

WARP(matrix_product)
{
    left a;
    wmma::fragment<wmma::matrix_b, 16, 16, 16, __half, wmma::col_major> b;
    sums c;
    const int tile = (int)blockIdx.x;
    wmma::fill_fragment(c, __float2half(0));
    wmma::load_matrix_sync(a, in + 256 * tile, 16);
    wmma::load_matrix_sync(b, in + 256 * tile - 16 * off, 16); // bad: matrix_product
    wmma::mma_sync(c, a, b, c);
    wmma::store_matrix_sync(out + 256 * tile, c, 16, wmma::mem_row_major);
}

WARP(matrix_in_shared)
{
    __shared__ __align__(32) __half tile[256], next[256];
    sums c;
    const int first = 256 * (int)blockIdx.x;
    for (int k = (int)threadIdx.x; k < 256; k += 32) {
        tile[k] = in[first + k];
        next[k] = __float2half(0);
    }
    __syncwarp();
    wmma::load_matrix_sync(c, tile + 16 * off, 16, wmma::mem_row_major); // bad: matrix_in_shared
    wmma::store_matrix_sync(next, c, 16, wmma::mem_row_major);
    __syncwarp();
    for (int k = (int)threadIdx.x; k < 256; k += 32)
        out[first + k] = next[k];
}

WARP(matrix_parts)
{
    __shared__ __align__(32) __half tile[256];
    const int first = 256 * (int)blockIdx.x;
    unsigned x = 0;
    for (int k = (int)threadIdx.x; k < 256; k += 32)
        tile[k] = in[first + k];
    __syncwarp();
    const unsigned at = (unsigned)__cvta_generic_to_shared(tile + 8 * (threadIdx.x % 8 + 25 * (unsigned)off));
    asm volatile("ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%0}, [%1];" : "=r"(x) : "r"(at)); // bad: matrix_parts
    ((unsigned *)(out + first))[threadIdx.x] = x;
}

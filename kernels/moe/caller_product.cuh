/* The steps before and between products that the caller makes. */
#ifndef MOE_CALLER_PRODUCT_CUH
#define MOE_CALLER_PRODUCT_CUH

#include "../elements/stream.cuh"
#include "../hopper/dependent_launch.cuh"

namespace moe
{
using kernels::is_aligned;
using kernels::load;
using kernels::narrow;
using kernels::pack;
using kernels::store;
using kernels::widen;

enum { PRODUCT_THREADS = 256, AT_ONCE = 8 /* elements of 16 bits in 16 bytes */ };

/* Brings the tokens of all rows together, N elements at a time. */
template <int N, class T>
__device__ inline void gather_rows(int rows, int hidden, int top, const T *x, const int *entry_of,
                                   T *out)
{
    const long long packs = hidden / N, count = rows * packs;
    const long long stride = (long long)gridDim.x * blockDim.x;

    for (long long i = (long long)blockIdx.x * blockDim.x + threadIdx.x; i < count; i += stride) {
        const long long row = i / packs;
        store<N>(out, i, load<N>(x + (long long)(entry_of[row] / top) * hidden, i - row * packs));
    }
}

template <class T>
CUSTUB_GRID_STRIDE
CUSTUB_BLOCK(PRODUCT_THREADS)
CUSTUB_THREADS(ceil_div(rows * hidden, AT_ONCE))
CUSTUB_REQUIRES(rows > 0 && hidden > 0 && experts > 0 && top > 0)
__global__ void __launch_bounds__(PRODUCT_THREADS) gather(
    int rows, int hidden, int experts, int top,
    const T *x CUSTUB_COUNTED_BY(rows / top * hidden),
    const int *first CUSTUB_COUNTED_BY(experts + 1) CUSTUB_VALUES(0, rows + 1),
    const int *entry_of CUSTUB_COUNTED_BY(rows),
    T *out CUSTUB_COUNTED_BY(rows * hidden))
{
    constexpr int N = 16 / (int)sizeof(T);

    hopper::wait_for_earlier_kernels();
    hopper::let_next_kernel_begin();
    if (hidden % N == 0 && is_aligned<T, N>(x) && is_aligned<T, N>(out))
        gather_rows<N>(first[experts], hidden, top, x, entry_of, out);
    else
        gather_rows<1>(first[experts], hidden, top, x, entry_of, out);
}

/* gate = silu(gate) * up, N elements at a time */
template <int N, class T>
__device__ inline void activate_packs(long long count, const T *up, T *gate)
{
    const long long stride = (long long)gridDim.x * blockDim.x;

    for (long long i = (long long)blockIdx.x * blockDim.x + threadIdx.x; i < count; i += stride) {
        const pack<T, N> g = load<N>(gate, i), u = load<N>(up, i);
        pack<T, N> result;
#pragma unroll
        for (int e = 0; e < N; e++) {
            const float x = widen(g.at[e]);
            result.at[e] = narrow<T>(x / (1 + expf(-x)) * widen(u.at[e]));
        }
        store<N>(gate, i, result);
    }
}

template <class T>
CUSTUB_GRID_STRIDE
CUSTUB_BLOCK(PRODUCT_THREADS)
CUSTUB_THREADS(ceil_div(rows * inner, AT_ONCE))
CUSTUB_REQUIRES(rows > 0 && inner > 0 && experts > 0)
__global__ void __launch_bounds__(PRODUCT_THREADS) activate(
    int rows, int inner, int experts,
    const int *first CUSTUB_COUNTED_BY(experts + 1) CUSTUB_VALUES(0, rows + 1),
    const T *__restrict__ up CUSTUB_COUNTED_BY(rows * inner),
    T *__restrict__ gate CUSTUB_COUNTED_BY(rows * inner))
{
    constexpr int N = 16 / (int)sizeof(T);

    if (inner % N == 0 && is_aligned<T, N>(up) && is_aligned<T, N>(gate))
        activate_packs<N>((long long)first[experts] * inner / N, up, gate);
    else
        activate_packs<1>((long long)first[experts] * inner, up, gate);
}
} // namespace moe

#endif

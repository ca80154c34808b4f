/* The last step: each token's weighted sum of the results of its experts. */
#ifndef MOE_COMBINATION_CUH
#define MOE_COMBINATION_CUH

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

enum { COMBINE_THREADS = 256 };

/* The results of a token's experts are added in the order of its choices, N elements at a time.
 * Each is the sum of `splits` matrices of `rows` rows. Dropped entries add nothing. */
template <int N, class T, class Y>
__device__ inline void combine_rows(int tokens, int hidden, int top, int splits, int rows,
                                    const Y *y, const int *row_of, const float *weight, T *out)
{
    const long long packs = hidden / N, count = tokens * packs;
    const long long stride = (long long)gridDim.x * blockDim.x;

    for (long long i = (long long)blockIdx.x * blockDim.x + threadIdx.x; i < count; i += stride) {
        const long long token = i / packs, at = i - token * packs;
        float sum[N] = {};
        for (int s = 0; s < top; s++) {
            const int row = row_of[token * top + s];
            float given[N] = {};
            if (row < 0) // its weight may be infinite
                continue;
            for (int split = 0; split < splits; split++) {
                const long long at_row = (long long)split * rows + row;
                const pack<Y, N> one = load<N>(y, at_row * packs + at);
#pragma unroll
                for (int e = 0; e < N; e++)
                    given[e] += widen(one.at[e]);
            }
#pragma unroll
            for (int e = 0; e < N; e++)
                sum[e] += weight[token * top + s] * given[e];
        }
        pack<T, N> result;
#pragma unroll
        for (int e = 0; e < N; e++)
            result.at[e] = narrow<T>(sum[e]);
        store<N>(out, i, result);
    }
}

template <class T, class Y>
CUSTUB_GRID_STRIDE
CUSTUB_BLOCK(COMBINE_THREADS)
CUSTUB_THREADS(ceil_div(tokens * hidden, 4))
CUSTUB_REQUIRES(tokens > 0 && hidden > 0 && top > 0 && splits > 0 && rows > 0)
__global__ void __launch_bounds__(COMBINE_THREADS) combine(
    int tokens, int hidden, int top, int splits, int rows,
    const Y *y CUSTUB_COUNTED_BY(splits * rows * hidden),
    const int *row_of CUSTUB_COUNTED_BY(tokens * top) CUSTUB_VALUES(-1, rows),
    const float *weight CUSTUB_COUNTED_BY(tokens * top),
    T *out CUSTUB_COUNTED_BY(tokens * hidden))
{
    hopper::wait_for_earlier_kernels();
    hopper::let_next_kernel_begin();
    if (hidden % 4 == 0 && is_aligned<Y, 4>(y) && is_aligned<T, 4>(out))
        combine_rows<4>(tokens, hidden, top, splits, rows, y, row_of, weight, out);
    else
        combine_rows<1>(tokens, hidden, top, splits, rows, y, row_of, weight, out);
}
} // namespace moe

#endif

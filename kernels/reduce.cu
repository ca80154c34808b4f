// Reductions over the middle dimension of [outer, axis, inner]: to [outer, inner].
//   sum     floats in their own type; integers in 64 bits, wrapped around
//   mean    floats only; NaN if the axis is 0
//   max     NaN counts only if there is nothing else; of nothing: NaN, or the lowest integer
//   argmax  the first index of the maximum, as int64_t; 0 if there is none
#include "row.cuh"

namespace kernels
{
// A reduction has a state, which step() adds an element to, merge() another state, and result().
template <class T, bool IS_FLOAT = is_float<T>::value> struct sum_of {
    using state = wide<T>;
    using output = T;
    static __device__ inline state start()
    {
        return 0;
    }
    static __device__ inline state step(state s, wide<T> x, size_t)
    {
        return s + x;
    }
    static __device__ inline state merge(state a, state b)
    {
        return a + b;
    }
    static __device__ inline output result(state s, size_t)
    {
        return narrow<T>(s);
    }
};

template <bool SIGNED> struct integer_sum {
    using type = int64_t;
};
template <> struct integer_sum<false> {
    using type = uint64_t;
};

template <class T> struct sum_of<T, false> {
    using state = unsigned long long; // which wraps around
    using output = typename integer_sum<T(-1) < T(0)>::type;
    static __device__ inline state start()
    {
        return 0;
    }
    static __device__ inline state step(state s, T x, size_t)
    {
        return s + (state)(output)x;
    }
    static __device__ inline state merge(state a, state b)
    {
        return a + b;
    }
    static __device__ inline output result(state s, size_t)
    {
        return (output)s;
    }
};

template <class T> struct mean_of : sum_of<T> {
    using output = T;
    static __device__ inline T result(wide<T> s, size_t count)
    {
        return narrow<T>(s / wide<T>(count));
    }
};

// 0, and the lowest of all below.
template <class T> __device__ inline wide<T> lowest()
{
    return is_float<T>::value ? wide<T>(NAN)
           : T(-1) < T(0)     ? wide<T>((uint64_t)1 << (8 * sizeof(T) - 1))
                              : wide<T>(0);
}

template <class T> struct max_of {
    using state = wide<T>;
    using output = T;
    static __device__ inline state start()
    {
        return lowest<T>();
    }
    static __device__ inline state step(state s, wide<T> x, size_t)
    {
        return max::of(s, x);
    }
    static __device__ inline state merge(state a, state b)
    {
        return max::of(a, b);
    }
    static __device__ inline output result(state s, size_t)
    {
        return narrow<T>(s);
    }
};

template <class W> struct place {
    W value;
    long long index; // -1: none
};

template <class W> __device__ inline place<W> exchange(place<W> p, int distance)
{
    return {exchange(p.value, distance), exchange(p.index, distance)};
}

template <class T> struct argmax_of {
    using state = place<wide<T>>;
    using output = int64_t;
    static __device__ inline state start()
    {
        return {wide<T>(0), -1};
    }
    static __device__ inline state step(state s, wide<T> x, size_t index)
    {
        if (x > s.value || (s.index < 0 && x == x))
            return {x, (long long)index};
        return s;
    }
    static __device__ inline state merge(state a, state b)
    {
        if (b.index < 0)
            return a;
        if (a.index < 0 || b.value > a.value || (b.value == a.value && b.index < a.index))
            return b;
        return a;
    }
    static __device__ inline output result(state s, size_t)
    {
        return s.index < 0 ? 0 : s.index;
    }
};

// inner is 1: rows, read once.
template <class R, class T>
__device__ inline void reduce_rows(size_t rows, size_t width, const T *x, typename R::output *y)
{
    using S = typename R::state;
    each_row(rows, width, x, true, [=](auto &row, size_t i, bool exists) {
        using row_kind = typename std::remove_reference<decltype(row)>::type;
        const S s = reduce<row_kind::group>(
            row.fold(R::start(), [](S a, wide<T> b, size_t k) { return R::step(a, b, k); }),
            [](S a, S b) { return R::merge(a, b); });
        if (exists && threadIdx.x % row_kind::group == 0)
            y[i] = R::result(s, width);
    });
}

// inner is more: a lane has N neighbouring columns, and the warps of a block share the axis.
template <class R, int N, class T>
__device__ inline void reduce_columns(size_t outer, size_t axis, size_t inner, const T *x,
                                      typename R::output *y)
{
    using S = typename R::state;
    constexpr int warps = ROW_BLOCK / WARP;
    __shared__ S parts[warps / 2][N][WARP];
    const size_t tiles = (inner + WARP * N - 1) / (WARP * N);
    const int lane = threadIdx.x % WARP;
    const int warp = threadIdx.x / WARP;

    for (size_t tile = blockIdx.x; tile < outer * tiles; tile += gridDim.x) {
        const size_t column = (tile % tiles * WARP + lane) * N;
        const T *from = x + tile / tiles * axis * inner + column;
        S sums[N];
        for (int e = 0; e < N; e++)
            sums[e] = R::start();
        if (column < inner) {
#pragma unroll 4
            for (size_t k = warp; k < axis; k += warps) {
                const pack<T, N> values = load<N>(from + k * inner, 0);
#pragma unroll
                for (int e = 0; e < N; e++)
                    sums[e] = R::step(sums[e], widen(values.at[e]), k);
            }
        }
        for (int half = warps / 2; half > 0; half /= 2) {
            __syncthreads();
            for (int e = 0; e < N && warp >= half && warp < 2 * half; e++)
                parts[warp - half][e][lane] = sums[e];
            __syncthreads();
            for (int e = 0; e < N && warp < half; e++)
                sums[e] = R::merge(sums[e], parts[warp][e][lane]);
        }
        for (int e = 0; e < N && warp == 0 && column < inner; e++)
            y[tile / tiles * inner + column + e] = R::result(sums[e], axis);
    }
}

template <class R, class T>
CUSTUB_THREADS((inner == 1) * ROW_THREADS(outer, axis) + (inner > 1) * outer * ceil_div(inner, WARP) * ROW_BLOCK)
CUSTUB_GRID_STRIDE
CUSTUB_BLOCK(ROW_BLOCK)
__global__ void __launch_bounds__(ROW_BLOCK, 2) reduction(
    size_t outer, size_t axis, size_t inner,
    const T *x CUSTUB_COUNTED_BY(outer * axis * inner),
    typename R::output *y CUSTUB_COUNTED_BY(outer * inner) CUSTUB_DISJOINT(x))
{
    // Neighbours in a lane: 16 bytes, unless their states would take too much shared memory.
    constexpr int N = sizeof(T) >= 8 ? 2 : sizeof(T) == 2 && sizeof(typename R::state) == 4 ? 8 : 4;
    if (inner == 1)
        reduce_rows<R>(outer, axis, x, y);
    else if (inner % N == 0 && is_aligned<T, N>(x))
        reduce_columns<R, N>(outer, axis, inner, x, y);
    else
        reduce_columns<R, 1>(outer, axis, inner, x, y);
}
} // namespace kernels

#define REDUCTION(name, T, f) CUSTUB_STUB(f##_##name, kernels::reduction<kernels::f##_of<T>, T>);
// The maximum over an axis; max_f32 is the one of two operands.
#define OVER_AXIS(name, T, f)                                                                      \
    CUSTUB_STUB(f##_axis_##name, kernels::reduction<kernels::f##_of<T>, T>);

NUMBERS(REDUCTION, sum)
NUMBERS(OVER_AXIS, max)
NUMBERS(REDUCTION, argmax)
FLOATS(REDUCTION, mean)

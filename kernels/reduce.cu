// Reductions over the middle dimension of [outer, axis, inner]: to [outer, inner].
//   sum     floats in their own type; integers in 64 bits, wrapped around
//   mean    floats only; NaN if the axis is 0
//   max     NaN counts only if there is nothing else; of nothing: NaN, or the lowest integer
//   argmax  the first index of the maximum, as int64_t; 0 if there is none
// Sums have a fixed order. With a workspace many blocks share a long reduction, where there are few
// of them. The workspace is zeros at first, and each launch leaves it ready for the next one in its
// stream. Null is legal: then a row is reduced by a block.
#include "row.cuh"

namespace kernels
{
constexpr int REDUCE_BLOCK = 256;            // threads
constexpr int REDUCE_COLUMNS = 256;          // of a block, at most
constexpr int REDUCE_UNITS = 396;            // enough blocks for a large GPU
constexpr int REDUCE_WORK = 16;              // packs of a thread, before more threads share a slice
constexpr int REDUCTION_WORKSPACE = 8 << 20; // bytes, of which the largest states take half

// In contracts, too: whether rows are reduced, the threads of a block, and those of a launch. Blocks
// that find nothing to do end at once, and those that find more go around again.
#define REDUCE_IS_ROWS(outer, axis, inner)                                                         \
    ((inner) == 1 && ((outer) >= REDUCE_UNITS || (axis) <= 16384))
#define REDUCE_THREADS(outer, axis, inner, size)                                                   \
    (REDUCE_BLOCK + REDUCE_IS_ROWS(outer, axis, inner) * (ROW_THREADS(axis, size) - REDUCE_BLOCK))
#define REDUCE_ALL(outer, axis, inner, size)                                                       \
    max(REDUCE_IS_ROWS(outer, axis, inner) * (outer) * ROW_GROUP(axis, size),                        \
        (1 - REDUCE_IS_ROWS(outer, axis, inner)) * REDUCE_BLOCK *                                  \
            min(4 * REDUCE_UNITS, ceil_div((outer) * (axis) * (inner), 16 * REDUCE_BLOCK)))

// A reduction has a state, which step() adds an element to, merge() another state, and result().
template <class T, bool IS_FLOAT = is_float<T>::value> struct sum_of {
    using state = wide<T>;
    using output = T;
    static __device__ inline T nothing()
    {
        return narrow<T>(0);
    }
    static __device__ inline state start()
    {
        return 0;
    }
    static __device__ inline state step(state s, wide<T> x, size_t)
    {
        return s + x;
    }
    template <class F> static __device__ inline state locate(state s, F)
    {
        return s;
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
    static __device__ inline T nothing()
    {
        return narrow<T>(0);
    }
    static __device__ inline state start()
    {
        return 0;
    }
    static __device__ inline state step(state s, T x, size_t)
    {
        return s + (state)(output)x;
    }
    template <class F> static __device__ inline state locate(state s, F)
    {
        return s;
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
    static __device__ inline T nothing()
    {
        return narrow<T>(lowest<T>());
    }
    static __device__ inline state start()
    {
        return lowest<T>();
    }
    static __device__ inline state step(state s, wide<T> x, size_t)
    {
        return max::of(s, x);
    }
    template <class F> static __device__ inline state locate(state s, F)
    {
        return s;
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
    long long index; // any if the value is NaN; -1: the lowest integer, not seen yet
};

template <class W> __device__ inline place<W> exchange(place<W> p, int distance)
{
    return {exchange(p.value, distance), exchange(p.index, distance)};
}
template <class W> __device__ inline place<W> from_lane(place<W> p, int lane)
{
    return {from_lane(p.value, lane), from_lane(p.index, lane)};
}

template <class T> struct argmax_of {
    using state = place<wide<T>>;
    using output = int64_t;
    static __device__ inline T nothing()
    {
        return narrow<T>(lowest<T>());
    }
    static __device__ inline state start()
    {
        return {lowest<T>(), -1};
    }
    static __device__ inline state step(state s, wide<T> x, long long index)
    {
        const wide<T> next = max::of(s.value, x);
        return {next, next != s.value ? index : s.index};
    }
    template <class F> static __device__ inline state locate(state s, F place)
    {
        return {s.value, s.index < 0 ? -1 : (long long)place(s.index)};
    }
    static __device__ inline state merge(state a, state b)
    {
        return b.value > a.value || (b.value == a.value && b.index < a.index) || a.value != a.value
                   ? b
                   : a;
    }
    static __device__ inline output result(state s, size_t)
    {
        return s.value != s.value || s.index < 0 ? 0 : s.index;
    }
};

// Rows, each read once by a group of threads.
template <class R, class T>
__device__ inline void reduce_rows(size_t rows, size_t width, const T *x, typename R::output *y)
{
    using S = typename R::state;
    each_row(rows, width, x, widen(R::nothing()), true, [=](auto &row, size_t i, bool exists) {
        using row_kind = typename std::remove_reference<decltype(row)>::type;
        const auto near =
            row.fold(R::start(), [](S a, wide<T> b, size_t k) { return R::step(a, b, k); });
        const S all =
            reduce<row_kind::group>(R::locate(near, [&](size_t k) { return row.first + k; }),
                                    R::start(), [](S a, S b) { return R::merge(a, b); });
        if (exists && threadIdx.x % (row_kind::group ? row_kind::group : blockDim.x) == 0)
            y[i] = R::result(all, width);
    });
}

// merge() over the slots of a group of threads whose numbers are the same modulo `columns`. Thread t
// has the numbers from t * N. There are `rows` times `columns`. The results are in the first ones.
template <class R, int N>
__device__ inline void merge_slots(typename R::state (&slots)[N], int group, int columns, int rows)
{
    __shared__ typename R::state given[N][REDUCE_BLOCK / 2];
    const int t = threadIdx.x % group;
    const int base = threadIdx.x / group * (group / 2);

    while (rows > 1) {
        const int half = (rows + 1) / 2;
        __syncthreads();
#pragma unroll
        for (int e = 0; e < N; e++) {
            const int to = t * N + e - half * columns;
            if (to >= 0 && to < (rows - half) * columns)
                given[to % N][base + to / N] = slots[e];
        }
        __syncthreads();
#pragma unroll
        for (int e = 0; e < N; e++)
            if (t * N + e < (rows - half) * columns)
                slots[e] = R::merge(slots[e], given[e][base + t]);
        rows = half;
    }
}

// True in the last of `parts` blocks that come here, which then sees what the others wrote.
__device__ inline bool is_last(unsigned int *counter, unsigned int parts)
{
    __shared__ bool last;

    __threadfence();
    __syncthreads();
    if (threadIdx.x == 0)
        last = atomicInc(counter, parts - 1) == parts - 1;
    __syncthreads();
    __threadfence();
    return last;
}

// The results of `parts` blocks, each a row of `columns`, merged to y.
template <class R>
__device__ inline void merge_parts(const typename R::state *from, unsigned int parts, int columns,
                                   size_t axis, typename R::output *y, int existing)
{
    const int rows = REDUCE_BLOCK / columns;
    const int column = threadIdx.x % columns;
    typename R::state slot[1] = {R::start()};

    if ((int)threadIdx.x < rows * columns)
#pragma unroll 8
        for (unsigned int p = threadIdx.x / columns; p < parts; p += rows)
            slot[0] = R::merge(slot[0], from[(size_t)p * columns + column]);
    merge_slots<R>(slot, REDUCE_BLOCK, columns, rows);
    if ((int)threadIdx.x < existing)
        y[threadIdx.x] = R::result(slot[0], axis);
}

// Blocks for each of a few units of work, so that they are enough for a large GPU.
__device__ inline unsigned int parts_of(size_t units, size_t most, bool can_split)
{
    const size_t wanted =
        can_split && units < REDUCE_UNITS ? (REDUCE_UNITS + units - 1) / units : 1;
    return (unsigned int)(wanted < most ? wanted : most);
}

// The matrix [axis, inner] of each slice is read as periods, each a whole number of packs of N
// elements and of rows. A thread reads the same pack of several periods, and so it meets the same
// columns each time. A group of threads takes a slice, or a tile of its columns, or a part of that.
template <class R, int N, class T>
__device__ inline void reduce_slices(size_t outer, size_t axis, size_t inner, const T *x,
                                     typename R::output *y, void *workspace)
{
    if (outer == 0 || inner == 0)
        return;
    constexpr int depth = N > 8 ? 1 : N < 2 ? 8 : 16 / N; // packs that a thread reads together
    const size_t fold = inner % N ? N : 1;                // rows of a period
    const size_t period = inner * fold;
    const size_t tiles = (period + REDUCE_COLUMNS - 1) / REDUCE_COLUMNS;
    const int across = tiles == 1 ? (int)(period / N) : (int)((period / N + tiles - 1) / tiles);
    const int columns = fold == 1 ? across * N : (int)inner;
    const size_t periods = (axis + fold - 1) / fold;
    int group = N == 1 ? WARP : 8;
    while (group < across ||
           (group < REDUCE_BLOCK && (size_t)group * REDUCE_WORK < across * periods))
        group *= 2;
    const int down = group / across;
    const unsigned int parts =
        parts_of(outer * tiles, periods / (down * 16) + 1, workspace && group == REDUCE_BLOCK);
    const size_t units = outer * tiles * parts;
    const size_t full = axis / fold, rest = axis % fold * inner;
    const int t = threadIdx.x % group;
    const int row = t / across;
    const size_t stride = (size_t)parts * down * depth;

    for (size_t first = (size_t)blockIdx.x * (REDUCE_BLOCK / group); first < units;
         first += (size_t)gridDim.x * (REDUCE_BLOCK / group)) {
        const size_t unit = first + threadIdx.x / group;
        const size_t whole = parts == 1 ? unit : unit / parts;
        const size_t slice = tiles == 1 ? whole : whole / tiles;
        const size_t before = (whole - slice * tiles) * (across * N); // columns of other tiles
        const size_t column = before + t % across * N;
        const size_t part = unit - whole * parts;
        const size_t begin = part * down * depth + row;
        const T *from = x + slice * axis * inner + column;
        typename R::state steps[N];
        typename R::state slots[N];
#pragma unroll
        for (int e = 0; e < N; e++)
            steps[e] = R::start();
        const bool exists = unit < units && column < period && row < down;
        const size_t has = exists ? full + (column + N <= rest) : 0;
        const T *next = from + begin * period;
        int count = 0;
        for (size_t k = begin; k < has; k += stride, next += stride * period) {
            const int left = has - k < depth * down ? (int)(has - k) : depth * down;
            pack<T, N> values[depth];
#pragma unroll
            for (int d = 0; d < depth; d++) {
#pragma unroll
                for (int e = 0; e < N; e++)
                    values[d].at[e] = R::nothing();
                if (d * down < left)
                    values[d] = load<N>(next + d * down * period, 0);
            }
#pragma unroll
            for (int d = 0; d < depth; d++)
#pragma unroll
                for (int e = 0; e < N; e++)
                    steps[e] = R::step(steps[e], widen(values[d].at[e]), count + d);
            count += depth;
        }
#pragma unroll
        for (int e = 0; e < N; e++) {
            const size_t offset = fold == 1 ? 0 : ((unsigned)column + e) / (unsigned)inner;
            slots[e] = R::locate(steps[e], [=](size_t i) {
                return (begin + i / depth * stride + i % depth * down) * fold + offset;
            });
            if (N > 1 && exists && part == 0 && t < across && column + N > rest &&
                column + e < rest)
                slots[e] = R::merge(
                    slots[e], R::locate(R::step(R::start(), widen(from[full * period + e]), 0),
                                        [=](size_t) { return full * fold + offset; }));
        }
        merge_slots<R>(slots, group, columns, fold == 1 ? down : down * N);
        if (parts == 1) {
#pragma unroll
            for (int e = 0; e < N; e++)
                if (unit < units && t * N + e < columns && before + t * N + e < inner)
                    y[slice * inner + before + t * N + e] = R::result(slots[e], axis);
            continue;
        }
        unsigned int *counters = (unsigned int *)workspace;
        typename R::state *states = (typename R::state *)(counters + REDUCE_UNITS);
#pragma unroll
        for (int e = 0; e < N; e++)
            if (t * N + e < columns)
                states[unit * columns + t * N + e] = slots[e];
        if (is_last(counters + whole, parts)) {
            const size_t left = inner - before;
            merge_parts<R>(states + whole * parts * columns, parts, columns, axis,
                           y + slice * inner + before,
                           left < (size_t)columns ? (int)left : columns);
        }
    }
}

template <class R, class T>
CUSTUB_THREADS(REDUCE_ALL(outer, axis, inner, sizeof(T)))
CUSTUB_GRID_STRIDE
CUSTUB_BLOCK(REDUCE_THREADS(outer, axis, inner, sizeof(T)))
__global__ void __launch_bounds__(ROW_BLOCK, 2) reduction(
    size_t outer, size_t axis, size_t inner,
    const T *x CUSTUB_COUNTED_BY(outer * axis * inner),
    typename R::output *y CUSTUB_COUNTED_BY(outer * inner) CUSTUB_DISJOINT(x),
    void *workspace CUSTUB_SIZED_BY_OR_NULL(REDUCTION_WORKSPACE) CUSTUB_ALIGNED(16)
        CUSTUB_DISJOINT(x, y))
{
    constexpr int N = sizeof(T) == 1 ? 8 : 16 / sizeof(T);
    const bool by_packs = is_aligned<T, N>(x) && (outer == 1 || axis * inner % N == 0);
    if (inner == 1 && (!workspace || REDUCE_IS_ROWS(outer, axis, inner)))
        reduce_rows<R>(outer, axis, x, y);
    else if (by_packs && (inner % N == 0 || inner * N <= REDUCE_COLUMNS))
        reduce_slices<R, N>(outer, axis, inner, x, y, workspace);
    else
        reduce_slices<R, 1>(outer, axis, inner, x, y, workspace);
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

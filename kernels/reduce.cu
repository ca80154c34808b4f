// Reductions over the middle dimension of [outer, axis, inner]: to [outer, inner].
//   sum     floats in their own type; integers in 64 bits, wrapped around
//   mean    floats only; NaN if the axis is 0
//   max     NaN counts only if there is nothing else; of nothing: NaN, or the lowest integer
//   argmax  the first index of the maximum, as int64_t; 0 if there is none
// Sums have a fixed order, which depends on the shape and on x modulo 16. With a workspace many
// blocks share a long reduction, where there are few of them. The workspace is zeros at first, and
// each launch leaves it ready for the next one in its stream. Null is legal: then a row is reduced
// by a block.
#include "merge.cuh"
#include "elements/pack.cuh"

namespace kernels
{
constexpr int ROW_DEPTH = 4;          // packs of a row that a thread reads together
constexpr int COLUMN_DEPTH = 8;       // the same of columns
constexpr int REDUCE_BYTES = 64;      // the fewest bytes of input for a thread
constexpr int REDUCE_ALONE = 1 << 18; // with so many columns of packs no tile is split
constexpr int REDUCE_ACROSS = 16;     // packs in a row of a tile, if rows consist of full packs
// The parts into which all rows and all tiles of columns are split fill an H200: 132
// multiprocessors, each of which runs 3 blocks of a tile at once.
constexpr int ROW_PARTS = 16 * 132;
constexpr int TILE_PARTS = 3 * 132;
constexpr int REDUCTION_WORKSPACE = 8 << 20; // bytes

// Packs of small elements as words: the compiler would keep each element in a register of its own.
template <class T, int N>
using raw = std::conditional_t<N * sizeof(T) % 4, pack<T, N>, pack<uint32_t, N * sizeof(T) / 4>>;

// Calls add(packs, number of the first) for `count` packs of N elements, `step` elements apart.
// Packs beyond the last hold R::nothing().
template <class R, int N, int DEPTH, class T, class Add>
__device__ inline void each_pack(const T *from, int count, size_t step, Add add)
{
    raw<T, N> packs[DEPTH];
    int k = 0;

    for (; k + DEPTH <= count; k += DEPTH, from += DEPTH * step) {
#pragma unroll
        for (int d = 0; d < DEPTH; d++)
            packs[d] = *reinterpret_cast<const raw<T, N> *>(from + d * step);
        add(packs, k);
    }
    if (k < count) {
        pack<T, N> none;
#pragma unroll
        for (int e = 0; e < N; e++)
            none.at[e] = R::nothing();
#pragma unroll
        for (int d = 0; d < DEPTH; d++) {
            packs[d] = as<raw<T, N>>(none);
            if (k + d < count)
                packs[d] = *reinterpret_cast<const raw<T, N> *>(from + d * step);
        }
        add(packs, k);
    }
}

// join() over N values
template <class R, int N>
__device__ inline typename R::value joined(const typename R::value *values)
{
    if constexpr (N == 1)
        return values[0];
    else
        return R::join(joined<R, N / 2>(values), joined<R, N / 2>(values + N / 2));
}

template <class R, int N, class T> __device__ inline typename R::value joined(pack<T, N> elements)
{
    typename R::value values[N];
#pragma unroll
    for (int e = 0; e < N; e++)
        values[e] = widen(elements.at[e]);
    return joined<R, N>(values);
}

// The first element of a pack that is the value of a place.
template <class T, int N, class V, class I>
__device__ inline int first_equal(pack<T, N> elements, place<V, I> p)
{
    int first = 0;
#pragma unroll
    for (int e = N - 1; e >= 0; e--)
        first = V(widen(elements.at[e])) == p.value ? e : first;
    return first;
}
template <class T, int N, class V> __device__ inline int first_equal(pack<T, N>, V)
{
    return 0;
}

// The state of thread t of 2^log over its share of the elements [begin, end) of a row: packs, and
// at both ends the elements outside of full packs.
template <class R, int N, class T>
__device__ inline typename R::state reduce_range(const T *row, size_t begin, size_t end, int t,
                                                 int log)
{
    const size_t width = end - begin;
    const size_t address = reinterpret_cast<uintptr_t>(row + begin) / sizeof(T);
    const int head = (int)min::of<size_t>((0 - address) % N, width);
    const size_t packs = (width - head) / N;
    const size_t count = packs > (size_t)t ? ((packs - t - 1) >> log) + 1 : 0;
    const int ends = (int)(width - packs * N); // elements
    const auto place_of = [=](int i) { return begin + i + (i < head ? 0 : packs * N); };
    // Prefetched while the packs are read.
    const T end_element = t < ends ? row[place_of(t)] : R::nothing();
    typename R::local local = R::start();
    raw<T, N> best = {}; // the pack that has the value of `local`

    each_pack<R, N, ROW_DEPTH>(
        row + begin + head + t * N, (int)count, (size_t)N << log, [&](auto &read, int k) {
#pragma unroll
            for (int d = 0; d < ROW_DEPTH; d++) {
                const auto next = R::add(local, joined<R, N>(as<pack<T, N>>(read[d])), k + d);
                if constexpr (R::has_index)
                    best = next.index != local.index ? read[d] : best;
                local = next;
            }
        });
    typename R::state s = R::locate(local, [=](int k) {
        return begin + head + (((size_t)k << log) + t) * N +
               first_equal(as<pack<T, N>>(best), local);
    });
    for (int i = t; i < ends; i += 1 << log) {
        const T x = i == t ? end_element : row[place_of(i)];
        s = R::merge(s,
                     R::locate(R::add(R::start(), widen(x), 0), [=](int) { return place_of(i); }));
    }
    return s;
}

// Rows, each read by a group of threads, or by several blocks.
template <class R, class T>
__device__ inline void reduce_rows(size_t rows, size_t width, const T *x, typename R::output *y,
                                   typename R::state *given, void *workspace)
{
    constexpr int N = 16 / sizeof(T);
    const shared_work<R> work(workspace);
    const unsigned int parts =
        workspace && rows < REDUCE_COUNTERS
            ? (unsigned int)min::of<size_t>(ROW_PARTS / rows, width / (REDUCE_BLOCK * 8 * N)) + 1
            : 1;
    const size_t length = parts == 1 ? width : (width / parts / N + 1) * N;
    const size_t units = rows * parts;
    // Bytes for each thread of a small group. Elements outside of full packs take time, too.
    const size_t least = width % N ? 128 : 64;
    int log = 0; // of the threads of a group
    while (1 << log < REDUCE_BLOCK &&
           (parts > 1 || (log < 3 ? least : 256) << log < width * sizeof(T)))
        log++;
    const int t = threadIdx.x % (1 << log);

    for (size_t first = (size_t)blockIdx.x * (REDUCE_BLOCK >> log); first < units;
         first += (size_t)gridDim.x * (REDUCE_BLOCK >> log)) {
        const size_t unit = first + (threadIdx.x >> log);
        const size_t i = parts == 1 ? unit : unit / parts;
        const size_t begin = min::of((unit - i * parts) * length, width);
        const size_t end = unit < units ? min::of(begin + length, width) : begin;
        const auto s = merge_threads<R>(reduce_range<R, N>(x + i * width, begin, end, t, log), log);
        if (parts == 1) {
            if (t == 0 && unit < units)
                y[i] = R::result(s, width);
            continue;
        }
        if (t == 0)
            work.states[unit] = s;
        if (is_last(work.counters + i, parts))
            merge_parts<R>(work.states + i * parts, parts, 1, given, width, y + i, 1);
    }
}

// How threads divide the columns of [outer, axis, inner]. The matrix [axis, inner] of a slice is
// read in periods, each of full rows and full packs. A thread reads the pack at the same position
// of several periods, so its columns are always the same. A group of threads takes a tile of a
// slice's columns, or a part of a tile.
struct column_plan {
    size_t period;      // elements
    size_t full;        // periods of a slice
    size_t length;      // periods of a part
    size_t units;       // parts of all tiles
    size_t tiles;       // of a slice
    unsigned int parts; // of a tile
    int rest;           // elements of a slice after its full periods
    int fold;           // rows of a period
    int across;         // threads of a group beside each other
    int down;           // and below each other
    int columns;        // of a tile
};

template <class State, int N>
__device__ inline column_plan plan_columns(size_t outer, size_t axis, size_t inner, int fold,
                                           bool can_split)
{
    column_plan p;
    p.fold = fold;
    p.period = inner * fold;
    p.full = axis / fold;
    p.rest = (int)(axis % fold * inner);
    const size_t packs = p.period / N, periods = p.full + (p.rest > 0);
    const size_t widest = N == 1 || fold > 1 ? REDUCE_BLOCK : REDUCE_ACROSS;
    p.tiles = ceil_div(packs, widest);
    p.across = (int)ceil_div(packs, p.tiles);
    p.columns = fold == 1 ? p.across * N : (int)inner;
    const size_t most = REDUCE_BLOCK / p.across;
    p.down = (int)min::of(most, min::of(REDUCE_ALONE / (outer * packs), periods / 8) + 1);
    const size_t wholes = outer * p.tiles;
    const size_t room =
        min::of<size_t>(TILE_PARTS, (REDUCTION_WORKSPACE - REDUCE_COUNTERS * sizeof(int)) /
                                        sizeof(State) / p.columns);
    p.parts = can_split && p.down == most && wholes < room
                  ? (unsigned int)min::of(room / wholes, periods / (p.down * 16) + 1)
                  : 1;
    p.length = ceil_div(periods, p.parts);
    p.units = wholes * p.parts;
    return p;
}

// A thread's share of a unit of work.
struct column_share {
    size_t slice;
    size_t before; // columns of other tiles
    size_t column; // the first one in the period
    size_t tile;   // its number
    unsigned int part;
    int row; // in the group
    bool exists;
};

__device__ inline column_share share_of(const column_plan &plan, size_t unit, int t, int n)
{
    column_share s;
    s.row = t / plan.across;
    s.tile = plan.parts == 1 ? unit : unit / plan.parts;
    s.part = (unsigned int)(unit - s.tile * plan.parts);
    s.slice = plan.tiles == 1 ? s.tile : s.tile / plan.tiles;
    s.before = (s.tile - s.slice * plan.tiles) * (plan.across * n);
    s.column = s.before + (t - s.row * plan.across) * n;
    s.exists = unit < plan.units && s.row < plan.down && s.column < plan.period;
    return s;
}

// The states of a thread for the columns of its packs, in slots. `from` is the slice.
template <class R, int N, class T>
__device__ inline void reduce_packs(const column_plan &plan, const column_share &share,
                                    size_t inner, const T *from, typename R::state (&slots)[N])
{
    constexpr int depth = COLUMN_DEPTH;
    const size_t begin = share.part * plan.length + share.row;
    // Elements of the last rows from here; there are none if a row is a period.
    const int left = plan.fold == 1 ? 0 : plan.rest - (int)share.column;
    const size_t has = plan.full + (left >= N);
    const size_t end = share.exists ? min::of(has, (share.part + 1) * plan.length) : 0;
    const int count = end > begin ? (int)ceil_div(end - begin, plan.down) : 0;
    typename R::local local[N];
#pragma unroll
    for (int e = 0; e < N; e++)
        local[e] = R::start();

    from += share.column;
    const auto add = [&](auto &packs, int k) {
#pragma unroll
        for (int e = 0; e < N; e++) {
            typename R::value values[depth];
#pragma unroll
            for (int d = 0; d < depth; d++)
                values[d] = widen(as<pack<T, N>>(packs[d]).at[e]);
            if constexpr (R::has_index)
#pragma unroll
                for (int d = 0; d < depth; d++)
                    local[e] = R::add(local[e], values[d], k + d);
            else
                local[e] = R::add(local[e], joined<R, depth>(values), k);
        }
    };
    each_pack<R, N, depth>(from + begin * plan.period, count, plan.down * plan.period, add);
#pragma unroll
    for (int e = 0; e < N; e++) {
        const unsigned int row =
            plan.fold == 1 ? 0 : ((unsigned int)share.column + e) / (unsigned int)inner;
        slots[e] = R::locate(
            local[e], [=](int k) { return (begin + (size_t)k * plan.down) * plan.fold + row; });
        if (e < left && left < N && share.exists && share.part == 0 && share.row == 0)
            slots[e] = R::merge(
                slots[e], R::locate(R::add(R::start(), widen(from[plan.full * plan.period + e]), 0),
                                    [=](int) { return plan.full * plan.fold + row; }));
    }
}

template <class R, int N, class T>
__device__ inline void reduce_columns(size_t outer, size_t axis, size_t inner, int fold, const T *x,
                                      typename R::output *y, typename R::state *given,
                                      void *workspace)
{
    __shared__ column_plan plan;
    if (threadIdx.x == 0)
        plan = plan_columns<typename R::state, N>(outer, axis, inner, fold, workspace);
    __syncthreads();
    const shared_work<R> work(workspace);
    const int group = plan.across * plan.down;
    const int groups = min::of(REDUCE_BLOCK / group, REDUCE_BLOCK / 2);
    // Threads left over join the last group, below its rows.
    const int g = min::of((int)threadIdx.x / group, groups - 1);
    const int t = threadIdx.x - g * group;

    for (size_t first = (size_t)blockIdx.x * groups; first < plan.units;
         first += (size_t)gridDim.x * groups) {
        const column_share share = share_of(plan, first + g, t, N);
        typename R::state slots[N];
        reduce_packs<R, N>(plan, share, inner, x + share.slice * axis * inner, slots);
        merge_slots<R>(slots, given, t, g * ((group + 1) / 2), plan.columns, plan.down * fold);

        const size_t existing = min::of<size_t>(plan.columns, inner - share.before);
        typename R::output *to = y + share.slice * inner + share.before;
        if (plan.parts == 1) {
#pragma unroll
            for (int e = 0; e < N; e++)
                if (share.exists && (size_t)(t * N + e) < existing)
                    to[t * N + e] = R::result(slots[e], axis);
            continue;
        }
        typename R::state *states = work.states + share.tile * plan.parts * plan.columns;
#pragma unroll
        for (int e = 0; e < N; e++)
            if (t * N + e < plan.columns)
                states[share.part * plan.columns + t * N + e] = slots[e];
        if (is_last(work.counters + share.tile, plan.parts))
            merge_parts<R>(states, plan.parts, plan.columns, given, axis, to, (int)existing);
    }
}

template <class R, class T>
CUSTUB_THREADS(ceil_div(outer * axis * inner * sizeof(T), REDUCE_BYTES))
CUSTUB_GRID_STRIDE
CUSTUB_BLOCK(REDUCE_BLOCK)
__global__ void __launch_bounds__(REDUCE_BLOCK, 3) reduction(
    size_t outer, size_t axis, size_t inner,
    const T *x CUSTUB_COUNTED_BY(outer * axis * inner),
    typename R::output *y CUSTUB_COUNTED_BY(outer * inner) CUSTUB_DISJOINT(x),
    void *workspace CUSTUB_SIZED_BY_OR_NULL(REDUCTION_WORKSPACE) CUSTUB_ALIGNED(16)
        CUSTUB_DISJOINT(x, y))
{
    constexpr int N = sizeof(T) == 1 ? 8 : 16 / sizeof(T);
    __shared__ typename R::state given[8 * GIVING_THREADS];
    const bool by_packs = is_aligned<T, N>(x) && (outer == 1 || axis * inner % N == 0);
    int fold = 1; // rows that together are full packs
    while (fold * inner % N)
        fold *= 2;

    if (outer == 0 || inner == 0)
        return;
    if (inner == 1)
        reduce_rows<R>(outer, axis, x, y, given, workspace);
    else if (by_packs && (fold == 1 || inner * fold / N <= REDUCE_BLOCK))
        reduce_columns<R, N>(outer, axis, inner, fold, x, y, given, workspace);
    else
        reduce_columns<R, 1>(outer, axis, inner, 1, x, y, given, workspace);
}
} // namespace kernels

#define REDUCTION(name, T, f) CUSTUB_STUB(f##_##name, kernels::reduction<kernels::f##_of<T>, T>);
// The maximum over an axis; max_f32 has two operands.
#define OVER_AXIS(name, T, f)                                                                      \
    CUSTUB_STUB(f##_axis_##name, kernels::reduction<kernels::f##_of<T>, T>);

NUMBERS(REDUCTION, sum)
NUMBERS(OVER_AXIS, max)
NUMBERS(REDUCTION, argmax)
FLOATS(REDUCTION, mean)

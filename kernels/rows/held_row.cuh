// Rows that a group of threads reads once and keeps in registers.
#ifndef KERNELS_ROWS_HELD_ROW_CUH
#define KERNELS_ROWS_HELD_ROW_CUH

#include "../elements/pack.cuh"
#include "group.cuh"

namespace kernels
{
// What is added to a row while it is read: nothing, or the row `other`. Then the sum, which is
// rounded, is the row, and is written to `sum`.
struct no_addend {
    __device__ inline no_addend at(size_t) const
    {
        return {};
    }
};
template <class T> struct addend {
    const T *other;
    T *sum;

    __device__ inline addend at(size_t i) const
    {
        return {other + i, sum + i};
    }
    __device__ inline T add(size_t i, T x) const
    {
        return sum[i] = narrow<T>(widen(x) + widen(other[i]));
    }
};
template <class T, int N>
__device__ inline pack<T, N> added(const pack<T, N> &a, const pack<T, N> &b)
{
    pack<T, N> result;
#pragma unroll
    for (int e = 0; e < N; e++)
        result.at[e] = narrow<T>(widen(a.at[e]) + widen(b.at[e]));
    return result;
}

// A row in the registers of a group, in packs of N elements. GROUP is its threads, or 0 for the
// block. Elements are widened once, by read(): nvcc spills registers if each use widens them.
template <class T, int N, int GROUP> struct held_row {
    static constexpr int group = GROUP;
    static constexpr int packs = ROW_OF_THREAD(sizeof(T)) / N;
    static constexpr int batch = N == 1 ? 4 : 1; // packs whose factors are read together
    static constexpr int lanes = GROUP && GROUP < WARP ? GROUP : WARP; // read neighbouring packs
    wide<T> at[packs][N];
    int first; // of the thread's elements
    int left;  // elements from there to the end of the row

    __device__ inline bool has(int p) const
    {
        return p * lanes * N < left;
    }

    __device__ inline void add(pack<T, N> (&)[packs], no_addend) const {}
    __device__ inline void add(pack<T, N> (&values)[packs], addend<T> a) const
    {
        constexpr int half = (packs + 1) / 2; // all at once would take too many registers
#pragma unroll
        for (int start = 0; start < packs; start += half) {
            pack<T, N> others[half];
#pragma unroll
            for (int p = 0; p < half; p++)
                if (has(start + p))
                    others[p] = load<N>(a.other + first, (start + p) * lanes);
#pragma unroll
            for (int p = 0; p < half && start + p < packs; p++) {
                if (!has(start + p))
                    continue;
                values[start + p] = added(values[start + p], others[p]);
                store<N>(a.sum + first, (start + p) * lanes, values[start + p]);
            }
        }
    }

    // Elements beyond the row's end are `nothing`.
    template <class Addend>
    __device__ inline void read(const T *from, size_t width, wide<T> nothing, size_t, Addend a)
    {
        const int t = GROUP ? threadIdx.x % GROUP : threadIdx.x;
        first = (t / lanes * lanes * packs + t % lanes) * N;
        left = (int)width - first;
        pack<T, N> values[packs];
#pragma unroll
        for (int p = 0; p < packs; p++) {
#pragma unroll
            for (int e = 0; e < N; e++)
                values[p].at[e] = narrow<T>(nothing);
            if (has(p))
                values[p] = load<N>(from + first, p * lanes);
        }
        add(values, a);
#pragma unroll
        for (int p = 0; p < packs; p++)
#pragma unroll
            for (int e = 0; e < N; e++)
                at[p][e] = widen(values[p].at[e]);
    }

    // value = f(value, element) over the thread's elements
    template <class V, class F> __device__ inline V fold(V value, F f) const
    {
#pragma unroll
        for (int p = 0; p < packs; p++)
#pragma unroll
            for (int e = 0; e < N; e++)
                value = f(value, at[p][e]);
        return value;
    }

    // The same for an f() that would change the value for `nothing`.
    template <class V, class F> __device__ inline V fold_existing(V value, F f) const
    {
#pragma unroll
        for (int p = 0; p < packs; p++)
            if (has(p))
#pragma unroll
                for (int e = 0; e < N; e++)
                    value = f(value, at[p][e]);
        return value;
    }

    // to[i] = g(f(element, a[i] or 1), b[i] or 0); a and b may be null.
    template <class U, class F, class G>
    __device__ inline void write(U *to, const T *a, const T *b, F f, G g) const
    {
#pragma unroll
        for (int first_pack = 0; first_pack < packs; first_pack += batch) {
            if (!has(first_pack))
                continue;
            pack<T, N> factors[batch], addends[batch];
#pragma unroll
            for (int p = 0; p < batch; p++) {
                factors[p] = filled<N>(narrow<T>(1));
                addends[p] = filled<N>(narrow<T>(0));
                if (a && has(first_pack + p))
                    factors[p] = load<N>(a + first, (first_pack + p) * lanes);
                if (b && has(first_pack + p))
                    addends[p] = load<N>(b + first, (first_pack + p) * lanes);
            }
#pragma unroll
            for (int p = 0; p < batch; p++) {
                pack<U, N> result;
#pragma unroll
                for (int e = 0; e < N; e++)
                    result.at[e] = narrow<U>(g(f(at[first_pack + p][e], widen(factors[p].at[e])),
                                               widen(addends[p].at[e])));
                if (has(first_pack + p))
                    store<N>(to + first, (first_pack + p) * lanes, result);
            }
        }
    }
};

// The same for a row that begins at any element: its packs, and the elements before and after them.
template <class T, int N, int GROUP> struct unaligned_row {
    static constexpr int group = GROUP;
    static constexpr int threads = GROUP ? GROUP : WARP; // that hold elements of the two ends
    static constexpr int ends = (N - 2) / threads + 1;   // elements of each end in a thread
    held_row<T, N, GROUP> middle;
    wide<T> head[ends], tail[ends];
    const T *from;
    unsigned int width;

    __device__ inline unsigned int index(int k) const
    {
        return (GROUP ? threadIdx.x % GROUP : threadIdx.x) + k * threads;
    }
    __device__ inline bool has(int k, unsigned int count) const
    {
        return (GROUP || threadIdx.x < WARP) && index(k) < count;
    }

    static __device__ inline T add(size_t, T x, no_addend)
    {
        return x;
    }
    static __device__ inline T add(size_t i, T x, addend<T> a)
    {
        return a.add(i, x);
    }

    template <class Addend>
    __device__ inline void read(const T *address, size_t elements, wide<T> nothing, size_t,
                                Addend a)
    {
        from = address;
        width = (unsigned int)elements;
        const row_packs<T, N, unsigned int> packs(from, width);
        T heads[ends], tails[ends];
#pragma unroll
        for (int k = 0; k < ends; k++) {
            heads[k] = tails[k] = narrow<T>(nothing);
            if (has(k, packs.before))
                heads[k] = add(index(k), from[index(k)], a);
            if (has(k, width - packs.after))
                tails[k] = add(packs.after + index(k), from[packs.after + index(k)], a);
        }
        middle.read(from + packs.before, packs.count * N, nothing, 0, a.at(packs.before));
#pragma unroll
        for (int k = 0; k < ends; k++) {
            head[k] = widen(heads[k]);
            tail[k] = widen(tails[k]);
        }
    }

    template <class V, class F> __device__ inline V fold(V value, F f) const
    {
        const row_packs<T, N, unsigned int> packs(from, width);
#pragma unroll
        for (int k = 0; k < ends; k++) {
            if (has(k, packs.before))
                value = f(value, head[k]);
            if (has(k, width - packs.after))
                value = f(value, tail[k]);
        }
        return middle.fold_existing(value, f);
    }

    template <class V, class F> __device__ inline V fold_existing(V value, F f) const
    {
        return fold(value, f);
    }

    // b is read after the use of a: both at once would take too many registers.
    template <class U, class F, class G>
    __device__ inline void write(U *to, const T *a, const T *b, F f, G g) const
    {
        const row_packs<T, N, unsigned int> packs(from, width);
#pragma unroll
        for (int p = 0; p < middle.packs; p++) {
            if (!middle.has(p))
                continue;
            const unsigned int first = packs.before + middle.first + p * middle.lanes * N;
            wide<T> values[N];
            pack<T, N> others = filled<N>(narrow<T>(1));
            pack<U, N> results;
            if (a)
                others = load_by_words(a, first);
#pragma unroll
            for (int e = 0; e < N; e++)
                values[e] = f(middle.at[p][e], widen(others.at[e]));
            others = filled<N>(narrow<T>(0));
            if (b)
                others = load_by_words(b, first);
#pragma unroll
            for (int e = 0; e < N; e++)
                results.at[e] = narrow<U>(g(values[e], widen(others.at[e])));
            store_whole(to + first, results);
        }
        const auto one = [=](unsigned int i, wide<T> x) {
            to[i] = narrow<U>(g(f(x, a ? widen(a[i]) : wide<T>(1)), b ? widen(b[i]) : wide<T>(0)));
        };
#pragma unroll
        for (int k = 0; k < ends; k++) {
            if (has(k, packs.before))
                one(index(k), head[k]);
            if (has(k, width - packs.after))
                one(packs.after + index(k), tail[k]);
        }
    }
};
} // namespace kernels
#endif

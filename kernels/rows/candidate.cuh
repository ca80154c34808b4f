// Elements in the order of a sorted row: the largest first, equal ones by their places, NaN last.
#ifndef KERNELS_ROWS_CANDIDATE_CUH
#define KERNELS_ROWS_CANDIDATE_CUH

#include "../elements/operation.cuh"
#include "group.cuh"

namespace kernels
{
// An element as a key for sorting: an integer in the order of the values, and then the place.
template <class K> struct candidate {
    K key;          // 0: NaN
    uint32_t order; // the index's complement; 0: there is no element
};

template <class K> __device__ inline candidate<K> exchange(candidate<K> c, int distance)
{
    return {exchange(c.key, distance), exchange(c.order, distance)};
}

template <class K> __device__ inline candidate<K> from_lane(candidate<K> c, int lane)
{
    return {from_lane(c.key, lane), from_lane(c.order, lane)};
}

template <class K> __device__ inline candidate<K> from_below(candidate<K> c)
{
    return {__shfl_up_sync(0xffffffffu, c.key, 1), __shfl_up_sync(0xffffffffu, c.order, 1)};
}

__device__ inline bool is_before(candidate<uint32_t> a, candidate<uint32_t> b)
{
    return ((uint64_t)a.key << 32 | a.order) > ((uint64_t)b.key << 32 | b.order);
}

__device__ inline bool is_before(candidate<uint64_t> a, candidate<uint64_t> b)
{
    return a.key > b.key || (a.key == b.key && a.order > b.order);
}

__device__ inline uint32_t bits(float x)
{
    return __float_as_uint(x);
}
__device__ inline uint64_t bits(double x)
{
    return __double_as_longlong(x);
}
template <class T> __device__ inline bits_of<T> bits(T x)
{
    return (bits_of<T>)x;
}

// -0 and 0 have the same key.
template <class W> __device__ inline bits_of<W> key_of(W x)
{
    constexpr bits_of<W> sign = (bits_of<W>)1 << (8 * sizeof(bits_of<W>) - 1);
    if (!is_float<W>::value)
        return std::is_signed<W>::value ? bits(x) ^ sign : bits(x);
    const bits_of<W> b = bits(W(x + W(0)));
    return x != x ? 0 : b & sign ? ~b : b | sign;
}

template <class T> using candidate_of = candidate<bits_of<wide<T>>>;

template <class T> __device__ inline candidate_of<T> candidate_at(T x, uint32_t index)
{
    return {key_of(widen(x)), ~index};
}
} // namespace kernels
#endif

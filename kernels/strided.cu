// Elementwise kernels over up to four dimensions, with a stride per dimension and operand. A stride
// of 0 repeats an operand along a dimension. The last dimension is the one that neighbouring
// threads go along. Sizes of 1 fill up what is not used; any size may be 0.
#include "operation.cuh"
#include "stream.cuh"

namespace kernels
{
// Sizes, and the strides of the buffers, all in elements. No two elements of z may have the same
// place: a stride of 0 is refused unless the size is 1 or less, other strides are not checked. z
// may have the address and strides of x or y; else they may not share elements.
struct strides {
    size_t size[4];
    size_t x[4];
    size_t y[4];
    size_t z[4];
};

struct position {
    size_t x, y, z;
};

template <class V> struct operands {
    V x, y;
};

// Joins neighbouring dimensions that are contiguous in all operands. The joined ones come last.
__device__ inline strides joined(strides s)
{
#pragma unroll
    for (int round = 0; round < 3; round++) {
#pragma unroll
        for (int d = 2; d >= 0; d--) {
            const size_t size = s.size[d + 1];
            if (size == 1) {
                s.x[d + 1] = s.x[d];
                s.y[d + 1] = s.y[d];
                s.z[d + 1] = s.z[d];
            } else if (s.size[d] != 1 &&
                       (s.x[d] != s.x[d + 1] * size || s.y[d] != s.y[d + 1] * size ||
                        s.z[d] != s.z[d + 1] * size)) {
                continue;
            }
            s.size[d + 1] *= s.size[d];
            s.size[d] = 1;
        }
    }
    return s;
}

// Calls write(position.z, read(position)) for `count` items of each thread. The thread's first
// position and the step to the next one are divided into coordinates once; later positions are
// sums. C is the type of items' numbers, P of offsets. Only the last DIMENSIONS have more than one
// element.
template <int DIMENSIONS, class C, class P, class Read, class Write>
__device__ inline void each_position(const strides &s, int count, Read read, Write write)
{
    constexpr int BATCH = 4; // items that are read before the first is written
    constexpr int lowest = 4 - DIMENSIONS;
    const C n = s.size[0] * s.size[1] * s.size[2] * s.size[3];
    const size_t begin = (size_t)blockIdx.x * blockDim.x * count + threadIdx.x;
    if (begin >= n) // a grid may have more threads than C counts
        return;
    C i = (C)begin;
    C at[4], by[4];
    at[lowest] = i;
    by[lowest] = blockDim.x;

#pragma unroll
    for (int d = 3; d > lowest; d--) {
        const C size = s.size[d];
        at[d] = at[lowest] % size;
        at[lowest] /= size;
        by[d] = by[lowest] % size;
        by[lowest] /= size;
    }
#pragma unroll 1
    for (int k = 0; k < count && i < n; k += BATCH) {
        decltype(read(position())) values[BATCH];
        P z[BATCH];
        bool exists[BATCH];
#pragma unroll
        for (int b = 0; b < BATCH; b++) {
            P x = 0, y = 0;
            bool carry = false;
            z[b] = 0;
#pragma unroll
            for (int d = 3; d >= lowest; d--) {
                x += at[d] * (P)s.x[d];
                y += at[d] * (P)s.y[d];
                z[b] += at[d] * (P)s.z[d];
                at[d] += by[d] + carry;
                carry = d > lowest && at[d] >= s.size[d];
                at[d] -= carry ? (C)s.size[d] : 0;
            }
            exists[b] = i < n;
            if (exists[b])
                values[b] = read(position{x, y, z[b]});
            i += blockDim.x;
        }
#pragma unroll
        for (int b = 0; b < BATCH; b++)
            if (exists[b])
                write(z[b], values[b]);
    }
}

constexpr int STRIDED_PACKS = 4; // of 16 bytes in a thread
#define STRIDED_THREADS(n, size) ceil_div(n, 16 / (size) * STRIDED_PACKS)

// How many elements an operand needs: up to the one with all coordinates at their maximum.
#define ELEMENTS(s)                                                                                \
    s.size[0] * s.size[1] * s.size[2] * s.size[3]
#define REACH(s, of)                                                                               \
    (s.size[0] > 0 && s.size[1] > 0 && s.size[2] > 0 && s.size[3] > 0) *                           \
        (1 + (s.size[0] - 1) * s.of[0] + (s.size[1] - 1) * s.of[1] + (s.size[2] - 1) * s.of[2] +   \
         (s.size[3] - 1) * s.of[3])
// No two elements of the result have one address: along each dimension the stride is larger than the reach
// of all dimensions with a smaller stride, or an equal one.
#define REACH_BELOW(s, d, of)                                                                      \
    (s.z[of] <= s.z[d]) * (s.size[of] - 1) * s.z[of]
#define IS_APART(s, d, a, b, c)                                                                    \
    (s.size[d] == 1 || REACH_BELOW(s, d, a) + REACH_BELOW(s, d, b) + REACH_BELOW(s, d, c) < s.z[d])
#define RESULT_IS_NOT_REPEATED(s)                                                                  \
    (ELEMENTS(s) == 0 || (IS_APART(s, 0, 1, 2, 3) && IS_APART(s, 1, 0, 2, 3) &&                    \
                          IS_APART(s, 2, 0, 1, 3) && IS_APART(s, 3, 0, 1, 2)))

// True if N neighbours along the last dimension can be read or written at once, or are all the
// same.
template <int N, class T>
__device__ inline bool has_packs(const strides &s, const size_t (&stride)[4], const T *pointer)
{
    if (stride[3] == 0)
        return true;
    return stride[3] == 1 && is_aligned<T, N>(pointer) &&
           (s.size[0] == 1 || stride[0] % N == 0) && (s.size[1] == 1 || stride[1] % N == 0) &&
           (s.size[2] == 1 || stride[2] % N == 0);
}

template <int N, class T>
__device__ inline words load_or_repeat(const T *from, size_t place, size_t stride)
{
    if (stride)
        return *reinterpret_cast<const words *>(from + place);
    pack<T, N> value;
#pragma unroll
    for (int e = 0; e < N; e++)
        value.at[e] = from[place];
    return as<words>(value);
}

// z = f(x, y) with strides.
template <class T, class F>
__device__ inline void map_strided(const strides &given, F f, T *z, const T *x, const T *y)
{
    constexpr int N = 16 / sizeof(T);
    const bool is_small = !(ELEMENTS(given) >> 31) && !(REACH(given, x) >> 32) &&
                          !(REACH(given, y) >> 32) && !(REACH(given, z) >> 32);
    strides s = joined(given);
    const bool is_flat = s.size[0] == 1 && s.size[1] == 1; // as broadcasts and pitches are

    // f() is called after all reads of a batch: one with branches would keep them apart.
    if (s.size[3] % N == 0 && !(ELEMENTS(s) / N >> 31) && s.z[3] &&
        has_packs<N>(s, s.z, z) && has_packs<N>(s, s.x, x) && has_packs<N>(s, s.y, y)) {
        const size_t of_x = s.x[3], of_y = s.y[3];
        const auto read = [=](position p) {
            return operands<words>{load_or_repeat<N>(x, p.x, of_x),
                                   load_or_repeat<N>(y, p.y, of_y)};
        };
        const auto write = [=](size_t place, const operands<words> &read) {
            const auto a = as<pack<T, N>>(read.x), b = as<pack<T, N>>(read.y);
            pack<T, N> value;
#pragma unroll
            for (int e = 0; e < N; e++)
                value.at[e] = f(a.at[e], b.at[e]);
            *reinterpret_cast<words *>(z + place) = as<words>(value);
        };
        s.size[3] /= N;
        s.x[3] *= N;
        s.y[3] *= N;
        s.z[3] *= N;
        if (is_flat)
            each_position<2, uint32_t, size_t>(s, STRIDED_PACKS, read, write);
        else
            each_position<4, uint32_t, size_t>(s, STRIDED_PACKS, read, write);
        return;
    }
    const auto read = [=](position p) { return operands<T>{x[p.x], y[p.y]}; };
    const auto write = [=](size_t place, operands<T> read) { z[place] = f(read.x, read.y); };
    if (is_small && is_flat)
        each_position<2, uint32_t, uint32_t>(s, STRIDED_PACKS * N, read, write);
    else if (is_small)
        each_position<4, uint32_t, uint32_t>(s, STRIDED_PACKS * N, read, write);
    else
        each_position<4, size_t, size_t>(s, STRIDED_PACKS * N, read, write);
}

template <class F, class T>
CUSTUB_THREADS(STRIDED_THREADS(ELEMENTS(s), sizeof(T)))
CUSTUB_REQUIRES(RESULT_IS_NOT_REPEATED(s))
__global__ void __launch_bounds__(STREAM_BLOCK) binary_strided(
    strides s,
    const T *x CUSTUB_COUNTED_BY(REACH(s, x)),
    const T *y CUSTUB_COUNTED_BY(REACH(s, y)),
    T *z CUSTUB_COUNTED_BY(REACH(s, z)))
{
    map_strided(s, [](T a, T b) { return compute<F>(a, b); }, z, x, y);
}

// z = x, with other strides: permutes, slices and repeats. The strides of y are not used.
template <class T>
CUSTUB_THREADS(STRIDED_THREADS(ELEMENTS(s), sizeof(T)))
CUSTUB_REQUIRES(RESULT_IS_NOT_REPEATED(s))
__global__ void __launch_bounds__(STREAM_BLOCK) copy_strided(
    strides s,
    const T *x CUSTUB_COUNTED_BY(REACH(s, x)),
    T *z CUSTUB_COUNTED_BY(REACH(s, z)))
{
    for (int d = 0; d < 4; d++)
        s.y[d] = s.x[d];
    map_strided(s, [](T a, T) { return a; }, z, x, x);
}
} // namespace kernels

#define STRIDED(name, T, f) CUSTUB_STUB(f##_strided_##name, kernels::binary_strided<kernels::f, T>);

NUMBERS(STRIDED, add)
NUMBERS(STRIDED, sub)
NUMBERS(STRIDED, mul)
NUMBERS(STRIDED, div)
NUMBERS(STRIDED, max)
NUMBERS(STRIDED, min)
FLOATS(STRIDED, pow)
NUMBERS(STUB, copy_strided)

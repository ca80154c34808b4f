// y = x over up to four dimensions, with a stride per dimension and buffer: permutes, slices and
// repeats. A stride of 0 repeats x along a dimension. The last dimension is the one that
// neighbouring threads go along. Sizes of 1 fill up what is not used; any size may be 0.
#include "elements/stream.cuh"

namespace kernels
{
// Sizes, and the strides of the buffers, all in elements. The ranges of x and y may overlap, as
// those of two columns of one array do, but no element may be in both.
struct strides {
    size_t size[4];
    size_t x[4];
    size_t y[4];
};

// Joins neighbouring dimensions that are contiguous in both buffers. The joined ones come last.
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
            } else if (s.size[d] != 1 &&
                       (s.x[d] != s.x[d + 1] * size || s.y[d] != s.y[d + 1] * size)) {
                continue;
            }
            s.size[d + 1] *= s.size[d];
            s.size[d] = 1;
        }
    }
    return s;
}

// Calls write(y, read(x)) for the places of `count` items of each thread. The thread's first
// position and the step to the next one are divided into coordinates once; later positions are
// sums. C is the type of items' numbers, P of offsets. Only the last DIMENSIONS have more than one
// element.
template <int DIMENSIONS, class C, class P, class Read, class Write>
__device__ inline void each_place(const strides &s, int count, Read read, Write write)
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
        decltype(read(0)) values[BATCH];
        P y[BATCH];
        bool exists[BATCH];
#pragma unroll
        for (int b = 0; b < BATCH; b++) {
            P x = 0;
            bool carry = false;
            y[b] = 0;
#pragma unroll
            for (int d = 3; d >= lowest; d--) {
                x += at[d] * (P)s.x[d];
                y[b] += at[d] * (P)s.y[d];
                at[d] += by[d] + carry;
                carry = d > lowest && at[d] >= s.size[d];
                at[d] -= carry ? (C)s.size[d] : 0;
            }
            exists[b] = i < n;
            if (exists[b])
                values[b] = read(x);
            i += blockDim.x;
        }
#pragma unroll
        for (int b = 0; b < BATCH; b++)
            if (exists[b])
                write(y[b], values[b]);
    }
}

constexpr int STRIDED_PACKS = 4; // of 16 bytes in a thread
#define STRIDED_THREADS(n, size) ceil_div(n, 16 / (size) * STRIDED_PACKS)

// How many elements a buffer needs: up to the one with all coordinates at their maximum.
#define ELEMENTS(s)                                                                                \
    s.size[0] * s.size[1] * s.size[2] * s.size[3]
#define REACH(s, of)                                                                               \
    (s.size[0] > 0 && s.size[1] > 0 && s.size[2] > 0 && s.size[3] > 0) *                           \
        (1 + (s.size[0] - 1) * s.of[0] + (s.size[1] - 1) * s.of[1] + (s.size[2] - 1) * s.of[2] +   \
         (s.size[3] - 1) * s.of[3])
// No two elements of y have one address: along each dimension the stride is larger than the reach of all
// dimensions with a smaller stride, or an equal one.
#define REACH_BELOW(s, d, of)                                                                      \
    (s.y[of] <= s.y[d]) * (s.size[of] - 1) * s.y[of]
#define IS_APART(s, d, a, b, c)                                                                    \
    (s.size[d] == 1 || REACH_BELOW(s, d, a) + REACH_BELOW(s, d, b) + REACH_BELOW(s, d, c) < s.y[d])
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
    return as<words>(filled<N>(from[place]));
}

template <class T>
CUSTUB_THREADS(STRIDED_THREADS(ELEMENTS(s), sizeof(T)))
CUSTUB_REQUIRES(RESULT_IS_NOT_REPEATED(s))
__global__ void __launch_bounds__(STREAM_BLOCK) copy_strided(
    strides s,
    const T *x CUSTUB_COUNTED_BY(REACH(s, x)),
    T *y CUSTUB_COUNTED_BY(REACH(s, y)))
{
    constexpr int N = 16 / sizeof(T);
    const bool is_small =
        !(ELEMENTS(s) >> 31) && !(REACH(s, x) >> 32) && !(REACH(s, y) >> 32);
    s = joined(s);
    const bool is_flat = s.size[0] == 1 && s.size[1] == 1; // as broadcasts and pitches are

    if (s.size[3] % N == 0 && !(ELEMENTS(s) / N >> 31) && s.y[3] && has_packs<N>(s, s.y, y) &&
        has_packs<N>(s, s.x, x)) {
        const size_t stride = s.x[3];
        const auto read = [=](size_t place) { return load_or_repeat<N>(x, place, stride); };
        const auto write = [=](size_t place, words value) {
            *reinterpret_cast<words *>(y + place) = value;
        };
        s.size[3] /= N;
        s.x[3] *= N;
        s.y[3] *= N;
        if (is_flat)
            each_place<2, uint32_t, size_t>(s, STRIDED_PACKS, read, write);
        else
            each_place<4, uint32_t, size_t>(s, STRIDED_PACKS, read, write);
        return;
    }
    const auto read = [=](size_t place) { return x[place]; };
    const auto write = [=](size_t place, T value) { y[place] = value; };
    if (is_small && is_flat)
        each_place<2, uint32_t, uint32_t>(s, STRIDED_PACKS * N, read, write);
    else if (is_small)
        each_place<4, uint32_t, uint32_t>(s, STRIDED_PACKS * N, read, write);
    else
        each_place<4, size_t, size_t>(s, STRIDED_PACKS * N, read, write);
}
} // namespace kernels

NUMBERS(STUB, copy_strided)

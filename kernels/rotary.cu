// Rotary position embedding, in place: the position of a token turns pairs of elements of its
// heads. A head has `size` elements, the first `rotated` of which are turned, in pairs of the
// elements i and i + rotated / 2 (rotary_halves, as in GPT-NeoX and Llama), or of 2 i and 2 i + 1
// (rotary_pairs, as in GPT-J). Row p of `table` has the cosines of position p, then the sines. A
// token whose position is not in the table stays as it is. `pitch` elements are between tokens, so
// that heads may lie in a larger array; those of q and k, side by side, take one launch.
#include "elements/stream.cuh"

namespace kernels
{
constexpr int ROTARY_HEADS = 4; // of a token, in a thread: they share cosines and sines

#define ROTARY_THREADS(tokens, heads, rotated, size)                                               \
    ((tokens) * ceil_div(heads, ROTARY_HEADS) * ceil_div(rotated, 2 * 16 / (size)))

// N pairs of a head: the first elements, then the second ones, or pair after pair.
template <class T, int N> struct pairs {
    pack<T, N> low, high;

    __device__ inline T &at(int i)
    {
        return i < N ? low.at[i] : high.at[i - N];
    }
};

template <class T> __device__ inline void turn(T &a, T &b, float cosine, float sine)
{
    const float x = widen(a), y = widen(b);
    a = narrow<T>(x * cosine - y * sine);
    b = narrow<T>(y * cosine + x * sine);
}

template <bool HALVES, int N, class T>
__device__ inline void turn_heads(size_t tokens, size_t heads, size_t size, size_t pitch,
                                  size_t half, size_t limit, const int32_t *positions,
                                  const float *table, T *x)
{
    const size_t packs = half / N, groups = ceil_div(heads, ROTARY_HEADS);
    const size_t high = HALVES ? half : N; // from the first pack of pairs to the second one

    for (size_t i = thread_index(); i < tokens * groups * packs;
         i += (size_t)gridDim.x * blockDim.x) {
        const size_t row = row_of(i, packs), token = row_of(row, groups);
        const size_t pair = (i - row * packs) * N, head = (row - token * groups) * ROTARY_HEADS;
        const size_t position = (size_t)positions[token]; // beyond every limit if it is negative
        T *first = x + token * pitch + head * size + (HALVES ? pair : 2 * pair);
        pairs<T, N> values[ROTARY_HEADS];
#pragma unroll
        for (int h = 0; h < ROTARY_HEADS; h++)
            if (head + h < heads)
                values[h] = {load<N>(first + h * size, 0), load<N>(first + h * size + high, 0)};
        if (position >= limit)
            continue;
        const float *turns = table + position * 2 * half + pair;
        const auto cosines = load<N>(turns, 0), sines = load<N>(turns + half, 0);
#pragma unroll
        for (int h = 0; h < ROTARY_HEADS; h++) {
            if (head + h >= heads)
                continue;
#pragma unroll
            for (int e = 0; e < N; e++)
                turn(values[h].at(HALVES ? e : 2 * e), values[h].at(HALVES ? N + e : 2 * e + 1),
                     cosines.at[e], sines.at[e]);
            store<N>(first + h * size, 0, values[h].low);
            store<N>(first + h * size + high, 0, values[h].high);
        }
    }
}

template <class T, bool HALVES>
CUSTUB_THREADS(ROTARY_THREADS(tokens, heads, rotated, sizeof(T)))
CUSTUB_REQUIRES(rotated % 2 == 0 && rotated <= size && heads * size <= pitch)
__global__ void __launch_bounds__(STREAM_BLOCK) rotary(
    size_t tokens, size_t heads, size_t size, size_t pitch, size_t rotated, size_t limit,
    const int32_t *positions CUSTUB_COUNTED_BY(tokens),
    const float *table CUSTUB_COUNTED_BY(limit * rotated),
    T *x CUSTUB_COUNTED_BY((tokens > 0) * ((tokens - 1) * pitch + heads * size))
        CUSTUB_DISJOINT(positions, table))
{
    constexpr int N = 16 / sizeof(T);
    const size_t half = rotated / 2;
    if (half % N == 0 && size % N == 0 && pitch % N == 0 && is_aligned<T, N>(x) &&
        is_aligned<float, N>(table))
        turn_heads<HALVES, N>(tokens, heads, size, pitch, half, limit, positions, table, x);
    else
        turn_heads<HALVES, 1>(tokens, heads, size, pitch, half, limit, positions, table, x);
}

// The table of positions 0 to below `limit`: pair i turns by the position times base^(-2 i /
// rotated).
CUSTUB_THREADS(limit * (rotated / 2))
CUSTUB_REQUIRES(rotated % 2 == 0)
__global__ void __launch_bounds__(STREAM_BLOCK) rotary_table(
    size_t limit, size_t rotated, double base,
    float *table CUSTUB_COUNTED_BY(limit * rotated))
{
    const size_t half = rotated / 2, i = thread_index();
    if (i >= limit * half)
        return;
    const size_t position = row_of(i, half), pair = i - position * half;
    const double angle = position * ::pow(base, -2.0 * pair / rotated);
    float *turns = table + position * rotated + pair;
    turns[0] = ::cos(angle);
    turns[half] = ::sin(angle);
}
} // namespace kernels

#define ROTARY(name, T, ...)                                                                       \
    CUSTUB_STUB(rotary_halves_##name, kernels::rotary<T, true>);                                   \
    CUSTUB_STUB(rotary_pairs_##name, kernels::rotary<T, false>);

FLOATS_UP_TO_32(ROTARY)
#if KERNELS_f32 || KERNELS_f16 || KERNELS_bf16
CUSTUB_STUB(rotary_table_f32, kernels::rotary_table);
#endif

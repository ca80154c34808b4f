// Numbers as e4m3, a float of 8 bits, whose bits the arrays of uint8_t have: y = x / scale, and
// back y = x scale.
#include "elements/e4m3.cuh"
#include "rows/each_row.cuh"
#include "elements/stream.cuh"

namespace kernels
{
// One scale for all.
template <class T>
CUSTUB_THREADS(STREAM_THREADS(n, sizeof(T)))
__global__ void __launch_bounds__(STREAM_BLOCK) quantize_e4m3(
    size_t n,
    const T *__restrict__ x CUSTUB_COUNTED_BY(n),
    const float *__restrict__ scale CUSTUB_COUNTED_BY(1),
    uint8_t *__restrict__ y CUSTUB_COUNTED_BY(n))
{
    const float divisor = *scale;
    map<16 / sizeof(T)>(n, [=](T a) { return narrow<e4m3>(widen(a) / divisor); },
                        reinterpret_cast<e4m3 *>(y), x);
}

// Writes the scale of each row, by which its largest number becomes 448. It is at least the
// smallest normal number.
template <class T>
CUSTUB_THREADS(ROW_ALL(rows, width, sizeof(T)))
CUSTUB_BLOCK(ROW_THREADS(width, sizeof(T)))
CUSTUB_SHARED(ROW_SHARED(width, sizeof(T)))
__global__ void __launch_bounds__(ROW_BLOCK, 2) quantize_rows_e4m3(
    size_t rows, size_t width,
    const T *__restrict__ x CUSTUB_COUNTED_BY(rows * width),
    uint8_t *__restrict__ y CUSTUB_COUNTED_BY(rows * width),
    float *__restrict__ scale CUSTUB_COUNTED_BY(rows))
{
    e4m3 *results = reinterpret_cast<e4m3 *>(y);
    const auto quantize = [=](auto &row, size_t i, bool exists) {
        constexpr int group = std::remove_reference<decltype(row)>::type::group;
        const auto higher = [](float a, float b) { return fmaxf(a, fabsf(b)); };
        const float highest = reduce<group>(row.fold(0.0f, higher), 0.0f, higher);
        const float divisor = fmaxf(highest / 448, 1.17549435e-38f);
        if (!exists)
            return;
        const float factor = 1 / divisor;
        row.write(results + i * width, nullptr, nullptr, [=](float a, float) { return a * factor; },
                  unchanged());
        if (threadIdx.x % (group ? group : blockDim.x) == 0)
            scale[i] = divisor;
    };
    each_row(rows, width, x, 0.0f, true, are_alike<16 / sizeof(T)>(x, results), quantize);
}

template <int N> struct scaled_pack {
    pack<e4m3, N> numbers;
    float scale;
};

// y for packs of N elements, `width` of which are a row.
template <int BATCH, int N, class T>
__device__ inline void map_scaled(int count, size_t n, size_t width, const e4m3 *x,
                                  const float *scale, T *y)
{
    stream<BATCH>(
        count, n,
        [=](size_t i) {
            return scaled_pack<N>{load<N>(x, i), scale[row_of(i, width)]};
        },
        [=](size_t i, const scaled_pack<N> &read) {
            pack<T, N> result;
#pragma unroll
            for (int e = 0; e < N; e++)
                result.at[e] = narrow<T>(widen(read.numbers.at[e]) * read.scale);
            store<N>(y, i, result);
        });
}

// Each row has its scale. A single row has one for all.
template <class T>
CUSTUB_THREADS(STREAM_THREADS(rows * width, sizeof(T)))
__global__ void __launch_bounds__(STREAM_BLOCK) dequantize_e4m3(
    size_t rows, size_t width,
    const uint8_t *__restrict__ x CUSTUB_COUNTED_BY(rows * width),
    const float *__restrict__ scale CUSTUB_COUNTED_BY(rows),
    T *__restrict__ y CUSTUB_COUNTED_BY(rows * width))
{
    constexpr int N = 16 / sizeof(T);
    const e4m3 *numbers = reinterpret_cast<const e4m3 *>(x);
    if (width % N == 0 && is_aligned<e4m3, N>(numbers) && is_aligned<T, N>(y))
        map_scaled<STREAM_PACKS, N>(STREAM_PACKS, rows * (width / N), width / N, numbers, scale,
                                    y);
    else
        map_scaled<STREAM_BATCH, 1>(STREAM_PACKS * N, rows * width, width, numbers, scale, y);
}
} // namespace kernels

FLOATS_UP_TO_32(STUB, quantize_e4m3)
FLOATS_UP_TO_32(STUB, quantize_rows_e4m3)
FLOATS_UP_TO_32(STUB, dequantize_e4m3)

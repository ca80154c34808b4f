// Normalization of rows. `weight` and `bias` have a number for each column, or are null. x and y
// may be the same buffer; y may not overlap weight and bias, which all rows read.
#include "elements/operation.cuh"
#include "rows/each_row.cuh"

namespace kernels
{
// y = (x - mean) / sqrt(variance + epsilon) * weight + bias, where variance is the mean of
// (x - mean)^2
template <class T>
CUSTUB_THREADS(ROW_ALL(rows, width, sizeof(T)))
CUSTUB_BLOCK(ROW_THREADS(width, sizeof(T)))
CUSTUB_SHARED(ROW_SHARED(width, sizeof(T)))
__global__ void __launch_bounds__(ROW_BLOCK, 2) layernorm(
    size_t rows, size_t width, float epsilon,
    const T *x CUSTUB_COUNTED_BY(rows * width),
    const T *weight CUSTUB_COUNTED_BY_OR_NULL(width),
    const T *bias CUSTUB_COUNTED_BY_OR_NULL(width),
    T *y CUSTUB_COUNTED_BY(rows * width) CUSTUB_SAME_OR_DISJOINT(x)
        CUSTUB_DISJOINT(weight, bias))
{
    using W = wide<T>;
    constexpr int N = 16 / sizeof(T);
    const auto add = [](W a, W b) { return a + b; };
    const bool aligned = is_aligned<T, N>(weight) && is_aligned<T, N>(bias);
    const auto normalize = [=](auto &row, size_t i, bool exists) {
        constexpr int group = std::remove_reference<decltype(row)>::type::group;
        const W mean = reduce<group>(row.fold(W(0), add), W(0), add) / W(width);
        const auto square = [=](W a, W b) { return a + (b - mean) * (b - mean); };
        const W variance = reduce<group>(row.fold_existing(W(0), square), W(0), add) / W(width);
        const W factor = W(1) / c_sqrt(variance + W(epsilon));
        if (exists)
            row.write(y + i * width, weight, bias,
                      [=](W a, W w) { return (a - mean) * factor * w; }, add);
    };
    each_row(rows, width, x, W(0), aligned, are_alike<N>(x, y), normalize);
}

// The row `to` = x / sqrt(mean of x^2 + epsilon) * weight for a row x.
template <class Row, class T>
__device__ inline void write_rms(const Row &row, size_t width, float epsilon, const T *weight,
                                 T *to, bool exists)
{
    using W = wide<T>;
    const auto add = [](W a, W b) { return a + b; };
    const auto square = [](W a, W b) { return a + b * b; };
    const W squares = reduce<Row::group>(row.fold(W(0), square), W(0), add) / W(width);
    const W factor = W(1) / c_sqrt(squares + W(epsilon));
    if (exists)
        row.write(to, weight, nullptr, [=](W a, W w) { return a * factor * w; }, unchanged());
}

template <class T>
CUSTUB_THREADS(ROW_ALL(rows, width, sizeof(T)))
CUSTUB_BLOCK(ROW_THREADS(width, sizeof(T)))
CUSTUB_SHARED(ROW_SHARED(width, sizeof(T)))
__global__ void __launch_bounds__(ROW_BLOCK, 2) rmsnorm(
    size_t rows, size_t width, float epsilon,
    const T *x CUSTUB_COUNTED_BY(rows * width),
    const T *weight CUSTUB_COUNTED_BY_OR_NULL(width),
    T *y CUSTUB_COUNTED_BY(rows * width) CUSTUB_SAME_OR_DISJOINT(x)
        CUSTUB_DISJOINT(weight))
{
    constexpr int N = 16 / sizeof(T);
    const auto normalize = [=](auto &row, size_t i, bool exists) {
        write_rms(row, width, epsilon, weight, y + i * width, exists);
    };
    each_row(rows, width, x, wide<T>(0), is_aligned<T, N>(weight), are_alike<N>(x, y), normalize);
}

// sum = x + residual, rounded, and y = rmsnorm of the sum. Both may be written over x or residual.
// Two rows and five pointers take more registers than two blocks have.
template <class T>
CUSTUB_THREADS(ROW_ALL(rows, width, sizeof(T)))
CUSTUB_BLOCK(ROW_THREADS(width, sizeof(T)))
CUSTUB_SHARED(ROW_SHARED(width, sizeof(T)))
__global__ void __launch_bounds__(ROW_BLOCK, 1) add_rmsnorm(
    size_t rows, size_t width, float epsilon,
    const T *x CUSTUB_COUNTED_BY(rows * width),
    const T *residual CUSTUB_COUNTED_BY(rows * width),
    const T *weight CUSTUB_COUNTED_BY_OR_NULL(width),
    T *sum CUSTUB_COUNTED_BY(rows * width) CUSTUB_SAME_OR_DISJOINT(x, residual)
        CUSTUB_DISJOINT(weight),
    T *y CUSTUB_COUNTED_BY(rows * width) CUSTUB_SAME_OR_DISJOINT(x, residual)
        CUSTUB_DISJOINT(weight, sum))
{
    constexpr int N = 16 / sizeof(T);
    const auto normalize = [=](auto &row, size_t i, bool exists) {
        write_rms(row, width, epsilon, weight, y + i * width, exists);
    };
    each_row(rows, width, x, wide<T>(0), is_aligned<T, N>(weight),
             are_alike<N>(x, residual, sum, y), normalize, addend<T>{residual, sum});
}
} // namespace kernels

FLOATS(STUB, layernorm)
FLOATS(STUB, rmsnorm)
FLOATS_UP_TO_32(STUB, add_rmsnorm)

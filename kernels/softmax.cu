// y = exp(x - max) / sum of exp(x - max) for each row, with the GPU's approximation of exp() for 16
// bits. A row with NaN or +infinity becomes NaN. x and y may be the same buffer.
#include "elements/operation.cuh"
#include "rows/each_row.cuh"

namespace kernels
{
template <class T>
CUSTUB_THREADS(ROW_ALL(rows, width, sizeof(T)))
CUSTUB_BLOCK(ROW_THREADS(width, sizeof(T)))
CUSTUB_SHARED(ROW_SHARED(width, sizeof(T)))
__global__ void __launch_bounds__(ROW_BLOCK, 2) softmax(
    size_t rows, size_t width,
    const T *x CUSTUB_COUNTED_BY(rows * width),
    T *y CUSTUB_COUNTED_BY(rows * width) CUSTUB_SAME_OR_DISJOINT(x))
{
    using W = wide<T>;
    const auto add = [](W a, W b) { return a + b; };
    const auto higher = [](W a, W b) { return c_max(a, b); };
    const auto normalize = [=](auto &row, size_t i, bool exists) {
        constexpr int group = std::remove_reference<decltype(row)>::type::group;
        const W none = W(-INFINITY);
        const W highest = reduce<group>(row.fold(none, higher), none, higher);
        const auto power = [=](W a) { return plain(c_exp(quick_or_wide<T>(a - highest))); };
        const W sum =
            reduce<group>(row.fold(W(0), [=](W a, W b) { return a + power(b); }), W(0), add);
        const W factor = W(1) / sum;
        if (exists)
            row.write(y + i * width, nullptr, nullptr,
                      [=](W a, W) { return power(a) * factor; }, unchanged());
    };
    each_row(rows, width, x, W(-INFINITY), true, are_alike<16 / sizeof(T)>(x, y), normalize);
}
} // namespace kernels

FLOATS(STUB, softmax)

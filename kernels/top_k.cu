// The k largest elements of each row, the largest first, and where they are. Equal elements come in the
// order of their places; NaN comes after everything else. A warp looks for one element after the other,
// so the time grows with k times the width.
#include "row.cuh"

namespace kernels
{
constexpr int TOP_LIMIT = 64;
constexpr int TOP_BLOCK = 256;

template <class W> struct candidate {
    W value;
    int32_t index; // -1: none
};

template <class W> __device__ inline candidate<W> exchange(candidate<W> c, int distance)
{
    return {exchange(c.value, distance), exchange(c.index, distance)};
}

// Whether a comes before b. There is an a.
template <class W> __device__ inline bool is_before(candidate<W> a, candidate<W> b)
{
    if (b.index < 0)
        return true;
    if (a.value != a.value || b.value != b.value)
        return b.value == b.value ? false : a.value == a.value || a.index < b.index;
    return a.value > b.value || (a.value == b.value && a.index < b.index);
}

template <class T>
CUSTUB_THREADS(rows * WARP)
CUSTUB_GRID_STRIDE
CUSTUB_REQUIRES(k <= TOP_LIMIT && k <= width && width < 0x80000000)
CUSTUB_BLOCK(TOP_BLOCK)
__global__ void __launch_bounds__(TOP_BLOCK) top_k(
    size_t rows, size_t width, unsigned int k,
    const T *x CUSTUB_COUNTED_BY(rows * width),
    T *values CUSTUB_COUNTED_BY(rows * k) CUSTUB_DISJOINT(x),
    int32_t *indices CUSTUB_COUNTED_BY(rows * k) CUSTUB_DISJOINT(x, values))
{
    using W = wide<T>;
    const size_t warps = (size_t)gridDim.x * (TOP_BLOCK / WARP);
    const int lane = threadIdx.x % WARP;

    for (size_t row = ((size_t)blockIdx.x * TOP_BLOCK + threadIdx.x) / WARP; row < rows;
         row += warps) {
        candidate<W> last = {W(0), -1};
        for (unsigned int place = 0; place < k; place++) {
            candidate<W> best = {W(0), -1};
            for (int32_t i = lane; i < (int32_t)width; i += WARP) {
                const candidate<W> c = {widen(x[row * width + i]), i};
                if ((last.index < 0 || is_before(last, c)) && is_before(c, best))
                    best = c;
            }
            last = reduce<WARP>(best, [](candidate<W> a, candidate<W> b) {
                return a.index >= 0 && is_before(a, b) ? a : b;
            });
            if (lane == 0) {
                values[row * k + place] = x[row * width + last.index];
                indices[row * k + place] = last.index;
            }
        }
    }
}
} // namespace kernels

NUMBERS(STUB, top_k)

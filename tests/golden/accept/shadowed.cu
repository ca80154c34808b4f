// custub: --arch sm_80,sm_90
// A file with macros that have names of the contract language: in contracts these are the
// language's own. Other macros are expanded.
#include <custub/kernel.h>
#define min(a, b) ((a) < (b) ? (a) : (b))
#define max(a, b) ({ __typeof__(a) x_ = (a); __typeof__(b) y_ = (b); x_ > y_ ? x_ : y_; })
#define ceil_div(a, b) std::ceil_div((a), (b))
#define is_pow2 std::has_single_bit
#define TILE 16
#define ROWS(n) ((n) * TILE)
#define COUNTED(...) CUSTUB_COUNTED_BY(__VA_ARGS__)
#define KERNEL(name, T) \
    extern "C" CUSTUB_THREADS(max(n, TILE)) __global__ void name( \
        int n, int m, T *x CUSTUB_COUNTED_BY(min(n, m)), T *y COUNTED(ROWS(max(n, 1))))

KERNEL(of_float, float) { x[0] = y[0]; }
KERNEL(of_double, double) { x[0] = y[0]; }
extern "C" CUSTUB_REQUIRES(is_pow2(blockDim.x) && min(n, 4) == 4) CUSTUB_BLOCK(TILE)
__global__ void nested(
    unsigned n, int min, float *x CUSTUB_COUNTED_BY(max(min(n, TILE), ceil_div(min, 3))),
    const float *y CUSTUB_SIZED_BY_OR_NULL(ROWS(n) * sizeof(float)) CUSTUB_ALIGNED(max(16, 8)))
{
    x[threadIdx.x] = min(n, 3);
}
extern "C" __global__ void vendor(int n, float *x) {}
extern "C" CUSTUB_THREADS(min(n, 8)) __global__ void CUSTUB_CONTRACT_OF(vendor)(
    int n, float *x CUSTUB_COUNTED_BY(ceil_div(n, TILE)));
extern "C" __global__ void before(int n, float *x CUSTUB_COUNTED_BY(min(n, TILE))) {}
#undef TILE
#define TILE 32
extern "C" __global__ void after(int n, float *x CUSTUB_COUNTED_BY(min(n, TILE))) {}
#undef TILE
#undef max
#define max \
    (2, \
     3)
extern "C" __global__ void defined_again(int n, float *x CUSTUB_COUNTED_BY(max(n, 4))) {}

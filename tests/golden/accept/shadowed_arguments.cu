// custub: --arch sm_80,sm_90
// Macros with names of the contract language that cannot be expanded in a contract: they take
// another number of arguments, or leave a parenthesis open. Other macros are expanded all the same.
#include <custub/kernel.h>
#define min(a, b, c) ((a) < (b) ? (a) : (c))
#define max(...) first(__VA_ARGS__)
#define ceil_div(a) f(a
#define is_pow2 4
#define TILE 16
#define ROWS(n) ((n) * TILE)
#define KERNEL(name, T) \
    extern "C" CUSTUB_THREADS(max(n, TILE)) __global__ void name( \
        int n, int m, T *x CUSTUB_COUNTED_BY(min(n, m)), T *y CUSTUB_SIZED_BY(ROWS(max(n, 1))))

KERNEL(of_float, float) { x[0] = y[min(0, 1, n)]; }
KERNEL(of_double, double) { x[0] = y[0]; }
extern "C" CUSTUB_REQUIRES(is_pow2(blockDim.x)) CUSTUB_BLOCK(TILE) CUSTUB_GRID_STRIDE
CUSTUB_THREADS(n) __global__ void nested(
    unsigned n, float *x CUSTUB_COUNTED_BY(max(min(n, TILE), ceil_div(n, 3))))
{
    x[0] = is_pow2;
}
extern "C" __global__ void vendor(int n, float *x) {}
extern "C" __global__ void CUSTUB_CONTRACT_OF(vendor)(int n, float *x CUSTUB_COUNTED_BY(TILE));
#undef TILE
#define TILE 32
#undef min
#define min(a) a
extern "C" __global__ void after(int n, float *x CUSTUB_COUNTED_BY(min(n, TILE))) {}

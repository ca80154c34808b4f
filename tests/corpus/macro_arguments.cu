// Macros with names of the contract language and other arguments: no compiler expands contracts.
// kernels: least power
#include <custub/kernel.h>
#define min(a, b, c)  ((a) < (b) ? (a) : (c))
#define is_pow2(n, m) ((n) % (m))
extern "C" CUSTUB_THREADS(min(n, m)) __global__
    void least(int n, int m, float *x CUSTUB_COUNTED_BY(min(n, m)))
{
    x[0] = min(n, m, 1);
}
extern "C" CUSTUB_REQUIRES(is_pow2(n)) __global__ void power(int n)
{
}

#include <custub/kernel.h>
extern "C" CUSTUB_THREADS(n) __global__ void conflict(int n, float *x CUSTUB_COUNTED_BY(n));
extern "C" CUSTUB_THREADS(2 * n) __global__ void conflict(int n, float *x CUSTUB_COUNTED_BY(2 * n)) {}

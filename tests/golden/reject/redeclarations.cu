#include <custub/kernel.h>
extern "C" __global__ void late(int n, float *x, float *y) {}
extern "C" __global__ void late(int n, float *x CUSTUB_COUNTED_BY(n), float *y CUSTUB_COUNTED_BY(2 * n));
extern "C" CUSTUB_THREADS(rows) __global__ void swapped(int rows, int columns);
extern "C" __global__ void swapped(int columns, int rows) {}
static CUSTUB_THREADS(n) __device__ void helper(int n);
static __device__ void helper(int n) {}
__host__ void prepare(int n, float *x CUSTUB_COUNTED_BY(n));
extern "C" CUSTUB_THREADS(n) __global__ void conflict(int n, float *x CUSTUB_COUNTED_BY(n));
extern "C" CUSTUB_THREADS(2 * n) __global__ void conflict(int n, float *x CUSTUB_COUNTED_BY(2 * n)) {}
struct with_count {
    int n;
    float *x CUSTUB_COUNTED_BY(n);
};
CUSTUB_THREADS(1) __device__ int counter;
typedef float *counted CUSTUB_COUNTED_BY(4);
union either {
    float *x CUSTUB_COUNTED_BY(3);
    static __device__ void method(int n, float *x CUSTUB_COUNTED_BY(n)) {}
};

#include <custub/kernel.h>
#define SIZE(...) __block_size__(__VA_ARGS__)

extern "C" CUSTUB_THREADS(n) __global__ void SIZE((32, 1, 1), (2, 1, 1)) threads(int n) {}
extern "C" CUSTUB_REQUIRES(gridDim.x < n) __global__ void SIZE((32, 1, 1), (1, 2, 1)) grid(int n) {}
extern "C" __global__ void SIZE((32, 1, 1), (2, 1, 1))
    counted(int n, float *x CUSTUB_COUNTED_BY(gridDim.x * n)) {}

/* These count nothing but threads of a block, or their clusters are of one block. */
extern "C" CUSTUB_REQUIRES(n > 0) __global__ void SIZE((32, 1, 1), (2, 1, 1)) scalars(int n) {}
extern "C" CUSTUB_THREADS(n) __global__ void SIZE((32, 1, 1)) alone(int n) {}
extern "C" CUSTUB_THREADS(n) __global__ void SIZE((32, 1, 1), (1, 1, 1)) single(int n) {}

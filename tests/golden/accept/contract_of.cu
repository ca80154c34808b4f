// Contracts of kernels that cannot be edited, and contracts at declarations of kernels that can.
// custub: --arch sm_80,sm_90
#include <custub/kernel.h>

// Before what it is for.
extern "C" CUSTUB_REQUIRES(n % 4 == 0) __global__ void CUSTUB_CONTRACT_OF(newer)(
    int n, float *x CUSTUB_COUNTED_BY(n));

#include "contract_of.cuh"

typedef size_t count_t;
extern "C" CUSTUB_THREADS(n) __global__ void CUSTUB_CONTRACT_OF(saxpy)(
    count_t n, float a, const float *x CUSTUB_COUNTED_BY(n) CUSTUB_ALIASES(y),
    float *y CUSTUB_COUNTED_BY(n));

// Names for what has none, and other names.
extern "C" {
CUSTUB_THREADS(width, image.rows) CUSTUB_COOPERATIVE __global__ void CUSTUB_CONTRACT_OF(unnamed)(
    int width, float *pixels CUSTUB_COUNTED_BY(width *image.rows), struct box image);
}

#define CONTRACT(type)                                                                             \
    extern "C" CUSTUB_THREADS(n) CUSTUB_SHARED(4 * blockDim.x) __global__ void CUSTUB_CONTRACT_OF( \
        KERNEL(type))(type * values CUSTUB_COUNTED_BY(n) CUSTUB_ALIGNED(16), int n);
CONTRACT(float)
CONTRACT(double)

// The same thing said twice is said once, and what two declarations say is said by both.
extern "C" CUSTUB_THREADS(n) __global__ void declared(int n, float *x CUSTUB_COUNTED_BY(n), float *y);
extern "C" CUSTUB_REQUIRES(n > 1) CUSTUB_THREADS(n) __global__ void declared(
    int n, float *x CUSTUB_COUNTED_BY(n), float *y CUSTUB_COUNTED_BY(n));
extern "C" CUSTUB_THREADS(n) __global__ void declared(int n, float *x, float *y) {}
extern "C" __global__ void declared(int, float *x CUSTUB_COUNTED_BY(n), float *y);

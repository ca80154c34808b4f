// What is wrong with a contract that stands apart is said at its own place.
#include <custub/kernel.h>
extern "C" __global__ void vendor(int count, float *x) {}
extern "C" CUSTUB_THREADS(m) __global__ void CUSTUB_CONTRACT_OF(vendor)(
    int n, float *values CUSTUB_COUNTED_BY(count));

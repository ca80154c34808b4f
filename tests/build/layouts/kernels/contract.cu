#include <original.cuh>

#include <custub/kernel.h>

extern "C" CUSTUB_THREADS(n) __global__
    void CUSTUB_CONTRACT_OF(negate)(int n, float *x CUSTUB_COUNTED_BY(n));

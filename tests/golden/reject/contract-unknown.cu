#include <custub/kernel.h>
extern "C" __global__ void declared_only(int n);
extern "C" __global__ void known(int n, float *x) {}
extern "C" CUSTUB_THREADS(n) __global__ void CUSTUB_CONTRACT_OF(known)(int n, float *x);
extern "C" CUSTUB_THREADS(n) __global__ void CUSTUB_CONTRACT_OF(knwon)(int n, float *x);
extern "C" CUSTUB_THREADS(n) __global__ void CUSTUB_CONTRACT_OF(declared_only)(int n);

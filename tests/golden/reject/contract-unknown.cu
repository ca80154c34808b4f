#include <custub/kernel.h>
extern "C" __global__ void declared_only(int n);
extern "C" __global__ void known(int n, float *x) {}
extern "C" CUSTUB_THREADS(n) __global__ void CUSTUB_CONTRACT_OF(known)(int n, float *x);
extern "C" CUSTUB_THREADS(n) __global__ void CUSTUB_CONTRACT_OF(knwon)(int n, float *x);
extern "C" CUSTUB_THREADS(n) __global__ void CUSTUB_CONTRACT_OF(declared_only)(int n);
__global__ void cpp(int n, float *x) {}
extern "C" CUSTUB_THREADS(n) __global__ void CUSTUB_CONTRACT_OF(cpp)(int n, float *x);
__global__ void with_stub(int n, float *x) {}
CUSTUB_STUB(with_stub, with_stub);
extern "C" CUSTUB_THREADS(n) __global__ void CUSTUB_CONTRACT_OF(with_stub)(int n, float *x);

// custub: --arch sm_80,sm_90
#include <custub/kernel.h>
#if __CUDA_ARCH__ >= 900
#define TILE 32
#else
#define TILE 16
#endif
extern "C" CUSTUB_BLOCK(TILE) __global__ void own(int n, float *x) {}
extern "C" __global__ void apart(int n, float *x) {}
extern "C" __global__ void CUSTUB_CONTRACT_OF(apart)(int n, float *x CUSTUB_COUNTED_BY(n * TILE));

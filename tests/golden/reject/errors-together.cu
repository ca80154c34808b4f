// custub: --arch sm_80,sm_90
// Whatever finds them: all of a file's errors, each once, from its beginning to its end.
#include <custub/kernel.h>
extern "C" __global__ void first(int n, float *x CUSTUB_COUNTED_BY(m)) {}
extern "C" __global__ void wide(int n, long double a, float *x CUSTUB_COUNTED_BY(n *)) {}
extern "C" CUSTUB_THREADS(1, 2, 3, 4) __global__ void four(int n, float *x CUSTUB_COUNTED_BY(n)) {}
void host(float *x CUSTUB_COUNTED_BY(1)) {}
#if __CUDA_ARCH__ >= 900
extern "C" __global__ void later(float a, float *x CUSTUB_COUNTED_BY(threadIdx.x)) {}
#endif

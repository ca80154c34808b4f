// custub: --arch sm_80,sm_90
#if __CUDA_ARCH__ >= 900
#define WIDE long long
#else
#define WIDE int
#endif
extern "C" __global__ void k(WIDE n, float *x)
{
}

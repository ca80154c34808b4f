// Functions of the host's processor, some of which clang itself declares.
// kernels: beside_intrinsics
#if defined(__x86_64__)
#include <immintrin.h>
inline float first_of_sum(__m128 a, __m128 b)
{
    _mm_pause();
    _mm_sfence();
    return _mm_cvtss_f32(_mm_add_ps(a, b));
}
#endif
extern "C" __global__ void beside_intrinsics(float *x)
{
    x[threadIdx.x] = 1;
}

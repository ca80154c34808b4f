// Qualifiers of parameters themselves.
// kernels: qualified restricted
struct point {
    float x;
};
extern "C" __global__ void qualified(const int a, volatile int b, const volatile float c,
                                     float *const d, float *volatile e, const point f)
{
}
extern "C" __global__ void restricted(float *__restrict__ a, float *__restrict b,
                                      const float *__restrict__ const c,
                                      const float *const __restrict__ d, float *volatile __restrict__ e,
                                      int *__restrict__ *__restrict__ f, float &__restrict__ g)
{
}

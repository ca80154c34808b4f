// Macros in place of functions of <math.h>, which nvcc has included before.
// nvcc: --diag-suppress 177
// kernels: turn
#define cosf(x) __cosf(((float)(x)))
#define powf(x, y) __powf(((float)(x)), ((float)(y)))
#define expf(x) __expf(((float)(x)))
#include <math.h>
extern "C" __global__ void turn(float *x)
{
    x[threadIdx.x] = cosf(x[threadIdx.x]) + powf(x[0], 2) + expf(x[1]);
}

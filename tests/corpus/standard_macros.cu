// The macros of <math.h> without an include of one's own: nvcc includes <cmath> before every file.
// kernels: fill
// needs: cuda
extern "C" __global__ void fill(float *values, unsigned int n)
{
    const unsigned int i = threadIdx.x;

    if (i < n)
        values[i] = i % 2 ? INFINITY : (float)M_PI;
}

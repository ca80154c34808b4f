/* A kernel of another source has this name, too. */
extern "C" __global__ void twice(float *x)
{
    x[blockIdx.x * blockDim.x + threadIdx.x] *= 2;
}

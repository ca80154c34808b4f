// A kernel with the same name as one of shapes.cu, and other results: two loaded images must not mix.
extern "C" __global__ void saxpy(size_t n, float a, const float *x, float *y)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        y[i] = -a * x[i];
}

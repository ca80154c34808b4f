// custub: --linked --image fatbin=a.fatbin
// --linked with images: the program takes its own kernels, unless bounds checks are asked for.
extern "C" __global__ void fill(float *x)
{
    x[threadIdx.x] = 1.0f;
}

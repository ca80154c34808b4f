// kernels: child launching helped worded
// needs: cuda
// nvcc: -rdc=true
// image says: 'launching' stays out of the CPU image: a kernel launch, 'helped' stays out of the CPU image: a kernel launch
// Kernels that launch kernels, themselves or by a function.
extern "C" __global__ void child(float *out)
{
    out[0] = 1;
}

extern "C" __global__ void launching(float *out)
{
    child<<<1, 1>>>(out);
}

__device__ void help(float *out)
{
    child<<<1, 1>>>(out);
}

extern "C" __global__ void helped(float *out)
{
    help(out);
}

extern "C" __global__ void worded(float *out)
{
    // child<<<1, 1>>>(out) is not called.
    out[0] = 2;
}

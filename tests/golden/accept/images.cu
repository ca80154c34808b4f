// custub: --unit project_kernels --prefix my_ --image fatbin=a.fatbin --image cpu-x86_64=a.cpu.so
// What is linked carries the unit, and what is named the prefix.
extern "C" __global__ void fill(float *x)
{
    x[threadIdx.x] = 1.0f;
}

// kernels: defined inside declared
// Kernels of C linkage in a namespace without a name.
namespace {
extern "C" {
__global__ void declared(float *x);
__global__ void defined(float *x)
{
    x[threadIdx.x] = 1;
}
}
} // namespace
namespace outer {
namespace {
extern "C" __global__ void inside(int *x)
{
    x[threadIdx.x] = 2;
}
} // namespace
} // namespace outer
namespace {
extern "C" __global__ void declared(float *x)
{
    x[threadIdx.x] = 3;
}
} // namespace

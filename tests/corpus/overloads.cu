// kernels: in_space templated overloaded declared_inside
// says: without C linkage
// Kernels that share their name with templates and other functions, or that another scope declares.
namespace space
{
struct pair {
    int first;
    float second;
};

template <typename T> __global__ void in_space(T *)
{
}
extern "C" __global__ void in_space(pair p, float *x)
{
    x[threadIdx.x] = p.second;
}
} // namespace space

template <int N> __global__ void templated(float *x)
{
    x[N] = 0;
}

__global__ void overloaded(float *, int)
{
}

__device__ int declared_inside(int x)
{
    return x;
}

extern "C" __global__ void templated(float *x)
{
    x[threadIdx.x] = 1;
}

extern "C" __global__ void overloaded(const space::pair *pairs, float *x)
{
    x[threadIdx.x] = pairs[threadIdx.x].second + declared_inside(2);
}

namespace
{
extern "C" __global__ void declared_inside(int *x);
}
extern "C" __global__ void declared_inside(int *x)
{
    x[threadIdx.x] = 1;
}

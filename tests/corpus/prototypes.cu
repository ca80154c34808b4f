// Prototypes apart from definitions, with other names, repeated, and without a definition.
// kernels: repeated other_names by_type
typedef void kernel_type(int, float *);
extern "C" __global__ void other_names(int count, const float *values);
extern "C" __global__ void repeated(int);
extern "C" __global__ void repeated(int a);
extern "C" __global__ void never_defined(int a);
extern "C" __global__ kernel_type by_type;
__global__ void repeated(int a)
{
}
extern "C" __global__ void other_names(const int n, const float *const x)
{
}
extern "C" __global__ void by_type(int n, float *x)
{
}
extern "C" __global__ void repeated(int again);

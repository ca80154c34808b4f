// The words that say whether a function is to be inlined, and a member that has one.
// kernels: apply
__device__ __noinline__ int twice(int a)
{
    return a * 2;
}
__device__ __forceinline__ int thrice(int a)
{
    return a * 3;
}
__device__ __inline_hint__ int half(int a)
{
    return a / 2;
}
__device__ __attribute__((__noinline__)) int none(int a)
{
    return a - a;
}
struct counter {
    int at;
    __host__ __device__ __noinline__ int next()
    {
        return ++at;
    }
};
extern "C" __global__ void apply(counter c, int *x)
{
    x[threadIdx.x] = twice(thrice(half(none(c.next()))));
}

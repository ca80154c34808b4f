// Names that nvcc declares for every file: it includes cuda_runtime.h and the C library by itself.
// kernels: sizes sys_types times vectors
extern "C" __global__ void sizes(size_t a, int32_t *b, int8_t c, int64_t d)
{
}
extern "C" __global__ void sys_types(uint a, ushort b, ulong c, const uint *d)
{
}
extern "C" __global__ void times(clock_t a, time_t b)
{
}
extern "C" __global__ void vectors(float4 a, dim3 b, uint3 c, const int2 *d)
{
}

// Functions of a file's own that are called as intrinsics are: nvcc takes them.
// kernels: bits
static __device__ inline int __float_as_int(const float x)
{
    union {
        float value;
        int bits;
    } both;
    both.value = x;
    return both.bits;
}

__device__ unsigned int __brev(unsigned int x)
{
    unsigned int reversed = 0;
    for (int i = 0; i < 32; i++)
        reversed |= (x >> i & 1) << (31 - i);
    return reversed;
}

extern "C" __device__ int __float2int_rz(float x)
{
    return (int)x;
}

extern "C" __global__ void bits(int *out, float x)
{
    out[0] = __float_as_int(x);
    out[1] = (int)__brev((unsigned int)__float2int_rz(x));
    out[2] = __popc((unsigned int)out[0]);
}

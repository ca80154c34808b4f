// kernels: aligned_behind aligned_dynamic aligned_type global_aligned index basename plain
// says: 1 kernel without C linkage
// Words in an order that nvcc takes and host compilers do not, for the CPU image.
struct wide {
    float x, y, z, w;
};

__device__ alignas(16) float table[4];
__constant__ alignas(8) alignas(16) float steady[4] = {1, 2, 3, 4};
static const char *const text = "__shared__ alignas(16) extern \"C\" static";

extern "C" static __global__ void hidden(float *out)
{
    out[0] = 1;
}

extern "C" __global__ void aligned_behind(float *out)
{
    __shared__ alignas(16) float near_by[32];
    __shared__ alignas(16) /* a note ( */ volatile float far_off[32];

    near_by[threadIdx.x % 32] = 1;
    far_off[threadIdx.x % 32] = 2;
    __syncthreads();
    out[0] = near_by[0] + far_off[0];
}

extern "C" __global__ void aligned_dynamic(float *out)
{
    alignas(16) extern __shared__ float dynamic[];

    dynamic[threadIdx.x] = 1;
    __syncthreads();
    out[0] = dynamic[0];
}

extern "C" __global__ void aligned_type(float *out)
{
    __shared__ alignas(wide) char bytes[2 * sizeof(wide)];

    bytes[threadIdx.x % 32] = 1;
    __syncthreads();
    out[0] = bytes[0];
}

extern "C" __global__ void global_aligned(float *out)
{
    out[0] = table[0] + steady[1];
}

// The C library's functions of these names have other types in C++.
extern "C" __global__ void index(float *out)
{
    out[0] = 1;
}

extern "C" __global__ void basename(float *out)
{
    out[0] = 1;
}

// A type of the file, where it does not include CUDA's.
struct half {
    unsigned short bits;
};

struct half2 {
    half x, y;
};

extern "C" __global__ void plain(half *out, half2 pair)
{
    out[0] = pair.x;
}

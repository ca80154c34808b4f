/* Functions that kernels call: with pointers in structures, through pointers, virtual, recursive,
 * with shared memory of the kernel. */
struct view {
    float *p;
    int n;
};

__device__ __noinline__ float get(const float *p, int i)
{
    return p[i];
}
__device__ __noinline__ float get_next(const float *p, int i)
{
    return p[i + 1];
}
__device__ __noinline__ void put(view v, int i, float x)
{
    v.p[i] = x;
}
__device__ __noinline__ float sum(const float *p, int n)
{
    return n ? *p + sum(p + 1, n - 1) : 0;
}

extern "C" __global__ void direct(const float *a, float *b, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        put(view{b, n}, i, get(a, i) + get(b, i) + sum(a, i));
}

__device__ float (*table[2])(const float *, int) = {get, get_next};

struct shape {
    __device__ virtual float area(const float *p, int i) const
    {
        return p[i];
    }
};
struct square : shape {
    __device__ float area(const float *p, int i) const override
    {
        return p[i] * p[i];
    }
};

extern "C" __global__ void through_pointers(const float *a, float *b, int n, int which)
{
    __shared__ float tile[64];
    int i = threadIdx.x;
    shape plain;
    square other;
    const shape *chosen = which ? &plain : &other;
    tile[i] = chosen->area(a, i);
    __syncthreads();
    put(view{b, n}, i, table[which](a, i) + get(tile, 63 - i));
}

/* For sm_100 both pointers are loaded at once. */
struct __align__(16) ends {
    const float *from;
    float *to;
};

extern "C" __global__ void copy_between(struct ends ends, int n)
{
    const int i = (int)(blockIdx.x * blockDim.x + threadIdx.x);

    if (i < n)
        ends.to[i] = ends.from[i];
}

/* nvcc keeps the vectors of inline PTX. */
extern "C" __global__ void swap_pairs(float2 *x, int n)
{
    const int i = (int)(blockIdx.x * blockDim.x + threadIdx.x);

    if (i < n)
        asm volatile("{ .reg .v2 .f32 a, b; ld.global.v2.f32 a, [%0]; mov.f32 b.x, a.y;\n"
                     "mov.f32 b.y, a.x; st.global.v2.f32 [%0], b; }"
                     :
                     : "l"(x + i)
                     : "memory");
}

// A file without a kernel that the CPU image can have.
static __device__ unsigned lane_by_assembly()
{
    unsigned lane;
    asm("mov.u32 %0, %%laneid;" : "=r"(lane));
    return lane;
}

extern "C" __global__ void whole_lanes(unsigned *out, int n)
{
    if (threadIdx.x < n)
        out[threadIdx.x] = lane_by_assembly();
}

extern "C" __global__ void whole_texels(unsigned *out, cudaTextureObject_t texture)
{
    out[threadIdx.x] = tex1DLayered<unsigned>(texture, threadIdx.x, 0);
}

extern "C" __global__ void whole_masks(unsigned *out)
{
    asm("mov.u32 %0, %%lanemask_lt;" : "=r"(out[threadIdx.x]));
}

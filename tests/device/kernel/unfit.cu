// Kernels that the CPU image has to leave out, beside others that it has.
#include "unfit.cuh"

__device__ unsigned lane_number()
{
    unsigned lane;
    asm("mov.u32 %0, %%laneid;" : "=r"(lane));
    return lane;
}

extern "C" __global__ void with_assembly(unsigned *out)
{
    out[threadIdx.x] = lane_number();
}

template <typename T> __device__ T texel(cudaTextureObject_t texture, float x, float y)
{
    return tex2DLayered<T>(texture, x, y, 0);
}

extern "C" __global__ void with_texture(unsigned *out, cudaTextureObject_t texture,
                                        cudaSurfaceObject_t surface)
{
    surf1DLayeredwrite(texel<unsigned>(texture, 0, 0), surface, 4 * threadIdx.x, 0);
    surf1DLayeredread(&out[threadIdx.x], surface, 4 * threadIdx.x, 0, cudaBoundaryModeZero);
}

extern "C" __global__ void without(unsigned *out)
{
    out[threadIdx.x] = threadIdx.x % 32;
}

extern "C" __global__ void with_header(number *out)
{
    out[threadIdx.x] = twice(threadIdx.x);
}

extern "C" __global__ void with_assembly_of_header(number *out)
{
    out[threadIdx.x] = clock_by_assembly();
}

// Host code by a macro. The function that <<<>>> calls is not declared, so clang drops the launch.
#define RUN(kernel)                                                                                \
    extern "C" void run_##kernel(unsigned *out)                                                    \
    {                                                                                              \
        for (int i = 0; i < 2; i++)                                                                \
            kernel<<<1, 32>>>(out);                                                                \
    }
RUN(without)

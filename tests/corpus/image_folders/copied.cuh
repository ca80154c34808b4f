#ifndef IMAGE_FOLDERS_COPIED_CUH
#define IMAGE_FOLDERS_COPIED_CUH

#include "guarded.cuh"

// Only nvcc compiles this, so the header must be copied.
#ifdef __CUDACC__
__device__ __forceinline__ unsigned lane_by_assembly()
{
    unsigned lane;
    asm volatile("mov.u32 %0, %%laneid;" : "=r"(lane));
    return lane;
}
#endif

#endif

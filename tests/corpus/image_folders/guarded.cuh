#ifndef IMAGE_FOLDERS_GUARDED_CUH
#define IMAGE_FOLDERS_GUARDED_CUH

static __device__ inline unsigned lane_by_index()
{
    return threadIdx.x % 32;
}

#endif

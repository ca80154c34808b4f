// kernels: by_index by_assembly
// image says: kernel 'by_assembly' stays out of the CPU image: inline PTX (copied.cuh:11)
// A header in a folder is copied into the image. It includes its neighbour, which the front end does not enter again.
#include "image_folders/guarded.cuh"
#include "image_folders/copied.cuh"

extern "C" __global__ void by_index(unsigned *out)
{
    out[threadIdx.x] = lane_by_index();
}

extern "C" __global__ void by_assembly(unsigned *out)
{
    out[threadIdx.x] = lane_by_assembly();
}

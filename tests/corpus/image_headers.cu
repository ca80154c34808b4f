// kernels: in_header by_index by_assembly
// says: 1 kernel without C linkage
// image says: kernel 'by_assembly' stays out of the CPU image: inline PTX (image_headers.cuh:10)
// Headers with PTX, launches and conditions that ask for nvcc: their text stands in the image.
#include "image_headers_more.cuh"
#include "image_headers.cuh" // again
  #  include "image_headers_once.cuh"

extern "C" __global__ void by_index(unsigned *out)
{
    out[threadIdx.x] = next_lane();
}

extern "C" __global__ void by_assembly(unsigned *out)
{
    out[threadIdx.x] = lane_by_assembly();
}

/* Found by -isystem: what it holds is as much the user's as that of any other header. */
#ifndef SYSTEM_CUH
#define SYSTEM_CUH
__device__ inline unsigned row()
{
    return blockIdx.y * blockDim.y + threadIdx.y;
}
extern "C" __global__ void in_header(unsigned *x)
{
    x[threadIdx.x] = row();
}
#endif

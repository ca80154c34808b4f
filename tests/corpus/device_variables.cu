// Variables of every memory space around the kernels.
// kernels: uses
__device__ int counter;
__constant__ float weights[16];
__managed__ double total;
__shared__ int shared_counter;
extern __shared__ float dynamic[];
extern "C" __global__ void uses(float *x)
{
    x[threadIdx.x] = weights[counter] + dynamic[threadIdx.x];
    total += shared_counter;
}

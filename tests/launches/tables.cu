/* Device variables of every kind that C can name. */
#include <custub/kernel.h>

struct ramp {
    float low, high;
    int steps[3];
};
enum mode : unsigned char { ADDS, MULTIPLIES };

__constant__ float weights[16];
__constant__ int matrix[3][4];
__constant__ ramp ramps[2];
__device__ unsigned int counter;
__device__ mode chosen = MULTIPLIES;
__device__ float *place;
__device__ float4 corner = {1, 2, 3, 4};
namespace limits
{
__constant__ int lowest = -7;
}

extern "C" __global__ void weigh(
    int n,
    const float *x CUSTUB_COUNTED_BY(n),
    float *y CUSTUB_COUNTED_BY(n))
{
    int i = (int)(blockIdx.x * blockDim.x + threadIdx.x);
    if (i >= n)
        return;
    y[i] = chosen == ADDS ? x[i] + weights[i % 16] : x[i] * weights[i % 16];
    atomicAdd(&counter, 1u);
}

extern "C" CUSTUB_BLOCK(1) __global__ void gather(float *out CUSTUB_COUNTED_BY(8))
{
    out[0] = (float)matrix[2][1];
    out[1] = ramps[1].high;
    out[2] = (float)ramps[1].steps[2];
    out[3] = corner.z;
    out[4] = (float)limits::lowest;
    out[5] = place ? *place : 0;
    out[6] = (float)chosen;
    out[7] = ramps[0].low;
}

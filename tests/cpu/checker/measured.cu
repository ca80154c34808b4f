// Kernels of which test_cpu_measured.c knows what they touch.
#include <custub/kernel.h>

#define INDEX (int)(blockIdx.x * blockDim.x + threadIdx.x)

// Each thread walks down, so that its first access is not the lowest one.
extern "C" CUSTUB_GRID_STRIDE __global__ void measured_part(int n, int first, int end,
                                                            const float *in CUSTUB_COUNTED_BY(n),
                                                            float *out CUSTUB_COUNTED_BY(n))
{
    const int stride = (int)(gridDim.x * blockDim.x);
    for (int i = end - 1 - INDEX; i >= first; i -= stride)
        out[i] = i > first ? in[i] + in[i - 1] : in[i];
}

// Adds without a read of its own, and passes each value through shared memory.
extern "C" CUSTUB_THREADS(n) CUSTUB_BLOCK(64) __global__
    void measured_bins(int n, const int *values CUSTUB_COUNTED_BY(n), unsigned *bins CUSTUB_COUNTED_BY(256))
{
    __shared__ int tile[64];
    tile[threadIdx.x] = INDEX < n ? values[INDEX] : 0;
    __syncthreads();
    if (INDEX < n)
        atomicAdd(&bins[tile[63 - threadIdx.x]], 1u);
}

// Writes the first half of each word, and reads nothing. A null pointer is not touched.
extern "C" CUSTUB_THREADS(n) __global__ void measured_halves(int n, const int *in CUSTUB_COUNTED_BY_OR_NULL(n),
                                                             int *out CUSTUB_COUNTED_BY(n))
{
    if (INDEX < n)
        *(short *)&out[INDEX] = (short)(in ? in[INDEX] : INDEX);
}

// A pointer without a contract may touch its whole allocation.
extern "C" CUSTUB_THREADS(1) __global__ void measured_loosely(int offset, float *out)
{
    if (INDEX == 0)
        out[offset] = 1;
}

// Two neighbouring elements at once.
extern "C" CUSTUB_THREADS(1) __global__ void measured_pair(int at, float *out CUSTUB_COUNTED_BY(100))
{
    struct alignas(4) pair {
        float low, high;
    };
    if (INDEX == 0)
        *(pair *)&out[at] = pair{1, 2};
}

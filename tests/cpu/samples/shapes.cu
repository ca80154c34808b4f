// Kernels for the CPU driver's tests: indices, shared memory, barriers, parameters, ways to fail.
#include <assert.h>
#include <stddef.h>

extern "C" __global__ void saxpy(size_t n, float a, const float *__restrict__ x, float *__restrict__ y)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        y[i] = a * x[i] + y[i];
}

// The built-in variables of each thread: 12 numbers, in the order of the threads' linear index.
extern "C" __global__ void places(unsigned *out)
{
    unsigned block = (blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
    unsigned thread = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
    unsigned *mine = out + 12 * (block * blockDim.x * blockDim.y * blockDim.z + thread);
    uint3 t = threadIdx;
    dim3 g = gridDim;
    mine[0] = t.x, mine[1] = t.y, mine[2] = t.z;
    mine[3] = blockIdx.x, mine[4] = blockIdx.y, mine[5] = blockIdx.z;
    mine[6] = blockDim.x, mine[7] = blockDim.y, mine[8] = blockDim.z;
    mine[9] = g.x, mine[10] = g.y, mine[11] = g.z;
}

// The same, by threads that wait at a barrier in between.
extern "C" __global__ void places_after_barrier(unsigned *out)
{
    __syncthreads();
    unsigned block = (blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
    unsigned thread = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
    unsigned *mine = out + 12 * (block * blockDim.x * blockDim.y * blockDim.z + thread);
    mine[0] = threadIdx.x, mine[1] = threadIdx.y, mine[2] = threadIdx.z;
    __syncthreads();
    mine[3] = blockIdx.x, mine[4] = blockIdx.y, mine[5] = blockIdx.z;
    mine[6] = blockDim.x, mine[7] = blockDim.y, mine[8] = blockDim.z;
    mine[9] = gridDim.x, mine[10] = gridDim.y, mine[11] = gridDim.z;
}

template <typename T> __device__ T block_total(T value)
{
    __shared__ T tile[1024];
    tile[threadIdx.x] = value;
    __syncthreads();
    for (unsigned half = blockDim.x / 2; half > 0; half /= 2) {
        if (threadIdx.x < half)
            tile[threadIdx.x] += tile[threadIdx.x + half];
        __syncthreads();
    }
    T total = tile[0];
    __syncthreads();
    return total;
}

// Two instances of one template have two arrays.
extern "C" __global__ void static_sum(const int *values, int *sums, double *halves)
{
    int total = block_total(values[blockIdx.x * blockDim.x + threadIdx.x]);
    double half = block_total(0.5 * values[blockIdx.x * blockDim.x + threadIdx.x]);
    if (threadIdx.x == 0) {
        sums[blockIdx.x] = total;
        halves[blockIdx.x] = half;
    }
}

extern "C" __global__ void dynamic_sum(size_t n, const float *values, float *sums)
{
    extern __shared__ float partial[];
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    partial[threadIdx.x] = i < n ? values[i] : 0.0f;
    __syncthreads();
    for (unsigned half = blockDim.x / 2; half > 0; half /= 2) {
        if (threadIdx.x < half)
            partial[threadIdx.x] += partial[threadIdx.x + half];
        __syncthreads();
    }
    if (threadIdx.x == 0)
        sums[blockIdx.x] = partial[0];
}

namespace detail
{
template <typename T> __device__ T neighbour(T value)
{
    extern __shared__ __align__(16) unsigned char bytes[];
    T *values = reinterpret_cast<T *>(bytes);
    values[threadIdx.x] = value;
    __syncthreads();
    return values[(threadIdx.x + 1) % blockDim.x];
}
} // namespace detail

extern "C" __global__ void rotate(double *values)
{
    values[threadIdx.x] = detail::neighbour(values[threadIdx.x]);
}

// Fills the last byte that a launch asked for.
extern "C" __global__ void touch_shared(unsigned bytes, unsigned char *out)
{
    extern __shared__ float partial[];
    unsigned char *memory = reinterpret_cast<unsigned char *>(partial);
    memory[0] = 1;
    memory[bytes - 1] = 7;
    *out = memory[bytes - 1];
}

// All threads but the first `stay` return before the barriers.
extern "C" __global__ void leave_early(unsigned stay, unsigned *out)
{
    __shared__ unsigned order[1024];
    if (threadIdx.x >= stay)
        return;
    order[threadIdx.x] = threadIdx.x * threadIdx.x;
    __syncthreads();
    out[threadIdx.x] = order[stay - 1 - threadIdx.x];
}

extern "C" __global__ void votes(const int *predicate, int *count, int *all, int *any)
{
    unsigned i = threadIdx.x;
    for (unsigned round = 0; round < 3; round++) {
        int p = predicate[round * blockDim.x + i];
        count[round * blockDim.x + i] = __syncthreads_count(p);
        all[round * blockDim.x + i] = __syncthreads_and(p);
        any[round * blockDim.x + i] = __syncthreads_or(p);
    }
}

struct __align__(16) pair {
    double weight;
    int index;
};

struct odd {
    char bytes[3];
};

extern "C" __global__ void by_value(char c, pair p, odd o, short s, const double *values,
                                    double *out)
{
    p.index += threadIdx.x; // each thread has its own copy
    out[threadIdx.x] = p.weight * values[p.index] + c + o.bytes[2] + s;
}

extern "C" __global__ void no_parameters()
{
}

extern "C" __global__ void __launch_bounds__(64) bounded(int *out)
{
    out[threadIdx.x] = (int)threadIdx.x;
}

extern "C" __global__ void bounded_waiting(int *out)
{
    __syncthreads();
    out[threadIdx.x] = (int)threadIdx.x;
}

extern "C" __global__ void asserts(int limit)
{
    assert((int)threadIdx.x < limit);
}

extern "C" __global__ void asserts_after_barrier(int limit)
{
    __syncthreads();
    assert((int)threadIdx.x < limit);
    __syncthreads();
}

extern "C" __global__ void traps()
{
    if (threadIdx.x == 3)
        __trap();
}

extern "C" __global__ void compiler_traps()
{
    if (threadIdx.x == 3)
        __builtin_trap();
}

extern "C" __global__ void shuffles(int *out)
{
    out[threadIdx.x] = __shfl_xor_sync(0xffffffffu, (int)threadIdx.x, 1);
}

// The model says that it has no barrier.
extern "C" __global__ void hidden_barrier()
{
    __syncthreads();
}

__device__ int inline_assembly(int x)
{
    int y;
    asm("add.s32 %0, %1, 1;" : "=r"(y) : "r"(x));
    return y;
}

extern "C" __global__ void unfit(int *out)
{
    out[0] = inline_assembly(out[0]);
}

// The model says that it can run; the function that it calls is replaced.
extern "C" __global__ void reaches_unfit(int *out)
{
    out[0] = inline_assembly(out[0]);
}

extern "C" __global__ void line_number(int *out)
{
    out[0] = __LINE__;
}

#if defined(__CUDA_ARCH__)
extern "C" __global__ void device_only(int *out)
{
    out[0] = 1;
}
#endif

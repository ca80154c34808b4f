// The memory spaces of addresses, variables that the program sets, malloc() in kernels, clusters.
#include <string.h>

#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 900
#define HAS_CLUSTERS 1
#endif

__device__ int global_number = 7;
__device__ int left_number;
__constant__ int constant_numbers[4] = {1, 2, 3, 4};
__constant__ double constant_factor;

__device__ unsigned kinds_of(const void *address)
{
    return (__isGlobal(address) ? 1 : 0) | (__isShared(address) ? 2 : 0) |
           (__isConstant(address) ? 4 : 0) | (__isLocal(address) ? 8 : 0);
}

// The variable is volatile, so that the compiler does not keep it in registers.
__device__ __noinline__ unsigned kinds_of_local(int n)
{
    volatile int local[8];
    local[n & 7] = n;
    return kinds_of((const void *)&local[n & 7]) | (local[n & 7] == n ? 0 : 16);
}

template <bool HasBarrier> __device__ void tell_spaces(unsigned *out, const int *in)
{
    __shared__ int shared_number;
    extern __shared__ int dynamic[];

    shared_number = 5;
    dynamic[3] = 6;
    if (HasBarrier)
        __syncthreads();
    out[0] = kinds_of(in);
    out[1] = kinds_of(&global_number);
    out[2] = kinds_of(&shared_number);
    out[3] = kinds_of(&dynamic[3]);
    out[4] = kinds_of(&constant_numbers[2]);
    out[5] = kinds_of_local(in[0]);
    out[6] = (unsigned)*(const int *)__cvta_global_to_generic(__cvta_generic_to_global(in));
    out[7] = (unsigned)*(int *)__cvta_shared_to_generic(__cvta_generic_to_shared(&dynamic[3]));
    out[8] = (unsigned)*(const int *)__cvta_constant_to_generic(
        __cvta_generic_to_constant(&constant_numbers[2]));
    {
        int local = in[0] + 1;
        out[9] = (unsigned)*(int *)__cvta_local_to_generic(__cvta_generic_to_local(&local));
    }
}

extern "C" __global__ void spaces(unsigned *out, const int *in)
{
    tell_spaces<false>(out, in);
}

extern "C" __global__ void spaces_behind_barrier(unsigned *out, const int *in)
{
    tell_spaces<true>(out, in);
}

extern "C" __global__ void parameter_space(int *out, const __grid_constant__ int number)
{
    *out = *(const int *)__cvta_grid_constant_to_generic(__cvta_generic_to_grid_constant(&number));
}

// Reads what the program wrote to constants and variables.
extern "C" __global__ void read_variables(double *out)
{
    out[threadIdx.x] = constant_numbers[threadIdx.x] * constant_factor + global_number;
    if (threadIdx.x == 0)
        left_number = 11;
}

// Allocates memory, which the next kernel frees.
extern "C" __global__ void take(unsigned long long *kept)
{
    unsigned char *memory = (unsigned char *)malloc(64);

    memset(memory, (int)threadIdx.x + 1, 64);
    kept[threadIdx.x] = (unsigned long long)memory;
}

extern "C" __global__ void give(const unsigned long long *kept, int *out)
{
    unsigned char *memory = (unsigned char *)kept[threadIdx.x];
    unsigned char copy[64];
    int sum = 0;

    memcpy(copy, memory, sizeof(copy));
    free(memory);
    for (int i = 0; i < 64; i++)
        sum += copy[i];
    out[threadIdx.x] = sum;
}

// A launch without clusters has clusters of one block.
extern "C" __global__ void cluster_of_one(unsigned *out)
{
#if defined(HAS_CLUSTERS)
    __shared__ unsigned numbers[64];
    const unsigned i = threadIdx.x;

    numbers[i] = i;
    __cluster_barrier_arrive();
    __cluster_barrier_wait();
    out += 12 * i;
    out[0] = numbers[63 - i];
    __cluster_barrier_arrive_relaxed();
    __cluster_barrier_wait();
    out[1] = __clusterDim().x * __clusterDim().y * __clusterDim().z;
    out[2] = __clusterGridDimInClusters().x;
    out[3] = __clusterIdx().x;
    out[4] = __clusterRelativeBlockIdx().x;
    out[5] = __clusterRelativeBlockRank();
    out[6] = __clusterSizeInBlocks();
    out[7] = __cluster_query_shared_rank(&numbers[i]);
    out[8] = *(unsigned *)__cluster_map_shared_rank(&numbers[i], 0);
    out[9] = (__isClusterShared(&numbers[i]) ? 1 : 0) + (__isCtaShared(&numbers[i]) ? 2 : 0) +
             (__isCtaShared(out) ? 4 : 0);
    out[10] = (unsigned)__clusterDimIsSpecified();
    __threadfence_cluster();
#endif
}

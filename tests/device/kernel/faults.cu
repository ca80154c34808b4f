// Kernels that fault, each in a process of its own, and kernels that print.
#include <assert.h>
#include <stdio.h>

extern "C" __global__ void store(int *out)
{
    out[threadIdx.x] = 1;
}

extern "C" __global__ void store_after_barrier(int *out)
{
    __syncthreads();
    if (threadIdx.x == 5)
        out[threadIdx.x] = 1;
    __syncthreads();
}

extern "C" __global__ void stop(int *out)
{
    if (threadIdx.x == out[0])
        __trap();
}

// The CPU driver may run the threads of all blocks in one loop.
extern "C" __global__ void claim(int n, int *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        assert(i != 19);
        out[i] = 1;
    }
}

extern "C" __global__ void say(int number)
{
    int count = printf("thread %d says %.2f\n", (int)threadIdx.x, number * 0.5);
    if (count != 2)
        printf("printf() returned %d\n", count);
}

extern "C" __global__ void divide(int *out)
{
    out[0] = (int)threadIdx.x / out[0];
}

__device__ __noinline__ int descend(int depth)
{
    volatile int local[1024];
    local[depth % 1024] = depth;
    return depth <= 0 ? 0 : descend(depth - 1) + local[depth % 1024];
}

extern "C" __global__ void recurse(int *out, int depth)
{
    out[threadIdx.x] = descend(depth);
}

extern "C" __global__ void recurse_after_barrier(int *out, int depth)
{
    __syncthreads();
    out[threadIdx.x] = descend(depth);
}

// The first thread waits for lanes that wait for the block's barrier.
extern "C" __global__ void wait(int *out)
{
    if (threadIdx.x == 0)
        __shfl_sync(0xffu, 1, 0);
    else
        __syncthreads();
    out[threadIdx.x] = 1;
}

extern "C" __global__ void free_buffer(int *out)
{
    free(out);
}

extern "C" __global__ void free_variable(int *out)
{
    int own[4] = {out[0], out[1], out[2], out[3]};
    int *volatile where = own;
    free(where);
    out[threadIdx.x] = own[threadIdx.x % 4];
}

// The volatile pointer hides both pairs of calls from the compiler.
extern "C" __global__ void free_twice(int *out)
{
    int *volatile where = (int *)malloc(16);
    free(where);
    free(where);
    out[threadIdx.x] = 1;
}

extern "C" __global__ void keep(int **kept)
{
    int *volatile one = new int(5);
    int *volatile many = (int *)malloc(1000 * sizeof(int));
    many[999] = *one + (int)threadIdx.x;
    delete one;
    kept[threadIdx.x] = many;
}

extern "C" __global__ void give_back(int **kept, int *out)
{
    out[threadIdx.x] = kept[threadIdx.x][999];
    free(kept[threadIdx.x]);
    free(nullptr);
}

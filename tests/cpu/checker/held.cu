// Kernels that go beyond their contracts if `off` says so, and are right with 0 (held.c). All memory that
// they reach is allocated.
#include <custub/kernel.h>

#define INDEX (int)(blockIdx.x * blockDim.x + threadIdx.x)
#define KERNEL(name)                                                                               \
    extern "C" CUSTUB_THREADS(n) __global__ void name(                                             \
        int n, int off, const float *in CUSTUB_COUNTED_BY(n), float *out CUSTUB_COUNTED_BY(n))

struct buffers {
    int count;
    const float *in CUSTUB_COUNTED_BY(count);
    float *out CUSTUB_COUNTED_BY(count);
};

KERNEL(held_read)
{
    if (INDEX < n)
        out[INDEX] = in[INDEX + off];
}

KERNEL(held_write)
{
    if (INDEX < n)
        out[INDEX + off] = in[INDEX];
}

// Reads eight bytes at once; with `off` the last pair is half beyond the end.
KERNEL(held_pair)
{
    struct alignas(4) pair {
        float low, high;
    };
    if (INDEX < n / 2) {
        const pair p = *(const pair *)(in + 2 * INDEX + off);
        out[2 * INDEX] = p.low + p.high;
    }
}

KERNEL(held_sum)
{
    if (INDEX < n)
        atomicAdd(out + INDEX + off, in[INDEX]);
}

extern "C" CUSTUB_THREADS(v.count) __global__ void held_field(buffers v, int off)
{
    if (INDEX < v.count)
        v.out[INDEX + off] = v.in[INDEX];
}

// Pointers without a contract may touch their allocation, and a pointer from memory another one.
extern "C" CUSTUB_THREADS(n) __global__ void held_loosely(int n, int off, float *const *table CUSTUB_COUNTED_BY(1),
                                                          float *out)
{
    if (INDEX < n)
        out[INDEX + off] = table[0][INDEX];
}

// As wrong_on_gpu.cu, for GPUs of compute capability 9.0: the matrices of a warpgroup, whose operands are in shared
// memory.
#include <custub/kernel.h>

// The 8 x 8 matrices of the operands follow each other: without swizzling.
__device__ unsigned long long describe(const void *tile, unsigned leading, unsigned stride)
{
    const unsigned long long address = __cvta_generic_to_shared(tile);

    return (address & 0x3ffff) >> 4 | (unsigned long long)(leading >> 4) << 16 | (unsigned long long)(stride >> 4) << 32;
}

// The product of a 64 x 16 and a 16 x 8 matrix by four warps.
__device__ void multiply(const unsigned *a, const unsigned *b, float *c)
{
    __shared__ alignas(128) unsigned a_tile[512], b_tile[64];
    const int row = threadIdx.x / 32 * 16 + threadIdx.x % 32 / 4, column = threadIdx.x % 4 * 2;
    float d[4] = {0, 0, 0, 0};

    for (int i = threadIdx.x; i < 512; i += 128)
        a_tile[i] = a[i];
    if (threadIdx.x < 64)
        b_tile[threadIdx.x] = b[threadIdx.x];
    asm volatile("fence.proxy.async;" ::: "memory");
    __syncthreads();
    asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
    asm volatile("wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%0, %1, %2, %3}, %4, %5, 1, 1, 1, 0, 0;"
                 : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
                 : "l"(describe(a_tile, 128, 256)), "l"(describe(b_tile, 128, 256)));
    asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory");
    asm volatile("wgmma.wait_group.sync.aligned 0;" ::: "memory");
    for (int i = 0; i < 4; i++)
        c[(row + i / 2 * 8) * 8 + column + i % 2] = d[i];
}

extern "C" CUSTUB_THREADS(128 * tiles) CUSTUB_BLOCK(128) __global__ void warpgroups_as_allowed(
    int tiles, const unsigned *__restrict__ a CUSTUB_COUNTED_BY(512 * tiles),
    const unsigned *__restrict__ b CUSTUB_COUNTED_BY(64 * tiles), float *__restrict__ c CUSTUB_COUNTED_BY(512 * tiles))
{
    if (blockIdx.x < tiles)
        multiply(a + 512 * blockIdx.x, b + 64 * blockIdx.x, c + 512 * blockIdx.x);
}

// finds: beyond the contract: reads a[ | tiles = 1
extern "C" CUSTUB_THREADS(128 * tiles) CUSTUB_BLOCK(128) __global__ void warpgroups_of_one_tile(
    int tiles, const unsigned *__restrict__ a CUSTUB_COUNTED_BY(256 * tiles),
    const unsigned *__restrict__ b CUSTUB_COUNTED_BY(64 * tiles), float *__restrict__ c CUSTUB_COUNTED_BY(512 * tiles))
{
    if (blockIdx.x < tiles)
        multiply(a + 512 * blockIdx.x, b + 64 * blockIdx.x, c + 512 * blockIdx.x);
}

// finds: touched the last …of the elements of 'b'
extern "C" CUSTUB_THREADS(128 * tiles) CUSTUB_BLOCK(128) __global__ void warpgroups_of_half_of_b(
    int tiles, const unsigned *__restrict__ a CUSTUB_COUNTED_BY(512 * tiles),
    const unsigned *__restrict__ b CUSTUB_COUNTED_BY(128 * tiles), float *__restrict__ c CUSTUB_COUNTED_BY(512 * tiles))
{
    if (blockIdx.x < tiles)
        multiply(a + 512 * blockIdx.x, b + 64 * blockIdx.x, c + 512 * blockIdx.x);
}

// Kernels that only a GPU runs: the instructions of PTX, matrices, traps. The comment before each says what a trial
// on the GPU finds, as in wrong_counts.cu.
#include <custub/kernel.h>

#define INDEX (int)(blockIdx.x * blockDim.x + threadIdx.x)

// --- Loads and stores --------------------------------------------------------------------------------------

__device__ float load(const float *at)
{
    float value;

    asm volatile("ld.global.nc.f32 %0, [%1];" : "=f"(value) : "l"(at));
    return value;
}

// finds: beyond the contract: reads x[0], the contract allows n - 1 = 0 floats | n = 1
extern "C" CUSTUB_THREADS(n) __global__ void loads_one_more(
    int n, const float *__restrict__ x CUSTUB_COUNTED_BY(n - 1), float *__restrict__ y CUSTUB_COUNTED_BY(n))
{
    if (INDEX < n)
        y[INDEX] = load(x + INDEX);
}

extern "C" CUSTUB_THREADS(n) __global__ void loads_as_allowed(
    int n, const float *__restrict__ x CUSTUB_COUNTED_BY(n), float *__restrict__ y CUSTUB_COUNTED_BY(n))
{
    if (INDEX < n)
        y[INDEX] = load(x + INDEX);
}

// finds: touched the last 1 of the elements of 'x'
extern "C" CUSTUB_THREADS(n) __global__ void loads_one_less(
    int n, const float *__restrict__ x CUSTUB_COUNTED_BY(n + 1), float *__restrict__ y CUSTUB_COUNTED_BY(n))
{
    if (INDEX < n)
        y[INDEX] = load(x + INDEX);
}

// finds: misaligned: reads 16 bytes at x
extern "C" CUSTUB_THREADS(n) CUSTUB_BLOCK(32) __global__ void copies_vectors(
    int n, const float *__restrict__ x CUSTUB_COUNTED_BY(4 * n), float4 *__restrict__ y CUSTUB_COUNTED_BY(n))
{
    __shared__ float4 tile[32];
    const unsigned at = (unsigned)__cvta_generic_to_shared(&tile[threadIdx.x]);

    if (INDEX < n)
        asm volatile("cp.async.ca.shared.global [%0], [%1], 16;" ::"r"(at), "l"(x + 4 * INDEX) : "memory");
    asm volatile("cp.async.wait_all;" ::: "memory");
    if (INDEX < n)
        y[INDEX] = tile[threadIdx.x];
}

// finds: out of bounds of shared memory: writes 4 bytes
extern "C" CUSTUB_THREADS(n) CUSTUB_BLOCK(64) __global__ void stores_beyond_tile(
    int n, const float *__restrict__ x CUSTUB_COUNTED_BY(n), float *__restrict__ y CUSTUB_COUNTED_BY(n))
{
    __shared__ float tile[63];
    const unsigned at = (unsigned)__cvta_generic_to_shared(&tile[0]) + 4 * threadIdx.x;

    asm volatile("st.shared.f32 [%0], %1;" ::"r"(at), "f"(INDEX < n ? x[INDEX] : 0.0f) : "memory");
    __syncthreads();
    if (INDEX < n && threadIdx.x < 63)
        y[INDEX] = tile[threadIdx.x];
    else if (INDEX < n)
        y[INDEX] = 0;
}

// --- Matrices ----------------------------------------------------------------------------------------------

// The product of a 16 x 16 and a 16 x 8 matrix by one warp.
__device__ void multiply(const unsigned *a, const unsigned *b, float *c)
{
    const int row = threadIdx.x / 4, column = threadIdx.x % 4;
    float d[4] = {0, 0, 0, 0};

    asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, "
                 "{%0, %1, %2, %3};"
                 : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
                 : "r"(a[row * 8 + column]), "r"(a[(row + 8) * 8 + column]), "r"(a[row * 8 + column + 4]),
                   "r"(a[(row + 8) * 8 + column + 4]), "r"(b[row * 8 + column]), "r"(b[row * 8 + column + 4]));
    for (int i = 0; i < 4; i++)
        c[(row + i / 2 * 8) * 8 + 2 * column + i % 2] = d[i];
}

extern "C" CUSTUB_THREADS(32 * tiles) CUSTUB_BLOCK(32) __global__ void tiles_as_allowed(
    int tiles, const unsigned *__restrict__ a CUSTUB_COUNTED_BY(128 * tiles),
    const unsigned *__restrict__ b CUSTUB_COUNTED_BY(64 * tiles), float *__restrict__ c CUSTUB_COUNTED_BY(128 * tiles))
{
    if (blockIdx.x < tiles)
        multiply(a + 128 * blockIdx.x, b + 64 * blockIdx.x, c + 128 * blockIdx.x);
}

// finds: beyond the contract: writes c[ | tiles = 1
extern "C" CUSTUB_THREADS(32 * tiles) CUSTUB_BLOCK(32) __global__ void tiles_of_half_the_rows(
    int tiles, const unsigned *__restrict__ a CUSTUB_COUNTED_BY(128 * tiles),
    const unsigned *__restrict__ b CUSTUB_COUNTED_BY(64 * tiles), float *__restrict__ c CUSTUB_COUNTED_BY(64 * tiles))
{
    if (blockIdx.x < tiles)
        multiply(a + 128 * blockIdx.x, b + 64 * blockIdx.x, c + 128 * blockIdx.x);
}

// finds: the result depends on the shape: lanes[
extern "C" CUSTUB_THREADS(n) __global__ void lane_numbers(int n, int *__restrict__ lanes CUSTUB_COUNTED_BY(n))
{
    int lane;

    asm volatile("mov.u32 %0, %%laneid;" : "=r"(lane));
    if (INDEX < n)
        lanes[INDEX] = lane;
}

// --- Kernels that end badly --------------------------------------------------------------------------------

// finds: kernel 'traps': …the context is dead | n = 3,
extern "C" CUSTUB_THREADS(n) __global__ void traps(int n, int *__restrict__ y CUSTUB_COUNTED_BY(n))
{
    if (INDEX == 2 && n > 2)
        asm volatile("trap;");
    if (INDEX < n)
        y[INDEX] = INDEX;
}

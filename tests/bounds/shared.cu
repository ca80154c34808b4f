// Mistakes in shared memory. See mistakes.cu. A block has 128 threads.
#include <custub/kernel.h>

#define INDEX (int)(blockIdx.x * blockDim.x + threadIdx.x)
#define T     (int)threadIdx.x
#define KERNEL(name)                                                                               \
    extern "C" CUSTUB_THREADS(n) CUSTUB_BLOCK(128) __global__ void name(                           \
        int n, int off, const float *in CUSTUB_COUNTED_BY(n), float *out CUSTUB_COUNTED_BY(n))
#define DYNAMIC(name)                                                                              \
    extern "C" CUSTUB_THREADS(n) CUSTUB_BLOCK(128) CUSTUB_SHARED(blockDim.x * 4)                   \
        __global__ void name(int n, int off, const float *in CUSTUB_COUNTED_BY(n),                 \
                             float *out CUSTUB_COUNTED_BY(n))
#define READ  (INDEX < n ? in[INDEX] : 0)
#define WRITE(x)                                                                                   \
    if (INDEX < n)                                                                                 \
    out[INDEX] = (x)

KERNEL(shared_write)
{
    __shared__ float tile[128];
    tile[T + off] = READ; // bad: shared_write
    __syncthreads();
    WRITE(tile[127 - T]);
}

KERNEL(shared_read)
{
    __shared__ float tile[128];
    tile[T] = READ;
    __syncthreads();
    const float x = tile[T + off]; // bad: shared_read
    WRITE(x);
}

KERNEL(shared_below)
{
    __shared__ float tile[128];
    tile[T] = READ;
    __syncthreads();
    const float x = tile[T - off]; // bad: shared_below
    WRITE(x);
}

// Behind `first` is `second`, in the same memory.
KERNEL(shared_into_neighbour)
{
    __shared__ float first[128], second[128];
    second[T] = 5;
    first[T] = READ;
    __syncthreads();
    first[127 - T + 128 * off] = 7; // bad: shared_into_neighbour
    __syncthreads();
    WRITE(first[T] + second[T]);
}

KERNEL(shared_row)
{
    __shared__ float tile[16][8], last[128];
    last[T] = 1;
    tile[T / 8][T % 8] = READ;
    __syncthreads();
    const float x = tile[T / 8 + off][T % 8]; // bad: shared_row
    WRITE(x + last[127 - T]);
}

KERNEL(shared_atomic)
{
    __shared__ int bins[16], after[4];
    if (T < 16)
        bins[T] = 0;
    if (T < 4)
        after[T] = 0;
    __syncthreads();
    atomicAdd(&bins[(T & 15) + off], 1); // bad: shared_atomic
    __syncthreads();
    WRITE(READ + (float)(bins[T & 15] + after[T & 3]));
}

KERNEL(shared_vector)
{
    __shared__ __align__(16) float tile[132];
    tile[T] = READ;
    if (T < 4)
        tile[128 + T] = 0;
    __syncthreads();
    const float4 v = *(const float4 *)(tile + (T / 4) * 4 + off); // bad: shared_vector
    WRITE(v.x + v.y + v.z + v.w);
}

KERNEL(shared_halo)
{
    __shared__ float tile[130];
    tile[T + 1] = READ;
    if (T == 0)
        tile[0] = tile[129] = 0;
    __syncthreads();
    const float x = tile[T] + tile[T + 1] +
                    tile[T + 2 + off]; // bad: shared_halo
    WRITE(x);
}

static __device__ __noinline__ float shared_get(const float *p, int i)
{
    return p[i]; // bad: shared_in_function
}

KERNEL(shared_in_function)
{
    __shared__ float tile[128];
    tile[T] = READ;
    __syncthreads();
    const float x = shared_get(tile, T + off) + shared_get(in, INDEX % n);
    WRITE(x);
}

KERNEL(shared_far)
{
    __shared__ float tile[128];
    tile[T] = READ;
    __syncthreads();
    const float x = tile[T + off]; // bad: shared_far
    WRITE(x);
}

// --- Dynamic -------------------------------------------------------------------------------------

DYNAMIC(dynamic_write)
{
    extern __shared__ float room[];
    room[T + off] = READ; // bad: dynamic_write
    __syncthreads();
    WRITE(room[127 - T]);
}

DYNAMIC(dynamic_read)
{
    extern __shared__ float room[];
    room[T] = READ;
    __syncthreads();
    const float x = room[T + off]; // bad: dynamic_read
    WRITE(x);
}

DYNAMIC(dynamic_below)
{
    extern __shared__ float room[];
    room[T] = READ;
    __syncthreads();
    const float x = room[T - off]; // bad: dynamic_below
    WRITE(x);
}

// The second half is too small, and the first one is cut from the same memory.
DYNAMIC(dynamic_parts)
{
    extern __shared__ float room[];
    float *half = room + blockDim.x / 2;
    if (T < 64) {
        room[T] = READ;
        half[T + off] = 1; // bad: dynamic_parts
    }
    __syncthreads();
    WRITE(room[T & 63] + half[T & 63]);
}

DYNAMIC(dynamic_atomic)
{
    extern __shared__ float room[];
    room[T] = READ;
    __syncthreads();
    atomicAdd(&room[T + off], 1.0f); // bad: dynamic_atomic
    __syncthreads();
    WRITE(room[T]);
}

DYNAMIC(dynamic_beside_static)
{
    __shared__ float tile[128];
    extern __shared__ float room[];
    tile[T] = READ;
    room[T] = 2;
    __syncthreads();
    const float x = tile[T] + room[T * (1 + off)]; // bad: dynamic_beside_static
    WRITE(x);
}

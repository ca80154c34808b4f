// Correct kernels that look wrong, by kind of access: vectors, halves, unions, groups, texts. The memory
// checker must not report them.
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cuda/atomic>
#include <cuda_fp16.h>
#include <new>
#include <stdio.h>
#include <string.h>

namespace cg = cooperative_groups;

#define KERNEL(name) extern "C" __global__ void name(int *a, int *b, int n)
#define INDEX        (blockIdx.x * blockDim.x + threadIdx.x)
#define ALL          0xffffffffu

union number {
    int whole;
    float real;
    unsigned char bytes[4];
};

struct __attribute__((packed)) tight {
    char kind;
    int value;
};

struct padded {
    char kind; // and then seven bytes that nobody writes
    double value;
};

struct point {
    int x;
    int y;
    __device__ explicit point(int v) : x(v), y(-v)
    {
    }
};

__constant__ int powers[4] = {1, 2, 4, 8};
__device__ const char words[] = "word";

KERNEL(right_vectors_to_the_end)
{
    int4 four = ((const int4 *)a)[threadIdx.x];

    ((int4 *)b)[threadIdx.x] = four;
    ((double2 *)b)[threadIdx.x] = ((const double2 *)a)[63 - threadIdx.x];
}

KERNEL(right_halves_to_the_end)
{
    __half2 two = __floats2half2_rn((float)threadIdx.x, 1.0f);

    ((__half2 *)b)[INDEX] = two;
    ((__half *)b)[2 * INDEX + 1] = __hadd(__low2half(two), __high2half(two));
    a[INDEX] = (int)__half2float(((const __half *)b)[2 * INDEX]);
}

__device__ __noinline__ struct padded twice(struct padded in)
{
    in.value *= 2;
    return in;
}

KERNEL(right_structs_passed_and_returned)
{
    struct padded *out = (struct padded *)b;

    if (INDEX >= 32)
        return;
    out[INDEX].kind = 'k';
    out[INDEX].value = n;
    out[32 + INDEX] = twice(twice(out[INDEX]));
    a[INDEX] = (int)twice(out[32 + INDEX]).value;
}

KERNEL(right_halves_passed_and_returned)
{
    __half *out = (__half *)b;
    __half own = __float2half(1.0f);

    out[INDEX] = __hadd(own, own);
    out[INDEX] = __hmul(out[INDEX], out[INDEX]);
    a[INDEX] = (int)__half2float(out[INDEX] + own);
}

KERNEL(right_unions)
{
    union number *numbers = (union number *)b;
    union number own;

    own.whole = n;
    numbers[INDEX] = own;
    numbers[INDEX].bytes[3] = 1;
    a[INDEX] = (int)numbers[INDEX].real + numbers[INDEX].bytes[0];
}

KERNEL(right_packed_structs)
{
    struct tight *out = (struct tight *)b;

    if (INDEX >= (unsigned)n * 4 / sizeof(*out))
        return;
    out[INDEX].kind = 't';
    out[INDEX].value = (int)INDEX;
    a[INDEX] = out[INDEX].value + out[INDEX].kind;
}

KERNEL(right_padding_copied)
{
    struct padded *out = (struct padded *)b;
    struct padded own;

    if (INDEX >= 32)
        return;
    own.kind = 'p';
    own.value = n;
    out[INDEX] = own;
    memcpy(&out[32 + INDEX], &out[INDEX], sizeof(own));
    own = out[32 + INDEX];
    a[INDEX] = (int)own.value + own.kind;
}

KERNEL(right_objects_in_place)
{
    __shared__ alignas(point) unsigned char room[64 * sizeof(point)];
    point *own = new (room + threadIdx.x * sizeof(point)) point((int)threadIdx.x);

    __syncthreads();
    const point *other = (const point *)room + (threadIdx.x + 1) % 64;
    b[threadIdx.x] = own->x + other->y;
}

KERNEL(right_texts)
{
    char own[8] = {'o', 'w', 'n', 0, 0, 0, 0, 0};

    if (INDEX == 0) {
        ((char *)b)[0] = 'x';
        ((char *)b)[1] = 0;
        printf("%s %.1s %-8s|%*d|%c|%%|%.1f|%p\n", words, (const char *)b, own, 5, n, 'c', 1.5,
               (void *)(b + n));
        printf("%p %.3s %s %d\n", (void *)(b + n), own, own, n);
    }
}

KERNEL(right_every_byte_read)
{
    const unsigned char *bytes = (const unsigned char *)a;
    int sum = 0;

    for (int i = 0; i < n * 4; i++)
        sum += bytes[i];
    b[INDEX] = sum + powers[threadIdx.x % 4];
}

KERNEL(right_tile_exchange)
{
    __shared__ int values[64];
    cg::thread_block_tile<16> tile = cg::tiled_partition<16>(cg::this_thread_block());

    values[threadIdx.x] = a[threadIdx.x];
    tile.sync();
    b[threadIdx.x] = values[threadIdx.x ^ 15];
    tile.sync();
    values[threadIdx.x] = n;
}

KERNEL(right_syncwarp_of_each_half)
{
    __shared__ int values[64];
    const unsigned half = threadIdx.x % 32 < 16 ? 0x0000ffffu : 0xffff0000u;

    values[threadIdx.x] = a[threadIdx.x];
    __syncwarp(half);
    b[threadIdx.x] = values[threadIdx.x ^ 1];
}

KERNEL(right_shuffle_orders)
{
    __shared__ int total[2];
    int sum = a[threadIdx.x];

    for (int k = 16; k > 0; k /= 2)
        sum += __shfl_xor_sync(ALL, sum, k);
    if (threadIdx.x % 32 == 0)
        total[threadIdx.x / 32] = sum;
    __syncwarp();
    b[threadIdx.x] = total[threadIdx.x / 32];
}

KERNEL(right_copy_by_group)
{
    __shared__ int tile[64];
    cg::thread_block block = cg::this_thread_block();

    cg::memcpy_async(block, tile, a + n - 64, sizeof(tile));
    cg::wait(block);
    b[threadIdx.x] = tile[63 - threadIdx.x];
}

KERNEL(right_atomic_references)
{
    __shared__ int count;
    cuda::atomic_ref<int, cuda::thread_scope_block> counter(count);

    if (threadIdx.x == 0)
        counter.store(0);
    __syncthreads();
    b[threadIdx.x] = counter.fetch_add(1, cuda::memory_order_relaxed);
    __syncthreads();
    a[threadIdx.x] = count;
}

KERNEL(right_half_words_of_shared)
{
    __shared__ unsigned short halves[128];

    halves[threadIdx.x] = (unsigned short)a[threadIdx.x];
    halves[64 + threadIdx.x] = 1;
    __syncthreads();
    b[threadIdx.x] = (int)((const unsigned *)halves)[threadIdx.x];
    __syncthreads();
    ((int *)halves)[threadIdx.x] = n;
    __syncthreads();
    b[threadIdx.x] += halves[127 - threadIdx.x] + ((unsigned char *)halves)[255 - threadIdx.x];
}

KERNEL(right_compare_and_swap_of_bytes)
{
    __shared__ unsigned word;
    __shared__ unsigned short half;

    if (threadIdx.x == 0) {
        word = 0;
        half = 0;
    }
    __syncthreads();
    unsigned old = atomicOr(&word, 1u << threadIdx.x % 32);
    atomicCAS(&half, (unsigned short)0, (unsigned short)7);
    __syncthreads();
    b[threadIdx.x] = (int)(word & old) + half;
}

// Each lane calls a fence before the lanes synchronize. Then one of them sets the flag.
KERNEL(right_fences_before_the_warp)
{
    __shared__ int values[32];
    volatile __shared__ int ready;
    unsigned lane = threadIdx.x % 32;

    if (threadIdx.x == 0)
        ready = 0;
    __syncthreads();
    if (threadIdx.x < 32) {
        values[lane] = a[lane];
        __threadfence_block();
        __syncwarp();
        if (lane == 0)
            ready = 1;
    } else {
        while (ready == 0)
            __nanosleep(20);
        __threadfence_block();
        b[lane] = values[31 - lane];
    }
}

// libcu++ releases and acquires; there is no fence, and no barrier of the block.
KERNEL(right_release_and_acquire)
{
    __shared__ int values[64];
    __shared__ int arrived;
    cuda::atomic_ref<int, cuda::thread_scope_block> count(arrived);

    if (threadIdx.x == 0)
        arrived = 0;
    __syncthreads();
    values[threadIdx.x] = a[threadIdx.x];
    count.fetch_add(1, cuda::memory_order_release);
    while (count.load(cuda::memory_order_acquire) != 64)
        __nanosleep(20);
    b[threadIdx.x] = values[63 - threadIdx.x];
}

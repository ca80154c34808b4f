/* Kernels whose threads do not wait: every form of index and guard that the CPU image turns into
 * the bounds of a plain loop over threads, and forms that it may not. Each thread that passes the
 * guard adds to its own element: 1, and its rank in the block if it uses that. */
#include <cuda_fp16.h>

#define INDEX_X (blockIdx.x * blockDim.x + threadIdx.x)

extern "C" __global__ void guarded(int n, int *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] += 1;
}

extern "C" __global__ void returned(unsigned int n, int *out)
{
    const size_t i = threadIdx.x + (size_t)blockDim.x * blockIdx.x; // the other way round
    if (n <= i) return;
    out[i] += 1;
    out[i] += (int)threadIdx.x * 0;
}

extern "C" __global__ void rectangle(int width, int height, int *out)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height) {
        return;
    }
    out[y * width + x] += 1;
}

/* Both ends of a row fail the guard, the middle passes. */
extern "C" __global__ void interior(int width, int height, int *out)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    long long i = (long long)y * width + x;

    if ((x > 0) && (y > 0) && (x < width - 1) && (y < height - 1)) {
        out[i] += 1;
    }
}

extern "C" __global__ void cuboid(int width, int height, int depth, int *out)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    int z = blockIdx.z * blockDim.z + threadIdx.z;
    if (x < width && height > y && z <= depth - 1)
        out[(z * height + y) * width + x] += 1;
}

extern "C" __global__ void unguarded(int *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] += 1 + (int)threadIdx.x;
}

/* Somewhere in the middle, or nowhere. */
extern "C" __global__ void between(int low, int high, int *out)
{
    const auto i = (int)(blockIdx.x * blockDim.x + threadIdx.x);
    if (i >= low && i < high)
        out[i] += 1;
}

extern "C" __global__ void counted(int n, int *out)
{
    std::size_t i = (blockIdx.x * blockDim.x) + threadIdx.x;
    if (i < n)
        atomicAdd(out, 1);
}

/* Guards in a row, with an index between them. The last one has an else branch. */
extern "C" __global__ void bordered(int width, int height, int *out)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    if (x >= width) return;
    const auto y = blockIdx.y * blockDim.y + threadIdx.y;
    if (y >= height) { return; }
    int i = y * width + x;
    if (x > 0 && y > 0 && x < width - 1 && y < height - 1)
        out[i] += 1;
    else if (x == 0)
        out[i] += 2;
    else
        out[i] += 3;
}

extern "C" __global__ void otherwise(int n, int *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        out[i] += 1;
    } else {
        out[i] += 2;
    }
}

/* Kernels that use the block's index, or the thread's: directly, by a macro, by a function, by a
 * default argument of another declaration. */
#define OWN_THREAD threadIdx.x

__device__ int rank_of_thread()
{
    return (int)threadIdx.x;
}

__device__ int rank_by_default(int rank = (int)threadIdx.x);

__device__ int rank_by_default(int rank)
{
    return rank;
}

extern "C" __global__ void rows(int n, int *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[blockIdx.y * n + i] += 1 + (int)blockIdx.y;
}

extern "C" __global__ void by_macro(int *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] += 1 + (int)OWN_THREAD;
}

extern "C" __global__ void by_function(int *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] += 1 + rank_of_thread();
}

extern "C" __global__ void by_default(int *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] += 1 + rank_by_default();
}

/* None of these conditions is a guard. */
#define TWICE(element) element += 1; element += 1

extern "C" __global__ void followed_by_macro(int n, int *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) TWICE(out[i]);
}

extern "C" __global__ void followed(int n, int *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] += 1;
    out[i] += 2;
}

extern "C" __global__ void scattered(int n, int *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int odd = (i - 7) * (i - 7);
    if (odd > n)
        out[i] += 1;
}

/* The threads that pass are not a range. */
extern "C" __global__ void outside(int low, int high, int *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= low && i < high)
        return;
    out[i] += 1;
}

extern "C" __global__ void either(int low, int high, int *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < low || i >= high)
        out[i] += 1;
}

extern "C" __global__ void from_macro(int n, int *out)
{
    int i = INDEX_X;
    if (i < n)
        out[i] += 1;
}

// Parameters of types that C++ does not copy byte by byte.
extern "C" __global__ void parameters(__half2 pair, const int &number, int &sum)
{
    if (threadIdx.x == 0)
        sum = (int)__low2float(pair) + (int)__high2float(pair) + number;
}

/* Grid-stride loops: every form that the CPU driver runs for many threads at once, and forms that it
 * may not. In the first, each round adds 1 to its own element. */
#include <stddef.h>

extern "C" __global__ void by_int(int n, int *out)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
        out[i] += 1;
}

extern "C" __global__ void by_unsigned(size_t n, int *out)
{
    for (unsigned int i = threadIdx.x + blockIdx.x * blockDim.x; i < n;
         i += gridDim.x * blockDim.x)
        out[i] += 1;
    for (unsigned int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        out[i] += 2;
}

extern "C" __global__ void by_size(size_t n, int *out)
{
    const size_t stride = (size_t)blockDim.x * gridDim.x;
    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; n > i; i = i + stride) {
        if (i % 3 == 1)
            continue;
        out[i] += 1;
    }
}

extern "C" __global__ void by_long(long long n, int *out)
{
    int index = blockIdx.x * blockDim.x + threadIdx.x;
    int stride = blockDim.x * gridDim.x;
#pragma unroll 2
    for (long long i = index; i <= n - 1; i += stride)
        atomicAdd(&out[i], 1);
}

extern "C" __global__ void by_while(unsigned int n, int *out)
{
    unsigned int i = blockIdx.x * blockDim.x + threadIdx.x;
    const auto stride = blockDim.x * gridDim.x;
    while (i < n) {
        for (int k = 0; k < 3; k++) {
            if (k == 1)
                break;
            out[i] += 1;
        }
        i += stride;
    }
}

extern "C" __global__ void by_variable(int n, int *out)
{
    auto i = (int)(blockIdx.x * blockDim.x + threadIdx.x);
    for (; i < n; i += (int)(blockDim.x * gridDim.x))
        out[i] += 1;
}

/* One of two loops, and one behind them. */
extern "C" __global__ void by_choice(int n, const int *choice, int *out)
{
    const int *chosen = choice + 1;

    if (n < 1)
        return;
    if (chosen[0] > 0 && choice != nullptr) {
        for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
            out[i] += 1;
    } else {
        for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n / 2; i += blockDim.x * gridDim.x)
            out[i] += 2;
    }
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
        out[i] = 3 * out[i];
}

extern "C" __global__ void by_area(int width, int height, int *out)
{
    for (int y = blockIdx.y * blockDim.y + threadIdx.y; y < height; y += blockDim.y * gridDim.y) {
        int *row = out + y * width;
        for (int x = blockIdx.x * blockDim.x + threadIdx.x; x < width; x += blockDim.x * gridDim.x)
            row[x] += 1;
    }
}

/* Below the diagonal. */
extern "C" __global__ void by_triangle(unsigned width, unsigned height, int *out)
{
    for (unsigned y = blockIdx.y * blockDim.y + threadIdx.y; y < height; y += blockDim.y * gridDim.y)
        for (unsigned x = blockIdx.x * blockDim.x + threadIdx.x; x < y; x += blockDim.x * gridDim.x)
            out[y * width + x] += 1;
}

/* Rows of blocks, of which each adds what it is. */
extern "C" __global__ void by_rows(int n, int *out)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
        atomicAdd(out + i, 1 + (int)blockIdx.y);
}

/* Of a thread's rounds each comes behind the one before: those with the same remainder. */
extern "C" __global__ void in_order(int n, int *counts, int *out)
{
    int stride = blockDim.x * gridDim.x;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride) {
        out[i] = counts[i % stride];
        counts[i % stride] += 1;
    }
}

/* A loop behind another, each for itself. */
extern "C" __global__ void one_after_the_other(int n, int *counts, int *out)
{
    int stride = blockDim.x * gridDim.x;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride)
        counts[i % stride] += 1;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride)
        out[i] = counts[i % stride];
}

/* What a thread knows of its rounds: none of these may run together. Each stores its number. */
#define NEXT sum += 1

__device__ void count(int &number)
{
    number += 1;
}

__device__ int counted(int *number)
{
    return *number += 1;
}

extern "C" __global__ void sums(int n, int *out)
{
    int sum = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
        out[i] = sum++;
}

extern "C" __global__ void sums_by_macro(int n, int *out)
{
    int sum = -1;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) {
        NEXT;
        out[i] = sum;
    }
}

extern "C" __global__ void sums_by_reference(int n, int *out)
{
    int sum = -1;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) {
        count(sum);
        out[i] = sum;
    }
}

extern "C" __global__ void sums_by_address(int n, int *out)
{
    int sum = -1;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
        out[i] = counted((int *)&sum);
}

extern "C" __global__ void sums_by_name(int n, int *out)
{
    int sum = -1;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) {
        int &name = sum;
        name += 1;
        out[i] = sum;
    }
}

extern "C" __global__ void sums_in_parameter(int n, int sum, int *out)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) {
        out[i] = (sum);
        (sum) += 1;
    }
}

extern "C" __global__ void sums_by_pointer(int n, int *counts, int *out)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
        out[i] = *counts++;
}

/* Those that leave early: from the fifth round on nothing. */
extern "C" __global__ void breaks(int n, int *out)
{
    const int stride = blockDim.x * gridDim.x;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride) {
        if (i >= 5 * stride)
            break;
        out[i] = i / stride;
    }
}

extern "C" __global__ void returns(int n, int *out)
{
    const int stride = blockDim.x * gridDim.x;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride) {
        if (i >= 5 * stride)
            return;
        out[i] = i / stride;
    }
}

/* Threads that know who they are, or do something beside the loop. */
extern "C" __global__ void knows_its_thread(int n, int *out)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
        out[i] += 1 + (int)threadIdx.x;
}

extern "C" __global__ void counts_threads(int n, int *counts, int *out)
{
    atomicAdd(counts, 1);
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
        out[i] += 1;
}

#define TWICE(element) element += 1; element += 1

/* The second half is done once by each thread, in the element behind. */
extern "C" __global__ void half_in_loop(int n, int *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    for (; i < n; i += blockDim.x * gridDim.x) TWICE(out[i]);
}

/* The inner loop goes on where it was. */
extern "C" __global__ void area_once(int width, int height, int *out)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    for (int y = blockIdx.y * blockDim.y + threadIdx.y; y < height; y += blockDim.y * gridDim.y)
        for (; x < width; x += blockDim.x * gridDim.x)
            out[y * width + x] += 1;
}

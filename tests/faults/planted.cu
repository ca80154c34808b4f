/* Kernels with every part of the contract language, for the launches of planted_faults.h and
 * planted_valid.h. */
#include <custub/kernel.h>

#include "vendor.cuh"

#if __has_include(<cuda.h>)
#include <cuda.h>
#else
struct alignas(64) CUtensorMap_st {
    unsigned long long opaque[16];
};
typedef CUtensorMap_st CUtensorMap;
#endif

#define TILE 16
enum { LANES = 4 };

struct layout {
    int rows;
    unsigned short columns;
    long long pitch; /* bytes */
    unsigned char strides[2];
};

#define INDEX (blockIdx.x * blockDim.x + threadIdx.x)

extern "C" CUSTUB_THREADS(n) __global__ void axpy(
    size_t n, float a, const float *__restrict__ x CUSTUB_COUNTED_BY(n),
    float *__restrict__ y CUSTUB_COUNTED_BY(n))
{
    size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
    if (i < n)
        y[i] += a * x[i];
}

extern "C" CUSTUB_THREADS(n) CUSTUB_REQUIRES(n <= 1 << 20) __global__ void CUSTUB_CONTRACT_OF(blend)(
    size_t n, float weight, const float *from CUSTUB_COUNTED_BY(n),
    float *onto CUSTUB_COUNTED_BY(n) CUSTUB_ALIGNED(8));

/* Without restrict, so a launch in place is right. */
extern "C" CUSTUB_THREADS(n) __global__ void twice(
    int n, const float *in CUSTUB_COUNTED_BY(n), float *out CUSTUB_COUNTED_BY(n))
{
    int i = (int)INDEX;
    if (i < n)
        out[i] = 2 * in[i];
}

/* Each thread reads what it writes, so a launch in place is right, and one beside it is not. */
extern "C" CUSTUB_THREADS(n) __global__ void halve(
    int n, const float *in CUSTUB_COUNTED_BY(n),
    float *out CUSTUB_COUNTED_BY(n) CUSTUB_SAME_OR_DISJOINT(in))
{
    int i = (int)INDEX;
    if (i < n)
        out[i] = in[i] / 2;
}

extern "C" CUSTUB_THREADS(n) __global__ void reverse(
    int n, const float *in CUSTUB_COUNTED_BY(n),
    float *out CUSTUB_COUNTED_BY(n) CUSTUB_DISJOINT(in))
{
    int i = (int)INDEX;
    if (i < n)
        out[n - 1 - i] = in[i];
}

/* Uses every other element of each, so the two may be interleaved. */
extern "C" CUSTUB_THREADS(n) __global__ void interleaved(
    int n, const float *__restrict__ from CUSTUB_COUNTED_BY(max(2 * n - 1, 0)),
    float *__restrict__ to CUSTUB_COUNTED_BY(max(2 * n - 1, 0)) CUSTUB_ALIASES(from))
{
    int i = (int)INDEX;
    if (i < n)
        to[2 * i] = -from[2 * i];
}

extern "C" CUSTUB_THREADS(n / LANES) CUSTUB_REQUIRES(n % LANES == 0) __global__ void quads(
    int n, const float *in CUSTUB_COUNTED_BY(n) CUSTUB_ALIGNED(LANES * sizeof(float)),
    float *out CUSTUB_COUNTED_BY(n) CUSTUB_ALIGNED(LANES * sizeof(float)))
{
    int i = (int)INDEX * LANES;
    for (int lane = 0; lane < LANES && i < n; lane++, i++)
        out[i] = in[i] + 1;
}

/* An alignment without a size. */
extern "C" __global__ void page(unsigned int *pages CUSTUB_ALIGNED(256)) { pages[0] = 7; }

extern "C" CUSTUB_THREADS(columns, rows) CUSTUB_REQUIRES(pitch >= columns) __global__ void __launch_bounds__(256)
    fill(int rows, int columns, int pitch, float value,
         float *image CUSTUB_COUNTED_BY((rows - 1) * pitch + columns))
{
    int x = (int)INDEX;
    int y = (int)(blockIdx.y * blockDim.y + threadIdx.y);
    if (x < columns && y < rows)
        image[y * pitch + x] = value;
}

extern "C" CUSTUB_THREADS(width, height, depth) __global__ void volume(
    unsigned width, unsigned height, unsigned depth, float value,
    float *voxels CUSTUB_COUNTED_BY(width * height * depth))
{
    unsigned x = INDEX, y = blockIdx.y * blockDim.y + threadIdx.y;
    unsigned z = blockIdx.z * blockDim.z + threadIdx.z;
    if (x < width && y < height && z < depth)
        voxels[(z * height + y) * width + x] = value;
}

extern "C" CUSTUB_BLOCK(TILE, TILE) CUSTUB_THREADS(size, size) __global__ void transpose(
    int size, const float *__restrict__ in CUSTUB_COUNTED_BY(size * size),
    float *__restrict__ out CUSTUB_COUNTED_BY(size * size))
{
    int x = (int)INDEX, y = (int)(blockIdx.y * blockDim.y + threadIdx.y);
    if (x < size && y < size)
        out[x * size + y] = in[y * size + x];
}

/* One sum per block. */
extern "C" CUSTUB_THREADS(n) CUSTUB_SHARED(blockDim.x * sizeof(float)) CUSTUB_REQUIRES(is_pow2(blockDim.x))
__global__ void sums(int n, const float *x CUSTUB_COUNTED_BY(n), float *sum CUSTUB_COUNTED_BY(gridDim.x))
{
    extern __shared__ float parts[];
    int i = (int)INDEX;
    parts[threadIdx.x] = i < n ? x[i] : 0;
    __syncthreads();
    if (threadIdx.x != 0)
        return;
    sum[blockIdx.x] = 0;
    for (unsigned t = 0; t < blockDim.x; t++)
        sum[blockIdx.x] += parts[t];
}

extern "C" CUSTUB_THREADS(l.columns, l.rows) CUSTUB_REQUIRES(l.strides[1] == sizeof(float))
__global__ void clear(layout l, void *image CUSTUB_SIZED_BY(l.rows * l.pitch))
{
    int x = (int)INDEX, y = (int)(blockIdx.y * blockDim.y + threadIdx.y);
    if (x < l.columns && y < l.rows)
        *(float *)((char *)image + y * l.pitch + x * l.strides[1]) = 0;
}

extern "C" CUSTUB_THREADS(n) __global__ void biased(
    int n, float *out CUSTUB_COUNTED_BY(n), const float *bias CUSTUB_COUNTED_BY_OR_NULL(n))
{
    int i = (int)INDEX;
    if (i < n)
        out[i] = bias ? bias[i] : -1;
}

extern "C" CUSTUB_THREADS(n) CUSTUB_GRID_STRIDE __global__ void strided(
    unsigned n, float value, float *out CUSTUB_COUNTED_BY(n))
{
    for (unsigned i = INDEX; i < n; i += gridDim.x * blockDim.x)
        out[i] = value;
}

extern "C" CUSTUB_COOPERATIVE CUSTUB_GRID_STRIDE CUSTUB_THREADS(n) __global__ void together(
    int n, float value, float *out CUSTUB_COUNTED_BY(n))
{
    for (int i = (int)INDEX; i < n; i += (int)(gridDim.x * blockDim.x))
        out[i] = value;
}

/* Dynamic shared memory without an annotation. */
extern "C" CUSTUB_THREADS(n) __global__ void unsized(int n, float *out CUSTUB_COUNTED_BY(n))
{
    extern __shared__ float parts[];
    if ((int)INDEX < n && n < 0)
        out[INDEX] = parts[threadIdx.x];
}

/* No contract. */
extern "C" __global__ void plain(int n, const double *in, double *out)
{
    int i = (int)INDEX;
    if (i < n && in && out)
        out[i] = in[i];
}

/* --- Expressions: each kernel writes the last element that its contract needs. --------------- */

extern "C" CUSTUB_REQUIRES(gridDim.x * blockDim.x <= 64) __global__ void before(
    unsigned n, float *x CUSTUB_COUNTED_BY(n - 1))
{
    x[n - 2] = 3;
}

extern "C" __global__ void quotient(int n, int d, float *x CUSTUB_COUNTED_BY(ceil_div(n, d)))
{
    x[(n + d - 1) / d - 1] = 3;
}

extern "C" CUSTUB_REQUIRES(d == 0 || n % d == 0) __global__ void guarded(
    int n, int d, float *x CUSTUB_COUNTED_BY(n))
{
    x[n - 1] = 3;
}

extern "C" __global__ void product(
    unsigned long long a, unsigned long long b, float *x CUSTUB_COUNTED_BY(a * b))
{
    x[a * b - 1] = 3;
}

extern "C" __global__ void shifted(unsigned n, int by, float *x CUSTUB_COUNTED_BY(n << by))
{
    x[(n << by) - 1] = 3;
}

extern "C" __global__ void masked(int n, int mask, float *x CUSTUB_COUNTED_BY((n & mask) | 1))
{
    x[((n & mask) | 1) - 1] = 3;
}

extern "C" __global__ void widths(
    signed char a, unsigned char b, short c, unsigned short d, long long e, bool f,
    float *x CUSTUB_COUNTED_BY(a + b + c + d + e + f))
{
    x[a + b + c + d + e + f - 1] = 3;
}

// Reads the map's bytes, since a GPU copies by it only from 9.0 on.
extern "C" CUSTUB_REQUIRES(map.swizzle == 0) __global__ void mapped(
    int rows, int columns, char before,
    const __grid_constant__ CUtensorMap map CUSTUB_MAPS(rows, columns) CUSTUB_BOX(8, 16)
        CUSTUB_ELEMENT(float),
    float *x CUSTUB_COUNTED_BY(rows))
{
    const unsigned char *bytes = reinterpret_cast<const unsigned char *>(&map);
    bool is_empty = true;

    for (int i = 0; i < 128; i++)
        is_empty = is_empty && bytes[i] == 0;
    x[rows - 1] = is_empty ? 0 : before;
}

// Kernels with parameters of every kind, for the tests of the Python package.
#include <stddef.h>
#include <stdint.h>

#include <custub/kernel.h>

extern "C" CUSTUB_THREADS(n) __global__ void saxpy(
    size_t n, float a,
    const float *__restrict__ x CUSTUB_COUNTED_BY(n),
    float *__restrict__ y CUSTUB_COUNTED_BY(n))
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        y[i] = a * x[i] + y[i];
}

extern "C" CUSTUB_THREADS(1) __global__ void store_scalars(
    bool b, int8_t i8, uint8_t u8, int16_t i16, uint16_t u16, int32_t i32, uint32_t u32, int64_t i64,
    uint64_t u64, float f32, double f64, int64_t marks,
    double *out CUSTUB_COUNTED_BY(11))
{
    const double values[] = {(double)b,   (double)i8,  (double)u8,  (double)i16, (double)u16, (double)i32,
                             (double)u32, (double)i64, (double)u64, (double)f32, f64};
    for (int i = 0; i < 11; i++)
        out[i] = values[i] + (double)marks;
}

struct step {
    int32_t first;
    double by;
};

extern "C" CUSTUB_THREADS(n) __global__ void count_up(
    int n, step s,
    double *out CUSTUB_COUNTED_BY(n))
{
    int i = (int)(blockIdx.x * blockDim.x + threadIdx.x);
    if (i < n)
        out[i] = s.first + i * s.by;
}

extern "C" CUSTUB_THREADS(n) __global__ void add_vectors(
    int n,
    const float4 *a CUSTUB_COUNTED_BY(n),
    float4 *b CUSTUB_COUNTED_BY(n))
{
    int i = (int)(blockIdx.x * blockDim.x + threadIdx.x);
    if (i < n) {
        b[i].x += a[i].x;
        b[i].y += a[i].y;
        b[i].z += a[i].z;
        b[i].w += a[i].w;
    }
}

extern "C" CUSTUB_THREADS(n) CUSTUB_REQUIRES(n > 0) CUSTUB_REQUIRES(stride > 0) __global__ void gather_strided(
    int64_t n, int64_t stride,
    const int64_t *from CUSTUB_COUNTED_BY((n - 1) * stride + 1),
    int64_t *to CUSTUB_COUNTED_BY(n))
{
    int64_t i = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        to[i] = from[i * stride];
}

struct motion {
    int16_t steps[3];
    bool back;
    float dt;
    unsigned long long *seed;
};

extern "C" CUSTUB_THREADS(1) __global__ void read_motion(
    motion m,
    double *out CUSTUB_COUNTED_BY(6))
{
    for (int i = 0; i < 3; i++)
        out[i] = m.steps[i];
    out[3] = m.back;
    out[4] = m.dt;
    out[5] = m.seed ? 1 : 0;
}

// No contract gives the grid.
extern "C" __global__ void mark_blocks(
    int n,
    int *marks CUSTUB_COUNTED_BY(n),
    const unsigned char *chosen CUSTUB_COUNTED_BY_OR_NULL(n))
{
    extern __shared__ int own[];

    if (threadIdx.x == 0)
        own[0] = (int)(blockIdx.x + gridDim.x * blockIdx.y);
    if (threadIdx.x == 0 && own[0] < n && (!chosen || chosen[own[0]]))
        marks[own[0]] = (int)blockDim.x;
}

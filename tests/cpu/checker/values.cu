// Kernels with CUSTUB_VALUES, which say in `ran` that they ran (values.c).
#include <custub/kernel.h>

#include <stdint.h>

#define INDEX (int)(blockIdx.x * blockDim.x + threadIdx.x)
#define KERNEL(name, type)                                                                         \
    extern "C" CUSTUB_THREADS(n) __global__ void values_##name(                                    \
        int n, int64_t low, uint64_t high,                                                         \
        const type *index CUSTUB_COUNTED_BY(n) CUSTUB_VALUES(low, high),                           \
        int *ran CUSTUB_COUNTED_BY(1))                                                             \
    {                                                                                              \
        if (INDEX == 0)                                                                            \
            ran[0] = 1;                                                                            \
    }

KERNEL(i8, int8_t)
KERNEL(u8, uint8_t)
KERNEL(i16, int16_t)
KERNEL(u16, uint16_t)
KERNEL(i32, int32_t)
KERNEL(u32, uint32_t)
KERNEL(i64, int64_t)
KERNEL(u64, uint64_t)

typedef unsigned long long CUdeviceptr;

struct table {
    int rows;
    CUdeviceptr index[2] CUSTUB_COUNTED_BY_OR_NULL(rows) CUSTUB_ELEMENT(const int32_t) CUSTUB_VALUES(-1, rows);
};

// Two arrays, one of which may be null.
extern "C" CUSTUB_THREADS(t.rows) __global__ void values_field(table t, int *ran CUSTUB_COUNTED_BY(1))
{
    if (INDEX == 0)
        ran[0] = 1;
}

// The range depends on the shape; there is none if m is 0.
extern "C" CUSTUB_THREADS(n) CUSTUB_COOPERATIVE __global__ void values_shape(
    int n, int m, const int32_t *index CUSTUB_COUNTED_BY(n) CUSTUB_VALUES(0, gridDim.x * blockDim.x / m),
    int *ran CUSTUB_COUNTED_BY(1))
{
    if (INDEX == 0)
        ran[0] = 1;
}

// Changes values that another kernel of the stream finds.
extern "C" CUSTUB_THREADS(1) __global__ void values_change(
    int n, int at, int value, int32_t *index CUSTUB_COUNTED_BY(n) CUSTUB_VALUES(0, n))
{
    if (INDEX == 0)
        index[at] = value;
}

/* Kernels that C++ programs launch: instances of templates, overloads, structs and enumerations of
 * the program. */
#include <custub/kernel.h>

#include <stddef.h>

struct __half { /* as cuda_fp16.h has it; this file needs no toolkit */
    unsigned short bits;
};

namespace sim
{
struct particle {
    float x, speed;
};

enum mode { HALVES, DOUBLES };
enum class axis : unsigned char { X, Y };

/* Enumerations are told from integers. */
template <class T> CUSTUB_THREADS(1) __global__ void set(
    T value,
    int *to CUSTUB_COUNTED_BY(1))
{
    to[0] = (int)value + (__is_enum(T) ? 100 : 0);
}

template <class T> CUSTUB_THREADS(n) __global__ void copy(
    size_t n,
    const T *from CUSTUB_COUNTED_BY(n),
    T *to CUSTUB_COUNTED_BY(n))
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        to[i] = from[i];
}

CUSTUB_THREADS(n) __global__ void fill(
    int n, float value,
    float *to CUSTUB_COUNTED_BY(n))
{
    int i = (int)(blockIdx.x * blockDim.x + threadIdx.x);
    if (i < n)
        to[i] = value;
}

CUSTUB_THREADS(n) __global__ void fill(
    int n, particle value,
    particle *to CUSTUB_COUNTED_BY(n))
{
    int i = (int)(blockIdx.x * blockDim.x + threadIdx.x);
    if (i < n)
        to[i] = value;
}
} // namespace sim

template <class T> CUSTUB_THREADS(n) __global__ void axpy(
    int n, T a,
    const T *x CUSTUB_COUNTED_BY(n),
    T *y CUSTUB_COUNTED_BY(n))
{
    int i = (int)(blockIdx.x * blockDim.x + threadIdx.x);
    if (i < n)
        y[i] = a * x[i] + y[i];
}

template <int TIMES> CUSTUB_THREADS(n) __global__ void repeat(
    int n,
    int *y CUSTUB_COUNTED_BY(n))
{
    int i = (int)(blockIdx.x * blockDim.x + threadIdx.x);
    if (i < n)
        y[i] *= TIMES;
}

/* Parameters with the names that launch functions use. */
extern "C" CUSTUB_THREADS(1) __global__ void odd(
    __half value,
    float2 pair,
    void *bytes CUSTUB_SIZED_BY(6),
    float **errors CUSTUB_COUNTED_BY_OR_NULL(1),
    int error, int kernels, int launch)
{
    unsigned char *to = (unsigned char *)bytes;
    to[0] = (unsigned char)(value.bits & 0xff);
    to[1] = (unsigned char)(value.bits >> 8);
    to[2] = (unsigned char)(pair.x + pair.y);
    to[3] = (unsigned char)error;
    to[4] = (unsigned char)kernels;
    to[5] = (unsigned char)launch;
    if (errors)
        errors[0][0] = 1;
}

CUSTUB_STUB(copy_f32, sim::copy<float>);
CUSTUB_STUB(copy_f64, sim::copy<double>);
CUSTUB_STUB(copy_f16, sim::copy<__half>);
CUSTUB_STUB(copy_particle, sim::copy<sim::particle>);
CUSTUB_STUB(copy_float2, sim::copy<float2>);
CUSTUB_STUB(fill_f32, static_cast<void (*)(int, float, float *)>(sim::fill));
CUSTUB_STUB(fill_particle, static_cast<void (*)(int, sim::particle, sim::particle *)>(sim::fill));
CUSTUB_STUB(set_int, sim::set<int>);
CUSTUB_STUB(set_long, sim::set<long>);
CUSTUB_STUB(set_mode, sim::set<sim::mode>);
CUSTUB_STUB(set_axis, sim::set<sim::axis>);
CUSTUB_STUB(axpy_f32, axpy<float>);
CUSTUB_STUB(axpy_f64, axpy<double>);
CUSTUB_STUB(repeat_2, repeat<2>);
CUSTUB_STUB(repeat_3, repeat<3>);

/* Kernels that read or write 16 bytes at once if the address allows it, in the usual forms. */
#include <stdint.h>

template <class T> struct alignas(16) pack { T at[16 / sizeof(T)]; };

template <class T> __device__ inline void read_any(int n, const T *in, T *out)
{
    constexpr int N = 16 / (int)sizeof(T);
    const int packs_per_thread = n / N / (blockDim.x * gridDim.x);
    const int first = (blockIdx.x * blockDim.x + threadIdx.x) * packs_per_thread;
    for (int i = first; i < first + packs_per_thread; i++) {
        pack<T> values;
        if (reinterpret_cast<uintptr_t>(in + i * N) % 16 == 0)
            values = reinterpret_cast<const pack<T> *>(in)[i];
        else
            for (int e = 0; e < N; e++)
                values.at[e] = in[i * N + e];
        for (int e = 0; e < N; e++)
            values.at[e] = values.at[e] * 3 + 1;
        reinterpret_cast<pack<T> *>(out)[i] = values;
    }
}

template <class T> __device__ inline void write_any(int n, const T *in, T *out)
{
    constexpr int N = 16 / (int)sizeof(T);
    const int packs_per_thread = n / N / (blockDim.x * gridDim.x);
    const int first = (blockIdx.x * blockDim.x + threadIdx.x) * packs_per_thread;
    for (int i = first; i < first + packs_per_thread; i++) {
        pack<T> values = reinterpret_cast<const pack<T> *>(in)[i];
        for (int e = 0; e < N; e++)
            values.at[e] = values.at[e] * 3 + 1;
        if (reinterpret_cast<uintptr_t>(out + i * N) % 16 == 0)
            reinterpret_cast<pack<T> *>(out)[i] = values;
        else
            for (int e = 0; e < N; e++)
                out[i * N + e] = values.at[e];
    }
}

#define KERNELS(name, T)                                                                           \
    extern "C" __global__ void read_##name(int n, const T *in, T *out)                             \
    {                                                                                              \
        read_any(n, in, out);                                                                      \
    }                                                                                              \
    extern "C" __global__ void write_##name(int n, const T *in, T *out)                            \
    {                                                                                              \
        write_any(n, in, out);                                                                     \
    }

KERNELS(i32, int)
KERNELS(u16, uint16_t)
KERNELS(u8, uint8_t)
KERNELS(f32, float)
KERNELS(f64, double)

/* Two arrays, one of which may be null. */
extern "C" __global__ void scale(int n, const float *x, const float *factors, float *y)
{
    const int stride = blockDim.x * gridDim.x;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n / 4; i += stride) {
        const float4 v = reinterpret_cast<const float4 *>(x)[i];
        float4 f = make_float4(1, 1, 1, 1);
        const float *from = factors + 4 * i;
        if (factors && reinterpret_cast<uintptr_t>(from) % 16 == 0)
            f = *reinterpret_cast<const float4 *>(from);
        else if (factors)
            f = make_float4(from[0], from[1], from[2], from[3]);
        reinterpret_cast<float4 *>(y)[i] = make_float4(v.x * f.x, v.y * f.y, v.z * f.z, v.w * f.w);
    }
}

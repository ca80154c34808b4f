// Reading textures of every type and dimension, and reading and writing surfaces.
#define FETCH 0 // a dimension: tex1Dfetch, else tex1D, tex2D or tex3D

__device__ unsigned bits_of(float value)
{
    return __float_as_uint(value);
}
__device__ unsigned bits_of(int value)
{
    return (unsigned)value;
}
__device__ unsigned bits_of(unsigned value)
{
    return value;
}

template <class T> __device__ void store1(unsigned *out, T texel)
{
    out[0] = bits_of(texel);
}
template <class T> __device__ void store2(unsigned *out, T texel)
{
    out[0] = bits_of(texel.x);
    out[1] = bits_of(texel.y);
}
template <class T> __device__ void store4(unsigned *out, T texel)
{
    out[0] = bits_of(texel.x);
    out[1] = bits_of(texel.y);
    out[2] = bits_of(texel.z);
    out[3] = bits_of(texel.w);
}

template <class T>
__device__ T read_texel(cudaTextureObject_t texture, float x, float y, float z, int dimensions)
{
    T texel;

    if (dimensions == FETCH)
        return tex1Dfetch<T>(texture, (int)x);
    if (dimensions == 1)
        return tex1D<T>(texture, x);
    if (dimensions == 3)
        return tex3D<T>(texture, x, y, z);
    tex2D(&texel, texture, x, y); // the other form
    return texel;
}

// Four words for each sample. Words of channels that the type lacks are left as they were.
#define SAMPLE(name, type, channels)                                                               \
    extern "C" __global__ void sample_##name(unsigned *out, cudaTextureObject_t texture,           \
                                             const float *x, const float *y, const float *z,       \
                                             int dimensions, int n)                                \
    {                                                                                              \
        int i = blockIdx.x * blockDim.x + threadIdx.x;                                             \
        if (i < n)                                                                                 \
            store##channels(out + 4 * i, read_texel<type>(texture, x[i], y[i], z[i], dimensions)); \
    }
#define SAMPLES(name, type, vector)                                                                \
    SAMPLE(name##1, type, 1) SAMPLE(name##2, vector##2, 2) SAMPLE(name##4, vector##4, 4)
SAMPLES(i8, signed char, char)
SAMPLES(u8, unsigned char, uchar)
SAMPLES(i16, short, short)
SAMPLES(u16, unsigned short, ushort)
SAMPLES(i32, int, int)
SAMPLES(u32, unsigned, uint)
SAMPLES(f32, float, float)

// Surfaces: every thread reads at its place, moved by `shift` bytes, and adds 1 to what it read.
// Each of the three modes for accesses outside has a kernel.
#define SHIFT(name, mode)                                                                          \
    extern "C" __global__ void shift_##name(cudaSurfaceObject_t to, cudaSurfaceObject_t from,      \
                                            int dimensions, int shift)                             \
    {                                                                                              \
        int x = threadIdx.x * 4, y = threadIdx.y, z = threadIdx.z;                                 \
        if (dimensions == 1)                                                                       \
            surf1Dwrite(surf1Dread<int>(from, x + shift, mode) + 1, to, x);                        \
        else if (dimensions == 2)                                                                  \
            surf2Dwrite(surf2Dread<int>(from, x + shift, y, mode) + 1, to, x, y);                  \
        else                                                                                       \
            surf3Dwrite(surf3Dread<int>(from, x + shift, y, z, mode) + 1, to, x, y, z);            \
    }
SHIFT(zero, cudaBoundaryModeZero)
SHIFT(clamp, cudaBoundaryModeClamp)
SHIFT(trap, cudaBoundaryModeTrap)

// Accesses of 1, 2, 8 and 16 bytes. Writes outside are dropped.
extern "C" __global__ void write_sizes(cudaSurfaceObject_t surface)
{
    int x = threadIdx.x;

    surf2Dwrite((unsigned char)(x + 1), surface, x, 0, cudaBoundaryModeZero);
    surf2Dwrite(make_uchar2(x, x + 1), surface, 2 * x, 1, cudaBoundaryModeZero);
    surf2Dwrite(make_int2(x, -x), surface, 8 * x, 2, cudaBoundaryModeZero);
    surf2Dwrite(make_float4(x, 1, 2, 3), surface, 16 * x, 3, cudaBoundaryModeZero);
}

extern "C" __global__ void read_sizes(cudaSurfaceObject_t surface, int *out)
{
    int x = threadIdx.x;
    uchar4 four;
    float4 large;

    surf2Dread(&four, surface, 4 * x, 0, cudaBoundaryModeZero); // the other form
    surf2Dread(&large, surface, 16 * x, 3, cudaBoundaryModeZero);
    out[4 * x] = four.x + 256 * four.w;
    out[4 * x + 1] = surf2Dread<ushort2>(surface, 4 * x, 1, cudaBoundaryModeZero).y;
    out[4 * x + 2] = surf2Dread<int2>(surface, 8 * x, 2, cudaBoundaryModeZero).y;
    out[4 * x + 3] = (int)(large.x * 1000 + large.w);
}

/* custub/cpu/memory/texture.h: CUDA's functions for textures and surfaces (CUDA C++ Programming
 * Guide, "Texture Functions" and "Surface Functions"). Those of 1 to 3 dimensions call the driver.
 * The others are declared, so that files with them compile: kernels that the generator sees call
 * them stay out of the image, and in others a call ends the launch. Part of custub/cpu_device.h. */
#ifndef CUSTUB_CPU_TEXTURE_H
#define CUSTUB_CPU_TEXTURE_H

#include "../language/runtime_types.h"
#include "../threads/place.h"
#include "checked.h"

namespace custub_cpu
{

/* Makes a value of type T from a texel's `count` channels, which have the type `channel`. A type
 * without texture functions in CUDA has no such struct. */
template <typename T> struct texel_type;

#define CUSTUB_CPU_TEXEL(type, element, number)                                                    \
    template <> struct texel_type<type> {                                                          \
        typedef element channel;                                                                   \
        static constexpr int count = number;                                                       \
    };
#define CUSTUB_CPU_TEXELS(vector, element)                                                         \
    CUSTUB_CPU_TEXEL(element, element, 1)                                                          \
    CUSTUB_CPU_TEXEL(vector##1, element, 1)                                                        \
    CUSTUB_CPU_TEXEL(vector##2, element, 2)                                                        \
    CUSTUB_CPU_TEXEL(vector##4, element, 4)
CUSTUB_CPU_TEXEL(char, char, 1)
CUSTUB_CPU_TEXELS(char, signed char)
CUSTUB_CPU_TEXELS(uchar, unsigned char)
CUSTUB_CPU_TEXELS(short, short)
CUSTUB_CPU_TEXELS(ushort, unsigned short)
CUSTUB_CPU_TEXELS(int, int)
CUSTUB_CPU_TEXELS(uint, unsigned)
CUSTUB_CPU_TEXELS(float, float)
#undef CUSTUB_CPU_TEXELS
#undef CUSTUB_CPU_TEXEL

template <typename T> CUSTUB_CPU_INLINE T texel_of(const uint32_t (&channels)[4])
{
    typedef typename texel_type<T>::channel channel;
    constexpr int count = texel_type<T>::count;
    channel narrow[count];
    T texel;

    static_assert(sizeof(narrow) == sizeof(T), "a texel has no gaps");
    for (int i = 0; i < count; i++) /* the bits of a float, or the low bits of an integer */
        CUSTUB_CPU_COPY(&narrow[i], &channels[i], sizeof(channel));
    CUSTUB_CPU_COPY(&texel, narrow, sizeof(T));
    return texel;
}

template <typename T, typename... Coordinates>
CUSTUB_CPU_INLINE T sample(unsigned long long texture, Coordinates... coordinates)
{
    const float at[] = {coordinates...};
    uint32_t channels[4];

    services->sample(texture, sizeof...(Coordinates), at, channels);
    return texel_of<T>(channels);
}

template <typename T, typename... Coordinates>
CUSTUB_CPU_INLINE T surface_read(unsigned long long surface, int boundary,
                                 Coordinates... coordinates)
{
    const int32_t at[] = {coordinates...};
    const void *place =
        services->surface(surface, sizeof...(Coordinates), at, sizeof(T), (uint32_t)boundary);
    T value{};

    if (place)
        CUSTUB_CPU_COPY(&value, place, sizeof(T));
    return value;
}

template <typename T, typename... Coordinates>
CUSTUB_CPU_INLINE void surface_write(const T &value, unsigned long long surface, int boundary,
                                     Coordinates... coordinates)
{
    const int32_t at[] = {coordinates...};
    void *place =
        services->surface(surface, sizeof...(Coordinates), at, sizeof(T), (uint32_t)boundary);

    if (place)
        CUSTUB_CPU_COPY(place, &value, sizeof(T));
}

} // namespace custub_cpu

/* --- Functions that are served -------------------------------------------------------------------
 *
 * CUDA has two forms: one returns the value, the other writes it to the first argument. */

template <typename T> inline T tex1Dfetch(cudaTextureObject_t texture, int x)
{
    uint32_t channels[4];

    ::custub_cpu::services->fetch(texture, x, channels);
    return ::custub_cpu::texel_of<T>(channels);
}

template <typename T> inline void tex1Dfetch(T *value, cudaTextureObject_t texture, int x)
{
    *value = tex1Dfetch<T>(texture, x);
}

template <typename T> inline T tex1D(cudaTextureObject_t texture, float x)
{
    return ::custub_cpu::sample<T>(texture, x);
}

template <typename T> inline void tex1D(T *value, cudaTextureObject_t texture, float x)
{
    *value = tex1D<T>(texture, x);
}

template <typename T> inline T tex2D(cudaTextureObject_t texture, float x, float y)
{
    return ::custub_cpu::sample<T>(texture, x, y);
}

template <typename T> inline void tex2D(T *value, cudaTextureObject_t texture, float x, float y)
{
    *value = tex2D<T>(texture, x, y);
}

template <typename T> inline T tex3D(cudaTextureObject_t texture, float x, float y, float z)
{
    return ::custub_cpu::sample<T>(texture, x, y, z);
}

template <typename T>
inline void tex3D(T *value, cudaTextureObject_t texture, float x, float y, float z)
{
    *value = tex3D<T>(texture, x, y, z);
}

template <typename T>
inline T surf1Dread(cudaSurfaceObject_t surface, int x,
                    cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap)
{
    return ::custub_cpu::surface_read<T>(surface, mode, x);
}

template <typename T>
inline void surf1Dread(T *value, cudaSurfaceObject_t surface, int x,
                       cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap)
{
    *value = surf1Dread<T>(surface, x, mode);
}

template <typename T>
inline T surf2Dread(cudaSurfaceObject_t surface, int x, int y,
                    cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap)
{
    return ::custub_cpu::surface_read<T>(surface, mode, x, y);
}

template <typename T>
inline void surf2Dread(T *value, cudaSurfaceObject_t surface, int x, int y,
                       cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap)
{
    *value = surf2Dread<T>(surface, x, y, mode);
}

template <typename T>
inline T surf3Dread(cudaSurfaceObject_t surface, int x, int y, int z,
                    cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap)
{
    return ::custub_cpu::surface_read<T>(surface, mode, x, y, z);
}

template <typename T>
inline void surf3Dread(T *value, cudaSurfaceObject_t surface, int x, int y, int z,
                       cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap)
{
    *value = surf3Dread<T>(surface, x, y, z, mode);
}

template <typename T>
inline void surf1Dwrite(T value, cudaSurfaceObject_t surface, int x,
                        cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap)
{
    ::custub_cpu::surface_write(value, surface, mode, x);
}

template <typename T>
inline void surf2Dwrite(T value, cudaSurfaceObject_t surface, int x, int y,
                        cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap)
{
    ::custub_cpu::surface_write(value, surface, mode, x, y);
}

template <typename T>
inline void surf3Dwrite(T value, cudaSurfaceObject_t surface, int x, int y, int z,
                        cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap)
{
    ::custub_cpu::surface_write(value, surface, mode, x, y, z);
}

/* --- Functions that are not served ---------------------------------------------------------------
 */

#define CUSTUB_CPU_TEXTURE_READ(name)                                                              \
    template <typename T, typename... Rest> inline T name(unsigned long long, Rest...)             \
    {                                                                                              \
        ::custub_cpu::unfit(#name, "textures with layers, cubes, levels or gathering");            \
    }                                                                                              \
    template <typename T, typename... Rest> inline void name(T *, unsigned long long, Rest...)     \
    {                                                                                              \
        ::custub_cpu::unfit(#name, "textures with layers, cubes, levels or gathering");            \
    }
#define CUSTUB_CPU_SURFACE_WRITE(name)                                                             \
    template <typename T, typename... Rest> inline void name(T, unsigned long long, Rest...)       \
    {                                                                                              \
        ::custub_cpu::unfit(#name, "textures with layers, cubes, levels or gathering");            \
    }

CUSTUB_CPU_TEXTURE_READ(tex1DLayered)
CUSTUB_CPU_TEXTURE_READ(tex2DLayered)
CUSTUB_CPU_TEXTURE_READ(texCubemap)
CUSTUB_CPU_TEXTURE_READ(texCubemapLayered)
CUSTUB_CPU_TEXTURE_READ(tex2Dgather)
CUSTUB_CPU_TEXTURE_READ(tex1DLod)
CUSTUB_CPU_TEXTURE_READ(tex2DLod)
CUSTUB_CPU_TEXTURE_READ(tex3DLod)
CUSTUB_CPU_TEXTURE_READ(tex1DLayeredLod)
CUSTUB_CPU_TEXTURE_READ(tex2DLayeredLod)
CUSTUB_CPU_TEXTURE_READ(texCubemapLod)
CUSTUB_CPU_TEXTURE_READ(texCubemapLayeredLod)
CUSTUB_CPU_TEXTURE_READ(tex1DGrad)
CUSTUB_CPU_TEXTURE_READ(tex2DGrad)
CUSTUB_CPU_TEXTURE_READ(tex3DGrad)
CUSTUB_CPU_TEXTURE_READ(tex1DLayeredGrad)
CUSTUB_CPU_TEXTURE_READ(tex2DLayeredGrad)
CUSTUB_CPU_TEXTURE_READ(texCubemapGrad)
CUSTUB_CPU_TEXTURE_READ(texCubemapLayeredGrad)
CUSTUB_CPU_TEXTURE_READ(surf1DLayeredread)
CUSTUB_CPU_TEXTURE_READ(surf2DLayeredread)
CUSTUB_CPU_TEXTURE_READ(surfCubemapread)
CUSTUB_CPU_TEXTURE_READ(surfCubemapLayeredread)
CUSTUB_CPU_SURFACE_WRITE(surf1DLayeredwrite)
CUSTUB_CPU_SURFACE_WRITE(surf2DLayeredwrite)
CUSTUB_CPU_SURFACE_WRITE(surfCubemapwrite)
CUSTUB_CPU_SURFACE_WRITE(surfCubemapLayeredwrite)

#undef CUSTUB_CPU_TEXTURE_READ
#undef CUSTUB_CPU_SURFACE_WRITE

#endif

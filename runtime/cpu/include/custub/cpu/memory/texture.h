/* custub/cpu/memory/texture.h: CUDA's functions for textures and surfaces (CUDA C++ Programming
 * Guide, "Texture and Surface Memory"), so that files with them compile. There are no textures on
 * the CPU: kernels that the generator sees call them stay out of the image, and in others a call
 * ends the launch. Part of custub/cpu_device.h. */
#ifndef CUSTUB_CPU_TEXTURE_H
#define CUSTUB_CPU_TEXTURE_H

#include "../threads/place.h"

/* CUDA has two forms: one returns the value, the other writes it to the first argument. */
#define CUSTUB_CPU_TEXTURE_READ(name)                                                              \
    template <typename T, typename... Rest> inline T name(unsigned long long, Rest...)             \
    {                                                                                              \
        ::custub_cpu::unfit(#name, "textures and surfaces");                                       \
    }                                                                                              \
    template <typename T, typename... Rest> inline void name(T *, unsigned long long, Rest...)     \
    {                                                                                              \
        ::custub_cpu::unfit(#name, "textures and surfaces");                                       \
    }
#define CUSTUB_CPU_SURFACE_WRITE(name)                                                             \
    template <typename T, typename... Rest> inline void name(T, unsigned long long, Rest...)       \
    {                                                                                              \
        ::custub_cpu::unfit(#name, "textures and surfaces");                                       \
    }

CUSTUB_CPU_TEXTURE_READ(tex1Dfetch)
CUSTUB_CPU_TEXTURE_READ(tex1D)
CUSTUB_CPU_TEXTURE_READ(tex2D)
CUSTUB_CPU_TEXTURE_READ(tex3D)
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
CUSTUB_CPU_TEXTURE_READ(surf1Dread)
CUSTUB_CPU_TEXTURE_READ(surf2Dread)
CUSTUB_CPU_TEXTURE_READ(surf3Dread)
CUSTUB_CPU_TEXTURE_READ(surf1DLayeredread)
CUSTUB_CPU_TEXTURE_READ(surf2DLayeredread)
CUSTUB_CPU_TEXTURE_READ(surfCubemapread)
CUSTUB_CPU_TEXTURE_READ(surfCubemapLayeredread)
CUSTUB_CPU_SURFACE_WRITE(surf1Dwrite)
CUSTUB_CPU_SURFACE_WRITE(surf2Dwrite)
CUSTUB_CPU_SURFACE_WRITE(surf3Dwrite)
CUSTUB_CPU_SURFACE_WRITE(surf1DLayeredwrite)
CUSTUB_CPU_SURFACE_WRITE(surf2DLayeredwrite)
CUSTUB_CPU_SURFACE_WRITE(surfCubemapwrite)
CUSTUB_CPU_SURFACE_WRITE(surfCubemapLayeredwrite)

#undef CUSTUB_CPU_TEXTURE_READ
#undef CUSTUB_CPU_SURFACE_WRITE

#endif

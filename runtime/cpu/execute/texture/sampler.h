/* sampler.h: how kernels read textures, and read and write surfaces (CUDA C++ Programming Guide,
 * "Texture Fetching" and "Surface Functions"). These functions run in kernels. A handle of another
 * kind, or of no object, ends the kernel. */
#ifndef CPU_SAMPLER_H
#define CPU_SAMPLER_H

#include "api/handle.h"
#include "execute/texture/texels.h"

/* A texture object, whose handle is its address. Its memory is never given back to the system, so
 * that a kernel can still read the kind of a destroyed object. */
typedef struct cpu_texture {
    cpu_object object; /* CPU_KIND_TEXTURE; a surface object has only the texels */
    cpu_texels texels;
    int address_mode[3];
    bool is_linear;     /* the filter */
    bool is_normalized; /* the coordinates */
    bool is_integer;    /* kernels read integers; else floats */
    float border[4];
    int resource_type;        /* CU_RESOURCE_TYPE_… */
    struct cpu_texture *next; /* in the list for reuse */
} cpu_texture;

/* Services of kernels: cpu_image.h says what they do. */
void cpu_texture_fetch(uint64_t texture, int32_t index, uint32_t texel[4]);
void cpu_texture_sample(uint64_t texture, uint32_t dimensions, const float *at, uint32_t texel[4]);
void *cpu_surface_place(uint64_t surface, uint32_t dimensions, const int32_t *at, uint32_t bytes,
                        uint32_t boundary);

#endif

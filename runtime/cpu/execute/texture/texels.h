/* texels.h: the texels of arrays, textures and surfaces, and how they lie in memory. */
#ifndef CPU_TEXELS_H
#define CPU_TEXELS_H

#include "api/api.h"

#include <stdbool.h>

/* Texel (x, y, z) begins at address + z * plane_pitch + y * pitch + x * size. */
typedef struct cpu_texels {
    uintptr_t address;
    size_t pitch; /* bytes, as is the next */
    size_t plane_pitch;
    size_t extent[3];    /* texels in x, y and z; 1 from the number of dimensions on */
    uint32_t dimensions; /* 1 to 3 */
    int format;          /* CU_AD_FORMAT_…, of each channel */
    uint32_t channels;   /* 1, 2 or 4 */
    uint32_t size;       /* bytes of a texel */
} cpu_texels;

/* The bytes of a texel; 0 if there is no such format, or it is not served. */
uint32_t cpu_texel_size(int format, unsigned int channels);

/* True for formats of integers; of signed ones. */
bool cpu_texel_is_integer(int format);
bool cpu_texel_is_signed(int format);

/* The address of the texel at an index, which is in range. */
uintptr_t cpu_texel_place(const cpu_texels *texels, const size_t index[3]);

/* Reads the texel at an index, which is in range. Integers, sign-extended to 32 bits; or floats, to
 * which integers of 8 and 16 bits convert as fractions of the largest one (CUDA C++ Programming
 * Guide, "Texture Memory", read mode). Channels that the format lacks are 0. */
void cpu_texel_read_bits(const cpu_texels *texels, const size_t index[3], uint32_t channels[4]);
void cpu_texel_read_floats(const cpu_texels *texels, const size_t index[3], double channels[4]);

#endif

#include "execute/texture/sampler.h"

#include "api/memory_checker.h"
#include "execute/kernel/trap.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* Coordinates are clamped to this, which does not change the texels. */
#define FAR_OUT 1099511627776.0 /* 2^40 */

/* The texels of one dimension that a sample is made of. */
typedef struct span {
    int64_t index[2]; /* -1: the border */
    double weight;    /* of the second one */
} span;

/* A read of a texture by a kernel. */
typedef struct reading {
    const cpu_texture *texture;
    const void *frame; /* of the function that the kernel called; the frames above it are its own */
    span spans[3];
} reading;

/* The frame of a function that a kernel calls. */
#if defined(__GNUC__)
#define FRAME __builtin_frame_address(0)
#else
#define FRAME NULL
#endif

static const cpu_texture *find(uint64_t handle, cpu_kind kind)
{
    const cpu_texture *found = (const cpu_texture *)(uintptr_t)handle;
    const char *name = kind == CPU_KIND_TEXTURE ? "texture" : "surface";
    char text[128];

    if (found && found->object.kind == kind)
        return found;
    snprintf(text, sizeof(text), "0x%llx is not the handle of a %s object",
             (unsigned long long)handle, name);
    cpu_kernel_trap(CUSTUB_CPU_TRAP_FAULT, text);
}

/* Applies an address mode to an index. */
static int64_t apply(int mode, int64_t index, int64_t size)
{
    int64_t period = mode == CU_TR_ADDRESS_MODE_MIRROR ? 2 * size : size;

    switch (mode) {
    case CU_TR_ADDRESS_MODE_BORDER:
        return index < 0 || index >= size ? -1 : index;
    case CU_TR_ADDRESS_MODE_WRAP:
    case CU_TR_ADDRESS_MODE_MIRROR:
        index %= period;
        index += index < 0 ? period : 0;
        return index < size ? index : period - 1 - index;
    default:
        return index < 0 ? 0 : index >= size ? size - 1 : index;
    }
}

/* Returns the coordinate in texels. In repeating modes it is reduced before it is scaled, while
 * that is exact. */
static double texel_coordinate(const cpu_texture *t, double at, int mode, size_t size)
{
    if (isnan(at))
        return 0;
    if (t->is_normalized) {
        if (mode == CU_TR_ADDRESS_MODE_WRAP || mode == CU_TR_ADDRESS_MODE_MIRROR)
            at = isinf(at) ? 0 : at - 2 * floor(at / 2);
        at *= (double)size;
    }
    return at < -FAR_OUT ? -FAR_OUT : at > FAR_OUT ? FAR_OUT : at;
}

/* Weights have 8 bits of fraction (CUDA C++ Programming Guide, "Linear Filtering"). */
static span find_span(const cpu_texture *t, uint32_t dimension, float at)
{
    const int64_t size = (int64_t)t->texels.extent[dimension];
    const int mode = t->address_mode[dimension];
    const double x = texel_coordinate(t, at, mode, (size_t)size);
    double first = floor(x);
    span found = {.weight = 0};

    if (t->is_linear) {
        const double fixed = floor((x - 0.5) * 256 + 0.5);
        first = floor(fixed / 256);
        found.weight = fixed / 256 - first;
    }
    found.index[0] = apply(mode, (int64_t)first, size);
    found.index[1] = apply(mode, (int64_t)first + 1, size);
    return found;
}

/* Every read of a texel comes here first. */
static void check(const reading *r, const size_t index[3])
{
    const cpu_checker *checker = cpu_memory_checker();

    if (checker)
        checker->memory_accessed((const void *)cpu_texel_place(&r->texture->texels, index),
                                 r->texture->texels.size, CUSTUB_CPU_ACCESS_READ, r->frame);
}

/* The texel at a corner of the spans: bit d of `corner` chooses in dimension d. False: the border.
 */
static bool index_of_corner(const reading *r, uint32_t corner, size_t index[3])
{
    for (uint32_t d = 0; d < 3; d++) {
        int64_t of_corner =
            d < r->texture->texels.dimensions ? r->spans[d].index[corner >> d & 1] : 0;
        if (of_corner < 0)
            return false;
        index[d] = (size_t)of_corner;
    }
    return true;
}

static double weight_of_corner(const reading *r, uint32_t corner)
{
    double weight = 1;

    for (uint32_t d = 0; d < r->texture->texels.dimensions; d++)
        weight *= corner >> d & 1 ? r->spans[d].weight : 1 - r->spans[d].weight;
    return weight;
}

static void store_floats(const double channels[4], uint32_t texel[4])
{
    for (int i = 0; i < 4; i++) {
        float value = (float)channels[i];
        memcpy(&texel[i], &value, sizeof(value));
    }
}

static void read_bits(const reading *r, const size_t index[3], uint32_t channels[4])
{
    check(r, index);
    cpu_texel_read_bits(&r->texture->texels, index, channels);
}

static void read_floats(const reading *r, const size_t index[3], double channels[4])
{
    check(r, index);
    cpu_texel_read_floats(&r->texture->texels, index, channels);
}

static void read_corner_bits(const reading *r, uint32_t corner, uint32_t texel[4])
{
    size_t index[3];

    if (index_of_corner(r, corner, index)) {
        read_bits(r, index, texel);
        return;
    }
    for (int i = 0; i < 4; i++)
        texel[i] = (uint32_t)(int32_t)r->texture->border[i];
}

/* GPUs filter integers too, and round the result (an H200, measured). */
static void filter_integers(const reading *r, uint32_t texel[4])
{
    const cpu_texels *texels = &r->texture->texels;
    const bool is_signed = cpu_texel_is_signed(texels->format);
    double sum[4] = {0};

    for (uint32_t corner = 0; corner < 1u << texels->dimensions; corner++) {
        const double weight = weight_of_corner(r, corner);
        uint32_t bits[4];
        if (weight == 0)
            continue;
        read_corner_bits(r, corner, bits);
        for (int i = 0; i < 4; i++)
            sum[i] += weight * (is_signed ? (double)(int32_t)bits[i] : (double)bits[i]);
    }
    for (int i = 0; i < 4; i++)
        texel[i] = (uint32_t)(int64_t)floor(sum[i] + 0.5);
}

static void sample_integers(const reading *r, uint32_t texel[4])
{
    if (r->texture->is_linear)
        filter_integers(r, texel);
    else
        read_corner_bits(r, 0, texel);
}

static void sample_floats(const reading *r, uint32_t texel[4])
{
    const float *border = r->texture->border;
    double sum[4] = {0};

    for (uint32_t corner = 0; corner < 1u << r->texture->texels.dimensions; corner++) {
        const double weight = weight_of_corner(r, corner);
        double channels[4] = {border[0], border[1], border[2], border[3]};
        size_t index[3];
        if (weight == 0)
            continue;
        if (index_of_corner(r, corner, index))
            read_floats(r, index, channels);
        for (int i = 0; i < 4; i++)
            sum[i] += weight * channels[i];
    }
    store_floats(sum, texel);
}

void cpu_texture_sample(uint64_t texture, uint32_t dimensions, const float *at, uint32_t texel[4])
{
    const cpu_texture *t = find(texture, CPU_KIND_TEXTURE);
    reading r = {.texture = t, .frame = FRAME};
    char text[128];

    if (t->resource_type == CU_RESOURCE_TYPE_LINEAR)
        cpu_kernel_trap(CUSTUB_CPU_TRAP_EXIT, "only tex1Dfetch reads textures of linear memory");
    if (dimensions != t->texels.dimensions) {
        snprintf(text, sizeof(text), "tex%uD reads a texture that has %u dimension%s", dimensions,
                 t->texels.dimensions, t->texels.dimensions == 1 ? "" : "s");
        cpu_kernel_trap(CUSTUB_CPU_TRAP_EXIT, text);
    }
    for (uint32_t d = 0; d < dimensions; d++)
        r.spans[d] = find_span(t, d, at[d]);
    if (t->is_integer)
        sample_integers(&r, texel);
    else
        sample_floats(&r, texel);
}

void cpu_texture_fetch(uint64_t texture, int32_t index, uint32_t texel[4])
{
    const cpu_texture *t = find(texture, CPU_KIND_TEXTURE);
    const reading r = {.texture = t, .frame = FRAME};
    const size_t at[3] = {(size_t)index, 0, 0};
    double channels[4];

    if (t->resource_type != CU_RESOURCE_TYPE_LINEAR)
        cpu_kernel_trap(CUSTUB_CPU_TRAP_EXIT, "tex1Dfetch reads only textures of linear memory");
    if (index < 0 || at[0] >= t->texels.extent[0]) {
        memset(texel, 0, 4 * sizeof(*texel));
    } else if (t->is_integer) {
        read_bits(&r, at, texel);
    } else {
        read_floats(&r, at, channels);
        store_floats(channels, texel);
    }
}

/* --- Surfaces ------------------------------------------------------------------------------------
 */

static _Noreturn void stop_outside(const cpu_texels *texels, const int32_t *at, uint32_t bytes)
{
    char text[256];

    snprintf(text, sizeof(text),
             "access of %u bytes at byte %d, row %d, plane %d of a surface of %zu bytes, %zu rows, "
             "%zu planes",
             bytes, at[0], at[1], at[2], texels->extent[0] * texels->size, texels->extent[1],
             texels->extent[2]);
    cpu_kernel_trap(CUSTUB_CPU_TRAP_EXIT, text);
}

static int32_t clamp(int32_t value, size_t last)
{
    return value < 0 ? 0 : (size_t)value > last ? (int32_t)last : value;
}

void *cpu_surface_place(uint64_t surface, uint32_t dimensions, const int32_t *given, uint32_t bytes,
                        uint32_t boundary)
{
    const cpu_texels *texels = &find(surface, CPU_KIND_SURFACE)->texels;
    const size_t row = texels->extent[0] * texels->size;
    const size_t last[3] = {row < bytes ? 0 : row - bytes, texels->extent[1] - 1,
                            texels->extent[2] - 1};
    int32_t at[3] = {given[0], dimensions > 1 ? given[1] : 0, dimensions > 2 ? given[2] : 0};
    bool is_outside = row < bytes;

    if (dimensions != texels->dimensions)
        cpu_kernel_trap(CUSTUB_CPU_TRAP_EXIT,
                        "the function for surfaces has not as many dimensions as the surface");
    if (at[0] % (int32_t)bytes != 0) /* the first coordinate is in bytes */
        cpu_kernel_trap(CUSTUB_CPU_TRAP_EXIT, "a surface's x, which is in bytes, is misaligned");
    for (uint32_t d = 0; d < dimensions; d++)
        is_outside |= at[d] < 0 || (size_t)at[d] > last[d];
    if (is_outside && boundary == CUSTUB_CPU_BOUNDARY_ZERO)
        return NULL;
    if (is_outside && (boundary != CUSTUB_CPU_BOUNDARY_CLAMP || row < bytes))
        stop_outside(texels, at, bytes);
    for (uint32_t d = 0; d < dimensions; d++)
        at[d] = clamp(at[d], last[d]);
    return (void *)(texels->address + (size_t)at[2] * texels->plane_pitch +
                    (size_t)at[1] * texels->pitch + (size_t)at[0]);
}

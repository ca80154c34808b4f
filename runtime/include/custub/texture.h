/* custub/texture.h: texture and surface objects, and the arrays that they are made of (CUDA Driver
 * API, "Texture Object Management", "Surface Object Management"; CUDA C++ Programming Guide,
 * "Texture and Surface Memory").
 *
 * A kernel takes a custub_texture or a custub_surface. A custub_texture_object or a
 * custub_surface_object owns one, and has it as a field:
 *
 *     custub_sampling sampling = custub_sampling_default();
 *     sampling.filter = CUSTUB_FILTER_LINEAR;
 *     custub_texture_object image =
 *         custub_f32_texture_pitched(pixels.view, 640, 480, 2560, &sampling, &error);
 *     launch_scale(&kernels, NULL, image.texture, …, &error);
 *     custub_texture_object_destroy(&image, &error);
 *
 * Each type of texels has these functions. The types are i8, u8, i16, u16, i32, u32, f16 and f32,
 * and CUDA's vectors char1 to float4 of 1, 2 and 4 components; custub_uchar4_texture_linear takes a
 * custub_uchar4_view.
 *
 *     custub_texture_object custub_f32_texture_linear(view, read, error)
 *     custub_texture_object custub_f32_texture_pitched(view, width, height, pitch, sampling, error)
 *     custub_f32_array custub_f32_array_create(width, height, depth, use, error)
 *     custub_status custub_f32_array_destroy(&array, error)
 *     custub_status custub_f32_array_upload(array, host, pitch, stream, error)     waits
 *     custub_status custub_f32_array_download(array, host, pitch, stream, error)   waits
 *     custub_status custub_f32_array_copy_from(array, view, pitch, stream, error)
 *     custub_status custub_f32_array_copy_to(array, view, pitch, stream, error)
 *
 * - Linear memory is that of a view. Kernels read it by tex1Dfetch, with an index. Nothing is
 *   filtered; an index outside gives 0.
 * - Pitched memory has `height` rows of `width` texels; each row begins `pitch` bytes after the one
 *   before. Kernels read it by tex2D. The memory stays the program's: a texture of a buffer sees
 *   what is written to it by earlier launches.
 * - An array has 1 to 3 dimensions: `height` and `depth` are 0 for dimensions that it lacks. All
 *   are in texels. Kernels read it by tex1D, tex2D, tex3D through custub_texture_of_array(), and
 *   read and write it by surf2Dread and the like through custub_surface_of_array(), if it was made
 *   with CUSTUB_ARRAY_SURFACE. Copies are of the whole array: rows of the host or of the view begin
 *   `pitch` bytes after one another, planes `pitch` times the height; a pitch of 0 bytes means that
 *   rows follow one another directly.
 *
 * Order. Copies happen in `stream`, as those of <custub/buffer.h>; copies from and to views do not
 * wait for it. Destroying a texture or a surface does not wait: destroy it, its array or its memory
 * after the kernels that use it.
 *
 * Errors. Sizes are checked before the driver is called, and the message has both numbers:
 * - CUSTUB_ERROR_OUT_OF_RANGE: more texels, rows or bytes than the device takes, than the view has,
 *   or than are at its address; a pitch that is shorter than a row
 * - CUSTUB_ERROR_MISALIGNED: an address that is not a multiple of the device's texture alignment
 *   (512 bytes), or a pitch that is not one of its pitch alignment (32 bytes).
 *   custub_f32_buffer_create() and cuMemAllocPitch give such addresses, and the latter such pitches
 * - CUSTUB_ERROR_NULL_POINTER, CUSTUB_ERROR_UNKNOWN_ADDRESS: there is no memory; what
 *   lies at an address is only asked at the whole level (custub_set_check())
 * - CUSTUB_ERROR_INVALID_ARGUMENT: no texels; a way of sampling that CUDA does not have (below)
 * - CUSTUB_ERROR_DRIVER: the driver's own reason
 *
 * Contexts and threads. Objects and arrays belong to the current context. Any thread may use them.
 */
#ifndef CUSTUB_TEXTURE_H
#define CUSTUB_TEXTURE_H

#include "vector.h"

#ifdef __cplusplus
extern "C" {
#endif

/* --- How a texture is read ------------------------------------------------------------------- */

/* What kernels read between texels. */
typedef enum custub_filter {
    CUSTUB_FILTER_POINT, /* the texel that the coordinates are in */
    CUSTUB_FILTER_LINEAR /* between the nearest ones, with weights of 8 bits of fraction. CUDA
                            documents it only for floats; an H200 filters integers too, and rounds
                            the result to an integer */
} custub_filter;

/* What coordinates outside of the texture mean. */
typedef enum custub_address_mode {
    CUSTUB_ADDRESS_CLAMP,  /* the nearest texel */
    CUSTUB_ADDRESS_BORDER, /* the border's color */
    CUSTUB_ADDRESS_WRAP,   /* the texture repeats; only with normalized coordinates */
    CUSTUB_ADDRESS_MIRROR  /* every second one is mirrored; only with normalized coordinates */
} custub_address_mode;

/* What kernels read. Texels of floats are read as floats, of half precision too, and those of
 * 32-bit integers as integers, in both modes. */
typedef enum custub_read_mode {
    CUSTUB_READ_ELEMENT,         /* the integers */
    CUSTUB_READ_NORMALIZED_FLOAT /* floats in [0, 1], of signed integers in [-1, 1] */
} custub_read_mode;

/* How kernels read a texture. All zeros are valid: points, clamped, coordinates in texels,
 * elements. */
typedef struct custub_sampling {
    custub_filter filter;           /* between texels */
    custub_address_mode address[3]; /* in x, y and z, as far as the texture has them */
    custub_read_mode read;          /* the type that kernels read */
    bool normalized;                /* coordinates are in [0, 1), not in [0, width) */
    float border[4]; /* the border's color, rounded to what the texels can be; 0 where kernels read
                      * integers */
    uint64_t reserved[4]; /* zero */
} custub_sampling;

/* The sampling of all zeros. */
static inline custub_sampling custub_sampling_default(void)
{
    custub_sampling sampling;

    sampling.filter = CUSTUB_FILTER_POINT;
    sampling.read = CUSTUB_READ_ELEMENT;
    sampling.normalized = false;
    for (int i = 0; i < 3; i++)
        sampling.address[i] = CUSTUB_ADDRESS_CLAMP;
    for (int i = 0; i < 4; i++) {
        sampling.border[i] = 0;
        sampling.reserved[i] = 0;
    }
    return sampling;
}

/* --- Objects and arrays ---------------------------------------------------------------------- */

/* Owns a texture or a surface; all zeros own nothing. */
typedef struct custub_texture_object {
    custub_texture texture; /* for kernels */
} custub_texture_object;
typedef struct custub_surface_object {
    custub_surface surface; /* for kernels */
} custub_surface_object;

/* Destroy; null and an object of nothing are allowed. */
custub_status custub_texture_object_destroy(custub_texture_object *object, custub_error *error);
custub_status custub_surface_object_destroy(custub_surface_object *object, custub_error *error);

/* The type of the channels of a texel: a CUarray_format. */
typedef enum custub_texel_format {
    CUSTUB_TEXEL_U8 = 1,
    CUSTUB_TEXEL_U16 = 2,
    CUSTUB_TEXEL_U32 = 3,
    CUSTUB_TEXEL_I8 = 8,
    CUSTUB_TEXEL_I16 = 9,
    CUSTUB_TEXEL_I32 = 10,
    CUSTUB_TEXEL_F16 = 16,
    CUSTUB_TEXEL_F32 = 32
} custub_texel_format;

/* The type of a texel. */
typedef struct custub_texel {
    custub_texel_format format; /* of each channel */
    uint32_t channels;          /* 1, 2 or 4 */
} custub_texel;

/* Texels of `channels` channels of `format`. */
static inline custub_texel custub_texel_of(custub_texel_format format, uint32_t channels)
{
    custub_texel texel;

    texel.format = format;
    texel.channels = channels;
    return texel;
}

/* What an array is made for. */
typedef enum custub_array_use {
    CUSTUB_ARRAY_TEXTURE, /* for textures and copies */
    CUSTUB_ARRAY_SURFACE  /* for surfaces too */
} custub_array_use;

/* An array of any texels; borrows. Typed arrays own, and have one as their field. */
typedef struct custub_array {
    void *handle;         /* a CUarray */
    uint64_t width;       /* texels */
    uint64_t height;      /* texels; 0: the array has one dimension */
    uint64_t depth;       /* texels; 0: the array has fewer than three dimensions */
    custub_texel texel;   /* the type of each */
    custub_array_use use; /* what it is made for */
} custub_array;

/* A texture and a surface of an array. A null `sampling` means custub_sampling_default(). */
custub_texture_object custub_texture_of_array(custub_array array, const custub_sampling *sampling,
                                              custub_error *error);
custub_surface_object custub_surface_of_array(custub_array array, custub_error *error);

/* --- Texels of any type: what the typed functions call --------------------------------------- */

/* Textures of linear and of pitched memory. The size of the view's elements must be that of a
 * texel. */
custub_texture_object custub_texture_linear(custub_memory view, custub_texel texel,
                                            custub_read_mode read, custub_error *error);
custub_texture_object custub_texture_pitched(custub_memory view, custub_texel texel, uint64_t width,
                                             uint64_t height, uint64_t pitch,
                                             const custub_sampling *sampling, custub_error *error);

/* Create and destroy arrays, and copy to and from them. */
custub_array custub_array_create(custub_texel texel, uint64_t width, uint64_t height,
                                 uint64_t depth, custub_array_use use, custub_error *error);
custub_status custub_array_destroy(custub_array *array, custub_error *error);
custub_status custub_array_upload(custub_array array, const void *host, uint64_t pitch,
                                  CUstream stream, custub_error *error);
custub_status custub_array_download(custub_array array, void *host, uint64_t pitch, CUstream stream,
                                    custub_error *error);
custub_status custub_array_copy_from(custub_array array, custub_memory view, uint64_t pitch,
                                     CUstream stream, custub_error *error);
custub_status custub_array_copy_to(custub_array array, custub_memory view, uint64_t pitch,
                                   CUstream stream, custub_error *error);

/* --- Typed textures and arrays --------------------------------------------------------------- */

#define CUSTUB_DEFINE_TEXELS(name, element, format, channels)                                      \
    typedef struct name##_array {                                                                  \
        custub_array array;                                                                        \
    } name##_array;                                                                                \
    static inline custub_texture_object name##_texture_linear(                                     \
        name##_view view, custub_read_mode read, custub_error *error)                              \
    {                                                                                              \
        return custub_texture_linear(name##_memory(view), custub_texel_of(format, channels), read, \
                                     error);                                                       \
    }                                                                                              \
    static inline custub_texture_object name##_texture_pitched(                                    \
        name##_view view, uint64_t width, uint64_t height, uint64_t pitch,                         \
        const custub_sampling *sampling, custub_error *error)                                      \
    {                                                                                              \
        return custub_texture_pitched(name##_memory(view), custub_texel_of(format, channels),      \
                                      width, height, pitch, sampling, error);                      \
    }                                                                                              \
    static inline name##_array name##_array_create(uint64_t width, uint64_t height,                \
                                                   uint64_t depth, custub_array_use use,           \
                                                   custub_error *error)                            \
    {                                                                                              \
        name##_array made;                                                                         \
        made.array = custub_array_create(custub_texel_of(format, channels), width, height, depth,  \
                                         use, error);                                              \
        return made;                                                                               \
    }                                                                                              \
    static inline custub_status name##_array_destroy(name##_array *array, custub_error *error)     \
    {                                                                                              \
        return custub_array_destroy(array ? &array->array : NULL, error);                          \
    }                                                                                              \
    static inline custub_status name##_array_upload(name##_array array, const element *host,       \
                                                    uint64_t pitch, CUstream stream,               \
                                                    custub_error *error)                           \
    {                                                                                              \
        return custub_array_upload(array.array, host, pitch, custub_stream_given(stream), error);  \
    }                                                                                              \
    static inline custub_status name##_array_download(                                             \
        name##_array array, element *host, uint64_t pitch, CUstream stream, custub_error *error)   \
    {                                                                                              \
        return custub_array_download(array.array, host, pitch, custub_stream_given(stream),        \
                                     error);                                                       \
    }                                                                                              \
    static inline custub_status name##_array_copy_from(name##_array array, name##_view view,       \
                                                       uint64_t pitch, CUstream stream,            \
                                                       custub_error *error)                        \
    {                                                                                              \
        return custub_array_copy_from(array.array, name##_memory(view), pitch,                     \
                                      custub_stream_given(stream), error);                         \
    }                                                                                              \
    static inline custub_status name##_array_copy_to(name##_array array, name##_view view,         \
                                                     uint64_t pitch, CUstream stream,              \
                                                     custub_error *error)                          \
    {                                                                                              \
        return custub_array_copy_to(array.array, name##_memory(view), pitch,                       \
                                    custub_stream_given(stream), error);                           \
    }
#define CUSTUB_DEFINE_VECTOR_TEXELS(name, format)                                                  \
    CUSTUB_DEFINE_TEXELS(name##1, name##1, format, 1)                                              \
    CUSTUB_DEFINE_TEXELS(name##2, name##2, format, 2)                                              \
    CUSTUB_DEFINE_TEXELS(name##4, name##4, format, 4)

CUSTUB_DEFINE_TEXELS(custub_i8, int8_t, CUSTUB_TEXEL_I8, 1)
CUSTUB_DEFINE_TEXELS(custub_u8, uint8_t, CUSTUB_TEXEL_U8, 1)
CUSTUB_DEFINE_TEXELS(custub_i16, int16_t, CUSTUB_TEXEL_I16, 1)
CUSTUB_DEFINE_TEXELS(custub_u16, uint16_t, CUSTUB_TEXEL_U16, 1)
CUSTUB_DEFINE_TEXELS(custub_i32, int32_t, CUSTUB_TEXEL_I32, 1)
CUSTUB_DEFINE_TEXELS(custub_u32, uint32_t, CUSTUB_TEXEL_U32, 1)
CUSTUB_DEFINE_TEXELS(custub_f16, void, CUSTUB_TEXEL_F16, 1)
CUSTUB_DEFINE_TEXELS(custub_f32, float, CUSTUB_TEXEL_F32, 1)
CUSTUB_DEFINE_VECTOR_TEXELS(custub_char, CUSTUB_TEXEL_I8)
CUSTUB_DEFINE_VECTOR_TEXELS(custub_uchar, CUSTUB_TEXEL_U8)
CUSTUB_DEFINE_VECTOR_TEXELS(custub_short, CUSTUB_TEXEL_I16)
CUSTUB_DEFINE_VECTOR_TEXELS(custub_ushort, CUSTUB_TEXEL_U16)
CUSTUB_DEFINE_VECTOR_TEXELS(custub_int, CUSTUB_TEXEL_I32)
CUSTUB_DEFINE_VECTOR_TEXELS(custub_uint, CUSTUB_TEXEL_U32)
CUSTUB_DEFINE_VECTOR_TEXELS(custub_float, CUSTUB_TEXEL_F32)
#undef CUSTUB_DEFINE_VECTOR_TEXELS
#undef CUSTUB_DEFINE_TEXELS

#ifdef __cplusplus
}
#endif
#endif

/* custub/box.h: pitched memory, and copies of rectangles and boxes between memory with gaps between
 * its rows: images, tiles, frames of a video, volumes.
 *
 * A box has rows of elements, and slices of rows; a rectangle is a box of one slice. A pitch says
 * how rows lie in memory. A box begins at the beginning of its view, so a slice of the view
 * (custub_f32_slice()) places it elsewhere. Each element type of C has these functions, in the
 * manner of buffer.h. All but the first return the status. Uploading and downloading wait, unless
 * their names end in _async.
 *
 *     custub_f32_buffer_create_pitched(width, rows, &pitch, error)     a custub_f32_buffer
 *     custub_f32_upload_box(view, pitch, host, host_pitch, box, stream, error)
 *     custub_f32_upload_box_async(view, pitch, host, host_pitch, box, stream, error)
 *     custub_f32_download_box(view, pitch, host, host_pitch, box, stream, error)
 *     custub_f32_download_box_async(view, pitch, host, host_pitch, box, stream, error)
 *     custub_f32_copy_box(target, pitch, source, source_pitch, box, stream, error)
 *
 * CUSTUB_DEFINE_BOXES() makes them for CUDA's vectors, and for any other type with a buffer. What
 * buffer.h says of order, errors, levels, threads and graphs is true here too. A box without
 * elements succeeds and touches nothing. Also refused, as CUSTUB_ERROR_INVALID_ARGUMENT: rows that
 * are longer than their distance, slices with more rows than theirs, sizes beyond 64 bits. The
 * driver refuses a distance of rows above CU_DEVICE_ATTRIBUTE_MAX_PITCH. Overlap is not detected,
 * and its result is undefined. Both memories of custub_f32_copy_box() must be within the reach of
 * the current context (CUDA Driver API, cuMemcpy3DAsync).
 */
#ifndef CUSTUB_BOX_H
#define CUSTUB_BOX_H

#include "buffer.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The size of a box. */
typedef struct custub_box {
    uint64_t width;  /* elements of a row */
    uint64_t height; /* rows of a slice */
    uint64_t depth;  /* slices */
} custub_box;

/* All zeros: no gaps. */
typedef struct custub_pitch {
    uint64_t row;   /* from the beginning of a row to that of the next one, in bytes; 0: no gap */
    uint64_t slice; /* from the beginning of a slice to that of the next one, in rows; 0: no gap */
} custub_pitch;

/* A box; a rectangle if `depth` is 1. */
static inline custub_box custub_box_of(uint64_t width, uint64_t height, uint64_t depth)
{
    custub_box box;

    box.width = width;
    box.height = height;
    box.depth = depth;
    return box;
}

/* Rows at a distance of `row` bytes, slices at one of `slice` rows; 0: no gap. */
static inline custub_pitch custub_pitch_of(uint64_t row, uint64_t slice)
{
    custub_pitch pitch;

    pitch.row = row;
    pitch.slice = slice;
    return pitch;
}

/* --- What the typed functions call ------------------------------------------------------------ */

/* Allocates rows at the pitch that the device reads fastest, which it writes to `pitch`. `width` is
 * in elements. 0 if there are no elements. (cuMemAllocPitch.) */
CUdeviceptr custub_memory_create_pitched(uint64_t width, uint64_t rows, uint64_t element_size,
                                         custub_pitch *pitch, custub_error *error);

/* Copy a box from the host's memory, to it, and between device memory. */
custub_status custub_memory_upload_box(custub_memory target, custub_pitch pitch, const void *host,
                                       custub_pitch host_pitch, custub_box box, CUstream stream,
                                       custub_error *error);
custub_status custub_memory_upload_box_async(custub_memory target, custub_pitch pitch,
                                             const void *host, custub_pitch host_pitch,
                                             custub_box box, CUstream stream, custub_error *error);
custub_status custub_memory_download_box(custub_memory source, custub_pitch pitch, void *host,
                                         custub_pitch host_pitch, custub_box box, CUstream stream,
                                         custub_error *error);
custub_status custub_memory_download_box_async(custub_memory source, custub_pitch pitch, void *host,
                                               custub_pitch host_pitch, custub_box box,
                                               CUstream stream, custub_error *error);
custub_status custub_memory_copy_box(custub_memory target, custub_pitch pitch, custub_memory source,
                                     custub_pitch source_pitch, custub_box box, CUstream stream,
                                     custub_error *error);

/* --- Typed ------------------------------------------------------------------------------------ */

/* The view of pitched memory includes the gaps. */
#define CUSTUB_DEFINE_BOXES(name, verbs, element, bytes)                                           \
    static inline name##_buffer name##_buffer_create_pitched(                                      \
        uint64_t width, uint64_t rows, custub_pitch *pitch, custub_error *error)                   \
    {                                                                                              \
        CUdeviceptr ptr = custub_memory_create_pitched(width, rows, bytes, pitch, error);          \
        return name##_buffer_own(ptr, ptr ? pitch->row * rows / (bytes) : 0);                      \
    }                                                                                              \
    static inline custub_status verbs##_upload_box(                                                \
        name##_view target, custub_pitch pitch, const element *host, custub_pitch host_pitch,      \
        custub_box box, CUstream stream, custub_error *error)                                      \
    {                                                                                              \
        return custub_memory_upload_box(verbs##_memory(target), pitch, host, host_pitch, box,      \
                                        custub_stream_given(stream), error);                       \
    }                                                                                              \
    static inline custub_status verbs##_upload_box_async(                                          \
        name##_view target, custub_pitch pitch, const element *host, custub_pitch host_pitch,      \
        custub_box box, CUstream stream, custub_error *error)                                      \
    {                                                                                              \
        return custub_memory_upload_box_async(verbs##_memory(target), pitch, host, host_pitch,     \
                                              box, custub_stream_given(stream), error);            \
    }                                                                                              \
    static inline custub_status verbs##_download_box(                                              \
        name##_view source, custub_pitch pitch, element *host, custub_pitch host_pitch,            \
        custub_box box, CUstream stream, custub_error *error)                                      \
    {                                                                                              \
        return custub_memory_download_box(verbs##_memory(source), pitch, host, host_pitch, box,    \
                                          custub_stream_given(stream), error);                     \
    }                                                                                              \
    static inline custub_status verbs##_download_box_async(                                        \
        name##_view source, custub_pitch pitch, element *host, custub_pitch host_pitch,            \
        custub_box box, CUstream stream, custub_error *error)                                      \
    {                                                                                              \
        return custub_memory_download_box_async(verbs##_memory(source), pitch, host, host_pitch,   \
                                                box, custub_stream_given(stream), error);          \
    }                                                                                              \
    static inline custub_status verbs##_copy_box(                                                  \
        name##_view target, custub_pitch pitch, name##_view source, custub_pitch source_pitch,     \
        custub_box box, CUstream stream, custub_error *error)                                      \
    {                                                                                              \
        return custub_memory_copy_box(verbs##_memory(target), pitch, verbs##_memory(source),       \
                                      source_pitch, box, custub_stream_given(stream), error);      \
    }

#define CUSTUB_DEFINE_SCALAR_BOXES(name, NAME, type, class)                                        \
    CUSTUB_DEFINE_BOXES(custub_##name, custub_##name, type, sizeof(type))
CUSTUB_SCALAR_TABLE(CUSTUB_DEFINE_SCALAR_BOXES)
#undef CUSTUB_DEFINE_SCALAR_BOXES
CUSTUB_DEFINE_BOXES(custub_ptr, custub_ptr, CUdeviceptr, 8)
CUSTUB_DEFINE_BOXES(custub_bytes, custub_bytes, void, 1)

#ifdef __cplusplus
}
#endif
#endif

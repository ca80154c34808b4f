/* custub/buffer.h: device memory that the program owns, and copies.
 *
 * A buffer owns its memory, and has a view of all of it as a field; a view borrows. Only buffers can
 * be destroyed. For each element type there are (custub_f32 stands for its view):
 *     custub_f32_buffer_create(count, error)                     returns the buffer
 *     custub_f32_buffer_destroy(&buffer, error)
 *     custub_f32_upload(view, source, count, stream, error)      from host memory
 *     custub_f32_download(view, target, count, stream, error)    to host memory
 * Counts are in elements. A copy of more elements than the view has is refused with
 * CUSTUB_ERROR_OUT_OF_RANGE, and nothing is copied; of fewer, the first ones are copied.
 *
 * Everything happens in the current context (CUDA Driver API, "Memory Management"). Different
 * threads may use different buffers, and may copy to and from different parts of one buffer.
 */
#ifndef CUSTUB_BUFFER_H
#define CUSTUB_BUFFER_H

#include "view.h"

#ifdef __cplusplus
extern "C" {
#endif

/* --- Memory of any element type: what the typed functions call ------------------------------- */

/* Allocates; the memory is not initialized. Sizes in bytes. A count of 0 succeeds and yields 0. */
CUdeviceptr custub_memory_create(uint64_t count, uint64_t element_size, custub_error *error);
/* Frees; 0 is allowed. */
custub_status custub_memory_destroy(CUdeviceptr ptr, custub_error *error);

/* A part of device memory, for copies and fills. */
typedef struct custub_memory {
    CUdeviceptr ptr;
    uint64_t count;        /* elements; CUSTUB_COUNT_UNKNOWN: the driver decides */
    uint64_t element_size; /* bytes */
} custub_memory;

static inline custub_memory custub_memory_of(CUdeviceptr ptr, uint64_t count, uint64_t element_size)
{
    custub_memory memory;

    memory.ptr = ptr;
    memory.count = count;
    memory.element_size = element_size;
    return memory;
}

/* Copy `count` elements to or from the beginning of device memory. They wait for the work of
 * `stream` and for the copy. */
custub_status custub_memory_upload(custub_memory target, const void *source, uint64_t count,
                                   CUstream stream, custub_error *error);
custub_status custub_memory_download(custub_memory source, void *target, uint64_t count,
                                     CUstream stream, custub_error *error);
/* Sets every byte to `value`, ordered in `stream`; does not wait. */
custub_status custub_memory_fill_bytes(custub_memory target, unsigned char value, CUstream stream,
                                       custub_error *error);

/* --- Typed buffers --------------------------------------------------------------------------- */

#define CUSTUB_DEFINE_BUFFER(buffer_name, view_name, element, bytes)                               \
    typedef struct buffer_name {                                                                   \
        view_name view;                                                                            \
    } buffer_name;                                                                                 \
    static inline buffer_name buffer_name##_create(uint64_t count, custub_error *error)            \
    {                                                                                              \
        buffer_name buffer;                                                                        \
        CUdeviceptr ptr = custub_memory_create(count, bytes, error);                               \
        buffer.view = view_name##_of(ptr, ptr ? count : 0);                                        \
        return buffer;                                                                             \
    }                                                                                              \
    static inline custub_status buffer_name##_destroy(buffer_name *buffer, custub_error *error)    \
    {                                                                                              \
        CUdeviceptr ptr = buffer ? buffer->view.ptr : 0;                                           \
        if (buffer)                                                                                \
            buffer->view = view_name##_of(0, 0);                                                   \
        return custub_memory_destroy(ptr, error);                                                  \
    }                                                                                              \
    static inline custub_status view_name##_upload(view_name target, const element *source,        \
                                                   uint64_t count, CUstream stream,                \
                                                   custub_error *error)                            \
    {                                                                                              \
        return custub_memory_upload(custub_memory_of(target.ptr, target.count, bytes), source,     \
                                    count, stream, error);                                         \
    }                                                                                              \
    static inline custub_status view_name##_download(                                              \
        view_name source, element *target, uint64_t count, CUstream stream, custub_error *error)   \
    {                                                                                              \
        return custub_memory_download(custub_memory_of(source.ptr, source.count, bytes), target,   \
                                      count, stream, error);                                       \
    }

CUSTUB_DEFINE_BUFFER(custub_bool_buffer, custub_bool, bool, 1)
CUSTUB_DEFINE_BUFFER(custub_i8_buffer, custub_i8, int8_t, 1)
CUSTUB_DEFINE_BUFFER(custub_u8_buffer, custub_u8, uint8_t, 1)
CUSTUB_DEFINE_BUFFER(custub_i16_buffer, custub_i16, int16_t, 2)
CUSTUB_DEFINE_BUFFER(custub_u16_buffer, custub_u16, uint16_t, 2)
CUSTUB_DEFINE_BUFFER(custub_i32_buffer, custub_i32, int32_t, 4)
CUSTUB_DEFINE_BUFFER(custub_u32_buffer, custub_u32, uint32_t, 4)
CUSTUB_DEFINE_BUFFER(custub_i64_buffer, custub_i64, int64_t, 8)
CUSTUB_DEFINE_BUFFER(custub_u64_buffer, custub_u64, uint64_t, 8)
CUSTUB_DEFINE_BUFFER(custub_f16_buffer, custub_f16, custub_half, 2)
CUSTUB_DEFINE_BUFFER(custub_bf16_buffer, custub_bf16, custub_bfloat16, 2)
CUSTUB_DEFINE_BUFFER(custub_f32_buffer, custub_f32, float, 4)
CUSTUB_DEFINE_BUFFER(custub_f64_buffer, custub_f64, double, 8)
CUSTUB_DEFINE_BUFFER(custub_ptr_buffer, custub_ptr, CUdeviceptr, 8)
CUSTUB_DEFINE_BUFFER(custub_bytes_buffer, custub_bytes, void, 1)

#ifdef __cplusplus
}
#endif
#endif

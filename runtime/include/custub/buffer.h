/* custub/buffer.h: device memory that the program owns; fills and copies of device memory.
 *
 * A buffer owns its memory, and has a view of all of it as a field; a view borrows. Only buffers
 * can be destroyed. Fills and copies take views. Each element type has these functions:
 *
 *     custub_f32_buffer custub_f32_buffer_create(count, error)              not initialized
 *     custub_f32_buffer custub_f32_buffer_create_zeroed(count, stream, error)
 *     custub_f32_buffer custub_f32_buffer_create_filled(count, value, stream, error)
 *     custub_f32_buffer custub_f32_buffer_create_uploaded(host, count, stream, error)   waits
 *     custub_f32_buffer custub_f32_buffer_create_async(count, pool, stream, error)
 *     custub_status custub_f32_buffer_destroy(&buffer, error)
 *     custub_status custub_f32_buffer_destroy_async(&buffer, stream, error)
 *     CUdeviceptr custub_f32_buffer_release(&buffer)     gives it up without freeing it
 *     custub_status custub_f32_zero(view, stream, error)                    all bits zero
 *     custub_status custub_f32_fill(view, value, stream, error)             all elements
 *     custub_status custub_f32_upload(view, host, count, stream, error)     waits
 *     custub_status custub_f32_download(view, host, count, stream, error)   waits
 *     custub_status custub_f32_upload_async(view, host, count, stream, error)
 *     custub_status custub_f32_download_async(view, host, count, stream, error)
 *     custub_status custub_f32_copy(target, source, count, stream, error)   between buffers
 *
 * Counts are in elements, those of custub_bytes in bytes; the value of custub_bytes_fill() is an
 * unsigned char. `host` points to as many elements in the host's memory. The count of a copy is
 * compared with that of the view before anything is read. The length of the host's memory is not
 * known: a count in bytes, with a buffer that was created by the same count, reads past its end.
 *
 * Order. Everything happens in `stream`, after the stream's earlier work. Stream 0 is the legacy
 * default stream, or the per-thread one if the program defines CUDA_API_PER_THREAD_DEFAULT_STREAM.
 * - Creating a zeroed or filled buffer, fills, copies between buffers and the functions that end in
 *   _async do not wait for the stream. Work in another stream has to: by an event, or after
 *   custub_stream_synchronize(). So has the host.
 * - The host's memory of a copy that ends in _async must stay as it is until the stream has done
 *   the copy. Only a copy of pinned memory (cuMemHostAlloc, cuMemHostRegister) runs beside the
 *   host's work: for other memory the driver may wait (CUDA Driver API, "API synchronization
 *   behavior").
 * - In a stream that is being captured, fills, copies between buffers and copies that end in _async
 *   become nodes of the graph; the host's memory must then be pinned, and live until the graph has
 *   run for the last time. Copies that wait cannot be captured. Create buffers before.
 *
 * Pools. Creating with _async takes the memory from a pool (pool.h) when the stream reaches the
 * call; a null `pool` means the pool of the stream's device. Destroying with _async gives the
 * memory back when the stream reaches that call (CUDA Driver API, "Stream Ordered Memory
 * Allocator"). Neither waits. Work of other streams may use the memory between the two, in an order
 * that events say. Either way to destroy takes either memory; before the one that is not _async,
 * wait for all work with memory of a pool.
 *
 * Errors. A count of 0 succeeds and touches nothing. A copy of fewer elements than the view has
 * copies the first ones. Nothing is copied or filled if a call is refused:
 * - CUSTUB_ERROR_OUT_OF_RANGE: more elements than the view has, or than are at its address
 * - CUSTUB_ERROR_NULL_POINTER: the view is null, but has a count
 * - CUSTUB_ERROR_UNKNOWN_ADDRESS: there is no device memory at the address; it was freed, or is the
 *   host's. A freed address that has been allocated again is not noticed.
 * - CUSTUB_ERROR_OVERLAP: the source and the target of a copy overlap
 * - CUSTUB_ERROR_INVALID_ARGUMENT: the host's memory is null; a fill of a view of unknown count;
 *   elements of 0 bytes
 * - CUSTUB_ERROR_DRIVER: the driver's own reason, which may be of earlier work of the device
 * Freeing an address that is not an allocation, or was freed already, is
 * CUSTUB_ERROR_UNKNOWN_ADDRESS. If a fill fails in the middle, what the view holds is undefined.
 *
 * At the whole level (CUSTUB_CHECK in the environment, custub_set_check() of launch.h) the driver
 * is asked what is at an address before anything is copied or filled; at other levels only after it
 * has refused, to find the reason. The driver itself does not notice all memory that is missing or
 * too short. Nothing is refused for memory that the driver may not know: of a graph, of another
 * API, or of the host where kernels can use all of it.
 *
 * With CUSTUB_LEAKS=1 in the environment, memory that custub allocated and that was not freed, or
 * whose free failed, is listed on the standard error stream, with the function that called custub:
 * when the last custub_device of its context is closed, else when the process ends.
 *
 * Contexts and threads. Memory is made in the current context (CUDA Driver API, "Memory
 * Management"). A copy between buffers may be between devices, with or without peer access; with it
 * the copy is not staged through the host (CUDA C++ Programming Guide, "Peer-to-Peer Memory Copy").
 * Different threads may use different buffers, and may fill and copy different parts of one buffer.
 */
#ifndef CUSTUB_BUFFER_H
#define CUSTUB_BUFFER_H

#include "view.h"

#ifdef __cplusplus
extern "C" {
#endif

/* --- Memory of any element type: what the typed functions call ------------------------------- */

/* A part of device memory. */
typedef struct custub_memory {
    CUdeviceptr ptr;       /* where it begins */
    uint64_t count;        /* elements; CUSTUB_COUNT_UNKNOWN: the driver decides */
    uint64_t element_size; /* bytes */
} custub_memory;

/* The part that has `count` elements of `element_size` bytes at `ptr`. */
static inline custub_memory custub_memory_of(CUdeviceptr ptr, uint64_t count, uint64_t element_size)
{
    custub_memory memory;

    memory.ptr = ptr;
    memory.count = count;
    memory.element_size = element_size;
    return memory;
}

/* Allocates; the memory is not initialized. The size of an element is in bytes. A count of 0
 * succeeds and yields 0. */
CUdeviceptr custub_memory_create(uint64_t count, uint64_t element_size, custub_error *error);
/* Allocates, and fills with an element of `element_size` bytes; with zeros if `value` is null. If
 * the fill fails, nothing is allocated. */
CUdeviceptr custub_memory_create_filled(uint64_t count, uint64_t element_size, const void *value,
                                        CUstream stream, custub_error *error);
/* Allocates, and copies `count` elements from the host's memory; waits. If the copy fails, nothing
 * is allocated. */
CUdeviceptr custub_memory_create_uploaded(const void *source, uint64_t count, uint64_t element_size,
                                          CUstream stream, custub_error *error);
/* Allocates in stream order, from a pool; null: from that of the stream's device. */
CUdeviceptr custub_memory_create_async(uint64_t count, uint64_t element_size, CUmemoryPool pool,
                                       CUstream stream, custub_error *error);
/* Free, the second one in stream order; 0 is allowed. */
custub_status custub_memory_destroy(CUdeviceptr ptr, custub_error *error);
custub_status custub_memory_destroy_async(CUdeviceptr ptr, CUstream stream, custub_error *error);

/* Set all elements to `value`, of element_size bytes, or all bytes to zero. `value` is read before
 * the call returns. Stream 0 is the legacy default stream, here and below. */
custub_status custub_memory_fill(custub_memory target, const void *value, CUstream stream,
                                 custub_error *error);
custub_status custub_memory_zero(custub_memory target, CUstream stream, custub_error *error);

/* Copy `count` elements to or from the beginning of device memory. */
custub_status custub_memory_upload(custub_memory target, const void *source, uint64_t count,
                                   CUstream stream, custub_error *error);
custub_status custub_memory_upload_async(custub_memory target, const void *source, uint64_t count,
                                         CUstream stream, custub_error *error);
custub_status custub_memory_download(custub_memory source, void *target, uint64_t count,
                                     CUstream stream, custub_error *error);
custub_status custub_memory_download_async(custub_memory source, void *target, uint64_t count,
                                           CUstream stream, custub_error *error);
/* Copy `count` elements within device memory. Both must have elements of the same size. */
custub_status custub_memory_copy(custub_memory target, custub_memory source, uint64_t count,
                                 CUstream stream, custub_error *error);

/* --- Typed buffers --------------------------------------------------------------------------- */

/* The buffers of an element type that has a view by CUSTUB_DEFINE_VIEW. `value_type` is what fills
 * take. */
#define CUSTUB_DEFINE_BUFFER_OF(name, verbs, element, value_type, bytes)                           \
    typedef struct name##_buffer {                                                                 \
        name##_view view;                                                                          \
    } name##_buffer;                                                                               \
    static inline custub_memory verbs##_memory(name##_view view)                                   \
    {                                                                                              \
        return custub_memory_of(view.ptr, view.count, bytes);                                      \
    }                                                                                              \
    static inline name##_buffer name##_buffer_own(CUdeviceptr ptr, uint64_t count)                 \
    {                                                                                              \
        name##_buffer buffer;                                                                      \
        buffer.view = name##_view_of(ptr, ptr ? count : 0);                                        \
        return buffer;                                                                             \
    }                                                                                              \
    static inline name##_buffer name##_buffer_create(uint64_t count, custub_error *error)          \
    {                                                                                              \
        return name##_buffer_own(custub_memory_create(count, bytes, error), count);                \
    }                                                                                              \
    static inline name##_buffer name##_buffer_create_zeroed(uint64_t count, CUstream stream,       \
                                                            custub_error *error)                   \
    {                                                                                              \
        return name##_buffer_own(                                                                  \
            custub_memory_create_filled(count, bytes, NULL, custub_stream_given(stream), error),   \
            count);                                                                                \
    }                                                                                              \
    static inline name##_buffer name##_buffer_create_filled(uint64_t count, value_type value,      \
                                                            CUstream stream, custub_error *error)  \
    {                                                                                              \
        return name##_buffer_own(                                                                  \
            custub_memory_create_filled(count, bytes, &value, custub_stream_given(stream), error), \
            count);                                                                                \
    }                                                                                              \
    static inline name##_buffer name##_buffer_create_uploaded(                                     \
        const element *source, uint64_t count, CUstream stream, custub_error *error)               \
    {                                                                                              \
        return name##_buffer_own(custub_memory_create_uploaded(                                    \
                                     source, count, bytes, custub_stream_given(stream), error),    \
                                 count);                                                           \
    }                                                                                              \
    static inline name##_buffer name##_buffer_create_async(uint64_t count, CUmemoryPool pool,      \
                                                           CUstream stream, custub_error *error)   \
    {                                                                                              \
        return name##_buffer_own(                                                                  \
            custub_memory_create_async(count, bytes, pool, custub_stream_given(stream), error),    \
            count);                                                                                \
    }                                                                                              \
    static inline CUdeviceptr name##_buffer_release(name##_buffer *buffer)                         \
    {                                                                                              \
        CUdeviceptr ptr = buffer ? buffer->view.ptr : 0;                                           \
        if (buffer)                                                                                \
            buffer->view = name##_view_of(0, 0);                                                   \
        return ptr;                                                                                \
    }                                                                                              \
    static inline custub_status name##_buffer_destroy(name##_buffer *buffer, custub_error *error)  \
    {                                                                                              \
        return custub_memory_destroy(name##_buffer_release(buffer), error);                        \
    }                                                                                              \
    static inline custub_status name##_buffer_destroy_async(name##_buffer *buffer,                 \
                                                            CUstream stream, custub_error *error)  \
    {                                                                                              \
        return custub_memory_destroy_async(name##_buffer_release(buffer),                          \
                                           custub_stream_given(stream), error);                    \
    }                                                                                              \
    static inline custub_status verbs##_zero(name##_view view, CUstream stream,                    \
                                             custub_error *error)                                  \
    {                                                                                              \
        return custub_memory_zero(verbs##_memory(view), custub_stream_given(stream), error);       \
    }                                                                                              \
    static inline custub_status verbs##_fill(name##_view view, value_type value, CUstream stream,  \
                                             custub_error *error)                                  \
    {                                                                                              \
        return custub_memory_fill(verbs##_memory(view), &value, custub_stream_given(stream),       \
                                  error);                                                          \
    }                                                                                              \
    static inline custub_status verbs##_upload(name##_view target, const element *source,          \
                                               uint64_t count, CUstream stream,                    \
                                               custub_error *error)                                \
    {                                                                                              \
        return custub_memory_upload(verbs##_memory(target), source, count,                         \
                                    custub_stream_given(stream), error);                           \
    }                                                                                              \
    static inline custub_status verbs##_upload_async(name##_view target, const element *source,    \
                                                     uint64_t count, CUstream stream,              \
                                                     custub_error *error)                          \
    {                                                                                              \
        return custub_memory_upload_async(verbs##_memory(target), source, count,                   \
                                          custub_stream_given(stream), error);                     \
    }                                                                                              \
    static inline custub_status verbs##_download(                                                  \
        name##_view source, element *target, uint64_t count, CUstream stream, custub_error *error) \
    {                                                                                              \
        return custub_memory_download(verbs##_memory(source), target, count,                       \
                                      custub_stream_given(stream), error);                         \
    }                                                                                              \
    static inline custub_status verbs##_download_async(                                            \
        name##_view source, element *target, uint64_t count, CUstream stream, custub_error *error) \
    {                                                                                              \
        return custub_memory_download_async(verbs##_memory(source), target, count,                 \
                                            custub_stream_given(stream), error);                   \
    }                                                                                              \
    static inline custub_status verbs##_copy(name##_view target, name##_view source,               \
                                             uint64_t count, CUstream stream, custub_error *error) \
    {                                                                                              \
        return custub_memory_copy(verbs##_memory(target), verbs##_memory(source), count,           \
                                  custub_stream_given(stream), error);                             \
    }

/* The same where fills take an element. */
#define CUSTUB_DEFINE_BUFFER(name, verbs, element, bytes)                                          \
    CUSTUB_DEFINE_BUFFER_OF(name, verbs, element, element, bytes)

#define CUSTUB_DEFINE_SCALAR_BUFFER(name, NAME, type, class)                                       \
    CUSTUB_DEFINE_BUFFER(custub_##name, custub_##name, type, sizeof(type))
CUSTUB_SCALAR_TABLE(CUSTUB_DEFINE_SCALAR_BUFFER)
#undef CUSTUB_DEFINE_SCALAR_BUFFER
CUSTUB_DEFINE_BUFFER(custub_ptr, custub_ptr, CUdeviceptr, 8)
CUSTUB_DEFINE_BUFFER_OF(custub_bytes, custub_bytes, void, unsigned char, 1)

#ifdef __cplusplus
}
#endif
#endif

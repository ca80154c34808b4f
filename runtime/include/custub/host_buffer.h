/* custub/host_buffer.h: memory that the host and the devices use at one address: pinned memory of
 * the host, and managed memory.
 *
 * Each element type of C has two owners, each with the host's pointer and a view for launches,
 * fills and copies, of the same memory:
 *
 *     custub_f32_pinned custub_f32_pinned_create(count, error)        .host, .view
 *     custub_status custub_f32_pinned_destroy(&pinned, error)
 *     custub_f32_managed custub_f32_managed_create(count, error)      .host, .view
 *     custub_status custub_f32_managed_destroy(&managed, error)
 *
 * CUSTUB_DEFINE_HOST_BUFFERS() makes them for CUDA's vectors, and for any other type with a view.
 *
 * - Pinned memory stays in the host's memory; kernels reach it over the bus. Copies between it and
 *   a device that end in _async run beside the host's work. Every context can use it. It is taken
 *   from the whole system: allocate little, and rarely.
 * - Managed memory moves to whoever uses it. Where CUSTUB_DEVICE_HAS_CONCURRENT_MANAGED_ACCESS is 0
 *   the host may not touch any of it while a kernel runs (CUDA C++ Programming Guide, "Unified
 *   Memory Programming").
 *
 * The memory is not initialized. The host sees what a kernel or a copy wrote after
 * custub_stream_synchronize(), and may not change or destroy what a stream still uses. Freeing
 * waits for all work of the device.
 *
 * A count of 0 succeeds and yields null. Failures are CUSTUB_ERROR_INVALID_ARGUMENT for a size that
 * cannot be, else CUSTUB_ERROR_DRIVER. Made in the current context (CUDA Driver API, "Memory
 * Management", "Unified Addressing"); any thread may use and destroy it.
 */
#ifndef CUSTUB_HOST_BUFFER_H
#define CUSTUB_HOST_BUFFER_H

#include "buffer.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Allocate and free, as the typed functions do. The size of an element is in bytes. */
void *custub_memory_create_pinned(uint64_t count, uint64_t element_size, custub_error *error);
custub_status custub_memory_destroy_pinned(void *host, custub_error *error);
void *custub_memory_create_managed(uint64_t count, uint64_t element_size, custub_error *error);

/* Managed memory is freed by custub_memory_destroy(). */
static inline custub_status custub_memory_destroy_managed(void *host, custub_error *error)
{
    return custub_memory_destroy((CUdeviceptr)(uintptr_t)host, error);
}

/* One of the two: `kind` is pinned or managed. */
#define CUSTUB_DEFINE_HOST_BUFFER(name, kind, element, bytes)                                      \
    typedef struct name##_##kind {                                                                 \
        element *host;                                                                             \
        name##_view view;                                                                          \
    } name##_##kind;                                                                               \
    static inline name##_##kind name##_##kind##_create(uint64_t count, custub_error *error)        \
    {                                                                                              \
        name##_##kind made;                                                                        \
        made.host = (element *)custub_memory_create_##kind(count, bytes, error);                   \
        made.view = name##_view_of((CUdeviceptr)(uintptr_t)made.host, made.host ? count : 0);      \
        return made;                                                                               \
    }                                                                                              \
    static inline custub_status name##_##kind##_destroy(name##_##kind *buffer,                     \
                                                        custub_error *error)                       \
    {                                                                                              \
        element *host = buffer ? buffer->host : NULL;                                              \
        if (buffer) {                                                                              \
            buffer->host = NULL;                                                                   \
            buffer->view = name##_view_of(0, 0);                                                   \
        }                                                                                          \
        return custub_memory_destroy_##kind(host, error);                                          \
    }

/* name_pinned and name_managed, of an element type that has a view. */
#define CUSTUB_DEFINE_HOST_BUFFERS(name, element, bytes)                                           \
    CUSTUB_DEFINE_HOST_BUFFER(name, pinned, element, bytes)                                        \
    CUSTUB_DEFINE_HOST_BUFFER(name, managed, element, bytes)

#define CUSTUB_DEFINE_SCALAR_HOST_BUFFERS(name, NAME, type, class)                                 \
    CUSTUB_DEFINE_HOST_BUFFERS(custub_##name, type, sizeof(type))
CUSTUB_SCALAR_TABLE(CUSTUB_DEFINE_SCALAR_HOST_BUFFERS)
#undef CUSTUB_DEFINE_SCALAR_HOST_BUFFERS
CUSTUB_DEFINE_HOST_BUFFERS(custub_ptr, CUdeviceptr, 8)
CUSTUB_DEFINE_HOST_BUFFERS(custub_bytes, void, 1)

#ifdef __cplusplus
}
#endif
#endif

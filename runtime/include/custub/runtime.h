/* custub/runtime.h: a driver, a device, buffers and streams, for programs that start from nothing.
 *
 * A program with its own CUcontext, CUstream and CUdeviceptr needs none of this: its launches work
 * in the context that is current on the calling thread.
 */
#ifndef CUSTUB_RUNTIME_H
#define CUSTUB_RUNTIME_H

#include "launch.h"

#ifdef __cplusplus
extern "C" {
#endif

/* --- The driver ----------------------------------------------------------------------------- */

typedef enum custub_driver {
    CUSTUB_DRIVER_DEFAULT, /* CUSTUB_DRIVER's in the environment ("cuda" or "cpu"), else the one
                              that the process has loaded, else cuda */
    CUSTUB_DRIVER_CUDA,    /* libcuda.so.1 */
    CUSTUB_DRIVER_CPU      /* custub's own driver, which runs kernels on the CPU */
} custub_driver;

/* Opens the driver and initializes it (cuInit). Functions that need the driver call this with
 * CUSTUB_DRIVER_DEFAULT; call it yourself to choose. A libcuda that the process has loaded already
 * is taken; if it is custub's, under whatever name, it counts as the CPU driver. Once open, the
 * driver stays for the life of the process. CUSTUB_ERROR_DRIVER_CONFLICT if another driver is open
 * or loaded than the one asked for. After a failure it may be called again. Any thread. */
custub_status custub_driver_open(custub_driver which, custub_error *error);

/* The open driver's CUDA version, 1000 * major + 10 * minor (cuDriverGetVersion); 0 if none is
 * open. Its name, "cuda" or "cpu"; null if none is open. */
int custub_driver_version(void);
const char *custub_driver_name(void);

/* The address of a function of the open driver by its exported name ("cuMemAlloc_v2"), for programs
 * that call the driver API without linking libcuda. Null if no driver is open or it has no such
 * function. */
void *custub_driver_symbol(const char *name);

/* --- Devices -------------------------------------------------------------------------------- */

typedef struct custub_device custub_device; /* owns a retained primary context */

/* Writes the number of devices to *count. */
custub_status custub_device_count(int *count, custub_error *error);

/* Retains the primary context of device `ordinal` and makes it current on this thread. */
custub_status custub_device_open(custub_device **out, int ordinal, custub_error *error);

/* Makes the device's context current on this thread. Every further thread that launches or copies
 * has to call it once (CUDA Driver API, "Context Management": each thread has its own current
 * context). */
custub_status custub_device_use(custub_device *device, custub_error *error);

/* Waits for all work of the device. Reports errors of kernels. */
custub_status custub_device_synchronize(custub_device *device, custub_error *error);

const char *custub_device_name(const custub_device *device); /* borrowed from the device */
int custub_device_ordinal(const custub_device *device);
CUcontext custub_device_context(const custub_device *device); /* borrowed */

/* Releases the context. Destroy the buffers and streams of the device before. Null is allowed. Does
 * nothing after the driver has shut down at process exit. */
void custub_device_close(custub_device *device);

/* --- Streams -------------------------------------------------------------------------------- */

/* Creates a non-blocking stream of the current context: it does not wait for the legacy default
 * stream. */
custub_status custub_stream_create(CUstream *out, custub_error *error);
custub_status custub_stream_synchronize(CUstream stream, custub_error *error);
void custub_stream_destroy(CUstream stream); /* null is allowed */

/* --- Buffers -------------------------------------------------------------------------------- */

/* Device memory that the caller owns. `element_size` in bytes, `count` in elements. */
typedef struct custub_buffer {
    CUdeviceptr ptr;
    uint64_t count;        /* elements */
    uint64_t element_size; /* bytes */
} custub_buffer;

/* Allocates in the current context; the memory is not initialized. A count of 0 succeeds and yields
 * null. */
custub_status custub_buffer_create(custub_buffer *out, uint64_t count, uint64_t element_size,
                                   custub_error *error);
/* Frees the memory and zeroes the buffer. Null and a zeroed buffer are allowed. */
void custub_buffer_destroy(custub_buffer *buffer);

/* Copy `count` elements, starting at element `first` of the buffer. If the range is not inside the
 * buffer: CUSTUB_ERROR_OUT_OF_RANGE, and nothing is copied. They wait for the work of `stream` and
 * for the copy. */
custub_status custub_buffer_upload(const custub_buffer *buffer, uint64_t first, uint64_t count,
                                   const void *source, CUstream stream, custub_error *error);
custub_status custub_buffer_download(const custub_buffer *buffer, uint64_t first, uint64_t count,
                                     void *target, CUstream stream, custub_error *error);
/* Sets every byte to `value`, ordered in `stream`; does not wait. */
custub_status custub_buffer_fill_bytes(const custub_buffer *buffer, unsigned char value,
                                       CUstream stream, custub_error *error);

/* Typed buffers: custub_f32_create(&view, count, error), custub_f32_upload(view, host, stream,
 * error), custub_f32_download(view, host, stream, error), custub_f32_destroy(&view). The whole view
 * is copied. A view made by _create owns its memory; copies of the view borrow it. */
#define CUSTUB_DEFINE_BUFFER(name, element, bytes)                                                 \
    static inline custub_status name##_create(name *out, uint64_t count, custub_error *error)      \
    {                                                                                              \
        custub_buffer buffer;                                                                      \
        custub_status status = custub_buffer_create(&buffer, count, bytes, error);                 \
        *out = name##_of(buffer.ptr, buffer.count);                                                \
        return status;                                                                             \
    }                                                                                              \
    static inline custub_buffer name##_buffer(name view)                                           \
    {                                                                                              \
        custub_buffer buffer;                                                                      \
        buffer.ptr = view.ptr;                                                                     \
        buffer.count = view.count;                                                                 \
        buffer.element_size = bytes;                                                               \
        return buffer;                                                                             \
    }                                                                                              \
    static inline void name##_destroy(name *view)                                                  \
    {                                                                                              \
        custub_buffer buffer = name##_buffer(*view);                                               \
        custub_buffer_destroy(&buffer);                                                            \
        *view = name##_of(0, 0);                                                                   \
    }                                                                                              \
    static inline custub_status name##_upload(name view, const element *source, CUstream stream,   \
                                              custub_error *error)                                 \
    {                                                                                              \
        custub_buffer buffer = name##_buffer(view);                                                \
        return custub_buffer_upload(&buffer, 0, view.count, source, stream, error);                \
    }                                                                                              \
    static inline custub_status name##_download(name view, element *target, CUstream stream,       \
                                                custub_error *error)                               \
    {                                                                                              \
        custub_buffer buffer = name##_buffer(view);                                                \
        return custub_buffer_download(&buffer, 0, view.count, target, stream, error);              \
    }

CUSTUB_DEFINE_BUFFER(custub_bool, bool, 1)
CUSTUB_DEFINE_BUFFER(custub_i8, int8_t, 1)
CUSTUB_DEFINE_BUFFER(custub_u8, uint8_t, 1)
CUSTUB_DEFINE_BUFFER(custub_i16, int16_t, 2)
CUSTUB_DEFINE_BUFFER(custub_u16, uint16_t, 2)
CUSTUB_DEFINE_BUFFER(custub_i32, int32_t, 4)
CUSTUB_DEFINE_BUFFER(custub_u32, uint32_t, 4)
CUSTUB_DEFINE_BUFFER(custub_i64, int64_t, 8)
CUSTUB_DEFINE_BUFFER(custub_u64, uint64_t, 8)
CUSTUB_DEFINE_BUFFER(custub_f16, custub_half, 2)
CUSTUB_DEFINE_BUFFER(custub_bf16, custub_bfloat16, 2)
CUSTUB_DEFINE_BUFFER(custub_f32, float, 4)
CUSTUB_DEFINE_BUFFER(custub_f64, double, 8)
CUSTUB_DEFINE_BUFFER(custub_ptr, CUdeviceptr, 8)
CUSTUB_DEFINE_BUFFER(custub_bytes, void, 1)

#ifdef __cplusplus
}
#endif
#endif

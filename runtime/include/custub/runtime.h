/* custub/runtime.h: the driver, devices and streams, for programs that start from nothing.
 *
 * A program with its own CUcontext, CUstream and CUdeviceptr needs none of this: its launches work
 * in the context that is current on the calling thread.
 */
#ifndef CUSTUB_RUNTIME_H
#define CUSTUB_RUNTIME_H

#include "status.h"
#include "types.h"

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

/* The number of devices. */
int custub_device_count(custub_error *error);

/* Retains the primary context of device `ordinal` and makes it current on this thread. */
custub_device *custub_device_open(int ordinal, custub_error *error);

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
custub_status custub_device_close(custub_device *device, custub_error *error);

/* What a device keeps for kernels, in bytes, by context (CUDA Driver API, cuCtxSetLimit). */
typedef enum custub_limit {
    CUSTUB_LIMIT_STACK,  /* the stack of each thread */
    CUSTUB_LIMIT_PRINTF, /* the buffer of printf(); what does not fit is lost */
    CUSTUB_LIMIT_HEAP    /* the heap of malloc() and new */
} custub_limit;

/* A limit of the current context; 0 on failure. */
uint64_t custub_device_limit(custub_limit limit, custub_error *error);

/* Sets a limit of the current context. The driver may round it, and refuses a new size of the heap
 * or of the buffer once a kernel that uses them was loaded or launched. The CPU driver keeps the
 * value and needs none of the limits. */
custub_status custub_device_set_limit(custub_limit limit, uint64_t bytes, custub_error *error);

/* --- Streams -------------------------------------------------------------------------------- */

/* Creates a non-blocking stream of the current context: it does not wait for the legacy default
 * stream. */
CUstream custub_stream_create(custub_error *error);
/* Waits for all work of the stream. Reports errors of kernels. */
custub_status custub_stream_synchronize(CUstream stream, custub_error *error);
custub_status custub_stream_destroy(CUstream stream, custub_error *error); /* null is allowed */

#ifdef __cplusplus
}
#endif
#endif

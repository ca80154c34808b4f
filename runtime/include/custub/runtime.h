/* custub/runtime.h: which driver the program runs on, and the driver's functions.
 *
 * A program with its own CUcontext, CUstream and CUdeviceptr needs neither this header nor
 * device.h, stream.h and buffer.h: its launches work in the context that is current on the calling
 * thread.
 *
 * CUDA does not survive fork(). In a process that was forked after the driver was opened, every
 * function that needs the driver fails and says so, and functions that free or close something free
 * the host's memory only, and succeed. A program that wants CUDA in its children forks before it
 * opens the driver.
 */
#ifndef CUSTUB_RUNTIME_H
#define CUSTUB_RUNTIME_H

#include "status.h"
#include "types.h"
#include "version.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A driver. */
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

#ifdef __cplusplus
}
#endif
#endif

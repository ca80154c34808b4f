/* custub/device.h: devices, what they are, and their contexts.
 *
 * A device owns a retained primary context (CUDA Driver API, "Primary Context Management"), the one
 * that the CUDA runtime API uses too. Each thread has its own current context: opening a device
 * makes its context current on the calling thread, and custub_device_use() on any other. Memory,
 * streams and events are made in the current context, so a program with several devices calls
 * custub_device_use() before it makes something for the next one. A thread without a current
 * context gets CUSTUB_ERROR_DRIVER with CUDA_ERROR_INVALID_CONTEXT; the message says what to call.
 *
 * Questions about a device need no current context, and leave it as it is. A null device is
 * CUSTUB_ERROR_INVALID_ARGUMENT. Any thread may use a device; none may use it while another one
 * closes it.
 */
#ifndef CUSTUB_DEVICE_H
#define CUSTUB_DEVICE_H

#include "status.h"
#include "types.h"

#ifdef __cplusplus
extern "C" {
#endif

/* An open device. */
typedef struct custub_device custub_device;

/* The number of devices. */
int custub_device_count(custub_error *error);

/* Retains the primary context of device `ordinal` and makes it current on this thread.
 * CUSTUB_ERROR_NO_DEVICE if there is no such device. */
custub_device *custub_device_open(int ordinal, custub_error *error);

/* Makes the device's context current on this thread. Every further thread that launches, copies or
 * allocates has to call it once. */
custub_status custub_device_use(custub_device *device, custub_error *error);

/* Waits for all work of the device. Reports errors of kernels. */
custub_status custub_device_synchronize(custub_device *device, custub_error *error);

/* Releases the context. Destroy the buffers and streams of the device before. If nobody else
 * retains the context (another custub_device of this device, the CUDA runtime), it is destroyed
 * with all memory, streams and events in it, and no context is current on this thread; else it
 * stays current. Null is allowed. Does nothing after the driver has shut down at process exit. */
custub_status custub_device_close(custub_device *device, custub_error *error);

/* --- What it is ------------------------------------------------------------------------------ */

/* The device's name, its number, and its context. Name and context are borrowed from the device. */
const char *custub_device_name(const custub_device *device);
int custub_device_ordinal(const custub_device *device);
CUcontext custub_device_context(const custub_device *device);

/* 10 * major + minor, as in sm_90; 0 on failure. */
int custub_device_compute_capability(const custub_device *device, custub_error *error);

/* Attributes that programs often ask for. Their numbers are those of CUdevice_attribute. */
enum {
    CUSTUB_DEVICE_MAX_THREADS_PER_BLOCK = 1,
    CUSTUB_DEVICE_SHARED_BYTES_PER_BLOCK = 8, /* without opting in to more */
    CUSTUB_DEVICE_WARP_SIZE = 10,
    CUSTUB_DEVICE_MULTIPROCESSORS = 16,
    CUSTUB_DEVICE_IS_INTEGRATED = 18, /* shares its memory with the host */
    CUSTUB_DEVICE_L2_CACHE_BYTES = 38,
    CUSTUB_DEVICE_THREADS_PER_MULTIPROCESSOR = 39,
    CUSTUB_DEVICE_HAS_MANAGED_MEMORY = 83,
    CUSTUB_DEVICE_HAS_PAGEABLE_MEMORY_ACCESS = 88, /* kernels can use all of the host's memory */
    CUSTUB_DEVICE_HAS_CONCURRENT_MANAGED_ACCESS = 89,
    CUSTUB_DEVICE_HAS_COOPERATIVE_LAUNCH = 95,
    CUSTUB_DEVICE_MAX_SHARED_BYTES_PER_BLOCK = 97,
    CUSTUB_DEVICE_HAS_MEMORY_POOLS = 115,
    CUSTUB_DEVICE_HAS_CLUSTERS = 120
};

/* An attribute: one of the above, or the number of any CUdevice_attribute (CUDA Driver API,
 * cuDeviceGetAttribute). 0 on failure; CUSTUB_ERROR_DRIVER if the driver does not know it. */
int custub_device_attribute(const custub_device *device, int attribute, custub_error *error);

/* The device's memory in bytes. Other programs take and free some at any time. */
typedef struct custub_device_memory {
    uint64_t free;        /* not allocated by any program */
    uint64_t total;       /* of the device */
    uint64_t reserved[2]; /* zero */
} custub_device_memory;

/* The memory of a device now. */
custub_device_memory custub_device_memory_get(const custub_device *device, custub_error *error);

/* --- How it behaves -------------------------------------------------------------------------- */

/* How a thread of the host waits for the device (CUDA Driver API, cuDevicePrimaryCtxSetFlags). */
typedef enum custub_schedule {
    CUSTUB_SCHEDULE_AUTO = 0,
    CUSTUB_SCHEDULE_SPIN = 1,  /* shortest wait, keeps a processor busy */
    CUSTUB_SCHEDULE_YIELD = 2, /* lets other threads run between questions */
    CUSTUB_SCHEDULE_BLOCK = 4  /* sleeps */
} custub_schedule;

/* Sets it for the whole process: the primary context is shared. */
custub_status custub_device_set_schedule(custub_device *device, custub_schedule schedule,
                                         custub_error *error);

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

/* --- Several devices ------------------------------------------------------------------------- */

/* True if kernels and copies of `device` could use the memory of `peer`, another device, directly;
 * false on failure (CUDA Driver API, "Peer Context Memory Access"). */
bool custub_device_can_access(const custub_device *device, const custub_device *peer,
                              custub_error *error);

/* Lets kernels of `device` use the memory of `peer`, in this direction only. Succeeds if they can
 * already. CUSTUB_ERROR_DRIVER if custub_device_can_access() is false. Copies between devices need
 * no access, but are faster with it. Memory of pools has an access of its own
 * (custub_pool_set_access()). */
custub_status custub_device_enable_access(custub_device *device, custub_device *peer,
                                          custub_error *error);

/* Ends the access. Succeeds if there is none. */
custub_status custub_device_disable_access(custub_device *device, custub_device *peer,
                                           custub_error *error);

#ifdef __cplusplus
}
#endif
#endif

/* facts.h: what the driver says about a device and about a kernel on it. Each fact is asked once,
 * then the library remembers it. Any number of threads may call these functions. Their records
 * begin with the kernel's name. */
#ifndef CUSTUBI_FACTS_H
#define CUSTUBI_FACTS_H

#include "library/library.h"

/* The facts of the current context's device. */
custub_status custubi_facts_device(const custub_kernel *kernel, custubi_device_facts **out,
                                   custub_error *error);

/* The facts of the kernel on that device. */
custub_status custubi_facts_kernel(const custub_kernel *kernel, custubi_device_facts *device,
                                   custubi_kernel_facts **out, custub_error *error);

/* An attribute of the kernel on a device (CUfunction_attribute); a negative value becomes 0. A
 * module's function is only asked in its own context. */
custub_status custubi_facts_attribute(const custub_kernel *kernel, int device, int attribute,
                                      uint32_t *out, custub_error *error);

/* Opts the kernel on the device in to `bytes` of dynamic shared memory, if that is needed (CUDA
 * Programming Guide, "Shared Memory" of compute capability 7.x: above 48 KiB). Bytes over the
 * device's limit are refused with CUSTUB_ERROR_SHARED_LIMIT. */
custub_status custubi_facts_allow_shared(const custub_kernel *kernel, custubi_device_facts *device,
                                         uint64_t bytes, custub_error *error);

/* Asks the driver again how many bytes the kernel has opted in to: the program may have changed the
 * number, for example by cudaFuncSetAttribute(). */
custub_status custubi_facts_reread_shared(const custub_kernel *kernel, custubi_device_facts *device,
                                          custub_error *error);

/* The bytes of dynamic shared memory that the device has for a block of the kernel. */
static inline uint64_t custubi_facts_room(const custubi_device_facts *device,
                                          const custubi_kernel_facts *facts)
{
    uint64_t limit = device->limits.shared_opt_in;

    return limit > facts->static_shared ? limit - facts->static_shared : 0;
}

/* CUSTUB_ERROR_SHARED_LIMIT if the static shared memory and `bytes` of dynamic do not fit the
 * device. */
custub_status custubi_facts_check_shared(const custub_kernel *kernel,
                                         const custubi_device_facts *device,
                                         const custubi_kernel_facts *facts, uint64_t bytes,
                                         custub_error *error);

/* The blocks of `block` threads and `shared` bytes that one multiprocessor holds at once (CUDA
 * Driver API, "Occupancy"). The product of the threads fits an int. */
custub_status custubi_facts_blocks(const custub_kernel *kernel, custubi_device_facts *device,
                                   const custub_dim3 *block, uint64_t shared, uint64_t *blocks,
                                   custub_error *error);

/* The blocks that the whole device holds at once. 0 for a block that no device runs: other checks
 * refuse it. */
custub_status custubi_facts_resident(const custub_kernel *kernel, custubi_device_facts *device,
                                     const custub_dim3 *block, uint64_t shared, uint64_t *blocks,
                                     custub_error *error);

#endif

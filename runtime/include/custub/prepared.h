/* custub/prepared.h: launches that are checked once and made many times.
 *
 * A generated `prepare_<kernel>()` takes what `launch_<kernel>()` takes, makes all checks of the
 * launch at its level, and keeps the shape and a copy of the arguments' values.
 * custub_prepared_launch() then costs what cuLaunchKernel costs, and checks nothing. The caller
 * keeps the buffers allocated, and launches in the context that the launch was prepared in, or in a
 * stream of it. When that context is gone (the device was closed, or reset), a prepared launch may
 * only be destroyed: the function of the kernel went with the context.
 *
 * Threads: any number of threads may launch one prepared launch at once, while nobody changes or
 * destroys it. Different ones are independent.
 */
#ifndef CUSTUB_PREPARED_H
#define CUSTUB_PREPARED_H

#include "dynamic.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Prepares a launch with the arguments of custub_kernel_launch(). Attributes are copied. */
custub_prepared *custub_call_kernel_prepare(const custub_kernel *kernel,
                                            const custub_launch *launch, uint32_t count,
                                            const custub_argument *arguments,
                                            CUstream default_stream, custub_error *error);
static inline custub_prepared *custub_kernel_prepare(const custub_kernel *kernel,
                                                     const custub_launch *launch, uint32_t count,
                                                     const custub_argument *arguments,
                                                     custub_error *error)
{
    return custub_call_kernel_prepare(kernel, launch, count, arguments, CUSTUB_DEFAULT_STREAM,
                                      error);
}

/* Launches. CUSTUB_ERROR_KERNEL_ABSENT after the unload of its kernels. */
custub_status custub_prepared_launch(const custub_prepared *prepared, custub_error *error);

/* Gives parameter `index` another value and checks again what depends on it: the contract, a shape
 * that is computed, and at the whole level the addresses of the buffers that changed. On failure
 * nothing changes. */
custub_status custub_prepared_set(custub_prepared *prepared, uint32_t index,
                                  const custub_argument *argument, custub_error *error);

/* The same for `count` parameters at once, all or none: for values that are only valid together,
 * such as two buffers that change places. */
custub_status custub_prepared_set_all(custub_prepared *prepared, uint32_t count,
                                      const uint32_t *indices, const custub_argument *arguments,
                                      custub_error *error);

/* Sets the stream of later launches; 0 is the default stream that the launch was prepared with. At
 * the whole level all addresses are looked up in the stream's context. On failure the old stream
 * stays. The stream must exist: the driver reads the handle as an address, so a stream that was
 * destroyed or never created may crash the process (H200, driver 580). */
custub_status custub_prepared_set_stream(custub_prepared *prepared, CUstream stream,
                                         custub_error *error);

/* The launch with all that was computed: grid, block, shared memory (CUSTUB_SHARED_NONE for 0
 * bytes), stream and level; cluster and attributes are the caller's, the attributes borrowed. This
 * tells the shape of a launch without making it. All unset on failure.
 */
custub_launch custub_prepared_shape(const custub_prepared *prepared, custub_error *error);

/* Frees it, before or after the unload of its kernels. Null is allowed. */
void custub_prepared_destroy(custub_prepared *prepared);

#ifdef __cplusplus
}
#endif
#endif

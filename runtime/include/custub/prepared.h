/* custub/prepared.h: launches that are checked once and made many times.
 *
 * A generated `prepare_<kernel>()` takes what `launch_<kernel>()` takes, makes all checks of the
 * launch at its level, and keeps its shape and a copy of its arguments' values.
 * custub_launch_prepared() then costs what cuLaunchKernel costs. It checks nothing: what was true
 * of addresses when they were prepared has to be true still. Buffers that are freed meanwhile are
 * the caller's own care, and so is that the launch is made in the context, or in a stream of the
 * context, that it was prepared in.
 *
 * Threads: one prepared launch may be launched by any number of threads at once, while nobody
 * changes or destroys it. Different ones are independent of each other.
 */
#ifndef CUSTUB_PREPARED_H
#define CUSTUB_PREPARED_H

#include "dynamic.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Prepares a launch with arguments by the kernel's description, as custub_launch_dynamic() takes
 * them. Errors go to the launch's record, which is not used afterwards; attributes are copied. On
 * failure *out is null. */
custub_status custub_prepare_dynamic(custub_prepared **out, const custub_kernel *kernel,
                                     const custub_launch *launch, uint32_t count,
                                     const custub_argument *arguments);
custub_status custub_prepare_dynamic_ptsz(custub_prepared **out, const custub_kernel *kernel,
                                          const custub_launch *launch, uint32_t count,
                                          const custub_argument *arguments);

#ifdef CUDA_API_PER_THREAD_DEFAULT_STREAM
#define custub_prepare_dynamic custub_prepare_dynamic_ptsz
#endif

/* Launches it. After the unload of its kernels it is refused with CUSTUB_ERROR_KERNEL_ABSENT. */
custub_status custub_launch_prepared(const custub_prepared *prepared, custub_error *error);

/* Gives parameter `index` another value and checks anew whatever follows from it: the contract, a
 * shape that was left to be computed, and at the whole level the addresses of the buffers of which
 * something changed. On failure all stays as it was. */
custub_status custub_prepared_set(custub_prepared *prepared, uint32_t index,
                                  const custub_argument *argument, custub_error *error);

/* The same for `count` parameters at once, all or none: values that are right together alone, such
 * as two buffers that change places. */
custub_status custub_prepared_set_all(custub_prepared *prepared, uint32_t count,
                                      const uint32_t *indices, const custub_argument *arguments,
                                      custub_error *error);

/* The stream of later launches; 0 is the default stream that the launch was prepared with. At the
 * whole level all addresses are looked up in its context. On failure the old one stays. */
custub_status custub_prepared_set_stream(custub_prepared *prepared, CUstream stream,
                                         custub_error *error);

/* Frees it; null is allowed. Before or after the unload of its kernels. */
void custub_prepared_destroy(custub_prepared *prepared);

#ifdef __cplusplus
}
#endif
#endif

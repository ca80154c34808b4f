/* custub/global.h: the `__device__` and `__constant__` variables of loaded kernels.
 *
 * A generated header has typed functions for each variable whose type C can name:
 *
 *     __constant__ float weights[16];                                     in filter.cu
 *
 *     filter_weights_upload(&kernels, host, 16, stream, &error);          waits
 *     filter_weights_download(&kernels, host, 16, stream, &error);        waits
 *     custub_memory memory = filter_weights_memory(&kernels, &error);
 *
 * The functions of an array take elements and their count; a smaller count copies the first ones.
 * Those of any other variable take one value. The memory is for the functions of <custub/buffer.h>
 * that do not wait, and for fills; the order of copies and their errors are as described there.
 * Copies to constants are ordered with launches by the stream like all others.
 *
 * There are no functions for these variables:
 * - `static` and `const` ones, and those in unnamed namespaces: nvcc makes up their symbols, and
 *   may leave them out of the image. Make them external, or reach them by a kernel.
 * - instances of templates, and `__managed__` variables, which the host reads and writes itself
 * - variables of classes whose fields C cannot name. custub_library_global() has them by name.
 *
 * A variable has one instance per load and per context. Its address is valid until the unload or
 * the end of the context (CUDA Driver API, cuLibraryGetGlobal).
 *
 * Threads: as for launch functions.
 */
#ifndef CUSTUB_GLOBAL_H
#define CUSTUB_GLOBAL_H

#include "buffer.h"
#include "launch.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The address of a variable in the current context, and its size in bytes if `bytes` is not null.
 * `symbol` is its name in the image, "symbol" in `<stem>.json`: the name in the source, or the
 * mangled one if it is in a namespace. 0 on failure:
 * - CUSTUB_ERROR_GLOBAL_UNKNOWN: the image has no such variable
 * - CUSTUB_ERROR_WRONG_CONTEXT: with a driver before 12.0, another context is current than the one
 *   that the kernels were loaded in */
CUdeviceptr custub_library_global(const custub_library *library, const char *symbol,
                                  uint64_t *bytes, custub_error *error);

/* The memory of a variable that has `count` elements of `element_size` bytes: what the generated
 * functions call. CUSTUB_ERROR_GLOBAL_MISMATCH if the image's variable has another size; all is
 * zero on failure. */
custub_memory custub_global_memory(const custub_library *library, const char *symbol,
                                   uint64_t count, uint64_t element_size, custub_error *error);

#ifdef __cplusplus
}
#endif
#endif

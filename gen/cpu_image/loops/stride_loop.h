/* stride_loop.h: finds kernels that do all their work in grid-stride loops, `for (int i =
 * blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) …`, whose iterations
 * are independent. The CPU image runs such loops for many threads at once.
 *
 * It reads the source's text of the body, and the text that libclang prints of it, which has no
 * macros. Only what both show is used.
 */
#ifndef GEN_STRIDE_LOOP_H
#define GEN_STRIDE_LOOP_H

#include "cpu_image/loops/loop.h"

/* Sets the parts and the dimensions of a kernel without barriers. False if it is another kind. */
bool gen_stride_loops_find(const gen_model *model, const gen_kernel *kernel, gen_loop_guard *loop);

#endif

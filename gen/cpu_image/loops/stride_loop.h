/* stride_loop.h: kernels that do nothing for each of their threads but in grid-stride loops,
 * `for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) …`,
 * whose rounds know nothing of each other: the CPU image runs such loops for many threads at once.
 *
 * Read from the text of the body, and once more from the text that the front end writes of what it
 * saw, in which no macro hides anything: only what both tell alike is believed. */
#ifndef GEN_STRIDE_LOOP_H
#define GEN_STRIDE_LOOP_H

#include "model/model.h"

/* Fills the parts and the dimensions of such a kernel, which has no barriers. False if it is none.
 */
bool gen_stride_loops_find(const gen_model *model, const gen_kernel *kernel, gen_loop_guard *loop);

#endif

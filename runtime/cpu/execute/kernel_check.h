/* kernel_check.h: the memory checker, CUSTUB_CPU_CHECK, as launches, blocks and images see it.
 *
 * An instrumented image asks before each load and store (custub_cpu_check of custub/cpu_image.h).
 * An access that cannot be made ends its thread; all other findings let it go on. What was found
 * fails the launch when it has ended. */
#ifndef CPU_KERNEL_CHECK_H
#define CPU_KERNEL_CHECK_H

#include "checker/report.h"

#include <custub/cpu_image.h>

/* What instrumented images get. */
extern const custub_cpu_check cpu_check_functions;

/* A launch begins; null if nothing checks it. */
cpu_check_launch *cpu_check_begin(const custub_cpu_kernel *kernel);

/* It has ended on all threads; `launch` may be null. Answers CUDA_SUCCESS or what was found. */
int cpu_check_end(cpu_check_launch *launch);

/* The stacks of a block's threads: `size` bytes, in which they follow each other, `each` apart; and
 * the index in the block of the thread that runs. */
typedef struct cpu_check_stacks {
    const void *memory;
    size_t size;
    size_t each;
    const uint32_t *running;
} cpu_check_stacks;

/* A block of it runs on this thread of the operating system. `block` stays until the end. `launch`
 * may be null. */
void cpu_check_block_begin(cpu_check_launch *launch, const custub_cpu_kernel *kernel,
                           const custub_cpu_block *block, const cpu_check_stacks *stacks);
void cpu_check_block_end(void);

/* The thread that runs comes to a barrier of the block; `frame` is that of a function that it
 * called. Then, once all have come: how many, of how many that the block has. */
void cpu_check_barrier_arrive(const void *frame);
void cpu_check_barrier_release(uint32_t arrived, uint32_t of);

/* Some threads of the block have come together otherwise: all that the block did before is taken
 * for ordered, so that nothing false is found. */
void cpu_check_synchronized(void);

/* The lanes of `mask` have come together. */
void cpu_check_warp_sync(uint32_t warp, uint32_t mask);

#endif

/* kernel_launch.h: a launch of a kernel, as the threads that run its blocks see it. */
#ifndef CPU_KERNEL_LAUNCH_H
#define CPU_KERNEL_LAUNCH_H

#include "api/api.h"
#include "execute/block_order.h"
#include "execute/kernel/tick.h"

#include <custub/cpu_image.h>

#include <stdatomic.h>
#include <stdbool.h>

typedef struct cpu_launch {
    const custub_cpu_kernel *kernel;
    const cpu_image_code *code; /* to interrupt; null: it is not interrupted */
    atomic_int *failure; /* a CUresult: ends the launch when it becomes an error; null: none */
    custub_cpu_extent grid_extent;
    custub_cpu_extent block_extent;
    uint32_t shared_bytes;
    bool cooperative; /* the grid's blocks may wait for each other */
    block_order order;
    struct cpu_check_launch *check;            /* the memory checker's; null: nothing is checked */
    const struct cpu_check_contract *contract; /* null: the last parameter is no
                                                * custub_bounds_head */
    void *const *params;                       /* params[i] points to the value of parameter i */
} cpu_launch;

/* What the launch says that it may touch, or null. */
static inline const void *cpu_launch_bounds(const cpu_launch *launch)
{
    return launch->contract ? launch->params[launch->kernel->param_count - 1] : NULL;
}

#endif

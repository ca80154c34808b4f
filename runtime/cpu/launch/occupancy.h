/* occupancy.h: how many blocks a multiprocessor holds at once. */
#ifndef CPU_OCCUPANCY_H
#define CPU_OCCUPANCY_H

#include "image/module.h"

/* Of so many threads; 0 for a block over the device's limits. */
unsigned int cpu_occupancy_blocks(cpu_kernel *kernel, unsigned int threads, size_t shared);

#endif

/* occupancy.h: how many blocks a multiprocessor holds at once. */
#ifndef CPU_OCCUPANCY_H
#define CPU_OCCUPANCY_H

#include "image/module.h"

/* How many blocks of `threads` threads; 0 if the block exceeds the device's limits. */
unsigned int cpu_occupancy_blocks(cpu_kernel *kernel, unsigned int threads, size_t shared);

#endif

/* copy.h: reading and checking what copies and fills do. */
#ifndef CPU_COPY_H
#define CPU_COPY_H

#include "task/work.h"

/* Reads a copy of rows from the program's struct, without a staged source. */
CUresult cpu_copy_read(cpu_copy *copy, const CUDA_MEMCPY3D *params);

/* CUDA_SUCCESS if the fill is within known memory, and aligned to the element. */
CUresult cpu_fill_check(const cpu_fill *fill);

#endif

/* copy.h: what copies and fills may touch. */
#ifndef CPU_COPY_H
#define CPU_COPY_H

#include "task/work.h"

/* A copy of rows, from what the program says of it; `staged` is null. */
CUresult cpu_copy_read(cpu_copy *copy, const CUDA_MEMCPY3D *params);
/* And back. */
void cpu_copy_describe(const cpu_copy *copy, CUDA_MEMCPY3D *params);

/* CUDA_SUCCESS if all of it is memory that this driver knows, aligned to the element. */
CUresult cpu_fill_check(const cpu_fill *fill);

#endif

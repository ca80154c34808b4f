/* cubin.h: nvcc's machine code of kernels: how many registers each of them has. */
#ifndef GEN_BOUNDS_CUBIN_H
#define GEN_BOUNDS_CUBIN_H

#include "bounds/bounds.h"

/* Sets registers[i] to the registers of a thread of kernels[i], or to 0 if the file does not say
 * it. False if the file is not nvcc's machine code. It may hold any bytes. */
bool gen_cubin_read_registers(const char *cubin, size_t length, const gen_bounds_kernel *kernels,
                              size_t kernel_count, uint32_t *registers);

#endif

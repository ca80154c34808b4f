/* driver_state.h: whether the driver may be called now. */
#ifndef CPU_DRIVER_STATE_H
#define CPU_DRIVER_STATE_H

#include "api/api.h"

#include <stdbool.h>

/* CUDA_SUCCESS after cuInit, else CUDA_ERROR_NOT_INITIALIZED. A process that was forked from an
 * initialized one is not initialized, as with CUDA. CUDA_ERROR_NOT_PERMITTED in a function that a
 * stream calls. */
CUresult cpu_check_initialized(void);

/* The same, and checks that `device` is the one device. */
CUresult cpu_check_device(CUdevice device);

/* cuInit has succeeded. */
void cpu_driver_open(void);
bool cpu_driver_is_open(void);

/* From now on the calling thread runs the program's functions in streams, and nothing else. */
void cpu_driver_forbid_calls(void);

#endif

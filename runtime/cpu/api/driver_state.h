/* driver_state.h: whether the driver may be called now. */
#ifndef CPU_DRIVER_STATE_H
#define CPU_DRIVER_STATE_H

#include "api/api.h"

#include <stdbool.h>

/* CUDA_SUCCESS after cuInit, else CUDA_ERROR_NOT_INITIALIZED. As with CUDA, a process that was
 * forked from an initialized one is not initialized. Returns CUDA_ERROR_NOT_PERMITTED in a
 * function that a stream calls. */
CUresult cpu_check_initialized(void);

/* The same, and also checks that `device` is the only device. */
CUresult cpu_check_device(CUdevice device);

/* cuInit calls it when it succeeds. */
void cpu_driver_open(void);
bool cpu_driver_is_open(void);

/* True in a child that was forked after that. */
bool cpu_driver_is_forked(void);

/* From now on the calling thread only runs the program's functions in streams. */
void cpu_driver_forbid_calls(void);

#endif

/* cpu_context.h: contexts, and the one that is current on a thread. */
#ifndef CPU_CONTEXT_H
#define CPU_CONTEXT_H

#include "cpu_handle.h"

/* CUDA_SUCCESS after cuInit, else CUDA_ERROR_NOT_INITIALIZED. */
CUresult cpu_check_initialized(void);

/* The same, and that `device` is the one device. */
CUresult cpu_check_device(CUdevice device);

/* The context that is current on this thread. Fails without cuInit, without a context, if it was
 * destroyed, and with the error of a kernel that failed in it: such a context serves no more. */
CUresult cpu_context_current(CUcontext *out);

/* CUDA_SUCCESS if `context` can be used. */
CUresult cpu_context_failure(CUcontext context);

/* A kernel failed in `context`. */
void cpu_context_fail(CUcontext context, CUresult failure);

#endif

/* cpu_module.h: modules and libraries, which are the same here but for what they belong to, and the
 * kernels in them. A kernel is also its function. */
#ifndef CPU_MODULE_H
#define CPU_MODULE_H

#include "cpu_handle.h"

#include <custub/cpu_image.h>

#include <stdatomic.h>

typedef struct cpu_kernel {
    cpu_object object; /* of the module's context, null for a library's kernel */
    const custub_cpu_kernel *entry;
    atomic_uint max_dynamic_shared; /* bytes */
} cpu_kernel;

/* The kernel behind a CUkernel or a CUfunction, or null. */
cpu_kernel *cpu_kernel_of(const void *handle);

/* Unloads a module or library that is no longer in the table of handles. */
void cpu_module_destroy(cpu_object *module);

#endif

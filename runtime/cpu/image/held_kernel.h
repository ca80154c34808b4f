/* held_kernel.h: a kernel whose launches say what they may touch. It has one more parameter than in
 * its image, a custub_bounds_head with the extents, and with the ranges of values, which the memory
 * checker reads. */
#ifndef CPU_HELD_KERNEL_H
#define CPU_HELD_KERNEL_H

#include "api/api.h"
#include "checker/checker.h"

#include <custub/cpu_image.h>

typedef struct cpu_held_kernel {
    custub_cpu_kernel entry; /* the image's, with the further parameter */
    cpu_check_contract contract;
    const char **names;         /* of the contract; one piece of memory */
    custub_held_values *values; /* likewise; null: there are none */
    custub_cpu_param params[];
} cpu_held_kernel;

/* Null is allowed. */
void cpu_held_kernel_destroy(cpu_held_kernel *held);

/* Not in libcuda: custub's runtime calls it, before the first launch. From now on the kernel `name`
 * of a module or library has the further parameter. `pointers` are the names of its pointers,
 * which are copied. */
CPU_EXPORT CUresult custub_cpu_kernel_hold(void *handle, const char *name, uint32_t pointer_count,
                                           const char *const *pointers);

/* The same, after custub_cpu_kernel_hold(): the parameter also has a custub_held_range for each of
 * these, which are copied. */
CPU_EXPORT CUresult custub_cpu_kernel_hold_values(void *handle, const char *name, uint32_t count,
                                                  const custub_held_values *values);

#endif

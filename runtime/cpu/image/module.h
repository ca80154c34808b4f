/* module.h: modules and libraries, which are the same here but for what they belong to, and the
 * kernels in them. A kernel is also its function. */
#ifndef CPU_MODULE_H
#define CPU_MODULE_H

#include "api/handle.h"

#include "image/image_loader.h"

#include <stdatomic.h>

struct cpu_module;

typedef struct cpu_kernel {
    cpu_object object; /* of the module's context, null for a library's kernel */
    struct cpu_module *module;
    const custub_cpu_kernel *entry;
    atomic_uint max_dynamic_shared; /* bytes */
} cpu_kernel;

typedef struct cpu_module {
    cpu_object object;
    cpu_image image;
    uint32_t kernel_count;
    cpu_kernel *kernels;   /* those that can run here */
    uint32_t global_count; /* of the image's variables, those that the heap knows */
} cpu_module;

/* Loads an image as a module of the context, or as a library if that is null. */
CUresult cpu_module_load(cpu_module **out, const void *image, CUcontext context);

/* The kernel of this name. Prints why it cannot run here, because the caller of CUDA's functions
 * gets only a number. */
CUresult cpu_module_find_kernel(cpu_kernel **out, const cpu_module *module, const char *name);

/* A module belongs to a context, a library to none. */
cpu_module *cpu_module_of(const void *handle, bool is_library);

/* The kernel of a CUkernel or a CUfunction, or null. */
cpu_kernel *cpu_kernel_of(const void *handle);

/* No function of libcuda's: custub's runtime asks by it, and programs can. Why the kernel `name` of
 * a module or library cannot run here, borrowed until the unload; *reason is null if it can, or if
 * there is none of this name. Nothing is printed. */
CPU_EXPORT CUresult custub_cpu_kernel_unfit(void *handle, const char *name, const char **reason);

/* Unloads a module or library that is no longer in the table of handles. */
void cpu_module_destroy(cpu_object *module);

#endif

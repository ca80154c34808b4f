/* module.h: modules and libraries, and the kernels in them. A module belongs to a context, a
 * library to none; otherwise they are the same. A kernel is also its function. */
#ifndef CPU_MODULE_H
#define CPU_MODULE_H

#include "api/handle.h"

#include "image/image_loader.h"

#include <stdatomic.h>

struct cpu_module;

typedef struct cpu_kernel {
    cpu_object object; /* in the module's context; in none for a library's kernel */
    struct cpu_module *module;
    const custub_cpu_kernel *entry;
    struct cpu_held_kernel *held;   /* owned; null: its launches do not say what they may touch */
    uint64_t serial;                /* differs from that of an earlier kernel at the same address */
    atomic_uint max_dynamic_shared; /* bytes */
} cpu_kernel;

typedef struct cpu_module {
    cpu_object object;
    cpu_image image;
    uint32_t kernel_count;
    cpu_kernel *kernels;   /* only those that can run here */
    uint32_t global_count; /* variables of the image that the heap knows */
} cpu_module;

/* Loads an image as a module of `context`, or as a library if it is null. */
CUresult cpu_module_load(cpu_module **out, const void *image, CUcontext context);

/* The kernel of this name. If it cannot run here, prints why: CUDA's functions return only a
 * number. */
CUresult cpu_module_find_kernel(cpu_kernel **out, const cpu_module *module, const char *name);

/* The module or library of a handle, or null. */
cpu_module *cpu_module_of(const void *handle, bool is_library);

/* The kernel of a CUkernel or a CUfunction, or null. */
cpu_kernel *cpu_kernel_of(const void *handle);

/* True if the kernel of this serial is still loaded: graphs outlive kernels. */
bool cpu_kernel_is_loaded(const cpu_kernel *kernel, uint64_t serial);

/* The same with the errors of the driver's functions: the driver must be initialized. For
 * cpu_function_find(), a context must be current. */
CUresult cpu_kernel_find(cpu_kernel **out, const void *handle);
CUresult cpu_function_find(cpu_kernel **out, const void *handle);

/* The most threads that a block may have, by the device's limit and __launch_bounds__. */
unsigned int cpu_kernel_max_threads(const cpu_kernel *kernel);

/* Not in libcuda: custub's runtime calls it, and programs can. Tells why the kernel `name` of a
 * module or library cannot run here; the text is valid until the unload. *reason is null if the
 * kernel can run, or if there is none of this name. Prints nothing. */
CPU_EXPORT CUresult custub_cpu_kernel_unfit(void *handle, const char *name, const char **reason);

/* Unloads a module or library that is no longer in the table of handles. */
void cpu_module_destroy(cpu_object *module);

#endif

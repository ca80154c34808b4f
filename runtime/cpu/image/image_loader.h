/* image_loader.h: a CPU image in memory becomes loaded code. */
#ifndef CPU_IMAGE_LOADER_H
#define CPU_IMAGE_LOADER_H

#include "execute/kernel_launch.h"

#include <custub/cpu_image.h>

#include <stdbool.h>

typedef struct cpu_image {
    int file; /* keeps the name under which the dynamic linker knows it from being used again */
    void *library;
    const custub_cpu_table *table;
    cpu_image_code code;
    struct cpu_check_image
        *check; /* what the memory checker knows of it; null: it does not check */
} cpu_image;

/* The bytes at `data` are copied. CUDA_ERROR_INVALID_IMAGE if they are no CPU image for this
 * machine and this driver, CUDA_ERROR_OPERATING_SYSTEM if the system refused to load it. Any
 * thread. */
CUresult cpu_image_load(cpu_image *image, const void *data);
void cpu_image_unload(cpu_image *image);

/* All of a file, in memory that the caller frees. CUDA_ERROR_FILE_NOT_FOUND if it cannot be read.
 */
CUresult cpu_image_file_read(void **out, const char *path);

/* Kernel `index` of the table, whatever the size of its entries. */
const custub_cpu_kernel *cpu_image_kernel(const cpu_image *image, uint32_t index);

/* True if the kernel can run here; the second tells why it cannot. */
bool cpu_image_can_run(const custub_cpu_kernel *kernel);
const char *cpu_image_reason(const custub_cpu_kernel *kernel);

/* The kernel of that name that cannot run here, or null. */
const custub_cpu_kernel *cpu_image_find_unfit(const cpu_image *image, const char *name);

/* The image's variables. */
uint32_t cpu_image_global_count(const cpu_image *image);
const custub_cpu_global *cpu_image_global(const cpu_image *image, uint32_t index);

#endif

/* image_loader.h: loads CPU images. */
#ifndef CPU_IMAGE_LOADER_H
#define CPU_IMAGE_LOADER_H

#include "execute/kernel_launch.h"

#include <custub/cpu_image.h>

#include <stdbool.h>

typedef struct cpu_image {
    int file; /* stays open, so that no other image gets its path, by which the dynamic linker knows
                 it */
    void *library;
    const custub_cpu_table *table;
    cpu_image_code code;
    struct cpu_check_image *check; /* the memory checker's; null: it does not check */
} cpu_image;

/* Copies the bytes at `data`. CUDA_ERROR_INVALID_IMAGE if they are not a CPU image for this machine
 * and this driver, CUDA_ERROR_OPERATING_SYSTEM if the system cannot load it. Any thread. */
CUresult cpu_image_load(cpu_image *image, const void *data);
void cpu_image_unload(cpu_image *image);

/* Reads a whole file into memory that the caller frees. CUDA_ERROR_FILE_NOT_FOUND if it cannot be
 * read. */
CUresult cpu_image_file_read(void **out, const char *path);

/* Kernel `index` of the table. The size of its entries differs between versions. */
const custub_cpu_kernel *cpu_image_kernel(const cpu_image *image, uint32_t index);

/* cpu_image_reason() says why a kernel cannot run here. */
bool cpu_image_can_run(const custub_cpu_kernel *kernel);
const char *cpu_image_reason(const custub_cpu_kernel *kernel);

/* The kernel of that name if it cannot run here, or null. */
const custub_cpu_kernel *cpu_image_find_unfit(const cpu_image *image, const char *name);

/* The image's variables. */
uint32_t cpu_image_global_count(const cpu_image *image);
const custub_cpu_global *cpu_image_global(const cpu_image *image, uint32_t index);

#endif

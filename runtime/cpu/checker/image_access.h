/* image_access.h: accesses to the variables, the constants and the code of images, and to what is
 * near to them. */
#ifndef CPU_IMAGE_ACCESS_H
#define CPU_IMAGE_ACCESS_H

#include "checker/worker.h"

/* Answers whether it was the memory of the kernel's image, or what the driver shows to kernels.
 * `hint` may be null. */
bool cpu_check_access_image(cpu_check_worker *worker, uintptr_t address, size_t size,
                            uint32_t access, const void *frame, cpu_check_hint *hint);

/* Nothing that is known has the address: it may be another image's. */
void cpu_check_access_elsewhere(cpu_check_worker *worker, uintptr_t address, size_t size,
                                uint32_t access, const void *frame);

#endif

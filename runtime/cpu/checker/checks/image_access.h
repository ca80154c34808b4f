/* image_access.h: accesses to the variables, constants and code of images, and near them. */
#ifndef CPU_IMAGE_ACCESS_H
#define CPU_IMAGE_ACCESS_H

#include "checker/worker.h"

/* Checks an access to memory of the kernel's image, or to what the driver shows to kernels. Returns
 * false if it is to other memory. `hint` may be null. */
bool cpu_check_access_image(cpu_check_worker *worker, uintptr_t address, size_t size,
                            uint32_t access, const void *frame, cpu_check_hint *hint);

/* Checks an access to an address that belongs to nothing known; it may be in another image. */
void cpu_check_access_elsewhere(cpu_check_worker *worker, uintptr_t address, size_t size,
                                uint32_t access, const void *frame);

#endif

/* memory_space.h: which memory of an image an address lies in. */
#ifndef CPU_MEMORY_SPACE_H
#define CPU_MEMORY_SPACE_H

#include <custub/cpu_image.h>

/* Shared memory of this thread of the operating system, a __constant__ variable, or neither: then
 * it is global. `image` is loaded. */
custub_cpu_space cpu_space_of(const void *address, const custub_cpu_table *image);

#endif

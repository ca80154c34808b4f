/* memory_space.h: in which memory space an address lies. */
#ifndef CPU_MEMORY_SPACE_H
#define CPU_MEMORY_SPACE_H

#include <custub/cpu_image.h>

/* Returns shared for shared memory of this thread of the operating system, constant for a
 * __constant__ variable of `image`, which is loaded, else global. */
custub_cpu_space cpu_space_of(const void *address, const custub_cpu_table *image);

#endif

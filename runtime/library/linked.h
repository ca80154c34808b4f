/* linked.h: the kernels that nvcc compiled into the program. */
#ifndef CUSTUBI_LINKED_H
#define CUSTUBI_LINKED_H

#include "library/library.h"

/* Makes the context that the CUDA runtime would use on this thread current, if none is or the
 * current one was destroyed by cudaDeviceReset(). Refuses the CPU driver, which runs no such
 * kernel. */
custub_status custubi_linked_enter(const custub_library_info *info, const custub_linked *linked,
                                   custub_error *error);

/* Fills `function` of every kernel that the program has. The handles stay the CUDA runtime's. */
custub_status custubi_linked_load(custub_library *library, custub_kernel *kernels,
                                  custub_error *error);

#endif

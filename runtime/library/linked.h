/* linked.h: the kernels that nvcc compiled into the program. */
#ifndef CUSTUBI_LINKED_H
#define CUSTUBI_LINKED_H

#include "library/library.h"

/* Makes the context current that the CUDA runtime would use on this thread, if none is or if it was
 * destroyed by cudaDeviceReset(). Refuses the
 * CPU driver, on which no such kernel runs. */
custub_status custubi_linked_enter(const custub_library_info *info, const custub_linked *linked,
                                   custub_error *error);

/* Fills `function` of every kernel that the program has. The handles stay the CUDA runtime's. */
custub_status custubi_linked_load(custub_library *library, custub_kernel *kernels,
                                  custub_error *error);

#endif

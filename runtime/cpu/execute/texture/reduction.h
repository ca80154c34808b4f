/* reduction.h: updates of the elements of a tensor by a bulk copy (PTX ISA,
 * "cp.reduce.async.bulk.tensor"). */
#ifndef CPU_REDUCTION_H
#define CPU_REDUCTION_H

#include <custub/cpu_image.h>

#include <stddef.h>

/* Updates the elements in `size` bytes, each atomically. `type` is a CUtensorMapDataType. Ends the
 * kernel if there is no such operation of the type. */
void cpu_reduce(custub_cpu_bulk how, int type, void *target, const void *source, size_t size);

#endif

/* memory.h: device memory that the launches of one process take turns with. An allocation costs
 * more than a small launch does. */
#ifndef TRIAL_MEMORY_H
#define TRIAL_MEMORY_H

#include <custub/custub.h>

/* Memory of at least this many bytes. 0 after a failure, which the error says. */
CUdeviceptr trial_memory_take(uint64_t bytes, custub_error *error);

/* No launch uses the memory any more. It is kept for the next one. */
void trial_memory_give_back(CUdeviceptr memory);

/* Frees what was given back and not taken again. Before each launch: the memory checker does not
 * report an access to memory of the device that no buffer of the launch is in. */
void trial_memory_free_unused(void);

#endif

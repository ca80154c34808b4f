/* memory.h: device memory for the buffers of a launch. It is kept for the next launches of the
 * process: an allocation costs more than a small launch does. */
#ifndef TRIAL_MEMORY_H
#define TRIAL_MEMORY_H

#include "trial/launches/contents.h"

/* Memory of at least this many bytes for the pointer with this index, until it takes other memory.
 * 0 after a failure, which the error says. */
CUdeviceptr trial_memory_take(uint32_t pointer, uint64_t bytes, custub_error *error);

/* Memory of the host for what a buffer holds before the launch, until the next call. Null without
 * memory. */
unsigned char *trial_memory_contents(uint64_t bytes);

/* Frees the memory of the pointer. The memory checker does not report an access to memory of the
 * device that no buffer of the launch is in: nothing may be left of other launches. */
void trial_memory_free(uint32_t pointer);

/* The context was reset, and all memory with it. */
void trial_memory_forget(void);

#endif

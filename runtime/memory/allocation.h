/* allocation.h: what all ways to allocate and to free have in common. */
#ifndef CUSTUBI_ALLOCATION_H
#define CUSTUBI_ALLOCATION_H

#include <custub/buffer.h>

#include "platform/platform.h"

/* Opens the driver and computes the size. Refuses elements without bytes, and a size that does not
 * fit. */
custub_status custubi_allocation_begin(uint64_t count, uint64_t element_size, size_t *bytes,
                                       custub_error *error);

/* Notes what was allocated, and forgets what is about to be freed. `caller` is the return address
 * of the public function. */
void custubi_allocation_note(uint64_t address, uint64_t bytes, const void *caller);
void custubi_allocation_forget(uint64_t address);

/* The status of a free with this result. The driver only says CUDA_ERROR_INVALID_VALUE if there is
 * no allocation at the address; this adds what is there. */
custub_status custubi_allocation_end(const char *call, int result, CUdeviceptr ptr,
                                     custub_error *error);

#endif

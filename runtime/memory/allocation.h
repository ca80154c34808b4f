/* allocation.h: what all functions that allocate or free have in common. */
#ifndef CUSTUBI_ALLOCATION_H
#define CUSTUBI_ALLOCATION_H

#include <custub/buffer.h>

#include "memory/leaks.h"
#include "observe/activity.h"
#include "platform/platform.h"

/* An allocation under way. */
typedef struct custubi_allocation {
    custubi_activity activity;
    size_t bytes;
    bool is_graphs; /* made in a capture: the graph owns and frees it */
} custubi_allocation;

/* Begins an allocation: opens the driver, and computes the size. False if there is nothing to
 * allocate or to end: `count` is 0, the elements have no bytes, or the size does not fit. */
bool custubi_allocation_begin(custubi_allocation *out, const char *doing, uint64_t count,
                              uint64_t element_size, custub_error *error);

/* Ends it, and notes what was allocated. `caller` is the return address of the public function.
 * Returns `address`, which is 0 if it failed. */
uint64_t custubi_allocation_end(custubi_allocation *of, custub_status status, uint64_t address,
                                const void *caller, const custub_error *error);

/* A free under way. */
typedef struct custubi_free {
    custubi_activity activity;
    custubi_leak leak;
} custubi_free;

/* Begins to free: forgets the address. */
void custubi_free_begin(custubi_free *out, const char *doing, uint64_t address, CUstream stream);

/* Ends it with the driver's result. If there is no allocation at the address, the driver only says
 * CUDA_ERROR_INVALID_VALUE; this adds what is there. A failure that `error` holds already is
 * kept. */
custub_status custubi_free_end(custubi_free *of, const char *call, int result, custub_error *error);

#endif

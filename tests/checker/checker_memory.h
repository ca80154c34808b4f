/* checker_memory.h: the buffers that tests/checker's kernels get. All belong to the process, which
 * ends with the kernel. What the driver refuses ends it at once. */
#ifndef CHECKER_MEMORY_H
#define CHECKER_MEMORY_H

#include <custub/custub.h>

#define CHECKER_COUNT 256 /* ints in a buffer, unless its state says otherwise */

typedef enum checker_state {
    WRITTEN, /* to 0, 1, 2, … */
    UNWRITTEN,
    HALF_WRITTEN,
    NOTHING, /* null */
    FREED,
    FREED_ASYNC,
    FREED_ASYNC_AND_REUSED, /* another allocation has its place, if the driver gives it again */
    FREED_AND_REUSED,
    FREED_AFTER_THE_FIRST_LAUNCH, /* checker_memory_freed_later() frees it */
    OF_HOST,                      /* malloc() */
    PINNED,
    REGISTERED,
    MANAGED,
    WITHOUT_LAST_INTS,  /* two of them: its end is no multiple of 16 bytes */
    WITHOUT_LAST_BYTES, /* two of them */
    PITCHED,            /* 8 rows of 128 ints, of which the first 25 of each were written */
    GIVEN_AGAIN /* an allocation of a pool, at the place of one that was freed, if possible */
} checker_state;

/* Its address, or 0. */
CUdeviceptr checker_memory_create(checker_state state);
void checker_memory_free(checker_state state, CUdeviceptr address);

/* Prints the error and ends the process, with 77 if there is no driver, unless the status is
 * CUSTUB_OK. */
void checker_require(custub_status status, const custub_error *error);

#endif

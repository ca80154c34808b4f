/* leaks.h: the allocations that custub has made and not freed, with who made them, for
 * CUSTUB_LEAKS=1 in the environment. Without it all of this does nothing. Any thread. */
#ifndef CUSTUBI_LEAKS_H
#define CUSTUBI_LEAKS_H

#include <stdbool.h>

#include <custub/types.h>

bool custubi_leaks_wanted(void);

/* `caller` is an address in the function that asked for the memory. */
void custubi_leaks_add(uint64_t address, uint64_t bytes, const void *caller);
void custubi_leaks_remove(uint64_t address);

/* Lists what is left in a context that is gone, on the standard error stream, and forgets it. What
 * is left in others is listed when the process ends. */
void custubi_leaks_list(CUcontext context);

#endif

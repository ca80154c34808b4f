/* leaks.h: the allocations that custub has made and not freed, with who made them, for
 * CUSTUB_LEAKS=1 in the environment. Without it all of this does nothing. Any thread. */
#ifndef CUSTUBI_LEAKS_H
#define CUSTUBI_LEAKS_H

#include <stdbool.h>

#include <custub/types.h>

typedef struct custubi_leak {
    uint64_t address; /* 0: none */
    uint64_t bytes;
    CUcontext context;
    const void *caller; /* an address in the function that asked for the memory */
} custubi_leak;

bool custubi_leaks_wanted(void);

void custubi_leaks_add(uint64_t address, uint64_t bytes, const void *caller);

/* Removes the allocation before it is freed, since another thread may be given its address at once.
 * If freeing fails, custubi_leaks_restore() puts it back. */
custubi_leak custubi_leaks_remove(uint64_t address);
void custubi_leaks_restore(const custubi_leak *removed);

/* Lists the leaks of a destroyed context on the standard error stream, and forgets them. Those of
 * other contexts are listed when the process ends. */
void custubi_leaks_list(CUcontext context);

#endif

/* array_memory.h: arrays (CUDA Driver API, cuArrayCreate). Their texels lie row by row. */
#ifndef CPU_ARRAY_MEMORY_H
#define CPU_ARRAY_MEMORY_H

#include "api/handle.h"
#include "execute/texture/texels.h"

struct CUarray_st {
    cpu_object object;
    cpu_texels texels;
    CUarray next; /* in the list of arrays */
};

/* The array whose memory begins at `address`, or null. Any thread. */
CUarray cpu_array_at(uintptr_t address);

/* Frees an array whose handle is removed, but not its memory. */
void cpu_array_free(CUarray array);

#endif

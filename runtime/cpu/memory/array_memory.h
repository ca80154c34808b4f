/* array_memory.h: arrays (CUDA Driver API, cuArrayCreate). Their texels lie row by row. */
#ifndef CPU_ARRAY_MEMORY_H
#define CPU_ARRAY_MEMORY_H

#include "api/handle.h"
#include "execute/texture/texels.h"

struct CUarray_st {
    cpu_object object;
    cpu_texels texels;
};

#endif

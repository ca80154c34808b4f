/* mapped_memory.h: virtual memory that is reserved as one range and mapped from several handles,
 * side by side (CUDA Driver API, "Virtual Memory Management"). */
#ifndef MAPPED_MEMORY_H
#define MAPPED_MEMORY_H

#include "launch_driver.h"

#define MAPPED_MOST 4

typedef struct mapped_memory {
    CUdeviceptr address;
    size_t piece; /* size of each mapping in bytes */
    int pieces;   /* number of mappings; the reservation is one piece longer */
    CUmemGenericAllocationHandle handles[MAPPED_MOST];
} mapped_memory;

/* Maps `pieces` handles of device `owner`, which may be exported as file descriptors if `shared`,
 * readable and writable for the `device_count` first devices. Prints why and returns 0 if the
 * driver or the device has no such memory. */
int mapped_memory_create(mapped_memory *memory, int pieces, int owner, int device_count,
                         int shared);

/* The smallest piece that can be mapped, in bytes; 0, with the reason printed, if none can. */
size_t mapped_memory_granularity(int owner, int shared);

/* Reserves a range and maps `pieces` existing handles, which it takes over. */
void mapped_memory_map(mapped_memory *memory, int device_count);

void mapped_memory_destroy(mapped_memory *memory);

#endif

/* malloc_heap.h: malloc() and free() of kernels (CUDA C++ Programming Guide, "Dynamic Global Memory
 * Allocation and Operations"). Any thread. */
#ifndef CPU_MALLOC_HEAP_H
#define CPU_MALLOC_HEAP_H

#include <stddef.h>

/* Null without memory. The memory stays until a kernel frees it. */
void *kernel_heap_allocate(size_t size);

/* Ends the kernel if `memory` was not allocated by kernel_heap_allocate() or is free already; null
 * is legal. Outside of kernels, such memory goes to the C library's free(): an image allocated it
 * before it had services. */
void kernel_heap_release(void *memory);

#endif

/* malloc_heap.h: malloc() and free() of kernels (CUDA C++ Programming Guide, "Dynamic Global Memory
 * Allocation and Operations"). Any thread. */
#ifndef CPU_MALLOC_HEAP_H
#define CPU_MALLOC_HEAP_H

#include <stddef.h>

/* Null if there is no memory for it. It stays until a kernel frees it. */
void *kernel_heap_allocate(size_t size);

/* Ends the kernel if `memory` is not null and did not come from kernel_heap_allocate(), or is free.
 * Outside of a kernel it is the C library's then: what the image allocated before it had services.
 */
void kernel_heap_release(void *memory);

#endif

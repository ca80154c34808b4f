/* memory_pool.h: memory pools. A pool counts memory, but keeps none: memory is freed when the
 * stream reaches the call that frees it. */
#ifndef CPU_MEMORY_POOL_H
#define CPU_MEMORY_POOL_H

#include "api/api.h"

/* CUDA_SUCCESS if it is a pool. */
CUresult cpu_pool_check(CUmemoryPool pool);

/* Adds `size` bytes to what a pool has in use; null means the current pool. Returns the pool, or
 * null if the bytes exceed its limit. */
CUmemoryPool cpu_pool_take(CUmemoryPool asked, uint64_t size);

/* Subtracts the bytes again. The pool may have been destroyed. */
void cpu_pool_put_back(CUmemoryPool pool, uint64_t size);

#endif

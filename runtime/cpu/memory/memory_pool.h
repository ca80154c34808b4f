/* memory_pool.h: pools, in which memory is counted. A pool holds nothing back: memory is freed when
 * the stream has reached the call that frees it. */
#ifndef CPU_MEMORY_POOL_H
#define CPU_MEMORY_POOL_H

#include "api/api.h"

/* CUDA_SUCCESS if it is a pool. */
CUresult cpu_pool_check(CUmemoryPool pool);

/* Counts so many bytes in a pool; null is the current pool. Answers the pool, or null if it cannot
 * hold them. */
CUmemoryPool cpu_pool_take(CUmemoryPool asked, uint64_t size);

/* Counts them no more. The pool may be gone. */
void cpu_pool_put_back(CUmemoryPool pool, uint64_t size);

#endif

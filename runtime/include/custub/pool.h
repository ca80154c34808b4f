/* custub/pool.h: pools of device memory, for buffers that are created and destroyed in stream order
 * (custub_f32_buffer_create_async() of buffer.h; CUDA Driver API, "Stream Ordered Memory
 * Allocator").
 *
 * Each device has a pool, which is used if no pool is named. A pool that the program creates has
 * its own threshold and lifetime. A pool keeps freed memory for later allocations; what is above
 * its threshold goes back to the system when a stream, an event or a context is waited for.
 *
 * Failures are CUSTUB_ERROR_DRIVER, CUDA_ERROR_NOT_SUPPORTED for a device without pools. A null
 * pool is CUSTUB_ERROR_INVALID_ARGUMENT. Any thread may use any pool.
 */
#ifndef CUSTUB_POOL_H
#define CUSTUB_POOL_H

#include "device.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Keep all memory: a threshold. */
#define CUSTUB_POOL_KEEP_ALL UINT64_MAX

/* Creates a pool of the current context's device. The threshold is in bytes; 0 keeps nothing beyond
 * the next wait. */
CUmemoryPool custub_pool_create(uint64_t threshold, custub_error *error);

/* Destroys a pool. What is allocated from it stays valid, and must still be freed. Null is allowed.
 */
custub_status custub_pool_destroy(CUmemoryPool pool, custub_error *error);

/* The pool that a device uses if none is named (cuDeviceGetMemPool). Borrowed. Its threshold is 0
 * until somebody sets it. */
CUmemoryPool custub_pool_of_device(const custub_device *device, custub_error *error);

/* Sets the threshold. */
custub_status custub_pool_set_threshold(CUmemoryPool pool, uint64_t bytes, custub_error *error);

/* Gives memory that is not in use back to the system now, but for `keep` bytes. */
custub_status custub_pool_trim(CUmemoryPool pool, uint64_t keep, custub_error *error);

/* What a pool has, in bytes. The CPU driver's pools keep nothing and count only `used`. */
typedef struct custub_pool_usage {
    uint64_t held;        /* from the system */
    uint64_t used;        /* by allocations */
    uint64_t reserved[2]; /* zero */
} custub_pool_usage;

/* What a pool has now. */
custub_pool_usage custub_pool_usage_get(CUmemoryPool pool, custub_error *error);

/* Gives kernels of another device access to the pool's memory, or ends the access. The pool's own
 * device always has it. */
custub_status custub_pool_set_access(CUmemoryPool pool, const custub_device *device, bool allowed,
                                     custub_error *error);

#ifdef __cplusplus
}
#endif
#endif

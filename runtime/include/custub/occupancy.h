/* custub/occupancy.h: how many blocks of a kernel a device holds at once.
 *
 * The answers are the driver's (CUDA Driver API, "Occupancy"; CUDA C++ Programming Guide,
 * "Occupancy Calculator"), for the device of the current context. What was asked before is answered
 * from memory. A launch that sets no shape asks the same by itself; custub_prepared_shape() tells
 * what it chose.
 *
 * Dynamic shared memory is in bytes; CUSTUB_SHARED_NONE is 0, too. Above 48 KiB the kernel is opted
 * in to it, as by a launch. What no launch can have is refused with a launch's error: an empty
 * block (CUSTUB_ERROR_EMPTY_SHAPE), one over the device's limit (CUSTUB_ERROR_BLOCK_LIMIT) or the
 * kernel's (CUSTUB_ERROR_LAUNCH_BOUNDS), more shared memory than a block can have
 * (CUSTUB_ERROR_SHARED_LIMIT), a kernel that is not loaded (CUSTUB_ERROR_KERNEL_ABSENT).
 *
 * On the CPU driver the answers are those of a multiprocessor of compute capability 9.0 for a
 * kernel with few registers: 2048 threads, 32 blocks, 228 KiB of shared memory. There are as many
 * multiprocessors as threads that run kernels, and no clusters. Numbers for a GPU are measured on
 * it.
 *
 * Threads: any number at once, as launches.
 */
#ifndef CUSTUB_OCCUPANCY_H
#define CUSTUB_OCCUPANCY_H

#include "launch.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What one multiprocessor holds of a kernel at once. */
typedef struct custub_occupancy {
    uint64_t blocks;          /* 0: registers or shared memory are too few for a block */
    uint64_t threads;         /* of these blocks */
    uint64_t most_threads;    /* of any kernel; threads / most_threads is what profilers show */
    uint64_t multiprocessors; /* of the device, which holds as many times `blocks` at once */
    uint64_t reserved[2];     /* zero */
} custub_occupancy;

/* The occupancy of a loaded kernel with this block, whose y and z of 0 mean 1. All zero on failure.
 * A grid of a grid-stride loop, or of a cooperative launch, has at most blocks * multiprocessors
 * blocks. */
custub_occupancy custub_occupancy_get(const custub_kernel *kernel, custub_dim3 block,
                                      uint64_t shared, custub_error *error);

/* The dynamic shared memory that a block of `threads` threads needs, in bytes. */
typedef uint64_t custub_shared_function(uint64_t threads, void *user);

/* The threads of the block with which most threads are resident, the largest of several; 0 on
 * failure. `most` is the largest that is wanted; 0: the kernel's and the device's limit. Tries
 * `most` and the multiples of a warp below it. `shared` is called for each, with `user`, on this
 * thread; null: no dynamic shared memory. Blocks that need more than the device has are skipped;
 * CUSTUB_ERROR_SHARED_LIMIT if all are. */
uint64_t custub_occupancy_best_block(const custub_kernel *kernel, custub_shared_function *shared,
                                     void *user, uint64_t most, custub_error *error);

/* The clusters that the device holds at once, each of cluster.x * cluster.y * cluster.z blocks; 0
 * on failure. An unset cluster is the kernel's own. CUSTUB_ERROR_CLUSTER if it is not the kernel's
 * own, or neither is set, or the device has no clusters; CUSTUB_ERROR_DRIVER_TOO_OLD if the driver
 * cannot tell. */
uint64_t custub_occupancy_clusters(const custub_kernel *kernel, custub_dim3 block,
                                   custub_dim3 cluster, uint64_t shared, custub_error *error);

/* The blocks of the largest cluster that the device can hold; 0 on failure, as above. A kernel's
 * own cluster does not matter. More than 8 blocks are not portable: a kernel has to be opted in to
 * them (CUDA C++ Programming Guide, "Thread Block Clusters";
 * CU_FUNC_ATTRIBUTE_NON_PORTABLE_CLUSTER_SIZE_ALLOWED), and until then the answer is at most 8. */
uint64_t custub_occupancy_largest_cluster(const custub_kernel *kernel, custub_dim3 block,
                                          uint64_t shared, custub_error *error);

#ifdef __cplusplus
}
#endif
#endif

/* contract.h: what a launch and the kernel's contract say together of shape, shared memory and
 * pointers. Nothing here reports an error. */
#ifndef CUSTUBI_CONTRACT_H
#define CUSTUBI_CONTRACT_H

#include <string.h>

#include "check/call.h"
#include "library/library.h"

/* --- Shape ------------------------------------------------------------------------------------ */

static inline bool custubi_dim_is_set(const custub_dim3 *dim)
{
    return dim->x || dim->y || dim->z || dim->given;
}

/* Blocks or threads of a component that is set; 0 means 1. */
static inline unsigned int custubi_size(uint64_t size)
{
    return (unsigned int)size + !size;
}

/* What the caller set: y and z of 0 mean 1 unless the numbers were computed. */
static inline custub_dim3 custubi_dim_given(const custub_dim3 *dim)
{
    custub_dim3 out = *dim;

    if (!dim->given) {
        out.y += !out.y;
        out.z += !out.z;
    }
    return out;
}

/* x, y or z of a shape, by number. */
static inline uint64_t custubi_component(const custub_dim3 *dim, int axis)
{
    return axis == 0 ? dim->x : axis == 1 ? dim->y : dim->z;
}

static inline uint64_t *custubi_component_at(custub_dim3 *dim, int axis)
{
    return axis == 0 ? &dim->x : axis == 1 ? &dim->y : &dim->z;
}

/* The threads along x that the launch sets; zero may be set. */
static inline uint64_t custubi_threads_given(const custub_launch *launch)
{
    return launch->threads == CUSTUB_THREADS_NONE ? 0 : launch->threads;
}

/* The one place that decides coverage: true if the threads that the launch sets, or else call->grid
 * and call->block, are along an axis as many as CUSTUB_THREADS asks for. Any shape covers a
 * CUSTUB_GRID_STRIDE kernel. False also if that number is negative or has no value. */
bool custubi_contract_covers(const custubi_call *call, int axis);

/* The grid that covers the launch's threads, else those of CUSTUB_THREADS, with call->block: at
 * least one block, in whole clusters; at most `resident` blocks for a CUSTUB_GRID_STRIDE kernel.
 * False: a number of threads is negative or has no value. */
bool custubi_contract_grid(const custubi_call *call, uint64_t resident, custub_dim3 *grid);

/* Makes it at most `resident` blocks. z is reduced first, x last: neighbouring threads differ in x.
 */
void custubi_contract_cap(custub_dim3 *grid, uint64_t resident);

/* True if call->grid has several blocks along an axis whose component of blockIdx the kernel does
 * not read, or call->block several threads along one of threadIdx. Sets `axis` to the first such,
 * and `of_block` to whether it is the block's. */
bool custubi_contract_repeats(const custubi_call *call, int *axis, bool *of_block);

/* The cluster in blocks: the launch's, else the kernel's, else all zero. */
custub_dim3 custubi_contract_cluster(const custub_kernel_info *info, const custub_launch *launch);

/* --- Dynamic shared memory, in bytes ---------------------------------------------------------- */

/* The launch's, else what the kernel needs. */
static inline uint64_t custubi_shared_given(const custub_launch *launch, uint64_t need)
{
    if (!launch->shared)
        return need;
    return launch->shared == CUSTUB_SHARED_NONE ? 0 : launch->shared;
}

/* The launch's, else CUSTUB_SHARED's for call->block, else 0. False: the kernel's expression is
 * negative or has no value. */
bool custubi_contract_shared(const custubi_call *call, uint64_t *bytes);

/* --- Pointers --------------------------------------------------------------------------------- */

/* The address in a struct parameter, at `offset` bytes. A packed struct does not align it. */
static inline CUdeviceptr custubi_field_address(void *const *arguments, uint32_t param,
                                                uint32_t offset)
{
    CUdeviceptr address;

    memcpy(&address, (const char *)arguments[param] + offset, sizeof(address));
    return address;
}

/* What a field declares to be at its address: whatever the driver knows there if the kernel's need
 * is known, else nothing. */
static inline uint64_t custubi_field_count(bool is_need_known)
{
    return is_need_known ? CUSTUB_COUNT_UNKNOWN : 0;
}

/* Bytes of one element, as views count them. */
static inline uint32_t custubi_element_size(const custub_pointer_info *pointer)
{
    return pointer->element_size ? pointer->element_size : 1;
}

/* True if `count` elements of `size` bytes are at least `bytes`; the product may overflow. */
static inline bool custubi_covers(uint64_t count, uint32_t size, uint64_t bytes)
{
    /* A product of 32 by 32 bits fits 64; a larger count is compared by division. */
    if (count <= UINT32_MAX)
        return count * size >= bytes;
    return count >= bytes || count >= bytes / size + (bytes % size != 0);
}

#endif

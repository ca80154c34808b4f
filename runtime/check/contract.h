/* contract.h: the terms that a launch and its contract are compared in. */
#ifndef CUSTUBI_CONTRACT_H
#define CUSTUBI_CONTRACT_H

#include <stdbool.h>

#include "library/library.h"

/* A function that is not inlined into the path of a launch that is in order; a cold one is not on
 * it either. */
#if defined(__GNUC__)
#define CUSTUBI_COLD  __attribute__((cold, noinline))
#define CUSTUBI_APART __attribute__((noinline))
#else
#define CUSTUBI_COLD
#define CUSTUBI_APART
#endif

/* Limits that every CUDA device has (CUDA Programming Guide, "Technical Specifications per Compute
 * Capability"). Where a launch is over them, the device itself is asked. */
#define CUSTUBI_GRID_X        2147483647u
#define CUSTUBI_GRID_YZ       65535u
#define CUSTUBI_BLOCK_XY      1024u
#define CUSTUBI_BLOCK_Z       64u
#define CUSTUBI_BLOCK_THREADS 1024u

/* Bytes of one element of a view. */
static inline uint32_t custubi_view_size(const custub_param_info *param)
{
    return param->element_size ? param->element_size : 1;
}

/* Whether `count` elements of `size` bytes are at least `bytes`, whatever the product. */
static inline bool custubi_covers(uint64_t count, uint32_t size, uint64_t bytes)
{
    /* A product of 32 by 32 bits fits 64; a larger count is compared by division. */
    if (count <= UINT32_MAX)
        return count * size >= bytes;
    return count >= bytes || count >= bytes / size + (bytes % size != 0);
}

/* Whether [a, a + a_bytes) and [b, b + b_bytes) share a byte; neither is empty. */
static inline bool custubi_overlap(CUdeviceptr a, uint64_t a_bytes, CUdeviceptr b, uint64_t b_bytes)
{
    return b >= a ? b - a < a_bytes : a - b < b_bytes;
}

/* What a buffer's address has to be a multiple of: a power of two. */
static inline uint32_t custubi_align_of(const custub_param_info *param)
{
    uint32_t align = param->element_align ? param->element_align : 1;

    return param->aligned > align ? param->aligned : align;
}

static inline bool custubi_dim_is_set(const custub_dim3 *dim)
{
    return dim->x || dim->y || dim->z || dim->given;
}

/* Blocks or threads of a component that is set, where 0 means 1. */
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

/* Dynamic shared memory in bytes: the launch's, else what the kernel needs. */
static inline uint64_t custubi_shared_given(const custub_launch *launch, uint64_t need)
{
    if (!launch->shared)
        return need;
    return launch->shared == CUSTUB_SHARED_NONE ? 0 : launch->shared;
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

#endif

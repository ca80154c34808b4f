/* kernel_state.h: a kernel's description, reduced to what every launch compares. */
#ifndef CUSTUBI_KERNEL_STATE_H
#define CUSTUBI_KERNEL_STATE_H

#include "library/library.h"

/* True if a launch may have one block along the axis, 0 to 2, since the kernel does not read that
 * component of blockIdx. */
static inline bool custubi_kernel_has_one_block(const custub_kernel_info *info, uint32_t axis)
{
    return info->flags & (CUSTUB_KERNEL_ONE_BLOCK_X << axis);
}

/* The same of the threads of a block, and threadIdx. */
static inline bool custubi_kernel_has_one_thread(const custub_kernel_info *info, uint32_t axis)
{
    return info->flags & (CUSTUB_KERNEL_ONE_THREAD_X << axis);
}

/* What the contract says about these two pointers, in either order; null if nothing. */
const custub_relation *custubi_kernel_relation(const custub_kernel_info *info, uint32_t a,
                                               uint32_t b);

/* True if these two pointers may not overlap, and the needs of both are known. */
bool custubi_kernel_is_pair(const custub_kernel_info *info, uint32_t a, uint32_t b);

/* True if the two of such a pair may be one address. */
bool custubi_kernel_may_be_same(const custub_kernel_info *info, uint32_t a, uint32_t b);

/* The number of pairs of a kernel's pointers that may not overlap. If `out` is not null, the pairs
 * are written to it. */
size_t custubi_kernel_pairs(const custub_kernel_info *info, custubi_pair *out);

/* The number of numbers that a stub hands over: one for each pointer of known need, for each axis
 * of CUSTUB_THREADS and of CUSTUB_BLOCK, and for CUSTUB_SHARED. If `out` is not null, they are
 * written to it. */
uint32_t custubi_kernel_numbers(const custub_kernel_info *info, custubi_number_state *out);

/* Limits of shapes: those of every device, and what the body allows: one block, or one thread of a
 * block, along an axis beyond its dimensions, or whose index it does not read. */
extern const custubi_shape_limits custubi_kernel_every_device;
custubi_shape_limits custubi_kernel_dimensions(const custub_kernel_info *info);
custubi_shape_limits custubi_kernel_axes_read(const custub_kernel_info *info);

/* Room for what a state points to. */
typedef struct custubi_kernel_arrays {
    custubi_pointer_state *pointers; /* for the kernel's pointers */
    custubi_number_state *numbers;   /* for custubi_kernel_numbers() */
    custubi_param_state *params;     /* for its parameters */
    custubi_pair *pairs;             /* for custubi_kernel_pairs() */
} custubi_kernel_arrays;

void custubi_kernel_state_fill(custub_kernel_state *state, const custub_kernel_info *info,
                               const custubi_kernel_arrays *arrays);

#endif

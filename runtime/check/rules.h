/* rules.h: the rules of a launch, each of them once. launch/fast_path.h asks whether all hold, with
 * the numbers that a stub hands over; explain.c and explain_pointers.c ask the same functions, with
 * the numbers of the description, which rule is broken, and phrase it. Nothing here reports an
 * error. */
#ifndef CUSTUBI_RULES_H
#define CUSTUBI_RULES_H

#include "check/contract.h"
#include "library/library.h"

/* Part of the fast path, also where a compiler would rather make a function of it; not part of the
 * function that calls it, which leaves that one more registers; and not on the fast path. */
#if defined(__GNUC__)
#define CUSTUBI_INLINE static inline __attribute__((always_inline))
#define CUSTUBI_APART  __attribute__((noinline))
#define CUSTUBI_COLD   __attribute__((cold, noinline))
#else
#define CUSTUBI_INLINE static inline
#define CUSTUBI_APART
#define CUSTUBI_COLD
#endif

/* --- Shape ------------------------------------------------------------------------------------ */

/* The threads of a block, or UINT64_MAX. */
CUSTUBI_INLINE uint64_t custubi_block_threads(const custub_dim3 *block)
{
    uint64_t threads;

    return custub_int_overflows(block->x, block->y, &threads) ||
                   custub_int_overflows(threads, block->z, &threads)
               ? UINT64_MAX
               : threads;
}

/* Grid and block have a size along an axis, 0 to 2, and none over the limits. */
CUSTUBI_INLINE custub_status custubi_rule_axis(const custubi_shape_limits *limits,
                                               const custub_dim3 *grid, const custub_dim3 *block,
                                               int axis)
{
    return custubi_component(grid, axis) - 1 >= limits->grid[axis]     ? CUSTUB_ERROR_GRID_LIMIT
           : custubi_component(block, axis) - 1 >= limits->block[axis] ? CUSTUB_ERROR_BLOCK_LIMIT
                                                                       : CUSTUB_OK;
}

/* The block has at most so many threads. */
CUSTUBI_INLINE bool custubi_rule_block_threads(const custub_dim3 *block, uint64_t most)
{
    return custubi_block_threads(block) <= most;
}

/* So many blocks that are resident at once are enough for the grid of a cooperative launch. */
static inline bool custubi_rule_resident(const custub_dim3 *grid, uint64_t resident)
{
    return grid->x <= resident && grid->y <= resident / grid->x &&
           grid->z <= resident / grid->x / grid->y;
}

/* The block's size along an axis is the one of CUSTUB_BLOCK. */
CUSTUBI_INLINE bool custubi_rule_block(const custub_dim3 *block, int axis, uint64_t needed)
{
    return custubi_component(block, axis) == needed;
}

/* The threads along an axis: those that the launch sets and a computed grid covers, else those of
 * the shape; UINT64_MAX if there are more, and for a CUSTUB_GRID_STRIDE kernel, which any shape
 * covers. */
CUSTUBI_INLINE uint64_t custubi_threads_covered(const custub_kernel_state *state,
                                                const custub_launch *launch,
                                                const custub_dim3 *grid, const custub_dim3 *block,
                                                int axis)
{
    uint64_t threads;

    if (state->grid_stride)
        return UINT64_MAX;
    if (axis == 0 && launch->threads)
        return custubi_threads_given(launch);
    return custub_int_overflows(custubi_component(grid, axis), custubi_component(block, axis),
                                &threads)
               ? UINT64_MAX
               : threads;
}

/* They are as many as CUSTUB_THREADS asks for. */
CUSTUBI_INLINE bool custubi_rule_coverage(uint64_t needed, uint64_t covered)
{
    return needed <= covered;
}

/* --- Dynamic shared memory -------------------------------------------------------------------- */

/* The launch gives as many bytes as CUSTUB_SHARED asks for. */
CUSTUBI_INLINE bool custubi_rule_shared(uint64_t needed, uint64_t given)
{
    return needed <= given;
}

/* --- Pointers --------------------------------------------------------------------------------- */

/* These two can be asked about several pointers at once: of the bits of all their numbers or
 * addresses, with limits that serve all. If they then say no, each has to be asked by itself. */

/* 64 bits can count the bytes that the kernel needs. `needed` is in the unit of the annotation. */
CUSTUBI_INLINE bool custubi_rule_countable(const custubi_pointer_limits *limits, uint64_t needed)
{
    return needed <= limits->most;
}

/* The address is aligned. */
CUSTUBI_INLINE bool custubi_rule_aligned(const custubi_pointer_limits *limits, CUdeviceptr address)
{
    return !(address & limits->mask);
}

/* A pointer of known need is not null, and its view has at least `elements` elements. If the need
 * is 0, the pointer is not looked at. Null is legal with any need if `or_null` is true. */
CUSTUBI_INLINE custub_status custubi_rule_view(bool or_null, uint64_t elements,
                                               const custub_need *need)
{
    if (!need->ptr)
        return or_null || !elements ? CUSTUB_OK : CUSTUB_ERROR_NULL_POINTER;
    return need->declared < elements ? CUSTUB_ERROR_COUNT_TOO_SMALL : CUSTUB_OK;
}

/* A tensor map was made: custub_tensor_map_create() has none without memory. */
CUSTUBI_INLINE bool custubi_rule_map(const custubi_pointer_state *pointer, const custub_need *need)
{
    return !pointer->is_map || need->ptr;
}

/* Where the memory that is needed at a pointer ends. */
typedef struct custubi_reach {
    CUdeviceptr last; /* byte */
    uint64_t extent;  /* bytes before the last one */
} custubi_reach;

CUSTUBI_INLINE custubi_reach custubi_reach_of(const custub_need *need)
{
    custubi_reach reach = {need->ptr + (need->bytes - 1), need->bytes - 1};

    return reach;
}

/* Two pointers of a pair do not overlap, as intervals of a circle of 2^64 addresses, which takes
 * one comparison: b begins neither in a nor less than its own length before a. Both need bytes, and
 * no more than lie before the end of the addresses: what is not so may seem to break the rule. The
 * fast path does not look, and leaves such a launch to the cold path. */
CUSTUBI_INLINE bool custubi_rule_apart(const custubi_reach *a, const custub_need *b)
{
    uint64_t both = b->bytes + a->extent;

    return both >= a->extent && a->last - b->ptr >= both;
}

#endif

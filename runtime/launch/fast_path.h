/* fast_path.h: the rules of rules.h, with the numbers that a stub hands over. Nothing here reports
 * an error: a launch that breaks a rule goes the cold path, which evaluates the description. */
#ifndef CUSTUBI_FAST_PATH_H
#define CUSTUBI_FAST_PATH_H

#include "check/rules.h"
#include "launch/shape.h"
#include "observe/observe.h"

/* A stub hands this over for a number without a value. */
#define CUSTUBI_NO_VALUE UINT64_MAX

/* Not zero: the launch sets something that few launches set, or is not initialized, or an observer
 * is on. */
static inline uint64_t custubi_fast_rare_parts(const custub_launch *launch)
{
    const custub_dim3 *cluster = &launch->cluster;
    const uint64_t *r = launch->reserved;

    return (launch->attribute_count | cluster->given | custubi_observed()) | cluster->x |
           cluster->y | cluster->z | r[0] | r[1] | r[2];
}

_Static_assert(sizeof(custub_launch_unset.reserved) == 3 * sizeof(uint64_t), "all are looked at");

/* --- A common contract -----------------------------------------------------------------------
 *
 * Most kernels have it: there are pointers, each is a view that has a count and may not be null,
 * CUSTUB_THREADS has one number, nothing else is said. A launch that these functions do not find
 * right is looked at again, as one of any contract. */

/* The need of a pointer whose bytes 64 bits can count. */
CUSTUBI_INLINE custub_need custubi_fast_need(const custubi_pointer_state *pointer,
                                             void *const *arguments, const uint64_t *needed)
{
    custub_need need;

    custubi_contract_buffer(pointer, arguments, &need);
    need.bytes = needed[pointer->number] * pointer->unit;
    return need;
}

/* True if the pairs without the first pointer do not overlap. */
static CUSTUBI_APART bool custubi_fast_other_pairs(const custub_kernel_state *state,
                                                   void *const *arguments, const uint64_t *needed)
{
    const custubi_pair *end = state->pairs + state->pair_count;

    for (const custubi_pair *pair = end - state->other_pair_count; pair != end; pair++) {
        custub_need a = custubi_fast_need(&state->pointers[pair->a], arguments, needed);
        custub_need b = custubi_fast_need(&state->pointers[pair->b], arguments, needed);
        custubi_reach reach = custubi_reach_of(&a);
        if (!custubi_rule_apart(&reach, &b) && !(pair->may_be_same && a.ptr == b.ptr))
            return false;
    }
    return true;
}

/* True if the rules about pointers hold. */
CUSTUBI_INLINE bool custubi_fast_common(const custub_kernel_state *state, void *const *arguments,
                                        const uint64_t *needed)
{
    const custubi_pointer_state *pointer = state->pointers;
    const custubi_pointer_state *end = pointer + state->pointer_count;
    custub_need need = custubi_fast_need(pointer, arguments, needed);
    uint64_t numbers = needed[pointer->number];
    CUdeviceptr addresses = need.ptr;
    custubi_reach first = custubi_reach_of(&need);

    if (custubi_rule_view(false, numbers, &need))
        return false;
    first.last |= state->unpaired;
    while (++pointer != end) {
        uint64_t number = needed[pointer->number];
        need = custubi_fast_need(pointer, arguments, needed);
        numbers |= number;
        addresses |= need.ptr;
        if (custubi_rule_view(false, number, &need) || !custubi_rule_apart(&first, &need))
            return false;
    }
    return custubi_rule_countable(&state->pointer_limits, numbers) &&
           custubi_rule_aligned(&state->pointer_limits, addresses) &&
           (!state->other_pair_count || custubi_fast_other_pairs(state, arguments, needed));
}

/* --- Any contract ---------------------------------------------------------------------------- */

/* True if the rules about a pointer hold. Fills the need. */
CUSTUBI_INLINE bool custubi_fast_pointer(const custubi_pointer_state *pointer,
                                         void *const *arguments, const uint64_t *needed,
                                         custub_need *need)
{
    uint64_t number;

    custubi_contract_view(pointer, arguments, need);
    if (!pointer->measure) {
        need->bytes = custubi_contract_declared(pointer, need->declared);
        return custubi_rule_map(pointer, need) && custubi_rule_aligned(&pointer->limits, need->ptr);
    }
    number = needed[pointer->number];
    need->bytes = number * pointer->unit;
    return custubi_rule_countable(&pointer->limits, number) &&
           !custubi_rule_view(pointer->or_null, custubi_elements(pointer, number), need) &&
           (!number || custubi_rule_aligned(&pointer->limits, need->ptr));
}

/* True if the rules about pointers hold. Fills the needs. */
CUSTUBI_INLINE bool custubi_fast_pointers(const custub_kernel_state *state, void *const *arguments,
                                          custub_need *needs, const uint64_t *needed)
{
    for (uint32_t i = 0; i < state->pointer_count; i++)
        if (!custubi_fast_pointer(&state->pointers[i], arguments, needed,
                                  &needs[state->pointers[i].index]))
            return false;
    for (const custubi_pair *pair = state->pairs; pair != state->pairs + state->pair_count;
         pair++) {
        const custub_need *a = &needs[state->pointers[pair->a].index];
        const custub_need *b = &needs[state->pointers[pair->b].index];
        const custubi_reach reach = custubi_reach_of(a);
        if (!custubi_rule_apart(&reach, b) && !(pair->may_be_same && a->ptr == b->ptr))
            return false;
    }
    return true;
}

/* True if the shape keeps the limits of every device and of the kernel. */
CUSTUBI_INLINE bool custubi_fast_shape(const custub_kernel_state *state, const custubi_shape *shape)
{
    for (int axis = 0; axis < 3; axis++)
        if (custubi_rule_axis(&state->limits, &shape->grid, &shape->block, axis))
            return false;
    return custubi_rule_block_threads(&shape->block, state->limits.block_threads);
}

/* True if CUSTUB_THREADS and CUSTUB_BLOCK hold. The shape is legal. */
CUSTUBI_INLINE bool custubi_fast_threads(const custub_kernel_state *state,
                                         const custub_launch *launch, const custubi_shape *shape,
                                         const uint64_t *needed)
{
    for (int axis = 0; axis < state->thread_axes; axis++, needed++)
        if (*needed == CUSTUBI_NO_VALUE ||
            !custubi_rule_coverage(
                *needed, custubi_threads_covered(state, launch, &shape->grid, &shape->block, axis)))
            return false;
    for (int axis = 0; axis < 3 && state->block_axes; axis++)
        if (!custubi_rule_block(&shape->block, axis, axis < state->block_axes ? needed[axis] : 1))
            return false;
    return true;
}

#endif

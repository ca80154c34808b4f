/* fast_path.h: the rules of rules.h, with the numbers that a stub hands over. Nothing here reports
 * an error: a launch that breaks a rule goes the cold path, which evaluates the description. */
#ifndef CUSTUBI_FAST_PATH_H
#define CUSTUBI_FAST_PATH_H

#include "check/rules.h"
#include "launch/shape.h"

/* A stub hands this over for a number without a value. */
#define CUSTUBI_NO_VALUE UINT64_MAX

/* `is_common` is a constant: with it, the compiler leaves out what the contract that most kernels
 * have does not need. That one says: there are pointers, each is a view that has a count and may
 * not be null, CUSTUB_THREADS has one number, nothing else. */

/* True if the rules about a pointer hold. Fills the need. */
CUSTUBI_INLINE bool custubi_fast_pointer(const custubi_pointer_state *pointer,
                                         void *const *arguments, const uint64_t *needed,
                                         custub_need *need, bool is_common)
{
    uint64_t number;

    if (is_common)
        custubi_contract_buffer(pointer, arguments, need);
    else
        custubi_contract_view(pointer, arguments, need);
    if (!is_common && !pointer->measure) {
        need->bytes = custubi_contract_declared(pointer, need->declared);
        return custubi_rule_aligned(pointer, need);
    }
    number = needed[pointer->number];
    return custubi_rule_bytes(pointer, number, need) &&
           !custubi_rule_pointer(pointer, is_common ? number : custubi_elements(pointer, number),
                                 need);
}

/* The need of a pointer of a common contract that keeps the rules. */
CUSTUBI_INLINE custub_need custubi_fast_need(const custubi_pointer_state *pointer,
                                             void *const *arguments, const uint64_t *needed)
{
    custub_need need;

    custubi_contract_buffer(pointer, arguments, &need);
    custubi_rule_bytes(pointer, needed[pointer->number], &need);
    return need;
}

/* True if the pairs without the first pointer do not overlap, of a common contract. */
static CUSTUBI_APART bool custubi_fast_other_pairs(const custub_kernel_state *state,
                                                   void *const *arguments, const uint64_t *needed)
{
    const custubi_pair *end = state->pairs + state->pair_count;

    for (const custubi_pair *pair = end - state->other_pair_count; pair != end; pair++) {
        custub_need a = custubi_fast_need(&state->pointers[pair->a], arguments, needed);
        custub_need b = custubi_fast_need(&state->pointers[pair->b], arguments, needed);
        custubi_reach reach = custubi_reach_of(&a);
        if (!custubi_rule_apart(&reach, &b))
            return false;
    }
    return true;
}

/* True if the rules about pointers hold, of a common contract. */
CUSTUBI_INLINE bool custubi_fast_common(const custub_kernel_state *state, void *const *arguments,
                                        const uint64_t *needed)
{
    const custubi_pointer_state *pointer = state->pointers;
    const custubi_pointer_state *end = pointer + state->pointer_count;
    custubi_reach first;
    custub_need need;

    if (!custubi_fast_pointer(pointer, arguments, needed, &need, true))
        return false;
    first = custubi_reach_of(&need);
    first.last |= state->unpaired;
    while (++pointer != end)
        if (!custubi_fast_pointer(pointer, arguments, needed, &need, true) ||
            !custubi_rule_apart(&first, &need))
            return false;
    return !state->other_pair_count || custubi_fast_other_pairs(state, arguments, needed);
}

/* The same of any contract. Fills the needs. */
CUSTUBI_INLINE bool custubi_fast_pointers(const custub_kernel_state *state, void *const *arguments,
                                          custub_need *needs, const uint64_t *needed)
{
    for (uint32_t i = 0; i < state->pointer_count; i++)
        if (!custubi_fast_pointer(&state->pointers[i], arguments, needed,
                                  &needs[state->pointers[i].index], false))
            return false;
    for (uint32_t i = 0; i < state->pair_count; i++) {
        const custubi_reach a = custubi_reach_of(&needs[state->pointers[state->pairs[i].a].index]);
        if (!custubi_rule_apart(&a, &needs[state->pointers[state->pairs[i].b].index]))
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

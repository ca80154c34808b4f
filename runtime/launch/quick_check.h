/* quick_check.h: the contract of a plain launch, from the numbers that a stub hands over and the
 * kernel's state. Nothing here reports an error: what does not certainly hold is judged by
 * slow_check.h. */
#ifndef CUSTUBI_QUICK_CHECK_H
#define CUSTUBI_QUICK_CHECK_H

#include "check/contract.h"
#include "launch/shape.h"

/* Part of the fast path, also where a compiler would rather make a function of it; and not part of
 * it, which leaves it more registers. */
#if defined(__GNUC__)
#define CUSTUBI_INLINE static inline __attribute__((always_inline))
#define CUSTUBI_APART  __attribute__((noinline))
#else
#define CUSTUBI_INLINE static inline
#define CUSTUBI_APART
#endif

/* A view as it lies in memory: every generated view begins like this. */
typedef struct custubi_view {
    CUdeviceptr ptr;
    uint64_t count;
} custubi_view;

/* --- Any kernel ------------------------------------------------------------------------------ */

/* Writes a view, or the address in a struct, to the need. */
static inline void custubi_quick_view(const custubi_pointer_state *pointer, void *const *arguments,
                                      custub_need *need)
{
    const custubi_view *view = arguments[pointer->param];

    if (pointer->is_field) {
        need->ptr = custubi_field_address(arguments, pointer->param, pointer->offset);
        need->count = custubi_field_count(pointer->measure != CUSTUBI_MEASURE_NONE);
    } else {
        need->ptr = view->ptr;
        need->count = view->count;
    }
}

/* Writes those of all pointers to the needs. */
static inline void custubi_quick_views(const custub_kernel_state *state, void *const *arguments,
                                       custub_need *needs)
{
    for (uint32_t i = 0; i < state->pointer_count; i++)
        custubi_quick_view(&state->pointers[i], arguments, &needs[i]);
}

/* The bytes that the kernel needs at a pointer; of an unknown need, those that the view declares.
 * False: the view is too short, null or misaligned, or the need has no value. */
static inline bool custubi_quick_pointer(const custubi_pointer_state *pointer, uint64_t needed,
                                         custub_need *need)
{
    bool is_aligned = !(need->ptr & pointer->mask);
    uint64_t held;

    if (pointer->measure == CUSTUBI_MEASURE_ELEMENTS) {
        need->bytes = needed * pointer->size;
        return needed <= pointer->most &&
               (!needed || (need->ptr && is_aligned && need->count >= needed) ||
                (pointer->or_null && !need->ptr));
    }
    if (pointer->measure == CUSTUBI_MEASURE_NONE) {
        if (need->count == CUSTUB_COUNT_UNKNOWN)
            need->bytes = 1;
        else if (custub_int_overflows(need->count, pointer->size, &need->bytes))
            need->bytes = UINT64_MAX;
        return is_aligned;
    }
    need->bytes = needed;
    return needed <= pointer->most &&
           (!needed ||
            (need->ptr && is_aligned &&
             (custub_int_overflows(need->count, pointer->size, &held) || held >= needed)) ||
            (pointer->or_null && !need->ptr));
}

/* True if the memory that is needed at two pointers does not overlap: b begins neither inside a nor
 * less than its own length before a. Both needs hold. May be false if one of them is 0 bytes. */
static inline bool custubi_quick_apart(const custub_need *a, const custub_need *b)
{
    return b->ptr - a->ptr + b->bytes - 1 >= a->bytes + b->bytes - 1;
}

/* The threads along an axis of a legal shape. */
static inline uint64_t custubi_quick_size(const custubi_shape *shape, int axis)
{
    return custubi_component(&shape->grid, axis) * custubi_component(&shape->block, axis);
}

static inline bool custubi_quick_threads(const custub_kernel_state *state,
                                         const custubi_shape *shape, const uint64_t *needed)
{
    for (int axis = 0; axis < state->thread_axes; axis++)
        if (state->grid_stride ? needed[axis] == UINT64_MAX
                               : needed[axis] > custubi_quick_size(shape, axis))
            return false;
    return true;
}

static inline bool custubi_quick_block(const custub_kernel_state *state, const custubi_shape *shape,
                                       const uint64_t *needed)
{
    for (int axis = 0; axis < 3 && state->block_axes; axis++)
        if (custubi_component(&shape->block, axis) != (axis < state->block_axes ? needed[axis] : 1))
            return false;
    return true;
}

/* True if the contract holds, but for the requirements. The shape is legal. Fills the needs. */
static inline bool custubi_quick_contract(const custub_kernel_state *state,
                                          const custubi_shape *shape, void *const *arguments,
                                          custub_need *needs, const uint64_t *needed)
{
    for (uint32_t i = 0; i < state->pointer_count; i++) {
        const custubi_pointer_state *pointer = &state->pointers[i];
        custubi_quick_view(pointer, arguments, &needs[i]);
        if (!custubi_quick_pointer(pointer, pointer->measure ? *needed : 0, &needs[i]))
            return false;
        needed += pointer->measure != CUSTUBI_MEASURE_NONE;
    }
    for (uint32_t i = 0; i < state->pair_count; i++)
        if (!custubi_quick_apart(&needs[state->pairs[i].a], &needs[state->pairs[i].b]))
            return false;
    return custubi_quick_threads(state, shape, needed) &&
           custubi_quick_block(state, shape, needed + state->thread_axes);
}

/* --- A kernel of a simple contract ----------------------------------------------------------- */

/* What is needed of a pointer of a simple kernel, with its size in bytes. */
static inline custub_need custubi_quick_need(const custub_kernel_state *state, uint32_t index,
                                             void *const *arguments, const uint64_t *needed)
{
    const custubi_pointer_state *pointer = &state->pointers[index];
    const custubi_view *view = arguments[pointer->param];
    custub_need need;

    need.ptr = view->ptr;
    need.count = view->count;
    need.bytes = needed[index] * pointer->size;
    return need;
}

static inline void custubi_quick_needs(const custub_kernel_state *state, void *const *arguments,
                                       const uint64_t *needed, custub_need *needs)
{
    for (uint32_t i = 0; i < state->pointer_count; i++)
        needs[i] = custubi_quick_need(state, i, arguments, needed);
}

/* For a kernel with other pairs than the lead's, the rest of custubi_quick_simple(): `addresses`
 * and `counts` are those of all pointers, with OR. */
static CUSTUBI_APART bool custubi_quick_pairs(const custub_kernel_state *state,
                                              void *const *arguments, const uint64_t *needed,
                                              uint64_t addresses, uint64_t counts)
{
    const custubi_pair *pair = state->pairs + state->lead_pair_count;

    if (!state->other_pair_count || (addresses & state->mask) || counts > state->most)
        return false;
    for (uint32_t i = 0; i < state->other_pair_count; i++, pair++) {
        custub_need a = custubi_quick_need(state, pair->a, arguments, needed);
        custub_need b = custubi_quick_need(state, pair->b, arguments, needed);
        if (!custubi_quick_apart(&a, &b))
            return false;
    }
    return true;
}

/* The same for the contract that most kernels have, with the fewest instructions: each pointer has
 * a count and may not be null, CUSTUB_THREADS has one number, nothing else is said. `threads` are
 * those of the launch. The needs are not filled.
 *
 * True is certain. False only says that custubi_quick_contract() has to look: here one mask and one
 * limit serve all pointers, and memory of 0 bytes may seem to overlap. */
CUSTUBI_INLINE bool custubi_quick_simple(const custub_kernel_state *state, uint64_t threads,
                                         void *const *arguments, const uint64_t *needed)
{
    const custubi_simple_pointer *pointer = state->simple;
    const custubi_simple_pointer *end = pointer + state->pointer_count;
    const custubi_view *view;
    uint64_t last = UINT64_MAX; /* of the lead's bytes; no other pointer's memory reaches there */
    uint64_t extent = 0;        /* of the lead, less one byte */
    uint64_t addresses = 0;
    uint64_t counts = needed[state->pointer_count];

    if (counts > threads)
        return false;
    if (state->lead_pair_count) {
        view = arguments[pointer->param];
        counts = needed[pointer->index];
        addresses = view->ptr;
        if (!addresses || view->count < counts)
            return false;
        extent = counts * pointer->size - 1;
        last = addresses + extent;
        pointer++;
    }
    for (; pointer != end; pointer++) {
        uint64_t count = needed[pointer->index];
        uint64_t ptr;
        view = arguments[pointer->param];
        ptr = view->ptr;
        if (!ptr || view->count < count)
            return false;
        addresses |= ptr;
        counts |= count;
        if (last - ptr < count * pointer->size + extent) /* as custubi_quick_apart() */
            return false;
    }
    return (!(addresses & state->mask) && counts <= state->most_at_once) ||
           custubi_quick_pairs(state, arguments, needed, addresses, counts);
}

#endif

/* contract.h: shape, shared memory and pointers, from a launch and the kernel's contract together.
 * Nothing here reports an error. */
#ifndef CUSTUBI_CONTRACT_H
#define CUSTUBI_CONTRACT_H

#include <string.h>

#include <custub/tensor_map.h>

#include "check/call.h"
#include "library/library.h"

/* --- Shape ------------------------------------------------------------------------------------ */

static inline bool custubi_dim_is_set(const custub_dim3 *dim)
{
    return dim->x || dim->y || dim->z || dim->given;
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

static inline bool custubi_dim_is_empty(const custub_dim3 *dim)
{
    return !dim->x || !dim->y || !dim->z;
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

/* What CUSTUB_THREADS asks for along an axis; 0 if it says nothing. False: the number is negative
 * or has no value. */
bool custubi_contract_threads(const custubi_call *call, int axis, uint64_t *threads);

/* The grid that covers `threads` along the first axes with the block: at least one block; at most
 * `resident` blocks for a CUSTUB_GRID_STRIDE kernel. z is reduced first, x last: neighbouring
 * threads differ in x. */
void custubi_contract_cover(const custub_kernel_state *state, const uint64_t *threads, int axes,
                            const custub_dim3 *block, uint64_t resident, custub_dim3 *grid);

/* The same for the launch's threads, else those of CUSTUB_THREADS, with call->block; rounded up to
 * whole clusters. False: a number of threads is negative or has no value. */
bool custubi_contract_grid(const custubi_call *call, uint64_t resident, custub_dim3 *grid);

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

/* --- All numbers of a contract ---------------------------------------------------------------- */

/* Computes what a stub hands to custub_call_launch(): fills `needed`, which has room for
 * state->needed_count numbers. Returns true if the requirements hold. */
bool custubi_contract_numbers(const custub_kernel *kernel, const custub_launch *launch,
                              void *const *arguments, uint64_t *needed);

/* --- Pointers --------------------------------------------------------------------------------- */

/* A view as it lies in memory: every generated view begins like this. */
typedef struct custubi_view {
    CUdeviceptr ptr;
    uint64_t count;
} custubi_view;

/* Copies a view parameter's address and count to the need. */
static inline void custubi_contract_buffer(const custubi_pointer_state *pointer,
                                           void *const *arguments, custub_need *need)
{
    const custubi_view *view = arguments[pointer->param];

    need->ptr = view->ptr;
    need->declared = view->count;
}

/* The same for any pointer. A field has no count: CUSTUB_COUNT_UNKNOWN if the kernel's need is
 * known, else 0. A tensor map has the bytes that it describes. */
static inline void custubi_contract_view(const custubi_pointer_state *pointer,
                                         void *const *arguments, custub_need *need)
{
    if (!pointer->is_field) {
        custubi_contract_buffer(pointer, arguments, need);
        return;
    }
    /* A packed struct does not align it. */
    memcpy(&need->ptr, (const char *)arguments[pointer->param] + pointer->offset,
           sizeof(need->ptr));
    need->declared = pointer->measure ? CUSTUB_COUNT_UNKNOWN : 0;
    if (pointer->is_map)
        memcpy(&need->declared,
               (const char *)arguments[pointer->param] + offsetof(custub_tensor_map, bytes),
               sizeof(need->declared));
}

/* Fills the needs of all pointers. */
static inline void custubi_contract_views(const custub_kernel_state *state, void *const *arguments,
                                          custub_need *needs)
{
    for (uint32_t i = 0; i < state->pointer_count; i++)
        custubi_contract_view(&state->pointers[i], arguments, &needs[state->pointers[i].index]);
}

/* Converts a need from the annotation's unit to elements as views count them. */
static inline uint64_t custubi_elements(const custubi_pointer_state *pointer, uint64_t needed)
{
    return pointer->unit == pointer->size ? needed
                                          : needed / pointer->size + (needed % pointer->size != 0);
}

/* The bytes that a view declares, for a pointer of unknown need. One byte for an unknown count:
 * there must be some memory. */
static inline uint64_t custubi_contract_declared(const custubi_pointer_state *pointer,
                                                 uint64_t count)
{
    uint64_t bytes;

    if (count == CUSTUB_COUNT_UNKNOWN)
        return 1;
    return custub_int_overflows(count, pointer->size, &bytes) ? UINT64_MAX : bytes;
}

#endif

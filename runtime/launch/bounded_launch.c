#include "launch/bounded_launch.h"

#include <stdlib.h>
#include <string.h>

#include <custub/held_values.h>

#include "bounds/described_table.h"
#include "bounds/parameter.h"
#include "check/contract.h"
#include "check/evaluate.h"
#include "driver/owned.h"
#include "memory/extent.h"

/* --- What a pointer may touch ----------------------------------------------------------------- */

/* The memory at a pointer without a count: what custub or the driver knows there, else what its
 * view declares. Where the driver knows nothing and nothing is declared, as in pageable memory of
 * the host, nothing can be held. */
static custub_bounds_extent find_memory(const custubi_pointer_state *pointer,
                                        const custub_need *need, const custubi_function *here)
{
    const bool is_declared = !pointer->is_field && need->declared != CUSTUB_COUNT_UNKNOWN;
    const uint64_t declared = custubi_contract_declared(pointer, need->declared);
    custub_bounds_extent extent = {need->ptr, custubi_owned_bytes(need->ptr, here->context_id)};
    CUdeviceptr base = 0;
    uint64_t found = 0;

    if (extent.bytes)
        return extent;
    if (!custubi_extent_around(need->ptr, is_declared ? declared : 0, &base, &found) && found) {
        extent.base = base;
        extent.bytes = need->ptr - base + found;
        return extent;
    }
    extent.bytes = is_declared ? declared : UINT64_MAX;
    return extent;
}

custub_bounds_extent custubi_extent_of_uncounted(const custubi_pointer_state *pointer,
                                                 const custub_need *need,
                                                 const custubi_function *here)
{
    custub_bounds_extent extent = {0, 0};

    if (!need->ptr)
        return extent;
    extent = find_memory(pointer, need, here);
    if (extent.base && extent.bytes > 0 - extent.base)
        extent.bytes = 0 - extent.base;
    return extent;
}

static void see(custubi_seen_pointer *seen, const custubi_call *call,
                const custub_bounds_extent *extents)
{
    for (uint32_t i = 0; i < call->kernel->info->pointer_count; i++) {
        atomic_store_explicit(&seen[i].pointer, call->needs[i].ptr, memory_order_relaxed);
        atomic_store_explicit(&seen[i].base, extents[i].base, memory_order_relaxed);
        atomic_store_explicit(&seen[i].bytes, extents[i].bytes, memory_order_relaxed);
    }
}

void custubi_bounded_needs(const custubi_call *call)
{
    const custub_kernel *kernel = call->kernel;

    for (uint32_t i = 0; i < kernel->info->pointer_count; i++) {
        const custubi_pointer_state *pointer = custubi_pointer_of(kernel->state, i);
        uint64_t count;
        if (!pointer->measure)
            continue;
        if (!custubi_is_count(custubi_evaluate(&kernel->info->pointers[i].count, call->arguments,
                                               &call->grid, &call->block),
                              &count))
            count = 0;
        if (custub_int_overflows(count, pointer->unit, &call->needs[i].bytes))
            call->needs[i].bytes = UINT64_MAX;
    }
}

/* --- The arguments ---------------------------------------------------------------------------- */

static size_t arguments_bytes(const custub_kernel *kernel)
{
    return ((size_t)kernel->info->param_count + 1) * sizeof(void *);
}

size_t custubi_bounded_bytes(const custub_kernel *kernel)
{
    return arguments_bytes(kernel) + kernel->state->bounds->checked->param_bytes;
}

/* Writes the ranges of values behind the extents. */
static void fill_ranges(custub_held_range *ranges, const custubi_call *call)
{
    const custub_kernel_info *info = call->kernel->info;

    for (uint32_t i = 0; i < info->pointer_count; i++) {
        const custub_pointer_info *pointer = &info->pointers[i];
        if (!pointer->low.code)
            continue;
        ranges->low = custubi_evaluate(&pointer->low, call->arguments, &call->grid, &call->block);
        ranges->high = custubi_evaluate(&pointer->high, call->arguments, &call->grid, &call->block);
        ranges++;
    }
}

static custub_bounds_extent *extents_of(custub_bounds_head *further)
{
    return (custub_bounds_extent *)(void *)(further + 1);
}

static custub_bounds_head *further_of(void **arguments, const custub_kernel *kernel)
{
    return (custub_bounds_head *)(void *)(arguments + kernel->info->param_count + 1);
}

static void find_extents(custub_bounds_extent *extents, const custubi_call *call,
                         const custubi_function *here)
{
    const custub_kernel_state *state = call->kernel->state;

    for (uint32_t i = 0; i < state->pointer_count; i++) {
        const custubi_pointer_state *pointer = &state->pointers[i];
        const custub_need *need = &call->needs[pointer->index];
        extents[pointer->index] = pointer->measure
                                      ? custubi_extent_of_counted(need)
                                      : custubi_extent_of_uncounted(pointer, need, here);
    }
}

/* Writes the head. */
static void fill_head(custub_bounds_head *further, const custubi_call *call,
                      const custubi_function *here)
{
    const custub_kernel *kernel = call->kernel;

    memset(further, 0, sizeof(*further));
    further->record = here->record;
    further->traps = kernel->library->bounds->checks == CUSTUB_BOUNDS_CHECKS_TRAP;
    further->extents = kernel->state->bounds->checked->extents;
    further->shared = call->shared;
}

/* Writes what follows the extents. Limits of 0 let the kernel look at each access, and so measure
 * it. */
static void fill_behind(custub_bounds_head *further, const custubi_call *call)
{
    const custub_kernel *kernel = call->kernel;
    const custubi_bounds *bounds = kernel->library->bounds;
    const custub_bounds_kernel *checked = kernel->state->bounds->checked;
    custub_bounds_extent *behind = extents_of(further) + checked->extents;

    memset(behind, 0, checked->param_bytes - (size_t)((char *)behind - (char *)further));
    if (custubi_described_values(kernel->info))
        fill_ranges((custub_held_range *)(void *)behind, call);
    if (bounds->checks != CUSTUB_BOUNDS_CHECKS_MEASURE)
        custubi_parameter_fill_limits(further, checked, bounds->table.limits, call->needs);
}

/* Fills the arguments, whose extents are found. */
static void fill_arguments(void **out, const custubi_call *call, const custubi_function *here)
{
    const custub_kernel *kernel = call->kernel;
    const uint32_t count = kernel->info->param_count;
    void *volatile const *from = (void *volatile const *)call->arguments;
    custub_bounds_head *further = further_of(out, kernel);

    /* Not by memcpy(): the caller has just written them one by one. A wide load would wait until
     * all stores before are done, that of the last launch to the device among them. */
    for (uint32_t i = 0; i < count; i++)
        out[i] = from[i];
    out[count] = further;
    fill_head(further, call, here);
    if (kernel->state->bounds->seen)
        see(kernel->state->bounds->seen, call, extents_of(further));
    fill_behind(further, call);
}

void **custubi_bounded_fill(void *memory, const custubi_call *call, const custubi_function *here)
{
    find_extents(extents_of(further_of(memory, call->kernel)), call, here);
    fill_arguments(memory, call, here);
    return memory;
}

void custubi_bounded_check(custubi_bounded_launch *of, const custubi_call *call,
                           const custubi_function *here)
{
    of->function = NULL;
    of->arguments = of->memory ? of->memory : (void *)of->local;
    fill_arguments(of->arguments, call, here);
}

custub_bounds_extent *custubi_bounded_place(custubi_bounded_launch *out,
                                            const custub_kernel *kernel)
{
    const size_t bytes = custubi_bounded_bytes(kernel);

    out->memory = bytes > sizeof(out->local) ? malloc(bytes) : NULL;
    if (bytes > sizeof(out->local) && !out->memory)
        return NULL;
    out->further = further_of(out->memory ? out->memory : (void *)out->local, kernel);
    return extents_of(out->further);
}

void custubi_bounded_choose(custubi_bounded_launch *of, const custubi_call *call,
                            const custubi_function *here)
{
    of->outcome.device_address = 0;
    of->repeats = here->repeats;
    if (of->repeats &&
        custubi_repeat_is_right(of->repeats, call, extents_of(of->further), &of->outcome)) {
        of->function = here->plain;
        of->arguments = call->arguments;
        return;
    }
    custubi_bounded_check(of, call, here);
    of->further->outcome = of->outcome.device_address;
}

bool custubi_bounded_begin(custubi_bounded_launch *out, const custubi_call *call,
                           const custubi_function *here)
{
    custub_bounds_extent *extents = custubi_bounded_place(out, call->kernel);

    if (!extents)
        return false;
    find_extents(extents, call, here);
    custubi_bounded_choose(out, call, here);
    return true;
}

void custubi_bounded_end(custubi_bounded_launch *of, const custubi_call *call, int result)
{
    if (of->outcome.device_address)
        custubi_repeat_launched(of->repeats, call, &of->outcome, result);
    if (of->memory)
        free(of->memory);
}

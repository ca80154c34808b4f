#include "launch/best_block.h"

#include "check/contract.h"
#include "check/evaluate.h"
#include "check/rules.h"
#include "library/facts.h"
#include "library/kernel_state.h"

typedef struct search {
    custubi_call *call; /* has the candidate's block, grid and shared memory */
    custubi_device_facts *device;
    uint64_t limit; /* threads of a block */
    uint64_t room;  /* bytes of dynamic shared memory */
    bool has_grid;
    bool strict;   /* a candidate has to keep the contract */
    uint64_t best; /* resident threads of the best so far; 0: none */
    custub_dim3 block;
} search;

/* True if the grid that the launch gives covers CUSTUB_THREADS. */
static bool covers(const search *state)
{
    const custubi_call *call = state->call;

    for (int axis = 0; axis < 3 && state->has_grid; axis++) {
        uint64_t needed;
        if (!custubi_contract_threads(call, axis, &needed) ||
            !custubi_rule_coverage(needed,
                                   custubi_threads_covered(call->kernel->state, call->launch,
                                                           &call->grid, &call->block, axis)))
            return false;
    }
    return true;
}

/* True if the shared memory that the launch gives is enough for the candidate. */
static bool shared_suffices(const custubi_call *call)
{
    const custub_expr *expr = &call->kernel->info->shared;
    uint64_t needed;

    if (!expr->code || !call->launch->shared)
        return true;
    return custubi_is_count(custubi_evaluate(expr, call->arguments, NULL, &call->block), &needed) &&
           custubi_rule_shared(needed, call->shared);
}

static bool keeps_contract(search *state, uint64_t blocks)
{
    custubi_call *call = state->call;
    const custub_kernel_info *info = call->kernel->info;
    const custubi_shape_limits read = custubi_kernel_axes_read(info);
    uint64_t resident = blocks * state->device->limits.processors;

    if (!state->has_grid && !custubi_contract_grid(call, resident, &call->grid))
        return false;
    for (int axis = 0; axis < 3; axis++)
        if (custubi_rule_axis(&read, &call->grid, &call->block, axis) ||
            (!state->has_grid &&
             custubi_rule_axis(&state->device->limits.shape, &call->grid, &call->block, axis)))
            return false;
    for (uint32_t i = 0; i < info->requirement_count; i++)
        if (!custub_int_holds(custubi_evaluate(&info->requirements[i], call->arguments, &call->grid,
                                               &call->block)))
            return false;
    return covers(state) && shared_suffices(call) &&
           (!(info->flags & CUSTUB_KERNEL_COOPERATIVE) ||
            custubi_rule_resident(&call->grid, resident));
}

static custub_status try_block(search *state, uint64_t x, uint64_t y, uint64_t z)
{
    custubi_call *call = state->call;
    uint64_t blocks = 0;
    custub_status status;

    call->block = custub_block(x, y, z);
    if (!custubi_contract_shared(call, &call->shared) || call->shared > state->room)
        return CUSTUB_OK;
    status = custubi_facts_blocks(call->kernel, state->device, &call->block, call->shared, &blocks,
                                  call->error);
    if (status || !blocks || (state->strict && !keeps_contract(state, blocks)))
        return status;
    blocks *= x * y * z;
    if (blocks > state->best ||
        (blocks == state->best && x * y * z > state->block.x * state->block.y * state->block.z)) {
        state->best = blocks;
        state->block = call->block;
    }
    return CUSTUB_OK;
}

/* The most threads along an axis of a block that extends along `rank` dimensions. */
static uint64_t most_along(const search *state, uint32_t rank, uint32_t axis)
{
    uint64_t most = axis < rank ? state->device->limits.shape.block[axis] : 1;

    return custubi_kernel_has_one_thread(state->call->kernel->info, axis) ? 1 : most;
}

/* Tries blocks of whole warps: 256, or 32x8 for more dimensions. */
static custub_status try_warps(search *state, uint32_t rank)
{
    const uint64_t most[] = {most_along(state, rank, 0), most_along(state, rank, 1)};
    const custubi_device_limits *limits = &state->device->limits;
    uint64_t warp = limits->warp ? limits->warp : 32;
    custub_status status = CUSTUB_OK;

    if (most[0] == 1 && most[1] == 1)
        return CUSTUB_OK;
    for (uint64_t warps = state->limit / warp; warps && !status; warps--) {
        status = most[1] > 1 && most[0] > 1 ? try_block(state, warp, warps, 1)
                 : most[1] > 1              ? try_block(state, 1, warps * warp, 1)
                                            : try_block(state, warps * warp, 1, 1);
        if (state->best && state->best >= limits->processor_threads)
            break; /* no smaller block keeps more threads resident */
    }
    return status;
}

/* Tries every block, for conditions that no block of whole warps meets. */
static custub_status try_all(search *state, uint32_t rank)
{
    uint64_t widest = most_along(state, rank, 0);
    uint64_t tallest = most_along(state, rank, 1);
    uint64_t deepest = most_along(state, rank, 2);
    custub_status status = CUSTUB_OK;

    for (uint64_t z = 1; z <= deepest && z <= state->limit; z++)
        for (uint64_t y = 1; y <= tallest && y <= state->limit / z; y++)
            for (uint64_t x = state->limit / (y * z); x && !status; x--)
                if (x <= widest)
                    status = try_block(state, x, y, z);
    return status;
}

static uint32_t rank_of(const custub_kernel_info *info)
{
    uint32_t rank = info->threads[2].code ? 3 : info->threads[1].code ? 2 : 1;

    if (!info->threads[0].code && info->dimensions)
        rank = info->dimensions;
    return info->dimensions && rank > info->dimensions ? info->dimensions : rank;
}

static custub_status start(search *state, custubi_call *call, bool has_grid)
{
    const custub_kernel_info *info = call->kernel->info;
    custub_error *error = call->error;
    custubi_kernel_facts *facts = NULL;
    custub_status status = custubi_facts_device(call->kernel, &state->device, error);

    if (!status)
        status = custubi_facts_kernel(call->kernel, state->device, &facts, error);
    if (status)
        return status;
    state->call = call;
    state->has_grid = has_grid;
    state->strict = true;
    state->best = 0;
    state->block = custub_block(1, 1, 1);
    state->limit = state->device->limits.shape.block_threads;
    if (facts->threads && facts->threads < state->limit)
        state->limit = facts->threads;
    if (info->max_threads && info->max_threads < state->limit)
        state->limit = info->max_threads;
    state->room = custubi_facts_room(state->device, facts);
    return CUSTUB_OK;
}

/* Keeps the choice, if it does not depend on the launch. */
static void keep_block(const search *state)
{
    const custub_kernel *kernel = state->call->kernel;
    custubi_kernel_facts *facts = &state->device->kernels[custubi_kernel_index(kernel)];
    const custub_dim3 *block = &state->block;
    uint64_t resident =
        state->best / (block->x * block->y * block->z) * state->device->limits.processors;

    if (!kernel->state->is_computed || state->call->launch->shared ||
        custubi_dim_is_set(&state->call->launch->cluster) ||
        (state->call->launch->threads && rank_of(kernel->info) > 1))
        return;
    atomic_store_explicit(&facts->resident, resident, memory_order_relaxed);
    atomic_store_explicit(&facts->block, block->x | block->y << 16 | block->z << 32,
                          memory_order_release);
}

custub_status custubi_best_block(custubi_call *call, bool has_grid)
{
    uint32_t rank = call->launch->threads ? 1 : rank_of(call->kernel->info);
    search state;
    custub_status status = start(&state, call, has_grid);

    if (status)
        return status;
    status = try_warps(&state, rank);
    if (!status && state.best && !has_grid)
        keep_block(&state);
    if (!status && !state.best)
        status = try_all(&state, rank);
    if (!status && !state.best) {
        state.strict = false;
        status = try_warps(&state, rank);
    }
    call->block = state.block;
    return status;
}

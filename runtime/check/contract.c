#include "check/contract.h"

#include "check/evaluate.h"
#include "library/kernel_state.h"

custub_dim3 custubi_contract_cluster(const custub_kernel_info *info, const custub_launch *launch)
{
    static const custub_dim3 none;
    custub_dim3 cluster = launch->cluster;

    if (!custubi_dim_is_set(&cluster)) {
        cluster.x = info->cluster[0];
        cluster.y = info->cluster[1];
        cluster.z = info->cluster[2];
    }
    if (!cluster.given && cluster.x) {
        cluster.y = cluster.y ? cluster.y : 1;
        cluster.z = cluster.z ? cluster.z : 1;
    }
    /* Every device has clusters of one block. */
    if (cluster.x == 1 && cluster.y == 1 && cluster.z == 1 && !info->cluster[0])
        return none;
    return cluster;
}

bool custubi_contract_shared(const custubi_call *call, uint64_t *bytes)
{
    const custub_expr *expr = &call->kernel->info->shared;

    *bytes = custubi_shared_given(call->launch, 0);
    if (call->launch->shared || !expr->code)
        return true;
    return custubi_is_count(custubi_evaluate(expr, call->arguments, NULL, &call->block), bytes);
}

/* What CUSTUB_THREADS asks for along an axis. False: the number is negative or has no value. */
static bool find_threads(const custubi_call *call, int axis, uint64_t *threads)
{
    const custub_expr *expr = &call->kernel->info->threads[axis];

    *threads = 0;
    return !expr->code ||
           custubi_is_count(custubi_evaluate(expr, call->arguments, NULL, NULL), threads);
}

/* The blocks of call->block that cover `threads` along an axis, at least one. */
static uint64_t count_blocks(const custubi_call *call, int axis, uint64_t threads)
{
    uint64_t block = custubi_component(&call->block, axis);

    return threads ? threads / block + (threads % block != 0) : 1;
}

bool custubi_contract_covers(const custubi_call *call, int axis)
{
    uint64_t threads;

    if (call->kernel->info->flags & CUSTUB_KERNEL_GRID_STRIDE)
        return true;
    if (!find_threads(call, axis, &threads))
        return false;
    if (call->launch->threads && axis == 0)
        return threads <= custubi_threads_given(call->launch);
    return custubi_component(&call->grid, axis) >= count_blocks(call, axis, threads);
}

bool custubi_contract_repeats(const custubi_call *call, int *axis, bool *of_block)
{
    const custub_kernel_info *info = call->kernel->info;

    for (*axis = 0; *axis < 3; ++*axis) {
        *of_block = false;
        if (custubi_component(&call->grid, *axis) > 1 &&
            custubi_kernel_has_one_block(info, (uint32_t)*axis))
            return true;
        *of_block = true;
        if (custubi_component(&call->block, *axis) > 1 &&
            custubi_kernel_has_one_thread(info, (uint32_t)*axis))
            return true;
    }
    return false;
}

void custubi_contract_cap(custub_dim3 *grid, uint64_t resident)
{
    uint64_t left = resident ? resident : 1;

    for (int axis = 0; axis < 3; axis++) {
        uint64_t *size = custubi_component_at(grid, axis);
        if (*size > left)
            *size = left;
        left /= *size;
    }
}

static void round_to_cluster(const custubi_call *call, custub_dim3 *grid)
{
    custub_dim3 cluster = custubi_contract_cluster(call->kernel->info, call->launch);

    for (int axis = 0; axis < 3; axis++) {
        uint64_t unit = custubi_component(&cluster, axis);
        uint64_t *size = custubi_component_at(grid, axis);
        if (unit > 1 && *size % unit && *size <= UINT64_MAX - unit)
            *size += unit - *size % unit;
    }
}

bool custubi_contract_grid(const custubi_call *call, uint64_t resident, custub_dim3 *grid)
{
    *grid = custub_grid(1, 1, 1);
    if (call->launch->threads)
        grid->x = count_blocks(call, 0, custubi_threads_given(call->launch));
    for (int axis = 0; axis < 3 && !call->launch->threads; axis++) {
        uint64_t threads;
        if (!find_threads(call, axis, &threads))
            return false;
        *custubi_component_at(grid, axis) = count_blocks(call, axis, threads);
    }
    if (call->kernel->info->flags & CUSTUB_KERNEL_GRID_STRIDE)
        custubi_contract_cap(grid, resident);
    round_to_cluster(call, grid);
    return true;
}

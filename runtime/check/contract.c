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

bool custubi_contract_threads(const custubi_call *call, int axis, uint64_t *threads)
{
    const custub_expr *expr = &call->kernel->info->threads[axis];

    *threads = 0;
    return !expr->code ||
           custubi_is_count(custubi_evaluate(expr, call->arguments, NULL, NULL), threads);
}

static void cap(custub_dim3 *grid, uint64_t resident)
{
    uint64_t left = resident ? resident : 1;

    for (int axis = 0; axis < 3; axis++) {
        uint64_t *size = custubi_component_at(grid, axis);
        if (*size > left)
            *size = left;
        left /= *size;
    }
}

void custubi_contract_cover(const custub_kernel_state *state, const uint64_t *threads, int axes,
                            const custub_dim3 *block, uint64_t resident, custub_dim3 *grid)
{
    *grid = custub_grid(1, 1, 1);
    for (int axis = 0; axis < axes; axis++) {
        uint64_t size = custubi_component(block, axis);
        if (threads[axis])
            *custubi_component_at(grid, axis) = (threads[axis] - 1) / size + 1;
    }
    if (state->grid_stride)
        cap(grid, resident);
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
    uint64_t threads[3] = {custubi_threads_given(call->launch), 0, 0};

    for (int axis = 0; axis < 3 && !call->launch->threads; axis++)
        if (!custubi_contract_threads(call, axis, &threads[axis]))
            return false;
    custubi_contract_cover(call->kernel->state, threads, 3, &call->block, resident, grid);
    round_to_cluster(call, grid);
    return true;
}

/* The expressions of a contract are evaluated for one launch. */
typedef struct contract_values {
    void *const *arguments;
    const custub_dim3 *grid; /* null: no expression names the shape */
    const custub_dim3 *block;
} contract_values;

static custub_int value_of(const contract_values *with, const custub_expr *expr)
{
    return custubi_evaluate(expr, with->arguments, with->grid, with->block);
}

bool custubi_contract_numbers(const custub_kernel *kernel, const custub_launch *launch,
                              void *const *arguments, uint64_t *needed)
{
    const custub_kernel_info *info = kernel->info;
    const custub_kernel_state *state = kernel->state;
    contract_values with = {arguments, NULL, NULL};
    custub_dim3 grid, block;

    if (state->names_shape) {
        grid = custubi_dim_given(&launch->grid);
        block = custubi_dim_given(&launch->block);
        with.grid = &grid;
        with.block = &block;
    }
    for (uint32_t i = 0; i < state->needed_count; i++) {
        const custubi_number_state *number = &state->numbers[i];

        needed[i] = number->same < i ? needed[number->same]
                                     : custub_int_need(value_of(&with, number->expr));
    }
    for (uint32_t i = 0; i < info->requirement_count; i++)
        if (!custub_int_holds(value_of(&with, &info->requirements[i])))
            return false;
    return true;
}

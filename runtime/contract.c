#include "contract.h"

static bool shape_holds(const custub_call *call)
{
    const custub_kernel_info *info = call->kernel->info;
    const custub_dim3 *grid = &call->grid;
    const custub_dim3 *block = &call->block;

    if (grid->x > CUSTUBI_GRID_X || grid->y > CUSTUBI_GRID_YZ || grid->z > CUSTUBI_GRID_YZ ||
        block->x > CUSTUBI_BLOCK_XY || block->y > CUSTUBI_BLOCK_XY || block->z > CUSTUBI_BLOCK_Z ||
        block->x * block->y * block->z > call->kernel->state->block_threads)
        return false;
    /* No component is 0, so that the bits of all together are 1 only if each is. */
    if (info->dimensions == 1)
        return (grid->y | grid->z | block->y | block->z) == 1;
    return info->dimensions != 2 || (grid->z | block->z) == 1;
}

static bool coverage_holds(const custub_call *call)
{
    const uint64_t *threads = call->threads;

    if (call->kernel->state->has & CUSTUBI_HAS_STRIDE)
        return threads[0] != UINT64_MAX && threads[1] != UINT64_MAX && threads[2] != UINT64_MAX;
    return call->grid.x * call->block.x >= threads[0] &&
           call->grid.y * call->block.y >= threads[1] && call->grid.z * call->block.z >= threads[2];
}

/* What few kernels and few launches have. */
static bool unusual_holds(const custub_call *call)
{
    const custub_kernel_info *info = call->kernel->info;

    /* Clusters are rare: what there is to say of them is said in one place. */
    if ((call->kernel->state->has & CUSTUBI_HAS_CLUSTER) ||
        custubi_dim_is_set(&call->launch->cluster))
        return false;
    if (!(call->kernel->state->has & CUSTUBI_HAS_BLOCK))
        return true;
    return call->block.x == call->block_exact[0] &&
           call->block.y == (info->block[1].code ? call->block_exact[1] : 1) &&
           call->block.z == (info->block[2].code ? call->block_exact[2] : 1);
}

bool custubi_contract_holds(const custub_call *call)
{
    return shape_holds(call) && coverage_holds(call) && unusual_holds(call) &&
           call->requirements_hold && call->shared >= call->shared_need &&
           call->shared <= UINT32_MAX && custubi_buffers_hold(call->needs, call->kernel->state);
}

#include "contract.h"

static inline bool shape_holds(const custub_call *call, const custub_kernel_info *info)
{
    const custub_dim3 *grid = &call->grid;
    const custub_dim3 *block = &call->block;
    uint64_t limit = info->max_threads ? info->max_threads : CUSTUBI_BLOCK_THREADS;

    if (grid->x > CUSTUBI_GRID_X || grid->y > CUSTUBI_GRID_YZ || grid->z > CUSTUBI_GRID_YZ ||
        block->x > CUSTUBI_BLOCK_XY || block->y > CUSTUBI_BLOCK_XY || block->z > CUSTUBI_BLOCK_Z ||
        block->x * block->y * block->z > limit)
        return false;
    /* No component is 0, so that the bits of both together are 1 only if both are. */
    if (info->dimensions == 1 && (grid->y | grid->z | block->y | block->z) != 1)
        return false;
    return info->dimensions != 2 || (grid->z | block->z) == 1;
}

static inline bool coverage_holds(const custub_call *call, const custub_kernel_info *info)
{
    const uint64_t *threads = call->threads;

    if (info->flags & CUSTUB_KERNEL_GRID_STRIDE)
        return threads[0] != UINT64_MAX && threads[1] != UINT64_MAX && threads[2] != UINT64_MAX;
    return call->grid.x * call->block.x >= threads[0] &&
           call->grid.y * call->block.y >= threads[1] && call->grid.z * call->block.z >= threads[2];
}

static inline bool block_holds(const custub_call *call, const custub_kernel_info *info)
{
    if (!info->block[0].code)
        return true;
    return call->block.x == call->block_exact[0] &&
           call->block.y == (info->block[1].code ? call->block_exact[1] : 1) &&
           call->block.z == (info->block[2].code ? call->block_exact[2] : 1);
}

static bool cluster_holds(const custub_call *call, const custub_kernel_info *info)
{
    const custub_dim3 *cluster = &call->launch->cluster;

    /* Clusters are few: what there is to say of them is said in one place. */
    return !custubi_dim_is_set(cluster) && !info->cluster[0];
}

static inline bool buffer_holds(const custub_param_info *param, const custub_need *need)
{
    if (param->count.code) {
        if (!need->bytes)
            return true;
        if (need->bytes == UINT64_MAX)
            return false;
        if (!need->ptr)
            return (param->flags & CUSTUB_PARAM_OR_NULL) != 0;
        if (!custubi_covers(need->count, custubi_view_size(param), need->bytes))
            return false;
    }
    /* Alignments are powers of two; an address of 0 passes. */
    return !param->element_align || !(need->ptr & (param->element_align - 1u));
}

/* Buffers of a known need above zero take part. */
static inline bool takes_part(const custub_param_info *param, const custub_need *need)
{
    return param->count.code && need->bytes && need->ptr;
}

static inline bool buffers_hold(const custub_call *call, const custub_kernel_info *info)
{
    for (uint32_t i = 0; i < info->buffer_count; i++) {
        const custub_param_info *param = &info->params[info->buffers[i]];
        const custub_need *need = &call->needs[i];
        if (!buffer_holds(param, need))
            return false;
        if (!takes_part(param, need))
            continue;
        for (uint32_t j = 0; j < i; j++) {
            const custub_param_info *other = &info->params[info->buffers[j]];
            const custub_need *beside = &call->needs[j];
            if (custubi_must_not_overlap(param, other) && takes_part(other, beside) &&
                custubi_overlap(need->ptr, need->bytes, beside->ptr, beside->bytes))
                return false;
        }
    }
    return true;
}

bool custubi_contract_holds(const custub_call *call)
{
    const custub_kernel_info *info = call->kernel->info;

    return shape_holds(call, info) && coverage_holds(call, info) && block_holds(call, info) &&
           cluster_holds(call, info) && call->requirements_hold &&
           call->shared_need != UINT64_MAX && call->shared >= call->shared_need &&
           buffers_hold(call, info);
}

#include "rules.h"

#include "contract.h"

static const custub_param_info *buffer_of(const custub_kernel_info *info, uint32_t index)
{
    return &info->params[info->buffers[index]];
}

const custub_relation *custubi_rules_relation(const custub_kernel_info *info, uint32_t a,
                                              uint32_t b)
{
    for (uint32_t i = 0; i < info->relation_count; i++) {
        const custub_relation *relation = &info->relations[i];
        if ((relation->param == a && relation->other == b) ||
            (relation->param == b && relation->other == a))
            return relation;
    }
    return NULL;
}

bool custubi_rules_forbid_overlap(const custub_kernel_info *info, uint32_t a, uint32_t b)
{
    const custub_relation *relation = custubi_rules_relation(info, a, b);
    uint32_t first = info->params[a].flags;
    uint32_t second = info->params[b].flags;

    if (relation)
        return relation->kind == CUSTUB_RELATION_DISJOINT;
    /* C's own rule: reading twice is no harm, and without `restrict` so is writing. */
    return !(first & second & CUSTUB_PARAM_READ_ONLY) && ((first | second) & CUSTUB_PARAM_RESTRICT);
}

size_t custubi_rules_pairs(const custub_kernel_info *info, custubi_pair *out)
{
    size_t count = 0;

    for (uint32_t b = 0; b < info->buffer_count; b++) {
        for (uint32_t a = 0; a < b; a++) {
            /* A buffer of unknown need takes no part. */
            if (!buffer_of(info, a)->count.code || !buffer_of(info, b)->count.code ||
                !custubi_rules_forbid_overlap(info, info->buffers[a], info->buffers[b]))
                continue;
            if (out) {
                out[count].a = (uint16_t)a;
                out[count].b = (uint16_t)b;
            }
            count++;
        }
    }
    return count;
}

static uint32_t unusual_of(const custub_kernel_info *info)
{
    uint32_t has = 0;

    if (info->flags & CUSTUB_KERNEL_GRID_STRIDE)
        has |= CUSTUBI_HAS_STRIDE;
    if (info->block[0].code)
        has |= CUSTUBI_HAS_BLOCK;
    if (info->cluster[0])
        has |= CUSTUBI_HAS_CLUSTER;
    if (info->flags & CUSTUB_KERNEL_COOPERATIVE)
        has |= CUSTUBI_HAS_COOPERATIVE;
    if ((info->flags & CUSTUB_KERNEL_DYNAMIC_SHARED) && !info->shared.code)
        has |= CUSTUBI_HAS_UNSIZED;
    return has;
}

void custubi_rules_fill(struct custub_kernel_state *state, const custub_kernel_info *info,
                        custubi_buffer_rule *buffers, custubi_pair *pairs)
{
    atomic_init(&state->plain_shared, CUSTUBI_PLAIN_SHARED);
    state->has = unusual_of(info);
    state->block_threads = CUSTUBI_BLOCK_THREADS;
    if (info->max_threads && info->max_threads < state->block_threads)
        state->block_threads = info->max_threads;
    state->buffer_count = info->buffer_count;
    state->buffers = buffers;
    for (uint32_t i = 0; i < info->buffer_count; i++) {
        const custub_param_info *param = buffer_of(info, i);
        buffers[i].size = custubi_view_size(param);
        buffers[i].mask = custubi_align_of(param) - 1;
        buffers[i].is_annotated = param->count.code != NULL;
        buffers[i].may_be_null = (param->flags & CUSTUB_PARAM_OR_NULL) != 0;
    }
    state->pairs = pairs;
    state->pair_count = (uint32_t)custubi_rules_pairs(info, pairs);
}

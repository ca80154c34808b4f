#include "library/kernel_state.h"

static const custub_param_info *buffer_of(const custub_kernel_info *info, uint32_t index)
{
    return &info->params[info->buffers[index]];
}

const custub_relation *custubi_kernel_relation(const custub_kernel_info *info, uint32_t a,
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

bool custubi_kernel_forbids_overlap(const custub_kernel_info *info, uint32_t a, uint32_t b)
{
    const custub_relation *relation = custubi_kernel_relation(info, a, b);
    uint32_t first = info->params[a].flags;
    uint32_t second = info->params[b].flags;

    if (relation)
        return relation->kind == CUSTUB_RELATION_DISJOINT;
    /* C's own rule: two buffers may overlap if both are only read, or if neither is `restrict`. */
    return !(first & second & CUSTUB_PARAM_READ_ONLY) && ((first | second) & CUSTUB_PARAM_RESTRICT);
}

size_t custubi_kernel_pairs(const custub_kernel_info *info, custubi_pair *out)
{
    size_t count = 0;

    for (uint32_t b = 0; b < info->buffer_count; b++) {
        for (uint32_t a = 0; a < b; a++) {
            /* A buffer of unknown need is not compared. */
            if (!buffer_of(info, a)->count.code || !buffer_of(info, b)->count.code ||
                !custubi_kernel_forbids_overlap(info, info->buffers[a], info->buffers[b]))
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

void custubi_kernel_state_fill(struct custub_kernel_state *state, const custub_kernel_info *info,
                               custubi_pair *pairs)
{
    atomic_init(&state->plain_shared, CUSTUBI_PLAIN_SHARED);
    state->unusual = 0;
    if (info->cluster[0] || (info->flags & CUSTUB_KERNEL_COOPERATIVE))
        state->unusual |= CUSTUBI_EXTENDED;
    if ((info->flags & CUSTUB_KERNEL_DYNAMIC_SHARED) && !info->shared.code)
        state->unusual |= CUSTUBI_UNSIZED;
    state->block_threads = CUSTUBI_BLOCK_THREADS;
    if (info->max_threads && info->max_threads < state->block_threads)
        state->block_threads = info->max_threads;
    state->dimensions = info->dimensions ? info->dimensions : 3;
    state->pairs = pairs;
    state->pair_count = (uint32_t)custubi_kernel_pairs(info, pairs);
}

int custub_needs_apart(const custub_kernel *kernel, const custub_need *needs)
{
    const struct custub_kernel_state *state = kernel->state;
    int apart = kernel->function != NULL; /* else it is unloaded, and its state is gone */

    for (uint32_t i = 0; apart && i < state->pair_count; i++)
        apart = custub_need_apart(&needs[state->pairs[i].a], &needs[state->pairs[i].b]);
    return apart;
}

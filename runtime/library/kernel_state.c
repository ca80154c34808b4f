#include "library/kernel_state.h"

#include "library/code.h"

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

static uint8_t count_axes(const custub_expr *axes)
{
    uint8_t count = 0;

    while (count < 3 && axes[count].code)
        count++;
    return count;
}

/* The runtime's slow checks judge larger needs, so that the sum of two never wraps around. */
#define MOST_BYTES ((uint64_t)INT64_MAX)

static void fill_buffer(custubi_buffer_state *buffer, const custub_kernel_info *info,
                        uint32_t index)
{
    const custub_param_info *param = &info->params[index];
    uint32_t align = param->element_align ? param->element_align : 1;

    if (param->aligned > align)
        align = param->aligned;
    buffer->size = param->element_size ? param->element_size : 1;
    buffer->mask = align - 1;
    buffer->param = index;
    buffer->measure = !param->count.code                  ? CUSTUBI_MEASURE_NONE
                      : param->flags & CUSTUB_PARAM_SIZED ? CUSTUBI_MEASURE_BYTES
                                                          : CUSTUBI_MEASURE_ELEMENTS;
    buffer->most =
        buffer->measure == CUSTUBI_MEASURE_BYTES ? MOST_BYTES : MOST_BYTES / buffer->size;
    buffer->or_null = (param->flags & CUSTUB_PARAM_OR_NULL) != 0;
}

/* True if a requirement or a count names gridDim or blockDim: what the stub computes for a shape
 * that is not set does not count. */
static bool needs_shape(const custub_kernel_info *info)
{
    for (uint32_t i = 0; i < info->buffer_count; i++)
        if (custubi_code_names_shape(&info->params[info->buffers[i]].count))
            return true;
    for (uint32_t i = 0; i < info->requirement_count; i++)
        if (custubi_code_names_shape(&info->requirements[i]))
            return true;
    return false;
}

void custubi_kernel_state_fill(custub_kernel_state *state, const custub_kernel_info *info,
                               custubi_buffer_state *buffers, custubi_pair *pairs)
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
    for (uint32_t i = 0; i < info->buffer_count; i++)
        fill_buffer(&buffers[i], info, info->buffers[i]);
    state->buffers = buffers;
    state->buffer_count = info->buffer_count;
    state->pairs = pairs;
    state->pair_count = (uint32_t)custubi_kernel_pairs(info, pairs);
    state->thread_axes = count_axes(info->threads);
    state->block_axes = count_axes(info->block);
    state->grid_stride = (info->flags & CUSTUB_KERNEL_GRID_STRIDE) != 0;
    state->shared = info->shared.code != NULL;
    state->count_count = 0;
    for (uint32_t i = 0; i < state->buffer_count; i++)
        state->count_count += buffers[i].measure != CUSTUBI_MEASURE_NONE;
    state->needed_count =
        state->count_count + state->thread_axes + state->block_axes + state->shared;
    state->is_computed =
        !state->block_axes && !state->shared && !state->unusual && !needs_shape(info);
    state->is_simple = state->count_count == state->buffer_count && state->thread_axes == 1 &&
                       !state->grid_stride && !state->block_axes && !state->shared &&
                       !state->unusual;
    for (uint32_t i = 0; i < state->buffer_count; i++)
        state->is_simple &= buffers[i].measure == CUSTUBI_MEASURE_ELEMENTS && !buffers[i].or_null;
    atomic_init(&state->function, NULL);
    state->has_functions = false;
}

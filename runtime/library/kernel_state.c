#include "library/kernel_state.h"

#include "library/code.h"

const custub_relation *custubi_kernel_relation(const custub_kernel_info *info, uint32_t a,
                                               uint32_t b)
{
    for (uint32_t i = 0; i < info->relation_count; i++) {
        const custub_relation *relation = &info->relations[i];
        if ((relation->pointer == a && relation->other == b) ||
            (relation->pointer == b && relation->other == a))
            return relation;
    }
    return NULL;
}

bool custubi_kernel_forbids_overlap(const custub_kernel_info *info, uint32_t a, uint32_t b)
{
    const custub_relation *relation = custubi_kernel_relation(info, a, b);
    uint32_t first = info->pointers[a].flags;
    uint32_t second = info->pointers[b].flags;

    if (relation)
        return relation->kind == CUSTUB_RELATION_DISJOINT;
    /* C's own rule: two pointers may overlap if both are only read, or if neither is `restrict`. */
    return !(first & second & CUSTUB_POINTER_READ_ONLY) &&
           ((first | second) & CUSTUB_POINTER_RESTRICT);
}

size_t custubi_kernel_pairs(const custub_kernel_info *info, custubi_pair *out)
{
    size_t count = 0;

    for (uint32_t b = 0; b < info->pointer_count; b++) {
        for (uint32_t a = 0; a < b; a++) {
            /* A pointer of unknown need is not compared. */
            if (!info->pointers[a].count.code || !info->pointers[b].count.code ||
                !custubi_kernel_forbids_overlap(info, a, b))
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

static void fill_pointer(custubi_pointer_state *pointer, const custub_pointer_info *info)
{
    uint32_t align = info->element_align ? info->element_align : 1;

    if (info->aligned > align)
        align = info->aligned;
    pointer->size = info->element_size ? info->element_size : 1;
    pointer->mask = align - 1;
    pointer->param = (uint16_t)info->param; /* parameters have at most 32764 bytes */
    pointer->measure = !info->count.code                    ? CUSTUBI_MEASURE_NONE
                       : info->flags & CUSTUB_POINTER_SIZED ? CUSTUBI_MEASURE_BYTES
                                                            : CUSTUBI_MEASURE_ELEMENTS;
    pointer->most =
        pointer->measure == CUSTUBI_MEASURE_BYTES ? MOST_BYTES : MOST_BYTES / pointer->size;
    pointer->or_null = (info->flags & CUSTUB_POINTER_OR_NULL) != 0;
    pointer->offset = (uint16_t)info->offset;
    pointer->is_field = (info->flags & CUSTUB_POINTER_FIELD) != 0;
}

/* True if a requirement or a count names gridDim or blockDim: what the stub computes for a shape
 * that is not set does not count. */
static bool needs_shape(const custub_kernel_info *info)
{
    for (uint32_t i = 0; i < info->pointer_count; i++)
        if (custubi_code_names_shape(&info->pointers[i].count))
            return true;
    for (uint32_t i = 0; i < info->requirement_count; i++)
        if (custubi_code_names_shape(&info->requirements[i]))
            return true;
    return false;
}

/* Moves the pairs with this pointer to the beginning. Returns their number. */
static uint32_t move_pairs(const custub_kernel_state *state, custubi_pair *pairs, uint32_t pointer)
{
    uint32_t count = 0;

    for (uint32_t i = 0; i < state->pair_count; i++) {
        custubi_pair pair = pairs[i];
        if (pair.a != pointer && pair.b != pointer)
            continue;
        pairs[i] = pairs[count];
        pairs[count++] = pair;
    }
    return count;
}

/* Finds the lead, most often what the kernel writes to. Returns 0 if there is none. */
static uint32_t find_lead(custub_kernel_state *state, custubi_pair *pairs)
{
    state->lead_pair_count = 0;
    for (uint32_t i = state->pointer_count; i-- && state->pointer_count > 1;)
        if (move_pairs(state, pairs, i) == state->pointer_count - 1) {
            state->lead_pair_count = state->pointer_count - 1;
            return i;
        }
    return 0;
}

/* Fills what custubi_quick_simple() takes. */
static void simplify(custub_kernel_state *state, custubi_simple_pointer *simple,
                     custubi_pair *pairs)
{
    uint32_t lead = find_lead(state, pairs);
    uint64_t largest = 1;

    state->simple = simple;
    state->other_pair_count = state->pair_count - state->lead_pair_count;
    state->is_complex = state->count_count != state->pointer_count || state->thread_axes != 1 ||
                        state->grid_stride || state->block_axes || state->shared ||
                        state->unusual || state->most_blocks[0] == 1 || state->most_threads[0] == 1;
    state->mask = 0;
    for (uint32_t i = 0; i < state->pointer_count; i++) {
        const custubi_pointer_state *pointer = &state->pointers[i];
        custubi_simple_pointer *at = &simple[i == lead ? 0 : i < lead ? i + 1 : i];
        state->is_complex |=
            pointer->measure != CUSTUBI_MEASURE_ELEMENTS || pointer->or_null || pointer->is_field;
        state->mask |= pointer->mask;
        at->param = pointer->param;
        at->index = i;
        at->size = pointer->size;
        if (pointer->size > largest)
            largest = pointer->size;
    }
    state->most = MOST_BYTES;
    while (state->most > MOST_BYTES / largest)
        state->most >>= 1;
    state->most_at_once = state->other_pair_count ? 0 : state->most;
}

static void limit_axes(custub_kernel_state *state, const custub_kernel_info *info)
{
    static const uint32_t blocks[] = {CUSTUBI_GRID_X, CUSTUBI_GRID_YZ, CUSTUBI_GRID_YZ};
    static const uint32_t threads[] = {CUSTUBI_BLOCK_XY, CUSTUBI_BLOCK_XY, CUSTUBI_BLOCK_Z};

    for (uint32_t i = 0; i < 3; i++) {
        bool is_unused = info->dimensions && i >= info->dimensions;
        state->most_blocks[i] = is_unused || custubi_kernel_has_one_block(info, i) ? 1 : blocks[i];
        state->most_threads[i] =
            is_unused || custubi_kernel_has_one_thread(info, i) ? 1 : threads[i];
    }
}

/* True if one block has to cover threads along an axis, so that a good block depends on their
 * number. */
static bool needs_one_block(const custub_kernel_info *info)
{
    bool needs = custubi_kernel_has_one_block(info, 0); /* custub_launch_for() */

    for (uint32_t i = 1; i < 3; i++)
        needs |= info->threads[i].code && custubi_kernel_has_one_block(info, i);
    return needs;
}

void custubi_kernel_state_fill(custub_kernel_state *state, const custub_kernel_info *info,
                               custubi_pointer_state *pointers, custubi_simple_pointer *simple,
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
    limit_axes(state, info);
    for (uint32_t i = 0; i < info->pointer_count; i++)
        fill_pointer(&pointers[i], &info->pointers[i]);
    state->pointers = pointers;
    state->pointer_count = info->pointer_count;
    state->pairs = pairs;
    state->pair_count = (uint32_t)custubi_kernel_pairs(info, pairs);
    state->thread_axes = count_axes(info->threads);
    state->block_axes = count_axes(info->block);
    state->grid_stride = (info->flags & CUSTUB_KERNEL_GRID_STRIDE) != 0;
    state->shared = info->shared.code != NULL;
    state->count_count = 0;
    for (uint32_t i = 0; i < state->pointer_count; i++)
        state->count_count += pointers[i].measure != CUSTUBI_MEASURE_NONE;
    state->needed_count =
        state->count_count + state->thread_axes + state->block_axes + state->shared;
    state->is_computed = !state->block_axes && !state->shared && !state->unusual &&
                         !needs_shape(info) && !needs_one_block(info);
    simplify(state, simple, pairs);
    atomic_init(&state->function, NULL);
    state->has_functions = false;
}

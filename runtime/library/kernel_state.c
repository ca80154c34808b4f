#include "library/kernel_state.h"

#include <string.h>

#include <custub/tensor_map.h>

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

bool custubi_kernel_is_pair(const custub_kernel_info *info, uint32_t a, uint32_t b)
{
    const custub_relation *relation = custubi_kernel_relation(info, a, b);
    uint32_t first = info->pointers[a].flags;
    uint32_t second = info->pointers[b].flags;

    /* A pointer of unknown need is not compared. */
    if (!info->pointers[a].count.code || !info->pointers[b].count.code)
        return false;
    if (relation)
        return relation->kind != CUSTUB_RELATION_ALIASES;
    /* C's own rule: two pointers may overlap if both are only read, or if neither is `restrict`. */
    return !(first & second & CUSTUB_POINTER_READ_ONLY) &&
           ((first | second) & CUSTUB_POINTER_RESTRICT);
}

bool custubi_kernel_may_be_same(const custub_kernel_info *info, uint32_t a, uint32_t b)
{
    const custub_relation *relation = custubi_kernel_relation(info, a, b);

    return relation && relation->kind == CUSTUB_RELATION_SAME_OR_DISJOINT;
}

size_t custubi_kernel_pairs(const custub_kernel_info *info, custubi_pair *out)
{
    size_t count = 0;

    for (uint32_t b = 0; b < info->pointer_count; b++) {
        for (uint32_t a = 0; a < b; a++) {
            if (!custubi_kernel_is_pair(info, a, b))
                continue;
            if (out) {
                out[count].a = (uint16_t)a;
                out[count].b = (uint16_t)b;
                out[count].may_be_same = custubi_kernel_may_be_same(info, a, b);
            }
            count++;
        }
    }
    return count;
}

static bool is_same_code(const custub_expr *a, const custub_expr *b)
{
    return a->length == b->length && !memcmp(a->code, b->code, a->length * sizeof(*a->code));
}

/* Adds the number of an expression, if there is one, to the `count` before it. Returns how many
 * there are then. */
static uint32_t add_number(custubi_number_state *out, uint32_t count, const custub_expr *expr)
{
    uint32_t same = 0;

    if (!expr->code)
        return count;
    if (out) {
        while (same < count && !is_same_code(out[same].expr, expr))
            same++;
        out[count].expr = expr;
        out[count].same = same;
    }
    return count + 1;
}

uint32_t custubi_kernel_numbers(const custub_kernel_info *info, custubi_number_state *out)
{
    uint32_t count = 0;

    for (uint32_t i = 0; i < info->pointer_count; i++)
        count = add_number(out, count, &info->pointers[i].count);
    for (int axis = 0; axis < 3 && info->threads[axis].code; axis++)
        count = add_number(out, count, &info->threads[axis]);
    for (int axis = 0; axis < 3 && info->block[axis].code; axis++)
        count = add_number(out, count, &info->block[axis]);
    return add_number(out, count, &info->shared);
}

/* A block has the needs, the arguments' addresses, their values, and then the tensor maps. */
static size_t place_params(custubi_param_state *params, const custub_kernel_info *info)
{
    const size_t values =
        info->pointer_count * sizeof(custub_need) + info->param_count * sizeof(void *);
    const custub_param_info *end = info->params + info->param_count;
    size_t maps = values + (info->param_count ? (size_t)end[-1].offset + end[-1].size : 0);
    uint32_t pointer = 0;

    maps = (maps + sizeof(uint64_t) - 1) / sizeof(uint64_t) * sizeof(uint64_t);
    for (uint32_t i = 0; i < info->param_count; i++) {
        size_t place = values + info->params[i].offset;

        params[i].pointer = NULL;
        if (info->params[i].kind == CUSTUB_PARAM_BUFFER) {
            place = pointer * sizeof(custub_need);
            params[i].pointer = &info->pointers[pointer++];
        } else if (info->params[i].kind == CUSTUB_PARAM_TENSOR_MAP) {
            place = maps;
            maps += sizeof(custub_tensor_map);
        }
        params[i].place = place;
    }
    return maps;
}

static uint8_t count_axes(const custub_expr *axes)
{
    uint8_t count = 0;

    while (count < 3 && axes[count].code)
        count++;
    return count;
}

static void fill_pointer(custubi_pointer_state *pointer, const custub_kernel_info *kernel,
                         uint32_t index, uint32_t number)
{
    const custub_pointer_info *info = &kernel->pointers[index];
    uint32_t align = info->element_align ? info->element_align : 1;

    if (info->aligned > align)
        align = info->aligned;
    pointer->measure = !info->count.code                    ? CUSTUBI_MEASURE_NONE
                       : info->flags & CUSTUB_POINTER_SIZED ? CUSTUBI_MEASURE_BYTES
                                                            : CUSTUBI_MEASURE_ELEMENTS;
    pointer->is_map = (info->flags & CUSTUB_POINTER_MAP) != 0;
    pointer->size = info->element_size && !pointer->is_map ? info->element_size : 1;
    pointer->unit = pointer->measure == CUSTUBI_MEASURE_BYTES ? 1 : pointer->size;
    pointer->limits.most = (UINT64_MAX - 1) / pointer->unit;
    pointer->limits.mask = align - 1;
    pointer->param = (uint16_t)info->param; /* parameters have at most 32764 bytes */
    pointer->index = (uint16_t)index;
    pointer->number = (uint16_t)number;
    pointer->or_null = (info->flags & CUSTUB_POINTER_OR_NULL) != 0;
    pointer->offset = (uint16_t)info->offset;
    pointer->is_field = (info->flags & CUSTUB_POINTER_FIELD) != 0;
}

/* True if an expression names gridDim or blockDim: what is computed for a shape that is not set
 * does not count then. */
static bool names_shape(const custubi_number_state *numbers, uint32_t count,
                        const custub_kernel_info *info)
{
    for (uint32_t i = 0; i < count; i++)
        if (custubi_code_names_shape(numbers[i].expr))
            return true;
    for (uint32_t i = 0; i < info->requirement_count; i++)
        if (custubi_code_names_shape(&info->requirements[i]))
            return true;
    return false;
}

/* Moves the pairs with this pointer to the beginning, except those that may be one address. Returns
 * their number. */
static uint32_t move_pairs(const custub_kernel_state *state, custubi_pair *pairs, uint32_t pointer)
{
    uint32_t count = 0;

    for (uint32_t i = 0; i < state->pair_count; i++) {
        custubi_pair pair = pairs[i];
        if ((pair.a != pointer && pair.b != pointer) || pair.may_be_same)
            continue;
        pairs[i] = pairs[count];
        pairs[count++] = pair;
    }
    return count;
}

/* Finds a pointer that is in a pair with each other one, most often what the kernel writes to. */
static void find_first(custub_kernel_state *state, custubi_pair *pairs)
{
    state->first = 0;
    state->unpaired = UINT64_MAX;
    state->other_pair_count = state->pair_count;
    for (uint32_t i = state->pointer_count; i-- && state->pair_count;)
        if (move_pairs(state, pairs, i) == state->pointer_count - 1) {
            state->first = i;
            state->unpaired = 0;
            state->other_pair_count -= state->pointer_count - 1;
            return;
        }
}

/* True for the contract that most kernels have: there are pointers, each is a view that has a count
 * and may not be null, CUSTUB_THREADS has one number, nothing else is said. */
static bool is_common(const custub_kernel_state *state)
{
    if (state->thread_axes != 1 || state->grid_stride || state->block_axes || state->shared ||
        state->unusual || !state->pointer_count)
        return false;
    for (uint32_t i = 0; i < state->pointer_count; i++) {
        const custubi_pointer_state *pointer = &state->pointers[i];
        if (pointer->measure != CUSTUBI_MEASURE_ELEMENTS || pointer->or_null || pointer->is_field)
            return false;
    }
    return true;
}

const custubi_shape_limits custubi_kernel_every_device = {
    .grid = {CUSTUBI_GRID_X, CUSTUBI_GRID_YZ, CUSTUBI_GRID_YZ},
    .block = {CUSTUBI_BLOCK_XY, CUSTUBI_BLOCK_XY, CUSTUBI_BLOCK_Z},
    .block_threads = CUSTUBI_BLOCK_THREADS,
};

custubi_shape_limits custubi_kernel_dimensions(const custub_kernel_info *info)
{
    custubi_shape_limits limits;

    for (uint32_t i = 0; i < 3; i++)
        limits.grid[i] = limits.block[i] =
            info->dimensions && i >= info->dimensions ? 1 : UINT64_MAX;
    limits.block_threads = UINT64_MAX;
    return limits;
}

custubi_shape_limits custubi_kernel_axes_read(const custub_kernel_info *info)
{
    custubi_shape_limits limits;

    for (uint32_t i = 0; i < 3; i++) {
        limits.grid[i] = custubi_kernel_has_one_block(info, i) ? 1 : UINT64_MAX;
        limits.block[i] = custubi_kernel_has_one_thread(info, i) ? 1 : UINT64_MAX;
    }
    limits.block_threads = UINT64_MAX;
    return limits;
}

static void lower(uint64_t *limit, uint64_t to)
{
    if (*limit > to)
        *limit = to;
}

/* Joins all limits that are known without a device. */
static void fill_limits(custubi_shape_limits *limits, const custub_kernel_info *info)
{
    const custubi_shape_limits dimensions = custubi_kernel_dimensions(info);
    const custubi_shape_limits read = custubi_kernel_axes_read(info);

    *limits = custubi_kernel_every_device;
    if (info->max_threads)
        lower(&limits->block_threads, info->max_threads);
    for (int i = 0; i < 3; i++) {
        lower(&limits->grid[i], dimensions.grid[i]);
        lower(&limits->grid[i], read.grid[i]);
        lower(&limits->block[i], dimensions.block[i]);
        lower(&limits->block[i], read.block[i]);
        lower(&limits->block[i], limits->block_threads);
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
                               const custubi_kernel_arrays *arrays)
{
    custubi_pointer_state *pointers = arrays->pointers;
    custubi_pair *pairs = arrays->pairs;

    atomic_init(&state->plain_shared, CUSTUBI_PLAIN_SHARED);
    state->unusual = 0;
    if (info->cluster[0] || (info->flags & CUSTUB_KERNEL_COOPERATIVE))
        state->unusual |= CUSTUBI_EXTENDED;
    if ((info->flags & CUSTUB_KERNEL_DYNAMIC_SHARED) && !info->shared.code)
        state->unusual |= CUSTUBI_UNSIZED;
    fill_limits(&state->limits, info);
    state->pointers = pointers;
    state->pointer_count = info->pointer_count;
    state->pairs = pairs;
    state->pair_count = (uint32_t)custubi_kernel_pairs(info, pairs);
    find_first(state, pairs);
    state->count_count = 0;
    state->pointer_limits.mask = 0;
    state->pointer_limits.most = UINT64_MAX;
    for (uint32_t i = 0; i < info->pointer_count; i++) {
        custubi_pointer_state *pointer = &pointers[custubi_pointer_of(state, i) - pointers];
        fill_pointer(pointer, info, i, state->count_count);
        state->count_count += pointer->measure != CUSTUBI_MEASURE_NONE;
        state->pointer_limits.mask |= pointer->limits.mask;
        while (state->pointer_limits.most > pointer->limits.most)
            state->pointer_limits.most >>= 1;
    }
    for (uint32_t i = 0; i < state->pair_count; i++) {
        pairs[i].a = (uint16_t)(custubi_pointer_of(state, pairs[i].a) - pointers);
        pairs[i].b = (uint16_t)(custubi_pointer_of(state, pairs[i].b) - pointers);
    }
    state->thread_axes = count_axes(info->threads);
    state->block_axes = count_axes(info->block);
    state->grid_stride = (info->flags & CUSTUB_KERNEL_GRID_STRIDE) != 0;
    state->shared = info->shared.code != NULL;
    state->numbers = arrays->numbers;
    state->needed_count = custubi_kernel_numbers(info, arrays->numbers);
    state->names_shape = names_shape(arrays->numbers, state->needed_count, info);
    state->params = arrays->params;
    state->block_bytes = place_params(arrays->params, info);
    state->uncommon = !is_common(state);
    state->is_computed = !state->block_axes && !state->shared && !state->unusual &&
                         !state->names_shape && !needs_one_block(info);
    atomic_init(&state->function, NULL);
    state->has_functions = false;
}

#include "trial.h"

#include "oracle.h"
#include "trial_change.h"

#include <string.h>

void trial_values(const trial *t, const void *values[MOST_PARAMS])
{
    for (unsigned i = 0; i < MOST_PARAMS; i++)
        values[i] = t->values[i];
}

buffer_view trial_view(const trial *t, unsigned param)
{
    buffer_view view;

    memcpy(&view, t->values[param], sizeof(view));
    return view;
}

void trial_set_view(trial *t, unsigned param, buffer_view view)
{
    memcpy(t->values[param], &view, sizeof(view));
}

void device_model_random(device_model *out, dice *chance)
{
    static const uint64_t opt_in[] = {49152, 65536, 101376, 232448};
    static const uint64_t threads[] = {1024, 1024, 1024, 640, 256};
    static const uint64_t fixed[] = {0, 0, 0, 16, 1024, 40000};

    out->shared_opt_in = opt_in[dice_below(chance, 4)];
    out->static_shared = fixed[dice_below(chance, 6)];
    out->max_threads = threads[dice_below(chance, 5)];
    out->processors = 1 + dice_below(chance, dice_percent(chance, 50) ? 4 : 140);
    out->processor_threads = dice_percent(chance, 50) ? 2048 : 1536;
    out->processor_blocks = dice_percent(chance, 50) ? 32 : 16;
    out->is_pageable = dice_percent(chance, 15);
    out->has_clusters = !dice_percent(chance, 20);
    out->has_cooperative = !dice_percent(chance, 20);
}

/* --- Values --------------------------------------------------------------------------------- */

uint64_t trial_edge(dice *c)
{
    static const uint64_t edges[] = {0,   1,   2,   3,   4,    31,   32,  33,
                                     127, 128, 255, 256, 1023, 1024, 1025};
    uint64_t power = UINT64_C(1) << dice_below(c, 64);

    switch (dice_below(c, 6)) {
    case 0:
        return power;
    case 1:
        return power - 1;
    case 2:
        return 0 - power;
    case 3:
        return 0 - dice_below(c, 4);
    default:
        return edges[dice_below(c, sizeof(edges) / sizeof(edges[0]))];
    }
}

static uint64_t number(dice *c, unsigned wildness)
{
    if (dice_percent(c, wildness))
        return dice_percent(c, 60) ? trial_edge(c) : dice_next(c) >> dice_below(c, 64);
    return dice_below(c, dice_percent(c, 50) ? 20 : 3000);
}

static void draw_param(trial *t, const kernel_param *p, unsigned index, unsigned wildness, dice *c)
{
    if (p->kind == PARAM_SCALAR) {
        scalar_write(&scalar_types[p->type], t->values[index], number(c, wildness));
    } else if (p->kind == PARAM_RECORD) {
        for (unsigned i = 0; i < p->record->number_count; i++)
            scalar_write(&scalar_types[p->record->numbers[i].type],
                         t->values[index] + p->record->numbers[i].offset, number(c, wildness));
    } else if (p->kind == PARAM_FLOAT) {
        for (unsigned i = 0; i < p->size; i++)
            t->values[index][i] = (unsigned char)dice_below(c, 128);
    }
}

/* --- Shape ---------------------------------------------------------------------------------- */

static uint64_t *component(custub_dim3 *dim, unsigned axis)
{
    return axis == 0 ? &dim->x : axis == 1 ? &dim->y : &dim->z;
}

static uint64_t value_or(const tree *at, const trial *t, uint64_t otherwise)
{
    const void *values[MOST_PARAMS];
    tree_values with = {values, NULL, NULL};
    uint64_t out;

    trial_values(t, values);
    return at && exact_is_count(tree_value(at, &with), &out) ? out : otherwise;
}

static void draw_block(trial *t, const signature *s, const device_model *device, dice *c)
{
    static const uint64_t sizes[] = {1,  2,   16,  32,  32,  33,  64,  64,
                                     96, 100, 128, 128, 256, 512, 1024};
    uint64_t limit = s->launch_bounds ? s->launch_bounds : 1024;

    if (device->max_threads < limit)
        limit = device->max_threads;
    t->block = custub_block(sizes[dice_below(c, 15)], 1, 1);
    if (t->block.x > limit)
        t->block.x = limit;
    if (s->dimensions != 1 && dice_percent(c, 30))
        t->block.y = 1 + dice_below(c, limit / t->block.x < 8 ? limit / t->block.x : 8);
    if (s->dimensions % 3 == 0 && dice_percent(c, 15) && t->block.x * t->block.y * 2 <= limit)
        t->block.z = 2;
    for (unsigned axis = 0; axis < 3; axis++)
        if (s->block[0])
            *component(&t->block, axis) = value_or(s->block[axis], t, 1);
        else if (s->one_thread[axis] && dice_percent(c, 85))
            *component(&t->block, axis) = 1;
}

static void draw_grid(trial *t, const signature *s, dice *c)
{
    t->grid = custub_grid(1 + dice_below(c, 40), 1, 1);
    if (s->dimensions != 1 && dice_percent(c, 20))
        t->grid.y = 1 + dice_below(c, 8);
    for (unsigned axis = 0; axis < 3; axis++) {
        uint64_t threads = value_or(s->threads[axis], t, 0);
        uint64_t block = *component(&t->block, axis);
        uint64_t blocks = block ? threads / block + (threads % block != 0) : 1;
        unsigned unit = s->cluster[axis] ? s->cluster[axis] : 1;
        if (!s->threads[axis] || s->is_stride)
            blocks = *component(&t->grid, axis);
        else if (dice_percent(c, 30))
            blocks += dice_below(c, 3);
        blocks = blocks ? blocks : 1;
        if (s->one_block[axis] && dice_percent(c, 85))
            blocks = 1;
        if (blocks % unit)
            blocks += unit - blocks % unit;
        *component(&t->grid, axis) = blocks;
    }
}

/* Writes the shape as callers do: with custub_grid(), or with zeros in place of ones. */
static void loosen(custub_dim3 *dim, dice *c)
{
    if (dice_percent(c, 50))
        return;
    dim->given = 0;
    if (dim->z == 1 && dice_percent(c, 80))
        dim->z = 0;
    if (dim->y == 1 && dice_percent(c, 80))
        dim->y = 0;
}

static void draw_shape(trial *t, const signature *s, const device_model *device, dice *c)
{
    draw_block(t, s, device, c);
    draw_grid(t, s, c);
    if (s->has_dynamic_shared && !s->shared)
        t->shared = dice_percent(c, 20) ? CUSTUB_SHARED_NONE : 1 + dice_below(c, 9000);
}

/* --- Memory --------------------------------------------------------------------------------- */

/* Where the next buffer may lie. */
typedef struct placing {
    trial *trial;
    dice *chance;
    uint64_t next; /* the first free address */
    int last;      /* the last range; -1: none, or it must not grow */
} placing;

static uint64_t round_up(uint64_t value, uint64_t to)
{
    return (value + to - 1) / to * to;
}

static void add_range(placing *at, uint64_t base, uint64_t bytes, bool is_mapped)
{
    trial *t = at->trial;

    if (t->range_count == MOST_RANGES || !bytes)
        return;
    t->ranges[t->range_count].base = base;
    t->ranges[t->range_count].bytes = bytes;
    t->ranges[t->range_count].is_mapped = is_mapped;
    at->last = (int)t->range_count++;
}

/* Adds `bytes` bytes of memory from `base` on: one range, or adjacent mappings. */
static void add_memory(placing *at, uint64_t base, uint64_t bytes)
{
    dice *c = at->chance;
    bool is_mapped = dice_percent(c, 8);
    uint64_t first;

    if (bytes < 2 || !is_mapped) {
        add_range(at, base, bytes, is_mapped);
        return;
    }
    first = 1 + dice_below(c, bytes - 1);
    add_range(at, base, first, true);
    add_range(at, base + first, bytes - first, !dice_percent(c, 15));
    at->last = -1;
}

/* The address of a new buffer; 0 if the address space has no room for it. */
static uint64_t place(placing *at, uint64_t bytes, uint64_t align)
{
    trial *t = at->trial;
    dice *c = at->chance;
    uint64_t address = round_up(at->next, align);
    uint64_t before = dice_percent(c, 30) ? align * dice_below(c, 5) : 0;
    uint64_t behind = dice_percent(c, 40) ? 0 : dice_below(c, 3) * dice_below(c, 300);

    if (bytes > UINT64_MAX - address - 0x10000)
        return 0;
    if (at->last >= 0 && dice_percent(c, 30)) { /* in the allocation of the previous buffer */
        memory_range *range = &t->ranges[at->last];
        range->bytes = address + bytes + behind - range->base;
        at->next = address + bytes + behind;
        return address;
    }
    address = round_up(at->next, dice_percent(c, 50) ? align : 256);
    if (dice_percent(c, 60))
        address = round_up(address + 1 + dice_below(c, 4096), 256);
    address = round_up(address, align);
    add_memory(at, address, before + bytes + behind);
    at->next = address + before + bytes + behind;
    return address + before;
}

static buffer_view draw_view(placing *at, const kernel_param *p, uint64_t bytes)
{
    dice *c = at->chance;
    buffer_view view = {0, 0};
    uint64_t size = p->element->size;
    uint64_t align = p->aligned > p->element->align ? p->aligned : p->element->align;

    view.count = bytes / size + (bytes % size != 0);
    view.ptr = place(at, bytes, align);
    if (dice_percent(c, 30))
        view.count = CUSTUB_COUNT_UNKNOWN;
    else if (dice_percent(c, 20) && p->need)
        view.count += dice_below(c, 1000);
    if ((!bytes || p->may_be_null) && dice_percent(c, 40))
        view.ptr = 0;
    if (!bytes && dice_percent(c, 30))
        view.ptr = dice_next(c);
    return view;
}

static void draw_buffers(trial *t, const signature *s, const uint64_t *grid, const uint64_t *block,
                         dice *c)
{
    placing at = {t, c, UINT64_C(0x100000) + dice_below(c, 1 << 20) * 256, -1};
    const void *values[MOST_PARAMS];
    tree_values with = {values, grid, block};

    if (dice_percent(c, 10))
        at.next = UINT64_C(1) << (40 + dice_below(c, 24));
    trial_values(t, values);
    for (unsigned i = 0; i < s->param_count; i++) {
        const kernel_param *p = &s->params[i];
        uint64_t bytes = 0;
        buffer_view view = {0, 0};
        if (p->kind != PARAM_BUFFER)
            continue;
        if (p->need && !oracle_need(p, &with, &bytes))
            bytes = 64;
        if (!p->need)
            bytes = dice_below(c, 50) * p->element->size;
        if (p->need || dice_percent(c, 80))
            view = draw_view(&at, p, bytes);
        trial_set_view(t, i, view);
    }
}

/* --- Launches ------------------------------------------------------------------------------- */

static const uint64_t *as_numbers(const custub_dim3 *dim, uint64_t out[3])
{
    out[0] = dim->x;
    out[1] = dim->y;
    out[2] = dim->z;
    return out;
}

/* Draws values and a shape until everything but the buffers is valid, or until it has tried often
 * enough. */
static void draw_right(trial *out, const signature *s, const device_model *device, dice *c)
{
    verdict found;
    uint64_t grid[3];
    uint64_t block[3];

    for (int attempt = 0; attempt < 24; attempt++) {
        unsigned wildness = attempt < 12 ? (unsigned)dice_below(c, 60) : 5;
        for (unsigned i = 0; i < s->param_count; i++)
            draw_param(out, &s->params[i], i, wildness, c);
        draw_shape(out, s, device, c);
        oracle_judge(s, out, device, as_numbers(&out->grid, grid), as_numbers(&out->block, block),
                     &found);
        if (!oracle_has_shape_findings(&found))
            break;
    }
    draw_buffers(out, s, as_numbers(&out->grid, grid), as_numbers(&out->block, block), c);
}

void trial_random(trial *out, trial *before, const signature *s, const device_model *device,
                  dice *chance)
{
    static const custub_dim3 none;
    uint64_t level = dice_below(chance, 20);

    memset(out, 0, offsetof(trial, values));
    for (unsigned i = 0; i < s->param_count; i++)
        memset(out->values[i], 0,
               s->params[i].kind == PARAM_BUFFER ? sizeof(buffer_view) : s->params[i].size);
    out->check = level == 0  ? CUSTUB_CHECK_NONE
                 : level < 5 ? CUSTUB_CHECK_CONTRACT
                             : CUSTUB_CHECK_WHOLE;
    out->stream = dice_percent(chance, 50) ? 0 : dice_next(chance) << 4;
    out->is_capturing = dice_percent(chance, 4);
    draw_right(out, s, device, chance);
    loosen(&out->grid, chance);
    loosen(&out->block, chance);
    if (dice_percent(chance, s->threads[0] ? 25 : 2))
        out->grid = none;
    if (s->shared && dice_percent(chance, 20))
        trial_give_shared(out, s, chance);
    if (dice_percent(chance, s->block[0] ? 30 : 12))
        out->block = none;
    *before = *out;
    if (dice_percent(chance, 50))
        for (uint64_t left = 1 + dice_below(chance, 2); left; left--)
            trial_change(out, s, device, chance);
}

#include "trial_change.h"

#include "oracle.h"

static uint64_t *component(custub_dim3 *dim, unsigned axis)
{
    return axis == 0 ? &dim->x : axis == 1 ? &dim->y : &dim->z;
}

static void change_dim(custub_dim3 *dim, dice *c)
{
    static const uint64_t wrong[] = {0,
                                     1,
                                     1024,
                                     1025,
                                     65535,
                                     65536,
                                     65,
                                     2147483647,
                                     2147483648,
                                     UINT32_MAX,
                                     UINT64_C(1) << 32,
                                     UINT64_MAX,
                                     UINT64_C(1) << 63};
    unsigned axis = dice_percent(c, 60) ? 0 : (unsigned)dice_below(c, 3);
    uint64_t *at = component(dim, axis);

    switch (dice_below(c, 4)) {
    case 0:
        *at += 1;
        break;
    case 1:
        *at -= 1;
        break;
    case 2:
        *at = wrong[dice_below(c, sizeof(wrong) / sizeof(wrong[0]))];
        break;
    default:
        *at = 1 + dice_below(c, 40);
        break;
    }
}

/* The shared memory that the kernel needs for the launch's block; 0 if that has no value. */
static uint64_t shared_need(const trial *t, const signature *s)
{
    const void *values[MOST_PARAMS];
    uint64_t block[3] = {1, 1, 1};
    tree_values with = {values, NULL, block};
    uint64_t need = 0;

    oracle_take(&t->block, block);
    trial_values(t, values);
    if (s->shared)
        exact_is_count(tree_value(s->shared, &with), &need);
    return need;
}

void trial_give_shared(trial *t, const signature *s, dice *c)
{
    t->shared = shared_need(t, s) + (dice_percent(c, 60) ? 0 : dice_below(c, 300));
}

static void change_shared(trial *t, const signature *s, const device_model *device, dice *c)
{
    uint64_t need = shared_need(t, s);

    switch (dice_below(c, 6)) {
    case 0:
        t->shared = CUSTUB_SHARED_NONE;
        break;
    case 1:
        t->shared = device->shared_opt_in - device->static_shared + dice_below(c, 3) - 1;
        break;
    case 2:
        t->shared = dice_percent(c, 50) ? UINT32_MAX + dice_below(c, 3) : dice_next(c);
        break;
    default:
        t->shared = need + dice_below(c, 3) - 1;
        break;
    }
}

/* Makes one large range around an address the only memory. */
static void widen_memory(trial *t, uint64_t address)
{
    uint64_t around = UINT64_C(1) << 40;

    t->range_count = 1;
    t->ranges[0].base = address > around ? address - around : 1;
    t->ranges[0].bytes = address < UINT64_MAX - around ? address - t->ranges[0].base + around
                                                       : UINT64_MAX - t->ranges[0].base;
    t->ranges[0].is_mapped = false;
}

/* The bytes that the kernel needs of a buffer. */
static uint64_t needed_by(const trial *t, const signature *s, unsigned index)
{
    const void *values[MOST_PARAMS];
    uint64_t grid[3] = {1, 1, 1};
    uint64_t block[3] = {1, 1, 1};
    tree_values with = {values, grid, block};
    uint64_t bytes = 0;

    oracle_take(&t->grid, grid);
    oracle_take(&t->block, block);
    trial_values(t, values);
    if (s->params[index].need)
        oracle_need(&s->params[index], &with, &bytes);
    return bytes;
}

/* Moves a buffer to begin where another one ends, to end where it begins, or to its address;
 * perhaps shifted by a byte or an element. False if there is no other one. */
static bool move_beside(trial *t, const signature *s, unsigned index, dice *c)
{
    const kernel_param *p = &s->params[index];
    unsigned first = (unsigned)dice_below(c, s->param_count);
    unsigned other = index;
    buffer_view view = trial_view(t, index);

    for (unsigned i = 0; i < s->param_count && other == index; i++)
        if (s->params[(first + i) % s->param_count].kind == PARAM_BUFFER)
            other = (first + i) % s->param_count;
    if (other == index)
        return false;
    view.ptr = trial_view(t, other).ptr;
    if (dice_percent(c, 40))
        view.ptr += needed_by(t, s, other);
    else if (dice_percent(c, 60))
        view.ptr -= needed_by(t, s, index);
    if (dice_percent(c, 50))
        view.ptr += (dice_below(c, 3) - 1) * (dice_percent(c, 50) ? 1 : p->element->align);
    if (dice_percent(c, 70)) {
        view.count = CUSTUB_COUNT_UNKNOWN;
        widen_memory(t, view.ptr);
    }
    trial_set_view(t, index, view);
    return true;
}

static void change_view(trial *t, const signature *s, unsigned index, dice *c)
{
    const kernel_param *p = &s->params[index];
    buffer_view view = trial_view(t, index);

    switch (dice_below(c, 8)) {
    case 0:
        view.ptr = 0;
        break;
    case 1:
        view.ptr += dice_percent(c, 50) ? 1 : p->element->align / 2;
        break;
    case 2:
        view.ptr += p->element->size;
        break;
    case 3:
        view.count -= 1;
        break;
    case 4:
        view.count += 1;
        break;
    case 5:
        view.count = dice_percent(c, 50) ? dice_magnitude(c) : UINT64_MAX - 1;
        break;
    case 6:
        view.count = CUSTUB_COUNT_UNKNOWN;
        break;
    default:
        view.ptr = dice_magnitude(c) / p->element->align * p->element->align;
        break;
    }
    trial_set_view(t, index, view);
}

static void change_range(trial *t, dice *c)
{
    memory_range *range;

    if (!t->range_count)
        return;
    range = &t->ranges[dice_below(c, t->range_count)];
    switch (dice_below(c, 3)) {
    case 0: /* freed */
        *range = t->ranges[--t->range_count];
        break;
    case 1:
        if (range->bytes > 1)
            range->bytes -= 1;
        break;
    default:
        if (range->bytes > 1)
            range->bytes = 1 + dice_below(c, range->bytes);
        break;
    }
}

static void change_number(trial *t, const signature *s, unsigned index, dice *c)
{
    const kernel_param *p = &s->params[index];
    unsigned char *at = t->values[index];
    unsigned type = p->type;
    uint64_t value;

    if (p->kind == PARAM_RECORD) {
        const record_number *n = &p->record->numbers[dice_below(c, p->record->number_count)];
        at += n->offset;
        type = n->type;
    }
    value = (uint64_t)scalar_read(&scalar_types[type], at).magnitude;
    scalar_write(&scalar_types[type], at,
                 dice_percent(c, 60) ? value + dice_below(c, 3) - 1 : trial_edge(c));
}

static void change_cluster(trial *t, dice *c)
{
    t->cluster = custub_grid(1 + dice_below(c, 4), 1, 1);
    if (dice_percent(c, 30))
        t->cluster.y = dice_below(c, 3);
    if (dice_percent(c, 50))
        t->cluster.given = 0;
    if (dice_percent(c, 20))
        t->cluster.x = dice_percent(c, 50) ? 0 : dice_next(c);
}

void trial_change(trial *t, const signature *s, const device_model *device, dice *c)
{
    unsigned index = (unsigned)dice_below(c, s->param_count);

    switch (dice_below(c, 10)) {
    case 0:
        change_dim(&t->grid, c);
        break;
    case 1:
        change_dim(&t->block, c);
        break;
    case 2:
        change_shared(t, s, device, c);
        break;
    case 3:
        change_range(t, c);
        break;
    case 4:
        if (dice_percent(c, 30))
            change_cluster(t, c);
        break;
    case 5:
        for (unsigned i = 0; i < s->param_count; i++, index = (index + 1) % s->param_count)
            if (s->params[index].kind == PARAM_BUFFER && move_beside(t, s, index, c))
                break;
        break;
    default:
        if (s->params[index].kind == PARAM_BUFFER)
            change_view(t, s, index, c);
        else if (s->params[index].kind != PARAM_FLOAT)
            change_number(t, s, index, c);
        break;
    }
}

#include "trial/suggest/threads.h"

#include "trial/suggest/exploration.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define EXPERIMENTS  32
#define FEW          8
#define TELLING      3 /* experiments that need more than one block or thread */
#define SEEDS        20000
#define MOST_EXTENT  600
#define MOST_THREADS (1 << 17)

/* One launch of which the extent along an axis is lowered as far as the results stay the same. */
typedef struct experiment {
    trial_candidate candidate;
    size_t reference;   /* the measurement of the largest extent */
    size_t last;        /* the measurement of the last try */
    uint64_t low, high; /* the least extent that is enough lies between */
    uint64_t largest;
    uint64_t tried;
} experiment;

typedef struct experiments {
    suggestion *s;
    uint32_t axis;
    bool of_blocks; /* the extent is the grid's; else the block's */
    experiment list[EXPERIMENTS];
    size_t count;
} experiments;

/* --- Preparing -------------------------------------------------------------------------------- */

static bool has_number(const suggestion *s, trial_number_kind kind, uint32_t axis)
{
    for (size_t i = s->variables.parameters; i < s->variables.count; i++) {
        if (s->variables.numbers[i].kind == kind && s->variables.numbers[i].axis == axis)
            return true;
    }
    return false;
}

/* What a kernel may want threads for: the product of its numbers, along one axis; along one of
 * several, the largest number. */
static uint64_t extent_of(const experiments *e, const trial_candidate *c, bool is_alone)
{
    const formula_variables *variables = &e->s->variables;
    int64_t values[VARIABLES];
    uint64_t product = 1, largest = 1;

    formula_variables_get(variables, &e->s->probed.subject, c, values);
    for (size_t i = 0; i < variables->parameters; i++) {
        const uint64_t value = values[i] > 1 ? (uint64_t)values[i] : 1;

        product = product > MOST_EXTENT ? product : product * value;
        largest = value > largest ? value : largest;
    }
    return is_alone ? product : largest;
}

static bool has_other_axes(const experiments *e)
{
    for (uint32_t axis = 0; axis < 3; axis++) {
        if (axis != e->axis && e->s->info->dimensions && has_number(e->s, TRIAL_GRID, axis))
            return true;
    }
    return false;
}

static void set_extent(const experiments *e, trial_candidate *c, uint64_t extent)
{
    if (e->of_blocks)
        c->wished_grid[e->axis] = extent;
    else
        c->wished_block[e->axis] = extent;
    trial_settle(&e->s->probed.subject, c, &trial_largest, NULL);
}

/* Blocks that cover the extent along another axis; few if nothing is known of the axes. */
static uint64_t blocks_for(const experiments *e, const trial_candidate *c, uint32_t axis,
                           uint64_t extent)
{
    const bool is_free = !e->s->found.block[0].count && !e->s->info->block[0].code;
    const uint64_t block = is_free ? c->wished_block[axis] : c->block[axis];

    return e->s->info->dimensions ? extent / block + 2 : 2;
}

/* Makes the launch large along the axis, and less large along the others. */
static bool prepare(experiments *e, uint64_t seed, experiment *out)
{
    static const uint64_t blocks[] = {1, 32, 1, 64, 1, 16};
    trial_candidate *c = &out->candidate;
    uint64_t extent;

    if (!exploration_choose(&e->s->probed.subject, seed, c))
        return false;
    extent = extent_of(e, c, !has_other_axes(e));
    if (extent > MOST_EXTENT)
        return false;
    for (uint32_t axis = 0; axis < 3; axis++) {
        if (has_number(e->s, TRIAL_BLOCK, axis))
            c->wished_block[axis] = axis == e->axis ? blocks[seed % 6] : 1 + seed % 3;
        if (has_number(e->s, TRIAL_GRID, axis))
            c->wished_grid[axis] = blocks_for(e, c, axis, extent);
    }
    out->largest = extent + 2;
    set_extent(e, c, out->largest);
    while (trial_threads(c) > MOST_THREADS && c->wished_block[e->axis] > 1 && e->of_blocks) {
        c->wished_block[e->axis] /= 2;
        set_extent(e, c, out->largest);
    }
    return trial_threads(c) <= MOST_THREADS &&
           trial_settle(&e->s->probed.subject, c, &trial_largest, NULL) == 0;
}

static bool prepare_all(experiments *e)
{
    const hypothesis whole = suggestion_whole(e->s);
    experiment next;

    e->s->probed.count = 0;
    e->count = 0;
    if (!measurements_suppose(&e->s->probed, &whole, &e->s->variables))
        return false;
    for (uint64_t i = 0; i < 20 * EXPERIMENTS && e->count < EXPERIMENTS; i++) {
        memset(&next, 0, sizeof(next));
        if (!prepare(e, e->s->options->seed + SEEDS + i, &next))
            continue;
        next.reference = e->s->probed.count;
        if (measurements_add(&e->s->probed, &next.candidate))
            e->list[e->count++] = next;
    }
    return measurements_make(&e->s->probed, 0);
}

/* --- Searching -------------------------------------------------------------------------------- */

static bool is_same(const suggestion *s, const measurement *a, const measurement *b)
{
    if (!b->is_made || b->end != TRIAL_RAN)
        return false;
    for (uint32_t i = 0; i < s->info->pointer_count; i++) {
        if (a->results[i] != b->results[i] || a->touched[i].begin != b->touched[i].begin ||
            a->touched[i].end != b->touched[i].end)
            return false;
    }
    return true;
}

static void drop_failures(experiments *e)
{
    size_t kept = 0;

    for (size_t i = 0; i < e->count; i++) {
        const measurement *reference = &e->s->probed.list[e->list[i].reference];

        if (!reference->is_made || reference->end != TRIAL_RAN)
            continue;
        e->list[kept] = e->list[i];
        e->list[kept].low = 1;
        e->list[kept].high = e->list[kept].largest;
        kept++;
    }
    e->count = kept;
}

/* Halves what is open in each experiment. False if nothing is open. */
static bool halve(experiments *e)
{
    const size_t first = e->s->probed.count;
    bool is_open = false;

    for (size_t i = 0; i < e->count; i++) {
        experiment *x = &e->list[i];

        if (x->low >= x->high)
            continue;
        x->tried = (x->low + x->high) / 2;
        set_extent(e, &x->candidate, x->tried);
        x->last = e->s->probed.count;
        is_open |= measurements_add(&e->s->probed, &x->candidate) != NULL;
    }
    if (!is_open || !measurements_make(&e->s->probed, first))
        return false;
    for (size_t i = 0; i < e->count; i++) {
        experiment *x = &e->list[i];

        if (x->low >= x->high)
            continue;
        if (is_same(e->s, &e->s->probed.list[x->reference], &e->s->probed.list[x->last]))
            x->high = x->tried;
        else
            x->low = x->tried + 1;
    }
    return true;
}

/* --- Judging ---------------------------------------------------------------------------------- */

/* Fits a formula of the parameters to the extents; as threads, or as blocks. */
static formula fit_extents(experiments *e, bool as_threads)
{
    observation list[EXPERIMENTS];
    const observations seen = {&e->s->variables, list, e->count, true};
    fits found = {0};
    size_t telling = 0;

    for (size_t i = 0; i < e->count; i++) {
        const experiment *x = &e->list[i];
        const int64_t unit = as_threads && e->of_blocks ? (int64_t)x->candidate.block[e->axis] : 1;

        formula_variables_get(&e->s->variables, &e->s->probed.subject, &x->candidate,
                              list[i].values);
        telling += x->high > 1;
        list[i].least = x->high > 1 ? ((int64_t)x->high - 1) * unit + 1 : 0;
        list[i].most = (int64_t)(x->high > 1 ? x->high : x->largest) * unit;
    }
    fitting_search(&seen, &found);
    return found.count && telling >= TELLING && found.list[0].reached * 10 >= 9 * seen.count
               ? found.list[0].formula
               : (formula){0};
}

static bool is_enough_with_one(const experiments *e)
{
    for (size_t i = 0; i < e->count; i++) {
        if (e->list[i].high > 1)
            return false;
    }
    return true;
}

/* True if most experiments have work for many threads. */
static bool is_large(const experiments *e)
{
    size_t large = 0;

    for (size_t i = 0; i < e->count; i++)
        large += e->list[i].largest > 2 + e->list[i].candidate.block[e->axis];
    return large * 2 > e->count;
}

/* The count of what the kernel writes: what it most likely loops over. */
static formula work_of(const suggestion *s)
{
    for (uint32_t i = 0; i < s->info->pointer_count; i++) {
        if (!(s->info->pointers[i].flags & CUSTUB_POINTER_READ_ONLY) && s->found.counts[i].count &&
            !formula_names_shape(&s->found.counts[i], &s->variables))
            return s->found.counts[i];
    }
    return (formula){0};
}

static formula extent_of_grid(const suggestion *s, uint32_t axis)
{
    for (size_t i = s->variables.parameters; i < s->variables.count; i++) {
        if (s->variables.numbers[i].kind == TRIAL_GRID && s->variables.numbers[i].axis == axis)
            return formula_variable(i);
    }
    return (formula){0};
}

static bool has_quotient(const formula *f)
{
    for (uint8_t i = 0; i < f->count; i++) {
        if (f->nodes[i].op == CUSTUB_OP_CEIL_DIV || f->nodes[i].op == CUSTUB_OP_DIVIDE)
            return true;
    }
    return false;
}

static uint64_t count_written(const experiments *e)
{
    uint64_t written = 0;

    for (size_t i = 0; i < e->count; i++) {
        for (uint32_t k = 0; k < e->s->info->pointer_count; k++)
            written += e->s->probed.list[e->list[i].reference].touched[k].written;
    }
    return written;
}

static void judge(experiments *e)
{
    suggestion *s = e->s;
    const formula threads = fit_extents(e, true);
    formula blocks, condition, extent;

    if (is_enough_with_one(e)) {
        if (e->of_blocks && e->axis == 0 && is_large(e)) {
            s->found.threads[0] = work_of(s);
            s->found.grid_stride = s->threads_are_guessed = s->found.threads[0].count > 0;
        }
        return;
    }
    if (threads.count) {
        s->found.threads[e->axis] = threads;
        return;
    }
    blocks = e->of_blocks ? fit_extents(e, false) : (formula){0};
    extent = extent_of_grid(s, e->axis);
    condition = formula_of(CUSTUB_OP_LESS_EQUAL, &blocks, &extent);
    /* Blocks of a tile each: the block has the tile's size. */
    if (!blocks.count || !extent.count || (has_quotient(&blocks) && !s->found.block[0].count))
        s->threads_are_open = true;
    else if (s->found.block[e->axis].count)
        s->found.threads[e->axis] =
            formula_of(CUSTUB_OP_MULTIPLY, &s->found.block[e->axis], &blocks);
    else
        hypothesis_require(&s->found, &condition);
}

/* --- All axes --------------------------------------------------------------------------------- */

/* True if a count names the extent of the grid along the axis: then each grid does what it can. */
static bool is_counted(const suggestion *s, uint32_t axis)
{
    for (uint32_t i = 0; i < s->info->pointer_count; i++) {
        const formula *count = &s->found.counts[i];

        for (uint8_t k = 0; k < count->count; k++) {
            const trial_number *number = &s->variables.numbers[count->nodes[k].variable];

            if (count->nodes[k].op == CUSTUB_OP_PARAMETER && number->kind == TRIAL_GRID &&
                number->axis == axis)
                return true;
        }
    }
    return false;
}

/* Returns the elements that were written with threads to spare. */
static uint64_t find_along(suggestion *s, uint32_t axis)
{
    static experiments e;

    e.s = s;
    e.axis = axis;
    e.of_blocks = has_number(s, TRIAL_GRID, axis);
    if (!e.of_blocks && (!has_number(s, TRIAL_BLOCK, axis) || s->found.block[0].count))
        return 0;
    if (is_counted(s, axis) || !prepare_all(&e))
        return 0;
    drop_failures(&e);
    if (e.count < FEW) {
        s->threads_are_open = true;
        return 0;
    }
    while (halve(&e))
        ;
    judge(&e);
    return count_written(&e);
}

uint64_t threads_find(suggestion *s)
{
    uint64_t written = 0;

    s->threads_are_open = s->threads_are_guessed = s->found.grid_stride = false;
    if (s->info->threads[0].code)
        return 0;
    memset(s->found.threads, 0, sizeof(s->found.threads));
    for (uint32_t axis = 0; axis < 3; axis++)
        written += find_along(s, axis);
    for (uint32_t axis = 2; axis > 0; axis--) {
        if (s->found.threads[axis].count && !s->found.threads[axis - 1].count)
            s->found.threads[axis - 1] = formula_constant(1);
    }
    return written;
}

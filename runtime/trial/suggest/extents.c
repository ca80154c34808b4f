#include "trial/suggest/extents.h"

#include "trial/suggest/exploration.h"

#include <string.h>

#define SEEDS         20000
#define FIRST         4 /* experiments: if all of them fail, so do the others */
#define MOST_EXTENT   1500
#define MOST_OF_FIXED 8192 /* if the block has a size of its own */
#define MOST_THREADS  (1 << 14)
#define MOST_OF_SIZE  (1 << 17) /* if the block has a size of its own */

/* --- Preparing -------------------------------------------------------------------------------- */

bool extents_has_number(const suggestion *s, trial_number_kind kind, uint32_t axis)
{
    for (size_t i = s->variables.parameters; i < s->variables.count; i++) {
        if (s->variables.numbers[i].kind == kind && s->variables.numbers[i].axis == axis)
            return true;
    }
    return false;
}

bool extents_are_required(const suggestion *s, uint32_t axis)
{
    for (size_t i = 0; i < s->found.requirement_count; i++) {
        const formula *f = &s->found.requirements[i];

        for (size_t k = s->variables.parameters; k < s->variables.count; k++) {
            const trial_number *number = &s->variables.numbers[k];

            if (f->nodes[f->count - 1].op == CUSTUB_OP_EQUAL && number->kind == TRIAL_GRID &&
                number->axis == axis && formula_names(f, k))
                return true;
        }
    }
    return false;
}

/* True if a condition says how many threads the block has along the axis. */
static bool is_block_required(const suggestion *s, uint32_t axis)
{
    for (size_t i = 0; i < s->found.requirement_count; i++) {
        const formula *f = &s->found.requirements[i];
        const trial_number *number = &s->variables.numbers[f->nodes[0].variable];

        if (f->count == 3 && f->nodes[2].op == CUSTUB_OP_EQUAL &&
            f->nodes[0].op == CUSTUB_OP_PARAMETER && number->kind == TRIAL_BLOCK &&
            number->axis == axis)
            return true;
    }
    return false;
}

/* What a kernel may want threads for: along one axis the product of its numbers, in half of the
 * experiments once more the largest one; along one of several, the largest number. */
static uint64_t extent_of(const experiments *e, const trial_candidate *c, bool is_alone,
                          bool is_short)
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
    return !is_alone ? largest : is_short ? product : product * largest;
}

/* The most elements that a count asks for. */
static uint64_t elements_of(const experiments *e, const trial_candidate *c)
{
    int64_t values[VARIABLES], most = 0;

    formula_variables_get(&e->s->variables, &e->s->probed.subject, c, values);
    for (uint32_t i = 0; i < e->s->info->pointer_count; i++) {
        const formula *count = &e->s->found.counts[i];
        const int64_t value = count->count ? formula_value(count, values) : 0;

        most = value > most ? value : most;
    }
    return (uint64_t)most;
}

static bool has_other_axes(const experiments *e)
{
    for (uint32_t axis = 0; axis < 3; axis++) {
        if (axis != e->axis && e->s->info->dimensions && extents_has_number(e->s, TRIAL_GRID, axis))
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

static bool has_fixed_block(const experiments *e)
{
    return e->s->found.block[0].count || e->s->info->block[0].code;
}

/* Blocks that cover the extent along another axis; few if nothing is known of the axes. */
static uint64_t blocks_for(const experiments *e, const trial_candidate *c, uint32_t axis,
                           uint64_t extent)
{
    const uint64_t block = has_fixed_block(e) ? c->block[axis] : c->wished_block[axis];

    return e->is_flat ? 1 : e->s->info->dimensions ? extent / block + 2 : 2;
}

/* Gives an argument a value of one to four blocks: others would fill no second block of a size that
 * is fixed. */
static void enlarge(const experiments *e, trial_candidate *c, uint64_t seed)
{
    const formula_variables *variables = &e->s->variables;
    const int64_t block = (int64_t)c->block[e->axis];

    if (variables->parameters > 0)
        trial_number_set(c, &e->s->probed.subject,
                         &variables->numbers[seed / 6 % variables->parameters],
                         block * (1 + (int64_t)(seed % 4)) + 1 + (int64_t)(seed % 11));
}

/* Makes the launch large along the axis, and less large along the others. */
static bool prepare(experiments *e, uint64_t seed, experiment *out)
{
    static const uint64_t blocks[] = {1, 32, 2, 64, 1, 4};
    const bool is_alone = e->is_flat || !has_other_axes(e);
    const uint64_t most = has_fixed_block(e) ? MOST_OF_SIZE : MOST_THREADS;
    trial_candidate *c = &out->candidate;
    uint64_t extent, elements;

    if (!exploration_choose(&e->s->probed.subject, seed, c))
        return false;
    out->is_short = is_alone && seed / 6 % 2;
    extent = extent_of(e, c, is_alone, out->is_short);
    elements = is_alone ? elements_of(e, c) : 0;
    if (elements > extent) { /* a thread for each may be needed */
        extent = out->is_short || elements > MOST_OF_FIXED ? extent : elements;
        out->is_short = true;
    }
    out->largest = extent + 2;
    if (has_fixed_block(e) && extent <= c->block[e->axis]) {
        enlarge(e, c, seed);
        extent = extent_of(e, c, is_alone, true);
        out->largest = extent / c->block[e->axis] + 2;
        out->is_short = true;
    }
    if (extent < (is_alone ? 64 : 8) && seed % 4)
        return false; /* tells little: most blocks cover it */
    if (extent > (has_fixed_block(e) || extent == elements ? MOST_OF_FIXED : MOST_EXTENT) ||
        (has_fixed_block(e) && extent <= c->block[e->axis]))
        return false; /* too large, or one block is enough */
    for (uint32_t axis = 0; axis < 3; axis++) {
        if (extents_has_number(e->s, TRIAL_BLOCK, axis) && !is_block_required(e->s, axis))
            c->wished_block[axis] = axis == e->axis ? blocks[seed % 6] : 1 + seed % 3;
        if (extents_has_number(e->s, TRIAL_GRID, axis) && !extents_are_required(e->s, axis))
            c->wished_grid[axis] = blocks_for(e, c, axis, extent);
    }
    set_extent(e, c, out->largest);
    while (trial_threads(c) > most && c->wished_block[e->axis] > 1 && e->of_blocks) {
        c->wished_block[e->axis] /= 2;
        set_extent(e, c, out->largest);
    }
    return trial_threads(c) <= most &&
           trial_settle(&e->s->probed.subject, c, &trial_largest, NULL) == 0;
}

/* Adds experiments until there are so many. */
static void add_experiments(experiments *e, uint64_t *seed, size_t count)
{
    experiment next;

    for (; *seed < 40 * EXPERIMENTS && e->count < count; ++*seed) {
        memset(&next, 0, sizeof(next));
        if (!prepare(e, e->s->options->seed + SEEDS + *seed, &next))
            continue;
        next.reference = e->s->probed.count;
        if (measurements_add(&e->s->probed, &next.candidate))
            e->list[e->count++] = next;
    }
}

static bool does_any_run(const experiments *e)
{
    for (size_t i = 0; i < e->count; i++) {
        if (e->s->probed.list[e->list[i].reference].end == TRIAL_RAN)
            return true;
    }
    return false;
}

static bool prepare_all(experiments *e)
{
    const hypothesis whole = suggestion_whole(e->s);
    uint64_t seed = 0;

    e->s->probed.count = 0;
    e->count = 0;
    if (!measurements_suppose(&e->s->probed, &whole, &e->s->variables))
        return false;
    add_experiments(e, &seed, FIRST);
    if (!measurements_make(&e->s->probed, 0))
        return false;
    if (does_any_run(e))
        add_experiments(e, &seed, EXPERIMENTS);
    return measurements_make(&e->s->probed, 0);
}

/* --- Searching -------------------------------------------------------------------------------- */

bool extents_are_same(const suggestion *s, const measurement *a, const measurement *b)
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
        if (extents_are_same(e->s, &e->s->probed.list[x->reference], &e->s->probed.list[x->last]))
            x->high = x->tried;
        else
            x->low = x->tried + 1;
    }
    return true;
}

/* Leaves out experiments whose largest extent may not have done all the work. */
static void drop_exhausted(experiments *e)
{
    size_t kept = 0;

    for (size_t i = 0; i < e->count; i++) {
        if (!e->list[i].is_short || e->list[i].high < e->list[i].largest)
            e->list[kept++] = e->list[i];
    }
    e->count = kept;
}

bool extents_find(experiments *e)
{
    if (!prepare_all(e))
        return false;
    drop_failures(e);
    while (halve(e))
        ;
    drop_exhausted(e);
    return true;
}

uint64_t extents_written(const experiments *e)
{
    uint64_t written = 0;

    for (size_t i = 0; i < e->count; i++) {
        for (uint32_t k = 0; k < e->s->info->pointer_count; k++)
            written += e->s->probed.list[e->list[i].reference].touched[k].written;
    }
    return written;
}

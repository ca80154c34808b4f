#include "trial/suggest/threads.h"

#include "trial/formulas/survivors.h"
#include "trial/suggest/exploration.h"
#include "trial/suggest/extents.h"

#include <string.h>

#define FEW     6 /* experiments that tell nothing */
#define NO_AXIS 3
#define TELLING 3 /* experiments that need more than one block or thread */

/* Launches of one block after the other. */
#define TRIPLES      12
#define SEEDS        50000
#define MOST_THREADS 2000

/* --- Judging ---------------------------------------------------------------------------------- */

/* The count of what the kernel writes: what it most likely loops over. */
static formula work_of(const suggestion *s)
{
    for (uint32_t i = 0; i < s->info->pointer_count; i++) {
        if (suggestion_writes(s, i) && s->found.counts[i].count &&
            !formula_names_shape(&s->found.counts[i], &s->variables))
            return s->found.counts[i];
    }
    return (formula){0};
}

/* Fits a formula of the parameters to the extents: as threads of blocks with an extent along the
 * axis, or as blocks if the axis is NO_AXIS. */
static formula fit_extents(experiments *e, uint32_t axis)
{
    observation list[EXPERIMENTS] = {0};
    const observations seen = {&e->s->variables, list, e->count, true};
    const formula work = work_of(e->s);
    fits found = {0};
    size_t telling = 0;

    for (size_t i = 0; i < e->count; i++) {
        const experiment *x = &e->list[i];
        const int64_t unit =
            axis != NO_AXIS && e->of_blocks ? (int64_t)x->candidate.block[axis] : 1;

        formula_variables_get(&e->s->variables, &e->s->probed.subject, &x->candidate,
                              list[i].values);
        telling += x->high > 1;
        list[i].least = x->high > 1 ? ((int64_t)x->high - 1) * unit + 1 : 0;
        list[i].most = (int64_t)(x->high > 1 ? x->high : x->largest) * unit;
    }
    fitting_search(&seen, &found);
    search_consider(&(search){&seen, &found, false}, &work);
    return found.count && telling >= TELLING && found.list[0].reached * 10 >= 9 * seen.count
               ? found.list[0].formula
               : (formula){0};
}

/* True if the formula is the number of blocks in all experiments, also with more than one warp:
 * where some need fewer, larger blocks do more, and the formula would ask for too many. */
static bool is_exact(const experiments *e, const formula *blocks)
{
    bool has_warps = e->s->found.block[0].count || e->s->info->block[0].code;

    for (size_t i = 0; i < e->count; i++) {
        const experiment *x = &e->list[i];
        int64_t values[VARIABLES];

        formula_variables_get(&e->s->variables, &e->s->probed.subject, &x->candidate, values);
        if (x->high > 1 && formula_value(blocks, values) != (int64_t)x->high)
            return false;
        has_warps |= x->high > 1 && x->candidate.block[e->axis] > 32;
    }
    return has_warps;
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

static formula extent_of(const suggestion *s, trial_number_kind kind, uint32_t axis)
{
    for (size_t i = s->variables.parameters; i < s->variables.count; i++) {
        if (s->variables.numbers[i].kind == kind && s->variables.numbers[i].axis == axis)
            return formula_variable(i);
    }
    return (formula){0};
}

static bool is_constant(const formula *f)
{
    return f->count == 1 && f->nodes[0].op == CUSTUB_OP_CONSTANT;
}

/* True if blocks of different extents need as many threads: then each thread has its own work. */
static bool has_work_of_threads(const experiments *e)
{
    uint64_t extents = 0; /* bit b: blocks of 2^b threads */

    for (size_t i = 0; i < e->count; i++) {
        for (unsigned b = 0; e->list[i].high > 1 && b < 12; b++)
            extents |= (uint64_t)(e->list[i].candidate.block[e->axis] == UINT64_C(1) << b) << b;
    }
    return (extents & (extents - 1)) != 0;
}

/* True if the formula seems to count tiles of a size that the block must have. */
static bool counts_tiles(const experiments *e, const formula *f)
{
    return !e->s->found.block[0].count && !e->s->info->block[0].code &&
           formula_has(f, CUSTUB_OP_CEIL_DIV) && !has_work_of_threads(e);
}

/* Rows of blocks whose work lies along another axis of the block: blockIdx.x * blockDim.y. */
static bool judge_other_axes(experiments *e)
{
    suggestion *s = e->s;
    const formula blocks = extent_of(s, TRIAL_GRID, e->axis);

    for (uint32_t axis = 0; axis < 3; axis++) {
        const formula extent = extent_of(s, TRIAL_BLOCK, axis);
        const formula all = formula_of(CUSTUB_OP_MULTIPLY, &blocks, &extent);
        const formula work =
            axis != e->axis && e->of_blocks && extent.count ? fit_extents(e, axis) : (formula){0};
        const formula condition = formula_of(CUSTUB_OP_LESS_EQUAL, &work, &all);

        if (!condition.count || formula_has_quotient(&work) || is_constant(&work))
            continue;
        hypothesis_require(&s->found, &condition);
        return true;
    }
    return false;
}

static void judge(experiments *e)
{
    suggestion *s = e->s;
    const formula threads = fit_extents(e, e->axis);
    formula blocks, condition, extent;

    if (is_enough_with_one(e)) {
        if (e->of_blocks && e->axis == 0 && is_large(e)) {
            s->found.threads[0] = work_of(s);
            s->found.grid_stride = s->threads_are_guessed = s->found.threads[0].count > 0;
        }
        return;
    }
    if (counts_tiles(e, &threads) || is_constant(&threads)) {
        s->threads_are_open = true;
        return;
    }
    if (threads.count) {
        s->found.threads[e->axis] = threads;
        return;
    }
    blocks = e->of_blocks ? fit_extents(e, NO_AXIS) : (formula){0};
    extent = extent_of(s, TRIAL_GRID, e->axis);
    condition = formula_of(CUSTUB_OP_LESS_EQUAL, &blocks, &extent);
    if (!blocks.count && judge_other_axes(e))
        return;
    /* Blocks of a tile each: the block has the tile's size. */
    if (!blocks.count || !extent.count || !is_exact(e, &blocks) ||
        (formula_has_quotient(&blocks) && !s->found.block[0].count))
        s->threads_are_open = true;
    else if (s->found.block[e->axis].count)
        s->found.threads[e->axis] =
            formula_of(CUSTUB_OP_MULTIPLY, &s->found.block[e->axis], &blocks);
    else
        hypothesis_require(&s->found, &condition);
}

/* --- All axes --------------------------------------------------------------------------------- */

/* True if a count or a condition names the grid's extent along the axis: then each grid does what
 * it can. */
static bool is_counted(const suggestion *s, uint32_t axis)
{
    const formula extent = extent_of(s, TRIAL_GRID, axis);

    if (extents_are_required(s, axis))
        return true;
    for (uint32_t i = 0; i < s->info->pointer_count; i++) {
        if (extent.count && formula_names(&s->found.counts[i], extent.nodes[0].variable))
            return true;
    }
    return false;
}

bool threads_is_counted(const suggestion *s)
{
    return is_counted(s, 0) || is_counted(s, 1) || is_counted(s, 2);
}

/* True if a condition has found that blocks along another axis have the work of this one. */
static bool is_covered(const suggestion *s, uint32_t axis)
{
    const formula extent = extent_of(s, TRIAL_BLOCK, axis);

    for (size_t i = 0; i < s->found.requirement_count; i++) {
        const formula *f = &s->found.requirements[i];

        for (uint8_t k = 0; k < f->count && extent.count; k++) {
            if (f->nodes[f->count - 1].op == CUSTUB_OP_LESS_EQUAL &&
                formula_has(f, CUSTUB_OP_MULTIPLY) && f->nodes[k].op == CUSTUB_OP_PARAMETER &&
                f->nodes[k].variable == extent.nodes[0].variable)
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
    e.is_flat = false;
    e.of_blocks = extents_has_number(s, TRIAL_GRID, axis);
    if (!e.of_blocks && (!extents_has_number(s, TRIAL_BLOCK, axis) || s->found.block[0].count ||
                         is_covered(s, axis)))
        return 0;
    if (!extents_find(&e))
        return 0;
    if (e.count < FEW) {
        s->threads_are_open = true;
        return 0;
    }
    judge(&e);
    return extents_written(&e);
}

/* Threads along one axis beside a grid that counts name: conditions, since the grid is the caller's
 * choice. */
static void require_threads(suggestion *s)
{
    for (uint32_t axis = 0; axis < 3 && !s->found.grid_stride; axis++) {
        const formula grid = extent_of(s, TRIAL_GRID, axis);
        const formula block =
            s->found.block[axis].count ? s->found.block[axis] : extent_of(s, TRIAL_BLOCK, axis);
        const formula all = formula_of(CUSTUB_OP_MULTIPLY, &grid, &block);
        const formula condition = formula_of(CUSTUB_OP_LESS_EQUAL, &s->found.threads[axis], &all);

        hypothesis_require(&s->found, &condition);
    }
    memset(s->found.threads, 0, sizeof(s->found.threads));
    s->found.grid_stride = s->threads_are_guessed = false;
}

/* True if a number limits the threads in a way that no launch showed. */
static bool has_guard(const suggestion *s)
{
    bool has = false;

    for (uint32_t i = 0; i < s->info->pointer_count; i++)
        has |= s->counts[i].reason == REASON_GUARD;
    return has;
}

uint64_t threads_find(suggestion *s)
{
    uint64_t written = 0;

    s->threads_are_open = s->threads_are_guessed = s->found.grid_stride = false;
    if (s->info->threads[0].code)
        return 0;
    if (has_guard(s)) {
        s->threads_are_open = true;
        return 0;
    }
    memset(s->found.threads, 0, sizeof(s->found.threads));
    for (uint32_t axis = 0; axis < 3; axis++) {
        if (!is_counted(s, axis))
            written += find_along(s, axis);
    }
    if (threads_is_counted(s))
        require_threads(s);
    for (uint32_t axis = 2; axis > 0; axis--) {
        if (s->found.threads[axis].count && !s->found.threads[axis - 1].count)
            s->found.threads[axis - 1] = formula_constant(1);
    }
    return written;
}

/* Adds launches with as many threads as the formula says, one fewer, and twice as many. */
static void choose_triples(suggestion *s, const formula *work)
{
    trial_candidate c;

    s->probed.count = 0;
    for (uint64_t i = 0; i < 4 * TRIPLES && s->probed.count < 3 * TRIPLES; i++) {
        int64_t values[VARIABLES], threads;

        if (!exploration_choose(&s->probed.subject, s->options->seed + SEEDS + i, &c))
            continue;
        formula_variables_get(&s->variables, &s->probed.subject, &c, values);
        threads = formula_value(work, values);
        if (threads < 4 || threads > MOST_THREADS)
            continue;
        for (size_t axis = 0; axis < 3; axis++)
            c.wished_block[axis] = c.wished_grid[axis] = 1;
        for (size_t k = 0; k < 3; k++) {
            const int64_t grids[] = {threads, threads - 1, 2 * threads};

            c.wished_grid[0] = (uint64_t)grids[k];
            trial_settle(&s->probed.subject, &c, &trial_largest, NULL);
            measurements_add(&s->probed, &c);
        }
    }
}

static bool does_nothing(const suggestion *s, const measurement *launch)
{
    for (uint32_t i = 0; i < s->info->pointer_count; i++) {
        if (launch->touched[i].end > 0)
            return false;
    }
    return true;
}

/* True if so many threads, one beside the other, are enough, and fewer are not. */
static bool is_right(suggestion *s, const formula *work)
{
    const hypothesis whole = suggestion_whole(s);
    size_t all = 0, right = 0;

    if (!measurements_suppose(&s->probed, &whole, &s->variables))
        return false;
    choose_triples(s, work);
    measurements_make(&s->probed, 0);
    for (size_t i = 0; i + 2 < s->probed.count; i += 3) {
        const measurement *launch = &s->probed.list[i];

        if (!launch->is_made || launch->end != TRIAL_RAN || does_nothing(s, launch))
            continue;
        all++;
        right +=
            extents_are_same(s, launch, launch + 2) && !extents_are_same(s, launch, launch + 1);
    }
    return all >= FEW && right * 10 >= 9 * all;
}

/* What fits the threads that launches with one row of blocks need. */
static formula fit_row(suggestion *s)
{
    static experiments e;

    e.s = s;
    e.axis = 0;
    e.of_blocks = e.is_flat = true;
    return extents_find(&e) && e.count >= FEW ? fit_extents(&e, 0) : (formula){0};
}

/* What the kernel writes, or else a parameter, or what fits, if it is right. */
static formula flat_work(suggestion *s)
{
    formula work = work_of(s);

    if (work.count && is_right(s, &work))
        return work;
    for (size_t i = 0; i < s->variables.parameters; i++) {
        work = formula_variable(i);
        if (is_right(s, &work))
            return work;
    }
    work = fit_row(s);
    return work.count && is_right(s, &work) ? work : (formula){0};
}

bool threads_suppose_flat(suggestion *s)
{
    formula work;
    formula all = formula_constant(1);
    size_t grid = 0, block = 0;
    formula condition;

    for (size_t i = s->variables.parameters; i < s->variables.count; i++) {
        const formula extent = formula_variable(i);

        all = formula_of(CUSTUB_OP_MULTIPLY, &all, &extent);
        *(s->variables.numbers[i].kind == TRIAL_GRID ? &grid : &block) += 1;
    }
    if (grid < 2 || block != 1 || s->info->threads[0].code || threads_is_counted(s) ||
        (s->found.threads[0].count && !s->found.grid_stride && !s->threads_are_open))
        return false;
    work = flat_work(s);
    condition = formula_of(CUSTUB_OP_LESS_EQUAL, &work, &all);
    if (!condition.count)
        return false;
    memset(s->found.threads, 0, sizeof(s->found.threads));
    hypothesis_require(&s->found, &condition);
    s->threads_are_open = s->threads_are_guessed = s->found.grid_stride = false;
    return true;
}

#include "trial/suggest/blocks.h"

#include "trial/suggest/block_sizes.h"
#include "trial/suggest/threads.h"

#include <stdlib.h>
#include <string.h>

#define MOST_CONDITIONS 3
#define MANY            8  /* one of so many launches fails */
#define TELLING         16 /* launches that run under conditions */
#define TELLING_MORE    24 /* about arguments: there are many such conditions */

/* --- What is known ---------------------------------------------------------------------------- */

/* An access beyond a buffer, or so far that no buffer is near, says nothing about the block: the
 * buffer may be too small. */
static bool is_about_size(const suggestion *s, const measurement *launch)
{
    const bool is_far = launch->mistake == TRIAL_OUTSIDE && !launch->beyond[0];

    for (uint32_t i = 0; i < s->info->pointer_count; i++) {
        if (suggestion_seeks(s, i) &&
            (is_far || strcmp(launch->beyond, s->info->pointers[i].name) == 0))
            return true;
    }
    return false;
}

static size_t gather(const suggestion *s, attempted *list, size_t *failed)
{
    size_t count = 0;

    *failed = 0;
    for (size_t i = 0; i < s->explored.count; i++) {
        const measurement *launch = &s->explored.list[i];

        if (!launch->is_made || launch->end == TRIAL_REFUSED || is_about_size(s, launch))
            continue;
        formula_variables_get(&s->variables, &s->explored.subject, &launch->candidate,
                              list[count].values);
        list[count].ran = launch->end == TRIAL_RAN;
        *failed += !list[count].ran;
        count++;
    }
    return count;
}

/* --- Taking conditions ------------------------------------------------------------------------ */

/* The axis and the size of a condition "blockDim.x == 32"; false if it is none. */
static bool is_extent(const suggestion *s, const formula *f, uint32_t *axis, formula *size)
{
    const trial_number *number = &s->variables.numbers[f->nodes[0].variable];

    if (f->count != 3 || f->nodes[2].op != CUSTUB_OP_EQUAL ||
        f->nodes[0].op != CUSTUB_OP_PARAMETER || f->nodes[1].op != CUSTUB_OP_CONSTANT ||
        number->kind != TRIAL_BLOCK)
        return false;
    *axis = number->axis;
    *size = formula_constant(f->nodes[1].constant);
    return true;
}

bool blocks_take_size(suggestion *s)
{
    formula block[3] = {formula_constant(1), formula_constant(1), formula_constant(1)};
    hypothesis rest = s->found;
    size_t fixed = 0;
    uint32_t axes = 1;

    rest.requirement_count = 0;
    for (size_t i = 0; i < s->found.requirement_count; i++) {
        const formula *condition = &s->found.requirements[i];
        formula size;
        uint32_t axis;

        if (!is_extent(s, condition, &axis, &size)) {
            hypothesis_require(&rest, condition);
            continue;
        }
        block[axis] = size;
        axes = axis + 1 > axes ? axis + 1 : axes;
        fixed++;
    }
    if (fixed == 0 || s->found.block[0].count)
        return false;
    if (fixed != suggestion_block_axes(s))
        return block_sizes_take_only(s);
    s->found = rest;
    memcpy(s->found.block, block, axes * sizeof(block[0]));
    return true;
}

/* True if the conditions are not those from before: a stronger one replaces a weaker one. */
static bool requires_other(const suggestion *s, const hypothesis *before)
{
    const size_t count = s->found.requirement_count;

    for (size_t i = 0; i < count && count == before->requirement_count; i++)
        if (!formula_equals(&s->found.requirements[i], &before->requirements[i]))
            return true;
    return count != before->requirement_count;
}

/* False if all of them were known. */
static bool take(suggestion *s, const formula *found, size_t count)
{
    const hypothesis before = s->found;

    for (size_t i = 0; i < count; i++)
        hypothesis_require(&s->found, &found[i]);
    return blocks_take_size(s) || requires_other(s, &before);
}

typedef struct found_conditions {
    formula list[MOST_CONDITIONS];
    size_t count;
    size_t ran; /* launches that ran, of those that the conditions leave */
} found_conditions;

static found_conditions search_in(const suggestion *s, conditions *all, const attempted *list,
                                  size_t count, bool about_blocks)
{
    found_conditions found;

    conditions_make(all, &s->variables, about_blocks);
    found.count = conditions_search(all, list, count, found.list, MOST_CONDITIONS, &found.ran);
    return found;
}

/* Conditions about the block come first, unless those about arguments leave many more launches:
 * some small blocks never show what is wrong with the arguments. */
static bool search_both(suggestion *s, conditions *all, const attempted *list, size_t count)
{
    const found_conditions blocks = search_in(s, all, list, count, true);
    const found_conditions others = search_in(s, all, list, count, false);

    if (others.count && blocks.count && others.ran > 2 * blocks.ran &&
        take(s, others.list, others.count))
        return true;
    return take(s, blocks.list, blocks.count) || take(s, others.list, others.count);
}

static bool require_multiples(suggestion *s, conditions *all, const attempted *list, size_t count,
                              bool about_blocks)
{
    found_conditions found;

    conditions_make_multiples(all, &s->variables, about_blocks);
    found.count = conditions_search(all, list, count, found.list, MOST_CONDITIONS, &found.ran);
    return found.ran >= (about_blocks ? TELLING : TELLING_MORE) && take(s, found.list, found.count);
}

bool blocks_require(suggestion *s, const attempted *list, size_t count)
{
    conditions *all = malloc(sizeof(*all));
    const bool is_fixed = s->found.block[0].count || s->info->block[0].code;
    size_t failed = 0;
    bool is_taken;

    for (size_t i = 0; i < count; i++)
        failed += !list[i].ran;
    is_taken = all && failed * MANY >= count &&
               ((!is_fixed && require_multiples(s, all, list, count, true)) ||
                require_multiples(s, all, list, count, false));
    free(all);
    return is_taken;
}

static bool search(suggestion *s, size_t least)
{
    attempted *list = malloc((s->explored.count + 1) * sizeof(*list));
    conditions *all = malloc(sizeof(*all));
    bool is_taken = false;
    size_t count, failed;

    if (list && all) {
        count = gather(s, list, &failed);
        if (failed > least * count / 100)
            is_taken = search_both(s, all, list, count);
    }
    free(list);
    free(all);
    return is_taken;
}

/* --- Conditions about the block that are tried in turn ---------------------------------------- */

static formula block_extent(const suggestion *s)
{
    for (size_t i = s->variables.parameters; i < s->variables.count; i++) {
        if (s->variables.numbers[i].kind == TRIAL_BLOCK)
            return formula_variable(i);
    }
    return (formula){0};
}

static formula grid_extent(const suggestion *s)
{
    for (size_t i = s->variables.parameters; i < s->variables.count; i++) {
        if (s->variables.numbers[i].kind == TRIAL_GRID)
            return formula_variable(i);
    }
    return (formula){0};
}

enum { WARPS = 1, POWER = 2, ONE_BLOCK = 4, ALL_SETS = 7 };

/* Adds conditions of a set: whole warps, a power of two, one block. */
static void require(suggestion *s, size_t set)
{
    const formula block = block_extent(s);
    const formula grid = grid_extent(s);
    const formula warp = formula_constant(32), zero = formula_constant(0),
                  one = formula_constant(1);
    const formula rest = formula_of(CUSTUB_OP_REMAINDER, &block, &warp);
    const formula warps = formula_of(CUSTUB_OP_EQUAL, &rest, &zero);
    const formula power = formula_of(CUSTUB_OP_IS_POW2, &block, &block);
    const formula single = formula_of(CUSTUB_OP_LESS_EQUAL, &grid, &one);

    if (set & WARPS)
        hypothesis_require(&s->found, &warps);
    if (set & POWER)
        hypothesis_require(&s->found, &power);
    if (set & ONE_BLOCK)
        hypothesis_require(&s->found, &single);
}

/* --- For the threads -------------------------------------------------------------------------- */

static void find_for_sizes(suggestion *s)
{
    const hypothesis before = s->found;
    hypothesis best = before;
    uint64_t most = 0;

    for (size_t i = 0; i < block_sizes_count(s); i++) {
        uint64_t written;

        s->found = before;
        block_sizes_take(s, i);
        written = threads_find(s);
        if (s->threads_are_open || s->found.grid_stride || !s->found.threads[0].count ||
            written <= most)
            continue;
        most = written;
        best = s->found;
        if (i < s->launched.count)
            break; /* what the program launches is meant */
    }
    s->found = best;
    s->threads_are_open = most == 0;
}

/* Threads may be found with whole warps alone because launches with others tell less. */
static void doubt_new(suggestion *s, const hypothesis *before)
{
    for (size_t i = 0; i < s->found.requirement_count; i++) {
        if (!hypothesis_requires(before, &s->found.requirements[i]))
            suggestion_doubt(s, &s->found.requirements[i]);
    }
}

/* Looks for threads if a block has whole warps: then a row may have a warp. */
static bool find_for_warps(suggestion *s)
{
    const hypothesis before = s->found;

    require(s, WARPS);
    if (requires_other(s, &before)) {
        threads_find(s);
        if (!s->threads_are_open && !s->found.grid_stride && s->found.threads[0].count) {
            doubt_new(s, &before);
            return true;
        }
    }
    s->found = before;
    return false;
}

void blocks_find_for_threads(suggestion *s)
{
    if (suggestion_block_axes(s) == 1 && find_for_warps(s))
        return;
    find_for_sizes(s);
}

bool blocks_find(suggestion *s)
{
    return search(s, 4);
}

/* --- After a finding -------------------------------------------------------------------------- */

static bool may_climb(const suggestion *s, const hypothesis *before)
{
    return !s->info->block[0].code && !before->block[0].count;
}

/* True if __launch_bounds__ leave the size out. */
static bool is_too_large(const suggestion *s, size_t choice)
{
    const int64_t *size = block_sizes_get(s, choice);

    return s->info->max_threads && size[0] * size[1] > s->info->max_threads;
}

/* One block does not go with threads that the arguments ask for. */
static bool is_senseless(const suggestion *s, const hypothesis *before, size_t sets, size_t step)
{
    if (step < sets)
        return (step + 1) & ONE_BLOCK && before->threads[0].count;
    return step < sets + block_sizes_count(s) && is_too_large(s, step - sets);
}

/* Takes the next step instead of the one before. */
static bool climb(suggestion *s, const hypothesis *before)
{
    const size_t sets = suggestion_block_axes(s) == 1 ? ALL_SETS : 0;
    size_t step = s->step++;

    while (is_senseless(s, before, sets, step))
        step = s->step++;
    if (step >= sets + block_sizes_count(s) || !may_climb(s, before))
        return false;
    s->found = *before;
    if (step < sets) {
        require(s, step + 1);
    } else {
        block_sizes_take(s, step - sets);
        threads_find(s);
    }
    return true;
}

bool blocks_restrict_alike(suggestion *s, const hypothesis *before)
{
    const size_t step = s->step++;

    if (suggestion_block_axes(s) != 1 || step >= (WARPS | POWER) || !may_climb(s, before))
        return false;
    s->found = *before;
    require(s, step + 1);
    return true;
}

/* True if the block's shape may be to blame. */
static bool is_about_block(trial_kind kind)
{
    return kind == TRIAL_BY_SHAPE || kind == TRIAL_RACE || kind == TRIAL_BARRIER ||
           kind == TRIAL_SHARED || kind == TRIAL_UNINITIALIZED || kind == TRIAL_DIVISION;
}

bool blocks_restrict(suggestion *s, trial_kind kind, const hypothesis *before)
{
    if (s->step == 0 && search(s, 0))
        return true;
    return is_about_block(kind) && climb(s, before);
}

bool blocks_leave_elements(const suggestion *s)
{
    bool are_left = false;

    for (uint32_t i = 0; i < s->info->pointer_count; i++)
        are_left |= s->counts[i].reaching * 10 < s->counts[i].touching * 9;
    return are_left && s->found.block[0].count && formula_has_quotient(&s->found.threads[0]);
}

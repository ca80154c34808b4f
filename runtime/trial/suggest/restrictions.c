#include "trial/suggest/restrictions.h"

#include "trial/suggest/blocks.h"
#include "trial/suggest/counts.h"
#include "trial/suggest/unrestricted.h"

#include <stdlib.h>
#include <string.h>

#define FEW             8 /* if all fail, the others do, too */
#define MOST_PARAMETERS 6
#define MOST_AT_ONCE    2 /* restrictions */
#define FIRST           4 /* sizes of the block that are tried with multiples, too */

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

/* Extents of a block; 0: any. */
typedef struct block_size {
    int64_t x, y;
} block_size;

static const block_size lines[] = {{0, 0},  {256, 0}, {64, 0},  {32, 0},  {128, 0},
                                   {16, 0}, {8, 0},   {512, 0}, {1024, 0}};
static const block_size planes[] = {{0, 0},  {32, 0},  {16, 16}, {32, 32}, {8, 8},
                                    {32, 8}, {32, 16}, {32, 4},  {64, 4},  {16, 8}};
static const int64_t multiples[] = {32, 64, 256};

/* --- Trying ----------------------------------------------------------------------------------- */

/* The variable that is the block's extent along the axis; -1: there is none. */
static int extent_of(const suggestion *s, uint32_t axis)
{
    for (size_t i = s->variables.parameters; i < s->variables.count; i++) {
        if (s->variables.numbers[i].kind == TRIAL_BLOCK && s->variables.numbers[i].axis == axis)
            return (int)i;
    }
    return -1;
}

static void require_multiple(suggestion *s, size_t parameter, const formula *divisor)
{
    const formula number = formula_variable(parameter), zero = formula_constant(0);
    const formula rest = formula_of(CUSTUB_OP_REMAINDER, &number, divisor);
    const formula condition = formula_of(CUSTUB_OP_EQUAL, &rest, &zero);

    hypothesis_require(&s->found, &condition);
}

/* True if the formula names nothing but extents of the block that the size fixes. */
static bool is_fixed_by(const suggestion *s, const formula *f, block_size size)
{
    for (uint8_t i = 0; i < f->count; i++) {
        const trial_number *number = &s->variables.numbers[f->nodes[i].variable];

        if (f->nodes[i].op == CUSTUB_OP_PARAMETER &&
            (number->kind != TRIAL_BLOCK || (number->axis == 1 && !size.y)))
            return false;
    }
    return true;
}

/* Removes conditions about extents that the size fixes; launches do not run if it breaks them. */
static bool replace_conditions(suggestion *s, block_size size)
{
    int64_t values[VARIABLES] = {0};
    size_t kept = 0;

    for (size_t i = s->variables.parameters; i < s->variables.count; i++)
        values[i] = s->variables.numbers[i].axis == 0 ? size.x : size.y;
    for (size_t i = 0; i < s->found.requirement_count; i++) {
        const formula *f = &s->found.requirements[i];

        if (!is_fixed_by(s, f, size))
            s->found.requirements[kept++] = *f;
        else if (formula_value(f, values) <= 0)
            return false;
    }
    s->found.requirement_count = kept;
    return true;
}

/* False if conditions that are known forbid the size. */
static bool set_block(suggestion *s, block_size size, bool is_plane)
{
    const formula x = formula_constant(size.x);
    const formula extent = formula_variable((size_t)extent_of(s, 0));
    const formula condition = formula_of(CUSTUB_OP_EQUAL, &extent, &x);

    if (!size.x)
        return true;
    if (!replace_conditions(s, size))
        return false;
    if (is_plane && !size.y) {
        hypothesis_require(&s->found, &condition);
        blocks_take_size(s);
        return true;
    }
    s->found.block[0] = x;
    if (is_plane)
        s->found.block[1] = formula_constant(size.y);
    return true;
}

/* True if the counts can be told. `most`: pointers that may be open. */
static bool is_enough(suggestion *s, const unrestricted *before, size_t most)
{
    s->reason = REASON_NONE;
    s->why[0] = '\0';
    if (!counts_explore_few(s, RESTRICTED_LAUNCHES) || !restricted_runs(s))
        return false;
    counts_fit(s);
    return restricted_open(s) <= most && restricted_is_exact(s, before) && counts_explore(s) &&
           restricted_runs(s) &&
           (counts_fit(s), restricted_open(s) <= most && restricted_is_exact(s, before));
}

static bool try_block(suggestion *s, const unrestricted *before, block_size size, bool is_plane,
                      size_t most)
{
    s->found = before->found;
    return size.x && set_block(s, size, is_plane) && is_enough(s, before, most);
}

/* True if a count names the parameter: else the condition leaves launches alone in which the
 * parameter has no effect. */
static bool is_counted(const suggestion *s, size_t parameter)
{
    for (uint32_t i = 0; i < s->info->pointer_count; i++) {
        if (formula_names(&s->found.counts[i], parameter))
            return true;
    }
    return false;
}

/* Tries with each parameter a multiple of the divisor, and blocks of the size if it has one. */
static bool try_multiples(suggestion *s, const unrestricted *before, block_size size, bool is_plane,
                          const formula *divisor, size_t most)
{
    for (size_t i = 0; i < s->variables.parameters; i++) {
        if (formula_names(divisor, i))
            continue;
        if (trial_budget_is_over(&before->budget, 0))
            return false;
        s->found = before->found;
        if (!set_block(s, size, is_plane))
            return false;
        require_multiple(s, i, divisor);
        if (is_enough(s, before, most) && is_counted(s, i) && restricted_is_shown(s, before, i))
            return true;
    }
    return false;
}

/* Tries with as many blocks, or threads, along an axis as a parameter says. */
static bool try_extent(suggestion *s, const unrestricted *before, const formula *extent,
                       size_t most)
{
    for (size_t i = 0; i < s->variables.parameters; i++) {
        const formula number = formula_variable(i);
        const formula condition = formula_of(CUSTUB_OP_EQUAL, extent, &number);

        if (trial_budget_is_over(&before->budget, 0))
            return false;
        s->found = before->found;
        hypothesis_require(&s->found, &condition);
        if (is_enough(s, before, most) && is_counted(s, i) && restricted_is_shown(s, before, i)) {
            suggestion_doubt(s, &condition);
            return true;
        }
    }
    return false;
}

/* Kernels that do not look at how many rows there are, or columns. */
static bool try_grids(suggestion *s, const unrestricted *before, size_t most)
{
    for (size_t i = s->variables.parameters; i < s->variables.count; i++) {
        const trial_number *number = &s->variables.numbers[i];
        const int block = number->kind == TRIAL_GRID ? extent_of(s, number->axis) : -1;
        const formula blocks = formula_variable(i);
        const formula size = before->found.block[number->axis].count
                                 ? before->found.block[number->axis]
                                 : formula_variable(block < 0 ? 0 : (size_t)block);
        const formula threads = formula_of(CUSTUB_OP_MULTIPLY, &blocks, &size);

        if (number->kind == TRIAL_GRID && (try_extent(s, before, &blocks, most) ||
                                           (block >= 0 && try_extent(s, before, &threads, most))))
            return true;
    }
    return false;
}

/* Parameters that count whole rows, or whole planes, of others: then all counts can be told. */
static bool try_parts(suggestion *s, const unrestricted *before, bool is_plane)
{
    const block_size any = {0, 0};
    const size_t parameters = s->variables.parameters;

    for (size_t i = 0; i < parameters; i++) {
        const formula row = formula_variable(i);

        if (try_multiples(s, before, any, is_plane, &row, 0))
            return true;
    }
    for (size_t i = 0; i < parameters; i++) {
        for (size_t k = i + 1; k < parameters; k++) {
            const formula row = formula_variable(i), column = formula_variable(k);
            const formula plane = formula_of(CUSTUB_OP_MULTIPLY, &row, &column);

            if (try_multiples(s, before, any, is_plane, &plane, 0))
                return true;
        }
    }
    return false;
}

static bool try_all(suggestion *s, const unrestricted *before, size_t most)
{
    const bool is_plane = extent_of(s, 1) >= 0;
    const bool is_fixed = before->found.block[0].count || s->info->block[0].code;
    const block_size *sizes = is_plane ? planes : lines;
    const size_t count = is_fixed ? 1 : is_plane ? COUNT(planes) : COUNT(lines);

    for (size_t i = 0; i < s->launched.count && !is_fixed; i++) {
        const block_size size = {s->launched.list[i][0], s->launched.list[i][1]};

        if (try_block(s, before, size, is_plane, most))
            return true;
    }
    for (size_t i = 0; i < count && !trial_budget_is_over(&before->budget, 0); i++) {
        if (try_block(s, before, sizes[i], is_plane, most))
            return true;
    }
    if (s->variables.parameters > MOST_PARAMETERS)
        return false;
    if ((is_fixed && try_grids(s, before, most)) || try_parts(s, before, is_plane))
        return true;
    for (size_t m = 0; m < COUNT(multiples); m++) {
        const formula divisor = formula_constant(multiples[m]);

        for (size_t i = 0; i < (count > FIRST ? FIRST : count); i++) {
            if (try_multiples(s, before, sizes[i], is_plane, &divisor, most))
                return true;
        }
    }
    return !is_fixed && try_grids(s, before, most);
}

/* True if what the kernel reads may be indices: then no restriction explains an open count. */
static bool reads_indices(const suggestion *s)
{
    for (uint32_t i = 0; i < s->info->pointer_count; i++) {
        const custub_pointer_info *pointer = &s->info->pointers[i];

        if (pointer->flags & CUSTUB_POINTER_READ_ONLY && pointer->element_size >= 4 &&
            suggestion_has_integers(s, i) && s->counts[i].reason != REASON_UNTOUCHED)
            return true;
    }
    return false;
}

/* True if launches run with the block: a few are tried first. */
static bool does_run_with(suggestion *s, const unrestricted *before, block_size size, bool is_plane)
{
    s->found = before->found;
    s->found.requirement_count = 0;
    s->reason = REASON_NONE;
    if (trial_budget_is_over(&before->budget, 0) || !set_block(s, size, is_plane) ||
        !counts_explore_few(s, FEW))
        return false;
    for (size_t i = 0; i < s->explored.count; i++) {
        if (s->explored.list[i].end == TRIAL_RAN)
            return counts_explore_few(s, RESTRICTED_LAUNCHES) && restricted_runs(s) &&
                   counts_explore(s);
    }
    return false;
}

bool restrictions_find_block(suggestion *s)
{
    const bool is_plane = extent_of(s, 1) >= 0;
    const block_size *sizes = is_plane ? planes : lines;
    const size_t own = s->launched.count, count = own + (is_plane ? COUNT(planes) : COUNT(lines));
    unrestricted *before = calloc(1, sizeof(*before));
    bool is_found = false;

    if (before && extent_of(s, 0) >= 0 && extent_of(s, 2) < 0 && !s->found.block[0].count &&
        !s->info->block[0].code && unrestricted_save(s, before)) {
        for (size_t i = 0; i < count && !is_found; i++) {
            const block_size launched = {i < own ? s->launched.list[i][0] : 0,
                                         i < own ? s->launched.list[i][1] : 0};
            const block_size size = i < own ? launched : sizes[i - own];

            is_found = size.x && does_run_with(s, before, size, is_plane);
        }
        if (!is_found)
            unrestricted_restore(s, before);
        free(before->list);
    }
    free(before);
    return is_found;
}

/* Looks for a restriction with which at most so many counts are open. */
static bool find(suggestion *s, size_t most)
{
    unrestricted *before = calloc(1, sizeof(*before));
    bool is_found = false;

    if (before && unrestricted_save(s, before)) {
        is_found = try_all(s, before, most);
        if (!is_found)
            unrestricted_restore(s, before);
        free(before->list);
    }
    free(before);
    return is_found;
}

bool restrictions_find(suggestion *s)
{
    size_t open = restricted_open(s);

    if (extent_of(s, 0) < 0 || extent_of(s, 2) >= 0 || s->reason == REASON_UNTRIED ||
        (s->reason == REASON_NONE && (open == 0 || reads_indices(s))))
        return false;
    s->is_restricted = find(s, 0);
    if (s->is_restricted || s->reason != REASON_NONE || open < 2)
        return s->is_restricted;
    /* One that lets a part of the counts be told may lead to another one. */
    for (size_t i = 0; i < MOST_AT_ONCE && open > 0 && find(s, open - 1); i++) {
        s->is_restricted = true;
        open = restricted_open(s);
    }
    return s->is_restricted;
}

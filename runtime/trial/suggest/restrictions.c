#include "trial/suggest/restrictions.h"

#include "trial/suggest/blocks.h"
#include "trial/suggest/counts.h"

#include <stdlib.h>
#include <string.h>

#define LAUNCHES        32
#define MOST_PARAMETERS 6
#define MOST_SECONDS    10
#define ALL             10 /* of so many launches one may fail */
#define LOOSE           4
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

/* What is known of the kernel before a restriction is tried. */
typedef struct unrestricted {
    hypothesis found;
    suggested_count counts[TRIAL_POINTERS];
    measurement *list;
    size_t count;
    trial_budget budget; /* of the search: the other half of the time is for what follows */
    suggestion_reason reason;
    char why[512];
} unrestricted;

static bool save(const suggestion *s, unrestricted *before)
{
    const size_t count = s->explored.count;

    before->list = malloc((count + 1) * sizeof(*before->list));
    if (!before->list)
        return false;
    memcpy(before->list, s->explored.list, count * sizeof(*before->list));
    memcpy(before->counts, s->counts, sizeof(before->counts));
    memcpy(before->why, s->why, sizeof(before->why));
    before->count = count;
    before->found = s->found;
    before->budget = trial_budget_of(
        s->options->seconds < 2 * MOST_SECONDS ? s->options->seconds / 2 : MOST_SECONDS);
    before->reason = s->reason;
    return true;
}

static void restore(suggestion *s, const unrestricted *before)
{
    memcpy(s->explored.list, before->list, before->count * sizeof(*before->list));
    memcpy(s->counts, before->counts, sizeof(s->counts));
    memcpy(s->why, before->why, sizeof(s->why));
    s->explored.count = before->count;
    s->found = before->found;
    s->reason = before->reason;
}

/* --- Judging ---------------------------------------------------------------------------------- */

/* True if few launches touch the end of what fits. */
static bool is_loose(const suggested_count *count)
{
    return count->reason == REASON_NONE &&
           count->fits.list[0].reached * LOOSE < count->fits.list[0].telling;
}

static bool is_open(const suggested_count *count)
{
    return count->reason == REASON_SHAPE || count->reason == REASON_UNTOUCHED || is_loose(count);
}

/* The pointers whose count is open. */
static size_t count_open(const suggestion *s)
{
    size_t open = 0;

    for (uint32_t i = 0; i < s->info->pointer_count; i++)
        open += suggestion_seeks(s, i) && is_open(&s->counts[i]);
    return open;
}

/* True if launches run. Those that go beyond a buffer without a count say nothing. */
static bool do_launches_run(const suggestion *s)
{
    size_t made = 0, ran = 0, failed = 0;

    for (size_t i = 0; i < s->explored.count; i++) {
        const measurement *launch = &s->explored.list[i];

        made += launch->is_made;
        ran += launch->is_made && launch->end == TRIAL_RAN;
        failed += launch->is_made && launch->end != TRIAL_RAN && launch->mistake != TRIAL_OUTSIDE;
    }
    return made * 2 > LAUNCHES && ran * 2 >= made && failed * ALL <= made;
}

/* True if each count that did not fit without the restriction is a product that most launches
 * touch: with a block that is not meant, the last one leaves a rest. */
static bool are_exact(const suggestion *s, const unrestricted *before)
{
    for (uint32_t i = 0; i < s->info->pointer_count; i++) {
        const suggested_count *count = &s->counts[i];

        if (suggestion_seeks(s, i) && count->reason == REASON_NONE &&
            (is_open(&before->counts[i]) ||
             !formula_equals(&s->found.counts[i], &before->found.counts[i])) &&
            (count->fits.list[0].reached * 4 < count->fits.list[0].telling * 3 ||
             !formula_is_product(&s->found.counts[i])))
            return false;
    }
    return true;
}

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
    if (!counts_explore_few(s, LAUNCHES) || !do_launches_run(s))
        return false;
    counts_fit(s);
    return count_open(s) <= most && are_exact(s, before) && counts_explore(s) &&
           do_launches_run(s) && (counts_fit(s), count_open(s) <= most && are_exact(s, before));
}

static bool try_block(suggestion *s, const unrestricted *before, block_size size, bool is_plane,
                      size_t most)
{
    s->found = before->found;
    return size.x && set_block(s, size, is_plane) && is_enough(s, before, most);
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
        if (is_enough(s, before, most))
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
    if (try_parts(s, before, is_plane))
        return true;
    for (size_t m = 0; m < COUNT(multiples); m++) {
        const formula divisor = formula_constant(multiples[m]);

        for (size_t i = 0; i < (count > FIRST ? FIRST : count); i++) {
            if (try_multiples(s, before, sizes[i], is_plane, &divisor, most))
                return true;
        }
    }
    return false;
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

bool restrictions_find(suggestion *s)
{
    unrestricted *before;
    bool is_found = false;
    const size_t open = count_open(s);

    if (extent_of(s, 0) < 0 || extent_of(s, 2) >= 0 || s->reason == REASON_UNTRIED ||
        (s->reason == REASON_NONE && (open == 0 || reads_indices(s))))
        return false;
    before = calloc(1, sizeof(*before));
    if (before && save(s, before)) {
        is_found = try_all(s, before, before->reason == REASON_NONE ? open - 1 : 0);
        s->is_restricted = is_found;
        if (!is_found)
            restore(s, before);
        free(before->list);
    }
    free(before);
    return is_found;
}

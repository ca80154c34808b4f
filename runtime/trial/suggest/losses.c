#include "trial/suggest/losses.h"

#include "check/evaluate.h"
#include "trial/suggest/blocks.h"
#include "trial/suggest/exploration.h"

#include <string.h>

#define LAUNCHES 128
#define CHANGES  6   /* of each launch */
#define VALUE    100 /* of a changed element, and its negative: larger than what buffers hold */
#define SEEDS    70000
#define SHARE    5 /* of the kernel's time */

#define CHECKS "memory,contract,shuffle"

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

/* --- Launches --------------------------------------------------------------------------------- */

/* Multiples and powers of two of all kinds, and others. */
static const uint64_t sizes[] = {32, 64, 7,  128, 96, 16, 256, 33, 8,   48, 4,
                                 80, 2,  12, 160, 36, 24, 192, 40, 100, 6,  20};

/* Gives half of the arguments such a size, where it is legal. */
static void choose_arguments(const suggestion *s, trial_candidate *c, uint64_t seed)
{
    const trial_subject *subject = &s->probed.subject;
    trial_random random = {seed + 1};

    for (size_t i = 0; i < s->variables.parameters; i++) {
        const trial_number *number = &s->variables.numbers[i];
        const int64_t before = trial_number_get(c, subject, number);
        const uint64_t choice = trial_random_below(&random, 2 * COUNT(sizes));

        if (choice >= COUNT(sizes))
            continue;
        trial_number_set(c, subject, number, (int64_t)sizes[choice]);
        if (!exploration_is_small(subject, c))
            trial_number_set(c, subject, number, before);
    }
}

/* Gives the block the size, or the largest half of it that is legal. */
static void choose_block(const suggestion *s, trial_candidate *c, uint64_t size)
{
    const uint64_t before = c->wished_block[0];

    for (c->wished_block[0] = size; c->wished_block[0] > 0; c->wished_block[0] /= 2) {
        if (exploration_is_small(&s->probed.subject, c))
            return;
    }
    c->wished_block[0] = before;
}

static void add_launches(suggestion *s)
{
    const trial_subject *subject = &s->probed.subject;
    trial_candidate candidate;

    s->probed.count = 0;
    for (uint64_t i = 0; i < 2 * LAUNCHES && s->probed.count < LAUNCHES; i++) {
        if (!exploration_choose(subject, s->options->seed + SEEDS + i, &candidate))
            continue;
        if (suggestion_block_axes(s) == 1)
            choose_block(s, &candidate, sizes[i % COUNT(sizes)]);
        if (i % 3)
            choose_arguments(s, &candidate, i);
        if (exploration_is_small(subject, &candidate) &&
            trial_settle(subject, &candidate, &trial_largest, NULL) == 0)
            measurements_add(&s->probed, &candidate);
    }
}

/* True if the buffer holds numbers that are no indices, and that no launch writes over. */
static bool holds_numbers(const suggestion *s, uint32_t pointer)
{
    const custub_pointer_info *info = &s->info->pointers[pointer];

    return info->flags & CUSTUB_POINTER_READ_ONLY && !info->high.code && !s->is_index[pointer] &&
           !s->found.highs[pointer].count && trial_contents_scalar(info) != CUSTUB_SCALAR_NONE;
}

/* Chooses an element among those that the launch read; false if it read none. Those at the ends of
 * a buffer come first: they are lost most often by kernels that lose some whatever the sizes are.
 */
static bool choose_element(const suggestion *s, const measurement *launch, size_t change,
                           trial_random *random, trial_change *out)
{
    uint64_t all = 0;

    for (uint32_t i = 0; i < s->info->pointer_count; i++) {
        const custub_pointer_info *pointer = &s->info->pointers[i];
        uint64_t components, begin, count, weight;

        if (!holds_numbers(s, i) || launch->touched[i].begin == launch->touched[i].end)
            continue;
        components =
            pointer->element_size / custubi_scalar_of(trial_contents_scalar(pointer))->size;
        begin = launch->touched[i].begin * components;
        count = launch->touched[i].end * components - begin;
        weight = change < 2 ? 1 : count; /* any buffer, or any element */
        all += weight;
        if (trial_random_below(random, all) < weight)
            *out = (trial_change){true, (uint8_t)i,
                                  change == 0   ? begin
                                  : change == 1 ? begin + count - 1
                                                : begin + trial_random_below(random, count),
                                  VALUE};
    }
    return all > 0;
}

/* Adds the launch with another element changed in each of `CHANGES` pairs. */
static void add_changes(suggestion *s, const measurement *launch)
{
    trial_random random = {launch->candidate.contents};
    trial_candidate changed = launch->candidate;

    for (size_t i = 0; i < CHANGES && choose_element(s, launch, i, &random, &changed.change); i++) {
        measurements_add(&s->probed, &changed);
        changed.change.value = -VALUE;
        measurements_add(&s->probed, &changed);
    }
}

/* --- What is lost ----------------------------------------------------------------------------- */

static bool has_same_results(const suggestion *s, const measurement *a, const measurement *b)
{
    return b->is_made && b->end == TRIAL_RAN &&
           memcmp(a->results, b->results, s->info->pointer_count * sizeof(a->results[0])) == 0;
}

/* The changes of the launch begin at *next, which is moved behind them. True if one of the elements
 * changed no result. Nothing is told if the time was over before the changes were made. */
static bool loses_element(const suggestion *s, const measurement *launch, size_t *next,
                          bool *is_told)
{
    const measurement *changes = s->probed.list;
    bool is_lost = false;

    *is_told = *next < s->probed.count && changes[*next].is_made;

    for (; *next + 1 < s->probed.count &&
           changes[*next].candidate.contents == launch->candidate.contents;
         *next += 2)
        is_lost |= has_same_results(s, launch, &changes[*next]) &&
                   has_same_results(s, launch, &changes[*next + 1]);
    return is_lost;
}

typedef bool loss(const suggestion *s, const measurement *launch, size_t *next, bool *is_told);

static bool reads_undefined(const suggestion *s, const measurement *launch, size_t *next,
                            bool *is_told)
{
    (void)s;
    (void)next;
    *is_told = true;
    return launch->mistake == TRIAL_UNINITIALIZED;
}

static bool has_single(const suggestion *s, const int64_t values[VARIABLES])
{
    for (size_t i = 0; i < s->variables.parameters; i++) {
        if (values[i] == 1)
            return true;
    }
    return false;
}

/* Whether launches lose what `is_lost` looks for. Left out: those that failed by something else,
 * and those with a 1 among the numbers: the softmax of one element is 1, whatever it is. */
static bool require_lossless(suggestion *s, size_t launches, loss *is_lost)
{
    attempted list[LAUNCHES];
    size_t count = 0, next = launches;

    for (size_t i = 0; i < launches; i++) {
        const measurement *launch = &s->probed.list[i];
        bool is_told;
        const bool loses = is_lost(s, launch, &next, &is_told);

        formula_variables_get(&s->variables, &s->probed.subject, &launch->candidate,
                              list[count].values);
        list[count].ran = !loses;
        count += is_told && launch->is_made && (loses || launch->end == TRIAL_RAN) &&
                 !has_single(s, list[count].values);
    }
    return blocks_require(s, list, count);
}

bool losses_find(suggestion *s)
{
    const hypothesis whole = suggestion_whole(s);
    const trial_budget budget = trial_budget_of(s->options->seconds / SHARE);
    const char *checks = s->probed.checks;
    bool is_found;
    size_t launches;

    if (!measurements_suppose(&s->probed, &whole, &s->variables))
        return false;
    s->probed.checks = CHECKS;
    s->probed.budget = &budget;
    add_launches(s);
    launches = s->probed.count;
    measurements_make(&s->probed, 0);
    is_found = require_lossless(s, launches, reads_undefined);
    for (size_t i = 0; i < launches; i++) {
        if (s->probed.list[i].is_made && s->probed.list[i].end == TRIAL_RAN)
            add_changes(s, &s->probed.list[i]);
    }
    measurements_make(&s->probed, launches);
    is_found |= require_lossless(s, launches, loses_element);
    s->probed.checks = checks;
    s->probed.budget = &s->budget;
    return is_found;
}

#include "trial/suggest/signs.h"

#include "trial/suggest/exploration.h"

#define LAUNCHES       24
#define AT_ONCE        4
#define SEEDS          80000
#define MOST           4 /* of the other numbers, and of this one without its sign */
#define LEAST_CONSTANT 8 /* the length of a row, for example */
#define MOST_CONSTANT  8192

/* Launches in which the number has this value, or is negative if it is 0, and the others are small.
 */
static void add_launches(suggestion *s, size_t variable, int64_t wished, uint64_t first)
{
    const trial_subject *subject = &s->probed.subject;
    const trial_limits limits = {UINT64_C(1) << 26, UINT64_C(1) << 17};

    for (uint64_t i = first; i < first + AT_ONCE; i++) {
        trial_random random = {i + 1};
        trial_candidate candidate;

        if (!exploration_choose(subject, s->options->seed + SEEDS + i, &candidate))
            continue;
        for (size_t k = 0; k < s->variables.parameters; k++) {
            const int64_t value = 1 + (int64_t)trial_random_below(&random, MOST);

            trial_number_set(&candidate, subject, &s->variables.numbers[k],
                             k != variable ? value
                             : wished      ? wished
                                           : -value);
        }
        if (trial_settle(subject, &candidate, wished ? &limits : &trial_largest, NULL) == 0)
            measurements_add(&s->probed, &candidate);
    }
}

/* False if launches do not end: the trial of the whole will tell. */
static bool do_end(const suggestion *s)
{
    for (size_t i = 0; i < s->probed.count; i++) {
        if (s->probed.list[i].end == TRIAL_LATE)
            return false;
    }
    return true;
}

static bool goes_out_of_bounds(const suggestion *s)
{
    for (size_t i = 0; i < s->probed.count; i++) {
        if (trial_kind_is_outside(s->probed.list[i].mistake))
            return true;
    }
    return false;
}

static bool must_not_be_negative(suggestion *s, size_t variable)
{
    s->probed.count = 0;
    for (uint64_t i = 0; i < LAUNCHES && do_end(s) && !goes_out_of_bounds(s); i += AT_ONCE) {
        const size_t first = s->probed.count;

        add_launches(s, variable, 0, i);
        measurements_make(&s->probed, first);
    }
    return goes_out_of_bounds(s);
}

static bool is_out_of_bounds_with(suggestion *s, size_t variable, int64_t value)
{
    s->probed.count = 0;
    add_launches(s, variable, value, 0);
    measurements_make(&s->probed, 0);
    return goes_out_of_bounds(s);
}

/* Larger numbers than a constant of a count are seldom chosen: their buffers are large. */
static void limit_to_constants(suggestion *s, size_t variable, const formula *count)
{
    const formula number = formula_variable(variable);

    for (uint8_t i = 0; i < count->count; i++) {
        const int64_t most = count->nodes[i].constant;
        const formula constant = formula_constant(most);
        const formula condition = formula_of(CUSTUB_OP_LESS_EQUAL, &number, &constant);

        if (count->nodes[i].op == CUSTUB_OP_CONSTANT && most >= LEAST_CONSTANT &&
            most <= MOST_CONSTANT && !hypothesis_requires(&s->found, &condition) &&
            is_out_of_bounds_with(s, variable, most + 1) &&
            !is_out_of_bounds_with(s, variable, most))
            hypothesis_require(&s->found, &condition);
    }
}

void signs_find(suggestion *s)
{
    for (size_t i = 0; i < s->variables.parameters; i++) {
        const hypothesis whole = suggestion_whole(s);
        const formula zero = formula_constant(0), number = formula_variable(i);
        const formula condition = formula_of(CUSTUB_OP_LESS_EQUAL, &zero, &number);

        if (!measurements_suppose(&s->probed, &whole, &s->variables))
            return;
        if (must_not_be_negative(s, i))
            hypothesis_require(&s->found, &condition);
        for (uint32_t k = 0; k < s->info->pointer_count; k++)
            limit_to_constants(s, i, &s->found.counts[k]);
    }
}

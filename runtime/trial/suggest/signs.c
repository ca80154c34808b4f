#include "trial/suggest/signs.h"

#include "trial/suggest/exploration.h"

#define LAUNCHES       24
#define FEW            4 /* with a constant */
#define SEEDS          80000
#define MOST           4 /* of the other numbers, and of this one without its sign */
#define ENDLESS        2 /* launches that do not end, of one number */
#define LEAST_CONSTANT 8 /* the length of a row, for example */
#define MOST_CONSTANT  8192

/* Launches in which the number has this value, or is negative if it is 0, and the others are small.
 * An extent of the grid is that of blocks of one thread. */
static void add_launches(suggestion *s, size_t variable, int64_t wished, uint64_t count)
{
    const trial_subject *subject = &s->probed.subject;
    const trial_limits limits = {UINT64_C(1) << 26, UINT64_C(1) << 17};

    for (uint64_t i = 0; i < count; i++) {
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
        if (variable >= s->variables.parameters) {
            const uint32_t axis = s->variables.numbers[variable].axis;

            candidate.wished_block[axis] = 1;
            candidate.wished_grid[axis] = (uint64_t)wished;
        }
        if (trial_settle(subject, &candidate, wished ? &limits : &trial_largest, NULL) == 0)
            measurements_add(&s->probed, &candidate);
    }
}

static bool is_outside(const measurement *launch)
{
    return trial_kind_is_outside(launch->mistake);
}

/* If launches do not end, the trial of the whole will tell. */
static bool is_telling(const measurement *launch)
{
    return is_outside(launch) || launch->end == TRIAL_LATE;
}

/* Rows that are longer than their pitch share elements. */
static bool is_outside_or_race(const measurement *launch)
{
    return is_outside(launch) || launch->mistake == TRIAL_RACE;
}

static bool does_any(const suggestion *s, measurement_test *test)
{
    for (size_t i = 0; i < s->probed.count; i++) {
        if (test(&s->probed.list[i]))
            return true;
    }
    return false;
}

static bool must_not_be_negative(suggestion *s, size_t variable)
{
    s->probed.count = 0;
    add_launches(s, variable, 0, LAUNCHES);
    measurements_make_until(&s->probed, 0, is_telling);
    return does_any(s, is_outside);
}

static bool fails_with(suggestion *s, size_t variable, int64_t value)
{
    s->probed.count = 0;
    add_launches(s, variable, value, FEW);
    measurements_make_until(&s->probed, 0, is_outside_or_race);
    return does_any(s, is_outside_or_race);
}

/* The parameter, or the threads along the axis of an extent of the grid. Without nodes if there is
 * neither. */
static formula threads_or_number(const suggestion *s, size_t variable)
{
    const trial_number *number = &s->variables.numbers[variable];
    const formula extent = formula_variable(variable);

    if (variable < s->variables.parameters)
        return extent;
    for (size_t i = s->variables.parameters; i < s->variables.count; i++) {
        const formula block = formula_variable(i);

        if (number->kind == TRIAL_GRID && s->variables.numbers[i].kind == TRIAL_BLOCK &&
            s->variables.numbers[i].axis == number->axis)
            return formula_of(CUSTUB_OP_MULTIPLY, &extent, &block);
    }
    return (formula){0};
}

/* Larger numbers than a constant of a count are seldom chosen: their buffers are large. */
static void limit_to_constants(suggestion *s, size_t variable, const formula *count)
{
    const formula number = threads_or_number(s, variable);

    for (uint8_t i = 0; i < count->count; i++) {
        const int64_t most = count->nodes[i].constant;
        const formula constant = formula_constant(most);
        const formula condition = formula_of(CUSTUB_OP_LESS_EQUAL, &number, &constant);

        if (condition.count && count->nodes[i].op == CUSTUB_OP_CONSTANT && most >= LEAST_CONSTANT &&
            most <= MOST_CONSTANT && !hypothesis_requires(&s->found, &condition) &&
            fails_with(s, variable, most + 1) && !fails_with(s, variable, most))
            hypothesis_require(&s->found, &condition);
    }
}

void signs_find(suggestion *s)
{
    for (size_t i = 0; i < s->variables.count; i++) {
        const bool is_parameter = i < s->variables.parameters;
        const hypothesis whole = suggestion_whole(s);
        const formula zero = formula_constant(0), number = formula_variable(i);
        const formula condition = formula_of(CUSTUB_OP_LESS_EQUAL, &zero, &number);

        if (!measurements_suppose(&s->probed, &whole, &s->variables))
            return;
        if (is_parameter && must_not_be_negative(s, i))
            hypothesis_require(&s->found, &condition);
        for (uint32_t k = 0; k < s->info->pointer_count; k++) {
            if (is_parameter || formula_names(&s->found.counts[k], i))
                limit_to_constants(s, i, &s->found.counts[k]);
        }
    }
}

/* --- Steps ------------------------------------------------------------------------------------ */

static bool does_something(const suggestion *s, const measurement *launch)
{
    for (uint32_t i = 0; i < s->info->pointer_count; i++) {
        if (launch->touched[i].end > 0)
            return true;
    }
    return false;
}

/* True if each launch that did not end had no number above 0 there, and none did that worked. */
static bool is_step(const suggestion *s, size_t variable)
{
    int64_t values[VARIABLES];
    size_t endless = 0;

    for (size_t i = 0; i < s->explored.count; i++) {
        const measurement *launch = &s->explored.list[i];
        const bool is_endless = launch->is_made && launch->end == TRIAL_LATE;

        formula_variables_get(&s->variables, &s->explored.subject, &launch->candidate, values);
        if (values[variable] > 0 ? is_endless : launch->is_made && does_something(s, launch))
            return false;
        endless += is_endless;
    }
    return endless >= ENDLESS;
}

bool signs_find_steps(suggestion *s)
{
    const size_t before = s->found.requirement_count;

    for (size_t i = 0; i < s->variables.parameters; i++) {
        const formula one = formula_constant(1), number = formula_variable(i);
        const formula condition = formula_of(CUSTUB_OP_LESS_EQUAL, &one, &number);

        if (is_step(s, i))
            hypothesis_require(&s->found, &condition);
    }
    return s->found.requirement_count > before;
}

#include "trial/formulas/conditions.h"

#include <stdlib.h>
#include <string.h>

#define FEW   8 /* launches that show nothing */
#define CAUSE 4 /* of so many launches that a condition forbids, one has to fail */

static void add(conditions *c, custub_op op, const formula *a, const formula *b)
{
    const formula f = formula_of(op, a, b);

    if (c->count < CONDITIONS && f.count)
        c->list[c->count++] = f;
}

static void add_multiple(conditions *c, const formula *a, int64_t of)
{
    const formula divisor = formula_constant(of);
    const formula zero = formula_constant(0);
    const formula rest = formula_of(CUSTUB_OP_REMAINDER, a, &divisor);

    add(c, CUSTUB_OP_EQUAL, &rest, &zero);
}

/* Conditions about one number. `is_upper`: an extent of the block other than the first. */
static void add_single(conditions *c, const formula *a, bool is_extent, bool is_upper)
{
    static const int64_t sizes[] = {1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024};

    for (size_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++) {
        const formula size = formula_constant(sizes[i]);

        if (sizes[i] > 1 && sizes[i] <= 128)
            add_multiple(c, a, sizes[i]);
        if (is_extent || sizes[i] == 1)
            add(c, CUSTUB_OP_LESS_EQUAL, &size, a);
        if (!is_extent || (sizes[i] == 1 && !is_upper))
            continue; /* a limit of a parameter is seldom meant, nor blocks of one thread */
        add(c, CUSTUB_OP_LESS_EQUAL, a, &size);
        add(c, CUSTUB_OP_EQUAL, a, &size);
    }
    if (is_extent)
        add(c, CUSTUB_OP_IS_POW2, a, a);
}

static bool is_wanted(const conditions *c, size_t variable)
{
    const trial_number_kind kind = c->variables->numbers[variable].kind;

    return kind == TRIAL_BLOCK || (kind == TRIAL_ARGUMENT && !c->are_about_blocks);
}

static void add_pairs(conditions *c)
{
    const formula_variables *variables = c->variables;

    for (size_t i = 0; i < variables->count; i++) {
        for (size_t k = 0; k < variables->count; k++) {
            const formula a = formula_variable(i);
            const formula b = formula_variable(k);

            if (i == k || !is_wanted(c, i) || !is_wanted(c, k))
                continue;
            add(c, CUSTUB_OP_LESS_EQUAL, &a, &b);
            if (k > i && variables->numbers[i].kind == variables->numbers[k].kind)
                add(c, CUSTUB_OP_EQUAL, &a, &b);
        }
    }
}

static void initialize(conditions *c, const formula_variables *variables, bool about_blocks)
{
    c->variables = variables;
    c->count = 0;
    c->are_about_blocks = about_blocks;
}

void conditions_make(conditions *c, const formula_variables *variables, bool about_blocks)
{
    formula threads = formula_constant(1);

    initialize(c, variables, about_blocks);
    for (size_t i = variables->count; i-- > 0;) {
        const formula a = formula_variable(i);

        if (variables->numbers[i].kind == TRIAL_BLOCK)
            threads = formula_of(CUSTUB_OP_MULTIPLY, &a, &threads);
        if (is_wanted(c, i))
            add_single(c, &a, variables->numbers[i].kind == TRIAL_BLOCK,
                       variables->numbers[i].axis > 0);
    }
    if (threads.count > 1)
        add_single(c, &threads, true, false);
    add_pairs(c);
}

static void add_multiples(conditions *c, const formula *a)
{
    for (int64_t of = 2; of <= 128; of *= 2)
        add_multiple(c, a, of);
    add(c, CUSTUB_OP_IS_POW2, a, a);
}

static void add_multiples_of_block(conditions *c)
{
    formula threads = formula_constant(1);

    for (size_t i = c->variables->count; i-- > 0;) {
        const formula extent = formula_variable(i);

        if (c->variables->numbers[i].kind != TRIAL_BLOCK)
            continue;
        add_multiples(c, &extent);
        threads = formula_of(CUSTUB_OP_MULTIPLY, &extent, &threads);
    }
    if (threads.count > 1)
        add_multiples(c, &threads);
}

void conditions_make_multiples(conditions *c, const formula_variables *variables, bool about_blocks)
{
    const formula warp = formula_constant(32);

    initialize(c, variables, about_blocks);
    if (about_blocks)
        add_multiples_of_block(c);
    for (size_t i = 0; i < variables->parameters && !about_blocks; i++) {
        const formula number = formula_variable(i);

        add_multiples(c, &number);
        add(c, CUSTUB_OP_LESS_EQUAL, &warp, &number);
    }
}

void conditions_make_reach(conditions *c, const formula_variables *variables,
                           const formula *elements, bool covers)
{
    const formula zero = formula_constant(0);
    formula threads = formula_constant(1);

    initialize(c, variables, false);
    for (size_t i = variables->parameters; i < variables->count; i++) {
        const formula extent = formula_variable(i);

        threads = formula_of(CUSTUB_OP_MULTIPLY, &threads, &extent);
    }
    for (int64_t each = 1; covers && each <= 8; each *= 2) {
        const formula factor = formula_constant(each);
        const formula all = formula_of(CUSTUB_OP_MULTIPLY, &factor, &threads);

        add(c, CUSTUB_OP_LESS_EQUAL, elements, &all);
    }
    for (size_t i = 0; i < variables->parameters; i++) {
        for (size_t k = 0; k < variables->parameters; k++) {
            const formula number = formula_variable(i), divisor = formula_variable(k);
            const formula rest = formula_of(CUSTUB_OP_REMAINDER, &number, &divisor);

            if (i != k)
                add(c, CUSTUB_OP_EQUAL, &rest, &zero);
        }
    }
}

/* --- Searching -------------------------------------------------------------------------------- */

typedef struct tally {
    size_t ran, failed;
} tally;

static tally count(const formula *f, const attempted *launches, const bool *counts, size_t number)
{
    tally t = {0, 0};

    for (size_t i = 0; i < number; i++) {
        if (!counts[i] || formula_value(f, launches[i].values) <= 0)
            continue;
        t.ran += launches[i].ran;
        t.failed += !launches[i].ran;
    }
    return t;
}

/* True if nearly all launches ran, and few of the failures are left. */
static bool is_right(tally t, tally all)
{
    return t.ran >= FEW && t.failed * 50 <= t.ran && t.failed * 4 <= all.failed;
}

/* True if `a` is to be preferred. */
static bool is_better(tally a, tally b, tally all)
{
    if (is_right(a, all) || is_right(b, all))
        return is_right(a, all) && (!is_right(b, all) || a.ran > b.ran);
    return a.ran >= FEW && (b.ran == 0 || a.ran * (b.ran + b.failed) > b.ran * (a.ran + a.failed));
}

/* True if many of the launches that the condition forbids failed: else it forbids few failures, and
 * launches at random. */
static bool is_cause(tally without, tally with)
{
    const size_t ran = without.ran - with.ran, failed = without.failed - with.failed;

    return failed * CAUSE >= failed + ran;
}

/* The best condition for the launches that count; false if none makes a difference. */
static bool choose(const conditions *c, const attempted *launches, const bool *counts,
                   size_t number, tally all, formula *best, tally *of_best)
{
    const formula always = formula_constant(1);
    const tally without = count(&always, launches, counts, number);
    bool is_there = false;

    *of_best = (tally){0, 0};
    for (size_t i = 0; i < c->count; i++) {
        const tally t = count(&c->list[i], launches, counts, number);

        if (!is_better(t, *of_best, all) || !is_cause(without, t))
            continue;
        *of_best = t;
        *best = c->list[i];
        is_there = true;
    }
    return is_there;
}

size_t conditions_search(const conditions *c, const attempted *launches, size_t number,
                         formula *found, size_t room, size_t *ran)
{
    bool *counts = malloc(number + 1);
    tally t = {0, 0};
    tally all = {0, 0};
    size_t kept = 0;

    *ran = 0;
    if (!counts)
        return 0;
    for (size_t i = 0; i < number; i++)
        launches[i].ran ? all.ran++ : all.failed++;
    memset(counts, 1, number + 1);
    while (kept < room && choose(c, launches, counts, number, all, &found[kept], &t)) {
        for (size_t i = 0; i < number; i++)
            counts[i] &= formula_value(&found[kept], launches[i].values) > 0;
        kept++;
        if (is_right(t, all))
            break;
    }
    free(counts);
    *ran = t.ran;
    /* A condition about arguments is not meant if it leaves few launches. */
    return is_right(t, all) && (c->are_about_blocks || t.ran * 4 >= all.ran) ? kept : 0;
}

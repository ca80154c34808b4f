#include "trial/formulas/fitting.h"

#include "trial/formulas/constant_pitches.h"
#include "trial/formulas/grid_pitches.h"
#include "trial/formulas/scaled_sums.h"
#include "trial/formulas/survivors.h"

#include <stdlib.h>
#include <string.h>

#define LARGEST         8192 /* constant factor */
#define MARGIN          64   /* the most that is added */
#define MOST_PER_PART   64   /* the largest factor of a quotient that is not a power of 2 */
#define MOST_OF_TRIPLES 10   /* parameters */
#define MOST_EXACT      512  /* the same, if nearly all launches touch just so much */

/* --- One term --------------------------------------------------------------------------------- */

/* The least factor that makes the term large enough everywhere; 0: there is none. */
static int64_t factor_of(const observations *seen, const int64_t *values)
{
    int64_t factor = 1;

    for (size_t i = 0; i < seen->count; i++) {
        const int64_t least = seen->list[i].least;

        if (least <= 0)
            continue; /* nothing was touched: the value may be negative */
        if (values[i] <= 0)
            return 0;
        if (least > factor * values[i])
            factor = (least - 1) / values[i] + 1;
        if (factor > LARGEST || factor * values[i] < least)
            return 0;
    }
    return factor;
}

/* The least number that, added to `factor` times the term, makes it large enough everywhere. */
static int64_t margin_of(const observations *seen, const int64_t *values, int64_t factor)
{
    int64_t margin = INT64_MIN;

    for (size_t i = 0; i < seen->count; i++) {
        int64_t missing;

        if (values[i] == INT64_MIN)
            return INT64_MAX;
        missing = seen->list[i].least - factor * values[i];
        if (missing > MARGIN)
            return INT64_MAX;
        if (missing > margin)
            margin = missing;
    }
    return margin;
}

/* True if nearly all observations are known exactly, and are `factor` times the term. */
static bool is_exact(const observations *seen, const int64_t *values, int64_t factor)
{
    size_t exact = 0;

    for (size_t i = 0; i < seen->count; i++)
        exact +=
            seen->list[i].least == seen->list[i].most && factor * values[i] == seen->list[i].least;
    return (double)exact >= ENOUGH * (double)seen->count;
}

static void consider_scaled(search *s, const term *t)
{
    const int64_t factor = factor_of(s->seen, t->values);
    formula constant = formula_constant(factor);
    formula scaled = formula_of(CUSTUB_OP_MULTIPLY, &constant, &t->formula);
    int64_t power = 1;

    if (factor <= 0)
        return;
    while (power < factor)
        power *= 2;
    if (power == factor || factor <= MOST_PER_PART || !formula_has_quotient(&t->formula) ||
        (factor <= MOST_EXACT && is_exact(s->seen, t->values, factor)))
        search_consider(s, factor == 1 ? &t->formula : &scaled);
    if (power != factor) { /* 32 threads are meant where 31 would do, too */
        constant = formula_constant(power);
        scaled = formula_of(CUSTUB_OP_MULTIPLY, &constant, &t->formula);
        search_consider(s, &scaled);
    }
}

static void consider_margin(search *s, const term *t)
{
    for (int64_t factor = 1; factor <= 4; factor++) {
        const int64_t margin = margin_of(s->seen, t->values, factor);
        const formula times = formula_constant(factor);
        const formula scaled = formula_of(CUSTUB_OP_MULTIPLY, &times, &t->formula);
        const formula distance = formula_constant(margin < 0 ? -margin : margin);
        formula sum;

        if (margin == 0 || margin > MARGIN || margin < -MARGIN)
            continue;
        sum = formula_of(margin < 0 ? CUSTUB_OP_SUBTRACT : CUSTUB_OP_ADD, &scaled, &distance);
        search_consider(s, &sum);
    }
}

static void consider_constant(search *s)
{
    int64_t most = 0;
    formula constant;

    for (size_t i = 0; i < s->seen->count; i++)
        most = s->seen->list[i].least > most ? s->seen->list[i].least : most;
    constant = formula_constant(most);
    search_consider(s, &constant);
}

/* --- Two terms -------------------------------------------------------------------------------- */

static int64_t combine(custub_op op, int64_t a, int64_t b)
{
    switch (op) {
    case CUSTUB_OP_ADD:
        return a + b;
    case CUSTUB_OP_SUBTRACT:
        return a - b;
    case CUSTUB_OP_MIN:
        return a < b ? a : b;
    default:
        return a > b ? a : b;
    }
}

/* True if no observation contradicts the combination plus `margin`, and one shows that it is not
 * too much. */
static bool may_be(const observations *seen, custub_op op, const term *a, const term *b,
                   int64_t margin)
{
    bool is_reached = false;

    for (size_t i = 0; i < seen->count; i++) {
        const int64_t value = combine(op, a->values[i], b->values[i]) + margin;

        if (a->values[i] == INT64_MIN || b->values[i] == INT64_MIN ||
            search_contradicts(&seen->list[i], value))
            return false;
        is_reached |= value >= 0 && value <= seen->list[i].most;
    }
    return is_reached;
}

static void consider_pair(search *s, custub_op op, const term *a, const term *b, int64_t margin)
{
    const formula constant = formula_constant(margin);
    formula both;

    if (!may_be(s->seen, op, a, b, margin))
        return;
    both = formula_of(op, &a->formula, &b->formula);
    both = formula_of(CUSTUB_OP_ADD, &both, &constant);
    search_consider(s, &both);
}

/* True if the difference is below zero where a launch works, and nothing else is against it. */
static bool may_be_clipped(const observations *seen, const term *a, const term *b)
{
    bool is_below = false;

    for (size_t i = 0; i < seen->count; i++) {
        const observation *o = &seen->list[i];
        const int64_t value = a->values[i] - b->values[i];

        if (a->values[i] == INT64_MIN || b->values[i] == INT64_MIN ||
            (o->least > 0 && value < o->least))
            return false;
        is_below |= o->works && value < 0;
    }
    return is_below;
}

/* max(a - b, 0): elements from a distance on, which may be larger than the whole. */
static void consider_clipped(search *s, const terms *t)
{
    const formula zero = formula_constant(0);

    for (size_t i = 0; i < t->count * t->count; i++) {
        const term *a = &t->list[i / t->count], *b = &t->list[i % t->count];
        const formula difference = formula_of(CUSTUB_OP_SUBTRACT, &a->formula, &b->formula);
        const formula clipped = formula_of(CUSTUB_OP_MAX, &difference, &zero);

        if (may_be_clipped(s->seen, a, b))
            search_consider(s, &clipped);
    }
}

/* The sum of two terms; free() its values. */
static term sum_of(const observations *seen, const term *a, const term *b)
{
    term sum = {formula_of(CUSTUB_OP_ADD, &a->formula, &b->formula),
                malloc((seen->count + 1) * sizeof(*sum.values)), 0};

    for (size_t i = 0; sum.values && i < seen->count; i++)
        sum.values[i] = a->values[i] == INT64_MIN || b->values[i] == INT64_MIN
                            ? INT64_MIN
                            : a->values[i] + b->values[i];
    return sum;
}

/* (a - 1) * b + (c - 1) * d + (e - 1) * f + 1: elements, rows and planes lie apart. */
static void consider_triples(search *s, const terms *strides)
{
    for (size_t i = 0; i < strides->count && !s->is_enough; i++) {
        for (size_t k = i + 1; k < strides->count; k++) {
            const term sum = sum_of(s->seen, &strides->list[i], &strides->list[k]);

            for (size_t m = k + 1; sum.values && m < strides->count; m++)
                consider_pair(s, CUSTUB_OP_ADD, &sum, &strides->list[m], 1);
            free(sum.values);
        }
    }
}

static void consider_pairs(search *s, custub_op op, const terms *first, const terms *second,
                           int64_t margin)
{
    for (size_t i = 0; i < first->count; i++) {
        const size_t from = first == second && op != CUSTUB_OP_SUBTRACT ? i + 1 : 0;

        for (size_t k = from; k < second->count; k++)
            consider_pair(s, op, &first->list[i], &second->list[k], margin);
    }
}

/* --- All -------------------------------------------------------------------------------------- */

static void consider_all(search *s, const terms *t)
{
    for (size_t i = 0; i < t->count; i++)
        consider_scaled(s, &t->list[i]);
}

static void consider_margins(search *s, const terms *t)
{
    for (size_t i = 0; i < t->count; i++)
        consider_margin(s, &t->list[i]);
}

/* What the next families are made of. */
typedef void family(terms *t);

static void products_of_four(terms *t)
{
    terms_add_products(t, t->seen->variables->parameters > 12 ? 3 : 4);
}

static void shapes(terms *t)
{
    terms_add_shapes(t, t->seen->variables->parameters > 8 ? 1 : 2);
}

static void search_family(search *s, family *make)
{
    terms t;

    if (s->is_enough)
        return;
    terms_initialize(&t, s->seen);
    make(&t);
    consider_all(s, &t);
    consider_margins(s, &t);
    terms_deinitialize(&t);
}

static void search_pairs(search *s)
{
    const size_t parameters = s->seen->variables->parameters;
    terms products, strides, parts, singles;

    if (s->is_enough)
        return;
    terms_initialize(&parts, s->seen);
    terms_initialize(&singles, s->seen);
    terms_add_parts(&parts);
    terms_add_products(&singles, 1);
    terms_initialize(&products, s->seen);
    terms_initialize(&strides, s->seen);
    terms_add_products(&products, parameters > 10 ? 1 : parameters > 6 ? 2 : 3);
    terms_add_strides(&strides);
    consider_pairs(s, CUSTUB_OP_ADD, &products, &products, 0);
    consider_pairs(s, CUSTUB_OP_SUBTRACT, &products, &products, 0);
    consider_clipped(s, &products);
    consider_pairs(s, CUSTUB_OP_ADD, &strides, &products, 0);
    consider_pairs(s, CUSTUB_OP_ADD, &strides, &products, 1);
    consider_pairs(s, CUSTUB_OP_ADD, &strides, &strides, 1);
    consider_pairs(s, CUSTUB_OP_MIN, &products, &products, 0);
    consider_pairs(s, CUSTUB_OP_MIN, &parts, &singles, 0);
    consider_pairs(s, CUSTUB_OP_MAX, &products, &products, 0);
    terms_deinitialize(&products);
    terms_deinitialize(&strides);
    terms_deinitialize(&parts);
    terms_deinitialize(&singles);
}

/* Three pairs of an extent and a stride. */
static void search_triples(search *s)
{
    terms strides;

    if (s->is_enough || s->seen->variables->parameters > MOST_OF_TRIPLES)
        return;
    terms_initialize(&strides, s->seen);
    terms_add_simple_strides(&strides);
    consider_triples(s, &strides);
    terms_deinitialize(&strides);
}

void fitting_search(const observations *seen, fits *found)
{
    search s = {seen, found, false};

    memset(found, 0, sizeof(*found));
    found->observations = seen->count;
    if (seen->count == 0)
        return;
    consider_constant(&s);
    s.is_enough = false; /* a constant that fits may be a product of small numbers */
    search_family(&s, products_of_four);
    search_family(&s, shapes);
    search_family(&s, terms_add_quotients);
    search_family(&s, terms_add_shape_quotients);
    search_family(&s, terms_add_margins);
    constant_pitches_consider(&s);
    grid_pitches_consider(&s);
    search_pairs(&s);
    scaled_sums_consider(&s);
    search_triples(&s);
}

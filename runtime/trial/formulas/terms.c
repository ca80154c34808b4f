#include "trial/formulas/terms.h"

#include <stdlib.h>
#include <string.h>

#define MOST_TERMS     6000
#define MOST_DIVIDENDS 6

void terms_initialize(terms *t, const observations *seen)
{
    memset(t, 0, sizeof(*t));
    t->seen = seen;
}

void terms_deinitialize(terms *t)
{
    for (size_t i = 0; i < t->count; i++)
        free(t->list[i].values);
    free(t->list);
}

static bool has_room(terms *t)
{
    const size_t room = t->room ? 2 * t->room : 256;
    term *list;

    if (t->count < t->room)
        return true;
    list = t->count < MOST_TERMS ? realloc(t->list, room * sizeof(*list)) : NULL;
    if (!list)
        return false;
    t->list = list;
    t->room = room;
    return true;
}

void terms_add(terms *t, const formula *f)
{
    term *added;

    if (f->count == 0 || !has_room(t))
        return;
    added = &t->list[t->count];
    added->formula = *f;
    added->cost = formula_cost(f, t->seen->variables);
    added->values = malloc((t->seen->count + 1) * sizeof(*added->values));
    if (!added->values)
        return;
    for (size_t i = 0; i < t->seen->count; i++)
        added->values[i] = formula_value(f, t->seen->list[i].values);
    t->count++;
}

static formula product(const formula *a, const formula *b)
{
    return formula_of(CUSTUB_OP_MULTIPLY, a, b);
}

/* --- Products --------------------------------------------------------------------------------- */

static void add_products(terms *t, const formula *factor, size_t first, size_t degree)
{
    if (degree == 0)
        return;
    for (size_t i = first; i < t->seen->variables->parameters; i++) {
        const formula variable = formula_variable(i);
        const formula both = product(factor, &variable);

        terms_add(t, &both);
        add_products(t, &both, i, degree - 1);
    }
}

void terms_add_products(terms *t, size_t degree)
{
    const formula one = formula_constant(1);

    terms_add(t, &one);
    add_products(t, &one, 0, degree);
}

/* --- Shapes ----------------------------------------------------------------------------------- */

/* The product of the extents whose bit is set. */
static formula extents(const formula_variables *variables, size_t set)
{
    formula result = formula_constant(1);

    for (size_t i = variables->parameters; i < variables->count; i++) {
        const formula extent = formula_variable(i);

        if (set >> (i - variables->parameters) & 1)
            result = product(&result, &extent);
    }
    return result;
}

void terms_add_shapes(terms *t, size_t degree)
{
    const formula_variables *variables = t->seen->variables;
    const size_t sets = (size_t)1 << (variables->count - variables->parameters);

    if (t->seen->without_shape)
        return;
    for (size_t set = 1; set < sets; set++) {
        const formula factor = extents(variables, set);

        terms_add(t, &factor);
        add_products(t, &factor, 0, degree);
    }
}

/* --- Quotients -------------------------------------------------------------------------------- */

static const int64_t divisors[] = {2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 3};

static void add_quotients_of(terms *t, const formula *dividend)
{
    for (size_t i = 0; i < sizeof(divisors) / sizeof(divisors[0]); i++) {
        const formula divisor = formula_constant(divisors[i]);
        const formula lower = formula_of(CUSTUB_OP_DIVIDE, dividend, &divisor);
        const formula upper = formula_of(CUSTUB_OP_CEIL_DIV, dividend, &divisor);

        terms_add(t, &lower);
        terms_add(t, &upper);
        for (size_t k = 0; k < t->seen->variables->parameters; k++) {
            const formula factor = formula_variable(k);
            const formula low = product(&factor, &lower);
            const formula up = product(&factor, &upper);

            terms_add(t, &low);
            terms_add(t, &up);
        }
    }
}

/* The rows that a flat index reaches: extents of the shape, divided by a parameter. */
static void add_rows(terms *t)
{
    const formula_variables *variables = t->seen->variables;
    const size_t sets = (size_t)1 << (variables->count - variables->parameters);

    for (size_t set = 1; set < sets && !t->seen->without_shape; set++) {
        const formula all = extents(variables, set);

        for (size_t i = 0; i < variables->parameters; i++) {
            const formula row = formula_variable(i);
            const formula rows = formula_of(CUSTUB_OP_CEIL_DIV, &all, &row);

            terms_add(t, &rows);
        }
    }
}

/* ceil_div(all, b) * b: whole parts, of which an index in the last one reaches the end. */
static void add_whole_parts(terms *t, const formula *all, const formula *part)
{
    const formula parts = formula_of(CUSTUB_OP_CEIL_DIV, all, part);
    const formula whole = product(&parts, part);

    terms_add(t, &whole);
}

/* all / b and ceil_div(all, b): the parts alone. */
static void add_parts(terms *t, const formula *all, const formula *part)
{
    const formula lower = formula_of(CUSTUB_OP_DIVIDE, all, part);
    const formula upper = formula_of(CUSTUB_OP_CEIL_DIV, all, part);

    terms_add(t, &lower);
    terms_add(t, &upper);
}

/* Whole rows and planes that a flat index of a parameter's elements is in. */
static void add_planes(terms *t)
{
    const size_t parameters = t->seen->variables->parameters;

    for (size_t i = 0; i < parameters && parameters <= 10; i++) {
        const formula all = formula_variable(i);

        for (size_t k = 0; k < parameters; k++) {
            const formula row = formula_variable(k);

            if (k == i)
                continue;
            add_whole_parts(t, &all, &row);
            for (size_t m = k; m < parameters; m++) {
                const formula column = formula_variable(m);
                const formula plane = product(&row, &column);

                if (m == i)
                    continue;
                add_parts(t, &all, &plane);
                add_whole_parts(t, &all, &plane);
            }
        }
    }
}

void terms_add_parts(terms *t)
{
    const size_t parameters = t->seen->variables->parameters;

    for (size_t i = 0; i < parameters && parameters <= 10; i++) {
        for (size_t k = 0; k < parameters; k++) {
            const formula all = formula_variable(i), part = formula_variable(k);

            if (k != i)
                add_parts(t, &all, &part);
        }
    }
}

void terms_add_shape_quotients(terms *t)
{
    const formula_variables *variables = t->seen->variables;
    const size_t sets = (size_t)1 << (variables->count - variables->parameters);

    if (t->seen->without_shape || variables->parameters > MOST_DIVIDENDS)
        return;
    for (size_t i = variables->parameters; i < variables->count; i++) {
        const formula extent = formula_variable(i), warp = formula_constant(32);
        const formula warps = formula_of(CUSTUB_OP_CEIL_DIV, &extent, &warp);

        terms_add(t, &warps);
    }
    for (size_t set = 1; set < sets; set++) {
        const formula factor = extents(variables, set);

        for (size_t i = 0; i < variables->parameters; i++) {
            for (size_t d = 0; d < sizeof(divisors) / sizeof(divisors[0]); d++) {
                const formula a = formula_variable(i);
                const formula divisor = formula_constant(divisors[d]);
                const formula lower = formula_of(CUSTUB_OP_DIVIDE, &a, &divisor);
                const formula all = product(&factor, &lower);

                terms_add(t, &all);
            }
        }
    }
}

void terms_add_quotients(terms *t)
{
    const size_t parameters = t->seen->variables->parameters;

    add_rows(t);
    terms_add_parts(t);
    add_planes(t);

    for (size_t i = 0; i < parameters; i++) {
        const formula a = formula_variable(i);

        add_quotients_of(t, &a);
    }
    for (size_t i = 0; i < parameters && parameters <= 6; i++) {
        for (size_t k = i; k < parameters; k++) {
            const formula a = formula_variable(i);
            const formula b = formula_variable(k);
            const formula both = product(&a, &b);

            add_quotients_of(t, &both);
        }
    }
}

/* --- Strides and margins ---------------------------------------------------------------------- */

static formula shifted(size_t variable, int64_t by)
{
    const formula a = formula_variable(variable);
    const formula distance = formula_constant(by < 0 ? -by : by);

    return formula_of(by < 0 ? CUSTUB_OP_SUBTRACT : CUSTUB_OP_ADD, &a, &distance);
}

void terms_add_strides(terms *t)
{
    const size_t parameters = t->seen->variables->parameters;

    for (size_t i = 0; i < parameters; i++) {
        const formula last = shifted(i, -1);

        terms_add(t, &last);
        for (size_t k = 0; k < parameters; k++) {
            const formula stride = formula_variable(k);
            const formula both = product(&last, &stride);

            if (k != i)
                terms_add(t, &both);
            for (size_t m = k; m < parameters && parameters <= 7; m++) {
                const formula third = formula_variable(m);
                const formula three = product(&both, &third);

                terms_add(t, &three);
            }
        }
    }
}

void terms_add_simple_strides(terms *t)
{
    const size_t parameters = t->seen->variables->parameters;

    for (size_t i = 0; i < parameters; i++) {
        const formula last = shifted(i, -1);

        for (size_t k = 0; k < parameters; k++) {
            const formula stride = formula_variable(k);
            const formula both = product(&last, &stride);

            if (k != i)
                terms_add(t, &both);
        }
    }
}

void terms_add_shapes_of_margins(terms *t)
{
    const formula_variables *variables = t->seen->variables;

    for (size_t i = 0; i < variables->parameters && !t->seen->without_shape; i++) {
        const formula more = shifted(i, 1);

        terms_add(t, &more);
        for (size_t k = variables->parameters; k < variables->count; k++) {
            const formula extent = formula_variable(k);
            const formula both = product(&extent, &more);

            terms_add(t, &both);
        }
    }
}

void terms_add_margins(terms *t)
{
    const size_t parameters = t->seen->variables->parameters;

    for (size_t i = 0; i < parameters; i++) {
        for (int64_t by = -3; by <= 3; by++) {
            const formula a = shifted(i, by);

            if (by)
                terms_add(t, &a);
            for (size_t k = 0; k < parameters; k++) {
                const formula b = formula_variable(k);
                const formula both = product(&a, &b);

                if (by)
                    terms_add(t, &both);
                for (int64_t other = -3; other <= 3 && k >= i && parameters <= 8; other++) {
                    const formula c = shifted(k, other);
                    const formula margins = product(&a, &c);

                    if (by && other)
                        terms_add(t, &margins);
                }
            }
        }
    }
}

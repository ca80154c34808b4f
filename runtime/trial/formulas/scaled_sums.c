#include "trial/formulas/scaled_sums.h"

#define LARGEST     8192      /* constant factor */
#define MOST_VALUE  (1 << 30) /* of what equations are made of: their products are exact */
#define MOST_MARGIN 2         /* that is added */
#define TYPICAL     4         /* launches that equations are made of */

/* Launches that touch something, far apart: the last ones have the most work. */
typedef struct typical {
    const observation *list[TYPICAL];
    size_t at[TYPICAL]; /* their indices */
    size_t count;
} typical;

/* What is counted: a * first + b * second + margin. */
typedef struct sum {
    const term *first, *second;
    int64_t a, b, margin;
} sum;

static typical choose_launches(const observations *seen)
{
    typical t = {.count = 0};
    size_t left = seen->count, wanted = seen->count;

    for (size_t k = 0; k < TYPICAL; k++) {
        while (left > 0 && (left > wanted || seen->list[left - 1].least <= 0))
            left--;
        if (left == 0)
            break;
        left--;
        t.list[t.count] = &seen->list[left];
        t.at[t.count++] = left;
        wanted -= seen->count / (2 * TYPICAL);
    }
    return t;
}

static bool is_known(int64_t value)
{
    return value <= MOST_VALUE && value >= -MOST_VALUE;
}

/* The constants with which two launches need exactly the sum. False if there are none. */
static bool solve(sum *of, const typical *t, size_t i, size_t k)
{
    const int64_t p = of->first->values[t->at[i]], q = of->second->values[t->at[i]];
    const int64_t u = of->first->values[t->at[k]], v = of->second->values[t->at[k]];
    const int64_t m = t->list[i]->least - of->margin, n = t->list[k]->least - of->margin;
    int64_t determinant;

    if (!is_known(p) || !is_known(q) || !is_known(u) || !is_known(v) || !is_known(m) ||
        !is_known(n))
        return false;
    determinant = p * v - u * q;
    if (determinant == 0 || (m * v - n * q) % determinant || (p * n - u * m) % determinant)
        return false;
    of->a = (m * v - n * q) / determinant;
    of->b = (p * n - u * m) / determinant;
    return of->a != 0 && of->b != 0 && (of->a > 0 || of->b > 0) && of->a <= LARGEST &&
           of->b <= LARGEST && of->a >= -LARGEST && of->b >= -LARGEST;
}

/* True if no launch contradicts the sum, and half of those that touch something need just that: two
 * constants fit much. */
static bool is_shown(const observations *seen, const sum *of)
{
    size_t touching = 0, exact = 0;

    for (size_t i = 0; i < seen->count; i++) {
        const observation *o = &seen->list[i];
        const int64_t first = of->first->values[i], second = of->second->values[i];
        int64_t value;

        if (first == INT64_MIN || second == INT64_MIN)
            return false;
        value = of->a * first + of->b * second + of->margin;
        if (search_contradicts(o, value))
            return false;
        touching += o->least > 0;
        exact += o->least > 0 && value <= o->most;
    }
    return exact * 2 >= touching;
}

static formula scaled(int64_t factor, const term *t)
{
    const formula constant = formula_constant(factor < 0 ? -factor : factor);

    return formula_of(CUSTUB_OP_MULTIPLY, &constant, &t->formula);
}

/* What is subtracted comes last. */
static void consider(search *s, const sum *of)
{
    const bool are_turned = of->a < 0;
    const formula first = scaled(of->a, of->first), second = scaled(of->b, of->second);
    const formula margin = formula_constant(of->margin < 0 ? -of->margin : of->margin);
    const formula both = formula_of(of->a < 0 || of->b < 0 ? CUSTUB_OP_SUBTRACT : CUSTUB_OP_ADD,
                                    are_turned ? &second : &first, are_turned ? &first : &second);
    const formula all =
        formula_of(of->margin < 0 ? CUSTUB_OP_SUBTRACT : CUSTUB_OP_ADD, &both, &margin);

    search_consider(s, &all);
}

/* Two of the launches are enough, if they are typical. */
static void consider_terms(search *s, const typical *t, const term *first, const term *second)
{
    sum of = {first, second, 0, 0, 0};

    for (of.margin = -MOST_MARGIN; of.margin <= MOST_MARGIN; of.margin++) {
        bool is_found = false;

        for (size_t i = 0; i < t->count && !is_found; i++) {
            for (size_t k = i + 1; k < t->count && !is_found; k++) {
                is_found = solve(&of, t, i, k) && is_shown(s->seen, &of);
            }
        }
        if (is_found)
            consider(s, &of);
    }
}

static void add_terms(terms *t)
{
    const size_t parameters = t->seen->variables->parameters;

    terms_add_products(t, parameters > 10 ? 1 : parameters > 6 ? 2 : parameters > 4 ? 3 : 4);
    terms_add_shapes(t, parameters > 6 ? 0 : 1);
    terms_add_shapes_of_margins(t);
}

void scaled_sums_consider(search *s)
{
    const typical launches = choose_launches(s->seen);
    terms t;

    if (s->is_enough)
        return;
    terms_initialize(&t, s->seen);
    add_terms(&t);
    for (size_t i = 0; i < t.count && !s->is_enough; i++) {
        for (size_t k = i + 1; k < t.count; k++)
            consider_terms(s, &launches, &t.list[i], &t.list[k]);
    }
    terms_deinitialize(&t);
}

#include "trial/formulas/constant_pitches.h"

#define LARGEST 8192 /* pitch */
#define MARGIN  64   /* the most that is added to whole rows */
#define SHOWN   3    /* numbers of rows, which are exact */

/* The least stride C with which (a - 1) * C + b + margin is large enough everywhere; 0: there is
 * none. */
static int64_t stride_of(const observations *seen, size_t a, size_t b, int64_t margin)
{
    int64_t stride = 0;

    for (size_t i = 0; i < seen->count; i++) {
        const observation *o = &seen->list[i];
        const int64_t last = o->values[a] - 1, rest = o->least - o->values[b] - margin;

        if (o->least > 0 && last > 0 && rest > stride * last)
            stride = (rest - 1) / last + 1;
    }
    return stride <= LARGEST ? stride : 0;
}

/* Rows of a fixed length, of which the last is not touched wholly: (a - 1) * 512 + b. */
static void consider_constant_strides(search *s)
{
    const size_t parameters = s->seen->variables->parameters;

    for (size_t a = 0; a < parameters && !s->is_enough; a++) {
        for (size_t b = 0; b < 2 * parameters; b++) {
            const int64_t more = (int64_t)(b / parameters); /* a column: (a - 1) * 512 + b + 1 */
            const int64_t length = stride_of(s->seen, a, b % parameters, more);
            const formula stride = formula_constant(length), margin = formula_constant(more);
            const formula rows = formula_variable(a), variable = formula_variable(b % parameters);
            const formula columns = formula_of(CUSTUB_OP_ADD, &variable, &margin);
            const formula sum = formula_rows(a, &stride, &columns);

            if (length > 1 && search_is_shown(s, &sum, &rows, SHOWN))
                search_consider(s, &sum);
        }
    }
}

/* The slope between the least and the largest value of a parameter; 0: it is not a whole number. */
static int64_t slope_of(const observations *seen, size_t a)
{
    const observation *low = NULL, *high = NULL;
    int64_t run, rise;

    for (size_t i = 0; i < seen->count; i++) {
        const observation *o = &seen->list[i];

        if (o->least <= 0)
            continue;
        low = !low || o->values[a] < low->values[a] ? o : low;
        high = !high || o->values[a] > high->values[a] ? o : high;
    }
    run = low ? high->values[a] - low->values[a] : 0;
    rise = low ? high->least - low->least : 0;
    return run > 0 && rise % run == 0 && rise / run <= LARGEST ? rise / run : 0;
}

/* Rows of a fixed length, without the ends of the first or the last: 1001 * n - 1001. */
static void consider_lines(search *s)
{
    for (size_t a = 0; a < s->seen->variables->parameters && !s->is_enough; a++) {
        const int64_t slope = slope_of(s->seen, a);
        const formula times = formula_constant(slope), parameter = formula_variable(a);
        const formula rows = formula_of(CUSTUB_OP_MULTIPLY, &times, &parameter);
        int64_t margin = INT64_MIN;
        formula distance, sum;

        for (size_t i = 0; i < s->seen->count; i++) {
            const observation *o = &s->seen->list[i];

            if (o->least > 0 && o->least - slope * o->values[a] > margin)
                margin = o->least - slope * o->values[a];
        }
        if (slope < 2 || margin == 0 || margin < -2 * slope - MARGIN || margin > slope)
            continue;
        distance = formula_constant(margin < 0 ? -margin : margin);
        sum = formula_of(margin < 0 ? CUSTUB_OP_SUBTRACT : CUSTUB_OP_ADD, &rows, &distance);
        if (search_is_shown(s, &sum, &parameter, SHOWN))
            search_consider(s, &sum);
    }
}

void constant_pitches_consider(search *s)
{
    consider_lines(s);
    consider_constant_strides(s);
}

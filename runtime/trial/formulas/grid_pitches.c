#include "trial/formulas/grid_pitches.h"

#define LARGEST      8192 /* pitch */
#define MOST_MARGIN  (1 << 24)
#define MOST_EXTENTS 8
#define TRIES        4 /* launches that may be typical */
#define MOST_STEP    2 /* elements of a thread along a row */
#define SHOWN        4 /* launches with other threads, which are right too */

/* What rows or columns may be as many as: threads along an axis, and parameters. */
typedef struct extents {
    formula list[MOST_EXTENTS];
    size_t count;
} extents;

static int variable_of(const formula_variables *variables, trial_number_kind kind, uint32_t axis)
{
    for (size_t i = variables->parameters; i < variables->count; i++) {
        if (variables->numbers[i].kind == kind && variables->numbers[i].axis == axis)
            return (int)i;
    }
    return -1;
}

static extents extents_of(const formula_variables *variables, bool has_threads)
{
    extents all = {.count = 0};

    for (uint32_t axis = 0; axis < 2 && has_threads; axis++) {
        const int grid = variable_of(variables, TRIAL_GRID, axis);
        const int block = variable_of(variables, TRIAL_BLOCK, axis);

        if (grid >= 0 && block >= 0) {
            const formula blocks = formula_variable((size_t)grid);
            const formula size = formula_variable((size_t)block);

            all.list[all.count++] = formula_of(CUSTUB_OP_MULTIPLY, &blocks, &size);
        }
    }
    for (size_t i = 0; i < variables->parameters && all.count < MOST_EXTENTS; i++)
        all.list[all.count++] = formula_variable(i);
    return all;
}

/* pitch * rows + step * columns + margin */
static formula plane_of(const formula *rows, int64_t pitch, const formula *columns, int64_t step,
                        int64_t margin)
{
    const bool is_shorter = margin < 0; /* the last row is not whole */
    const int64_t more = is_shorter ? margin + pitch : margin;
    const formula length = formula_constant(pitch), each = formula_constant(step);
    const formula rest = formula_constant(more < 0 ? -more : more), one = formula_constant(1);
    const formula whole = is_shorter ? formula_of(CUSTUB_OP_SUBTRACT, rows, &one) : *rows;
    const formula lines = formula_of(CUSTUB_OP_MULTIPLY, &whole, &length);
    const formula last = formula_of(CUSTUB_OP_MULTIPLY, &each, columns);
    const formula all = formula_of(CUSTUB_OP_ADD, &lines, &last);

    return formula_of(more < 0 ? CUSTUB_OP_SUBTRACT : CUSTUB_OP_ADD, &all, &rest);
}

static void consider(search *s, const formula *rows, int64_t pitch, const formula *columns,
                     int64_t step, int64_t margin)
{
    const formula plane = plane_of(rows, pitch, columns, step, margin);

    if (margin <= MOST_MARGIN && margin >= -MOST_MARGIN &&
        search_is_shown(s, &plane, columns, SHOWN) && search_is_shown(s, &plane, rows, SHOWN))
        search_consider(s, &plane);
}

/* Takes the pitch from two launches. False if they have as many rows. */
static bool consider_two(search *s, const formula *rows, const formula *columns,
                         const observation *a, const observation *b)
{
    const int64_t distance = formula_value(rows, b->values) - formula_value(rows, a->values);
    const int64_t first = formula_value(columns, a->values);
    const int64_t second = formula_value(columns, b->values);

    for (int64_t step = 1; step <= MOST_STEP && distance != 0; step++) {
        const int64_t more = b->least - a->least - step * (second - first);
        const int64_t pitch = more / distance;

        if (more % distance == 0 && pitch > 1 && pitch <= LARGEST)
            consider(s, rows, pitch, columns, step,
                     a->least - step * first - pitch * formula_value(rows, a->values));
    }
    return distance != 0;
}

static void consider_plane(search *s, const formula *rows, const formula *columns)
{
    const observations *seen = s->seen;
    size_t tried = 0;

    for (size_t i = 0; i + 1 < seen->count && tried < TRIES * TRIES; i++) {
        for (size_t k = i + 1; k < seen->count && k <= i + TRIES; k++) {
            if (seen->list[i].least > 0 && seen->list[k].least > 0)
                tried += consider_two(s, rows, columns, &seen->list[i], &seen->list[k]);
        }
    }
}

void grid_pitches_consider(search *s)
{
    const extents all = extents_of(s->seen->variables, !s->seen->without_shape);

    for (size_t i = 0; i < all.count; i++) {
        for (size_t k = 0; k < all.count && !s->is_enough; k++) {
            if (i != k)
                consider_plane(s, &all.list[i], &all.list[k]);
        }
    }
}

#include "trial/formulas/survivors.h"

#include <math.h>
#include <string.h>

#define MANY         5 /* one of so many observations */
#define COST_WEIGHT  0.01
#define SLACK_WEIGHT 0.1
#define SHAPE_WEIGHT 0.3 /* any grid bounds what its threads touch: counts seldom mean it */

static bool is_known(const fits *found, const formula *f)
{
    for (size_t i = 0; i < found->count; i++) {
        if (formula_equals(&found->list[i].formula, f))
            return true;
    }
    return false;
}

static void keep(search *s, const fit *added)
{
    fits *found = s->found;
    size_t at = found->count;

    while (at > 0 && found->list[at - 1].score < added->score)
        at--;
    if (at == FITS || is_known(found, &added->formula))
        return;
    if (found->count < FITS)
        found->count++;
    memmove(&found->list[at + 1], &found->list[at], (found->count - at - 1) * sizeof(fit));
    found->list[at] = *added;
}

static bool names_too_much(const search *s, const formula *f)
{
    return f->count == 0 || (s->seen->without_shape && formula_names_shape(f, s->seen->variables));
}

bool search_contradicts(const observation *o, int64_t value)
{
    return value < o->least && (o->least > 0 || o->works || value == INT64_MIN);
}

bool search_is_shown(const search *s, const formula *f, const formula *along, size_t values)
{
    int64_t known[MOST_SHOWN];
    size_t count = 0;

    for (size_t i = 0; i < s->seen->count && count < values; i++) {
        const observation *o = &s->seen->list[i];
        const int64_t value = formula_value(f, o->values);
        const int64_t other = formula_value(along, o->values);
        size_t k = 0;

        if (o->least <= 0 || value < o->least || value > o->most)
            continue;
        while (k < count && known[k] != other)
            k++;
        if (k == count)
            known[count++] = other;
    }
    return count == values;
}

/* True if all that was touched is an element for each thread: more of them may touch more. */
static bool is_exhausted(const observations *seen, const observation *o)
{
    int64_t threads = 1;

    for (size_t i = seen->variables->parameters; i < seen->variables->count; i++)
        threads *= o->values[i];
    return seen->variables->count > seen->variables->parameters && o->most == threads;
}

/* True if nothing was touched where a number says that there is no work: most formulas that ask for
 * nothing there are made up. */
static bool is_idle(const observations *seen, const observation *o)
{
    for (size_t i = 0; o->most == 0 && i < seen->variables->parameters; i++) {
        if (o->values[i] <= 0)
            return true;
    }
    return false;
}

/* What launches show of a formula. */
typedef struct evidence {
    size_t launches, reached;
    double slack;
} evidence;

/* Launches that touch nothing and for which
 * it asks for nothing tell nothing, since most formulas are 0 there; and if many launches reach it,
 * so do those with too few threads. */
void search_consider(search *s, const formula *f)
{
    const observations *seen = s->seen;
    const bool names_shape = formula_names_shape(f, seen->variables);
    const bool names_numbers = formula_has(f, CUSTUB_OP_PARAMETER) && !names_shape;
    evidence all = {0, 0, 0}, exhausted = {0, 0, 0};
    fit added = {*f, 0, 0, 0};

    if (names_too_much(s, f))
        return;
    for (size_t i = 0; i < seen->count; i++) {
        const observation *o = &seen->list[i];
        const int64_t value = formula_value(f, o->values);
        const double slack =
            value > o->most ? log2(((double)value + 1) / ((double)o->most + 1)) : 0;

        if (search_contradicts(o, value))
            return;
        if (is_idle(seen, o))
            continue;
        added.telling++;
        added.reached += value >= 0 && value <= o->most;
        if (value == 0 && o->most == 0)
            continue;
        all.launches++;
        all.reached += value >= 0 && value <= o->most;
        all.slack += slack;
        exhausted.launches += value > o->most && is_exhausted(seen, o);
        exhausted.slack += value > o->most && is_exhausted(seen, o) ? slack : 0;
    }
    if (all.launches == 0) /* no launch touched anything */
        all.launches = all.reached = seen->count;
    s->is_enough |= (double)all.reached >= ENOUGH * (double)all.launches;
    if (names_numbers && all.reached * MANY >= all.launches) {
        all.launches -= exhausted.launches;
        all.slack -= exhausted.slack;
    }
    added.score = (double)all.reached / (double)all.launches -
                  COST_WEIGHT * formula_cost(f, seen->variables) -
                  SLACK_WEIGHT * all.slack / (double)all.launches -
                  (names_shape ? SHAPE_WEIGHT : 0);
    keep(s, &added);
}

#include "trial/suggest/correction.h"

#include "trial/suggest/blocks.h"
#include "trial/suggest/counts.h"
#include "trial/suggest/nulls.h"

#include <stdio.h>
#include <string.h>

#define MOST_OPEN (UINT64_C(1) << 22) /* elements of a buffer whose count is open */

/* Takes the next formula that was found to fit. */
static bool take_next(suggestion *s, uint32_t pointer)
{
    suggested_count *count = &s->counts[pointer];

    if (count->used + 1 >= count->fits.count || count->used >= 4) {
        suggestion_leave_open(s, pointer, "each expression that fits is contradicted by the trial");
        return true;
    }
    s->found.counts[pointer] = count->fits.list[++count->used].formula;
    return true;
}

/* A launch went beyond the count: it is explored, so that no expression contradicts it. */
static bool widen_count(turn *t)
{
    suggestion *s = t->s;
    const int pointer = suggestion_pointer_named(s, t->mistake.finding->pointer);
    const formula before = pointer < 0 ? (formula){0} : s->found.counts[pointer];
    const size_t explored = s->explored.count;

    if (pointer < 0 || !before.count)
        return false;
    if (s->counts[pointer].is_allocated) {
        suggestion_leave_open(s, (uint32_t)pointer, "no expression fits, nor what is allocated");
        return true;
    }
    if (t->wider[pointer].count && !t->is_settled[pointer]) {
        s->found.counts[pointer] = t->wider[pointer];
        t->wider[pointer] = (formula){0};
        return t->is_settled[pointer] = true;
    }
    counts_add(s, t->mistake.launch);
    if (s->explored.count > explored && s->explored.list[explored].end == TRIAL_RAN)
        counts_fit_one(s, (uint32_t)pointer);
    if (formula_equals(&before, &s->found.counts[pointer]))
        return take_next(s, (uint32_t)pointer);
    return true;
}

/* True if a formula asks for no more than the other one, in all launches that were explored. */
static bool is_lower(const suggestion *s, const formula *f, const formula *than)
{
    int64_t values[VARIABLES];

    for (size_t i = 0; i < s->explored.count; i++) {
        formula_variables_get(&s->variables, &s->explored.subject, &s->explored.list[i].candidate,
                              values);
        if (formula_value(f, values) > formula_value(than, values))
            return false;
    }
    return true;
}

/* Takes the next formula that asks for less than the one that is used. */
static bool take_lower(suggestion *s, uint32_t pointer)
{
    suggested_count *count = &s->counts[pointer];
    formula *found = &s->found.counts[pointer];

    for (size_t i = count->used + 1; i < count->fits.count; i++) {
        const fit *next = &count->fits.list[i];

        if (next->reached <= count->fits.list[count->used].reached ||
            !is_lower(s, &next->formula, found))
            continue;
        count->used = i;
        *found = next->formula;
        return true;
    }
    return false;
}

/* A lower count is tried once: kernels often leave the end of a buffer to others. */
static bool narrow_count(turn *t)
{
    const int pointer = suggestion_pointer_named(t->s, t->mistake.finding->pointer);
    formula before;

    if (pointer < 0)
        return false;
    if (t->wider[pointer].count)
        return t->is_settled[pointer] = true;
    before = t->s->found.counts[pointer];
    if (take_lower(t->s, (uint32_t)pointer))
        t->wider[pointer] = before;
    else
        t->is_settled[pointer] = true;
    return true;
}

/* The count is open, and the buffer was too small for what is tried meanwhile. */
static bool widen_open(turn *t, int pointer)
{
    suggested_count *count = pointer < 0 ? NULL : &t->s->counts[pointer];
    uint64_t *capacity = &t->s->capacity[pointer < 0 ? 0 : pointer];

    if (!count || count->reason == REASON_NONE || t->mistake.finding->kind == TRIAL_BEFORE)
        return false;
    if (count->fits.count && count->reason == REASON_DATA)
        count->fits.count = 0;
    else if (*capacity < MOST_OPEN)
        *capacity *= 16;
    else
        return false;
    return true;
}

static bool change_memory(turn *t)
{
    const int pointer = suggestion_pointer_named(t->s, t->mistake.finding->pointer);

    return (pointer >= 0 && remedy_data(t->s, &t->mistake, (uint32_t)pointer)) ||
           widen_open(t, pointer) || widen_count(t);
}

/* Conditions will be tried in turn. */
static void begin_climbing(turn *t)
{
    if (t->s->step == 0) {
        t->before = t->s->found;
        snprintf(t->climbs_for, sizeof(t->climbs_for), "%.511s", t->mistake.finding->text);
    }
    t->is_climbing = true;
}

/* A count names the grid, and the results of blocks of two sizes differ. If nothing makes them the
 * same, each block may sum a part of its size. */
static bool align_blocks(turn *t)
{
    suggestion *s = t->s;

    begin_climbing(t);
    if (blocks_restrict_alike(s, &t->before))
        return true;
    s->found = t->before;
    s->step = 0;
    t->is_climbing = false;
    t->climbs_for[0] = '\0';
    return t->do_blocks_differ = true;
}

/* Changes what the finding is about. False if nothing can be changed. */
bool correction_make(turn *t)
{
    const shown_mistake *mistake = &t->mistake;

    if (remedy_overlap(t->s, mistake))
        return t->continues = true;
    if (nulls_forbid(t->s, mistake->launch) || remedy_alignment(t->s, mistake) ||
        remedy_arguments(t->s, mistake))
        return true;
    if (trial_kind_is_outside(mistake->finding->kind) && mistake->finding->pointer[0])
        return change_memory(t);
    if (mistake->finding == &t->late)
        return t->may_be_late = true;
    if (mistake->finding->kind == TRIAL_UNREACHED)
        return narrow_count(t);
    if (mistake->finding->kind == TRIAL_BY_SHAPE && mistake->subject->depends_on_grid)
        return align_blocks(t);
    if (mistake->launch && t->s->step == 0)
        counts_add(t->s, mistake->launch);
    begin_climbing(t);
    return blocks_restrict(t->s, t->mistake.finding->kind, &t->before);
}

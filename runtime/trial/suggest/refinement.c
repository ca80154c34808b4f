#include "trial/suggest/refinement.h"

#include "trial/session.h"
#include "trial/suggest/blocks.h"
#include "trial/suggest/counts.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LAUNCHES 1000
#define SEEDS    4         /* for each of them: some are not legal, or too large */
#define LARGE    (1u << 3) /* the size class that is left out */
#define TURNS    24

/* One trial of what is found so far. */
typedef struct turn {
    suggestion *s;
    trial_session session;
    const trial_finding *finding; /* the first; null: none */
    const trial_candidate *candidate;
    bool is_climbing;                /* conditions were added that may be of no use */
    hypothesis before;               /* without them */
    formula wider[TRIAL_POINTERS];   /* the count that no launch reached, before it was lowered */
    bool is_settled[TRIAL_POINTERS]; /* what is lower is too low: no launch reaches the last element
                                      */
} turn;

/* --- What a finding changes ------------------------------------------------------------------- */

static bool has(const turn *t, const char *words)
{
    return strstr(t->finding->text, words) != NULL;
}

/* The pointer with this name that a count is sought for; -1: there is none. */
static int pointer_named(const suggestion *s, const char *name)
{
    for (uint32_t i = 0; i < s->info->pointer_count; i++) {
        if (suggestion_seeks(s, i) && strcmp(s->info->pointers[i].name, name) == 0)
            return (int)i;
    }
    return -1;
}

static void leave_open(suggestion *s, uint32_t pointer, const char *why)
{
    suggested_count *count = &s->counts[pointer];

    s->found.counts[pointer] = (formula){0};
    count->reason = REASON_SHAPE;
    snprintf(count->why, sizeof(count->why), "%s", why);
}

/* Takes the next formula that was found to fit. */
static bool take_next(suggestion *s, uint32_t pointer)
{
    suggested_count *count = &s->counts[pointer];

    if (count->used + 1 >= count->fits.count || count->used >= 4) {
        leave_open(s, pointer, "each expression that fits is contradicted by the trial");
        return true;
    }
    s->found.counts[pointer] = count->fits.list[++count->used].formula;
    return true;
}

/* A launch went beyond the count: it is explored, so that no expression contradicts it. */
static bool widen_count(turn *t)
{
    suggestion *s = t->s;
    const int pointer = pointer_named(s, t->finding->pointer);
    const formula before = pointer < 0 ? (formula){0} : s->found.counts[pointer];
    const size_t explored = s->explored.count;

    if (pointer < 0 || !before.count)
        return false;
    if (t->wider[pointer].count && !t->is_settled[pointer]) {
        s->found.counts[pointer] = t->wider[pointer];
        t->wider[pointer] = (formula){0};
        return t->is_settled[pointer] = true;
    }
    counts_add(s, t->candidate);
    if (s->explored.count > explored && s->explored.list[explored].end == TRIAL_RAN)
        counts_fit_one(s, (uint32_t)pointer);
    if (formula_equals(&before, &s->found.counts[pointer]))
        return take_next(s, (uint32_t)pointer);
    return true;
}

/* The pointer whose last elements no launch touched; -1: it is none of those. */
static int pointer_not_reached(const suggestion *s, const trial_finding *finding)
{
    static const char before[] = " of the elements of '";
    const char *name = strstr(finding->text, before);
    char copy[64];

    if (!name)
        return -1;
    name += sizeof(before) - 1;
    snprintf(copy, sizeof(copy), "%.*s", (int)strcspn(name, "'"), name);
    return pointer_named(s, copy);
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
    const int pointer = pointer_not_reached(t->s, t->finding);
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

/* The launch of an access out of bounds had negative arguments: they may be to blame. */
static bool forbid_negatives(turn *t)
{
    suggestion *s = t->s;
    const formula zero = formula_constant(0);
    const size_t before = s->found.requirement_count;
    int64_t values[VARIABLES];

    if (!t->candidate)
        return false;
    formula_variables_get(&s->variables, &t->session.subject, t->candidate, values);
    for (size_t i = 0; i < s->variables.parameters; i++) {
        const formula number = formula_variable(i);
        const formula condition = formula_of(CUSTUB_OP_LESS_EQUAL, &zero, &number);

        if (values[i] < 0)
            hypothesis_require(&s->found, &condition);
    }
    return s->found.requirement_count > before;
}

/* The contract allowed a buffer that is written to be one that is read. */
static bool forbid_overlap(turn *t)
{
    const custub_kernel_info *info = t->s->info;
    custub_relation relation = {0, 0, CUSTUB_RELATION_DISJOINT};
    const size_t before = t->s->found.relation_count;
    char names[2][80];

    for (uint32_t i = 0; i < info->pointer_count; i++) {
        snprintf(names[0], sizeof(names[0]), "allows '%.63s'", info->pointers[i].name);
        snprintf(names[1], sizeof(names[1]), "memory of '%.60s'", info->pointers[i].name);
        if (has(t, names[0]))
            relation.pointer = i;
        if (has(t, names[1]))
            relation.other = i;
    }
    hypothesis_relate(&t->s->found, relation);
    return t->s->found.relation_count > before;
}

/* Changes what the finding is about. False if nothing can be changed. */
static bool change(turn *t)
{
    if (forbid_negatives(t))
        return true;
    if (t->finding->pointer[0])
        return widen_count(t);
    if (has(t, "to be the memory of"))
        return forbid_overlap(t);
    if (has(t, "touched the last"))
        return narrow_count(t);
    if (t->candidate && t->s->step == 0)
        counts_add(t->s, t->candidate);
    if (t->s->step == 0)
        t->before = t->s->found;
    t->is_climbing = true;
    return blocks_restrict(t->s, t->finding->text, &t->before);
}

/* --- Trying ----------------------------------------------------------------------------------- */

/* Findings about what no launch did are for a person, unless a count is too large. */
static void add_coverage(turn *t)
{
    trial_coverage all;
    trial_findings found = {0};
    uint64_t seeds[TRIAL_FINDINGS];

    trial_session_coverage(&t->session, &all);
    for (uint32_t i = 0; i < t->s->info->pointer_count; i++) {
        t->s->counts[i].launches = all.pointers[i].launches;
        t->s->counts[i].reaching = all.pointers[i].reaching;
    }
    trial_coverage_findings(&all, &t->session.subject, &found, seeds);
    for (size_t i = 0; i < found.count; i++) {
        const int pointer = pointer_not_reached(t->s, &found.list[i]);

        if (pointer < 0 || t->is_settled[pointer] || t->finding)
            continue;
        t->session.found = found;
        t->finding = &t->session.found.list[i];
    }
}

static void run(turn *t)
{
    t->finding = NULL;
    t->candidate = NULL;
    t->session.workers = 1;
    t->session.subject.ignores_order = true; /* no contract says more about it */
    t->session.limit = 1;
    t->session.enough = t->session.options->launches / SEEDS;
    t->session.refusals = 3;
    atomic_store(&t->session.share->slow, LARGE);
    trial_session_run(&t->session);
    t->s->launches = atomic_load(&t->session.share->made);
    if (t->session.found.count) {
        t->finding = &t->session.found.list[0];
        t->candidate = &t->session.shown[0].launch;
    } else {
        add_coverage(t);
    }
}

static void give_up(turn *t)
{
    char why[512];

    snprintf(why, sizeof(why), "the trial finds: %.480s", t->finding->text);
    suggestion_give_up(t->s, REASON_FINDING, why);
    if (t->is_climbing)
        t->s->found = t->before;
}

/* Tries once. True if something was changed, and another turn is needed. */
static bool take_turn(turn *t)
{
    suggestion *s = t->s;
    const hypothesis whole = suggestion_whole(s);
    trial_options options = *s->options;
    trial_library library = {hypothesis_describe(&whole, s->library->info, &s->variables),
                             s->library->images};
    bool changed = false;

    options.launches = SEEDS * (options.launches ? options.launches : LAUNCHES);
    options.seconds = s->deadline > trial_now() ? s->deadline - trial_now() : 0;
    if (library.info && trial_session_initialize(&t->session, &options, &library,
                                                 library.info->kernels, s->folder)) {
        run(t);
        if (t->finding) {
            changed = change(t);
            if (!changed)
                give_up(t);
        } else if (s->launches == 0) {
            changed = t->is_climbing && blocks_restrict(s, "depends on the shape", &t->before);
            if (!changed)
                suggestion_give_up(s, REASON_FAILING, trial_session_failure(&t->session));
        } else if (s->launches < t->session.enough &&
                   atomic_load(&t->session.share->next) < atomic_load(&t->session.share->end)) {
            suggestion_give_up(s, REASON_TIME, "the time was over before it was tried");
        } else {
            s->is_tried = true;
        }
        trial_session_deinitialize(&t->session);
    }
    free((void *)(uintptr_t)library.info);
    return changed;
}

void refinement_run(suggestion *s)
{
    turn *t = calloc(1, sizeof(*t));

    if (!t)
        return;
    t->s = s;
    for (size_t turns = 0; take_turn(t); turns++) {
        if (turns == TURNS) {
            give_up(t);
            break;
        }
    }
    free(t);
}

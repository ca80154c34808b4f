#include "trial/suggest/refinement.h"

#include "trial/session.h"
#include "trial/suggest/blocks.h"
#include "trial/suggest/counts.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LAUNCHES 400
#define TURNS    24

/* One trial of what is found so far. */
typedef struct turn {
    suggestion *s;
    trial_session session;
    const trial_finding *finding; /* the first; null: none */
    const trial_candidate *candidate;
    bool is_climbing;  /* conditions were added that may be of no use */
    hypothesis before; /* without them */
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
    counts_add(s, t->candidate);
    if (s->explored.count > explored && s->explored.list[explored].end == TRIAL_RAN)
        counts_fit_one(s, (uint32_t)pointer);
    if (formula_equals(&before, &s->found.counts[pointer]))
        return take_next(s, (uint32_t)pointer);
    return true;
}

static bool narrow_count(turn *t)
{
    const char *name = strstr(t->finding->text, " of the elements of '");
    char copy[64];
    int pointer;

    if (!name)
        return false;
    snprintf(copy, sizeof(copy), "%.*s", (int)strcspn(name + 21, "'"), name + 21);
    pointer = pointer_named(t->s, copy);
    return pointer >= 0 && take_next(t->s, (uint32_t)pointer);
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
        if (!strstr(found.list[i].text, "touched the last") || t->finding)
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

    if (!options.launches)
        options.launches = LAUNCHES;
    options.seconds = s->deadline > trial_now() ? s->deadline - trial_now() : 0;
    if (library.info && trial_session_initialize(&t->session, &options, &library,
                                                 library.info->kernels, s->folder)) {
        run(t);
        if (t->finding) {
            changed = change(t);
            if (!changed)
                give_up(t);
        } else if (s->launches == 0 && t->is_climbing) {
            changed = blocks_restrict(s, "depends on the shape", &t->before);
        } else if (s->launches == 0) {
            suggestion_give_up(s, REASON_FAILING, trial_session_failure(&t->session));
        } else if (atomic_load(&t->session.share->next) < atomic_load(&t->session.share->end)) {
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

#include "trial/suggest/refinement.h"

#include "trial/suggest/blocks.h"
#include "trial/suggest/correction.h"
#include "trial/suggest/counts.h"
#include "trial/suggest/losses.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LAUNCHES 1000
#define FEWER    4         /* of them with random bytes in structs: most lead out of bounds soon */
#define LEAST    10        /* one of so many of them has to be made */
#define SEEDS    8         /* for each of them: some are not legal, or too large */
#define LARGE    (3u << 2) /* the size classes that are left out */
#define PRODUCT  8192      /* of a launch's arguments: its loops are seldom longer */
#define PACE     0.01      /* seconds for a launch, on the average */
#define LATES    2         /* launches that do not end in time, and look like a mistake */
#define TURNS    24

/* --- Trying ----------------------------------------------------------------------------------- */

/* Goes on after the launches of the turn before, if the contract allows them still. */
static void resume(turn *t)
{
    trial_share *share = t->session.share;

    if (!t->continues)
        return;
    atomic_store(&share->next, t->next);
    atomic_store(&share->made, t->made);
    share->workers[0].coverage = t->coverage;
    t->continues = false;
}

static void keep_place(turn *t)
{
    t->next = atomic_load(&t->session.share->next);
    t->made = atomic_load(&t->session.share->made);
    trial_session_coverage(&t->session, &t->coverage);
}

/* Findings about what no launch did are for a person, unless a count is too large. */
static void add_coverage(turn *t)
{
    trial_coverage all;
    trial_findings found = {0};
    uint64_t seeds[TRIAL_FINDINGS];

    trial_session_coverage(&t->session, &all);
    for (uint32_t i = 0; i < t->s->info->pointer_count; i++) {
        t->s->counts[i].launches = all.pointers[i].launches;
        t->s->counts[i].touching = all.pointers[i].touching;
        t->s->counts[i].reaching = all.pointers[i].reaching;
    }
    trial_coverage_findings(&all, &t->session.subject, &found, seeds);
    for (size_t i = 0; i < found.count; i++) {
        const int pointer = suggestion_pointer_named(t->s, found.list[i].pointer);

        if (found.list[i].kind != TRIAL_UNREACHED || pointer < 0 || t->is_settled[pointer] ||
            t->mistake.finding || t->s->counts[pointer].reason != REASON_NONE ||
            t->s->counts[pointer].is_allocated)
            continue;
        t->session.found = found;
        t->mistake.finding = &t->session.found.list[i];
    }
}

static void run(turn *t)
{
    t->mistake = (shown_mistake){NULL, &t->session.subject, NULL};
    t->session.workers = 1;
    t->session.budget = &t->s->budget;
    t->session.subject.ignores_order = true; /* no contract says more about it */
    t->session.subject.fills_structs = t->fills_structs;
    t->session.subject.compares_blocks = !t->do_blocks_differ;
    t->session.subject.spare = suggestion_open_bytes(t->s);
    t->session.limit = 1;
    t->session.enough = t->session.options->launches / SEEDS / (t->fills_structs ? FEWER : 1);
    t->session.refusals = 3;
    t->session.lates = t->may_be_late ? 0 : LATES;
    atomic_store(&t->session.share->slow, LARGE);
    t->session.share->product = PRODUCT;
    t->session.share->pace = PACE;
    resume(t);
    trial_session_run(&t->session);
    keep_place(t);
    t->s->launches = atomic_load(&t->session.share->made);
    if (t->session.found.count) {
        t->mistake.finding = &t->session.found.list[0];
        t->mistake.launch = &t->session.shown[0].launch;
    } else if (trial_session_hangs(&t->session)) {
        t->late.kind = TRIAL_ENDLESS;
        snprintf(t->late.text, sizeof(t->late.text), "launches do not end");
        t->mistake.finding = &t->late;
        t->mistake.launch = &t->session.share->workers[0].shown.launch;
    } else {
        add_coverage(t);
    }
}

/* True if nothing but the data keeps launches from the last element: the count names the shape, or
 * there is one block, of a fixed size. */
static bool is_reached_wholly(const suggestion *s, const formula *count)
{
    bool has_grid = false;

    for (size_t i = s->variables.parameters; i < s->variables.count; i++)
        has_grid |= s->variables.numbers[i].kind == TRIAL_GRID;
    return formula_names_shape(count, &s->variables) || (!has_grid && s->found.block[0].count);
}

/* The last elements of a count were seldom touched: nothing shows that it is right. */
static bool is_seldom_reached(const suggestion *s, uint32_t pointer)
{
    const suggested_count *count = &s->counts[pointer];
    const formula *found = &s->found.counts[pointer];

    return !counts_is_reached(s, found, count->reaching, count->touching) ||
           (is_reached_wholly(s, found) && count->reaching * 10 < count->touching * 9);
}

/* More may be allocated than the kernel needs. */
static bool is_allocation_unreached(const suggested_count *count)
{
    return count->touching == 0;
}

/* True if another count was taken, which is not tried yet. */
static bool leave_open_unreached(suggestion *s)
{
    const bool is_late = trial_budget_is_over(&s->budget, 0);
    bool is_changed = false;

    for (uint32_t i = 0; i < s->info->pointer_count; i++) {
        const suggested_count *count = &s->counts[i];

        if (!s->found.counts[i].count)
            continue;
        if (count->is_allocated) {
            if (is_allocation_unreached(count))
                allocations_doubt(s, i, "the trial does not touch its end");
        } else if (is_seldom_reached(s, i)) {
            suggestion_leave_open(s, i, "what fits is seldom touched to its end");
            if (count->is_allocated && is_late)
                allocations_doubt(s, i, "the time was over before it was tried");
            is_changed |= count->is_allocated;
        }
    }
    return is_changed;
}

static void give_up(turn *t)
{
    const char *finding = t->mistake.finding ? t->mistake.finding->text : t->climbs_for;
    char why[512];

    if (*finding) {
        snprintf(why, sizeof(why), "the trial finds: %.480s", finding);
        suggestion_give_up(t->s, REASON_FINDING, why);
    } else {
        suggestion_give_up(t->s, REASON_FAILING, "no condition that was tried lets it launch");
    }
    if (t->is_climbing)
        t->s->found = t->before;
}

/* Describes what is found so far as a library, and prepares its trial. */
static bool open_session(turn *t, trial_options *options, trial_library *library)
{
    suggestion *s = t->s;
    const hypothesis whole = suggestion_whole(s);

    *options = *s->options;
    options->launches = SEEDS * (options->launches ? options->launches : LAUNCHES);
    *library = (trial_library){hypothesis_describe(&whole, s->library->info, &s->variables),
                               s->library->images};
    return library->info && trial_session_initialize(&t->session, options, library,
                                                     library->info->kernels, s->folder);
}

/* False if there were too few launches. */
static bool is_complete(const turn *t)
{
    const bool is_at_end =
        atomic_load(&t->session.share->next) >= atomic_load(&t->session.share->end);

    return t->s->launches >= t->session.enough ||
           (is_at_end && t->s->launches * LEAST >= t->session.enough);
}

/* The time was over, or most launches are not legal, or left out. */
static void give_up_incomplete(suggestion *s)
{
    suggestion_give_up(s, REASON_TIME,
                       trial_budget_is_over(&s->budget, 0)
                           ? "the time was over before it was tried"
                           : "too few launches were found that are legal and not too large");
}

/* Tries once. True if something was changed, and another turn is needed. */
static bool take_turn(turn *t)
{
    suggestion *s = t->s;
    trial_options options;
    trial_library library;
    bool changed = false;

    if (open_session(t, &options, &library)) {
        run(t);
        if (t->mistake.finding) {
            changed = correction_make(t);
            if (!changed)
                give_up(t);
        } else if (s->launches == 0) {
            const bool is_late = trial_budget_is_over(&s->budget, 0);

            changed = !is_late && t->is_climbing && blocks_restrict(s, TRIAL_BY_SHAPE, &t->before);
            if (is_late)
                suggestion_give_up(s, REASON_TIME, "the time was over before it was tried");
            else if (!changed && t->is_climbing)
                give_up(t);
            else if (!changed)
                suggestion_give_up(s, REASON_FAILING, trial_session_failure(&t->session));
        } else if (!is_complete(t)) {
            give_up_incomplete(s);
        } else if (t->is_climbing && blocks_leave_elements(s)) {
            changed = blocks_restrict(s, TRIAL_BY_SHAPE, &t->before);
            if (!changed)
                give_up(t);
        } else {
            changed = leave_open_unreached(s);
            s->is_tried = !changed;
        }
        trial_session_deinitialize(&t->session);
    }
    free((void *)(uintptr_t)library.info);
    return changed;
}

/* --- Conditions that are not needed ----------------------------------------------------------- */

static bool finds_nothing(turn *t)
{
    trial_options options;
    trial_library library;
    bool is_right = false;

    if (open_session(t, &options, &library)) {
        run(t);
        is_right = !t->mistake.finding && t->s->launches > 0 && is_complete(t);
        trial_session_deinitialize(&t->session);
    }
    free((void *)(uintptr_t)library.info);
    return is_right;
}

/* Removes a condition if the trial finds nothing without it. */
static bool drop(turn *t, size_t condition)
{
    suggestion *s = t->s;
    const hypothesis before = s->found;
    const uint64_t launches = s->launches;
    suggested_count counts[TRIAL_POINTERS];

    memcpy(counts, s->counts, sizeof(counts));
    s->found.requirement_count--;
    memmove(&s->found.requirements[condition], &s->found.requirements[condition + 1],
            (s->found.requirement_count - condition) * sizeof(before.requirements[0]));
    if (finds_nothing(t))
        return true;
    s->found = before;
    s->launches = launches;
    memcpy(s->counts, counts, sizeof(counts));
    return false;
}

/* Conditions that were found while little was known may be more than what is needed now. */
static void drop_superfluous(turn *t)
{
    suggestion *s = t->s;

    for (size_t i = 0; i < s->doubtful_count; i++) {
        for (size_t k = 0; k < s->found.requirement_count; k++) {
            if (formula_equals(&s->doubtful[i], &s->found.requirements[k]) &&
                !trial_budget_is_over(&s->budget, 0) && drop(t, k))
                break;
        }
    }
}

/* What structs in memory hold leads nowhere if random bytes do not. */
static void try_structs(turn *t)
{
    suggestion *s = t->s;
    const uint64_t launches = s->launches;
    suggested_count counts[TRIAL_POINTERS];

    memcpy(counts, s->counts, sizeof(counts));
    t->fills_structs = true;
    s->are_structs_tried = finds_nothing(t);
    s->launches = launches;
    memcpy(s->counts, counts, sizeof(counts));
}

static bool is_whole(const suggestion *s)
{
    return s->is_tried && s->reason == REASON_NONE;
}

static void take_turns(turn *t)
{
    t->is_climbing = t->s->is_tried = false;
    t->s->step = 0;
    for (size_t turns = 0; take_turn(t); turns++) {
        if (turns == TURNS) {
            give_up(t);
            break;
        }
    }
}

void refinement_run(suggestion *s)
{
    turn *t = calloc(1, sizeof(*t));

    if (!t)
        return;
    t->s = s;
    take_turns(t);
    if (is_whole(s) && losses_find(s)) /* in launches that failed until now */
        take_turns(t);
    if (is_whole(s))
        drop_superfluous(t);
    if (is_whole(s) && suggestion_touches_structs(s))
        try_structs(t);
    free(t);
}

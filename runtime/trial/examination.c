#include "trial/examination.h"

#include "trial/checker_log.h"
#include "trial/launches/contents.h"
#include "trial/launches/random.h"
#include "trial/outcomes.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- Another shape ---------------------------------------------------------------------------- */

static void shape_text(const trial_candidate *c, char *out, size_t size)
{
    snprintf(out, size,
             "%" PRIu64 "x%" PRIu64 "x%" PRIu64 " blocks of %" PRIu64 "x%" PRIu64 "x%" PRIu64
             " threads",
             c->grid[0], c->grid[1], c->grid[2], c->block[0], c->block[1], c->block[2]);
}

/* The same launch with other numbers of threads, and of blocks unless a count names them; false if
 * there is none. */
static bool reshape(const trial_subject *subject, const trial_limits *limits,
                    trial_candidate *other)
{
    static const uint64_t sizes[] = {1, 2, 4, 8, 16, 32, 64, 128, 256, 40, 96};
    const trial_candidate first = *other;
    trial_random random = {first.contents};

    for (size_t i = 0; i < 8; i++) {
        for (size_t k = 0; k < subject->number_count; k++) {
            const trial_number *number = &subject->numbers[k];

            if (number->kind == TRIAL_BLOCK)
                trial_number_set(other, subject, number,
                                 (int64_t)sizes[trial_random_below(&random, 11)]);
            if (number->kind == TRIAL_GRID && !subject->depends_on_grid)
                trial_number_set(other, subject, number,
                                 (int64_t)trial_random_below(&random, 3) + !subject->has_threads);
        }
        if (trial_settle(subject, other, limits, NULL) == 0 &&
            (memcmp(first.grid, other->grid, sizeof(first.grid)) != 0 ||
             memcmp(first.block, other->block, sizeof(first.block)) != 0))
            return memcmp(first.bytes, other->bytes, sizeof(first.bytes)) == 0;
    }
    return false;
}

/* On a GPU each launch has another order. */
static void add_difference_by_order(const trial_subject *subject, const trial_difference *found,
                                    trial_findings *findings)
{
    const custub_kernel_info *info = subject->info;
    const char *results = found->is_reordered ? "the order of the results" : "the result";
    trial_finding *added;

    added = trial_findings_add(
        findings, TRIAL_BY_ORDER,
        found->is_reordered ? "sort the results where their order matters"
                            : "let no result depend on which block or thread is the first",
        "%s:%u: kernel '%s': %s depends on the order of the %s: %s[%" PRIu64
        "] is %s, and %s in another %s",
        info->file, info->line, info->name, results,
        subject->on_gpu ? "blocks or the threads" : "blocks", found->pointer->name, found->index,
        found->first, found->second, subject->on_gpu ? "launch" : "order");
    if (added)
        added->is_note = found->is_reordered;
}

static void compare_shapes(const trial_subject *subject, const trial_shown *shown,
                           const trial_outcome *a, const trial_outcome *b, trial_findings *findings)
{
    const custub_kernel_info *info = subject->info;
    trial_difference found;
    char shape[128], other[128];

    if (!trial_outcomes_differ(subject, &shown->launch, a, b, &found))
        return;
    if (found.is_reordered) {
        add_difference_by_order(subject, &found, findings);
        return;
    }
    shape_text(&shown->launch, shape, sizeof(shape));
    shape_text(&shown->other, other, sizeof(other));
    trial_findings_add(findings, TRIAL_BY_SHAPE,
                       "say by CUSTUB_THREADS, CUSTUB_BLOCK or CUSTUB_REQUIRES which shapes are "
                       "right",
                       "%s:%u: kernel '%s': the result depends on the shape: %s[%" PRIu64
                       "] is %s with %s, and %s with %s",
                       info->file, info->line, info->name, found.pointer->name, found.index,
                       found.first, shape, found.second, other);
}

/* --- Another order of blocks ------------------------------------------------------------------ */

static void compare_orders(const trial_subject *subject, const trial_shown *shown,
                           const trial_outcome *a, const trial_outcome *b, trial_findings *findings)
{
    trial_difference found;

    if (trial_outcomes_differ(subject, &shown->launch, a, b, &found))
        add_difference_by_order(subject, &found, findings);
}

/* --- Either ----------------------------------------------------------------------------------- */

typedef void comparison(const trial_subject *subject, const trial_shown *shown,
                        const trial_outcome *a, const trial_outcome *b, trial_findings *findings);

/* Makes the other launch. */
static bool examine_other(const trial_subject *subject, trial_shown *shown, const char *log,
                          trial_findings *findings, const trial_outcome *first, comparison *compare)
{
    trial_outcome outcome;
    const bool is_alive = trial_attempt(subject, &shown->other, &outcome);

    if (outcome.end == TRIAL_FAILED) {
        trial_outcome_failure(subject, &outcome, log, findings);
        shown->launch = shown->other;
    } else if (outcome.end == TRIAL_RAN) {
        shown->has_other = true;
        compare(subject, shown, first, &outcome, findings);
    }
    trial_outcome_free(&outcome);
    return is_alive;
}

static bool examine_shape(const trial_subject *subject, trial_shown *shown,
                          const trial_limits *limits, const char *log, trial_findings *findings,
                          const trial_outcome *first)
{
    shown->other = shown->launch;
    return subject->depends_on_block || (subject->depends_on_grid && !subject->compares_blocks) ||
           trial_contents_are_special(shown->launch.contents) ||
           !reshape(subject, limits, &shown->other) ||
           examine_other(subject, shown, log, findings, first, compare_shapes);
}

static bool examine_order(const trial_subject *subject, trial_shown *shown, const char *log,
                          trial_findings *findings, const trial_outcome *first)
{
    shown->other = shown->launch;
    if (!subject->on_gpu)
        shown->other.order =
            shown->launch.contents >> 10 & 1 ? 1 : 2 + shown->launch.contents % 1000;
    return trial_contents_are_special(shown->launch.contents) ||
           examine_other(subject, shown, log, findings, first, compare_orders);
}

/* --- The same memory -------------------------------------------------------------------------- */

#define ALLOWED "the contract allows '%s' to be the memory of '%s', but then"
#define FORBID  "forbid it by __restrict__ or CUSTUB_DISJOINT"

/* Two pointers that may have the same memory, one of which is written. Indices are left out: what
 * is written over them need not be indices. */
typedef struct pointer_pair {
    uint32_t read, written;
} pointer_pair;

/* True if the launch wrote no element, although perhaps it might. */
static bool is_read(const trial_subject *subject, const trial_outcome *first, uint32_t i)
{
    const custub_pointer_info *pointer = &subject->info->pointers[i];
    const trial_touched *touched = &first->touched[i];

    return pointer->flags & CUSTUB_POINTER_READ_ONLY ||
           (touched->is_measured && touched->begin < touched->end && touched->written == 0);
}

static bool find_pair(const trial_subject *subject, const trial_candidate *c,
                      const trial_outcome *first, pointer_pair *out)
{
    const custub_kernel_info *info = subject->info;
    trial_random random = {c->contents + 1};
    uint64_t found = 0;

    for (uint32_t a = 0; a < info->pointer_count; a++) {
        for (uint32_t b = 0; b < info->pointer_count; b++) {
            if (a == b || !is_read(subject, first, a) || is_read(subject, first, b) ||
                c->bytes[a] == 0 || c->bytes[b] == 0 || info->pointers[a].low.code ||
                info->pointers[b].low.code || !trial_random_once_in(&random, ++found))
                continue;
            *out = (pointer_pair){a, b};
        }
    }
    return found > 0;
}

static void name_pair(const custub_kernel_info *info, pointer_pair pair, trial_finding *finding)
{
    if (!finding)
        return;
    snprintf(finding->pointer, sizeof(finding->pointer), "%s", info->pointers[pair.written].name);
    snprintf(finding->other, sizeof(finding->other), "%s", info->pointers[pair.read].name);
}

static void compare_memory(const trial_subject *subject, const trial_candidate *candidate,
                           pointer_pair pair, const trial_outcome *apart, trial_outcome *same,
                           trial_findings *findings)
{
    const custub_kernel_info *info = subject->info;
    trial_difference found;

    free(same->after[pair.read]); /* what was written there is no result of this pointer */
    same->after[pair.read] = NULL;
    if (!trial_outcomes_differ(subject, candidate, apart, same, &found))
        return;
    name_pair(info, pair,
              trial_findings_add(findings, TRIAL_ALIASED, FORBID,
                                 "%s:%u: kernel '%s': " ALLOWED " %s[%" PRIu64 "] is %s, not %s",
                                 info->file, info->pointers[pair.written].line, info->name,
                                 info->pointers[pair.written].name, info->pointers[pair.read].name,
                                 found.pointer->name, found.index, found.second, found.first));
}

/* Says what is wrong only if the two pointers have one memory. */
static void add_failure_of_pair(const trial_subject *subject, const trial_outcome *outcome,
                                const char *log, pointer_pair pair, trial_findings *findings)
{
    const custub_kernel_info *info = subject->info;
    trial_findings of_pair = {0};
    const char *place, *what, *end;

    trial_outcome_failure(subject, outcome, log, &of_pair);
    place = of_pair.list[0].text;
    what = strstr(place, "): "); /* behind the thread */
    end = strstr(place, ": kernel '");
    name_pair(info, pair,
              trial_findings_add(findings, TRIAL_ALIASED, FORBID,
                                 "%.*s: kernel '%s': " ALLOWED ": %s", (int)(end ? end - place : 0),
                                 place, info->name, info->pointers[pair.written].name,
                                 info->pointers[pair.read].name, what ? what + 3 : place));
}

/* The larger buffer's serves both. */
static void share_memory(trial_candidate *c, pointer_pair pair)
{
    if (c->bytes[pair.read] <= c->bytes[pair.written])
        c->same_as[pair.read] = (uint8_t)pair.written;
    else
        c->same_as[pair.written] = (uint8_t)pair.read;
}

static bool examine_memory(const trial_subject *subject, trial_shown *shown, const char *log,
                           trial_findings *findings, const trial_outcome *first)
{
    trial_outcome a, b;
    pointer_pair pair = {0, 0};
    bool is_alive;

    if (trial_contents_are_special(shown->launch.contents) ||
        !find_pair(subject, &shown->launch, first, &pair))
        return true;
    shown->launch.filled_as[pair.written] = (uint8_t)pair.read;
    shown->other = shown->launch;
    share_memory(&shown->other, pair);
    is_alive = trial_attempt(subject, &shown->other, &b);
    if (b.end != TRIAL_RAN) {
        if (b.end == TRIAL_FAILED)
            add_failure_of_pair(subject, &b, log, pair, findings);
        shown->has_other = true;
        trial_outcome_free(&b);
        return is_alive;
    }
    is_alive = trial_attempt(subject, &shown->launch, &a);
    shown->has_other = a.end == TRIAL_RAN;
    if (shown->has_other)
        compare_memory(subject, &shown->launch, pair, &a, &b, findings);
    trial_outcome_free(&a);
    trial_outcome_free(&b);
    return is_alive;
}

/* --- All -------------------------------------------------------------------------------------- */

/* A launch that took too long is no finding, one that the driver ended because its threads waited
 * for ever is. */
static bool take_endless_wait(const trial_subject *subject, const char *log,
                              trial_findings *findings)
{
    const size_t before = findings->count;

    trial_findings_take_log(findings, log, subject->info->symbol, subject->info->name);
    for (size_t i = before; i < findings->count; i++) {
        if (findings->list[i].kind == TRIAL_BARRIER)
            return true;
    }
    findings->count = before;
    return false;
}

/* Which of the examinations that take another launch is made, by the seed of the contents. */
enum { MEMORY, SHAPE, ORDER, SHAPE_TOO };

bool trial_examine(const trial_subject *subject, trial_shown *shown, const trial_limits *limits,
                   const char *log, trial_findings *findings, trial_outcome *first)
{
    trial_candidate *c = &shown->launch;
    const uint64_t which = c->contents >> 8 & 3;
    bool is_alive;

    shown->has_other = false;
    for (uint8_t i = 0; i < TRIAL_POINTERS; i++)
        c->filled_as[i] = i;
    is_alive = trial_attempt(subject, c, first);
    if (first->end == TRIAL_FAILED)
        trial_outcome_failure(subject, first, log, findings);
    if (first->end == TRIAL_LATE && take_endless_wait(subject, log, findings))
        first->end = TRIAL_FAILED;
    if (first->end != TRIAL_RAN)
        return is_alive;
    if (subject->on_gpu) { /* else what depends on the order would seem to depend on the shape */
        is_alive = examine_order(subject, shown, log, findings, first);
        if (!is_alive || findings->count)
            return is_alive;
    }
    if (which == SHAPE || which == SHAPE_TOO)
        return examine_shape(subject, shown, limits, log, findings, first);
    if (which == ORDER && !subject->on_gpu && !subject->ignores_order &&
        c->grid[0] * c->grid[1] * c->grid[2] > 1)
        return examine_order(subject, shown, log, findings, first);
    return examine_memory(subject, shown, log, findings, first);
}

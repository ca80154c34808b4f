#include "trial/examination.h"

#include "trial/launches/contents.h"
#include "trial/launches/random.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* --- Failures --------------------------------------------------------------------------------- */

static void add_failure(const trial_subject *subject, const trial_outcome *outcome, const char *log,
                        trial_findings *findings)
{
    const size_t before = findings->count;

    trial_findings_add_log(findings, log);
    if (findings->count == before)
        trial_findings_add(findings, "", "%s:%u: kernel '%s': %s", subject->info->file,
                           subject->info->line, subject->info->name, outcome->message);
}

/* --- Another shape ---------------------------------------------------------------------------- */

static void shape_text(const trial_candidate *c, char *out, size_t size)
{
    snprintf(out, size,
             "%" PRIu64 "x%" PRIu64 "x%" PRIu64 " blocks of %" PRIu64 "x%" PRIu64 "x%" PRIu64
             " threads",
             c->grid[0], c->grid[1], c->grid[2], c->block[0], c->block[1], c->block[2]);
}

/* The same launch with other numbers of blocks and threads; false if there is none. */
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
            if (number->kind == TRIAL_GRID)
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

static void compare_shapes(const trial_subject *subject, const trial_candidate *first,
                           const trial_candidate *second, const trial_outcome *a,
                           const trial_outcome *b, trial_findings *findings)
{
    const custub_kernel_info *info = subject->info;

    for (uint32_t i = 0; i < info->pointer_count; i++) {
        const custub_scalar scalar = trial_contents_scalar(&info->pointers[i]);
        char one[64], two[64], shape[128], other[128];
        uint64_t at;

        if (!a->after[i] || !b->after[i])
            continue;
        at = trial_contents_difference(a->after[i], b->after[i], first->bytes[i], scalar);
        if (at == UINT64_MAX)
            continue;
        trial_contents_text(a->after[i], at, scalar, one, sizeof(one));
        trial_contents_text(b->after[i], at, scalar, two, sizeof(two));
        shape_text(first, shape, sizeof(shape));
        shape_text(second, other, sizeof(other));
        trial_findings_add(findings,
                           "say by CUSTUB_THREADS, CUSTUB_BLOCK or CUSTUB_REQUIRES which shapes "
                           "are right",
                           "%s:%u: kernel '%s': " TRIAL_DEPENDS_ON_SHAPE ": %s[%" PRIu64
                           "] is %s with %s, and %s with %s",
                           info->file, info->line, info->name, info->pointers[i].name, at, one,
                           shape, two, other);
        return;
    }
}

static bool examine_shape(const trial_subject *subject, trial_candidate *candidate,
                          const trial_limits *limits, const char *log, trial_findings *findings,
                          const trial_outcome *first)
{
    trial_candidate other = *candidate;
    trial_outcome outcome;

    if (subject->depends_on_shape || trial_contents_are_special(candidate->contents) ||
        !reshape(subject, limits, &other))
        return true;
    trial_attempt(subject, &other, &outcome);
    if (outcome.end == TRIAL_FAILED) {
        add_failure(subject, &outcome, log, findings);
        *candidate = other;
    } else if (outcome.end == TRIAL_RAN)
        compare_shapes(subject, candidate, &other, first, &outcome, findings);
    trial_outcome_free(&outcome);
    return outcome.end < TRIAL_FAILED;
}

/* --- The same memory -------------------------------------------------------------------------- */

#define ALLOWED "the contract allows '%s' to be the memory of '%s', but then"

/* Two pointers that may have the same memory, one of which is written. Indices are left out: what
 * is written over them need not be indices. */
typedef struct pointer_pair {
    uint32_t read, written;
} pointer_pair;

static bool is_written(const trial_subject *subject, uint32_t i)
{
    return !(subject->info->pointers[i].flags & CUSTUB_POINTER_READ_ONLY);
}

static bool find_pair(const trial_subject *subject, const trial_candidate *c, pointer_pair *out)
{
    const custub_kernel_info *info = subject->info;
    trial_random random = {c->contents + 1};
    uint64_t found = 0;

    for (uint32_t a = 0; a < info->pointer_count; a++) {
        for (uint32_t b = 0; b < info->pointer_count; b++) {
            if (a == b || is_written(subject, a) || !is_written(subject, b) || c->bytes[a] == 0 ||
                c->bytes[a] != c->bytes[b] ||
                info->pointers[a].element_size != info->pointers[b].element_size ||
                info->pointers[a].scalar != info->pointers[b].scalar ||
                info->pointers[a].low.code || info->pointers[b].low.code ||
                !trial_random_once_in(&random, ++found))
                continue;
            *out = (pointer_pair){a, b};
        }
    }
    return found > 0;
}

static void compare_memory(const trial_subject *subject, const trial_candidate *candidate,
                           pointer_pair pair, const trial_outcome *apart, const trial_outcome *same,
                           trial_findings *findings)
{
    const custub_kernel_info *info = subject->info;
    const char *written = info->pointers[pair.written].name;
    const char *read = info->pointers[pair.read].name;
    const custub_scalar scalar = trial_contents_scalar(&info->pointers[pair.written]);
    char one[64], two[64];
    uint64_t at;

    if (!apart->after[pair.written] || !same->after[pair.written])
        return;
    at = trial_contents_difference(apart->after[pair.written], same->after[pair.written],
                                   candidate->bytes[pair.written], scalar);
    if (at == UINT64_MAX)
        return;
    trial_contents_text(apart->after[pair.written], at, scalar, one, sizeof(one));
    trial_contents_text(same->after[pair.written], at, scalar, two, sizeof(two));
    trial_findings_add(findings, "forbid it by __restrict__ or CUSTUB_DISJOINT",
                       "%s:%u: kernel '%s': " ALLOWED " %s[%" PRIu64 "] is %s, not %s", info->file,
                       info->pointers[pair.written].line, info->name, written, read, written, at,
                       two, one);
}

/* Says what is wrong only if the two pointers have one memory. */
static void add_failure_of_pair(const trial_subject *subject, const trial_outcome *outcome,
                                const char *log, pointer_pair pair, trial_findings *findings)
{
    const custub_kernel_info *info = subject->info;
    trial_findings of_pair = {0};
    const char *place, *what;

    add_failure(subject, outcome, log, &of_pair);
    place = of_pair.list[0].text;
    what = strstr(place, "): "); /* behind the thread */
    trial_findings_add(findings, "forbid it by __restrict__ or CUSTUB_DISJOINT",
                       "%.*s: kernel '%s': " ALLOWED ": %s", (int)strcspn(place, " ") - 1, place,
                       info->name, info->pointers[pair.written].name,
                       info->pointers[pair.read].name, what ? what + 3 : place);
}

static bool examine_memory(const trial_subject *subject, const trial_candidate *candidate,
                           const char *log, trial_findings *findings)
{
    trial_candidate apart = *candidate;
    trial_candidate same;
    trial_outcome a, b;
    bool is_alive = true;
    pointer_pair pair = {0, 0};

    if (trial_contents_are_special(candidate->contents) || !find_pair(subject, candidate, &pair))
        return true;
    apart.filled_as[pair.written] = (uint8_t)pair.read;
    same = apart;
    same.same_as[pair.read] = (uint8_t)pair.written;
    trial_attempt(subject, &same, &b);
    if (b.end != TRIAL_RAN) {
        if (b.end == TRIAL_FAILED)
            add_failure_of_pair(subject, &b, log, pair, findings);
        trial_outcome_free(&b);
        return b.end < TRIAL_FAILED;
    }
    trial_attempt(subject, &apart, &a);
    if (a.end == TRIAL_RAN)
        compare_memory(subject, candidate, pair, &a, &b, findings);
    is_alive = a.end < TRIAL_FAILED;
    trial_outcome_free(&a);
    trial_outcome_free(&b);
    return is_alive;
}

/* --- All -------------------------------------------------------------------------------------- */

bool trial_examine(const trial_subject *subject, trial_candidate *candidate,
                   const trial_limits *limits, const char *log, trial_findings *findings,
                   trial_outcome *first)
{
    trial_attempt(subject, candidate, first);
    if (first->end == TRIAL_FAILED) {
        add_failure(subject, first, log, findings);
        return false;
    }
    if (first->end != TRIAL_RAN)
        return first->end == TRIAL_REFUSED;
    if (candidate->contents >> 8 & 1)
        return examine_shape(subject, candidate, limits, log, findings, first);
    return examine_memory(subject, candidate, log, findings);
}

#include "trial/outcomes.h"

#include "trial/checker_log.h"
#include "trial/gpu_report.h"
#include "trial/launches/contents.h"

#include <stdlib.h>
#include <string.h>

void trial_outcome_failure(const trial_subject *subject, const trial_outcome *outcome,
                           const char *log, trial_findings *findings)
{
    const size_t before = findings->count;

    trial_findings_take_log(findings, log, subject->info->symbol, subject->info->name);
    if (outcome->error.status == CUSTUB_ERROR_OUT_OF_BOUNDS && findings->count == before)
        trial_findings_take_bad_access(findings, subject->info, &outcome->error);
    if (findings->count == before)
        trial_findings_add(findings, TRIAL_OTHER, "", "%s:%u: kernel '%s': %s", subject->info->file,
                           subject->info->line, subject->info->name, outcome->error.message);
}

/* --- Order of elements ------------------------------------------------------------------------ */

#define COMPARISON(size)                                                                           \
    static int compare_##size(const void *a, const void *b)                                        \
    {                                                                                              \
        return memcmp(a, b, size);                                                                 \
    }
COMPARISON(1)
COMPARISON(2)
COMPARISON(4)
COMPARISON(8)
COMPARISON(16)

typedef int comparison(const void *a, const void *b);

static comparison *comparison_of(uint32_t size)
{
    return size == 1    ? compare_1
           : size == 2  ? compare_2
           : size == 4  ? compare_4
           : size == 8  ? compare_8
           : size == 16 ? compare_16
                        : NULL;
}

/* True if both have the same elements. Sorts them. */
static bool are_reordered(unsigned char *a, unsigned char *b, uint64_t bytes, uint32_t size)
{
    comparison *compare = comparison_of(size);

    if (!compare)
        return false;
    qsort(a, (size_t)(bytes / size), size, compare);
    qsort(b, (size_t)(bytes / size), size, compare);
    return memcmp(a, b, (size_t)bytes) == 0;
}

/* --- Differences ------------------------------------------------------------------------------ */

bool trial_outcomes_differ(const trial_subject *subject, const trial_candidate *candidate,
                           const trial_outcome *first, const trial_outcome *second,
                           trial_difference *out)
{
    memset(out, 0, sizeof(*out));
    out->is_reordered = true;
    for (uint32_t i = 0; i < subject->info->pointer_count; i++) {
        const custub_pointer_info *pointer = &subject->info->pointers[i];
        const custub_scalar scalar = trial_contents_scalar(pointer);
        uint64_t at;

        if (!first->after[i] || !second->after[i])
            continue;
        at = trial_contents_difference(first->after[i], second->after[i], candidate->bytes[i],
                                       scalar, trial_terms(subject, candidate));
        if (at == UINT64_MAX)
            continue;
        if (!out->pointer) {
            out->pointer = pointer;
            out->index = at;
            trial_contents_text(first->after[i], at, scalar, out->first, sizeof(out->first));
            trial_contents_text(second->after[i], at, scalar, out->second, sizeof(out->second));
        }
        out->is_reordered =
            out->is_reordered && are_reordered(first->after[i], second->after[i],
                                               candidate->bytes[i], pointer->element_size);
    }
    return out->pointer != NULL;
}

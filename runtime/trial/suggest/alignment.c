#include "trial/suggest/alignment.h"

#include "trial/suggest/exploration.h"

#define LAUNCHES 16
#define SEEDS    30000
#define LARGEST  64 /* bytes */

static bool is_misaligned(const measurement *launch)
{
    return launch->mistake == TRIAL_MISALIGNED;
}

/* True if launches under the hypothesis make misaligned accesses. */
static bool are_misaligned(suggestion *s, const hypothesis *h)
{
    trial_candidate candidate;

    s->probed.count = 0;
    if (!measurements_suppose(&s->probed, h, &s->variables))
        return false;
    for (uint64_t i = 0; i < LAUNCHES; i++) {
        if (exploration_choose(&s->probed.subject, s->options->seed + SEEDS + i, &candidate))
            measurements_add(&s->probed, &candidate);
    }
    measurements_make_until(&s->probed, 0, is_misaligned);
    for (size_t i = 0; i < s->probed.count; i++) {
        if (is_misaligned(&s->probed.list[i]))
            return true;
    }
    return false;
}

static void find(suggestion *s, uint32_t pointer)
{
    hypothesis h = suggestion_wide(s);

    for (h.aligned[pointer] = 0; are_misaligned(s, &h); h.aligned[pointer] *= 2) {
        if (h.aligned[pointer] == 0)
            h.aligned[pointer] = s->info->pointers[pointer].element_align;
        if (h.aligned[pointer] == LARGEST)
            return; /* the index is to blame, not the pointer */
    }
    s->found.aligned[pointer] = h.aligned[pointer];
}

void alignment_find(suggestion *s)
{
    const hypothesis wide = suggestion_wide(s);
    hypothesis plain = wide;

    for (uint32_t i = 0; i < s->info->pointer_count; i++)
        plain.aligned[i] = s->found.aligned[i];
    if (!are_misaligned(s, &plain) || are_misaligned(s, &wide))
        return;
    for (uint32_t i = 0; i < s->info->pointer_count; i++) {
        if (suggestion_seeks(s, i) && !s->info->pointers[i].aligned)
            find(s, i);
    }
}

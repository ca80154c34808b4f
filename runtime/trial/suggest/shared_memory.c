#include "trial/suggest/shared_memory.h"

#include "trial/suggest/exploration.h"

#include <string.h>

#define LAUNCHES 16
#define FEW      8 /* launches that tell nothing */
#define SEEDS    60000

/* A launch whose bytes of shared memory are lowered. */
typedef struct lowered {
    trial_candidate candidate;
    uint64_t low, high; /* the least bytes that are enough lie between */
    size_t last;        /* the measurement of the last try */
} lowered;

bool shared_memory_is_sought(const suggestion *s)
{
    return s->info->flags & CUSTUB_KERNEL_DYNAMIC_SHARED && !s->info->shared.code;
}

static bool try(suggestion *s, lowered *launch, uint64_t bytes)
{
    launch->candidate.shared = bytes;
    launch->last = s->probed.count;
    return measurements_add(&s->probed, &launch->candidate) != NULL;
}

static bool did_run(const suggestion *s, const lowered *launch)
{
    const measurement *last = &s->probed.list[launch->last];

    return last->is_made && last->end == TRIAL_RAN;
}

/* Chooses launches that run with as much as there is. */
static size_t prepare(suggestion *s, lowered list[LAUNCHES])
{
    hypothesis whole = suggestion_whole(s);
    size_t count = 0, kept = 0;

    whole.shared = formula_constant(0); /* each launch has bytes of its own */
    s->probed.count = 0;
    if (!measurements_suppose(&s->probed, &whole, &s->variables))
        return 0;
    for (uint64_t i = 0; i < 8 * LAUNCHES && count < LAUNCHES; i++) {
        lowered *launch = &list[count];

        if (exploration_choose(&s->probed.subject, s->options->seed + SEEDS + i,
                               &launch->candidate) &&
            exploration_is_small(&s->probed.subject, &launch->candidate) &&
            try(s, launch, SHARED_MEMORY_MOST))
            count++;
    }
    measurements_make(&s->probed, 0);
    for (size_t i = 0; i < count; i++) {
        if (!did_run(s, &list[i]))
            continue;
        list[kept] = list[i];
        list[kept].low = 0;
        list[kept++].high = SHARED_MEMORY_MOST;
    }
    return kept;
}

/* Halves what is open for each launch. False if nothing is open. */
static bool halve(suggestion *s, lowered list[LAUNCHES], size_t count)
{
    const size_t first = s->probed.count;
    bool is_open = false;

    for (size_t i = 0; i < count; i++) {
        if (list[i].low < list[i].high)
            is_open |= try(s, &list[i], (list[i].low + list[i].high) / 2);
    }
    if (!is_open || !measurements_make(&s->probed, first))
        return false;
    for (size_t i = 0; i < count; i++) {
        const uint64_t tried = list[i].candidate.shared;

        if (list[i].low >= list[i].high)
            continue;
        if (did_run(s, &list[i]))
            list[i].high = tried;
        else
            list[i].low = tried + 1;
    }
    return true;
}

static formula fit_bytes(suggestion *s, const lowered list[LAUNCHES], size_t count)
{
    observation seen[LAUNCHES] = {0};
    const observations all = {&s->variables, seen, count, false};
    fits found = {0};

    for (size_t i = 0; i < count; i++) {
        formula_variables_get(&s->variables, &s->probed.subject, &list[i].candidate,
                              seen[i].values);
        seen[i].least = seen[i].most = (int64_t)list[i].high;
    }
    fitting_search(&all, &found);
    return found.count && found.list[0].reached == count ? found.list[0].formula : (formula){0};
}

/* Leaves launches whose blocks have whole warps. */
static size_t keep_whole_warps(lowered list[LAUNCHES], size_t count)
{
    size_t kept = 0;

    for (size_t i = 0; i < count; i++) {
        const uint64_t *block = list[i].candidate.block;

        if (block[0] * block[1] * block[2] % 32 == 0)
            list[kept++] = list[i];
    }
    return kept;
}

void shared_memory_find(suggestion *s)
{
    static lowered list[LAUNCHES];
    size_t count;

    if (!shared_memory_is_sought(s))
        return;
    count = prepare(s, list);
    while (halve(s, list, count))
        ;
    if (trial_budget_is_over(&s->budget, 0))
        return;
    if (count >= FEW)
        s->found.shared = fit_bytes(s, list, count);
    if (!s->found.shared.count && (count = keep_whole_warps(list, count)) >= FEW)
        s->found.shared = fit_bytes(s, list, count); /* the trial shows if others are legal */
}

#include "trial/suggest/counts.h"

#include "trial/suggest/exploration.h"
#include "trial/suggest/signs.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LAUNCHES     96
#define GUARDS       24    /* launches with many threads */
#define SEEDS        10000 /* of these */
#define MOST         4     /* of their numbers */
#define MANY_THREADS 8192  /* in a row */
#define ROUNDS       4
#define LARGEST      (UINT64_C(1) << 24)
#define PRODUCTS     25   /* one of so many launches reaches the end */
#define SUMS         2    /* they fit much that is none */
#define QUOTIENTS    9    /* of ten: they fit still more */
#define FEW          12   /* launches that tell nothing */
#define MANY         32   /* that tell enough if more of them take too long */
#define SHARE        10   /* of the kernel's time, for such launches */
#define TOUCHED      4    /* of so many launches one should touch a buffer */
#define SLOW         0.02 /* seconds that launches take on the average */

/* --- Exploring -------------------------------------------------------------------------------- */

/* Integers in memory are small while counts are sought: one of two numbers, or both. */
static void limit_values(const suggestion *s, trial_candidate *candidate, uint64_t seed)
{
    const trial_range all = suggestion_small_values(s);
    const trial_range ranges[] = {{all.low, all.low + 1}, {all.low + 1, all.low + 2}, all, all};

    for (uint32_t i = 0; i < s->info->pointer_count; i++) {
        if (suggestion_has_integers(s, i) && !s->found.highs[i].count)
            candidate->values[i] = ranges[seed % 4];
    }
}

static int compare_work(const void *a, const void *b)
{
    const double first = ((const measurement *)a)->seconds;
    const double second = ((const measurement *)b)->seconds;

    return (first > second) - (first < second);
}

/* Chooses launches. Those that may take long come last. */
static void choose_launches(suggestion *s, uint64_t seed, size_t count)
{
    trial_candidate candidate;

    for (size_t i = 0; i < count; i++) {
        if (!exploration_choose(&s->explored.subject, seed + i, &candidate))
            continue;
        limit_values(s, &candidate, seed + i);
        measurements_add(&s->explored, &candidate)->seconds =
            exploration_work(&s->explored.subject, &candidate);
    }
    qsort(s->explored.list, s->explored.count, sizeof(s->explored.list[0]), compare_work);
}

/* True if the launch went beyond the buffer, or so far that no buffer is near. */
static bool is_beyond(const suggestion *s, const measurement *launch, uint32_t pointer)
{
    if (launch->mistake != TRIAL_OUTSIDE || !suggestion_seeks(s, pointer))
        return false;
    return !launch->beyond[0] || strcmp(launch->beyond, s->info->pointers[pointer].name) == 0;
}

/* Makes buffers larger that launches went beyond. */
static bool grow(suggestion *s)
{
    bool grows = false;

    for (uint32_t k = 0; k < s->info->pointer_count; k++) {
        size_t beyond = 0;

        for (size_t i = 0; i < s->explored.count; i++)
            beyond += is_beyond(s, &s->explored.list[i], k);
        if (beyond * 10 < s->explored.count || s->capacity[k] >= LARGEST)
            continue;
        s->capacity[k] *= 16;
        grows = true;
    }
    return grows;
}

/* Integers in memory that kernels divide by must not be 0. */
static bool find_divisors(suggestion *s)
{
    size_t divisions = 0;

    for (size_t i = 0; i < s->explored.count; i++)
        divisions += s->explored.list[i].mistake == TRIAL_DIVISION;
    if (s->are_divisors || divisions * 10 < s->explored.count)
        return false;
    for (uint32_t i = 0; i < s->info->pointer_count; i++)
        s->are_divisors |= suggestion_has_integers(s, i);
    return s->are_divisors;
}

static size_t count_ran(const measurements *m)
{
    size_t ran = 0;

    for (size_t i = 0; i < m->count; i++)
        ran += m->list[i].is_made && m->list[i].end == TRIAL_RAN;
    return ran;
}

/* A row may have to be as long as a tile before a buffer is touched: then launches have one large
 * number. */
static bool find_tiles(suggestion *s)
{
    const size_t ran = count_ran(&s->explored);
    bool is_found = false;

    for (uint32_t k = 0; k < s->info->pointer_count && !s->explored.favors_one; k++) {
        size_t touching = 0;

        for (size_t i = 0; i < s->explored.count; i++)
            touching += s->explored.list[i].touched[k].end > 0;
        is_found |= suggestion_seeks(s, k) && touching * TOUCHED < ran;
    }
    s->explored.favors_one |= is_found;
    s->probed.favors_one |= is_found;
    return is_found;
}

/* The failure that most launches have in common. */
static const char *common_failure(const measurements *m)
{
    const char *common = m->count ? "the launches do not end" : "no legal launch was found";
    size_t most = 0;

    for (size_t i = 0; i < m->count; i++) {
        size_t same = 0;

        for (size_t k = i; k < m->count; k++)
            same += strncmp(m->list[i].failure, m->list[k].failure, 24) == 0;
        if (m->list[i].failure[0] && same > most) {
            most = same;
            common = m->list[i].failure;
        }
    }
    return common;
}

/* If launches were slow, the next ones have less work. */
static void limit_work(suggestion *s)
{
    double seconds = 0, work = 0;
    size_t made = 0;

    for (size_t i = 0; i < s->explored.count; i++) {
        const measurement *launch = &s->explored.list[i];

        if (!launch->is_made)
            continue;
        made++;
        seconds += launch->seconds;
        work += exploration_work(&s->explored.subject, &launch->candidate);
    }
    if (seconds > SLOW * (double)made && s->explored.most_work <= 0)
        s->explored.most_work = s->probed.most_work = SLOW * work / seconds;
}

/* Leaves out what takes too long, if many launches ran. */
static bool make_launches(suggestion *s)
{
    bool is_able, is_done;

    do {
        const trial_budget share = trial_budget_of(s->options->seconds / SHARE);

        s->explored.budget = &share;
        is_able = measurements_make(&s->explored, 0);
        is_done = !trial_budget_is_over(&share, 0); /* all are made */
    } while (is_able && !is_done && count_ran(&s->explored) < MANY &&
             !trial_budget_is_over(&s->budget, 0));
    s->explored.budget = &s->budget;
    limit_work(s);
    return is_able;
}

bool counts_explore_few(suggestion *s, size_t launches)
{
    const hypothesis wide = suggestion_wide(s);

    s->explored.count = 0;
    if (!measurements_suppose(&s->explored, &wide, &s->variables))
        return false;
    choose_launches(s, s->options->seed, launches);
    return make_launches(s);
}

bool counts_explore(suggestion *s)
{
    for (size_t round = 0; round < ROUNDS; round++) {
        if (!counts_explore_few(s, LAUNCHES)) {
            suggestion_give_up(s, REASON_UNTRIED, s->explored.failure);
            return false;
        }
        if (!find_divisors(s) && !grow(s) && !signs_find_steps(s) && !find_tiles(s))
            break;
    }
    if (count_ran(&s->explored) < FEW) {
        if (trial_budget_is_over(&s->budget, 0))
            suggestion_give_up(s, REASON_TIME, "the time was over before enough launches ran");
        else
            suggestion_give_up(s, REASON_FAILING, common_failure(&s->explored));
        return false;
    }
    return true;
}

static bool names_shape(const suggestion *s)
{
    bool names = false;

    for (uint32_t i = 0; i < s->info->pointer_count; i++)
        names |= s->counts[i].fits.count > 0 &&
                 formula_names_shape(&s->counts[i].fits.list[0].formula, &s->variables);
    return names;
}

bool counts_explore_guards(suggestion *s)
{
    const trial_subject *subject = &s->explored.subject;
    const size_t first = s->explored.count;

    if (s->variables.parameters == 0 || !names_shape(s))
        return false;
    for (uint64_t i = 0; i < GUARDS; i++) {
        trial_random random = {i + 1};
        trial_candidate c;

        if (!exploration_choose(subject, s->options->seed + SEEDS + i, &c))
            continue;
        for (size_t k = 0; k < s->variables.parameters; k++)
            trial_number_set(&c, subject, &s->variables.numbers[k],
                             1 + (int64_t)trial_random_below(&random, MOST));
        c.wished_grid[0] = MANY_THREADS / c.block[0];
        c.wished_grid[1] = c.wished_grid[2] = 1;
        limit_values(s, &c, i);
        if (trial_settle(subject, &c, &trial_largest, NULL) == 0)
            measurements_add(&s->explored, &c);
    }
    measurements_make(&s->explored, first);
    return true;
}

void counts_add(suggestion *s, const trial_candidate *candidate)
{
    const hypothesis wide = suggestion_wide(s);
    const size_t first = s->explored.count;
    trial_candidate copy = *candidate;

    if (!measurements_suppose(&s->explored, &wide, &s->variables))
        return;
    memcpy(copy.wished_grid, candidate->grid, sizeof(copy.wished_grid));
    trial_settle(&s->explored.subject, &copy, &trial_largest, NULL);
    memcpy(copy.grid, candidate->grid, sizeof(copy.grid));
    memcpy(copy.values, candidate->values, sizeof(copy.values));
    if (measurements_add(&s->explored, &copy))
        measurements_make(&s->explored, first);
}

/* --- Fitting ---------------------------------------------------------------------------------- */

static bool does_work(const suggestion *s, const measurement *launch, const observation *o)
{
    bool is_touched = false;

    for (uint32_t i = 0; i < s->info->pointer_count; i++)
        is_touched |= launch->touched[i].end > 0;
    for (size_t i = 0; i < s->variables.parameters; i++)
        is_touched &= o->values[i] > 0;
    return is_touched;
}

static observations observe(const suggestion *s, uint32_t pointer, observation *list)
{
    observations seen = {&s->variables, list, 0, false};

    for (size_t i = 0; i < s->explored.count; i++) {
        const measurement *launch = &s->explored.list[i];
        observation *o = &list[seen.count];

        if (!launch->is_made || launch->end != TRIAL_RAN || !launch->touched[pointer].is_measured)
            continue;
        formula_variables_get(&s->variables, &s->explored.subject, &launch->candidate, o->values);
        o->least = o->most = (int64_t)launch->touched[pointer].end;
        o->works = does_work(s, launch, o);
        seen.count++;
    }
    return seen;
}

static bool is_touched(const observations *seen)
{
    for (size_t i = 0; i < seen->count; i++) {
        if (seen->list[i].least > 0)
            return true;
    }
    return false;
}

bool counts_is_reached(const suggestion *s, const formula *f, uint64_t reaching, uint64_t launches)
{
    if (hypothesis_lets_round(&s->found, f))
        return reaching > 0 && reaching * 10 >= launches * QUOTIENTS;
    return reaching > 0 && reaching * (formula_is_product(f) ? PRODUCTS : SUMS) >= launches;
}

/* True if a number that the formula names is 0 or 1: then a sum of products is often another one.
 */
static bool is_degenerate(const formula *f, const observation *o)
{
    for (uint8_t i = 0; i < f->count; i++) {
        if (f->nodes[i].op == CUSTUB_OP_PARAMETER && o->values[f->nodes[i].variable] <= 1)
            return true;
    }
    return false;
}

/* True if launches with larger numbers reach the end of what fits, too. */
static bool is_reached_by_large(const suggestion *s, const observations *seen, const formula *f)
{
    uint64_t launches = 0, reaching = 0;

    for (size_t i = 0; i < seen->count; i++) {
        const observation *o = &seen->list[i];

        if (is_degenerate(f, o) || o->most <= 0)
            continue;
        launches++;
        reaching += formula_value(f, o->values) <= o->most;
    }
    return launches == 0 || counts_is_reached(s, f, reaching, launches);
}

/* True if launches in which the number is not above 0 touch nothing. */
static bool is_stopped_by(const observations *seen, size_t variable)
{
    size_t stopped = 0;

    for (size_t i = 0; i < seen->count; i++) {
        if (seen->list[i].values[variable] > 0)
            continue;
        if (seen->list[i].most > 0)
            return false;
        stopped++;
    }
    return stopped > 0;
}

/* True if there seems to be an element for each thread, but a number may stop all of them: how many
 * it lets through was not seen. */
static bool is_guarded(const suggestion *s, const observations *seen, const formula *f)
{
    bool is_stopped = false;

    for (size_t i = 0; i < s->explored.count; i++) {
        const trial_candidate *candidate = &s->explored.list[i].candidate;
        int64_t values[VARIABLES];

        formula_variables_get(&s->variables, &s->explored.subject, candidate, values);
        if (formula_value(f, values) != (int64_t)trial_threads(candidate))
            return false;
    }
    for (size_t i = 0; i < s->variables.parameters; i++)
        is_stopped |= is_stopped_by(seen, i);
    return is_stopped;
}

static void fit_count(suggestion *s, uint32_t pointer, observation *list)
{
    const observations seen = observe(s, pointer, list);
    suggested_count *count = &s->counts[pointer];

    count->used = 0;
    count->reason = REASON_NONE;
    fitting_search(&seen, &count->fits);
    s->found.counts[pointer] = count->fits.count ? count->fits.list[0].formula : (formula){0};
    if (!is_touched(&seen)) {
        s->found.counts[pointer] = (formula){0};
        count->reason = REASON_UNTOUCHED;
        snprintf(count->why, sizeof(count->why), "none of %zu launches touched it", seen.count);
    } else if (count->fits.count == 0 ||
               !counts_is_reached(s, &count->fits.list[0].formula, count->fits.list[0].reached,
                                  count->fits.list[0].telling) ||
               !is_reached_by_large(s, &seen, &count->fits.list[0].formula)) {
        s->found.counts[pointer] = (formula){0};
        count->reason = REASON_SHAPE;
        snprintf(count->why, sizeof(count->why), "no product of the kernel's integers fits");
    } else if (is_guarded(s, &seen, &count->fits.list[0].formula)) {
        s->found.counts[pointer] = (formula){0};
        count->reason = REASON_GUARD;
        snprintf(count->why, sizeof(count->why), "a number limits the threads that touch it");
    }
}

void counts_fit_one(suggestion *s, uint32_t pointer)
{
    observation *list = malloc((s->explored.count + 1) * sizeof(*list));

    if (list)
        fit_count(s, pointer, list);
    free(list);
}

void counts_fit(suggestion *s)
{
    for (uint32_t i = 0; i < s->info->pointer_count; i++) {
        if (suggestion_seeks(s, i))
            counts_fit_one(s, i);
    }
}

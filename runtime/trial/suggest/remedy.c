#include "trial/suggest/remedy.h"

#include "trial/suggest/indices.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* --- Integers in memory ----------------------------------------------------------------------- */

/* True if nothing says which values the pointer's elements have. */
static bool has_any_values(const suggestion *s, uint32_t pointer)
{
    return suggestion_has_integers(s, pointer) && !s->found.highs[pointer].count &&
           !s->is_index[pointer];
}

/* Makes the launch once more, with other values where the bit of a pointer is set. */
static const measurement *repeat(suggestion *s, const shown_mistake *mistake, uint64_t pointers,
                                 trial_range values)
{
    const hypothesis whole = suggestion_whole(s);
    measurement *launch;

    s->probed.count = 0;
    if (!measurements_suppose(&s->probed, &whole, &s->variables))
        return NULL;
    launch = measurements_add(&s->probed, mistake->launch);
    for (uint32_t i = 0; i < s->info->pointer_count; i++) {
        launch->candidate.same_as[i] = (uint8_t)i;
        if (pointers >> i & 1)
            launch->candidate.values[i] = values;
    }
    measurements_make(&s->probed, 0);
    return launch->is_made && launch->end != TRIAL_REFUSED ? launch : NULL;
}

/* The largest integer of the pointer's type, within 32 bits. */
static formula largest_of(const suggestion *s, uint32_t pointer)
{
    const uint64_t size = s->info->pointers[pointer].element_size;

    return formula_constant(size >= 4 ? INT32_MAX : ((int64_t)1 << (8 * size - 1)) - 1);
}

/* The kernel divided by integers of a buffer: they are above 0. */
static bool forbid_zero_divisors(suggestion *s, const shown_mistake *mistake)
{
    const trial_range values = {1, 4};

    for (uint32_t i = 0; i < s->info->pointer_count; i++) {
        const measurement *launch =
            has_any_values(s, i) ? repeat(s, mistake, UINT64_C(1) << i, values) : NULL;

        if (!launch || launch->mistake == TRIAL_DIVISION)
            continue;
        s->are_divisors = true;
        s->found.lows[i] = values.low;
        s->found.highs[i] = largest_of(s, i);
        return true;
    }
    return false;
}

static bool is_beyond(const suggestion *s, const measurement *launch, uint32_t pointer)
{
    return launch->end == TRIAL_FAILED &&
           strcmp(launch->beyond, s->info->pointers[pointer].name) == 0;
}

bool remedy_data(suggestion *s, const shown_mistake *mistake, uint32_t pointer)
{
    const trial_range values = suggestion_small_values(s);
    const measurement *launch;
    uint64_t all = 0, led = 0;

    for (uint32_t i = 0; mistake->launch && i < s->info->pointer_count; i++)
        all |= (uint64_t)has_any_values(s, i) << i;
    for (uint32_t i = 0; all && i < s->info->pointer_count && !led; i++) {
        launch = all >> i & 1 ? repeat(s, mistake, UINT64_C(1) << i, values) : NULL;
        if (launch && !is_beyond(s, launch, pointer))
            led = UINT64_C(1) << i;
    }
    if (!led && (all & (all - 1)) != 0) {
        launch = repeat(s, mistake, all, values);
        led = launch && !is_beyond(s, launch, pointer) ? all : 0;
    }
    for (uint32_t i = 0; i < s->info->pointer_count; i++) {
        if (led >> i & 1)
            indices_blame(s, i, pointer);
    }
    return led != 0;
}

/* --- Alignment -------------------------------------------------------------------------------- */

bool remedy_alignment(suggestion *s, const shown_mistake *mistake)
{
    const trial_finding *finding = mistake->finding;
    const char *type = strstr(finding->text, "aligned to ");
    const char *place = strstr(finding->text, ": byte ");
    unsigned alignment;
    uint64_t byte;
    char name[64];

    if (finding->kind != TRIAL_MISALIGNED || !type || !place ||
        sscanf(type, "aligned to %u", &alignment) != 1 ||
        sscanf(place, ": byte %" SCNu64 " of '%63[^']'", &byte, name) != 2 || byte % alignment != 0)
        return false;
    for (uint32_t i = 0; i < s->info->pointer_count; i++) {
        if (strcmp(s->info->pointers[i].name, name) == 0 && s->found.aligned[i] < alignment) {
            s->found.aligned[i] = alignment;
            return true;
        }
    }
    return false;
}

/* --- Arguments -------------------------------------------------------------------------------- */

/* True if a launch with a 0 there ran, and did something. */
static bool ran_with_zero(const suggestion *s, size_t variable)
{
    int64_t values[VARIABLES];

    for (size_t i = 0; i < s->explored.count; i++) {
        const measurement *launch = &s->explored.list[i];
        bool any = false;

        formula_variables_get(&s->variables, &s->explored.subject, &launch->candidate, values);
        for (uint32_t k = 0; k < s->info->pointer_count; k++)
            any |= launch->touched[k].end > 0;
        if (launch->is_made && launch->end == TRIAL_RAN && any && values[variable] == 0)
            return true;
    }
    return false;
}

/* Another argument may be to blame for a division; launches that do not end take too long to find
 * out. */
static void require_at_least(suggestion *s, const shown_mistake *mistake, int64_t least,
                             const formula *number)
{
    const formula limit = formula_constant(least);
    const formula condition = formula_of(CUSTUB_OP_LESS_EQUAL, &limit, number);

    hypothesis_require(&s->found, &condition);
    if (mistake->finding->kind == TRIAL_DIVISION)
        suggestion_doubt(s, &condition);
}

/* Requires arguments to be at least this that are smaller in the launch. */
static bool forbid_below(suggestion *s, const shown_mistake *mistake, int64_t least)
{
    bool any = false;
    int64_t values[VARIABLES];

    formula_variables_get(&s->variables, mistake->subject, mistake->launch, values);
    for (size_t i = 0; i < s->variables.parameters; i++) {
        const formula number = formula_variable(i);

        if (values[i] >= least || (least > 0 && ran_with_zero(s, i)))
            continue;
        require_at_least(s, mistake, least, &number);
        any = true;
    }
    return any;
}

bool remedy_arguments(suggestion *s, const shown_mistake *mistake)
{
    if (!mistake->launch)
        return false;
    if (forbid_below(s, mistake, 0))
        return true;
    if (mistake->finding->kind == TRIAL_ENDLESS)
        return forbid_below(s, mistake, 1);
    return mistake->finding->kind == TRIAL_DIVISION &&
           (forbid_below(s, mistake, 1) || forbid_zero_divisors(s, mistake));
}

/* --- Overlap ---------------------------------------------------------------------------------- */

bool remedy_overlap(suggestion *s, const shown_mistake *mistake)
{
    const custub_kernel_info *info = s->info;
    custub_relation relation = {0, 0, CUSTUB_RELATION_DISJOINT};
    const trial_finding *finding = mistake->finding;
    const size_t before = s->found.relation_count;

    if (finding->kind != TRIAL_ALIASED)
        return false;
    for (uint32_t i = 0; i < info->pointer_count; i++) {
        if (strcmp(finding->pointer, info->pointers[i].name) == 0)
            relation.pointer = i;
        if (strcmp(finding->other, info->pointers[i].name) == 0)
            relation.other = i;
    }
    hypothesis_relate(&s->found, relation);
    return s->found.relation_count > before;
}

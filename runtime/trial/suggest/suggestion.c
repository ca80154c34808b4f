#include "trial/suggest/suggestion.h"

#include "trial/suggest/alignment.h"
#include "trial/suggest/annotations.h"
#include "trial/suggest/counts.h"

#include "check/evaluate.h"
#include "trial/launches/contents.h"
#include "trial/suggest/blocks.h"
#include "trial/suggest/indices.h"
#include "trial/suggest/losses.h"
#include "trial/suggest/nulls.h"
#include "trial/suggest/reach.h"
#include "trial/suggest/refinement.h"
#include "trial/suggest/restrictions.h"
#include "trial/suggest/shared_memory.h"
#include "trial/suggest/signs.h"
#include "trial/suggest/threads.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ROOM      2048 /* launches */
#define CAPACITY  (UINT64_C(1) << 14)
#define ALIGNMENT 256

#define MOST_PARTS 24 /* integers in structs that a description has for suggestions */

/* All that measuring needs of the checker. */
#define MEMORY_CHECKS "memory,contract"

bool suggestion_seeks(const suggestion *s, uint32_t pointer)
{
    return hypothesis_lacks_count(s->info, pointer);
}

bool suggestion_writes(const suggestion *s, uint32_t pointer)
{
    for (size_t i = 0; i < s->explored.count; i++) {
        if (s->explored.list[i].touched[pointer].written)
            return true;
    }
    return false;
}

trial_range suggestion_small_values(const suggestion *s)
{
    return s->are_divisors ? (trial_range){1, 4} : (trial_range){0, 3};
}

static void limit_values(const suggestion *s, hypothesis *h, uint32_t pointer)
{
    const trial_range range = suggestion_small_values(s);

    h->lows[pointer] = range.low;
    h->highs[pointer] = formula_constant(range.high);
}

void suggestion_doubt(suggestion *s, const formula *condition)
{
    if (s->doubtful_count < DOUBTFUL)
        s->doubtful[s->doubtful_count++] = *condition;
}

int suggestion_pointer_named(const suggestion *s, const char *name)
{
    for (uint32_t i = 0; i < s->info->pointer_count; i++) {
        if (suggestion_seeks(s, i) && strcmp(s->info->pointers[i].name, name) == 0)
            return (int)i;
    }
    return -1;
}

void suggestion_drop_limit(suggestion *s, uint32_t pointer)
{
    const uint32_t limited = s->counts[pointer].limited;

    for (uint32_t i = 0; i < s->info->pointer_count; i++) {
        if (i != pointer && s->counts[i].limited == limited && s->counts[i].reason == REASON_NONE)
            return;
    }
    if (limited)
        s->found.highs[limited - 1] = (formula){0};
}

void suggestion_leave_open(suggestion *s, uint32_t pointer, const char *why)
{
    suggested_count *count = &s->counts[pointer];

    if (count->limited)
        suggestion_drop_limit(s, pointer);
    else if (allocations_take(s, pointer))
        return;
    s->found.counts[pointer] = (formula){0};
    count->is_allocated = false;
    count->reason = REASON_SHAPE;
    snprintf(count->why, sizeof(count->why), "%s", why);
}

void suggestion_give_up(suggestion *s, suggestion_reason reason, const char *why)
{
    s->reason = reason;
    snprintf(s->why, sizeof(s->why), "%s", why);
}

size_t suggestion_block_axes(const suggestion *s)
{
    size_t axes = 0;

    for (size_t i = s->variables.parameters; i < s->variables.count; i++)
        axes += s->variables.numbers[i].kind == TRIAL_BLOCK;
    return axes;
}

/* --- Hypotheses ------------------------------------------------------------------------------- */

bool suggestion_has_integers(const suggestion *s, uint32_t pointer)
{
    const custub_pointer_info *info = &s->info->pointers[pointer];

    return !info->high.code && custubi_scalar_is_integer(custubi_scalar_of(info->scalar)) &&
           info->scalar != CUSTUB_SCALAR_BOOL;
}

static void widen(const suggestion *s, hypothesis *h, uint32_t pointer)
{
    if (!suggestion_seeks(s, pointer))
        return;
    h->counts[pointer] = formula_constant((int64_t)s->capacity[pointer]);
    h->aligned[pointer] = ALIGNMENT;
}

hypothesis suggestion_wide(const suggestion *s)
{
    hypothesis wide = s->found;

    for (uint32_t i = 0; i < s->info->pointer_count; i++) {
        widen(s, &wide, i);
        if (suggestion_has_integers(s, i) && !wide.highs[i].count)
            limit_values(s, &wide, i);
    }
    if (shared_memory_is_sought(s) && !wide.shared.count)
        wide.shared = formula_constant(SHARED_MEMORY_MOST);
    return wide;
}

hypothesis suggestion_whole(const suggestion *s)
{
    hypothesis whole = s->found;

    for (uint32_t i = 0; i < s->info->pointer_count; i++) {
        if (!whole.counts[i].count)
            widen(s, &whole, i);
        if (s->counts[i].reason == REASON_DATA && s->counts[i].fits.count)
            whole.counts[i] = s->counts[i].fits.list[0].formula; /* fits small values */
        if (s->is_index[i] && !whole.highs[i].count)
            limit_values(s, &whole, i);
    }
    if (shared_memory_is_sought(s) && !whole.shared.count)
        whole.shared = formula_constant(SHARED_MEMORY_MOST);
    return whole;
}

uint64_t suggestion_open_bytes(const suggestion *s)
{
    uint64_t bytes = 0;

    for (uint32_t i = 0; i < s->info->pointer_count; i++) {
        if (suggestion_seeks(s, i) && !s->found.counts[i].count)
            bytes += s->capacity[i] * s->info->pointers[i].element_size;
    }
    return bytes;
}

/* --- Stages ----------------------------------------------------------------------------------- */

static void destroy(suggestion *s)
{
    measurements_deinitialize(&s->explored);
    measurements_deinitialize(&s->probed);
    free(s);
}

static suggestion *create(const trial_options *options, const trial_library *library,
                          const custub_kernel_info *info, const char *folder)
{
    suggestion *s = calloc(1, sizeof(*s));
    trial_subject subject;

    if (!s)
        return NULL;
    s->options = options;
    s->library = library;
    s->info = info;
    s->folder = folder;
    snprintf(s->log, sizeof(s->log), "%s/log.0", folder);
    s->budget = trial_budget_of(options->seconds);
    trial_subject_initialize(&subject, info);
    formula_variables_initialize(&s->variables, &subject);
    s->launched = launched_blocks_read(options->host, info->symbol, suggestion_block_axes(s));
    allocations_read(&s->allocated, options->host, &s->variables);
    for (uint32_t i = 0; i < TRIAL_POINTERS; i++)
        s->capacity[i] = CAPACITY;
    if (measurements_initialize(&s->explored, library, s->log, ROOM, &s->budget) &&
        measurements_initialize(&s->probed, library, s->log, ROOM, &s->budget))
        return s;
    destroy(s);
    return NULL;
}

static bool has_constant_count(const suggestion *s)
{
    for (uint32_t i = 0; i < s->info->pointer_count; i++) {
        const formula *count = &s->found.counts[i];

        if (count->count == 1 && count->nodes[0].op == CUSTUB_OP_CONSTANT)
            return true;
    }
    return false;
}

/* Structs in memory are filled with zeros, and so are members of parameters that are no integers,
 * or of which there are too many: what they lead to is not seen. Random bytes in memory show it. */
static bool depends_on_zeros(const suggestion *s)
{
    return s->info->part_count >= MOST_PARTS ||
           (trial_param_with_zeros(&s->explored.subject) && has_constant_count(s)) ||
           (suggestion_touches_structs(s) && !s->are_structs_tried);
}

static bool is_explored(const suggestion *s, uint32_t pointer)
{
    for (size_t i = 0; i < s->explored.count; i++) {
        if (s->explored.list[i].touched[pointer].end > 0)
            return true;
    }
    return false;
}

bool suggestion_touches_structs(const suggestion *s)
{
    for (uint32_t i = 0; i < s->info->pointer_count; i++) {
        if (trial_contents_scalar(&s->info->pointers[i]) == CUSTUB_SCALAR_NONE &&
            (s->counts[i].touching > 0 || is_explored(s, i)))
            return true;
    }
    return false;
}

bool suggestion_is_unused(const suggestion *s, uint32_t pointer)
{
    return s->is_tried && !depends_on_zeros(s) && s->counts[pointer].reason == REASON_UNTOUCHED &&
           s->counts[pointer].touching == 0;
}

static suggestion_result judge(const suggestion *s)
{
    size_t sought = 0, open = 0, unused = 0;
    bool has_values = true; /* the trial's values are those that the contract allows */

    for (uint32_t i = 0; i < s->info->pointer_count; i++) {
        has_values &= !s->is_index[i] || s->found.highs[i].count > 0;
        sought += suggestion_seeks(s, i);
        open += suggestion_seeks(s, i) && s->counts[i].reason != REASON_NONE;
        unused += suggestion_is_unused(s, i);
    }
    if (s->is_tried && s->reason == REASON_NONE && open == unused &&
        (unused == 0 || unused < s->info->pointer_count) && has_values && !s->threads_are_open &&
        (s->found.shared.count || !shared_memory_is_sought(s)))
        return SUGGESTION_WHOLE;
    return s->reason == REASON_UNTRIED || s->reason == REASON_FAILING || open == sought
               ? SUGGESTION_NONE
               : SUGGESTION_PART;
}

static void add_sums(const suggestion *s, suggestion_result result, suggestion_sums *sums)
{
    bool has[REASON_COUNT] = {false};

    sums->whole += result == SUGGESTION_WHOLE;
    sums->part += result == SUGGESTION_PART;
    sums->none += result == SUGGESTION_NONE;
    has[s->reason] = true;
    for (uint32_t i = 0; i < s->info->pointer_count; i++)
        has[s->counts[i].reason] = true;
    for (size_t i = 1; i < REASON_COUNT; i++)
        sums->reasons[i] += has[i];
}

static bool is_anything_found(const suggestion *s)
{
    bool is = s->found.threads[0].count > 0;

    for (uint32_t i = 0; i < s->info->pointer_count; i++)
        is |= s->found.counts[i].count > 0 || !suggestion_seeks(s, i);
    return is || s->info->pointer_count == 0;
}

static bool explore_again(suggestion *s)
{
    s->reason = REASON_NONE;
    s->why[0] = '\0';
    return counts_explore(s);
}

/* Explores, and once more under the conditions without which launches fail, or with a block of one
 * size. If they still fail, for example by a race, what they touch is measured without a look for
 * such mistakes. */
static bool explore(suggestion *s)
{
    bool is_explored = counts_explore(s);

    for (size_t i = 0; i < 2 && s->reason != REASON_UNTRIED && blocks_find(s); i++)
        is_explored = explore_again(s);
    if (!is_explored && s->reason == REASON_FAILING)
        is_explored = restrictions_find_block(s);
    if (!is_explored && s->reason == REASON_FAILING) {
        s->explored.checks = s->probed.checks = MEMORY_CHECKS;
        is_explored = explore_again(s);
    }
    for (size_t i = 0; i < s->found.requirement_count; i++)
        suggestion_doubt(s, &s->found.requirements[i]);
    return is_explored;
}

/* Finds counts; false if launches fail whatever is tried. */
static bool find_counts(suggestion *s)
{
    const bool is_explored = explore(s);

    if (is_explored) {
        counts_fit(s);
        if (counts_explore_guards(s))
            counts_fit(s);
    }
    return restrictions_find(s) || is_explored;
}

/* Structs of zeros may have results of zero, whatever the threads are; those of random bytes may
 * lead out of bounds. */
static void find_threads(suggestion *s)
{
    s->probed.fills_structs = suggestion_touches_structs(s);
    threads_find(s);
    if (s->probed.fills_structs && s->threads_are_open) {
        s->probed.fills_structs = false;
        threads_find(s);
    }
    s->probed.fills_structs = false;
}

static bool has_fixed_block(const suggestion *s)
{
    return s->found.block[0].count || s->info->block[0].code;
}

/* Nothing here has room for so many pointers. */
static suggestion_result leave_out(const custub_kernel_info *info, suggestion_sums *sums)
{
    printf("%s:%" PRIu32 ": kernel '%s': no contract: it has more than %d pointers\n", info->file,
           info->line, info->name, TRIAL_POINTERS);
    sums->none++;
    sums->reasons[REASON_UNTRIED]++;
    return SUGGESTION_NONE;
}

suggestion_result suggestion_run(const trial_options *options, const trial_library *library,
                                 const custub_kernel_info *info, const char *folder,
                                 suggestion_sums *sums)
{
    suggestion *s;
    suggestion_result result;

    if (info->pointer_count > TRIAL_POINTERS)
        return leave_out(info, sums);
    s = create(options, library, info, folder);
    if (!s)
        return SUGGESTION_BROKEN;
    if (find_counts(s)) {
        alignment_find(s);
        indices_find(s);
        allocations_find(s);
        if (!has_fixed_block(s))
            losses_find(s);
        shared_memory_find(s);
        find_threads(s);
        if (!threads_suppose_flat(s) && s->threads_are_open && !s->is_restricted &&
            !has_fixed_block(s))
            blocks_find_for_threads(s);
        signs_find(s);
        nulls_find(s);
        reach_find(s);
        if (is_anything_found(s))
            refinement_run(s);
        if (s->is_tried && s->reason == REASON_NONE && depends_on_zeros(s))
            suggestion_give_up(s, REASON_STRUCTS,
                               "members of structs are zero in trials; what they lead to was not "
                               "seen");
    }
    result = judge(s);
    add_sums(s, result, sums);
    if (options->declares)
        printf("/*\n");
    hypothesis_order_requirements(&s->found);
    annotations_print(s, result);
    if (options->declares)
        annotations_print_declaration(s); /* guesses, too: the comment before it says which */
    if (options->tried && !annotations_append(s, options->tried))
        result = SUGGESTION_BROKEN;
    destroy(s);
    return result;
}

void suggestion_print_sums(const suggestion_sums *sums)
{
    static const char *const words[] = {
        [REASON_DATA] = "an index comes from data",
        [REASON_SHAPE] = "no count fits",
        [REASON_GUARD] = "no launch reaches the limit of its threads",
        [REASON_UNTOUCHED] = "a pointer is never touched",
        [REASON_FAILING] = "launches fail whatever their sizes are",
        [REASON_FINDING] = "the trial of the whole finds a mistake",
        [REASON_TIME] = "the time was over; --seconds gives more",
        [REASON_STRUCTS] = "members of structs are zero in trials",
        [REASON_UNTRIED] = "the kernel cannot be launched",
    };
    const size_t kernels = sums->whole + sums->part + sums->none;

    printf("%zu kernel%s: %zu whole, %zu in part, %zu none\n", kernels, kernels == 1 ? "" : "s",
           sums->whole, sums->part, sums->none);
    for (size_t i = 1; i < REASON_COUNT; i++) {
        if (sums->reasons[i])
            printf("    %s: %zu kernel%s\n", words[i], sums->reasons[i],
                   sums->reasons[i] == 1 ? "" : "s");
    }
}

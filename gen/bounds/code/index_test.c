#include "bounds/code/index_test.h"

#include <stdio.h>

/* The groups that are compared together. */
typedef struct comparison {
    gen_bounds_group_test *test;
    const gen_bounds_group *groups[GEN_BOUNDS_MAX_GROUPS];
    size_t count;
    int64_t shift; /* value + shift is compared, the lowest that any group touches */
} comparison;

/* a / b, rounded down; b > 0 */
static int64_t floor_quotient(int64_t a, int64_t b)
{
    return a / b - (a % b < 0);
}

static int64_t lowest_of(const gen_bounds_group *group)
{
    return group->index.constant + group->low;
}

static void find_groups(comparison *at)
{
    const gen_bounds_region *region = at->test->region;
    const gen_bounds_group *first = at->test->group;

    for (const gen_bounds_group *g = first; g != region->groups + region->group_count; g++) {
        int64_t shift;
        if (g != first && !gen_bounds_is_same_comparison(first, g))
            continue;
        shift = floor_quotient(lowest_of(g), (int64_t)g->index.scale);
        if (!at->count || shift < at->shift)
            at->shift = shift;
        at->groups[at->count++] = g;
    }
}

/* The array in shared memory, or null. */
static const gen_ptx_variable *variable_of(const comparison *at)
{
    const gen_bounds_target *target = &at->groups[0]->first->target;

    return target->kind == GEN_BOUNDS_TO_VARIABLE
               ? at->test->code->plan->function->variables->items[target->index]
               : NULL;
}

/* The parameter's number that the value is compared with: the least of the groups'. 0: no room. */
static uint32_t offset_of(const comparison *at, custub_bounds_limit_kind kind, uint64_t most)
{
    custub_bounds_limit limits[GEN_BOUNDS_MAX_GROUPS];
    const bool is_shared = variable_of(at) != NULL;

    for (size_t i = 0; i < at->count; i++) {
        const gen_bounds_group *group = at->groups[i];
        limits[i] = gen_bounds_group_limit(
            group, kind, is_shared ? CUSTUB_BOUNDS_SHARED : group->first->target.index);
        limits[i].align = is_shared ? 1 : limits[i].align;
        limits[i].low = lowest_of(group) - at->shift * (int64_t)group->index.scale;
        limits[i].scale = group->index.scale;
        limits[i].most = most;
    }
    return gen_bounds_group_offset(at->test, limits, at->count);
}

/* Below this, value + shift has not wrapped, where the value is extended from 32 bits. 0: it cannot
 * be told. */
static uint64_t most_of(const comparison *at)
{
    const gen_bounds_form *value = &at->groups[0]->index.value;
    const gen_bounds_term *term = &value->terms[0];
    const int64_t far = INT64_C(1) << 31;
    bool is_unsigned = term->kind == GEN_BOUNDS_UNSIGNED;
    uint64_t most;

    if (value->count > 1 || term->factor != 1 || term->kind == GEN_BOUNDS_VALUE ||
        at->shift <= -far || at->shift >= far || (is_unsigned && at->shift > 0))
        return 0;
    most = (uint64_t)((is_unsigned ? 2 * far : far) + at->shift);
    return most > UINT32_MAX ? UINT32_MAX : most;
}

static void compare_narrow(const comparison *at, uint64_t most)
{
    const gen_ptx_register *reg = at->groups[0]->index.value.terms[0].reg;
    const char *value = gen_bounds_register_name(at->test, reg);
    uint32_t offset = offset_of(at, CUSTUB_BOUNDS_INDEX, most);

    if (!offset) {
        gen_bounds_refuse(at->test);
        return;
    }
    gen_bounds_load(at->test->code, "u32", "%custub_r1", offset);
    if (at->shift)
        gen_text_printf(at->test->code->out, "add.s32 %%custub_r0, %s, %d;\n", value,
                        (int)at->shift);
    gen_bounds_compare(at->test, "lt", "u32", at->shift ? "%custub_r0" : value, "%custub_r1");
}

/* The same for an array of known size. 0: no value is right. */
static uint64_t limit_in(const comparison *at, const gen_ptx_variable *variable)
{
    uint64_t least = UINT32_MAX;

    for (size_t i = 0; i < at->count; i++) {
        const gen_bounds_group *group = at->groups[i];
        uint64_t end = (uint64_t)(lowest_of(group) - at->shift * (int64_t)group->index.scale) +
                       gen_bounds_group_span(group);
        uint64_t one = variable->size < end ? 0 : (variable->size - end) / group->index.scale + 1;
        least = one < least ? one : least;
    }
    return least;
}

/* All is modulo 2^32, so the shift cannot do harm. */
static void compare_shared(const comparison *at, const gen_ptx_variable *variable)
{
    const gen_ptx_register *reg = at->groups[0]->index.value.terms[0].reg;
    const char *value = gen_bounds_register_name(at->test, reg);
    char limit[32] = "%custub_r1";
    uint32_t offset = variable->size ? 0 : offset_of(at, CUSTUB_BOUNDS_INDEX, UINT32_MAX);

    if (variable->size) {
        snprintf(limit, sizeof(limit), "%llu", (unsigned long long)limit_in(at, variable));
    } else if (offset) {
        gen_bounds_load(at->test->code, "u32", limit, offset);
    } else {
        gen_bounds_refuse(at->test);
        return;
    }
    if ((uint32_t)at->shift)
        gen_text_printf(at->test->code->out, "add.s32 %%custub_r0, %s, %d;\n", value,
                        (int)(uint32_t)at->shift);
    gen_bounds_compare(at->test, "lt", "u32", (uint32_t)at->shift ? "%custub_r0" : value, limit);
}

/* Adds a term to %custub_d0, or begins the sum there. */
static void write_term(const comparison *at, const gen_bounds_term *term, bool is_first)
{
    gen_text *out = at->test->code->out;
    const char *value = gen_bounds_register_name(at->test, term->reg);
    const char *wide = value;

    if (term->kind != GEN_BOUNDS_VALUE) {
        wide = "%custub_d2";
        gen_text_printf(out, "cvt.%s %s, %s;\n",
                        term->kind == GEN_BOUNDS_SIGNED ? "s64.s32" : "u64.u32", wide, value);
    }
    if (is_first)
        gen_text_printf(out, "mul.lo.s64 %%custub_d0, %s, %lld;\n", wide, (long long)term->factor);
    else
        gen_text_printf(out, "mad.lo.s64 %%custub_d0, %s, %lld, %%custub_d0;\n", wide,
                        (long long)term->factor);
}

/* All is modulo 2^64, so the shift cannot do harm. */
static void compare_wide(const comparison *at)
{
    const gen_bounds_form *value = &at->groups[0]->index.value;
    gen_text *out = at->test->code->out;
    uint32_t offset = offset_of(at, CUSTUB_BOUNDS_OFFSET, 0);
    const char *compared = "%custub_d0";

    if (!offset) {
        gen_bounds_refuse(at->test);
        return;
    }
    if (value->count == 1 && value->terms[0].kind == GEN_BOUNDS_VALUE &&
        value->terms[0].factor == 1)
        compared = gen_bounds_register_name(at->test, value->terms[0].reg);
    else
        for (size_t i = 0; i < value->count; i++)
            write_term(at, &value->terms[i], i == 0);
    if (at->shift) {
        gen_text_printf(out, "add.s64 %%custub_d0, %s, %lld;\n", compared, (long long)at->shift);
        compared = "%custub_d0";
    }
    gen_bounds_load(at->test->code, "u64", "%custub_d1", offset);
    gen_bounds_compare(at->test, "lt", "u64", compared, "%custub_d1");
}

/* The address is a constant distance from the beginning: 0 is compared. */
static void compare_constant(comparison *at)
{
    const gen_ptx_variable *variable = variable_of(at);
    const bool is_below = at->shift < 0;
    uint32_t offset;

    at->shift = 0;
    if (is_below || (variable && variable->size && !limit_in(at, variable))) {
        gen_bounds_refuse(at->test);
        return;
    }
    if (variable && variable->size) {
        gen_text_puts(at->test->code->out, "mov.u32 %custub_r1, 1;\n");
    } else {
        offset = offset_of(at, CUSTUB_BOUNDS_INDEX, 1);
        if (!offset) {
            gen_bounds_refuse(at->test);
            return;
        }
        gen_bounds_load(at->test->code, "u32", "%custub_r1", offset);
    }
    gen_bounds_compare(at->test, "ne", "u32", "%custub_r1", "0");
}

void gen_bounds_compare_index(gen_bounds_group_test *test)
{
    comparison at = {.test = test};
    const gen_ptx_variable *variable;
    uint64_t most;

    find_groups(&at);
    variable = variable_of(&at);
    most = test->group->index.value.count && !variable ? most_of(&at) : 0;
    if (!test->group->index.value.count)
        compare_constant(&at);
    else if (variable)
        compare_shared(&at, variable);
    else if (most)
        compare_narrow(&at, most);
    else
        compare_wide(&at);
}

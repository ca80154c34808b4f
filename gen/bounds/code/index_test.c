#include "bounds/code/index_test.h"

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

/* The parameter's number that the value is compared with: the least of the groups'. 0: no room. */
static uint32_t offset_of(const comparison *at, custub_bounds_limit_kind kind, uint64_t most)
{
    custub_bounds_limit limits[GEN_BOUNDS_MAX_GROUPS];

    for (size_t i = 0; i < at->count; i++) {
        const gen_bounds_group *group = at->groups[i];
        limits[i] = gen_bounds_group_limit(group, kind, group->first->target.index);
        limits[i].low = lowest_of(group) - at->shift * (int64_t)group->index.scale;
        limits[i].scale = group->index.scale;
        limits[i].most = most;
    }
    return gen_bounds_group_offset(at->test, limits, at->count);
}

/* The address is a constant distance from the pointer: 0 is compared. */
static void compare_constant(comparison *at)
{
    const bool is_below = at->shift < 0;
    uint32_t offset;

    at->shift = 0;
    offset = is_below ? 0 : offset_of(at, CUSTUB_BOUNDS_INDEX, 1);

    if (!offset) {
        gen_bounds_refuse(at->test);
        return;
    }
    gen_bounds_load(at->test->code, "u32", "%custub_r1", offset);
    gen_bounds_compare(at->test, "ne", "u32", "%custub_r1", "0");
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

void gen_bounds_compare_index(gen_bounds_group_test *test)
{
    comparison at = {.test = test};
    uint64_t most;

    find_groups(&at);
    most = test->group->index.value.count ? most_of(&at) : 0;
    if (!test->group->index.value.count)
        compare_constant(&at);
    else if (most)
        compare_narrow(&at, most);
    else
        compare_wide(&at);
}

#include "bounds/code/test_code.h"

#include "bounds/code/index_test.h"

#include <stdio.h>

#define MAX_TRIED 4 /* buffers that a test tries, if an address may be into several */

/* --- One pointer ------------------------------------------------------------------------------ */

/* address - base < limit */
static void compare_address(gen_bounds_group_test *test, size_t pointer)
{
    const gen_bounds_group *group = test->group;
    custub_bounds_limit limit = gen_bounds_group_limit(test->group, CUSTUB_BOUNDS_ADDRESS, pointer);
    uint32_t offset;

    limit.low = group->first->address->number + group->low;
    offset = gen_bounds_group_offset(test, &limit, 1);
    if (!offset) {
        gen_bounds_refuse(test);
        return;
    }
    gen_bounds_load(test->code, "u64", "%custub_d1", offset);
    gen_bounds_load(test->code, "u64", "%custub_d2", offset + 8);
    gen_text_printf(test->code->out, "sub.s64 %%custub_d0, %s, %%custub_d1;\n",
                    gen_bounds_register_name(test, group->first->address->reg));
    gen_bounds_compare(test, "lt", "u64", "%custub_d0", "%custub_d2");
}

static void compare_pointer(gen_bounds_group_test *test, size_t pointer)
{
    const gen_ptx_register *reg = test->group->first->address->reg;

    if (reg && reg->bits == 64)
        compare_address(test, pointer);
    else
        gen_bounds_refuse(test);
}

/* --- Variables -------------------------------------------------------------------------------- */

/* Puts address + low - variable into %custub_d0, or into %custub_r0 if addresses have 32 bits. */
static void write_distance(const gen_bounds_group_test *test, const gen_ptx_variable *variable)
{
    const gen_bounds_access *first = test->group->first;
    gen_text *out = test->code->out;
    bool is_narrow = first->address->reg->bits == 32;
    const char *prefix = is_narrow ? "%custub_r" : "%custub_d";
    const char *type = is_narrow ? "32" : "64";

    gen_text_printf(out, "mov.u%s %s1, %.*s;\n", type, prefix, (int)variable->name.length,
                    variable->name.text);
    if (first->space == GEN_PTX_GENERIC && variable->space != GEN_PTX_GLOBAL)
        gen_text_printf(out, "cvta.%s.u64 %%custub_d1, %%custub_d1;\n",
                        variable->space == GEN_PTX_SHARED ? "shared" : "const");
    gen_text_printf(out, "sub.s%s %s0, %s, %s1;\n", type, prefix,
                    gen_bounds_register_name(test, first->address->reg), prefix);
    if (first->address->number + test->group->low)
        gen_text_printf(out, "add.s%s %s0, %s0, %lld;\n", type, prefix, prefix,
                        (long long)(first->address->number + test->group->low));
}

static void compare_dynamic_shared(gen_bounds_group_test *test, bool is_narrow)
{
    custub_bounds_limit limit = gen_bounds_group_limit(
        test->group, is_narrow ? CUSTUB_BOUNDS_INDEX : CUSTUB_BOUNDS_OFFSET, CUSTUB_BOUNDS_SHARED);
    uint32_t offset;

    limit.align = 1;
    limit.most = is_narrow ? UINT32_MAX : 0;
    offset = gen_bounds_group_offset(test, &limit, 1);
    if (!offset) {
        gen_bounds_refuse(test);
        return;
    }
    gen_bounds_load(test->code, is_narrow ? "u32" : "u64", is_narrow ? "%custub_r1" : "%custub_d1",
                    offset);
    gen_bounds_compare(test, "lt", is_narrow ? "u32" : "u64",
                       is_narrow ? "%custub_r0" : "%custub_d0",
                       is_narrow ? "%custub_r1" : "%custub_d1");
}

static void compare_variable(gen_bounds_group_test *test)
{
    const gen_bounds_access *first = test->group->first;
    const gen_ptx_variable *variable =
        test->code->plan->function->variables->items[first->target.index];
    uint64_t span = gen_bounds_group_span(test->group);
    bool is_narrow;
    char end[32];

    if (!first->address->reg || (variable->size && variable->size < span)) {
        gen_bounds_refuse(test);
        return;
    }
    is_narrow = first->address->reg->bits == 32;
    write_distance(test, variable);
    if (!variable->size) {
        compare_dynamic_shared(test, is_narrow);
        return;
    }
    snprintf(end, sizeof(end), "%llu", (unsigned long long)(variable->size - span + 1));
    gen_bounds_compare(test, "lt", is_narrow ? "u32" : "u64",
                       is_narrow ? "%custub_r0" : "%custub_d0", end);
}

/* --- Several buffers, or any ------------------------------------------------------------------ */

/* sm_80 and later reserve 1 KiB before a block's own shared memory. %total_smem_size does not
 * count it. */
#define RESERVED_SHARED 1024

static void compare_all_shared(gen_bounds_group_test *test)
{
    const gen_bounds_access *first = test->group->first;
    gen_text *out = test->code->out;

    if (!first->address->reg || first->address->reg->bits != 32 ||
        gen_bounds_group_span(test->group) > RESERVED_SHARED) {
        gen_bounds_refuse(test);
        return;
    }
    gen_text_printf(out,
                    "mov.u32 %%custub_r1, %%total_smem_size;\n"
                    "add.s32 %%custub_r1, %%custub_r1, %d;\n"
                    "add.s32 %%custub_r0, %s, %lld;\n",
                    (int)(RESERVED_SHARED - gen_bounds_group_span(test->group) + 1),
                    gen_bounds_register_name(test, first->address->reg),
                    (long long)(first->address->number + test->group->low));
    gen_bounds_compare(test, "lt", "u32", "%custub_r0", "%custub_r1");
}

static void compare_any(gen_bounds_group_test *test)
{
    const gen_bounds_access *first = test->group->first;
    unsigned tried = 0;

    if (first->space == GEN_PTX_SHARED) {
        compare_all_shared(test);
        return;
    }
    for (size_t i = 0;
         i < 64 && tried < MAX_TRIED && first->address->reg && first->space != GEN_PTX_CONST; i++) {
        if (first->address->reg->bits == 64 && first->target.bits >> i & 1) {
            compare_address(test, i);
            tried++;
        }
    }
    if (!tried)
        gen_bounds_refuse(test);
}

/* --- Groups ----------------------------------------------------------------------------------- */

static void compare_alignment(gen_bounds_group_test *test)
{
    const gen_bounds_access *first = test->group->first;
    gen_text *out = test->code->out;
    bool is_narrow = first->address->reg && first->address->reg->bits == 32;
    const char *type = is_narrow ? "32" : "64";
    const char *result = is_narrow ? "%custub_r0" : "%custub_d0";

    if (test->group->is_aligned)
        return;
    if (!first->address->reg) {
        gen_bounds_refuse(test);
        return;
    }
    gen_text_printf(out, "add.s%s %s, %s, %lld;\nand.b%s %s, %s, %u;\n", type, result,
                    gen_bounds_register_name(test, first->address->reg),
                    (long long)first->address->number, type, result, result,
                    test->group->align - 1);
    gen_bounds_compare(test, "eq", is_narrow ? "u32" : "u64", result, "0");
}

/* True if the predicate of the group is made apart, and then joined. */
static bool is_apart(const gen_bounds_group *group)
{
    return group->first->statement->guard || group->first->target.kind == GEN_BOUNDS_TO_POINTERS ||
           group->first->target.kind == GEN_BOUNDS_TO_ANY;
}

/* True if an earlier group's comparison was this one's, too. */
static bool is_compared(const gen_bounds_group_test *test)
{
    for (const gen_bounds_group *g = test->region->groups; g != test->group; g++)
        if (gen_bounds_is_same_comparison(g, test->group))
            return true;
    return false;
}

static void compare_memory(gen_bounds_group_test *test)
{
    const gen_bounds_target *target = &test->group->first->target;

    if (test->group->index.is_known) {
        gen_bounds_compare_index(test);
    } else if (target->kind == GEN_BOUNDS_TO_POINTER) {
        compare_pointer(test, target->index);
    } else if (target->kind == GEN_BOUNDS_TO_VARIABLE) {
        compare_variable(test);
    } else {
        test->join = "or";
        compare_any(test);
        test->join = "and";
    }
}

static void compare_group(gen_bounds_group_test *test)
{
    if (!is_compared(test))
        compare_memory(test);
    compare_alignment(test);
}

/* An access that is not executed is right. */
static void join_guard(const gen_bounds_group_test *test, const gen_ptx_statement *statement)
{
    gen_text *out = test->code->out;
    const char *guard = "%custub_p2";

    if (!statement->guard)
        return;
    if (statement->guard_negated)
        guard = gen_bounds_register_name(test, statement->guard);
    else
        gen_text_printf(out, "not.pred %%custub_p2, %s;\n",
                        gen_bounds_register_name(test, statement->guard));
    gen_text_printf(out, "or.pred %%custub_p1, %%custub_p1, %s;\n", guard);
}

void gen_bounds_write_test(const gen_bounds_code *code, size_t region)
{
    const gen_bounds_region *at = &code->plan->regions[region];
    const gen_bounds_access *first = at->groups[0].first;
    bool is_first = true;

    if (!first->size) { /* always looked at: what is compared is in a register */
        gen_text_puts(code->out, "mov.pred %custub_p0, 0;\n");
        return;
    }
    for (size_t i = 0; i < at->group_count; i++) {
        bool apart = is_apart(&at->groups[i]);
        gen_bounds_group_test test = {.code = code,
                                      .region = at,
                                      .group = &at->groups[i],
                                      .predicate = apart,
                                      .join = "and",
                                      .is_first = apart || is_first};
        compare_group(&test);
        if (apart) {
            join_guard(&test, at->groups[i].first->statement);
            gen_text_printf(code->out, is_first
                                           ? "mov.pred %%custub_p0, %%custub_p1;\n"
                                           : "and.pred %%custub_p0, %%custub_p0, %%custub_p1;\n");
        }
        is_first = false;
    }
    if (first->lanes)
        gen_text_printf(code->out,
                        "mov.u32 %%custub_r0, %%laneid;\n"
                        "setp.ge.or.u32 %%custub_p0, %%custub_r0, %u, %%custub_p0;\n",
                        first->lanes);
    if (first->is_together)
        gen_text_puts(code->out, "vote.sync.all.pred %custub_p0, %custub_p0, -1;\n");
}

#include "bounds/code/test_code.h"

#include "bounds/flow/instruction.h"
#include "bounds/regions/movement.h"

#include <stdio.h>

#define MAX_TRIED 4 /* buffers that a test tries, if an address may be into several */

/* The comparisons that make a predicate. */
typedef struct group_test {
    const gen_bounds_code *code;
    size_t region;
    const gen_bounds_group *group;
    unsigned predicate; /* its number */
    const char *join;   /* "and" or "or" */
    bool is_first;
} group_test;

static void compare(group_test *test, const char *comparison, const char *type, const char *a,
                    const char *b)
{
    gen_text *out = test->code->out;

    if (test->is_first)
        gen_text_printf(out, "setp.%s.%s %%custub_p%u, %s, %s;\n", comparison, type,
                        test->predicate, a, b);
    else
        gen_text_printf(out, "setp.%s.%s.%s %%custub_p%u, %s, %s, %%custub_p%u;\n", comparison,
                        test->join, type, test->predicate, a, b, test->predicate);
    test->is_first = false;
}

static void refuse(group_test *test)
{
    gen_text_puts(test->code->out, "mov.u32 %custub_r0, 0;\n");
    compare(test, "ne", "u32", "%custub_r0", "0");
}

static char *name_of(const group_test *test, const gen_ptx_register *reg)
{
    return gen_arena_copy(test->code->plan->function->arena, reg->name.text, reg->name.length);
}

static uint64_t span_of(const gen_bounds_group *group)
{
    return (uint64_t)(group->high - group->low);
}

static custub_bounds_limit limit_of(const group_test *test, custub_bounds_limit_kind kind,
                                    size_t extent)
{
    return (custub_bounds_limit){.kind = (uint32_t)kind,
                                 .extent = (uint32_t)extent,
                                 .align = test->group->is_aligned ? test->group->align : 1,
                                 .span = span_of(test->group),
                                 .scale = 1};
}

/* The number of the limit, or 0. */
static uint32_t offset_of(const group_test *test, custub_bounds_limit limit)
{
    return test->code->limits ? gen_bounds_limit_offset(test->code->limits, limit) : 0;
}

/* --- One pointer ------------------------------------------------------------------------------ */

/* address - base < limit */
static void compare_address(group_test *test, size_t pointer)
{
    const gen_bounds_group *group = test->group;
    custub_bounds_limit limit = limit_of(test, CUSTUB_BOUNDS_ADDRESS, pointer);
    uint32_t offset;

    limit.low = group->first->address->number + group->low;
    offset = offset_of(test, limit);
    if (!offset) {
        refuse(test);
        return;
    }
    gen_bounds_load(test->code, "u64", "%custub_d1", offset);
    gen_bounds_load(test->code, "u64", "%custub_d2", offset + 8);
    gen_text_printf(test->code->out, "sub.s64 %%custub_d0, %s, %%custub_d1;\n",
                    name_of(test, group->first->address->reg));
    compare(test, "lt", "u64", "%custub_d0", "%custub_d2");
}

/* A value that an address is a multiple of: pointer + value * scale + constant. */
typedef struct multiple {
    gen_ptx_register *reg; /* null: there is none */
    gen_bounds_term_kind kind;
    uint64_t scale;
    int64_t constant;
} multiple;

#define MAX_SCALE (UINT64_C(1) << 31)

/* Takes the pointer out of the sum. False if it is not in it. */
static bool remove_pointer(const gen_bounds_function *function, gen_bounds_form *form,
                           size_t pointer)
{
    for (size_t i = 0; function->begins_buffers && i < form->count; i++) {
        gen_bounds_term term = form->terms[i];
        const gen_bounds_origin *origin;
        if (term.kind != GEN_BOUNDS_ARGUMENT || term.factor != 1)
            continue;
        origin = &function->arguments[term.index].origin;
        if (origin->flags || !origin->bits || !(origin->bits[pointer / 64] >> pointer % 64 & 1))
            return false;
        form->terms[i] = form->terms[--form->count];
        return true;
    }
    return false;
}

/* Looks for a register whose multiple is the sum. `scale` is that of `reg` in the address. */
static void find_index(const group_test *test, const gen_bounds_form *sum, gen_ptx_register *reg,
                       size_t place, uint64_t scale, multiple *found)
{
    gen_bounds_function *function = test->code->plan->function;
    size_t written = gen_bounds_reaching_write(function, reg, place);
    gen_bounds_form form = gen_bounds_form_of(function, reg, place);
    gen_bounds_form scaled = {0};
    const gen_ptx_statement *s;
    gen_bounds_opcode opcode;

    if (reg->bits != 64 || reg->kind == 'f' || scale > MAX_SCALE)
        return;
    if (gen_bounds_form_add(&scaled, &form, scale) && gen_bounds_form_matches(&scaled, sum) &&
        gen_bounds_is_available(test->code->plan, test->region, reg, written,
                                test->group->first->place))
        *found = (multiple){.reg = reg,
                            .kind = GEN_BOUNDS_VALUE,
                            .scale = scale,
                            .constant = (int64_t)(sum->constant - scaled.constant)};
    if (written == GEN_BOUNDS_NOWHERE || function->flow.statements[written]->guard)
        return;
    s = function->flow.statements[written];
    opcode = gen_bounds_opcode_of(s);
    if (gen_bounds_opcode_is(&opcode, "shl") && s->operands[1].kind == GEN_PTX_REGISTER &&
        s->operands[2].kind == GEN_PTX_NUMBER && (uint64_t)s->operands[2].number < 32)
        find_index(test, sum, s->operands[1].reg, written, scale << s->operands[2].number, found);
    if (!gen_bounds_opcode_is(&opcode, "add"))
        return;
    for (size_t i = 1; i <= 2; i++)
        if (s->operands[i].kind == GEN_PTX_REGISTER)
            find_index(test, sum, s->operands[i].reg, written, scale, found);
}

/* The index of a sum without its pointer. */
static multiple index_of(const group_test *test, const gen_bounds_form *sum)
{
    const gen_bounds_term *term = &sum->terms[0];
    const gen_bounds_access *first = test->group->first;
    multiple found = {0};

    if (sum->count == 1 && term->factor < MAX_SCALE && term->reg &&
        term->reg->bits == (term->kind == GEN_BOUNDS_VALUE ? 64 : 32) &&
        gen_bounds_is_available(test->code->plan, test->region, term->reg, term->written,
                                first->place))
        return (multiple){.reg = term->reg,
                          .kind = term->kind,
                          .scale = term->factor,
                          .constant = (int64_t)sum->constant};
    if (first->address->reg)
        find_index(test, sum, first->address->reg, first->place, 1, &found);
    return found;
}

/* a / b, rounded down; b > 0 */
static int64_t floor_quotient(int64_t a, int64_t b)
{
    return a / b - (a % b < 0);
}

/* value + shift < limit, where the value is extended from 32 bits. False if that cannot be. */
static bool compare_narrow(group_test *test, size_t pointer, const multiple *index)
{
    const int64_t far = INT64_C(1) << 31;
    custub_bounds_limit limit = limit_of(test, CUSTUB_BOUNDS_INDEX, pointer);
    int64_t constant = index->constant + test->group->low;
    int64_t shift = floor_quotient(constant, (int64_t)index->scale);
    const char *value = name_of(test, index->reg);
    uint32_t offset;

    if (shift <= -far || shift >= far || (index->kind == GEN_BOUNDS_UNSIGNED && shift > 0))
        return false;
    limit.low = constant - shift * (int64_t)index->scale;
    limit.scale = index->scale;
    /* Below `most`, value + shift has not wrapped. */
    limit.most = (uint64_t)((index->kind == GEN_BOUNDS_UNSIGNED ? 2 * far : far) + shift);
    if (limit.most > UINT32_MAX)
        limit.most = UINT32_MAX;
    offset = offset_of(test, limit);
    if (!offset)
        return false;
    gen_bounds_load(test->code, "u32", "%custub_r1", offset);
    if (shift)
        gen_text_printf(test->code->out, "add.s32 %%custub_r0, %s, %d;\n", value, (int)shift);
    compare(test, "lt", "u32", shift ? "%custub_r0" : value, "%custub_r1");
    return true;
}

/* The same with a value of 64 bits: all is modulo 2^64, so the shift cannot do harm. */
static bool compare_wide(group_test *test, size_t pointer, const multiple *index)
{
    custub_bounds_limit limit = limit_of(test, CUSTUB_BOUNDS_OFFSET, pointer);
    int64_t constant = index->constant + test->group->low;
    int64_t shift = floor_quotient(constant, (int64_t)index->scale);
    const char *value = name_of(test, index->reg);
    uint32_t offset;

    limit.low = constant - shift * (int64_t)index->scale;
    limit.scale = index->scale;
    offset = offset_of(test, limit);
    if (!offset)
        return false;
    gen_bounds_load(test->code, "u64", "%custub_d1", offset);
    if (shift)
        gen_text_printf(test->code->out, "add.s64 %%custub_d0, %s, %lld;\n", value,
                        (long long)shift);
    compare(test, "lt", "u64", shift ? "%custub_d0" : value, "%custub_d1");
    return true;
}

/* The address is a constant distance from the pointer. */
static bool compare_constant(group_test *test, size_t pointer, int64_t constant)
{
    custub_bounds_limit limit = limit_of(test, CUSTUB_BOUNDS_INDEX, pointer);
    uint32_t offset;

    limit.low = constant + test->group->low;
    limit.most = 1;
    offset = limit.low < 0 ? 0 : offset_of(test, limit);
    if (!offset)
        return false;
    gen_bounds_load(test->code, "u32", "%custub_r1", offset);
    compare(test, "ne", "u32", "%custub_r1", "0");
    return true;
}

static void compare_pointer(group_test *test, size_t pointer)
{
    gen_bounds_form sum = test->group->first->form;
    multiple found = {0};
    bool is_done = false;

    if (remove_pointer(test->code->plan->function, &sum, pointer)) {
        if (sum.count)
            found = index_of(test, &sum);
        if (!sum.count)
            is_done = compare_constant(test, pointer, (int64_t)sum.constant);
        else if (found.reg)
            is_done = found.kind == GEN_BOUNDS_VALUE ? compare_wide(test, pointer, &found)
                                                     : compare_narrow(test, pointer, &found);
    }
    if (is_done)
        return;
    if (test->group->first->address->reg && test->group->first->address->reg->bits == 64)
        compare_address(test, pointer);
    else
        refuse(test);
}

/* --- Variables -------------------------------------------------------------------------------- */

/* Puts address + low - variable into %custub_d0, or into %custub_r0 if addresses have 32 bits. */
static void write_distance(const group_test *test, const gen_ptx_variable *variable)
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
                    name_of(test, first->address->reg), prefix);
    if (first->address->number + test->group->low)
        gen_text_printf(out, "add.s%s %s0, %s0, %lld;\n", type, prefix, prefix,
                        (long long)(first->address->number + test->group->low));
}

static void compare_dynamic_shared(group_test *test, bool is_narrow)
{
    custub_bounds_limit limit = limit_of(
        test, is_narrow ? CUSTUB_BOUNDS_INDEX : CUSTUB_BOUNDS_OFFSET, CUSTUB_BOUNDS_SHARED);
    uint32_t offset;

    limit.align = 1;
    limit.most = is_narrow ? UINT32_MAX : 0;
    offset = offset_of(test, limit);
    if (!offset) {
        refuse(test);
        return;
    }
    gen_bounds_load(test->code, is_narrow ? "u32" : "u64", is_narrow ? "%custub_r1" : "%custub_d1",
                    offset);
    compare(test, "lt", is_narrow ? "u32" : "u64", is_narrow ? "%custub_r0" : "%custub_d0",
            is_narrow ? "%custub_r1" : "%custub_d1");
}

static void compare_variable(group_test *test)
{
    const gen_bounds_access *first = test->group->first;
    const gen_ptx_variable *variable =
        test->code->plan->function->variables->items[first->target.index];
    uint64_t span = span_of(test->group);
    bool is_narrow;
    char end[32];

    if (!first->address->reg || (variable->size && variable->size < span)) {
        refuse(test);
        return;
    }
    is_narrow = first->address->reg->bits == 32;
    write_distance(test, variable);
    if (!variable->size) {
        compare_dynamic_shared(test, is_narrow);
        return;
    }
    snprintf(end, sizeof(end), "%llu", (unsigned long long)(variable->size - span + 1));
    compare(test, "lt", is_narrow ? "u32" : "u64", is_narrow ? "%custub_r0" : "%custub_d0", end);
}

/* --- Several buffers, or any ------------------------------------------------------------------ */

/* sm_80 and later reserve 1 KiB before a block's own shared memory. %total_smem_size does not
 * count it. */
#define RESERVED_SHARED 1024

static void compare_all_shared(group_test *test)
{
    const gen_bounds_access *first = test->group->first;
    gen_text *out = test->code->out;

    if (!first->address->reg || first->address->reg->bits != 32 ||
        span_of(test->group) > RESERVED_SHARED) {
        refuse(test);
        return;
    }
    gen_text_printf(out,
                    "mov.u32 %%custub_r1, %%total_smem_size;\n"
                    "add.s32 %%custub_r1, %%custub_r1, %d;\n"
                    "add.s32 %%custub_r0, %s, %lld;\n",
                    (int)(RESERVED_SHARED - span_of(test->group) + 1),
                    name_of(test, first->address->reg),
                    (long long)(first->address->number + test->group->low));
    compare(test, "lt", "u32", "%custub_r0", "%custub_r1");
}

static void compare_any(group_test *test)
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
        refuse(test);
}

/* --- Groups ----------------------------------------------------------------------------------- */

static void compare_alignment(group_test *test)
{
    const gen_bounds_access *first = test->group->first;
    gen_text *out = test->code->out;
    bool is_narrow = first->address->reg && first->address->reg->bits == 32;
    const char *type = is_narrow ? "32" : "64";
    const char *result = is_narrow ? "%custub_r0" : "%custub_d0";

    if (test->group->is_aligned)
        return;
    if (!first->address->reg) {
        refuse(test);
        return;
    }
    gen_text_printf(out, "add.s%s %s, %s, %lld;\nand.b%s %s, %s, %u;\n", type, result,
                    name_of(test, first->address->reg), (long long)first->address->number, type,
                    result, result, test->group->align - 1);
    compare(test, "eq", is_narrow ? "u32" : "u64", result, "0");
}

/* True if the predicate of the group is made apart, and then joined. */
static bool is_apart(const gen_bounds_group *group)
{
    return group->first->statement->guard || group->first->target.kind == GEN_BOUNDS_TO_POINTERS ||
           group->first->target.kind == GEN_BOUNDS_TO_ANY;
}

static void compare_group(group_test *test)
{
    switch (test->group->first->target.kind) {
    case GEN_BOUNDS_TO_POINTER:
        compare_pointer(test, test->group->first->target.index);
        break;
    case GEN_BOUNDS_TO_VARIABLE:
        compare_variable(test);
        break;
    default:
        test->join = "or";
        compare_any(test);
        test->join = "and";
        break;
    }
    compare_alignment(test);
}

/* An access that is not executed is right. */
static void join_guard(const group_test *test, const gen_ptx_statement *statement)
{
    gen_text *out = test->code->out;
    const char *guard = "%custub_p2";

    if (!statement->guard)
        return;
    if (statement->guard_negated)
        guard = name_of(test, statement->guard);
    else
        gen_text_printf(out, "not.pred %%custub_p2, %s;\n", name_of(test, statement->guard));
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
        group_test test = {.code = code,
                           .region = region,
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

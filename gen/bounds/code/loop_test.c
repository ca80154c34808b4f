#include "bounds/code/loop_test.h"

#include "bounds/code/loop_memory.h"
#include "bounds/code/loop_span.h"

typedef struct loop_test {
    gen_bounds_loop_code code;
    const gen_bounds_code *to;
    bool *is_held; /* of each narrow value: it is known not to wrap */
} loop_test;

static bool is_changing(const gen_bounds_turns *turns, const gen_bounds_term *term)
{
    const gen_bounds_form *step;

    if (term->kind != GEN_BOUNDS_SIGNED && term->kind != GEN_BOUNDS_UNSIGNED)
        return false;
    step = &turns->narrow[term->index].step;
    return step->count || step->constant;
}

static void refuse(gen_bounds_loop_code *code)
{
    gen_bounds_require(code, "ne", "u64", gen_bounds_write_number(code, 0), "0");
}

/* The last value of one of 32 bits, extended, is in the range of its type. All between the first
 * and it are then, too: so it does not wrap. One of 64 bits is far from its upper end. */
static void hold_value(loop_test *test, const gen_bounds_turn_value *value, bool is_signed)
{
    gen_bounds_loop_code *code = &test->code;
    gen_bounds_form step;
    const char *last;
    const char *span;
    bool fails = false;

    if (!gen_bounds_turn_step(code->turns, value, &step)) {
        refuse(code);
        return;
    }
    span = gen_bounds_write_span(code, &step, code->region->exits, 0, &fails);
    if (fails) {
        refuse(code);
        return;
    }
    last = gen_bounds_write_sum(code, &value->first, value->bits);
    if (value->bits == 32)
        last = gen_bounds_write_extension(code, last, is_signed);
    if (span)
        last = gen_bounds_write_operation(code, "add.s64", last, span);
    if (value->bits == 64) {
        gen_bounds_require(code, "ge", "s64", last, "0");
        return;
    }
    if (is_signed)
        last = gen_bounds_write_operation(code, "add.s64", last,
                                          gen_bounds_literal(code, INT64_C(1) << 31));
    gen_bounds_require(code, "lt", "u64", last, gen_bounds_literal(code, INT64_C(1) << 32));
}

static void hold_terms(loop_test *test, const gen_bounds_form *sum)
{
    for (size_t i = 0; i < sum->count; i++) {
        const gen_bounds_term *term = &sum->terms[i];
        bool is_signed = term->kind == GEN_BOUNDS_SIGNED;
        if (term->kind == GEN_BOUNDS_COMPUTED && !test->code.turns->computed[term->index].statement)
            hold_terms(test, &test->code.turns->computed[term->index].sources[0].first);
        if (!is_changing(test->code.turns, term) || test->is_held[2 * term->index + is_signed])
            continue;
        test->is_held[2 * term->index + is_signed] = true;
        hold_value(test, &test->code.turns->narrow[term->index], is_signed);
    }
}

static void hold_zeros(loop_test *test)
{
    gen_bounds_loop_code *code = &test->code;

    for (size_t i = 0; i < code->turns->zero_count; i++) {
        const gen_bounds_zero_bits *zeros = &code->turns->zeros[i];
        const char *low = gen_bounds_new_register(code, GEN_BOUNDS_NARROW);
        const char *value = gen_bounds_write_sum(code, &zeros->first, 32);
        gen_text_printf(&code->out, "and.b32 %s, %s, %u;\n", low, value, (unsigned)zeros->bits);
        gen_bounds_require(code, "eq", "u32", low, "0");
    }
}

/* The counter of a guard goes on when the guard does not hold any more: if it wrapped, the guard
 * would hold again. */
static void hold_limits(loop_test *test, uint32_t limits)
{
    for (size_t i = 0; i < test->code.region->limit_count; i++) {
        const gen_bounds_turn_limit *limit = &test->code.region->limits[i];
        if (!(limits >> i & 1))
            continue;
        hold_terms(test, &limit->counter.first);
        if (!(test->code.region->exits >> i & 1) && (limit->bits == 32 || !limit->is_signed))
            hold_value(test, &limit->counter, limit->is_signed);
    }
}

/* --- Groups ----------------------------------------------------------------------------------- */

/* The first address and the step of a group that is not known to be aligned. */
static void require_alignment(loop_test *test, const gen_bounds_loop_group *group,
                              const char *address)
{
    gen_bounds_loop_code *code = &test->code;
    const char *wide = address;
    const char *step;

    if (group->is_aligned)
        return;
    if (group->step.count) {
        step = gen_bounds_write_operation(code, "and.b64",
                                          gen_bounds_write_sum(code, &group->step, 64),
                                          gen_bounds_literal(code, (int64_t)group->align - 1));
        gen_bounds_require(code, "eq", "u64", step, "0");
    }
    if (group->address.bits == 32)
        wide = gen_bounds_write_extension(code, address, false);
    wide = gen_bounds_write_operation(code, "add.s64", wide, gen_bounds_literal(code, group->low));
    wide = gen_bounds_write_operation(code, "and.b64", wide,
                                      gen_bounds_literal(code, (int64_t)group->align - 1));
    gen_bounds_require(code, "eq", "u64", wide, "0");
}

static void write_comparisons(loop_test *test, const gen_bounds_loop_group *group, const char *span)
{
    gen_bounds_loop_code *code = &test->code;
    const char *address = gen_bounds_write_sum(code, &group->address.first, group->address.bits);
    gen_bounds_loop_memory memory;
    const char *last;

    if (!gen_bounds_write_memory(test->to, code, group, address, &memory)) {
        refuse(code);
        return;
    }
    gen_bounds_require(code, "lt", "u64", memory.distance, memory.limit);
    if (span) {
        last = gen_bounds_write_operation(code, "add.s64", memory.distance, span);
        gen_bounds_require(code, "lt", "u64", last, memory.limit);
    }
    require_alignment(test, group, address);
}

/* A group that is not executed is right. */
static void write_escapes(loop_test *test, const gen_bounds_loop_group *group)
{
    gen_bounds_loop_code *code = &test->code;
    const char *predicate;

    for (size_t i = 0; i < code->region->limit_count; i++) {
        if (!(group->after >> i & 1))
            continue;
        predicate = gen_bounds_new_register(code, GEN_BOUNDS_PREDICATE);
        gen_text_printf(&code->out, "not.pred %s, %s;\nor.pred %%custub_p0, %%custub_p0, %s;\n",
                        predicate, gen_bounds_write_some(code, i), predicate);
    }
    if (!group->guard)
        return;
    predicate = gen_bounds_new_register(code, GEN_BOUNDS_PREDICATE);
    gen_text_printf(&code->out, "%s.pred %s, %.*s;\nor.pred %%custub_p0, %%custub_p0, %s;\n",
                    group->guard_negated ? "mov" : "not", predicate, (int)group->guard->name.length,
                    group->guard->name.text, predicate);
}

/* What other groups use too is required before: only the comparisons of this one may be escaped. */
static void write_group(loop_test *test, const gen_bounds_loop_group *group)
{
    gen_bounds_loop_code *code = &test->code;
    const char *kept = NULL;
    const char *span;
    bool fails = false;

    for (size_t i = 0; i < code->region->limit_count; i++)
        if (group->after >> i & 1)
            gen_bounds_write_some(code, i);
    span = gen_bounds_write_span(code, &group->step, group->before, group->after, &fails);
    if (fails) {
        refuse(code);
        return;
    }
    if (group->after || group->guard) {
        kept = gen_bounds_new_register(code, GEN_BOUNDS_PREDICATE);
        if (code->is_first)
            gen_text_printf(&code->out, "mov.pred %s, 1;\n", kept);
        else
            gen_text_printf(&code->out, "mov.pred %s, %%custub_p0;\n", kept);
        code->is_first = true;
    }
    write_comparisons(test, group, span);
    if (!kept)
        return;
    write_escapes(test, group);
    gen_text_printf(&code->out, "and.pred %%custub_p0, %%custub_p0, %s;\n", kept);
}

static void write_registers(const loop_test *test, gen_text *out)
{
    static const char *const types[] = {"b32", "b64", "pred"};

    for (size_t i = 0; i < sizeof(types) / sizeof(types[0]); i++)
        if (test->code.registers[i])
            gen_text_printf(out, ".reg .%s %%custub_l%c<%u>;\n", types[i], "rdp"[i],
                            test -> code.registers[i]);
}

void gen_bounds_write_loop_test(const gen_bounds_code *to, const gen_bounds_loop_region *region)
{
    loop_test test = {.to = to};
    gen_arena *arena = to->plan->function->arena;

    test.code.arena = arena;
    test.code.region = region;
    /* Sums of steps may add values to it. The regions are the arena's own: only the type says
     * const. */
    test.code.turns = (gen_bounds_turns *)(uintptr_t)&region->turns;
    test.code.is_first = true;
    test.is_held = GEN_NEW_ARRAY(arena, bool, 2 * region->turns.narrow_count + 1);
    gen_text_initialize_in(&test.code.out, arena);
    hold_zeros(&test);
    for (size_t i = 0; i < region->group_count; i++)
        hold_limits(&test, region->groups[i].before | region->groups[i].after);
    for (size_t i = 0; i < region->group_count; i++) {
        hold_terms(&test, &region->groups[i].address.first);
        if (!gen_bounds_is_in_earlier_memory(&test.code, &region->groups[i]))
            write_group(&test, &region->groups[i]);
    }
    gen_text_puts(to->out, "{\n");
    write_registers(&test, to->out);
    gen_text_append(to->out, test.code.out.data, test.code.out.length);
    gen_text_puts(to->out, "}\n");
    if (region->votes)
        gen_text_puts(to->out, "vote.sync.all.pred %custub_p0, %custub_p0, -1;\n");
}

#include "bounds/function_code.h"

#include "bounds/collective.h"
#include "bounds/instruction.h"
#include "bounds/loop_test.h"
#include "bounds/slow_copy.h"
#include "bounds/test_code.h"

/* The number of statements up to the last one that is executed: labels for the debugger follow. */
static size_t executed_count(const gen_bounds_flow *flow)
{
    size_t count = flow->statement_count;

    while (count && flow->statements[count - 1]->kind != GEN_PTX_INSTRUCTION &&
           flow->statements[count - 1]->kind != GEN_PTX_CALL)
        count--;
    return count;
}

static void write_region_begin(const gen_bounds_code *code, size_t region)
{
    const gen_bounds_plan *plan = code->plan;
    const gen_bounds_region *at = &plan->regions[region];

    for (size_t i = at->first; i <= at->last; i++)
        if (plan->moved_to[i] == region)
            gen_ptx_print_statement(code->out, plan->function->flow.statements[i]);
    gen_bounds_write_test(code, region);
    if (at->votes)
        gen_text_puts(code->out, "vote.sync.all.pred %custub_p0, %custub_p0, -1;\n");
    gen_text_puts(code->out, "@!%custub_p0 bra ");
    gen_bounds_copy_label(code, at->copy, at->first);
    gen_text_puts(code->out, ";\n");
}

/* The test of a loop is before its header. */
static void write_loop_begin(const gen_bounds_code *code, const gen_bounds_loop_region *region)
{
    size_t header = code->plan->function->flow.blocks[region->loop.header].begin;

    gen_bounds_loop_label(code, header);
    gen_text_puts(code->out, ":\n");
    gen_bounds_write_loop_test(code, region);
    if (region->votes)
        gen_text_puts(code->out, "vote.sync.all.pred %custub_p0, %custub_p0, -1;\n");
    gen_text_puts(code->out, "@!%custub_p0 bra ");
    gen_bounds_copy_label(code, region->rejoins ? GEN_BOUNDS_REJOINS : GEN_BOUNDS_STAYS, header);
    gen_text_puts(code->out, ";\n");
}

/* Who jumps into a loop comes to its test first. */
static void write_statement(const gen_bounds_code *code, size_t place)
{
    const gen_bounds_flow *flow = &code->plan->function->flow;
    const gen_ptx_statement *s = flow->statements[place];
    const gen_bounds_loop_region *region = gen_bounds_loop_of_jump(&code->plan->loops, flow, s);

    if (!region || region->loop.has[flow->blocks_of[place]]) {
        gen_ptx_print_statement(code->out, s);
        return;
    }
    if (s->guard)
        gen_text_printf(code->out, "@%s%.*s ", s->guard_negated ? "!" : "",
                        (int)s->guard->name.length, s->guard->name.text);
    gen_text_printf(code->out, "%.*s ", (int)s->opcode.length, s->opcode.text);
    gen_bounds_loop_label(code, flow->blocks[region->loop.header].begin);
    gen_text_puts(code->out, ";\n");
}

static bool has_copy(const gen_bounds_plan *plan, gen_bounds_copy copy)
{
    for (size_t i = 0; i < plan->region_count; i++)
        if (plan->regions[i].copy == copy)
            return true;
    for (size_t i = 0; i < plan->loops.count; i++)
        if (plan->loops.items[i]->rejoins == (copy == GEN_BOUNDS_REJOINS))
            return true;
    return false;
}

static void write_statements(const gen_bounds_code *code, size_t begin, size_t end)
{
    const gen_bounds_plan *plan = code->plan;
    const bool rejoins = has_copy(plan, GEN_BOUNDS_REJOINS);
    size_t region = 0;

    for (size_t i = begin; i < end; i++) {
        const gen_bounds_loop_region *loop =
            gen_bounds_loop_region_at(&plan->loops, plan->function->flow.blocks_of[i]);
        if (loop && plan->function->flow.blocks[loop->loop.header].begin == i)
            write_loop_begin(code, loop);
        while (region < plan->region_count && plan->regions[region].last < i)
            region++;
        if (region < plan->region_count && plan->regions[region].first == i)
            write_region_begin(code, region);
        if (rejoins && gen_bounds_is_collective(plan->function->flow.statements[i])) {
            gen_bounds_rejoin_label(code, i);
            gen_text_puts(code->out, ":\n");
        }
        if (plan->moved_to[i] == GEN_BOUNDS_NOWHERE)
            write_statement(code, i);
    }
}

void gen_bounds_write_body(const gen_bounds_code *code)
{
    const gen_bounds_flow *flow = &code->plan->function->flow;
    size_t end = executed_count(flow);

    gen_text_puts(code->out, "\n{\n" GEN_BOUNDS_DECLARATIONS);
    for (const gen_ptx_statement *at = code->plan->function->function->declarations; at;
         at = at->next)
        gen_ptx_print_statement(code->out, at);
    write_statements(code, 0, end);
    gen_text_puts(code->out, "ret;\n");
    if (has_copy(code->plan, GEN_BOUNDS_STAYS))
        gen_bounds_write_copy(code, GEN_BOUNDS_STAYS);
    if (has_copy(code->plan, GEN_BOUNDS_REJOINS))
        gen_bounds_write_copy(code, GEN_BOUNDS_REJOINS);
    write_statements(code, end, flow->statement_count);
    gen_text_puts(code->out, "}\n");
}

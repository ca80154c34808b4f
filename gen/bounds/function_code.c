#include "bounds/function_code.h"

#include "bounds/collective.h"
#include "bounds/instruction.h"
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

static bool has_copy(const gen_bounds_plan *plan, gen_bounds_copy copy)
{
    for (size_t i = 0; i < plan->region_count; i++)
        if (plan->regions[i].copy == copy)
            return true;
    return false;
}

static void write_statements(const gen_bounds_code *code, size_t begin, size_t end)
{
    const gen_bounds_plan *plan = code->plan;
    const bool rejoins = has_copy(plan, GEN_BOUNDS_REJOINS);
    size_t region = 0;

    for (size_t i = begin; i < end; i++) {
        while (region < plan->region_count && plan->regions[region].last < i)
            region++;
        if (region < plan->region_count && plan->regions[region].first == i)
            write_region_begin(code, region);
        if (rejoins && gen_bounds_is_collective(plan->function->flow.statements[i])) {
            gen_bounds_rejoin_label(code, i);
            gen_text_puts(code->out, ":\n");
        }
        if (plan->moved_to[i] == GEN_BOUNDS_NOWHERE)
            gen_ptx_print_statement(code->out, plan->function->flow.statements[i]);
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

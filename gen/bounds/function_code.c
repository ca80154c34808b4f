#include "bounds/function_code.h"

#include "bounds/helper.h"
#include "bounds/instruction.h"
#include "bounds/slow_copy.h"

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
    gen_text_printf(code->out, "@!%%custub_p0 bra %s_slow%zu;\n", code->label, region);
}

static void write_statements(const gen_bounds_code *code, size_t begin, size_t end)
{
    const gen_bounds_plan *plan = code->plan;
    size_t region = 0;

    for (size_t i = begin; i < end; i++) {
        while (region < plan->region_count && plan->regions[region].last < i)
            region++;
        if (region < plan->region_count && plan->regions[region].first == i)
            write_region_begin(code, region);
        if (plan->moved_to[i] == GEN_BOUNDS_NOWHERE)
            gen_ptx_print_statement(code->out, plan->function->flow.statements[i]);
        if (region < plan->region_count && plan->regions[region].last == i)
            gen_text_printf(code->out, "%s_back%zu:\n", code->label, region);
    }
}

void gen_bounds_write_body(const gen_bounds_code *code)
{
    const gen_bounds_flow *flow = &code->plan->function->flow;
    size_t end = executed_count(flow);

    gen_text_puts(code->out, "\n{\n" GEN_BOUNDS_REGISTERS);
    for (const gen_ptx_statement *at = code->plan->function->function->declarations; at;
         at = at->next)
        gen_ptx_print_statement(code->out, at);
    write_statements(code, 0, end);
    gen_text_puts(code->out, "ret;\n");
    for (size_t i = 0; i < code->plan->region_count; i++)
        gen_bounds_write_slow_copy(code, i);
    write_statements(code, end, flow->statement_count);
    gen_text_puts(code->out, "}\n");
}

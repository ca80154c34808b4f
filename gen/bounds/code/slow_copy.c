#include "bounds/code/slow_copy.h"

#include "bounds/code/slow_access.h"

void gen_bounds_write_slow_copy(const gen_bounds_code *code, size_t region)
{
    const gen_bounds_plan *plan = code->plan;
    const gen_bounds_region *at = &plan->regions[region];

    gen_text_printf(code->out, "%s_slow%zu:\n", code->label, region);
    for (size_t i = at->first; i <= at->last; i++) {
        const gen_ptx_statement *s = plan->function->flow.statements[i];
        if (plan->accesses[i])
            gen_bounds_write_slow_access(code, plan->accesses[i]);
        else if (s->kind == GEN_PTX_INSTRUCTION && plan->moved_to[i] == GEN_BOUNDS_NOWHERE)
            gen_ptx_print_statement(code->out, s);
    }
    gen_text_printf(code->out, "bra %s_back%zu;\n", code->label, region);
}

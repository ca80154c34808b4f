#include "bounds/code/slow_copy.h"

#include "bounds/code/access_log.h"
#include "bounds/code/slow_access.h"
#include "bounds/flow/instruction.h"

/* A jump leads to another place of the copy: its labels are numbered by blocks. */
static void write_jump(const gen_bounds_code *code, size_t run, size_t place)
{
    const gen_bounds_flow *flow = &code->plan->function->flow;
    const gen_bounds_block *block = &flow->blocks[flow->blocks_of[place]];

    gen_bounds_write_guard(code->out, flow->statements[place]);
    gen_text_printf(code->out, "bra %s_slow%zu_%zu;\n", code->label, run,
                    gen_bounds_jump_target(block));
}

static void write_statement(const gen_bounds_code *code, size_t run, size_t place)
{
    const gen_bounds_plan *plan = code->plan;
    const gen_bounds_flow *flow = &plan->function->flow;
    const gen_ptx_statement *s = flow->statements[place];
    const size_t block = flow->blocks_of[place];
    gen_bounds_opcode opcode = gen_bounds_opcode_of(s);

    if (flow->blocks[block].begin == place && place > plan->runs[run].first) {
        gen_text_printf(code->out, "%s_slow%zu_%zu:\n", code->label, run, block);
        gen_bounds_write_slow_frequency(code);
        gen_bounds_write_decision(code, block);
        gen_bounds_join_log(code);
    }
    if (plan->accesses[place])
        gen_bounds_write_slow_access(code, plan->accesses[place]);
    else if (s->kind != GEN_PTX_INSTRUCTION || plan->moved_to[place] != GEN_BOUNDS_NOWHERE ||
             plan->sunk_to[place] != GEN_BOUNDS_NOWHERE)
        return;
    else if (gen_bounds_opcode_is(&opcode, "bra"))
        write_jump(code, run, place);
    else
        gen_ptx_print_statement(code->out, s);
}

void gen_bounds_write_slow_copy(const gen_bounds_code *code, size_t run)
{
    const gen_bounds_run *at = &code->plan->runs[run];

    gen_text_printf(code->out, "%s_slow%zu:\n", code->label, run);
    gen_bounds_write_slow_frequency(code);
    gen_bounds_begin_log(code);
    for (size_t i = at->first; i <= at->last; i++)
        write_statement(code, run, i);
    gen_bounds_end_log(code);
    gen_text_printf(code->out, "bra %s_back%zu;\n", code->label, run);
}

#include "bounds/code/slow_loop.h"

#include "bounds/flow/instruction.h"
#include "bounds/code/access_log.h"
#include "bounds/code/slow_access.h"

/* True if the loop goes on behind the block without a jump, and that is outside. */
static bool falls_out(const gen_bounds_flow *flow, const gen_bounds_loop *loop, size_t block)
{
    const gen_bounds_block *at = &flow->blocks[block];

    if (!loop->has[block] || block + 1 >= flow->block_count || loop->has[block + 1])
        return false;
    for (size_t i = 0; i < at->successor_count; i++)
        if (at->successors[i] == block + 1)
            return true;
    return false;
}

bool gen_bounds_is_exit_of_slow_loop(const gen_bounds_plan *plan, size_t block)
{
    for (size_t i = 0; block && i < plan->loops.count; i++)
        if (falls_out(&plan->function->flow, &plan->loops.items[i]->loop, block - 1))
            return true;
    return false;
}

/* Labels in the copy are numbered by blocks. A jump from the loop to another one leads to its test.
 */
static void write_jump(const gen_bounds_code *code, const gen_bounds_loop *loop, size_t place)
{
    const gen_bounds_flow *flow = &code->plan->function->flow;
    const gen_ptx_statement *statement = flow->statements[place];
    size_t block = gen_bounds_jump_target(&flow->blocks[flow->blocks_of[place]]);
    const gen_bounds_loop_region *other =
        gen_bounds_loop_of_jump(&code->plan->loops, flow, statement);

    gen_bounds_write_guard(code->out, statement);
    gen_text_printf(code->out, "%.*s ", (int)statement->opcode.length, statement->opcode.text);
    if (loop->has[block])
        gen_text_printf(code->out, "%s_turns%zu;\n", code->label, block);
    else if (other)
        gen_text_printf(code->out, "%s_loop%zu;\n", code->label, other->loop.header);
    else
        gen_text_printf(code->out, "%.*s;\n", (int)statement->operands[0].text.length,
                        statement->operands[0].text.text);
}

static void write_statement(const gen_bounds_code *code, const gen_bounds_loop *loop, size_t place)
{
    const gen_bounds_plan *plan = code->plan;
    const gen_ptx_statement *s = plan->function->flow.statements[place];
    gen_bounds_opcode opcode = gen_bounds_opcode_of(s);
    gen_bounds_code inner = *code; /* its labels are not those of a region's slow copy */

    if (s->kind != GEN_PTX_INSTRUCTION && s->kind != GEN_PTX_CALL)
        return;
    if (!plan->accesses[place] && gen_bounds_ends_region(s))
        gen_bounds_end_log(code);
    inner.label = gen_arena_format(plan->function->arena, "%s_t", code->label);
    if (plan->accesses[place]) {
        gen_bounds_write_slow_access(&inner, plan->accesses[place]);
    } else if (gen_bounds_opcode_is(&opcode, "bra")) {
        write_jump(code, loop, place);
    } else if (s->kind == GEN_PTX_CALL) {
        gen_bounds_write_call(code, place);
    } else {
        gen_ptx_print_statement(code->out, s);
    }
}

void gen_bounds_write_slow_loop(const gen_bounds_code *code, const gen_bounds_loop_region *region)
{
    const gen_bounds_flow *flow = &code->plan->function->flow;
    const gen_bounds_loop *loop = &region->loop;

    for (size_t i = loop->first; i <= loop->last; i++) {
        if (!loop->has[i])
            continue;
        gen_text_printf(code->out, "%s_turns%zu:\n", code->label, i);
        gen_bounds_write_slow_frequency(code);
        gen_bounds_write_decision(code, i);
        gen_bounds_begin_log(code);
        for (size_t j = flow->blocks[i].begin; j < flow->blocks[i].end; j++)
            write_statement(code, loop, j);
        gen_bounds_end_log(code);
        if (falls_out(flow, loop, i))
            gen_text_printf(code->out, "bra %s_exit%zu;\n", code->label, i + 1);
    }
}

#include "bounds/repeats/called.h"

#include "bounds/flow/instruction.h"

bool gen_bounds_is_harmless_call(const gen_ptx_statement *call)
{
    return gen_token_is(call->callee, "vprintf") || gen_token_is(call->callee, "__assertfail");
}

/* True if a thread may not come back. */
static bool exits(const gen_bounds_flow *flow)
{
    for (size_t i = 0; i < flow->statement_count; i++) {
        const gen_bounds_opcode opcode = gen_bounds_opcode_of(flow->statements[i]);
        if (gen_bounds_opcode_is(&opcode, "exit"))
            return true;
    }
    return false;
}

static bool find_needs(gen_bounds_called *called, const gen_bounds_plan *plan)
{
    const gen_bounds_flow *flow = &plan->function->flow;
    bool *decides = GEN_NEW_ARRAY(flow->arena, bool, flow->statement_count + 1);
    gen_bounds_control control;

    if (exits(flow) || !gen_bounds_control_find(&control, flow) ||
        !gen_bounds_find_needs(decides, plan, &control, &called->numbers))
        return false;
    for (size_t i = 0; i < flow->statement_count; i++)
        if (decides[i])
            return false;
    return true;
}

const gen_bounds_called *gen_bounds_called_of(gen_bounds_function_copy *copy)
{
    const gen_bounds_plan *plan = copy->plan;
    gen_arena *arena = plan->function->arena;
    gen_bounds_called *called = copy->called;

    if (called)
        return called;
    called = GEN_NEW(arena, gen_bounds_called);
    *called = (gen_bounds_called){.numbers = {.arena = arena}};
    copy->called = called; /* not known yet, for a function that calls itself */
    called->is_known = find_needs(called, plan);
    return called;
}

#include "bounds/repeats/decision.h"

#include "bounds/repeats/called.h"
#include "bounds/repeats/fixed.h"

static bool has_uniform_sources(const gen_ptx_statement *statement, int depth);

/* True if all threads have the same value, which follows from parameters and sizes. */
static bool is_uniform(const gen_ptx_operand *operand, int depth)
{
    const gen_ptx_register *reg = operand->reg;

    if (operand->kind == GEN_PTX_NAME && *operand->name.text == '%')
        return operand->name.text[1] == 'n'; /* %ntid, %nctaid */
    if (!reg)
        return true;
    return depth < 8 && reg->definitions == 1 && !reg->definition->guard &&
           has_uniform_sources(reg->definition, depth + 1);
}

static bool has_uniform_sources(const gen_ptx_statement *statement, int depth)
{
    if (!gen_bounds_is_fixed(statement))
        return false;
    for (size_t i = 1; i < statement->operand_count; i++)
        if (!is_uniform(&statement->operands[i], depth))
            return false;
    return true;
}

/* True if all threads of a launch go the same way there. */
static bool is_uniform_branch(const gen_bounds_control *control, size_t block)
{
    const gen_ptx_statement *last = control->flow->statements[control->flow->blocks[block].end - 1];
    const gen_ptx_operand guard = {.kind = GEN_PTX_REGISTER, .reg = last->guard};

    return last->guard && is_uniform(&guard, 0);
}

/* Marks the blocks that the branch decides about, and those about which they decide. */
static void mark_avoidable(const gen_bounds_control *control, size_t branch, bool *avoidable)
{
    for (size_t i = 0; i < control->flow->block_count; i++) {
        if (avoidable[i] || !gen_bounds_controls(control, branch, i))
            continue;
        avoidable[i] = true;
        mark_avoidable(control, i, avoidable);
    }
}

/* The blocks that launches may avoid. A kernel whose memory decides in all launches needs no code
 * that tells it. */
static const bool *find_avoidable(const gen_bounds_control *control)
{
    const gen_bounds_flow *flow = control->flow;
    bool *avoidable = GEN_NEW_ARRAY(flow->arena, bool, flow->block_count);

    for (size_t i = 0; i < flow->block_count; i++)
        if (flow->blocks[i].is_reached && is_uniform_branch(control, i))
            mark_avoidable(control, i, avoidable);
    return avoidable;
}

static bool calls(const gen_bounds_flow *flow)
{
    for (size_t i = 0; i < flow->statement_count; i++)
        if (flow->statements[i]->kind == GEN_PTX_CALL &&
            !gen_bounds_is_harmless_call(flow->statements[i]))
            return true;
    return false;
}

void gen_bounds_find_decisions(gen_bounds_decisions *decisions, const gen_bounds_plan *plan,
                               gen_bounds_numbers *numbers)
{
    const gen_bounds_flow *flow = &plan->function->flow;
    gen_bounds_control control;
    bool *decides = GEN_NEW_ARRAY(flow->arena, bool, flow->statement_count + 1);
    const bool *avoidable;

    *decisions =
        (gen_bounds_decisions){.blocks = GEN_NEW_ARRAY(flow->arena, bool, flow->block_count + 1)};
    if (!flow->block_count || !gen_bounds_control_find(&control, flow) ||
        !gen_bounds_find_needs(decides, plan, &control, numbers))
        return;
    if (plan->function->follows_pointers && calls(flow))
        return; /* the kernel as it was has nothing that it could call */
    avoidable = find_avoidable(&control);
    for (size_t i = 0; i < flow->statement_count; i++) {
        const size_t block = flow->blocks_of[i];
        if (!decides[i] || decisions->blocks[block])
            continue;
        decisions->blocks[block] = true;
        if (!avoidable[block])
            return;
    }
    decisions->repeats = true;
}

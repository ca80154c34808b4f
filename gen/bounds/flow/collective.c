#include "bounds/flow/collective.h"

#include "bounds/flow/instruction.h"

static bool is_lone_call(const gen_ptx_statement *statement)
{
    static const char *const alone[] = {"vprintf", "malloc", "free", "__assertfail"};
    return statement->callee.length && GEN_TOKEN_IS_ANY(statement->callee, alone);
}

bool gen_bounds_is_collective(const gen_ptx_statement *statement)
{
    static const char *const names[] = {
        "bar",      "barrier",    "vote",       "shfl",    "match",         "redux",
        "elect",    "mma",        "wmma",       "wgmma",   "movmatrix",     "ldmatrix",
        "stmatrix", "activemask", "setmaxnreg", "tcgen05", "griddepcontrol"};
    gen_bounds_opcode opcode;

    if (statement->kind == GEN_PTX_CALL)
        return !is_lone_call(statement);
    if (statement->kind != GEN_PTX_INSTRUCTION)
        return false;
    opcode = gen_bounds_opcode_of(statement);
    return opcode.count &&
           (GEN_TOKEN_IS_ANY(opcode.parts[0], names) || gen_bounds_opcode_has(&opcode, "sync") ||
            gen_bounds_opcode_has(&opcode, "aligned"));
}

static bool has_full_mask(const gen_ptx_statement *statement)
{
    const gen_ptx_operand *mask = &statement->operands[statement->operand_count - 1];
    return mask->kind == GEN_PTX_NUMBER && (uint32_t)mask->number == UINT32_MAX;
}

bool gen_bounds_is_whole_warp(const gen_ptx_statement *statement)
{
    gen_bounds_opcode opcode;

    if (statement->kind != GEN_PTX_INSTRUCTION || statement->guard || !statement->operand_count)
        return false;
    opcode = gen_bounds_opcode_of(statement);
    if (gen_bounds_opcode_is(&opcode, "bar"))
        return gen_bounds_opcode_has(&opcode, "warp") ? has_full_mask(statement) : true;
    if (gen_bounds_opcode_is(&opcode, "shfl") || gen_bounds_opcode_is(&opcode, "vote"))
        return has_full_mask(statement);
    return gen_bounds_opcode_has(&opcode, "aligned");
}

bool *gen_bounds_blocks_before_collectives(const gen_bounds_flow *flow)
{
    bool *before = GEN_NEW_ARRAY(flow->arena, bool, flow->block_count + 1);
    bool is_changed = true;

    for (size_t i = 0; i < flow->statement_count; i++)
        before[flow->blocks_of[i]] |= gen_bounds_is_collective(flow->statements[i]);
    while (is_changed) {
        is_changed = false;
        for (size_t i = flow->block_count; i-- > 0;)
            for (size_t j = 0; !before[i] && j < flow->blocks[i].successor_count; j++)
                is_changed |= before[i] = before[flow->blocks[i].successors[j]];
    }
    return before;
}

bool gen_bounds_reaches_collective(const gen_bounds_flow *flow, const bool *before, size_t place)
{
    const gen_bounds_block *block = &flow->blocks[flow->blocks_of[place]];

    for (size_t i = place; i < block->end; i++)
        if (gen_bounds_is_collective(flow->statements[i]))
            return true;
    for (size_t i = 0; i < block->successor_count; i++)
        if (before[block->successors[i]])
            return true;
    return false;
}

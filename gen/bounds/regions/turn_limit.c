#include "bounds/regions/turn_limit.h"

#include "bounds/flow/instruction.h"

/* The sign of the step must be that which ends the loop. If it is only known at run time, the test
 * compares it. */
static bool has_direction(const gen_bounds_turn_limit *limit)
{
    if (limit->step.count)
        return limit->relation != GEN_BOUNDS_DIFFERS;
    if (limit->relation == GEN_BOUNDS_LESS)
        return (int64_t)limit->step.constant > 0;
    return limit->relation == GEN_BOUNDS_DIFFERS ? limit->step.constant != 0
                                                 : (int64_t)limit->step.constant < 0;
}

static gen_bounds_condition read_values(gen_bounds_turns *turns, const gen_ptx_statement *s,
                                        size_t place, gen_bounds_comparison how,
                                        gen_bounds_turn_limit *limit)
{
    gen_bounds_turn_value a = gen_bounds_turn_operand(turns, &s->operands[1], limit->bits, place);
    gen_bounds_turn_value b = gen_bounds_turn_operand(turns, &s->operands[2], limit->bits, place);

    if (!a.is_known || !b.is_known)
        return GEN_BOUNDS_IS_DATA;
    if (gen_bounds_is_invariant(turns, &a)) {
        gen_bounds_turn_value first = a;
        a = b;
        b = first;
        how = gen_bounds_comparison_swapped(how);
    }
    limit->counter = a;
    limit->bound = b;
    limit->relation = how.relation;
    limit->or_equal = how.or_equal;
    return !how.is_equality && gen_bounds_is_invariant(turns, &b) &&
                   !gen_bounds_is_invariant(turns, &a) &&
                   gen_bounds_turn_step(turns, &a, &limit->step) && has_direction(limit)
               ? GEN_BOUNDS_IS_LIMIT
               : GEN_BOUNDS_IS_FIXED;
}

static gen_bounds_condition read_setp(gen_bounds_turns *turns, size_t place, bool is_true,
                                      gen_bounds_turn_limit *limit)
{
    const gen_ptx_statement *s = turns->function->flow.statements[place];
    gen_bounds_opcode opcode = gen_bounds_opcode_of(s);
    gen_token type = opcode.count ? opcode.parts[opcode.count - 1] : (gen_token){0};
    gen_bounds_comparison how;

    if (gen_bounds_opcode_is(&opcode, "setp") && type.length && type.text[0] == 'f')
        return GEN_BOUNDS_IS_DATA;
    if (s->guard || !gen_bounds_opcode_is(&opcode, "setp") || opcode.count != 3 ||
        s->operand_count != 3 || s->operands[0].item_count || type.length != 3 ||
        !gen_bounds_read_comparison(opcode.parts[1], &how))
        return GEN_BOUNDS_IS_FIXED;
    limit->bits = 8 * gen_bounds_type_size(type);
    limit->is_signed = type.text[0] == 's';
    if (limit->bits != 32 && limit->bits != 64)
        return GEN_BOUNDS_IS_DATA;
    if (!is_true)
        how = gen_bounds_comparison_negated(how);
    return read_values(turns, s, place, how, limit);
}

gen_bounds_condition gen_bounds_read_limit(gen_bounds_turns *turns, gen_ptx_register *predicate,
                                           bool is_true, size_t place, gen_bounds_turn_limit *limit)
{
    size_t written = gen_bounds_write_in_turn(turns, predicate, place);

    *limit = (gen_bounds_turn_limit){.block = turns->function->flow.blocks_of[place]};
    return written == GEN_BOUNDS_NOWHERE ? GEN_BOUNDS_IS_FIXED
                                         : read_setp(turns, written, is_true, limit);
}

bool gen_bounds_read_exit(gen_bounds_turns *turns, size_t block, gen_bounds_turn_limit *limit)
{
    const gen_bounds_flow *flow = &turns->function->flow;
    const gen_bounds_block *at = &flow->blocks[block];
    const gen_ptx_statement *last = flow->statements[at->end - 1];
    gen_bounds_opcode opcode = gen_bounds_opcode_of(last);
    bool goes_on; /* if the branch is taken */

    if (last->kind != GEN_PTX_INSTRUCTION || !last->guard || at->successor_count > 2 ||
        !gen_bounds_leaves_loop(flow, turns->loop, block))
        return false;
    /* The first successor of a guarded jump is the block behind it. */
    if (gen_bounds_opcode_is(&opcode, "bra") && at->successor_count == 2)
        goes_on = turns->loop->has[at->successors[1]];
    else if (gen_bounds_opcode_is(&opcode, "ret") || gen_bounds_opcode_is(&opcode, "exit"))
        goes_on = false;
    else
        return false;
    if (goes_on && turns->loop->has[at->successors[0]])
        return false;
    return gen_bounds_read_limit(turns, last->guard, goes_on != last->guard_negated, at->end - 1,
                                 limit) == GEN_BOUNDS_IS_LIMIT;
}

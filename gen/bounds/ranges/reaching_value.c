#include "bounds/ranges/reaching_value.h"

#include "bounds/flow/instruction.h"
#include "bounds/ranges/counter.h"
#include "bounds/ranges/narrowing.h"
#include "bounds/ranges/predecessor.h"

static gen_bounds_value written_by(const gen_bounds_ranges *ranges, const gen_ptx_register *reg,
                                   size_t place)
{
    const gen_ptx_statement *s = gen_bounds_ranges_flow(ranges)->statements[place];

    if (s->kind == GEN_PTX_INSTRUCTION && s->operand_count &&
        s->operands[0].kind == GEN_PTX_REGISTER && !s->operands[0].item_count &&
        s->operands[0].reg == reg)
        return ranges->written[place];
    return gen_bounds_any_value(reg->bits);
}

gen_ptx_register *gen_bounds_moved_register(const gen_ptx_statement *s)
{
    const gen_bounds_opcode opcode = gen_bounds_opcode_of(s);

    return s->kind == GEN_PTX_INSTRUCTION && s->operand_count == 2 &&
                   gen_bounds_opcode_is(&opcode, "mov") &&
                   s->operands[0].kind == GEN_PTX_REGISTER &&
                   s->operands[1].kind == GEN_PTX_REGISTER && !s->operands[0].item_count &&
                   !s->operands[1].item_count
               ? s->operands[1].reg
               : NULL;
}

/* What the block leaves in the register, if it goes on to `next`. */
static gen_bounds_value left_by(gen_bounds_ranges *ranges, const gen_ptx_register *reg,
                                size_t place, size_t next)
{
    const gen_bounds_flow *flow = gen_bounds_ranges_flow(ranges);
    const size_t block = flow->blocks_of[place];
    const size_t end = flow->blocks[block].end - 1;
    const gen_bounds_outcome outcome = gen_bounds_outcome_between(flow, block, next);
    const gen_ptx_register *moved = gen_bounds_moved_register(flow->statements[place]);
    gen_bounds_value value = written_by(ranges, reg, place);
    gen_bounds_narrowing at = {ranges, reg, end, value.range};

    if (value.variable != GEN_BOUNDS_NOWHERE)
        return value;
    gen_bounds_narrow_by(&at, &outcome);
    if (moved && gen_bounds_is_kept(flow, moved, place, end)) {
        at.reg = moved;
        gen_bounds_narrow_by(&at, &outcome);
    }
    value.range = gen_bounds_range_aligned(ranges, reg, at.range);
    return value;
}

/* Joins what the blocks before `block` leave, or adds them to the search. False if nothing is known
 * then. */
static bool join_predecessors(gen_bounds_ranges *ranges, const gen_ptx_register *reg, size_t block,
                              const gen_bounds_loop *but, gen_bounds_backwards *search,
                              gen_bounds_value *value)
{
    const gen_bounds_flow *flow = gen_bounds_ranges_flow(ranges);

    for (size_t p = gen_bounds_next_predecessor(flow, block, GEN_BOUNDS_NOWHERE);
         p != GEN_BOUNDS_NOWHERE; p = gen_bounds_next_predecessor(flow, block, p)) {
        const size_t place =
            gen_bounds_last_write(flow, reg, flow->blocks[p].begin, flow->blocks[p].end);
        if (but && but->has[p])
            continue;
        if (place != GEN_BOUNDS_NOWHERE ? flow->statements[place]->guard != NULL
                                        : !gen_bounds_add_block(search, p))
            return false;
        if (place != GEN_BOUNDS_NOWHERE)
            *value = gen_bounds_value_join(*value, left_by(ranges, reg, place, block), reg->bits);
    }
    return true;
}

gen_bounds_value gen_bounds_before_block(gen_bounds_ranges *ranges, const gen_ptx_register *reg,
                                         size_t first, gen_bounds_searching how)
{
    gen_bounds_backwards search = {1, {first}};
    gen_bounds_value value = gen_bounds_no_value();

    for (size_t i = 0; i < search.count; i++) {
        const size_t block = search.blocks[i];
        gen_bounds_counter *at = gen_bounds_counter_at(ranges, block, reg);
        const bool is_plain = i == 0 && how != GEN_BOUNDS_ALL_WRITES;
        if (block == 0) /* nothing has been written */
            return gen_bounds_any_value(reg->bits);
        if (at && !is_plain && ranges->nesting < GEN_BOUNDS_MAX_NESTING) {
            value = gen_bounds_value_join(value, gen_bounds_counted(ranges, at), reg->bits);
            continue;
        }
        if (!join_predecessors(ranges, reg, block,
                               i == 0 && how == GEN_BOUNDS_WRITES_OUTSIDE ? at->loop : NULL,
                               &search, &value))
            return gen_bounds_any_value(reg->bits);
        if (i == 0 && how == GEN_BOUNDS_WRITES_OUTSIDE)
            search.blocks[0] = GEN_BOUNDS_NOWHERE; /* it may be come to again, from outside */
    }
    return value;
}

gen_bounds_value gen_bounds_written_before(gen_bounds_ranges *ranges, const gen_ptx_register *reg,
                                           size_t place)
{
    const gen_bounds_flow *flow = gen_bounds_ranges_flow(ranges);
    const gen_bounds_writes *writes = gen_bounds_writes_of(flow, reg);
    const size_t block = flow->blocks_of[place];
    const size_t local = gen_bounds_last_write(flow, reg, flow->blocks[block].begin, place);

    if (!writes->count || !flow->blocks[block].is_reached)
        return gen_bounds_any_value(reg->bits);
    if (local != GEN_BOUNDS_NOWHERE)
        return flow->statements[local]->guard ? gen_bounds_any_value(reg->bits)
                                              : written_by(ranges, reg, local);
    if (writes->count == 1 && !flow->statements[writes->places[0]]->guard)
        return gen_bounds_dominates(flow, writes->places[0], place)
                   ? written_by(ranges, reg, writes->places[0])
                   : gen_bounds_any_value(reg->bits);
    return gen_bounds_before_block(ranges, reg, block, GEN_BOUNDS_ALL_WRITES);
}

gen_bounds_value gen_bounds_operand_at(gen_bounds_ranges *ranges, const gen_ptx_operand *operand,
                                       uint32_t bits, size_t place)
{
    if (operand->kind != GEN_PTX_REGISTER || operand->item_count ||
        !gen_bounds_is_integer(operand->reg))
        return gen_bounds_value_of_text(ranges->function, operand, bits);
    return gen_bounds_narrowed(ranges, operand->reg, place,
                               gen_bounds_written_before(ranges, operand->reg, place));
}

#include "bounds/ranges/narrowing.h"

#include "bounds/flow/instruction.h"
#include "bounds/ranges/predecessor.h"
#include "bounds/ranges/reaching_value.h"

#define MAX_BRANCHES 32 /* above a place whose outcomes are looked at */

/* What the operand is, without what branches say of it. */
static gen_bounds_value plain_operand(gen_bounds_ranges *ranges, const gen_ptx_operand *operand,
                                      uint32_t bits, size_t place)
{
    if (operand->kind != GEN_PTX_REGISTER || operand->item_count)
        return gen_bounds_value_of_text(ranges->function, operand, bits);
    return operand->reg->bits == bits && gen_bounds_is_integer(operand->reg)
               ? gen_bounds_written_before(ranges, operand->reg, place)
               : gen_bounds_any_value(bits);
}

static void narrow(void *context, const gen_bounds_compared *compared)
{
    gen_bounds_narrowing *at = context;
    gen_bounds_value other;

    if (at->ranges->nesting == GEN_BOUNDS_MAX_NESTING ||
        !gen_bounds_is_kept(gen_bounds_ranges_flow(at->ranges), at->reg, compared->place,
                            at->place))
        return;
    at->ranges->nesting++;
    other = plain_operand(at->ranges, compared->other, compared->bits, compared->place);
    at->ranges->nesting--;
    if (other.variable == GEN_BOUNDS_NOWHERE)
        at->range = gen_bounds_range_compared(at->range, compared, other.range);
}

void gen_bounds_narrow_by(gen_bounds_narrowing *at, const gen_bounds_outcome *outcome)
{
    gen_bounds_each_compared(gen_bounds_ranges_flow(at->ranges), outcome, at->reg, narrow, at);
}

gen_bounds_range gen_bounds_range_aligned(const gen_bounds_ranges *ranges,
                                          const gen_ptx_register *reg, gen_bounds_range range)
{
    const unsigned zeros =
        ranges->function
            ->own_zeros[gen_bounds_writes_of(gen_bounds_ranges_flow(ranges), reg)->number];
    const int64_t mask = zeros < 16 ? (INT64_C(1) << zeros) - 1 : 0;

    if (range.low > INT64_MIN + mask && range.high < INT64_MAX - mask)
        return gen_bounds_range_of((range.low + mask) & ~mask, range.high & ~mask);
    return range;
}

gen_bounds_value gen_bounds_narrowed(gen_bounds_ranges *ranges, const gen_ptx_register *reg,
                                     size_t place, gen_bounds_value value)
{
    const gen_bounds_flow *flow = gen_bounds_ranges_flow(ranges);
    const gen_ptx_statement *s = flow->statements[place];
    gen_bounds_narrowing at = {ranges, reg, place, value.range};
    size_t block = flow->blocks_of[place];

    if (value.variable != GEN_BOUNDS_NOWHERE ||
        !ranges->is_compared[gen_bounds_writes_of(flow, reg)->number])
        return value;
    if (s->guard && (s->kind == GEN_PTX_INSTRUCTION || s->kind == GEN_PTX_CALL))
        gen_bounds_narrow_by(&at, &(gen_bounds_outcome){s->guard, !s->guard_negated, place});
    for (unsigned i = 0; block && i < MAX_BRANCHES; i++) {
        const gen_bounds_block *b = &flow->blocks[block];
        gen_bounds_outcome outcome = {0};
        if (!b->is_reached)
            break;
        if (b->first_predecessor == b->last_predecessor)
            outcome = gen_bounds_outcome_between(flow, b->first_predecessor, block);
        gen_bounds_narrow_by(&at, &outcome);
        block = b->dominator;
    }
    value.range = gen_bounds_range_aligned(ranges, reg, at.range);
    return value;
}

void gen_bounds_narrow_choice(gen_bounds_ranges *ranges, size_t place, gen_bounds_value *operands)
{
    const gen_ptx_statement *s = gen_bounds_ranges_flow(ranges)->statements[place];
    const gen_bounds_opcode opcode = gen_bounds_opcode_of(s);

    if (!gen_bounds_opcode_is(&opcode, "selp") || s->operand_count != 4 ||
        s->operands[3].kind != GEN_PTX_REGISTER)
        return;
    for (size_t i = 1; i <= 2; i++) {
        gen_bounds_narrowing at = {ranges, s->operands[i].reg, place, operands[i].range};
        if (s->operands[i].kind != GEN_PTX_REGISTER || s->operands[i].item_count ||
            operands[i].variable != GEN_BOUNDS_NOWHERE)
            continue;
        gen_bounds_narrow_by(&at, &(gen_bounds_outcome){s->operands[3].reg, i == 1, place});
        operands[i].range = at.range;
    }
}

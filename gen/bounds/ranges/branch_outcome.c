#include "bounds/ranges/branch_outcome.h"

#include "bounds/flow/instruction.h"

#define MAX_NESTING 8 /* of conditions that are made of others */

gen_bounds_outcome gen_bounds_outcome_between(const gen_bounds_flow *flow, size_t from, size_t to)
{
    const gen_bounds_block *block = &flow->blocks[from];
    const gen_ptx_statement *last = flow->statements[block->end - 1];
    const gen_bounds_opcode opcode = gen_bounds_opcode_of(last);
    bool is_taken;

    if (last->kind != GEN_PTX_INSTRUCTION || !last->guard)
        return (gen_bounds_outcome){0};
    /* The first successor of a guarded jump is the block behind it. */
    if (gen_bounds_opcode_is(&opcode, "bra")) {
        if (block->successor_count != 2 || block->successors[0] == block->successors[1])
            return (gen_bounds_outcome){0};
        is_taken = block->successors[1] == to;
    } else if (gen_bounds_opcode_is(&opcode, "ret") || gen_bounds_opcode_is(&opcode, "exit")) {
        is_taken = false;
    } else {
        return (gen_bounds_outcome){0};
    }
    return (gen_bounds_outcome){last->guard, is_taken != last->guard_negated, block->end - 1};
}

typedef struct search {
    const gen_bounds_flow *flow;
    const gen_ptx_register *reg;
    gen_bounds_visit_compared visit;
    void *context;
    unsigned depth;
} search;

/* setp.lt.s32 p, a, b */
static void visit_comparison(const search *at, const gen_ptx_statement *s, size_t place,
                             bool is_true)
{
    const gen_bounds_opcode opcode = gen_bounds_opcode_of(s);
    const gen_token type = opcode.parts[opcode.count - 1];
    gen_bounds_compared compared = {.place = place};

    if (type.length != 3 || type.text[0] == 'f' ||
        !gen_bounds_read_comparison(opcode.parts[1], &compared.comparison))
        return;
    compared.bits = 8 * gen_bounds_type_size(type);
    compared.is_signed = type.text[0] == 's';
    if (!is_true)
        compared.comparison = gen_bounds_comparison_negated(compared.comparison);
    for (unsigned i = 1; i <= 2; i++) {
        const gen_ptx_operand *operand = &s->operands[i];
        compared.other = &s->operands[3 - i];
        if (operand->kind == GEN_PTX_REGISTER && operand->reg == at->reg &&
            operand->reg->bits == compared.bits)
            at->visit(at->context, &compared);
        compared.comparison = gen_bounds_comparison_swapped(compared.comparison);
    }
}

static void visit_predicate(const search *at, const gen_ptx_operand *operand, bool is_true);

static void visit_written(const search *at, size_t place, bool is_true)
{
    const gen_ptx_statement *s = at->flow->statements[place];
    const gen_bounds_opcode opcode = gen_bounds_opcode_of(s);
    const bool is_and = gen_bounds_opcode_has(&opcode, "and");
    const bool is_or = gen_bounds_opcode_has(&opcode, "or");

    if (s->kind != GEN_PTX_INSTRUCTION || s->guard || s->operands[0].item_count)
        return;
    if (gen_bounds_opcode_is(&opcode, "setp") && opcode.count >= 3 && s->operand_count >= 3) {
        /* setp.lt.and.s32 p, a, b, c: a < b && c */
        if (s->operand_count == 4 && !(is_true ? is_and : is_or))
            return;
        if (s->operand_count == 4)
            visit_predicate(at, &s->operands[3], is_true);
        visit_comparison(at, s, place, is_true);
    } else if (gen_bounds_opcode_has(&opcode, "pred") && s->operand_count == 2) {
        if (gen_bounds_opcode_is(&opcode, "not") || gen_bounds_opcode_is(&opcode, "mov"))
            visit_predicate(at, &s->operands[1], is_true != gen_bounds_opcode_is(&opcode, "not"));
    } else if (gen_bounds_opcode_has(&opcode, "pred") && s->operand_count == 3 &&
               (is_true ? gen_bounds_opcode_is(&opcode, "and")
                        : gen_bounds_opcode_is(&opcode, "or"))) {
        visit_predicate(at, &s->operands[1], is_true);
        visit_predicate(at, &s->operands[2], is_true);
    }
}

/* Only predicates that are written once are followed: they are the same wherever they are read. */
static void visit_register(const search *at, const gen_ptx_register *predicate, bool is_true)
{
    const gen_bounds_writes *writes = gen_bounds_writes_of(at->flow, predicate);
    search inner = *at;

    if (!at->depth || writes->count != 1 || writes->is_read_before)
        return;
    inner.depth--;
    visit_written(&inner, writes->places[0], is_true);
}

static void visit_predicate(const search *at, const gen_ptx_operand *operand, bool is_true)
{
    if (operand->kind == GEN_PTX_REGISTER && !operand->item_count)
        visit_register(at, operand->reg, is_true);
}

void gen_bounds_each_compared(const gen_bounds_flow *flow, const gen_bounds_outcome *outcome,
                              const gen_ptx_register *reg, gen_bounds_visit_compared visit,
                              void *context)
{
    const search at = {flow, reg, visit, context, MAX_NESTING};

    if (outcome->predicate)
        visit_register(&at, outcome->predicate, outcome->is_true);
}

gen_bounds_range gen_bounds_range_compared(gen_bounds_range range,
                                           const gen_bounds_compared *compared,
                                           gen_bounds_range other)
{
    const gen_bounds_range value = gen_bounds_range_as(range, compared->bits, compared->is_signed);
    const int64_t strict = !compared->comparison.or_equal;
    gen_bounds_range result = value;

    other = gen_bounds_range_as(other, compared->bits, compared->is_signed);
    if (gen_bounds_range_is_none(other))
        return other;
    if (gen_bounds_range_is_none(value) ||
        !gen_bounds_range_is_typed(value, compared->bits, compared->is_signed) ||
        !gen_bounds_range_is_typed(other, compared->bits, compared->is_signed))
        return range;
    switch (compared->comparison.relation) {
    case GEN_BOUNDS_LESS:
        if (other.high > INT64_MIN && other.high - strict < value.high)
            result.high = other.high - strict;
        break;
    case GEN_BOUNDS_GREATER:
        if (other.low < INT64_MAX && other.low + strict > value.low)
            result.low = other.low + strict;
        break;
    case GEN_BOUNDS_DIFFERS:
        if (compared->comparison.is_equality)
            return gen_bounds_range_meet(value, other);
        if (other.low != other.high)
            return range;
        result.low += value.low == other.low;
        result.high -= value.high == other.low && value.low != value.high;
        break;
    }
    return result;
}

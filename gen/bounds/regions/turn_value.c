#include "bounds/regions/turn_value.h"

#include "bounds/flow/instruction.h"
#include "bounds/regions/turn_sum.h"

#define MAX_WORK 2000 /* statements that are read for one value */

static const gen_bounds_turn_value unknown;

void gen_bounds_turns_initialize(gen_bounds_turns *turns, gen_bounds_function *function,
                                 const gen_bounds_loop *loop)
{
    *turns = (gen_bounds_turns){.function = function, .loop = loop};
    turns->known = GEN_NEW_ARRAY(function->arena, const gen_bounds_turn_value *,
                                 function->flow.statement_count + 1);
    turns->known_carried = GEN_NEW_ARRAY(function->arena, const gen_bounds_turn_value *,
                                         function->flow.register_count + 1);
}

/* --- Operands --------------------------------------------------------------------------------- */

static gen_bounds_turn_value read_register(gen_bounds_turns *turns, gen_ptx_register *reg,
                                           size_t place);

static gen_bounds_turn_value read_operand(gen_bounds_turns *turns, const gen_ptx_operand *operand,
                                          uint32_t bits, size_t place)
{
    size_t variable;

    switch (operand->kind) {
    case GEN_PTX_NUMBER:
        return gen_bounds_turn_constant((uint64_t)operand->number, bits);
    case GEN_PTX_NAME:
        variable = gen_bounds_variable_number(turns->function, operand->name);
        return variable == GEN_BOUNDS_NOWHERE || operand->number
                   ? unknown
                   : gen_bounds_turn_term_value(
                         (gen_bounds_term){.kind = GEN_BOUNDS_VARIABLE, .index = variable}, bits);
    case GEN_PTX_REGISTER:
        return operand->item_count || operand->reg->bits != bits
                   ? unknown
                   : read_register(turns, operand->reg, place);
    default:
        return unknown;
    }
}

/* --- Statements ------------------------------------------------------------------------------- */

static gen_bounds_turn_value read_product(gen_bounds_turns *turns, const gen_ptx_statement *s,
                                          const gen_bounds_opcode *opcode, size_t place)
{
    bool is_wide = gen_bounds_opcode_has(opcode, "wide");
    bool is_signed = gen_bounds_opcode_has(opcode, "s32");
    uint32_t bits = is_wide ? 32 : s->operands[0].reg->bits;
    gen_bounds_turn_value a;
    gen_bounds_turn_value b;

    if (gen_bounds_opcode_has(opcode, "hi") ||
        (is_wide && !is_signed && !gen_bounds_opcode_has(opcode, "u32")))
        return unknown;
    a = read_operand(turns, &s->operands[1], bits, place);
    b = read_operand(turns, &s->operands[2], bits, place);
    if (is_wide) {
        a = gen_bounds_turn_extended(turns, &a, is_signed);
        b = gen_bounds_turn_extended(turns, &b, is_signed);
    }
    if (gen_bounds_turn_is_constant(&a))
        return gen_bounds_turn_scaled(&b, a.first.constant);
    if (gen_bounds_turn_is_constant(&b))
        return gen_bounds_turn_scaled(&a, b.first.constant);
    if (gen_bounds_is_invariant(turns, &b))
        return gen_bounds_turn_product(turns, &a, &b);
    return gen_bounds_is_invariant(turns, &a) ? gen_bounds_turn_product(turns, &b, &a) : unknown;
}

static gen_bounds_turn_value read_conversion(gen_bounds_turns *turns, const gen_ptx_statement *s,
                                             const gen_bounds_opcode *opcode, size_t place)
{
    gen_token from = opcode->parts[opcode->count - 1];
    gen_bounds_turn_value value;

    if (opcode->count == 3 && s->operands[0].reg->bits == 32 &&
        8 * gen_bounds_type_size(from) == 64 && from.text[0] != 'f') {
        value = read_operand(turns, &s->operands[1], 64, place);
        return gen_bounds_turn_low_half(turns, &value);
    }
    if (opcode->count != 3 || s->operands[0].reg->bits != 64)
        return unknown;
    if (gen_token_is(from, "s32") || gen_token_is(from, "u32")) {
        value = read_operand(turns, &s->operands[1], 32, place);
        return gen_bounds_turn_extended(turns, &value, from.text[0] == 's');
    }
    return gen_token_is(from, "u64") || gen_token_is(from, "s64")
               ? read_operand(turns, &s->operands[1], 64, place)
               : unknown;
}

/* `or` adds if the bits are 0. They are wherever the kernel's pointers are aligned: the test makes
 * sure of it. */
static gen_bounds_turn_value read_or(gen_bounds_turns *turns, const gen_ptx_statement *s,
                                     size_t place)
{
    gen_bounds_turn_value left = read_operand(turns, &s->operands[1], 32, place);
    gen_bounds_turn_value right = read_operand(turns, &s->operands[2], 32, place);
    const gen_bounds_turn_value sum = gen_bounds_turn_sum(&left, &right, 1);
    gen_bounds_zero_bits zeros = {.bits = 1};
    const gen_ptx_register *reg = s->operands[1].reg;
    unsigned known;

    if (!sum.is_known || !gen_bounds_turn_is_constant(&right) || turns->carried)
        return unknown;
    while (zeros.bits <= right.first.constant && zeros.bits)
        zeros.bits <<= 1;
    zeros.bits--;
    zeros.first = left.first;
    known =
        reg ? turns->function->zeros[gen_bounds_writes_of(&turns->function->flow, reg)->number] : 0;
    if (left.step.count || left.step.constant & zeros.bits || (known < 32 && zeros.bits >> known))
        return unknown;
    GEN_GROW(turns->function->arena, turns->zeros, turns->zero_count, &turns->zero_capacity);
    turns->zeros[turns->zero_count++] = zeros;
    return sum;
}

static gen_bounds_turn_value read_arithmetic(gen_bounds_turns *turns, const gen_ptx_statement *s,
                                             const gen_bounds_opcode *opcode, size_t place)
{
    uint32_t bits = s->operands[0].reg->bits;
    gen_token type = opcode->parts[opcode->count - 1];
    const gen_ptx_operand *by = &s->operands[2];
    gen_bounds_turn_value a;
    gen_bounds_turn_value b;

    if (8 * gen_bounds_type_size(type) != bits || type.text[0] == 'f' || type.length != 3 ||
        gen_bounds_opcode_has(opcode, "sat"))
        return unknown;
    if (gen_bounds_opcode_is(opcode, "mov") && s->operand_count == 2)
        return read_operand(turns, &s->operands[1], bits, place);
    if (s->operand_count != 3)
        return unknown;
    if (gen_bounds_opcode_is(opcode, "or"))
        return bits == 32 ? read_or(turns, s, place) : unknown;
    if (gen_bounds_opcode_is(opcode, "shl") && by->kind == GEN_PTX_NUMBER && by->number >= 0 &&
        by->number < bits) {
        a = read_operand(turns, &s->operands[1], bits, place);
        return gen_bounds_turn_scaled(&a, UINT64_C(1) << by->number);
    }
    if (!gen_bounds_opcode_is(opcode, "add") && !gen_bounds_opcode_is(opcode, "sub"))
        return unknown;
    a = read_operand(turns, &s->operands[1], bits, place);
    b = read_operand(turns, by, bits, place);
    return gen_bounds_turn_sum(&a, &b, gen_bounds_opcode_is(opcode, "add") ? 1 : UINT64_MAX);
}

static gen_bounds_turn_value read_linear(gen_bounds_turns *turns, const gen_ptx_statement *s,
                                         size_t place)
{
    gen_bounds_opcode opcode = gen_bounds_opcode_of(s);
    gen_bounds_turn_value product;
    gen_bounds_turn_value added;

    if (gen_bounds_opcode_is(&opcode, "cvt"))
        return read_conversion(turns, s, &opcode, place);
    if (gen_bounds_opcode_is(&opcode, "cvta"))
        return gen_bounds_space(&opcode) == GEN_PTX_GLOBAL && s->operands[0].reg->bits == 64
                   ? read_operand(turns, &s->operands[1], 64, place)
                   : unknown;
    if (gen_bounds_opcode_has(&opcode, "sat"))
        return unknown;
    if (gen_bounds_opcode_is(&opcode, "mul") && s->operand_count == 3)
        return read_product(turns, s, &opcode, place);
    if (gen_bounds_opcode_is(&opcode, "mad") && s->operand_count == 4) {
        product = read_product(turns, s, &opcode, place);
        added = read_operand(turns, &s->operands[3], s->operands[0].reg->bits, place);
        return gen_bounds_turn_sum(&product, &added, 1);
    }
    return read_arithmetic(turns, s, &opcode, place);
}

static bool is_integer(const gen_ptx_operand *operand)
{
    return operand->kind == GEN_PTX_REGISTER && !operand->item_count && operand->reg->kind != 'f' &&
           operand->reg->kind != 'p' && (operand->reg->bits == 32 || operand->reg->bits == 64);
}

/* What is the same in all turns may be computed before the loop, too. */
static gen_bounds_turn_value read_computed(gen_bounds_turns *turns, const gen_ptx_statement *s,
                                           size_t place)
{
    gen_bounds_computed computed = {.statement = s, .bits = s->operands[0].reg->bits};

    if (s->operand_count > GEN_BOUNDS_MAX_SOURCES + 1)
        return unknown;
    for (size_t i = 1; i < s->operand_count; i++) {
        const gen_ptx_operand *operand = &s->operands[i];
        gen_bounds_turn_value *source = &computed.sources[i - 1];
        if (operand->kind == GEN_PTX_NUMBER || operand->kind == GEN_PTX_NAME ||
            (operand->kind == GEN_PTX_ADDRESS && !operand->reg))
            continue;
        if (!is_integer(operand))
            return unknown;
        *source = read_register(turns, operand->reg, place);
        if (!gen_bounds_is_invariant(turns, source))
            return unknown;
    }
    for (size_t i = 0; i < turns->computed_count; i++)
        if (turns->computed[i].statement == s)
            return gen_bounds_turn_term_value(
                (gen_bounds_term){.kind = GEN_BOUNDS_COMPUTED, .index = i},
                s->operands[0].reg->bits);
    GEN_GROW(turns->function->arena, turns->computed, turns->computed_count,
             &turns->computed_capacity);
    turns->computed[turns->computed_count] = computed;
    return gen_bounds_turn_term_value(
        (gen_bounds_term){.kind = GEN_BOUNDS_COMPUTED, .index = turns->computed_count++},
        s->operands[0].reg->bits);
}

static const gen_bounds_turn_value *kept_value(const gen_bounds_turns *turns,
                                               const gen_bounds_turn_value *value)
{
    gen_bounds_turn_value *kept = GEN_NEW(turns->function->arena, gen_bounds_turn_value);

    *kept = *value;
    return kept;
}

/* What the statement writes. */
static gen_bounds_turn_value read_statement(gen_bounds_turns *turns, size_t place)
{
    const gen_ptx_statement *s = turns->function->flow.statements[place];
    gen_bounds_turn_value value;

    if (turns->known[place] &&
        (!turns->carried || gen_bounds_is_invariant(turns, turns->known[place])))
        return *turns->known[place];
    if (turns->work++ > MAX_WORK || !gen_bounds_is_anywhere(turns->function, s) ||
        s->operand_count < 2 || !is_integer(&s->operands[0]))
        return unknown;
    value = read_linear(turns, s, place);
    if (!value.is_known)
        value = read_computed(turns, s, place);
    if (!turns->carried)
        turns->known[place] = kept_value(turns, &value);
    return value;
}

/* --- Registers -------------------------------------------------------------------------------- */

/* The only block of the loop that writes the register: GEN_BOUNDS_NOWHERE if there are several. */
static size_t writing_block(const gen_bounds_turns *turns, const gen_ptx_register *reg,
                            bool *is_written)
{
    const gen_bounds_flow *flow = &turns->function->flow;
    const gen_bounds_writes *writes = gen_bounds_writes_of(flow, reg);
    size_t found = GEN_BOUNDS_NOWHERE;

    *is_written = false;
    for (size_t i = 0; i < writes->count; i++) {
        size_t block = flow->blocks_of[writes->places[i]];
        if (!turns->loop->has[block])
            continue;
        if (*is_written && found != block)
            return GEN_BOUNDS_NOWHERE;
        *is_written = true;
        found = block;
    }
    return found;
}

/* How the value that a register has at a place came there. */
typedef enum arrival {
    IS_UNKNOWN,
    IS_INVARIANT, /* it is not written in the loop */
    IS_WRITTEN,   /* in the same turn: `written` */
    IS_CARRIED    /* in the turn before, or before the loop: `written` */
} arrival;

/* The last write in the nearest block that all paths to the block go through, if no block between
 * writes the register, too. */
static size_t dominating_write(const gen_bounds_turns *turns, const gen_ptx_register *reg,
                               size_t block)
{
    const gen_bounds_flow *flow = &turns->function->flow;
    const gen_bounds_writes *writes = gen_bounds_writes_of(flow, reg);
    size_t written = GEN_BOUNDS_NOWHERE;
    size_t from = block;

    while (from != turns->loop->header && written == GEN_BOUNDS_NOWHERE) {
        from = flow->blocks[from].dominator;
        written =
            gen_bounds_last_write(flow, reg, flow->blocks[from].begin, flow->blocks[from].end);
    }
    for (size_t i = 0; i < writes->count; i++) {
        size_t other = flow->blocks_of[writes->places[i]];
        if (turns->loop->has[other] && flow->blocks[other].order > flow->blocks[from].order &&
            flow->blocks[other].order < flow->blocks[block].order)
            return GEN_BOUNDS_NOWHERE;
    }
    return written;
}

static arrival arrival_of(const gen_bounds_turns *turns, const gen_ptx_register *reg, size_t place,
                          size_t *written)
{
    const gen_bounds_flow *flow = &turns->function->flow;
    size_t at = flow->blocks_of[place];
    bool is_written;
    size_t block = writing_block(turns, reg, &is_written);

    if (!is_written)
        return IS_INVARIANT;
    *written = gen_bounds_last_write(flow, reg, flow->blocks[at].begin, place);
    if (*written == GEN_BOUNDS_NOWHERE)
        *written = dominating_write(turns, reg, at);
    if (*written != GEN_BOUNDS_NOWHERE)
        return IS_WRITTEN;
    if (block == GEN_BOUNDS_NOWHERE)
        return IS_UNKNOWN;
    *written = gen_bounds_last_write(flow, reg, flow->blocks[block].begin, flow->blocks[block].end);
    /* Each turn passes the block, and after the place. */
    return flow->blocks[at].order <= flow->blocks[block].order &&
                   gen_bounds_is_in_each_turn(flow, turns->loop, block)
               ? IS_CARRIED
               : IS_UNKNOWN;
}

/* A register that each turn adds something to. */
static gen_bounds_turn_value read_carried(gen_bounds_turns *turns, gen_ptx_register *reg,
                                          size_t written)
{
    gen_bounds_term self = {.kind = GEN_BOUNDS_CARRIED, .reg = reg};
    gen_bounds_turn_value entry = gen_bounds_turn_term_value(
        (gen_bounds_term){.kind = GEN_BOUNDS_VALUE, .reg = reg}, reg->bits);
    gen_bounds_turn_value before = gen_bounds_turn_term_value(self, reg->bits);
    size_t number = gen_bounds_writes_of(&turns->function->flow, reg)->number;
    gen_bounds_turn_value after;
    gen_bounds_turn_value step;

    if (turns->carried)
        return turns->carried == reg ? before : unknown;
    if (turns->known_carried[number])
        return *turns->known_carried[number];
    turns->carried = reg;
    after = read_statement(turns, written);
    turns->carried = NULL;
    step = gen_bounds_turn_sum(&after, &before, UINT64_MAX);
    entry.step = step.first;
    if (!gen_bounds_is_invariant(turns, &step))
        entry = unknown;
    turns->known_carried[number] = kept_value(turns, &entry);
    return entry;
}

static gen_bounds_turn_value read_register(gen_bounds_turns *turns, gen_ptx_register *reg,
                                           size_t place)
{
    size_t written;

    if (reg->kind == 'f' || reg->kind == 'p' || (reg->bits != 32 && reg->bits != 64))
        return unknown;
    switch (arrival_of(turns, reg, place, &written)) {
    case IS_INVARIANT:
        return gen_bounds_turn_term_value((gen_bounds_term){.kind = GEN_BOUNDS_VALUE, .reg = reg},
                                          reg->bits);
    case IS_WRITTEN:
        return read_statement(turns, written);
    case IS_CARRIED:
        return read_carried(turns, reg, written);
    default:
        return unknown;
    }
}

gen_bounds_turn_value gen_bounds_turn_value_of(gen_bounds_turns *turns, gen_ptx_register *reg,
                                               size_t place)
{
    turns->work = 0;
    return read_register(turns, reg, place);
}

gen_bounds_turn_value gen_bounds_turn_operand(gen_bounds_turns *turns,
                                              const gen_ptx_operand *operand, uint32_t bits,
                                              size_t place)
{
    gen_bounds_turn_value value;
    gen_bounds_turn_value number = gen_bounds_turn_constant((uint64_t)operand->number, bits);

    turns->work = 0;
    if (operand->kind != GEN_PTX_ADDRESS)
        return read_operand(turns, operand, bits, place);
    if (!operand->reg)
        return unknown;
    value = operand->reg->bits == bits ? read_register(turns, operand->reg, place) : unknown;
    return gen_bounds_turn_sum(&value, &number, 1);
}

size_t gen_bounds_write_in_turn(const gen_bounds_turns *turns, const gen_ptx_register *reg,
                                size_t place)
{
    size_t written;
    return arrival_of(turns, reg, place, &written) == IS_WRITTEN ? written : GEN_BOUNDS_NOWHERE;
}

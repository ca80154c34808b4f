#include "bounds/turn_value.h"

#include "bounds/instruction.h"

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

static gen_bounds_form truncated(gen_bounds_form form, uint32_t bits)
{
    gen_bounds_form result = {0};

    if (bits == 64)
        return form;
    result.constant = (uint32_t)form.constant;
    for (size_t i = 0; i < form.count; i++) {
        gen_bounds_term term = form.terms[i];
        term.factor = (uint32_t)term.factor;
        if (term.factor)
            result.terms[result.count++] = term;
    }
    return result;
}

static gen_bounds_turn_value constant_value(uint64_t number, uint32_t bits)
{
    gen_bounds_turn_value value = {.is_known = true, .bits = bits};

    value.first.constant = bits == 32 ? (uint32_t)number : number;
    return value;
}

static gen_bounds_turn_value term_value(gen_bounds_term term, uint32_t bits)
{
    gen_bounds_turn_value value = {.is_known = true, .bits = bits};

    term.factor = 1;
    term.written = GEN_BOUNDS_NOWHERE;
    value.first.count = 1;
    value.first.terms[0] = term;
    return value;
}

static bool is_zero(const gen_bounds_form *form)
{
    return !form->count && !form->constant;
}

static bool is_constant(const gen_bounds_turn_value *value)
{
    return value->is_known && !value->first.count && is_zero(&value->step);
}

static bool has_carried(const gen_bounds_form *form)
{
    for (size_t i = 0; i < form->count; i++)
        if (form->terms[i].kind == GEN_BOUNDS_CARRIED)
            return true;
    return false;
}

static bool is_extended(const gen_bounds_term *term)
{
    return term->kind == GEN_BOUNDS_SIGNED || term->kind == GEN_BOUNDS_UNSIGNED;
}

bool gen_bounds_is_invariant(const gen_bounds_turns *turns, const gen_bounds_turn_value *value)
{
    if (!value->is_known || !is_zero(&value->step))
        return false;
    for (size_t i = 0; i < value->first.count; i++) {
        const gen_bounds_term *term = &value->first.terms[i];
        if (term->kind == GEN_BOUNDS_CARRIED ||
            (is_extended(term) && !is_zero(&turns->narrow[term->index].step)))
            return false;
    }
    return true;
}

/* a + factor * b */
static gen_bounds_turn_value sum_of(const gen_bounds_turn_value *a, const gen_bounds_turn_value *b,
                                    uint64_t factor)
{
    gen_bounds_turn_value value = *a;

    if (!a->is_known || !b->is_known || a->bits != b->bits ||
        !gen_bounds_form_add(&value.first, &b->first, factor) ||
        !gen_bounds_form_add(&value.step, &b->step, factor))
        return unknown;
    value.first = truncated(value.first, value.bits);
    value.step = truncated(value.step, value.bits);
    return value;
}

static gen_bounds_turn_value product_of(const gen_bounds_turn_value *a, uint64_t factor)
{
    gen_bounds_turn_value zero = constant_value(0, a->bits);
    return sum_of(&zero, a, factor);
}

/* --- Values of 32 bits, extended -------------------------------------------------------------- */

static bool same_value(const gen_bounds_turn_value *a, const gen_bounds_turn_value *b)
{
    return a->bits == b->bits && a->first.constant == b->first.constant &&
           a->step.constant == b->step.constant && gen_bounds_form_matches(&a->first, &b->first) &&
           gen_bounds_form_matches(&a->step, &b->step);
}

static size_t narrow_number(gen_bounds_turns *turns, const gen_bounds_turn_value *value)
{
    for (size_t i = 0; i < turns->narrow_count; i++)
        if (same_value(&turns->narrow[i], value))
            return i;
    GEN_GROW(turns->function->arena, turns->narrow, turns->narrow_count, &turns->narrow_capacity);
    turns->narrow[turns->narrow_count] = *value;
    return turns->narrow_count++;
}

static gen_bounds_turn_value extended(gen_bounds_turns *turns, const gen_bounds_turn_value *value,
                                      bool is_signed)
{
    if (!value->is_known || value->bits != 32 || has_carried(&value->first))
        return unknown;
    if (is_constant(value))
        return constant_value(
            is_signed ? (uint64_t)(int32_t)value->first.constant : value->first.constant, 64);
    return term_value((gen_bounds_term){.kind = is_signed ? GEN_BOUNDS_SIGNED : GEN_BOUNDS_UNSIGNED,
                                        .index = narrow_number(turns, value)},
                      64);
}

/* The low 32 bits. */
static gen_bounds_turn_value low_half(const gen_bounds_turns *turns,
                                      const gen_bounds_turn_value *value)
{
    gen_bounds_turn_value result = {.is_known = true, .bits = 32};

    if (!value->is_known || has_carried(&value->first))
        return unknown;
    result.step = value->step;
    for (size_t i = 0; i < value->first.count; i++) {
        const gen_bounds_term *term = &value->first.terms[i];
        gen_bounds_form one = {.count = 1, .terms = {*term}};
        const gen_bounds_turn_value *narrow;
        one.terms[0].factor = 1;
        if (term->kind == GEN_BOUNDS_VARIABLE)
            return unknown;
        if (!is_extended(term)) {
            if (!gen_bounds_form_add(&result.first, &one, term->factor))
                return unknown;
            continue;
        }
        narrow = &turns->narrow[term->index];
        if (!gen_bounds_form_add(&result.first, &narrow->first, term->factor) ||
            !gen_bounds_form_add(&result.step, &narrow->step, term->factor))
            return unknown;
    }
    result.first.constant += value->first.constant;
    for (size_t i = 0; i < result.step.count; i++)
        if (is_extended(&result.step.terms[i]) || result.step.terms[i].kind == GEN_BOUNDS_VARIABLE)
            return unknown;
    result.first = truncated(result.first, 32);
    result.step = truncated(result.step, 32);
    return result;
}

/* A step of 32 bits is taken as signed: whoever uses it makes sure that the value does not wrap. */
static bool add_narrow_step(gen_bounds_turns *turns, gen_bounds_form *to,
                            const gen_bounds_form *step, uint64_t factor)
{
    gen_bounds_turn_value narrow = {.is_known = true, .bits = 32, .first = *step};
    gen_bounds_turn_value wide = extended(turns, &narrow, true);

    return wide.is_known && gen_bounds_form_add(to, &wide.first, factor);
}

bool gen_bounds_turn_step(gen_bounds_turns *turns, const gen_bounds_turn_value *value,
                          gen_bounds_form *step)
{
    *step = (gen_bounds_form){0};
    if (value->bits == 32)
        return add_narrow_step(turns, step, &value->step, 1);
    *step = value->step;
    for (size_t i = 0; i < value->first.count; i++) {
        const gen_bounds_term *term = &value->first.terms[i];
        gen_bounds_form narrow;
        if (!is_extended(term))
            continue;
        narrow = turns->narrow[term->index].step;
        if (!is_zero(&narrow) && !add_narrow_step(turns, step, &narrow, term->factor))
            return false;
    }
    return true;
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
        return constant_value((uint64_t)operand->number, bits);
    case GEN_PTX_NAME:
        variable = gen_bounds_variable_number(turns->function, operand->text);
        return variable == GEN_BOUNDS_NOWHERE
                   ? unknown
                   : term_value((gen_bounds_term){.kind = GEN_BOUNDS_VARIABLE, .index = variable},
                                bits);
    case GEN_PTX_REGISTER:
        return operand->item_count || operand->reg->bits != bits
                   ? unknown
                   : read_register(turns, operand->reg, place);
    default:
        return unknown;
    }
}

/* --- Products of two values ------------------------------------------------------------------- */

static gen_bounds_turn_value product_term(gen_bounds_turns *turns, const gen_bounds_turn_value *a,
                                          const gen_bounds_turn_value *b)
{
    gen_bounds_term term = {.kind = GEN_BOUNDS_COMPUTED};
    gen_bounds_computed product = {.bits = a->bits, .sources = {*a, *b}};

    for (term.index = 0; term.index < turns->computed_count; term.index++) {
        const gen_bounds_computed *known = &turns->computed[term.index];
        if (!known->statement && same_value(&known->sources[0], a) &&
            same_value(&known->sources[1], b))
            return term_value(term, a->bits);
    }
    GEN_GROW(turns->function->arena, turns->computed, turns->computed_count,
             &turns->computed_capacity);
    turns->computed[turns->computed_count++] = product;
    return term_value(term, a->bits);
}

/* a * b, where b is the same in all turns. */
static gen_bounds_turn_value multiplied(gen_bounds_turns *turns, const gen_bounds_turn_value *a,
                                        const gen_bounds_turn_value *b)
{
    gen_bounds_turn_value step = {.is_known = true, .bits = a->bits};
    gen_bounds_turn_value added;
    gen_bounds_turn_value result;

    if (!a->is_known || !b->is_known || a->bits != b->bits || has_carried(&a->first))
        return unknown;
    result = product_term(turns, a, b);
    if (a->bits == 32)
        step.first = a->step;
    else if (!gen_bounds_turn_step(turns, a, &step.first))
        return unknown;
    if (is_constant(&step)) {
        added = product_of(b, step.first.constant);
    } else {
        added = product_term(turns, &step, b);
    }
    result.step = added.first;
    return added.is_known ? result : unknown;
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
        a = extended(turns, &a, is_signed);
        b = extended(turns, &b, is_signed);
    }
    if (is_constant(&a))
        return product_of(&b, a.first.constant);
    if (is_constant(&b))
        return product_of(&a, b.first.constant);
    if (gen_bounds_is_invariant(turns, &b))
        return multiplied(turns, &a, &b);
    return gen_bounds_is_invariant(turns, &a) ? multiplied(turns, &b, &a) : unknown;
}

static gen_bounds_turn_value read_conversion(gen_bounds_turns *turns, const gen_ptx_statement *s,
                                             const gen_bounds_opcode *opcode, size_t place)
{
    gen_token from = opcode->parts[opcode->count - 1];
    gen_bounds_turn_value value;

    if (opcode->count == 3 && s->operands[0].reg->bits == 32 &&
        8 * gen_bounds_type_size(from) == 64 && from.text[0] != 'f') {
        value = read_operand(turns, &s->operands[1], 64, place);
        return low_half(turns, &value);
    }
    if (opcode->count != 3 || s->operands[0].reg->bits != 64)
        return unknown;
    if (gen_token_is(from, "s32") || gen_token_is(from, "u32")) {
        value = read_operand(turns, &s->operands[1], 32, place);
        return extended(turns, &value, from.text[0] == 's');
    }
    return gen_token_is(from, "u64") || gen_token_is(from, "s64")
               ? read_operand(turns, &s->operands[1], 64, place)
               : unknown;
}

/* `or` adds if the bits are 0. */
static gen_bounds_turn_value read_or(gen_bounds_turns *turns, const gen_ptx_statement *s,
                                     size_t place)
{
    const gen_ptx_operand *a = &s->operands[1];
    const gen_ptx_operand *b = &s->operands[2];
    gen_bounds_turn_value left;
    gen_bounds_turn_value right;
    unsigned zeros;

    if (a->kind != GEN_PTX_REGISTER || a->item_count || a->reg->bits != 32 ||
        b->kind != GEN_PTX_NUMBER)
        return unknown;
    zeros = turns->function->zeros[gen_bounds_writes_of(&turns->function->flow, a->reg)->number];
    if (zeros < 32 && (uint32_t)b->number >> zeros)
        return unknown;
    left = read_register(turns, a->reg, place);
    right = constant_value((uint64_t)b->number, 32);
    return sum_of(&left, &right, 1);
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
        return read_or(turns, s, place);
    if (gen_bounds_opcode_is(opcode, "shl") && by->kind == GEN_PTX_NUMBER && by->number >= 0 &&
        by->number < bits) {
        a = read_operand(turns, &s->operands[1], bits, place);
        return product_of(&a, UINT64_C(1) << by->number);
    }
    if (!gen_bounds_opcode_is(opcode, "add") && !gen_bounds_opcode_is(opcode, "sub"))
        return unknown;
    a = read_operand(turns, &s->operands[1], bits, place);
    b = read_operand(turns, by, bits, place);
    return sum_of(&a, &b, gen_bounds_opcode_is(opcode, "add") ? 1 : UINT64_MAX);
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
        return sum_of(&product, &added, 1);
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
            return term_value((gen_bounds_term){.kind = GEN_BOUNDS_COMPUTED, .index = i},
                              s->operands[0].reg->bits);
    GEN_GROW(turns->function->arena, turns->computed, turns->computed_count,
             &turns->computed_capacity);
    turns->computed[turns->computed_count] = computed;
    return term_value(
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
    if (turns->work++ > MAX_WORK || !gen_bounds_is_pure(s) || s->operand_count < 2 ||
        !is_integer(&s->operands[0]))
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
    gen_bounds_turn_value entry =
        term_value((gen_bounds_term){.kind = GEN_BOUNDS_VALUE, .reg = reg}, reg->bits);
    gen_bounds_turn_value before = term_value(self, reg->bits);
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
    step = sum_of(&after, &before, UINT64_MAX);
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
        return term_value((gen_bounds_term){.kind = GEN_BOUNDS_VALUE, .reg = reg}, reg->bits);
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
    gen_bounds_turn_value number = constant_value((uint64_t)operand->number, bits);

    turns->work = 0;
    if (operand->kind != GEN_PTX_ADDRESS)
        return read_operand(turns, operand, bits, place);
    if (!operand->reg)
        return unknown;
    value = operand->reg->bits == bits ? read_register(turns, operand->reg, place) : unknown;
    return sum_of(&value, &number, 1);
}

size_t gen_bounds_write_in_turn(const gen_bounds_turns *turns, const gen_ptx_register *reg,
                                size_t place)
{
    size_t written;
    return arrival_of(turns, reg, place, &written) == IS_WRITTEN ? written : GEN_BOUNDS_NOWHERE;
}

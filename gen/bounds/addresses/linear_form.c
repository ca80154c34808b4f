#include "bounds/addresses/linear_form.h"

#include "bounds/flow/instruction.h"

#define MAX_DEPTH 24   /* of operations that are followed */
#define MAX_READ  1000 /* statements: sums of sums of one register are read along each way */

typedef struct reading {
    gen_bounds_function *function;
    size_t place; /* values are those before this statement */
    unsigned depth;
    unsigned *read; /* statements so far */
} reading;

static gen_bounds_form constant_form(uint64_t constant)
{
    return (gen_bounds_form){.constant = constant};
}

static gen_bounds_form term_form(gen_bounds_term term)
{
    gen_bounds_form form = {.count = 1};

    term.factor = 1;
    form.terms[0] = term;
    return form;
}

static bool same_term(const gen_bounds_term *a, const gen_bounds_term *b)
{
    return a->kind == b->kind && a->index == b->index && a->reg == b->reg &&
           a->written == b->written;
}

static void remove_term(gen_bounds_form *form, size_t index)
{
    form->count--;
    for (size_t i = index; i < form->count; i++)
        form->terms[i] = form->terms[i + 1];
}

static bool add_term(gen_bounds_form *form, const gen_bounds_term *term, uint64_t factor)
{
    factor *= term->factor;
    for (size_t i = 0; i < form->count; i++) {
        if (!same_term(&form->terms[i], term))
            continue;
        form->terms[i].factor += factor;
        if (!form->terms[i].factor)
            remove_term(form, i);
        return true;
    }
    if (!factor)
        return true;
    if (form->count == GEN_BOUNDS_MAX_TERMS)
        return false;
    form->terms[form->count] = *term;
    form->terms[form->count++].factor = factor;
    return true;
}

bool gen_bounds_form_add(gen_bounds_form *a, const gen_bounds_form *b, uint64_t factor)
{
    a->constant += factor * b->constant;
    for (size_t i = 0; i < b->count; i++)
        if (!add_term(a, &b->terms[i], factor))
            return false;
    return true;
}

static const gen_bounds_term *find_term(const gen_bounds_form *form, const gen_bounds_term *term)
{
    for (size_t i = 0; i < form->count; i++)
        if (same_term(&form->terms[i], term) && form->terms[i].factor == term->factor)
            return &form->terms[i];
    return NULL;
}

bool gen_bounds_form_matches(const gen_bounds_form *a, const gen_bounds_form *b)
{
    if (a->count != b->count)
        return false;
    for (size_t i = 0; i < a->count; i++)
        if (!find_term(b, &a->terms[i]))
            return false;
    return true;
}

size_t gen_bounds_reaching_write(const gen_bounds_function *function, const gen_ptx_register *reg,
                                 size_t place)
{
    const gen_bounds_flow *flow = &function->flow;
    const gen_bounds_writes *writes = gen_bounds_writes_of(flow, reg);
    size_t local =
        gen_bounds_last_write(flow, reg, flow->blocks[flow->blocks_of[place]].begin, place);

    if (local != GEN_BOUNDS_NOWHERE)
        return local;
    if (writes->count == 1 && gen_bounds_dominates(flow, writes->places[0], place))
        return writes->places[0];
    return GEN_BOUNDS_NOWHERE;
}

/* --- Operations ------------------------------------------------------------------------------- */

static bool read_register(const reading *at, gen_ptx_register *reg, gen_bounds_form *form);

static bool read_name(const reading *at, gen_token name, gen_bounds_form *form)
{
    size_t variable = gen_bounds_variable_number(at->function, name);

    if (variable == GEN_BOUNDS_NOWHERE)
        return false;
    *form = term_form((gen_bounds_term){
        .kind = GEN_BOUNDS_VARIABLE, .index = variable, .written = GEN_BOUNDS_NOWHERE});
    return true;
}

static bool read_operand(const reading *at, const gen_ptx_operand *operand, gen_bounds_form *form)
{
    if (operand->kind == GEN_PTX_NUMBER) {
        *form = constant_form((uint64_t)operand->number);
        return true;
    }
    if (operand->kind == GEN_PTX_NAME) {
        if (!read_name(at, operand->name, form))
            return false;
        form->constant += (uint64_t)operand->number;
        return true;
    }
    return operand->kind == GEN_PTX_REGISTER && !operand->item_count && operand->reg->kind != 'f' &&
           (operand->reg->bits == 32 || operand->reg->bits == 64) &&
           read_register(at, operand->reg, form);
}

/* A register of 32 bits as one of 64. */
static bool read_extended(const reading *at, const gen_ptx_operand *operand, bool is_signed,
                          gen_bounds_form *form)
{
    gen_bounds_form narrow;

    if (operand->kind == GEN_PTX_NUMBER) {
        *form = constant_form(is_signed ? (uint64_t)(int32_t)operand->number
                                        : (uint32_t)operand->number);
        return true;
    }
    if (operand->kind != GEN_PTX_REGISTER || operand->reg->bits != 32 || operand->item_count ||
        operand->reg->kind == 'f' || !read_register(at, operand->reg, &narrow))
        return false;
    if (narrow.count == 0) {
        *form = constant_form(is_signed ? (uint64_t)(int32_t)narrow.constant
                                        : (uint32_t)narrow.constant);
        return true;
    }
    /* Not the sum: it may wrap in 32 bits. */
    *form = term_form((gen_bounds_term){
        .kind = is_signed ? GEN_BOUNDS_SIGNED : GEN_BOUNDS_UNSIGNED,
        .reg = operand->reg,
        .written = gen_bounds_reaching_write(at->function, operand->reg, at->place)});
    return true;
}

static bool scaled(gen_bounds_form *form, const gen_bounds_form *by, uint64_t factor)
{
    *form = constant_form(0);
    return gen_bounds_form_add(form, by, factor);
}

/* One of the factors must be a constant. */
static bool read_product(const reading *at, const gen_ptx_operand *a, const gen_ptx_operand *b,
                         const gen_bounds_opcode *opcode, gen_bounds_form *form)
{
    bool is_wide = gen_bounds_opcode_has(opcode, "wide");
    bool is_signed = gen_bounds_opcode_has(opcode, "s32");
    gen_bounds_form x;
    gen_bounds_form y;

    if (gen_bounds_opcode_has(opcode, "hi") || (is_wide && gen_bounds_opcode_has(opcode, "u16")) ||
        (is_wide && gen_bounds_opcode_has(opcode, "s16")))
        return false;
    if (is_wide) {
        if (!read_extended(at, a, is_signed, &x) || !read_extended(at, b, is_signed, &y))
            return false;
    } else if (!read_operand(at, a, &x) || !read_operand(at, b, &y)) {
        return false;
    }
    if (x.count == 0)
        return scaled(form, &y, x.constant);
    return y.count == 0 && scaled(form, &x, y.constant);
}

static bool read_sum(const reading *at, const gen_ptx_operand *a, const gen_ptx_operand *b,
                     uint64_t factor, gen_bounds_form *form)
{
    gen_bounds_form right;

    return read_operand(at, a, form) && read_operand(at, b, &right) &&
           gen_bounds_form_add(form, &right, factor);
}

static bool read_conversion(const reading *at, const gen_ptx_statement *statement,
                            const gen_bounds_opcode *opcode, gen_bounds_form *form)
{
    gen_token from = opcode->parts[opcode->count - 1];

    if (opcode->count != 3)
        return false;
    if (gen_token_is(from, "s32") || gen_token_is(from, "u32"))
        return statement->operands[0].reg->bits == 64 &&
               read_extended(at, &statement->operands[1], from.text[0] == 's', form);
    return (gen_token_is(from, "u64") || gen_token_is(from, "s64")) &&
           statement->operands[0].reg->bits == 64 &&
           read_operand(at, &statement->operands[1], form);
}

/* cvta: the address of global memory is the same in both spaces. Another is only followed if it is
 * that of a variable: tests compute such an address in the space of the access. */
static bool read_address_conversion(const reading *at, const gen_ptx_statement *statement,
                                    const gen_bounds_opcode *opcode, gen_bounds_form *form)
{
    if (!read_operand(at, &statement->operands[1], form))
        return false;
    if (gen_bounds_space(opcode) == GEN_PTX_GLOBAL)
        return true;
    for (size_t i = 0; i < form->count; i++)
        if (form->terms[i].kind == GEN_BOUNDS_VARIABLE && form->terms[i].factor == 1)
            return true;
    return false;
}

/* Bits of the type that an operation computes in. */
static uint32_t operation_bits(const gen_bounds_opcode *opcode)
{
    return 8 * gen_bounds_type_size(opcode->parts[opcode->count - 1]);
}

/* An operation in as many bits as its result has. */
static bool read_arithmetic(const reading *at, const gen_ptx_statement *statement,
                            const gen_bounds_opcode *opcode, gen_bounds_form *form)
{
    const gen_ptx_operand *operands = statement->operands;
    size_t count = statement->operand_count;

    if (operation_bits(opcode) != operands[0].reg->bits || opcode->parts[0].length < 3 ||
        gen_bounds_opcode_has(opcode, "sat"))
        return false;
    if (count == 2 && gen_bounds_opcode_is(opcode, "mov"))
        return read_operand(at, &operands[1], form);
    if (count != 3 || opcode->parts[opcode->count - 1].text[0] == 'f')
        return false;
    if (gen_bounds_opcode_is(opcode, "add"))
        return read_sum(at, &operands[1], &operands[2], 1, form);
    if (gen_bounds_opcode_is(opcode, "sub"))
        return read_sum(at, &operands[1], &operands[2], UINT64_MAX, form);
    if (gen_bounds_opcode_is(opcode, "shl") && operands[2].kind == GEN_PTX_NUMBER &&
        operands[2].number >= 0 && operands[2].number < operands[0].reg->bits) {
        gen_bounds_form base;
        return read_operand(at, &operands[1], &base) &&
               scaled(form, &base, UINT64_C(1) << operands[2].number);
    }
    return false;
}

static bool read_statement(const reading *at, const gen_ptx_statement *statement,
                           gen_bounds_form *form)
{
    gen_bounds_opcode opcode = gen_bounds_opcode_of(statement);
    const gen_ptx_operand *operands = statement->operands;
    const gen_bounds_argument *argument;
    gen_bounds_form product;

    if (!gen_bounds_is_pure(statement) || statement->operand_count < 2 ||
        operands[0].kind != GEN_PTX_REGISTER || operands[0].item_count)
        return false;
    if (gen_bounds_opcode_is(&opcode, "ld")) {
        argument = gen_bounds_loaded_argument(at->function, statement);
        if (!argument)
            return false;
        *form = term_form((gen_bounds_term){.kind = GEN_BOUNDS_ARGUMENT,
                                            .index = (size_t)(argument - at->function->arguments),
                                            .written = GEN_BOUNDS_NOWHERE});
        return true;
    }
    if (gen_bounds_opcode_is(&opcode, "cvt"))
        return read_conversion(at, statement, &opcode, form);
    if (gen_bounds_opcode_is(&opcode, "cvta"))
        return read_address_conversion(at, statement, &opcode, form);
    if (gen_bounds_opcode_is(&opcode, "mul") && statement->operand_count == 3)
        return read_product(at, &operands[1], &operands[2], &opcode, form);
    if (gen_bounds_opcode_is(&opcode, "mad") && statement->operand_count == 4)
        return read_product(at, &operands[1], &operands[2], &opcode, &product) &&
               read_operand(at, &operands[3], form) && gen_bounds_form_add(form, &product, 1);
    return read_arithmetic(at, statement, &opcode, form);
}

/* --- Registers -------------------------------------------------------------------------------- */

/* All terms are registers that are written once, before they are used: their values are the same at
 * every place that the form's register reaches. */
static bool is_stable(const gen_bounds_function *function, const gen_bounds_form *form)
{
    for (size_t i = 0; i < form->count; i++)
        if (form->terms[i].reg &&
            (form->terms[i].written == GEN_BOUNDS_NOWHERE ||
             gen_bounds_writes_of(&function->flow, form->terms[i].reg)->count != 1))
            return false;
    return true;
}

static void truncate_form(gen_bounds_form *form)
{
    form->constant = (uint32_t)form->constant;
    for (size_t i = form->count; i-- > 0;) {
        form->terms[i].factor = (uint32_t)form->terms[i].factor;
        if (!form->terms[i].factor)
            remove_term(form, i);
    }
}

/* What the statement at `written` wrote. */
static bool read_written(const reading *at, const gen_ptx_register *reg, size_t written,
                         gen_bounds_form *form)
{
    reading inner = *at;
    const gen_bounds_flow *flow = &at->function->flow;

    if (!at->depth || ++*at->read > MAX_READ || flow->statements[written]->guard ||
        (reg->bits != 32 && reg->bits != 64))
        return false;
    inner.place = written;
    inner.depth--;
    if (!read_statement(&inner, flow->statements[written], form))
        return false;
    if (reg->bits == 32)
        truncate_form(form);
    return flow->blocks_of[written] == flow->blocks_of[at->place] || is_stable(at->function, form);
}

static bool read_register(const reading *at, gen_ptx_register *reg, gen_bounds_form *form)
{
    size_t written = gen_bounds_reaching_write(at->function, reg, at->place);
    const gen_bounds_writes *writes = gen_bounds_writes_of(&at->function->flow, reg);
    bool is_single = writes->count == 1 && written != GEN_BOUNDS_NOWHERE;
    bool is_local = written != GEN_BOUNDS_NOWHERE && at->function->flow.blocks_of[written] ==
                                                         at->function->flow.blocks_of[at->place];

    if (is_single && at->function->forms[writes->number] &&
        (is_local || is_stable(at->function, at->function->forms[writes->number]))) {
        *form = *at->function->forms[writes->number];
        return true;
    }
    if (written == GEN_BOUNDS_NOWHERE || !read_written(at, reg, written, form)) {
        *form =
            term_form((gen_bounds_term){.kind = GEN_BOUNDS_VALUE, .reg = reg, .written = written});
    } else if (is_single) {
        gen_bounds_form *kept = GEN_NEW(at->function->arena, gen_bounds_form);
        *kept = *form;
        at->function->forms[writes->number] = kept;
    }
    return true;
}

gen_bounds_form gen_bounds_form_of(gen_bounds_function *function, gen_ptx_register *reg,
                                   size_t place)
{
    unsigned read = 0;
    reading at = {.function = function, .place = place, .depth = MAX_DEPTH, .read = &read};
    gen_bounds_form form = {0};

    if (!function->forms)
        function->forms = GEN_NEW_ARRAY(function->arena, const gen_bounds_form *,
                                        function->flow.register_count + 1);
    read_register(&at, reg, &form);
    return form;
}

gen_bounds_form gen_bounds_form_of_address(gen_bounds_function *function,
                                           const gen_ptx_operand *address, size_t place)
{
    reading at = {.function = function, .place = place, .depth = MAX_DEPTH};
    gen_bounds_form form = {0};

    if (address->reg)
        form = gen_bounds_form_of(function, address->reg, place);
    else if (address->name.length)
        read_name(&at, address->name, &form);
    form.constant += (uint64_t)address->number;
    return form;
}

#include "loop_machine.h"

#include "bounds/flow/instruction.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint64_t *value_of(loop_machine *m, const gen_ptx_register *reg)
{
    /* The machine's own values: only the table's type says const. */
    uint64_t *value = (uint64_t *)(uintptr_t)gen_address_table_find(&m->values, reg);

    if (!value) {
        value = GEN_NEW(m->arena, uint64_t);
        gen_address_table_put(&m->values, reg, value);
    }
    return value;
}

static const gen_ptx_param *param_of(const loop_machine *m, gen_token name)
{
    for (size_t i = 0; i < m->function->param_count; i++)
        if (gen_token_equals(m->function->params[i].name, name))
            return &m->function->params[i];
    return NULL;
}

static uint64_t operand_value(loop_machine *m, const gen_ptx_operand *operand)
{
    if (operand->kind == GEN_PTX_NUMBER)
        return (uint64_t)operand->number;
    if (operand->kind == GEN_PTX_REGISTER)
        return *value_of(m, operand->reg);
    if (operand->kind == GEN_PTX_OTHER && operand->item_count == 1 && operand->text.text[0] == '!')
        return !*value_of(m, operand->items[0].reg);
    if (param_of(m, operand->name))
        return MACHINE_PARAMS + param_of(m, operand->name)->offset;
    if (gen_token_is(operand->name, "custub_log"))
        return MACHINE_LOG;
    if (!gen_token_is(operand->text, "%tid.x") && !gen_token_is(operand->text, "%ctaid.x"))
        m->is_not_known |= operand->text.text[0] != '%';
    return 3;
}

static uint64_t cut(uint64_t value, unsigned bits, bool is_signed)
{
    if (bits >= 64)
        return value;
    value &= (UINT64_C(1) << bits) - 1;
    return is_signed && value >> (bits - 1) ? value | ~((UINT64_C(1) << bits) - 1) : value;
}

static float as_float(uint64_t value)
{
    uint32_t bits = (uint32_t)value;
    float result;

    memcpy(&result, &bits, sizeof(result));
    return result;
}

static uint64_t float_bits(float value)
{
    uint32_t bits;

    memcpy(&bits, &value, sizeof(bits));
    return bits;
}

/* --- Memory ----------------------------------------------------------------------------------- */

bool machine_is_right(const loop_machine *m, const machine_access *access)
{
    if (access->address % access->size)
        return false;
    for (size_t i = 0; i < m->memory_count; i++)
        if (access->size <= m->memory[i].bytes &&
            access->address - m->memory[i].base <= m->memory[i].bytes - access->size)
            return true;
    return false;
}

static const uint8_t *own_memory(loop_machine *m, const gen_ptx_operand *address,
                                 gen_ptx_space space)
{
    uint64_t offset = (uint64_t)address->number;
    const gen_ptx_param *param = param_of(m, address->name);

    if (space != GEN_PTX_PARAM || !param || param->offset + offset + 8 > sizeof(m->params))
        return NULL;
    return (m->arguments ? m->arguments : m->params) + param->offset + offset;
}

static const uint8_t *memory_of_launch(loop_machine *m, uint64_t address)
{
    if (address - MACHINE_LOG <= sizeof(m->log) - 16)
        return m->log + (address - MACHINE_LOG);
    if (address - MACHINE_PARAMS < sizeof(m->params) - 8)
        return m->params + (address - MACHINE_PARAMS);
    return address - MACHINE_RECORD < sizeof(m->record) - 8 ? m->record + (address - MACHINE_RECORD)
                                                            : NULL;
}

/* What is at an address: the same in each run. */
static uint64_t content(uint64_t address)
{
    address *= UINT64_C(0x9e3779b97f4a7c15);
    return address >> 32 & 0xffff;
}

/* Loads or stores the operand, a register or a vector, in the machine's own memory. */
static void access_own(loop_machine *m, const gen_ptx_operand *data, uint8_t *own, uint32_t size,
                       bool is_load)
{
    const size_t count = data->kind == GEN_PTX_VECTOR ? data->item_count : 1;

    for (size_t i = 0; i < count; i++) {
        const gen_ptx_operand *item = data->kind == GEN_PTX_VECTOR ? &data->items[i] : data;
        const uint32_t part = size / (uint32_t)count;
        uint64_t value = is_load ? 0 : operand_value(m, item);

        if (is_load) {
            memcpy(&value, own + i * part, part);
            *value_of(m, item->reg) = value;
        } else {
            memcpy(own + i * part, &value, part);
        }
    }
}

static void access_memory(loop_machine *m, const gen_ptx_statement *s,
                          const gen_bounds_opcode *opcode)
{
    const gen_ptx_operand *address = gen_bounds_address(s);
    uint32_t size = gen_bounds_access_size(opcode);
    gen_ptx_space space = gen_bounds_space(opcode);
    bool is_load = gen_bounds_opcode_is(opcode, "ld");
    uint64_t at = address->reg ? *value_of(m, address->reg) + (uint64_t)address->number : 0;
    const uint8_t *own = address->reg ? memory_of_launch(m, at) : own_memory(m, address, space);
    machine_access access = {at, size, !is_load};

    if (space == GEN_PTX_PARAM && !is_load) {
        m->result = operand_value(m, &s->operands[1]);
        return;
    }
    if (own) {
        m->is_recorded |= !is_load && space != GEN_PTX_LOCAL;
        access_own(m, &s->operands[is_load ? 0 : 1], (uint8_t *)(uintptr_t)own, size, is_load);
        return;
    }
    if (gen_bounds_opcode_is(opcode, "atom")) {
        m->is_not_known = true;
        return;
    }
    GEN_GROW(m->arena, m->accesses, m->access_count, &m->access_capacity);
    m->accesses[m->access_count++] = access;
    m->bad_count += !machine_is_right(m, &access);
    if (is_load)
        *value_of(m, s->operands[0].reg) = machine_is_right(m, &access) ? content(at) : 0;
}

/* --- Operations ------------------------------------------------------------------------------- */

static bool compare(gen_token how, uint64_t a, uint64_t b, bool is_signed)
{
    static const char *const names[] = {"eq", "ne", "lt", "le", "gt", "ge"};
    bool less = is_signed ? (int64_t)a < (int64_t)b : a < b;
    const bool results[] = {a == b, a != b, less, less || a == b, !less && a != b, !less};

    for (size_t i = 0; i < 6; i++)
        if (gen_token_is(how, names[i]))
            return results[i];
    abort();
}

static void set_predicate(loop_machine *m, const gen_ptx_statement *s,
                          const gen_bounds_opcode *opcode, const uint64_t *v)
{
    bool result;
    gen_token type = opcode->parts[opcode->count - 1];
    unsigned bits = 8 * gen_bounds_type_size(type);
    bool is_signed = type.text[0] == 's';

    result = compare(opcode->parts[1], cut(v[0], bits, is_signed), cut(v[1], bits, is_signed),
                     is_signed);
    if (opcode->count == 4 && gen_bounds_opcode_has(opcode, "and"))
        result = result && v[2];
    else if (opcode->count == 4)
        result = result || v[2];
    *value_of(m, s->operands[0].reg) = result;
}

static void convert(loop_machine *m, const gen_ptx_statement *s, const gen_bounds_opcode *opcode,
                    uint64_t value)
{
    gen_token to = opcode->parts[opcode->count - 2];
    gen_token from = opcode->parts[opcode->count - 1];
    unsigned bits = 8 * gen_bounds_type_size(to);

    if (to.text[0] == 'f')
        value = float_bits((float)value);
    else if (from.text[0] == 'f')
        value = as_float(value) >= 4294967295.0f ? UINT32_MAX
                : as_float(value) > 0.0f         ? (uint64_t)as_float(value)
                                                 : 0;
    else
        value = cut(cut(value, 8 * gen_bounds_type_size(from), from.text[0] == 's'), bits, false);
    *value_of(m, s->operands[0].reg) = value;
}

/* False if the machine does not have it. */
static bool calculate(const gen_bounds_opcode *opcode, const uint64_t *v, uint64_t *result)
{
    gen_token type = opcode->parts[opcode->count - 1];
    unsigned bits = 8 * gen_bounds_type_size(type);
    bool is_signed = type.text[0] == 's';
    bool is_wide = gen_bounds_opcode_has(opcode, "wide");
    uint64_t a = cut(v[0], bits ? bits : 1, is_signed);
    uint64_t b = cut(v[1], bits ? bits : 1, is_signed);
    bool less = is_signed ? (int64_t)a < (int64_t)b : a < b;
    const struct {
        const char *name;
        uint64_t value;
    } all[] = {{"mov", a},
               {"add", a + b},
               {"sub", a - b},
               {"mul", a * b},
               {"mad", a * b + v[2]},
               {"and", a & b},
               {"or", a | b},
               {"not", gen_token_is(type, "pred") ? !a : ~a},
               {"shl", a << (b & 63)},
               {"shr", is_signed ? (uint64_t)((int64_t)a >> (b & 63)) : a >> (b & 63)},
               {"min", less ? a : b},
               {"max", less ? b : a},
               {"selp", v[2] ? a : b},
               {"div", b ? a / b : UINT32_MAX}};

    if (type.text[0] == 'f') {
        *result = float_bits(as_float(v[0]) / as_float(v[1]));
        return gen_bounds_opcode_is(opcode, "div");
    }
    for (size_t i = 0; i < sizeof(all) / sizeof(all[0]); i++) {
        if (!gen_bounds_opcode_is(opcode, all[i].name))
            continue;
        *result = cut(all[i].value, is_wide ? 64 : gen_token_is(type, "pred") ? 1 : bits, false);
        return true;
    }
    return false;
}

static void execute(loop_machine *m, const gen_ptx_statement *s, const gen_bounds_opcode *opcode)
{
    uint64_t v[4] = {0};
    uint64_t result;

    if (gen_bounds_address(s)) {
        access_memory(m, s, opcode);
        return;
    }
    if (gen_bounds_opcode_is(opcode, "mov") && s->operands[0].kind == GEN_PTX_VECTOR) {
        const uint64_t both = operand_value(m, &s->operands[1]);
        *value_of(m, s->operands[0].items[0].reg) = (uint32_t)both;
        *value_of(m, s->operands[0].items[1].reg) = both >> 32;
        return;
    }
    if (s->operand_count && !s->operands[0].reg && !gen_bounds_opcode_is(opcode, "bar")) {
        m->is_not_known = true;
        return;
    }
    for (size_t i = 1; i < s->operand_count && i < 5; i++)
        v[i - 1] = operand_value(m, &s->operands[i]);
    if (gen_bounds_opcode_is(opcode, "setp"))
        set_predicate(m, s, opcode, v);
    else if (gen_bounds_opcode_is(opcode, "cvt"))
        convert(m, s, opcode, v[0]);
    else if (gen_bounds_opcode_is(opcode, "cvta"))
        *value_of(m, s->operands[0].reg) = v[0];
    else if (calculate(opcode, v, &result))
        *value_of(m, s->operands[0].reg) = result;
    else if (!gen_bounds_opcode_is(opcode, "membar") && !gen_bounds_opcode_is(opcode, "bar"))
        m->is_not_known = true;
}

/* atom.cas of a record */
static bool is_swap(loop_machine *m, const gen_ptx_statement *s, const gen_bounds_opcode *opcode)
{
    uint32_t before;
    uint32_t after;

    if (!gen_bounds_opcode_is(opcode, "atom"))
        return false;
    memcpy(&before, m->record, sizeof(before));
    after = before == operand_value(m, &s->operands[2])
                ? (uint32_t)operand_value(m, &s->operands[3])
                : before;
    memcpy(m->record, &after, sizeof(after));
    *value_of(m, s->operands[0].reg) = before;
    return true;
}

static const gen_ptx_statement *label_of(const loop_machine *m, gen_token name)
{
    for (const gen_ptx_statement *s = m->function->statements; s; s = s->next)
        if (s->kind == GEN_PTX_LABEL && gen_token_equals(s->text, name))
            return s;
    abort();
}

static const gen_ptx_statement *jump(loop_machine *m, gen_token name)
{
    const char *text = gen_arena_copy(m->arena, name.text, name.length);

    m->is_slow |= strstr(text, "_slow") || strstr(text, "_turns");
    return label_of(m, name);
}

/* --- Calls ------------------------------------------------------------------------------------ */

static const gen_ptx_function *function_of(const loop_machine *m, gen_token name)
{
    for (const gen_ptx_function *f = m->module->functions; f; f = f->next)
        if (!f->is_declaration && gen_token_equals(f->name, name))
            return f;
    abort();
}

static void run_statements(loop_machine *m, size_t *steps);

/* The arguments are stored in the order of the parameters, before the call; its result is loaded
 * behind it. */
static void call(loop_machine *m, const gen_ptx_statement *s, size_t *steps)
{
    const gen_ptx_function *caller = m->function;
    const uint8_t *caller_arguments = m->arguments;
    uint8_t arguments[64] = {0};
    size_t count = 0;

    m->function = function_of(m, s->callee);
    for (const gen_ptx_statement *at = s->sequence; at; at = at->next) {
        gen_bounds_opcode opcode = gen_bounds_opcode_of(at);
        if (at->kind == GEN_PTX_INSTRUCTION && gen_bounds_opcode_is(&opcode, "st")) {
            uint64_t value = operand_value(m, &at->operands[1]);
            memcpy(arguments + m->function->params[count++].offset, &value,
                   gen_bounds_access_size(&opcode));
        } else if (at->kind == GEN_PTX_CALL) {
            m->arguments = arguments;
            run_statements(m, steps);
        } else if (at->kind == GEN_PTX_INSTRUCTION && gen_bounds_opcode_is(&opcode, "ld")) {
            *value_of(m, at->operands[0].reg) = m->result;
        }
    }
    m->function = caller;
    m->arguments = caller_arguments;
}

static void run_statements(loop_machine *m, size_t *steps)
{
    const gen_ptx_statement *s = m->function->statements;

    for (; s && *steps; s = s->next, *steps -= *steps != 0) {
        gen_bounds_opcode opcode = gen_bounds_opcode_of(s);
        if (s->kind == GEN_PTX_CALL)
            call(m, s, steps);
        if (s->kind != GEN_PTX_INSTRUCTION ||
            (s->guard && !*value_of(m, s->guard) != s->guard_negated))
            continue;
        if (gen_bounds_opcode_is(&opcode, "ret") || m->is_not_known)
            return;
        if (gen_bounds_opcode_is(&opcode, "bra"))
            s = jump(m, s->operands[0].text);
        else if (!is_swap(m, s, &opcode))
            execute(m, s, &opcode);
    }
}

void loop_machine_run(loop_machine *m, size_t steps)
{
    m->values = (gen_address_table){.arena = m->arena};
    run_statements(m, &steps);
    m->is_too_long = !steps;
}

#include "ptx_machine.h"

#include "bounds/addresses/function_copy.h"
#include "bounds/flow/instruction.h"

#include <stdlib.h>
#include <string.h>

#define MAX_STEPS     20000
#define PARAM_ORIGINS 16

/* A value, and the buffer of the pointer that it was computed from, counted from 1. */
typedef struct value {
    uint64_t bits;
    unsigned origin;
} value;

static uint64_t truncated(uint64_t bits, unsigned width)
{
    return width >= 64 ? bits : bits & ((UINT64_C(1) << width) - 1);
}

static value *of_register(machine *m, const gen_ptx_register *reg)
{
    value *known = (value *)(uintptr_t)gen_address_table_find(&m->registers, reg);

    if (known)
        return known;
    known = GEN_NEW(m->arena, value);
    known->bits = truncated(m->unwritten, reg->bits);
    gen_address_table_put(&m->registers, reg, known);
    return known;
}

static int64_t extended(uint64_t bits, unsigned width)
{
    return width >= 64 ? (int64_t)bits : (int64_t)(bits << (64 - width)) >> (64 - width);
}

static uint64_t shifted_right(uint64_t bits, uint64_t count, unsigned width, bool is_signed)
{
    if (is_signed)
        return (uint64_t)(extended(bits, width) >> (count < width ? count : width - 1));
    return count < width ? truncated(bits, width) >> count : 0;
}

static const gen_ptx_param *find_param(const machine *m, gen_token name)
{
    for (size_t i = 0; i < m->function->param_count; i++)
        if (gen_token_equals(m->function->params[i].name, name))
            return &m->function->params[i];
    return NULL;
}

static value read_operand(machine *m, const gen_ptx_operand *operand)
{
    if (operand->kind == GEN_PTX_REGISTER)
        return *of_register(m, operand->reg);
    if (operand->kind == GEN_PTX_NUMBER)
        return (value){(uint64_t)operand->number, 0};
    if (find_param(m, operand->name))
        return (value){PARAM_ADDRESS + find_param(m, operand->name)->offset, 0};
    if (gen_token_is(operand->name, "custub_log"))
        return (value){LOCAL_ADDRESS, 0};
    return (value){0, 0}; /* %tid.x and the like */
}

static void write_register(machine *m, const gen_ptx_register *reg, value result)
{
    result.bits = truncated(result.bits, reg->bits);
    *of_register(m, reg) = result;
}

/* --- Memory ----------------------------------------------------------------------------------- */

static machine_buffer *buffer_at(machine *m, uint64_t address, uint32_t size)
{
    for (size_t i = 0; i < MACHINE_BUFFERS; i++) {
        machine_buffer *buffer = &m->buffers[i];
        if (buffer->bytes >= size && address - buffer->base <= buffer->bytes - size)
            return buffer;
    }
    return NULL;
}

/* False: the access is bad, and it was counted. */
static bool judge(machine *m, value address, uint32_t size)
{
    machine_buffer *buffer = address.origin ? &m->buffers[address.origin - 1] : NULL;
    bool is_inside =
        buffer && buffer->bytes >= size && address.bits - buffer->base <= buffer->bytes - size;

    if (is_inside && address.bits % size == 0)
        return true;
    if (!m->bad_count++) {
        m->first_bad = address.bits;
        m->is_misaligned = is_inside;
    }
    return false;
}

/* What the judge measures: it is what a rewritten kernel must measure. */
static void measure(machine *m, value address, uint32_t size, bool is_write)
{
    custub_bounds_measure *of = &m->measures[address.origin - 1];
    const uint64_t first = m->buffers[address.origin - 1].base / 32;

    of->lowest = address.bits < of->lowest ? address.bits : of->lowest;
    of->end = address.bits + size > of->end ? address.bits + size : of->end;
    for (uint64_t at = address.bits; is_write && at < address.bits + size; at++)
        m->marks[address.origin - 1][at / 32 - first] |= 1u << at % 32;
}

static unsigned char *memory_at(machine *m, value address, uint32_t size, bool is_write)
{
    machine_buffer *buffer;

    if (address.bits - MEASURE_ADDRESS < sizeof(m->measures))
        return (unsigned char *)m->measures + (address.bits - MEASURE_ADDRESS);
    if (address.bits - MARKS_ADDRESS < sizeof(m->marks))
        return (unsigned char *)m->marks + (address.bits - MARKS_ADDRESS);

    if (address.bits - PARAM_ADDRESS < PARAM_BYTES && !is_write)
        return (unsigned char *)(uintptr_t)m->kernel_params + (address.bits - PARAM_ADDRESS);
    if (address.bits - LOCAL_ADDRESS <= sizeof(m->local) - size)
        return m->local + (address.bits - LOCAL_ADDRESS);
    if (address.bits - RECORD_ADDRESS < sizeof(m->record))
        return m->record + (address.bits - RECORD_ADDRESS);
    if (address.bits - OUTCOME_ADDRESS < sizeof(m->outcome))
        return m->outcome + (address.bits - OUTCOME_ADDRESS);
    if (m->is_judge && !judge(m, address, size))
        return NULL;
    if (m->is_judge)
        measure(m, address, size, is_write);
    buffer = buffer_at(m, address.bits, size);
    if (buffer && address.bits % size == 0)
        return buffer->memory + (address.bits - buffer->base);
    m->failure = "an access outside of all buffers, or not aligned";
    return NULL;
}

static value load_bytes(const unsigned char *from, uint32_t size)
{
    value result = {0, 0};
    memcpy(&result.bits, from, size);
    return result;
}

static void load_param(machine *m, const gen_ptx_statement *s, uint32_t size)
{
    const gen_ptx_param *param = find_param(m, s->operands[1].name);
    uint64_t offset = param->offset + (uint64_t)s->operands[1].number;
    value result = load_bytes(m->params + offset, size);

    if (size == 8 && offset % 8 == 0 && offset < PARAM_ORIGINS * 8)
        result.origin = m->origins[offset / 8];
    write_register(m, s->operands[0].reg, result);
}

static void access_memory(machine *m, const gen_ptx_statement *s, const gen_bounds_opcode *opcode,
                          bool is_load)
{
    const gen_ptx_operand *address = gen_bounds_address(s);
    const gen_ptx_operand *data = &s->operands[is_load ? 0 : 1];
    uint32_t size = gen_bounds_access_size(opcode);
    size_t count = data->kind == GEN_PTX_VECTOR ? data->item_count : 1;
    value where =
        read_operand(m, &(gen_ptx_operand){.kind = GEN_PTX_REGISTER, .reg = address->reg});
    unsigned char *at;

    where.bits += (uint64_t)address->number;
    at = memory_at(m, where, size, !is_load);
    for (size_t i = 0; i < count; i++) {
        const gen_ptx_operand *item = data->kind == GEN_PTX_VECTOR ? &data->items[i] : data;
        uint32_t part = size / (uint32_t)count;
        value zero = {0, 0};
        if (is_load)
            write_register(m, item->reg, at ? load_bytes(at + i * part, part) : zero);
        else if (at) {
            value stored = read_operand(m, item);
            memcpy(at + i * part, &stored.bits, part);
        }
    }
}

static void compare_and_swap(machine *m, const gen_ptx_statement *s)
{
    uint32_t old;
    value address =
        read_operand(m, &(gen_ptx_operand){.kind = GEN_PTX_REGISTER, .reg = s->operands[1].reg});
    unsigned char *at = memory_at(m, address, 4, true);

    memcpy(&old, at, 4);
    if (old == (uint32_t)read_operand(m, &s->operands[2]).bits) {
        uint32_t next = (uint32_t)read_operand(m, &s->operands[3]).bits;
        memcpy(at, &next, 4);
    }
    write_register(m, s->operands[0].reg, (value){old, 0});
}

/* red: min, max and or */
static void reduce(machine *m, const gen_ptx_statement *s, const gen_bounds_opcode *opcode)
{
    uint32_t size = gen_bounds_access_size(opcode);
    const gen_ptx_operand *address = gen_bounds_address(s);
    value where =
        read_operand(m, &(gen_ptx_operand){.kind = GEN_PTX_REGISTER, .reg = address->reg});
    uint64_t operand = read_operand(m, &s->operands[1]).bits;
    uint64_t old = 0;
    unsigned char *at;

    where.bits += (uint64_t)address->number;
    at = memory_at(m, where, size, true);
    if (!at)
        return;
    memcpy(&old, at, size);
    if (gen_bounds_opcode_has(opcode, "min"))
        old = operand < old ? operand : old;
    else if (gen_bounds_opcode_has(opcode, "max"))
        old = operand > old ? operand : old;
    else
        old |= operand;
    memcpy(at, &old, size);
}

static void unpack(machine *m, const gen_ptx_statement *s)
{
    value both = read_operand(m, &s->operands[1]);

    write_register(m, s->operands[0].items[0].reg, (value){(uint32_t)both.bits, 0});
    write_register(m, s->operands[0].items[1].reg, (value){both.bits >> 32, 0});
}

/* --- Arithmetic ------------------------------------------------------------------------------- */

static bool compared(const char *how, size_t length, uint64_t a, uint64_t b, unsigned width,
                     bool is_signed)
{
    int64_t x = extended(a, width);
    int64_t y = extended(b, width);
    bool less = is_signed ? x < y : truncated(a, width) < truncated(b, width);
    bool equal = truncated(a, width) == truncated(b, width);

    if (length != 2)
        abort();
    if (memcmp(how, "eq", 2) == 0 || memcmp(how, "ne", 2) == 0)
        return (how[0] == 'e') == equal;
    if (how[0] == 'l')
        return less || (how[1] == 'e' && equal);
    return !less && (how[1] == 'e' || !equal);
}

static void set_predicate(machine *m, const gen_ptx_statement *s, const gen_bounds_opcode *opcode)
{
    gen_token type = opcode->parts[opcode->count - 1];
    unsigned width = 8 * gen_bounds_type_size(type);
    bool result = compared(opcode->parts[1].text, opcode->parts[1].length,
                           read_operand(m, &s->operands[1]).bits,
                           read_operand(m, &s->operands[2]).bits, width, type.text[0] == 's');

    if (gen_bounds_opcode_has(opcode, "and"))
        result &= read_operand(m, &s->operands[3]).bits & 1;
    if (gen_bounds_opcode_has(opcode, "or"))
        result |= read_operand(m, &s->operands[3]).bits & 1;
    write_register(m, s->operands[0].reg, (value){result, 0});
}

static uint64_t wide_operand(machine *m, const gen_ptx_operand *operand, bool is_signed)
{
    uint64_t bits = read_operand(m, operand).bits;
    return is_signed ? (uint64_t)(int32_t)bits : (uint32_t)bits;
}

static value multiplied(machine *m, const gen_ptx_statement *s, const gen_bounds_opcode *opcode)
{
    bool is_signed = gen_bounds_opcode_has(opcode, "s32");

    if (gen_bounds_opcode_has(opcode, "wide"))
        return (value){wide_operand(m, &s->operands[1], is_signed) *
                           wide_operand(m, &s->operands[2], is_signed),
                       0};
    return (value){read_operand(m, &s->operands[1]).bits * read_operand(m, &s->operands[2]).bits,
                   0};
}

static value converted(machine *m, const gen_ptx_statement *s, const gen_bounds_opcode *opcode)
{
    gen_token from = opcode->parts[opcode->count - 1];
    value result = read_operand(m, &s->operands[1]);
    unsigned width = 8 * gen_bounds_type_size(from);

    result.bits = from.text[0] == 's' ? (uint64_t)extended(result.bits, width)
                                      : truncated(result.bits, width);
    return result;
}

static value computed(machine *m, const gen_ptx_statement *s, const gen_bounds_opcode *opcode)
{
    gen_token type = opcode->parts[opcode->count - 1];
    unsigned width = 8 * gen_bounds_type_size(type);
    value a = read_operand(m, &s->operands[1]);
    value b = s->operand_count > 2 ? read_operand(m, &s->operands[2]) : (value){0, 0};
    value both = {0, a.origin ? a.origin : b.origin};

    if (gen_bounds_opcode_is(opcode, "mov") || gen_bounds_opcode_is(opcode, "cvta"))
        return a;
    if (gen_bounds_opcode_is(opcode, "add"))
        both.bits = a.bits + b.bits;
    else if (gen_bounds_opcode_is(opcode, "sub"))
        both.bits = a.bits - b.bits;
    else if (gen_bounds_opcode_is(opcode, "and"))
        both.bits = a.bits & b.bits;
    else if (gen_bounds_opcode_is(opcode, "or"))
        both.bits = a.bits | b.bits;
    else if (gen_bounds_opcode_is(opcode, "not"))
        both.bits = ~a.bits;
    else if (gen_bounds_opcode_is(opcode, "shl"))
        both.bits = b.bits >= width ? 0 : a.bits << b.bits;
    else if (gen_bounds_opcode_is(opcode, "shr"))
        both.bits = shifted_right(a.bits, b.bits, width, type.text[0] == 's');
    else if (gen_bounds_opcode_is(opcode, "div")) /* of unsigned numbers, by a constant */
        both.bits = truncated(a.bits, width) / b.bits;
    else if (gen_bounds_opcode_is(opcode, "min") || gen_bounds_opcode_is(opcode, "max"))
        both.bits = compared("lt", 2, a.bits, b.bits, width, type.text[0] == 's') ==
                            gen_bounds_opcode_is(opcode, "min")
                        ? a.bits
                        : b.bits;
    else if (gen_bounds_opcode_is(opcode, "selp"))
        return read_operand(m, &s->operands[3]).bits & 1 ? a : b;
    else
        m->failure = "an instruction that the machine does not know";
    return both;
}

/* --- Steps ------------------------------------------------------------------------------------ */

static const gen_ptx_statement *find_label(const machine *m, gen_token name)
{
    for (const gen_ptx_statement *s = m->function->statements; s; s = s->next)
        if (s->kind == GEN_PTX_LABEL && gen_token_equals(s->text, name))
            return s;
    return NULL;
}

static void execute(machine *m, const gen_ptx_statement *s, const gen_bounds_opcode *opcode)
{
    bool is_load = gen_bounds_opcode_is(opcode, "ld");

    if (is_load && gen_bounds_space(opcode) == GEN_PTX_PARAM && !s->operands[1].reg)
        load_param(m, s, gen_bounds_access_size(opcode));
    else if (gen_bounds_space(opcode) == GEN_PTX_PARAM && gen_bounds_opcode_is(opcode, "st"))
        m->result = read_operand(m, &s->operands[1]).bits;
    else if (is_load || gen_bounds_opcode_is(opcode, "st"))
        access_memory(m, s, opcode, is_load);
    else if (gen_bounds_opcode_is(opcode, "atom"))
        compare_and_swap(m, s);
    else if (gen_bounds_opcode_is(opcode, "red"))
        reduce(m, s, opcode);
    else if (gen_bounds_opcode_is(opcode, "membar"))
        return;
    else if (s->operands[0].kind == GEN_PTX_VECTOR)
        unpack(m, s);
    else if (gen_bounds_opcode_is(opcode, "setp"))
        set_predicate(m, s, opcode);
    else if (gen_bounds_opcode_is(opcode, "mul"))
        write_register(m, s->operands[0].reg, multiplied(m, s, opcode));
    else if (gen_bounds_opcode_is(opcode, "mad")) {
        value sum = read_operand(m, &s->operands[3]);
        sum.bits += multiplied(m, s, opcode).bits;
        write_register(m, s->operands[0].reg, sum);
    } else if (gen_bounds_opcode_is(opcode, "cvt"))
        write_register(m, s->operands[0].reg, converted(m, s, opcode));
    else
        write_register(m, s->operands[0].reg, computed(m, s, opcode));
}

/* --- Calls ------------------------------------------------------------------------------------ */

static const gen_ptx_function *find_function(const machine *m, gen_token name)
{
    for (const gen_ptx_function *f = m->module->functions; f; f = f->next)
        if (!f->is_declaration && gen_token_equals(f->name, name))
            return f;
    abort();
}

static void run_statements(machine *m, size_t *steps);

/* Its arguments are stored before the call, and its result is loaded behind it. */
static void call(machine *m, const gen_ptx_statement *s, size_t *steps)
{
    const machine caller = *m;
    unsigned char arguments[8 * PARAM_ORIGINS] = {0};
    unsigned origins[PARAM_ORIGINS] = {0};

    m->function = find_function(m, s->callee);
    for (const gen_ptx_statement *at = s->sequence; at; at = at->next) {
        gen_bounds_opcode opcode = gen_bounds_opcode_of(at);
        if (at->kind == GEN_PTX_INSTRUCTION && gen_bounds_opcode_is(&opcode, "st")) {
            const size_t number =
                gen_bounds_argument_number(gen_bounds_bare_call(s), gen_bounds_address(at)->name);
            const uint64_t offset = m->function->params[number].offset;
            value argument = read_operand(m, &at->operands[1]);
            memcpy(arguments + offset, &argument.bits, gen_bounds_access_size(&opcode));
            origins[offset / 8] = argument.origin;
        } else if (at->kind == GEN_PTX_CALL) {
            m->params = arguments;
            m->origins = origins;
            m->registers = (gen_address_table){.arena = m->arena};
            run_statements(m, steps);
            m->registers = caller.registers;
        } else if (at->kind == GEN_PTX_INSTRUCTION && gen_bounds_opcode_is(&opcode, "ld")) {
            write_register(m, at->operands[0].reg, (value){m->result, 0});
        }
    }
    m->function = caller.function;
    m->params = caller.params;
    m->origins = caller.origins;
    memcpy(m->local, caller.local, sizeof(m->local));
}

static void run_statements(machine *m, size_t *steps)
{
    for (const gen_ptx_statement *s = m->function->statements; s && !m->failure && !m->has_exited;
         s = s->next) {
        gen_bounds_opcode opcode = gen_bounds_opcode_of(s);
        if (++*steps > MAX_STEPS)
            m->failure = "it does not end";
        if (s->kind == GEN_PTX_CALL)
            call(m, s, steps);
        if (s->kind != GEN_PTX_INSTRUCTION)
            continue;
        if (s->guard && (of_register(m, s->guard)->bits & 1) == s->guard_negated)
            continue;
        if (gen_bounds_opcode_is(&opcode, "ret"))
            return;
        m->has_exited = gen_bounds_opcode_is(&opcode, "exit");
        if (gen_bounds_opcode_is(&opcode, "trap")) {
            m->failure = "it traps";
            return;
        }
        if (gen_bounds_opcode_is(&opcode, "bra"))
            s = find_label(m, s->operands[0].text);
        else if (!m->has_exited)
            execute(m, s, &opcode);
    }
}

void machine_run(machine *m)
{
    unsigned origins[PARAM_ORIGINS] = {0};
    size_t steps = 0;

    for (unsigned i = 0; i < MACHINE_BUFFERS; i++)
        origins[i] = i + 1;

    m->kernel_params = m->params;
    m->origins = origins;
    run_statements(m, &steps);
}

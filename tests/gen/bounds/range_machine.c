#include "range_machine.h"

#include "range_operation.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static size_t place_of_label(const gen_bounds_flow *flow, gen_token label)
{
    for (size_t i = 0; i < flow->statement_count; i++)
        if (flow->statements[i]->kind == GEN_PTX_LABEL &&
            gen_token_equals(flow->statements[i]->text, label))
            return i;
    fail_msg("a label is not there");
    return 0;
}

void range_machine_initialize(range_machine *machine, gen_arena *arena,
                              const gen_bounds_function *function)
{
    const gen_bounds_flow *flow = &function->flow;

    machine->function = function;
    machine->operations = GEN_NEW_ARRAY(arena, range_operation, flow->statement_count + 1);
    machine->targets = GEN_NEW_ARRAY(arena, size_t, flow->statement_count + 1);
    machine->values = GEN_NEW_ARRAY(arena, uint64_t, flow->register_count + 1);
    for (size_t i = 0; i < flow->statement_count; i++) {
        const gen_ptx_statement *s = flow->statements[i];
        range_operation_read(&machine->operations[i], s);
        if (gen_bounds_opcode_is(&machine->operations[i].opcode, "bra"))
            machine->targets[i] = place_of_label(flow, s->operands[0].text);
    }
}

static uint64_t *value_at(const range_machine *machine, const gen_ptx_register *reg)
{
    return &machine->values[gen_bounds_writes_of(&machine->function->flow, reg)->number];
}

uint64_t range_machine_value(const range_machine *machine, const gen_ptx_register *reg)
{
    return *value_at(machine, reg);
}

static uint64_t value_of_name(const range_machine *machine, const gen_ptx_operand *operand)
{
    static const char *const names[] = {"%tid.", "%ntid.", "%ctaid.", "%nctaid."};
    const range_launch *launch = machine->launch;
    const uint32_t *const values[] = {launch->thread, launch->threads, launch->block,
                                      launch->blocks};
    const gen_token name = operand->name;

    for (size_t i = 0; i < 4; i++)
        if (name.length == strlen(names[i]) + 1 &&
            memcmp(name.text, names[i], name.length - 1) == 0)
            return values[i][name.text[name.length - 1] - 'x'];
    if (gen_token_is(name, "%laneid"))
        return (launch->thread[0] +
                launch->threads[0] * (launch->thread[1] + launch->threads[1] * launch->thread[2])) %
               32;
    assert_true(gen_token_is(name, "tile"));
    return MACHINE_SHARED + (uint64_t)operand->number;
}

static uint64_t value_of(const range_machine *machine, const gen_ptx_operand *operand)
{
    switch (operand->kind) {
    case GEN_PTX_NUMBER:
        return (uint64_t)operand->number;
    case GEN_PTX_REGISTER:
        return *value_at(machine, operand->reg);
    case GEN_PTX_NAME:
        return value_of_name(machine, operand);
    case GEN_PTX_OTHER: /* !%p */
        assert_true(operand->item_count == 1 && operand->text.text[0] == '!');
        return !*value_at(machine, operand->items[0].reg);
    default:
        fail_msg("an operand that the machine does not have");
        return 0;
    }
}

/* What the type has of `value`, as a register of `result` bits holds it. */
static uint64_t load(const range_machine *machine, const range_operation *o,
                     const gen_ptx_statement *s)
{
    const gen_ptx_operand *address = gen_bounds_address(s);
    uint64_t value = machine->any();
    const gen_ptx_param *param;

    if (gen_bounds_space(&o->opcode) == GEN_PTX_PARAM) {
        param = gen_bounds_param(machine->function, address->name);
        memcpy(&value, machine->launch->params + param->offset, 8);
    }
    return range_operation_typed(o, value);
}

/* p|q: q is what the opposite comparison gives. */
static void write_predicates(range_machine *machine, const range_operation *o,
                             const gen_ptx_statement *s, const uint64_t *v)
{
    const uint64_t is_true = o->compute(o, v);
    const bool is_or = gen_bounds_opcode_has(&o->opcode, "or");
    const uint64_t is_false = !is_true;
    const uint64_t other = s->operand_count > 3 ? v[3] & 1 : !is_or;

    *value_at(machine, s->operands[0].reg) = is_or ? is_true | other : is_true & other;
    if (s->operands[0].item_count)
        *value_at(machine, s->operands[0].items[0].reg) =
            is_or ? is_false | other : is_false & other;
}

static void execute(range_machine *machine, const range_operation *o, const gen_ptx_statement *s)
{
    uint64_t v[MACHINE_OPERANDS] = {0};

    if (gen_bounds_opcode_is(&o->opcode, "st"))
        return;
    if (gen_bounds_opcode_is(&o->opcode, "ld")) {
        *value_at(machine, s->operands[0].reg) =
            range_operation_cut(load(machine, o, s), o->result);
        return;
    }
    assert_true(o->compute && s->operand_count <= MACHINE_OPERANDS);
    for (size_t i = 1; i < s->operand_count; i++)
        v[i] = value_of(machine, &s->operands[i]);
    if (gen_bounds_opcode_is(&o->opcode, "setp"))
        write_predicates(machine, o, s, v);
    else
        *value_at(machine, s->operands[0].reg) = range_operation_cut(o->compute(o, v), o->result);
}

static void set_registers(range_machine *machine)
{
    const gen_ptx_function *function = machine->function->function;

    for (size_t i = 0; i < function->register_count; i++) {
        const gen_ptx_register *reg = function->registers[i];
        *value_at(machine, reg) =
            machine->begins_with_zeros ? 0 : range_operation_cut(machine->any(), reg->bits);
    }
}

/* The labels of the table $T7 are $L7, $L8, … */
static size_t place_in_table(const range_machine *machine, const gen_ptx_statement *s)
{
    const uint64_t index = value_of(machine, &s->operands[0]);
    const unsigned long first = strtoul(s->operands[1].text.text + 2, NULL, 10);
    char label[32];
    const int length = snprintf(label, sizeof(label), "$L%lu", first + (unsigned long)index);

    return place_of_label(&machine->function->flow, (gen_token){label, (size_t)length});
}

void range_machine_run(range_machine *machine, size_t steps)
{
    const gen_bounds_flow *flow = &machine->function->flow;
    size_t place = 0;

    set_registers(machine);
    for (; steps && place < flow->statement_count; steps--, place++) {
        const gen_ptx_statement *s = flow->statements[place];
        const range_operation *o = &machine->operations[place];
        if (s->kind != GEN_PTX_INSTRUCTION ||
            (s->guard && *value_at(machine, s->guard) == s->guard_negated))
            continue;
        machine->visit(machine, place);
        if (gen_bounds_opcode_is(&o->opcode, "ret"))
            return;
        if (gen_bounds_opcode_is(&o->opcode, "bra"))
            place = machine->targets[place];
        else if (gen_bounds_opcode_is(&o->opcode, "brx"))
            place = place_in_table(machine, s);
        else
            execute(machine, o, s);
    }
}

#include "bounds/addresses/stack_slot.h"

#include "bounds/flow/instruction.h"
#include "bounds/addresses/linear_form.h"
#include "bounds/addresses/origin.h"

/* True if the address is a place of a local variable; `offset` is the place. */
static bool is_place(gen_bounds_function *function, const gen_ptx_operand *address, size_t place,
                     size_t *variable, uint64_t *offset)
{
    gen_bounds_form form = gen_bounds_form_of_address(function, address, place);

    *offset = form.constant;
    if (form.count != 1 || form.terms[0].kind != GEN_BOUNDS_VARIABLE || form.terms[0].factor != 1)
        return false;
    *variable = form.terms[0].index;
    return function->variables->items[*variable]->space == GEN_PTX_LOCAL;
}

static gen_bounds_slot *find_slot(const gen_bounds_function *function, size_t variable,
                                  uint64_t offset)
{
    gen_bounds_slot *slot = function->stack->slots;

    while (slot && (slot->variable != variable || slot->offset != offset))
        slot = slot->next;
    return slot;
}

static void add_slot(gen_bounds_function *function, size_t variable, uint64_t offset)
{
    gen_bounds_slot *slot;

    if (find_slot(function, variable, offset))
        return;
    slot = GEN_NEW(function->arena, gen_bounds_slot);
    *slot =
        (gen_bounds_slot){.next = function->stack->slots, .variable = variable, .offset = offset};
    function->stack->slots = slot;
}

void gen_bounds_find_slots(gen_bounds_function *function)
{
    for (size_t i = 0; i < function->flow.statement_count; i++) {
        const gen_ptx_statement *s = function->flow.statements[i];
        const gen_ptx_operand *address = gen_bounds_address(s);
        gen_bounds_opcode opcode = gen_bounds_opcode_of(s);
        size_t variable;
        uint64_t offset;
        if (s->kind != GEN_PTX_INSTRUCTION || !gen_bounds_opcode_is(&opcode, "st") || !address ||
            !is_place(function, address, i, &variable, &offset))
            continue;
        for (uint32_t at = 0; at + 8 <= gen_bounds_access_size(&opcode); at += 8)
            add_slot(function, variable, offset + at);
    }
}

static bool store(gen_bounds_function *function, const gen_ptx_operand *address, size_t place,
                  uint64_t distance, const gen_ptx_operand *value)
{
    gen_bounds_origin origin = gen_bounds_origin_of(function, value);
    size_t variable;
    uint64_t offset;

    if (!is_place(function, address, place, &variable, &offset))
        return gen_bounds_origin_add(function, &function->stack->anywhere, &origin);
    return gen_bounds_origin_add(
        function, &find_slot(function, variable, offset + distance)->origin, &origin);
}

/* A pointer that is stored in parts may be put together anywhere. */
static bool store_half(gen_bounds_function *function, const gen_ptx_operand *value)
{
    gen_bounds_origin origin = gen_bounds_origin_of(function, value);
    return origin.bits && gen_bounds_origin_add(function, &function->stack->anywhere, &origin);
}

static bool is_own(const gen_bounds_function *function, const gen_ptx_operand *operand)
{
    return gen_bounds_origin_of(function, operand).flags & GEN_BOUNDS_OWN;
}

static bool escape(gen_bounds_stack *stack)
{
    bool is_changed = !stack->escapes;

    stack->escapes = true;
    return is_changed;
}

static bool call(gen_bounds_function *function, const gen_ptx_statement *statement)
{
    for (size_t i = 0; i < statement->operands[1].item_count; i++)
        if (statement->operands[1].items[i].kind == GEN_PTX_REGISTER &&
            is_own(function, &statement->operands[1].items[i]))
            return escape(function->stack);
    return false;
}

bool gen_bounds_store_slot(gen_bounds_function *function, size_t place)
{
    const gen_ptx_statement *s = function->flow.statements[place];
    const gen_ptx_operand *address = gen_bounds_address(s);
    gen_bounds_opcode opcode = gen_bounds_opcode_of(s);
    const gen_ptx_operand *value;
    bool is_changed = false;

    if (s->kind == GEN_PTX_CALL)
        return call(function, s);
    if (!gen_bounds_opcode_is(&opcode, "st") || !address || s->operand_count < 2)
        return false;
    value = &s->operands[1];
    if (!is_own(function, address))
        return value->kind == GEN_PTX_REGISTER && is_own(function, value) &&
               escape(function->stack);
    if (value->kind == GEN_PTX_VECTOR) {
        for (size_t i = 0; i < value->item_count; i++)
            if (gen_bounds_access_size(&opcode) == 8 * value->item_count)
                is_changed |= store(function, address, place, 8 * i, &value->items[i]);
        return is_changed;
    }
    return gen_bounds_access_size(&opcode) == 8 ? store(function, address, place, 0, value)
                                                : store_half(function, value);
}

static gen_bounds_origin unknown(const char *reason)
{
    return (gen_bounds_origin){.flags = GEN_BOUNDS_UNKNOWN, .reason = reason};
}

/* All that may be at a place that is not known: in local memory, or in the parameters. */
static gen_bounds_origin anything(const gen_bounds_function *function)
{
    gen_bounds_origin all = {.flags = GEN_BOUNDS_CONSTANT};

    if (!function->function->is_entry)
        return unknown("it is loaded from local memory of a calling function");
    gen_bounds_origin_add(function, &all, &function->stack->anywhere);
    for (gen_bounds_slot *slot = function->stack->slots; slot; slot = slot->next)
        gen_bounds_origin_add(function, &all, &slot->origin);
    for (size_t i = 0; i < function->argument_count; i++)
        gen_bounds_origin_add(function, &all, &function->arguments[i].origin);
    return all;
}

gen_bounds_origin gen_bounds_load_slot(gen_bounds_function *function, size_t place)
{
    const gen_ptx_statement *s = function->flow.statements[place];
    gen_bounds_opcode opcode = gen_bounds_opcode_of(s);
    gen_bounds_origin all = {0};
    gen_bounds_slot *slot;
    size_t variable;
    uint64_t offset;

    if (function->stack->escapes)
        return unknown("it is loaded from local memory whose address is given away");
    if (gen_bounds_access_size(&opcode) != 8 ||
        !is_place(function, gen_bounds_address(s), place, &variable, &offset))
        return anything(function);
    slot = find_slot(function, variable, offset);
    if (!slot)
        return unknown("it is loaded from local memory that is written in parts");
    gen_bounds_origin_add(function, &all, &function->stack->anywhere);
    gen_bounds_origin_add(function, &all, &slot->origin);
    return all;
}

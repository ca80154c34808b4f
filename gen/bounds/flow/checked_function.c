#include "bounds/flow/checked_function.h"

#include "bounds/flow/instruction.h"

static const gen_ptx_variable *find_variable(const gen_ptx_variable *first, gen_token name)
{
    while (first && !gen_token_equals(first->name, name))
        first = first->next;
    return first;
}

size_t gen_bounds_variable_number(const gen_bounds_function *function, gen_token name)
{
    const gen_ptx_variable *found = find_variable(function->function->variables, name);
    size_t number = 0;

    if (!found)
        found = find_variable(function->module->variables, name);
    if (!found)
        return GEN_BOUNDS_NOWHERE;
    while (function->variables->items[number] != found)
        number++;
    return number;
}

const gen_ptx_param *gen_bounds_param(const gen_bounds_function *function, gen_token name)
{
    for (size_t i = 0; i < function->function->param_count; i++)
        if (gen_token_equals(function->function->params[i].name, name))
            return &function->function->params[i];
    return NULL;
}

bool gen_bounds_is_anywhere(const gen_bounds_function *function, const gen_ptx_statement *statement)
{
    const gen_bounds_opcode opcode = gen_bounds_opcode_of(statement);

    return gen_bounds_is_pure(statement) &&
           (!gen_bounds_opcode_is(&opcode, "ld") ||
            gen_bounds_param(function, statement->operands[1].name));
}

const gen_ptx_function *gen_bounds_find_body(const gen_ptx_module *module, gen_token name)
{
    const gen_ptx_function *f = module->functions;

    for (const gen_ptx_alias *a = module->aliases; a; a = a->next)
        if (gen_token_equals(a->name, name))
            name = a->function;
    while (f && (f->is_declaration || f->is_entry || !gen_token_equals(f->name, name)))
        f = f->next;
    return f;
}

const gen_bounds_argument *gen_bounds_loaded_argument(const gen_bounds_function *function,
                                                      const gen_ptx_statement *statement)
{
    const gen_ptx_operand *address = gen_bounds_address(statement);
    gen_bounds_opcode opcode = gen_bounds_opcode_of(statement);
    const gen_ptx_param *param;
    uint64_t offset;

    if (!address || address->reg || gen_bounds_access_size(&opcode) != 8)
        return NULL;
    param = gen_bounds_param(function, address->name);
    if (!param)
        return NULL;
    offset = param->offset + (uint64_t)address->number;
    for (size_t i = 0; i < function->argument_count; i++)
        if (function->arguments[i].offset == offset)
            return &function->arguments[i];
    return NULL;
}

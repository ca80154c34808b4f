#include "bounds/access.h"

#include "bounds/alignment.h"
#include "bounds/instruction.h"

#include <custub/bounds_table.h>

#include <string.h>

static uint32_t kind_of(const gen_bounds_opcode *opcode)
{
    if (gen_bounds_opcode_is(opcode, "st"))
        return CUSTUB_BOUNDS_WRITE;
    return gen_bounds_opcode_is(opcode, "atom") || gen_bounds_opcode_is(opcode, "red")
               ? CUSTUB_BOUNDS_ATOMIC
               : CUSTUB_BOUNDS_READ;
}

static bool is_load_or_store(const gen_bounds_opcode *opcode)
{
    static const char *const names[] = {"ld", "ldu", "st", "atom", "red"};
    return opcode->count && GEN_TOKEN_IS_ANY(opcode->parts[0], names);
}

/* A load of a part of a variable by its name: inside for all to see. */
static bool is_inside_variable(const gen_bounds_function *function, const gen_bounds_access *access)
{
    const gen_ptx_variable *variable;

    if (access->target.kind != GEN_BOUNDS_TO_VARIABLE || access->form.count != 1 ||
        !access->is_aligned)
        return false;
    variable = function->variables->items[access->target.index];
    return access->form.terms[0].kind == GEN_BOUNDS_VARIABLE && access->form.terms[0].factor == 1 &&
           variable->size >= access->size && access->form.constant <= variable->size - access->size;
}

/* Of an array that another module defines, and of an unknown one in the constant bank. */
static bool has_no_size(const gen_bounds_function *function, const gen_bounds_access *access)
{
    const gen_ptx_variable *variable;

    if (access->target.kind != GEN_BOUNDS_TO_VARIABLE)
        return access->space == GEN_PTX_CONST;
    variable = function->variables->items[access->target.index];
    return !variable->size && variable->space != GEN_PTX_SHARED;
}

gen_bounds_access_result gen_bounds_read_access(gen_bounds_function *function, size_t place,
                                                gen_bounds_access *access)
{
    const gen_ptx_statement *statement = function->flow.statements[place];
    gen_bounds_opcode opcode = gen_bounds_opcode_of(statement);

    if (statement->kind != GEN_PTX_INSTRUCTION || !is_load_or_store(&opcode))
        return GEN_BOUNDS_IS_NO_ACCESS;
    *access = (gen_bounds_access){.place = place,
                                  .statement = statement,
                                  .kind = kind_of(&opcode),
                                  .size = gen_bounds_access_size(&opcode),
                                  .space = gen_bounds_space(&opcode),
                                  .address = gen_bounds_address(statement)};
    if (access->space == GEN_PTX_PARAM || access->space == GEN_PTX_LOCAL)
        return GEN_BOUNDS_IS_NO_ACCESS;
    if (!access->address || !access->size || gen_bounds_opcode_has(&opcode, "async") ||
        gen_bounds_opcode_has(&opcode, "shared::cluster"))
        return GEN_BOUNDS_IS_UNCHECKED;
    access->target = gen_bounds_target_of(function, access->address);
    if (access->target.kind == GEN_BOUNDS_TO_OWN || has_no_size(function, access))
        return GEN_BOUNDS_IS_NO_ACCESS;
    access->align = access->size;
    access->is_aligned = gen_bounds_is_aligned(function, access->address, access->align);
    access->form = gen_bounds_form_of_address(function, access->address, place);
    return is_inside_variable(function, access) ? GEN_BOUNDS_IS_NO_ACCESS : GEN_BOUNDS_IS_ACCESS;
}

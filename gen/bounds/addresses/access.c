#include "bounds/addresses/access.h"

#include "bounds/addresses/alignment.h"
#include "bounds/flow/instruction.h"
#include "bounds/addresses/matrix_access.h"
#include "bounds/addresses/other_access.h"

#include <custub/bounds_table.h>

#include <string.h>

/* --- What an instruction accesses ------------------------------------------------------------- */

static void add_operand(gen_bounds_access *access, const gen_ptx_operand *address,
                        gen_ptx_space space, uint32_t kind)
{
    access->address = address;
    access->space = space;
    access->kind = kind;
}

static bool is_number(const gen_ptx_operand *operand)
{
    return operand->kind == GEN_PTX_NUMBER && operand->number >= 0;
}

static uint32_t kind_of(const gen_bounds_opcode *opcode)
{
    if (gen_bounds_opcode_is(opcode, "st"))
        return CUSTUB_BOUNDS_WRITE;
    return gen_bounds_opcode_is(opcode, "atom") || gen_bounds_opcode_is(opcode, "red")
               ? CUSTUB_BOUNDS_ATOMIC
               : CUSTUB_BOUNDS_READ;
}

static bool read_load_or_store(gen_bounds_access *access, const gen_bounds_opcode *opcode)
{
    const gen_ptx_operand *address = gen_bounds_address(access->statement);

    add_operand(access, address, gen_bounds_space(opcode), kind_of(opcode));
    access->size = access->align = gen_bounds_access_size(opcode);
    return address && access->size && !gen_bounds_opcode_has(opcode, "async") &&
           !gen_bounds_opcode_has(opcode, "shared::cluster");
}

/* How many bytes a copy reads, by the operand behind its size: a number, or a register of 32 bits.
 * One of 64 bits is a policy of the cache. A predicate leaves the source out: that is not followed.
 */
static bool read_source_bytes(gen_bounds_access *from, const gen_ptx_operand *operand)
{
    if (is_number(operand) && operand->number <= from->size) {
        from->size = (uint32_t)operand->number;
        return true;
    }
    if (operand->kind != GEN_PTX_REGISTER || operand->reg->bits == 1)
        return false;
    if (operand->reg->bits == 32) {
        from->length = operand;
        from->factor = 1;
    }
    return true;
}

/* cp.async.ca.shared.global [to], [from], size {, bytes that are read}: further bytes become 0. */
static bool read_copy(gen_arena *arena, gen_bounds_access *access)
{
    const gen_ptx_statement *s = access->statement;
    gen_bounds_access *to = GEN_NEW(arena, gen_bounds_access);

    if (s->operand_count < 3 || s->operands[0].kind != GEN_PTX_ADDRESS ||
        s->operands[1].kind != GEN_PTX_ADDRESS || !is_number(&s->operands[2]))
        return false;
    access->size = access->align = (uint32_t)s->operands[2].number;
    *to = *access;
    add_operand(access, &s->operands[1], GEN_PTX_GLOBAL, CUSTUB_BOUNDS_READ);
    add_operand(to, &s->operands[0], GEN_PTX_SHARED, CUSTUB_BOUNDS_WRITE);
    access->next = to;
    if (s->operand_count > 3 && !read_source_bytes(access, &s->operands[3]))
        return false;
    if (!access->size) /* nothing is read */
        *access = *to;
    return true;
}

#define BULK_ALIGN 16

/* The spaces of a bulk copy are named in the order of its addresses. */
static bool read_bulk_copy(gen_arena *arena, gen_bounds_access *access,
                           const gen_bounds_opcode *opcode)
{
    const gen_ptx_statement *s = access->statement;
    gen_bounds_access *from = GEN_NEW(arena, gen_bounds_access);
    bool is_to_global = false;

    if (s->operand_count < 3 || s->operands[0].kind != GEN_PTX_ADDRESS ||
        s->operands[1].kind != GEN_PTX_ADDRESS || gen_bounds_opcode_has(opcode, "tensor"))
        return false;
    for (size_t i = 1; i < opcode->count && !is_to_global; i++) {
        is_to_global = gen_token_is(opcode->parts[i], "global");
        if (opcode->parts[i].length > 5 && memcmp(opcode->parts[i].text, "shared", 6) == 0)
            break;
    }
    access->align = BULK_ALIGN;
    access->traps = true;
    access->length = &s->operands[2];
    access->factor = 1;
    *from = *access;
    add_operand(access, &s->operands[0], is_to_global ? GEN_PTX_GLOBAL : GEN_PTX_SHARED,
                gen_bounds_opcode_has(opcode, "reduce") ? CUSTUB_BOUNDS_ATOMIC
                                                        : CUSTUB_BOUNDS_WRITE);
    add_operand(from, &s->operands[1],
                is_to_global || !gen_bounds_opcode_has(opcode, "global") ? GEN_PTX_SHARED
                                                                         : GEN_PTX_GLOBAL,
                CUSTUB_BOUNDS_READ);
    /* The shared memory of another block of the cluster is not known here. */
    if (!is_to_global && !gen_bounds_opcode_has(opcode, "global"))
        *access = *from;
    else
        access->next = from;
    return true;
}

/* __uAtomicAdd and the like: builtin functions of debug builds. */
static bool read_builtin(gen_arena *arena, gen_bounds_access *access)
{
    const gen_ptx_statement *s = access->statement;
    const gen_ptx_operand *arguments = &s->operands[1];
    gen_ptx_operand *address;
    char *name = gen_arena_copy(arena, s->callee.text, s->callee.length);

    if (strncmp(name, "__", 2) != 0 || !strstr(name, "Atomic") || !arguments->item_count ||
        arguments->items[0].kind != GEN_PTX_REGISTER || arguments->items[0].reg->bits != 64)
        return false;
    address = GEN_NEW(arena, gen_ptx_operand);
    *address = (gen_ptx_operand){.kind = GEN_PTX_ADDRESS, .reg = arguments->items[0].reg};
    add_operand(access, address, GEN_PTX_GENERIC, CUSTUB_BOUNDS_ATOMIC);
    name += 2;
    access->size = strncmp(name, "ull", 3) == 0 || strncmp(name, "ll", 2) == 0 || *name == 'd' ? 8
                   : strncmp(name, "us", 2) == 0                                               ? 2
                                                                                               : 4;
    access->align = access->size;
    return true;
}

static gen_bounds_access_result read_call(const gen_bounds_function *function,
                                          gen_bounds_access *access)
{
    static const char *const harmless[] = {"vprintf", "malloc", "free", "nanosleep"};
    gen_token callee = access->statement->callee;

    if (read_builtin(function->arena, access))
        return GEN_BOUNDS_IS_ACCESS;
    if (!callee.length && function->follows_pointers)
        return GEN_BOUNDS_IS_NO_ACCESS;
    if (!callee.length)
        access->target.reason = "a function that is called through a pointer is not followed";
    else if (gen_bounds_find_body(function->module, callee) || GEN_TOKEN_IS_ANY(callee, harmless) ||
             (callee.length > 2 && memcmp(callee.text, "__", 2) == 0))
        return GEN_BOUNDS_IS_NO_ACCESS;
    else
        access->target.reason = "a function of another file is not followed";
    return GEN_BOUNDS_IS_UNCHECKED;
}

static gen_bounds_access_result known_if(bool is_known)
{
    return is_known ? GEN_BOUNDS_IS_ACCESS : GEN_BOUNDS_IS_UNCHECKED;
}

static gen_bounds_access_result read_bulk(const gen_bounds_function *function,
                                          gen_bounds_access *access,
                                          const gen_bounds_opcode *opcode)
{
    if (gen_bounds_opcode_has(opcode, "prefetch") || !gen_bounds_address(access->statement))
        return GEN_BOUNDS_IS_NO_ACCESS;
    if (gen_bounds_opcode_has(opcode, "tensor")) { /* its map holds the other side */
        access->target.reason = "how much a copy by a tensor map touches of shared memory is not "
                                "followed";
        return GEN_BOUNDS_IS_UNCHECKED;
    }
    return known_if(read_bulk_copy(function->arena, access, opcode));
}

static gen_bounds_access_result read_other(gen_bounds_access *access,
                                           const gen_bounds_opcode *opcode)
{
    switch (gen_bounds_other_kind_of(opcode)) {
    case GEN_BOUNDS_OTHER_HARMLESS:
        return GEN_BOUNDS_IS_NO_ACCESS;
    case GEN_BOUNDS_OTHER_ACCESS:
        return gen_bounds_address(access->statement)
                   ? known_if(gen_bounds_read_other_access(access, opcode))
                   : GEN_BOUNDS_IS_NO_ACCESS;
    case GEN_BOUNDS_OTHER_DESCRIPTOR:
        access->target.reason = "a descriptor of shared memory is not followed";
        return GEN_BOUNDS_IS_UNCHECKED;
    default:
        return gen_bounds_address(access->statement) ? GEN_BOUNDS_IS_UNCHECKED
                                                     : GEN_BOUNDS_IS_NO_ACCESS;
    }
}

static gen_bounds_access_result read_instruction(const gen_bounds_function *function,
                                                 gen_bounds_access *access)
{
    static const char *const plain[] = {"ld", "ldu", "st", "atom", "red"};
    const gen_bounds_opcode opcode = gen_bounds_opcode_of(access->statement);

    if (access->statement->kind == GEN_PTX_CALL)
        return read_call(function, access);
    if (access->statement->kind != GEN_PTX_INSTRUCTION || !opcode.count)
        return GEN_BOUNDS_IS_NO_ACCESS;
    if (GEN_TOKEN_IS_ANY(opcode.parts[0], plain)) {
        gen_ptx_space space = gen_bounds_space(&opcode);
        if (space == GEN_PTX_PARAM || space == GEN_PTX_LOCAL)
            return GEN_BOUNDS_IS_NO_ACCESS;
        return known_if(read_load_or_store(access, &opcode));
    }
    if (gen_bounds_is_matrix_access(&opcode))
        return known_if(gen_bounds_read_matrix_access(access, &opcode));
    if (gen_bounds_opcode_is(&opcode, "cp") && gen_bounds_opcode_has(&opcode, "bulk"))
        return read_bulk(function, access, &opcode);
    if (gen_bounds_opcode_is(&opcode, "cp") && gen_bounds_address(access->statement) &&
        gen_bounds_opcode_has(&opcode, "global"))
        return known_if(read_copy(function->arena, access));
    return read_other(access, &opcode);
}

/* --- What it is held to ----------------------------------------------------------------------- */

/* A load of a part of a variable by its name: inside for all to see. */
static bool is_inside_variable(const gen_bounds_function *function, const gen_bounds_access *access)
{
    const gen_ptx_variable *variable;

    if (access->target.kind != GEN_BOUNDS_TO_VARIABLE || access->form.count != 1 ||
        !access->is_aligned || !access->size)
        return false;
    variable = function->variables->items[access->target.index];
    return access->form.terms[0].kind == GEN_BOUNDS_VARIABLE && access->form.terms[0].factor == 1 &&
           variable->size >= access->size && access->form.constant <= variable->size - access->size;
}

/* True for an array that another module defines. */
static bool has_no_size(const gen_bounds_function *function, const gen_bounds_access *access)
{
    const gen_ptx_variable *variable;

    if (access->target.kind != GEN_BOUNDS_TO_VARIABLE)
        return false;
    variable = function->variables->items[access->target.index];
    return !variable->size && variable->space != GEN_PTX_SHARED;
}

/* False if the access needs no check. */
static bool find_target(gen_bounds_function *function, gen_bounds_access *access)
{
    access->target = gen_bounds_target_of(function, access->address);
    if (access->target.kind == GEN_BOUNDS_TO_OWN)
        return false;
    if (has_no_size(function, access)) {
        access->target.reason = "the size of the variable is only known in another file";
        return false;
    }
    access->is_aligned = gen_bounds_is_aligned(function, access->address, access->align);
    access->form = gen_bounds_form_of_address(function, access->address, access->place);
    return !is_inside_variable(function, access);
}

gen_bounds_access_result gen_bounds_read_access(gen_bounds_function *function, size_t place,
                                                gen_bounds_access *access)
{
    gen_bounds_access_result result;
    bool is_checked;

    *access = (gen_bounds_access){.place = place, .statement = function->flow.statements[place]};
    access->target.reason = "this instruction is not followed";
    result = read_instruction(function, access);
    if (result != GEN_BOUNDS_IS_ACCESS)
        return result;
    if (access->next && !find_target(function, access->next))
        access->next = NULL;
    is_checked = find_target(function, access);
    if (!is_checked && access->next) {
        *access = *access->next;
        is_checked = true;
    }
    if (!is_checked && access->target.reason)
        return GEN_BOUNDS_IS_UNCHECKED;
    return is_checked ? GEN_BOUNDS_IS_ACCESS : GEN_BOUNDS_IS_NO_ACCESS;
}

#include "bounds/addresses/access.h"

#include "bounds/addresses/matrix_access.h"
#include "bounds/addresses/other_access.h"
#include "bounds/flow/instruction.h"
#include "bounds/ranges/alignment.h"
#include "bounds/ranges/value_range.h"

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
static bool is_from_shared(const gen_bounds_opcode *opcode, bool is_to_global)
{
    return is_to_global || !gen_bounds_opcode_has(opcode, "global");
}

/* True if the first space that is named is global memory. */
static bool is_to_global(const gen_bounds_opcode *opcode)
{
    static const char shared[] = "shared";

    for (size_t i = 1; i < opcode->count; i++) {
        const gen_token part = opcode->parts[i];
        if (gen_token_is(part, "global"))
            return true;
        if (part.length >= sizeof(shared) - 1 && memcmp(part.text, shared, sizeof(shared) - 1) == 0)
            return false;
    }
    return false;
}

/* The barrier that counts the bytes of a copy, in the block that they go to. */
static void add_barrier(gen_arena *arena, gen_bounds_access *access)
{
    const gen_ptx_statement *s = access->statement;
    gen_bounds_access *barrier;

    if (s->operand_count < 4 || s->operands[3].kind != GEN_PTX_ADDRESS)
        return;
    barrier = GEN_NEW(arena, gen_bounds_access);
    *barrier = *access;
    barrier->length = NULL;
    gen_bounds_set_barrier(barrier);
    barrier->address = &s->operands[3];
    barrier->space = GEN_PTX_SHARED;
    barrier->next = access->next;
    access->next = barrier;
}

static bool read_bulk_copy(gen_arena *arena, gen_bounds_access *access,
                           const gen_bounds_opcode *opcode)
{
    const gen_ptx_statement *s = access->statement;
    const bool to_global = is_to_global(opcode);
    gen_bounds_access *from = GEN_NEW(arena, gen_bounds_access);

    if (s->operand_count < 3 || s->operands[0].kind != GEN_PTX_ADDRESS ||
        s->operands[1].kind != GEN_PTX_ADDRESS || gen_bounds_opcode_has(opcode, "tensor"))
        return false;
    access->align = BULK_ALIGN;
    access->traps = true;
    access->length = &s->operands[2];
    access->factor = 1;
    *from = *access;
    add_operand(access, &s->operands[0], to_global ? GEN_PTX_GLOBAL : GEN_PTX_SHARED,
                gen_bounds_opcode_has(opcode, "reduce") ? CUSTUB_BOUNDS_ATOMIC
                                                        : CUSTUB_BOUNDS_WRITE);
    add_operand(from, &s->operands[1],
                is_from_shared(opcode, to_global) ? GEN_PTX_SHARED : GEN_PTX_GLOBAL,
                CUSTUB_BOUNDS_READ);
    access->next = from;
    access->is_elsewhere = !to_global && !gen_bounds_opcode_has(opcode, "global");
    if (!to_global)
        add_barrier(arena, access);
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
        access->left_out = "a function that is called through a pointer is not followed";
    else if (gen_bounds_find_body(function->module, callee) || GEN_TOKEN_IS_ANY(callee, harmless) ||
             (callee.length > 2 && memcmp(callee.text, "__", 2) == 0))
        return GEN_BOUNDS_IS_NO_ACCESS;
    else
        access->left_out = "a function of another file is not followed";
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
        access->left_out = "how much a copy by a tensor map touches of shared memory is not "
                           "followed";
        return GEN_BOUNDS_IS_UNCHECKED;
    }
    return known_if(read_bulk_copy(function->arena, access, opcode));
}

/* True if the instruction has an address of any form. */
static bool has_brackets(const gen_ptx_statement *statement)
{
    for (size_t i = 0; i < statement->operand_count; i++)
        if (memchr(statement->operands[i].text.text, '[', statement->operands[i].text.length))
            return true;
    return false;
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
        access->left_out = "a descriptor of shared memory is not followed";
        return GEN_BOUNDS_IS_UNCHECKED;
    default:
        return has_brackets(access->statement) ? GEN_BOUNDS_IS_UNCHECKED : GEN_BOUNDS_IS_NO_ACCESS;
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

/* The most bytes that the access may touch; 0: not known. */
static uint64_t most_bytes(gen_bounds_function *function, const gen_bounds_access *access)
{
    gen_bounds_value length;

    if (access->size || !access->length)
        return access->size;
    length = gen_bounds_operand_range(function, access->length, access->place);
    return length.variable == GEN_BOUNDS_NOWHERE && length.range.low >= 0 &&
                   length.range.high <= INT32_MAX
               ? (uint64_t)length.range.high * access->factor + access->rest
               : 0;
}

/* True if the access stays inside its variable in every legal launch. */
static bool is_inside_variable(gen_bounds_function *function, const gen_bounds_access *access)
{
    const gen_ptx_variable *variable;
    gen_bounds_value address;
    uint64_t size;
    uint64_t all;

    if (access->target.kind != GEN_BOUNDS_TO_VARIABLE || !access->is_aligned)
        return false;
    variable = function->variables->items[access->target.index];
    all = variable->size ? variable->size : function->shared;
    size = most_bytes(function, access);
    if (!size || all < size)
        return false;
    address = gen_bounds_address_range(function, access->address, access->place);
    return address.variable == access->target.index && address.range.low >= 0 &&
           address.range.low <= address.range.high && (uint64_t)address.range.high <= all - size;
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
    if (access->is_elsewhere) {
        access->target.reason = "the shared memory of another block is not followed";
        return false;
    }
    if (access->target.kind == GEN_BOUNDS_TO_OWN)
        return false;
    if (has_no_size(function, access)) {
        access->target.reason = "the size of the variable is only known in another file";
        return false;
    }
    access->is_aligned = gen_bounds_is_aligned(function, access->address, access->align,
                                               access->target.kind == GEN_BOUNDS_TO_VARIABLE);
    access->form = gen_bounds_form_of_address(function, access->address, access->place);
    return !is_inside_variable(function, access);
}

/* Removes the accesses of the instruction that need no check, or cannot be checked. False if none
 * is left. */
static bool keep_checked(gen_bounds_function *function, gen_bounds_access *access)
{
    gen_bounds_access *all = GEN_NEW(function->arena, gen_bounds_access);
    gen_bounds_access *kept = NULL;
    gen_bounds_access **last = &kept;
    const char *left_out = NULL;

    *all = *access;
    for (gen_bounds_access *a = all; a; a = a->next) {
        if (find_target(function, a)) {
            *last = a;
            last = &a->next;
        } else if (a->target.reason) {
            left_out = a->target.reason;
        }
    }
    *last = NULL;
    if (kept)
        *access = *kept;
    access->left_out = left_out;
    return kept != NULL;
}

gen_bounds_access_result gen_bounds_read_access(gen_bounds_function *function, size_t place,
                                                gen_bounds_access *access)
{
    gen_bounds_access_result result;

    *access = (gen_bounds_access){.place = place, .statement = function->flow.statements[place]};
    access->left_out = "this instruction is not followed";
    result = read_instruction(function, access);
    if (result != GEN_BOUNDS_IS_ACCESS)
        return result;
    if (keep_checked(function, access))
        return GEN_BOUNDS_IS_ACCESS;
    return access->left_out ? GEN_BOUNDS_IS_UNCHECKED : GEN_BOUNDS_IS_NO_ACCESS;
}

#include "bounds/addresses/other_access.h"

#include <custub/bounds_table.h>

#define BARRIER_BYTES    8u   /* "PTX ISA", mbarrier object */
#define TENSOR_MAP_BYTES 128u /* .b1024 */

static bool is_async_arrival(const gen_bounds_opcode *opcode)
{
    return gen_bounds_opcode_is(opcode, "cp") && gen_bounds_opcode_has(opcode, "mbarrier");
}

/* See "PTX ISA 9.0", instructions with an operand in brackets. */
gen_bounds_other_kind gen_bounds_other_kind_of(const gen_bounds_opcode *opcode)
{
    static const char *const harmless[] = {
        "applypriority", "createpolicy", "fence", "prefetch", "prefetchu", /* hints, and order */
        "istypep",       "suld",         "suq",   "sured",    "sust",      /* textures have */
        "tex",           "tld4",         "txq"                             /* their own bounds */
    };

    if (GEN_TOKEN_IS_ANY(opcode->parts[0], harmless))
        return GEN_BOUNDS_OTHER_HARMLESS;
    if (gen_bounds_opcode_is(opcode, "mbarrier") || gen_bounds_opcode_is(opcode, "discard") ||
        (gen_bounds_opcode_is(opcode, "tensormap") && gen_bounds_opcode_has(opcode, "replace")) ||
        is_async_arrival(opcode))
        return GEN_BOUNDS_OTHER_ACCESS;
    if (gen_bounds_opcode_is(opcode, "wgmma") && gen_bounds_opcode_has(opcode, "mma_async"))
        return GEN_BOUNDS_OTHER_DESCRIPTOR;
    return GEN_BOUNDS_OTHER_UNKNOWN;
}

/* A wrong barrier cannot be left out: what waits for it would wait for ever. */
void gen_bounds_set_barrier(gen_bounds_access *access)
{
    access->kind = CUSTUB_BOUNDS_ATOMIC;
    access->size = access->align = BARRIER_BYTES;
    access->traps = true;
}

/* discard.global.L2 [a], 128: what is there is lost. */
static bool read_discard(gen_bounds_access *access)
{
    const gen_ptx_statement *s = access->statement;

    if (s->operand_count < 2 || s->operands[1].kind != GEN_PTX_NUMBER || s->operands[1].number <= 0)
        return false;
    access->kind = CUSTUB_BOUNDS_WRITE;
    access->size = access->align = (uint32_t)s->operands[1].number;
    return true;
}

bool gen_bounds_read_other_access(gen_bounds_access *access, const gen_bounds_opcode *opcode)
{
    access->address = gen_bounds_address(access->statement);
    access->space = gen_bounds_space(opcode);
    if (gen_bounds_opcode_has(opcode, "shared::cluster"))
        return false; /* another block's */
    if (gen_bounds_opcode_is(opcode, "discard"))
        return read_discard(access);
    if (gen_bounds_opcode_is(opcode, "tensormap")) {
        access->kind = CUSTUB_BOUNDS_WRITE;
        access->size = access->align = TENSOR_MAP_BYTES;
        return true;
    }
    gen_bounds_set_barrier(access);
    return true;
}

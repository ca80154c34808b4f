#include "bounds/addresses/matrix_access.h"

#include <custub/bounds_table.h>

#include <string.h>

bool gen_bounds_is_matrix_access(const gen_bounds_opcode *opcode)
{
    return gen_bounds_opcode_is(opcode, "ldmatrix") || gen_bounds_opcode_is(opcode, "stmatrix") ||
           (gen_bounds_opcode_is(opcode, "wmma") &&
            (gen_bounds_opcode_has(opcode, "load") || gen_bounds_opcode_has(opcode, "store")));
}

/* ldmatrix, stmatrix: each of the first lanes has the address of a row. */
static bool read_rows(gen_bounds_access *access, const gen_bounds_opcode *opcode)
{
    access->kind =
        gen_bounds_opcode_is(opcode, "stmatrix") ? CUSTUB_BOUNDS_WRITE : CUSTUB_BOUNDS_READ;
    access->size = access->align = 16;
    if (gen_bounds_opcode_has(opcode, "x1"))
        access->lanes = 8;
    else if (gen_bounds_opcode_has(opcode, "x2"))
        access->lanes = 16;
    return gen_bounds_opcode_has(opcode, "m8n8") || gen_bounds_opcode_has(opcode, "m16n8");
}

/* m16n16k16: the numbers behind m, n and k. */
static bool read_shape(const gen_bounds_opcode *opcode, uint32_t shape[3])
{
    for (size_t i = 1; i < opcode->count; i++) {
        const char *at = opcode->parts[i].text;
        const char *end = at + opcode->parts[i].length;
        size_t count = 0;
        if (opcode->parts[i].length < 6 || *at != 'm' || at[1] < '0' || at[1] > '9')
            continue;
        while (at < end && count < 3 && *at == "mnk"[count]) {
            shape[count] = 0;
            for (at++; at < end && *at >= '0' && *at <= '9'; at++)
                shape[count] = 10 * shape[count] + (uint32_t)(*at - '0');
            count++;
        }
        return count == 3 && at == end;
    }
    return false;
}

static uint32_t element_bits(const gen_bounds_opcode *opcode)
{
    gen_token type = opcode->parts[opcode->count - 1];

    if (gen_token_is(type, "b1"))
        return 1;
    if (gen_token_is(type, "s4") || gen_token_is(type, "u4"))
        return 4;
    return gen_token_is(type, "tf32") ? 32 : 8 * gen_bounds_type_size(type);
}

/* wmma.load.a.sync.aligned.row.m16n16k16.global.f16 {…}, [p], stride: rows (or columns) that are
 * `stride` elements apart. */
static bool read_fragment(gen_bounds_access *access, const gen_bounds_opcode *opcode)
{
    const gen_ptx_statement *s = access->statement;
    bool is_store = gen_bounds_opcode_has(opcode, "store");
    bool is_a = gen_bounds_opcode_has(opcode, "a");
    bool is_b = gen_bounds_opcode_has(opcode, "b");
    uint32_t bits = element_bits(opcode);
    uint32_t shape[3];
    uint32_t rows;
    uint32_t columns;

    if (!bits || !read_shape(opcode, shape))
        return false;
    rows = is_b ? shape[2] : shape[0];
    columns = is_a ? shape[2] : shape[1];
    if (gen_bounds_opcode_has(opcode, "col")) {
        uint32_t swapped = rows;
        rows = columns;
        columns = swapped;
    }
    access->kind = is_store ? CUSTUB_BOUNDS_WRITE : CUSTUB_BOUNDS_READ;
    access->align = 1;
    access->rest = (columns * bits + 7) / 8;
    if (s->operand_count < 3) {
        access->size = rows * access->rest;
        return true;
    }
    access->length = &s->operands[2];
    access->factor = (rows - 1) * bits / 8;
    return bits >= 8;
}

bool gen_bounds_read_matrix_access(gen_bounds_access *access, const gen_bounds_opcode *opcode)
{
    access->address = gen_bounds_address(access->statement);
    access->space = gen_bounds_space(opcode);
    access->is_together = true;
    if (!access->address)
        return false;
    return gen_bounds_opcode_is(opcode, "wmma") ? read_fragment(access, opcode)
                                                : read_rows(access, opcode);
}

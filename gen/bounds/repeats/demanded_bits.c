#include "bounds/repeats/demanded_bits.h"

#include "bounds/flow/instruction.h"

#include <string.h>

#define ALL UINT64_MAX

static uint64_t low_bits(unsigned count)
{
    return count >= 64 ? ALL : (UINT64_C(1) << count) - 1;
}

/* All bits up to the highest one: sums and products carry upwards only. */
static uint64_t up_to(uint64_t bits)
{
    for (unsigned shift = 1; shift < 64; shift *= 2)
        bits |= bits >> shift;
    return bits;
}

/* The width of a type of integers or bits; 0: it is another. */
static unsigned width_of(gen_token type)
{
    return type.length > 1 && strchr("bus", type.text[0]) && type.text[1] <= '9'
               ? 8 * gen_bounds_type_size(type)
               : 0;
}

static bool is_immediate(const gen_ptx_statement *statement, size_t operand)
{
    return operand < statement->operand_count &&
           statement->operands[operand].kind == GEN_PTX_NUMBER;
}

/* a & 15 */
static uint64_t masked(const gen_ptx_statement *statement, size_t operand, uint64_t bits)
{
    const size_t other = 3 - operand;

    return is_immediate(statement, other) ? bits & (uint64_t)statement->operands[other].number
                                          : bits;
}

static uint64_t shifted(const gen_ptx_statement *statement, const gen_bounds_opcode *opcode,
                        size_t operand, uint64_t bits)
{
    const gen_token type = opcode->parts[opcode->count - 1];
    const unsigned width = width_of(type);
    const uint64_t count = (uint64_t)statement->operands[2].number;
    const bool is_signed = type.text[0] == 's';

    if (operand != 1 || !is_immediate(statement, 2) || !width || count >= width)
        return ALL;
    if (gen_bounds_opcode_is(opcode, "shl"))
        return bits >> count;
    /* the sign comes in from above */
    return (bits << count & low_bits(width)) |
           (is_signed && count && bits >> (width - count) ? UINT64_C(1) << (width - 1) : 0);
}

static uint64_t converted(const gen_bounds_opcode *opcode, uint64_t bits)
{
    const unsigned to = opcode->count == 3 ? width_of(opcode->parts[1]) : 0;
    const unsigned from = opcode->count == 3 ? width_of(opcode->parts[2]) : 0;
    const unsigned width = to < from ? to : from;

    if (!width)
        return ALL;
    return (bits & low_bits(width)) |
           (bits & ~low_bits(width) ? UINT64_C(1) << (width - 1) : 0); /* the sign */
}

static bool carries_upwards(const gen_bounds_opcode *opcode)
{
    static const char *const names[] = {"add", "sub", "neg", "mul", "mad"};

    return GEN_TOKEN_IS_ANY(opcode->parts[0], names) && !gen_bounds_opcode_has(opcode, "hi") &&
           !gen_bounds_opcode_has(opcode, "sat");
}

uint64_t gen_bounds_demanded_bits(const gen_ptx_statement *statement, size_t operand, uint64_t bits)
{
    static const char *const bitwise[] = {"or", "xor", "not"};
    const gen_bounds_opcode opcode = gen_bounds_opcode_of(statement);

    if (gen_bounds_opcode_is(&opcode, "cvt"))
        return converted(&opcode, bits);
    if (!width_of(opcode.parts[opcode.count - 1]) || statement->operands[0].kind == GEN_PTX_VECTOR)
        return ALL;
    if (gen_bounds_opcode_is(&opcode, "mov") || GEN_TOKEN_IS_ANY(opcode.parts[0], bitwise) ||
        (gen_bounds_opcode_is(&opcode, "cvta") && gen_bounds_opcode_has(&opcode, "global")))
        return bits;
    if (gen_bounds_opcode_is(&opcode, "and"))
        return masked(statement, operand, bits);
    if (gen_bounds_opcode_is(&opcode, "shl") || gen_bounds_opcode_is(&opcode, "shr"))
        return shifted(statement, &opcode, operand, bits);
    if (gen_bounds_opcode_is(&opcode, "selp"))
        return operand < 3 ? bits : ALL;
    return carries_upwards(&opcode) ? up_to(bits) : ALL;
}

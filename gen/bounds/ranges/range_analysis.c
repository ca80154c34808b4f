#include "bounds/ranges/range_analysis.h"

#include "bounds/flow/instruction.h"

bool gen_bounds_is_integer(const gen_ptx_register *reg)
{
    return reg->kind != 'f' && reg->kind != 'p' && reg->bits >= 16 && reg->bits <= 64;
}

bool gen_bounds_writes_integer(const gen_ptx_statement *s)
{
    return s->kind == GEN_PTX_INSTRUCTION && s->operand_count &&
           s->operands[0].kind == GEN_PTX_REGISTER && !s->operands[0].item_count &&
           gen_bounds_is_integer(s->operands[0].reg);
}

bool gen_bounds_is_operation(const gen_ptx_statement *s, const char *name)
{
    const gen_bounds_opcode opcode = gen_bounds_opcode_of(s);
    return s->kind == GEN_PTX_INSTRUCTION && !s->guard && s->operand_count == 3 &&
           opcode.count == 2 && opcode.parts[1].length == 3 && opcode.parts[1].text[0] != 'f' &&
           gen_bounds_opcode_is(&opcode, name);
}

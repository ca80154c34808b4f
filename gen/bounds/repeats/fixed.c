#include "bounds/repeats/fixed.h"

#include <string.h>

static bool begins_with(gen_token name, const char *begin)
{
    return name.length >= strlen(begin) && memcmp(name.text, begin, strlen(begin)) == 0;
}

/* Special registers that a launch with the same numbers has again. */
static bool is_fixed_register(gen_token name)
{
    static const char *const fixed[] = {
        "%tid", "%ntid", "%ctaid", "%nctaid", "%laneid", "%lanemask_", "%dynamic_smem_size"};

    for (size_t i = 0; i < sizeof(fixed) / sizeof(fixed[0]); i++)
        if (begins_with(name, fixed[i]))
            return true;
    return false;
}

static bool has_other_special_register(const gen_ptx_statement *statement)
{
    for (size_t i = 1; i < statement->operand_count; i++) {
        const gen_ptx_operand *operand = &statement->operands[i];
        if (operand->kind == GEN_PTX_NAME && begins_with(operand->name, "%") &&
            !is_fixed_register(operand->name))
            return true;
    }
    return false;
}

/* Without a rounding, ptxas may join a multiplication and an addition, and does so in one image and
 * not in the other. */
static bool is_exact(const gen_bounds_opcode *opcode)
{
    static const char *const arithmetic[] = {"add", "sub", "mul", "mad", "fma", "div"};
    static const char *const types[] = {"f16", "f16x2", "bf16", "bf16x2", "f32", "f32x2", "f64"};
    static const char *const roundings[] = {"rn", "rz", "rm", "rp"};
    bool is_float = false;
    bool is_rounded = false;

    for (size_t i = 0; i < sizeof(types) / sizeof(types[0]); i++)
        is_float |= gen_bounds_opcode_has(opcode, types[i]);
    for (size_t i = 0; i < sizeof(roundings) / sizeof(roundings[0]); i++)
        is_rounded |= gen_bounds_opcode_has(opcode, roundings[i]);
    return !is_float || is_rounded || !GEN_TOKEN_IS_ANY(opcode->parts[0], arithmetic);
}

bool gen_bounds_is_param_load(const gen_ptx_statement *statement)
{
    const gen_bounds_opcode opcode = gen_bounds_opcode_of(statement);

    return gen_bounds_opcode_is(&opcode, "ld") && gen_bounds_space(&opcode) == GEN_PTX_PARAM;
}

bool gen_bounds_is_fixed(const gen_ptx_statement *statement)
{
    const gen_bounds_opcode opcode = gen_bounds_opcode_of(statement);

    return gen_bounds_is_param_load(statement) ||
           (gen_bounds_is_computed(statement) && is_exact(&opcode) &&
            !has_other_special_register(statement));
}

/* True if the register only ever holds a pointer of the kernel's parameters, unchanged. */
static bool is_pointer_itself(const gen_bounds_function *function, const gen_ptx_operand *operand)
{
    for (int depth = 0; depth < 8 && operand->reg && function->begins_buffers; depth++) {
        const gen_ptx_statement *from = operand->reg->definition;
        gen_bounds_opcode opcode;
        if (operand->reg->definitions != 1 || from->guard)
            return false;
        if (gen_bounds_loaded_argument(function, from))
            return true;
        opcode = gen_bounds_opcode_of(from);
        if (from->operand_count != 2 || !gen_bounds_opcode_has(&opcode, "to") ||
            !gen_bounds_opcode_has(&opcode, "global") || !gen_bounds_opcode_is(&opcode, "cvta"))
            return false;
        operand = &from->operands[1];
    }
    return false;
}

bool gen_bounds_compares_with_null(const gen_bounds_function *function,
                                   const gen_ptx_statement *statement)
{
    const gen_bounds_opcode opcode = gen_bounds_opcode_of(statement);
    const gen_ptx_operand *number = statement->operand_count == 3 ? &statement->operands[2] : NULL;

    return number && gen_bounds_opcode_is(&opcode, "setp") &&
           (gen_bounds_opcode_has(&opcode, "eq") || gen_bounds_opcode_has(&opcode, "ne")) &&
           number->kind == GEN_PTX_NUMBER && !number->number &&
           is_pointer_itself(function, &statement->operands[1]);
}

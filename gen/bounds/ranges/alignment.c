#include "bounds/ranges/alignment.h"

#include "bounds/flow/instruction.h"

#define ALL 63u /* the number 0, or a pointer: as many as are asked for */

static unsigned smaller(unsigned a, unsigned b)
{
    return a < b ? a : b;
}

static unsigned zeros_of_number(uint64_t number)
{
    unsigned count = 0;

    while (count < ALL && !(number >> count & 1))
        count++;
    return count;
}

static unsigned zeros_of_name(const gen_bounds_function *function, gen_token name)
{
    size_t variable = gen_bounds_variable_number(function, name);

    if (variable == GEN_BOUNDS_NOWHERE)
        return 0;
    return zeros_of_number(function->variables->items[variable]->align);
}

static unsigned zeros_of(const gen_bounds_function *function, const gen_ptx_operand *operand)
{
    const gen_bounds_writes *writes;

    if (operand->kind == GEN_PTX_NUMBER)
        return zeros_of_number((uint64_t)operand->number);
    if (operand->kind == GEN_PTX_NAME)
        return smaller(zeros_of_name(function, operand->name),
                       zeros_of_number((uint64_t)operand->number));
    if (operand->kind != GEN_PTX_REGISTER)
        return 0;
    writes = gen_bounds_writes_of(&function->flow, operand->reg);
    return writes && writes->count ? function->zeros[writes->number] : 0;
}

/* ld.param: a pointer of the description is as aligned as the host makes sure. */
static unsigned zeros_of_load(const gen_bounds_function *function,
                              const gen_ptx_statement *statement)
{
    const gen_bounds_argument *argument = gen_bounds_loaded_argument(function, statement);
    return argument && function->begins_buffers ? ALL : 0;
}

/* Its low bits do not follow from those of its operands. */
static bool is_float(const gen_bounds_opcode *opcode)
{
    if (gen_bounds_opcode_has(opcode, "sat"))
        return true;
    for (size_t i = 1; i < opcode->count; i++)
        if (gen_bounds_type_size(opcode->parts[i]) &&
            (opcode->parts[i].text[0] == 'f' || opcode->parts[i].length > 3))
            return true;
    return false;
}

static unsigned zeros_of_shift(const gen_bounds_function *function,
                               const gen_ptx_statement *statement, bool is_left)
{
    const gen_ptx_operand *by = &statement->operands[2];
    unsigned zeros = zeros_of(function, &statement->operands[1]);

    if (by->kind != GEN_PTX_NUMBER || by->number < 0 || by->number > 63)
        return is_left ? zeros : 0;
    if (is_left)
        return smaller(zeros + (unsigned)by->number, ALL);
    return zeros > (unsigned)by->number ? zeros - (unsigned)by->number : 0;
}

/* The zeros after an operation with two or three sources. */
static unsigned zeros_of_operation(const gen_bounds_function *function,
                                   const gen_ptx_statement *statement,
                                   const gen_bounds_opcode *opcode)
{
    static const char *const least[] = {"add", "sub", "or",  "xor", "selp",
                                        "min", "max", "bfi", "slct"};
    unsigned a = zeros_of(function, &statement->operands[1]);
    unsigned b = zeros_of(function, &statement->operands[2]);

    if (gen_bounds_opcode_has(opcode, "hi") || gen_bounds_opcode_is(opcode, "bfi"))
        return 0;
    if (GEN_TOKEN_IS_ANY(opcode->parts[0], least))
        return smaller(a, b);
    if (gen_bounds_opcode_is(opcode, "mul"))
        return smaller(a + b, ALL);
    if (gen_bounds_opcode_is(opcode, "mad") && statement->operand_count == 4)
        return smaller(a + b, zeros_of(function, &statement->operands[3]));
    if (gen_bounds_opcode_is(opcode, "and"))
        return a > b ? a : b;
    if (gen_bounds_opcode_is(opcode, "shl") || gen_bounds_opcode_is(opcode, "shr"))
        return zeros_of_shift(function, statement, gen_bounds_opcode_is(opcode, "shl"));
    return 0;
}

static unsigned zeros_written(const gen_bounds_function *function,
                              const gen_ptx_statement *statement)
{
    gen_bounds_opcode opcode = gen_bounds_opcode_of(statement);

    if (statement->kind != GEN_PTX_INSTRUCTION || !statement->operand_count || is_float(&opcode) ||
        statement->operands[0].kind != GEN_PTX_REGISTER || statement->operands[0].item_count)
        return 0;
    if (gen_bounds_opcode_is(&opcode, "ld"))
        return gen_bounds_space(&opcode) == GEN_PTX_PARAM ? zeros_of_load(function, statement) : 0;
    if (statement->operand_count == 2 &&
        (gen_bounds_opcode_is(&opcode, "mov") || gen_bounds_opcode_is(&opcode, "cvt") ||
         gen_bounds_opcode_is(&opcode, "cvta") || gen_bounds_opcode_is(&opcode, "neg")))
        return zeros_of(function, &statement->operands[1]);
    return statement->operand_count >= 3 ? zeros_of_operation(function, statement, &opcode) : 0;
}

/* The host sees to it that a pointer is as aligned as the accesses through it need. That says
 * nothing of its other bits, and nothing of other buffers: an integer that is made of it has no
 * more zeros than without that. */
static bool is_pointer(const gen_bounds_function *function, size_t number)
{
    return !(function->origins[number].flags & ~(uint32_t)GEN_BOUNDS_CONSTANT);
}

typedef struct lowering {
    gen_bounds_function *function;
    unsigned zeros;
    bool is_changed;
} lowering;

static void lower(void *context, gen_ptx_register *reg)
{
    lowering *at = context;
    const gen_bounds_function *function = at->function;
    const size_t number = gen_bounds_writes_of(&function->flow, reg)->number;
    uint8_t *zeros = &function->zeros[number];
    unsigned most = function->begins_buffers && !is_pointer(function, number)
                        ? smaller(at->zeros, function->own_zeros[number])
                        : at->zeros;

    at->is_changed |= most < *zeros;
    *zeros = (uint8_t)smaller(*zeros, most);
}

static uint8_t *find_zeros(gen_bounds_function *function)
{
    const gen_bounds_flow *flow = &function->flow;
    lowering at = {.function = function, .is_changed = true};

    function->zeros = GEN_NEW_ARRAY(function->arena, uint8_t, flow->register_count + 1);
    for (size_t i = 0; i < flow->register_count; i++)
        function->zeros[i] = ALL;
    while (at.is_changed) {
        at.is_changed = false;
        for (size_t i = 0; i < flow->statement_count; i++) {
            at.zeros = zeros_written(function, flow->statements[i]);
            if (flow->statements[i]->operand_count)
                gen_bounds_each_written(flow->statements[i], lower, &at);
        }
    }
    return function->zeros;
}

void gen_bounds_find_alignments(gen_bounds_function *function)
{
    gen_bounds_function unaligned = *function;

    unaligned.begins_buffers = false;
    function->own_zeros = find_zeros(&unaligned);
    function->zeros = find_zeros(function);
}

bool gen_bounds_is_aligned(const gen_bounds_function *function, const gen_ptx_operand *address,
                           uint32_t align, bool is_own)
{
    gen_bounds_function with = *function;
    gen_ptx_operand base = {.kind = address->reg ? GEN_PTX_REGISTER : GEN_PTX_NAME,
                            .reg = address->reg,
                            .name = address->name};

    if (is_own)
        with.zeros = function->own_zeros;
    return smaller(zeros_of(&with, &base), zeros_of_number((uint64_t)address->number)) >=
           zeros_of_number(align);
}

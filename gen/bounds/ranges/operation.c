#include "bounds/ranges/operation.h"

#include "bounds/flow/instruction.h"

gen_bounds_value gen_bounds_any_value(uint32_t bits)
{
    return (gen_bounds_value){GEN_BOUNDS_NOWHERE, gen_bounds_range_all(bits)};
}

gen_bounds_value gen_bounds_no_value(void)
{
    return (gen_bounds_value){GEN_BOUNDS_NOWHERE, gen_bounds_range_none()};
}

static gen_bounds_value number(gen_bounds_range range)
{
    return (gen_bounds_value){GEN_BOUNDS_NOWHERE, range};
}

bool gen_bounds_value_equals(const gen_bounds_value *a, const gen_bounds_value *b)
{
    return a->variable == b->variable && gen_bounds_range_equals(a->range, b->range);
}

gen_bounds_value gen_bounds_value_join(gen_bounds_value a, gen_bounds_value b, uint32_t bits)
{
    if (gen_bounds_range_is_none(a.range) || gen_bounds_range_is_none(b.range))
        return gen_bounds_range_is_none(a.range) ? b : a;
    if (a.variable != b.variable)
        return gen_bounds_any_value(bits);
    a.range = gen_bounds_range_add(gen_bounds_range_join(a.range, b.range),
                                   gen_bounds_range_of(0, 0), bits);
    return a;
}

/* --- Special registers ------------------------------------------------------------------------ */

#define LANES 32

/* See "CUDA C++ Programming Guide", compute capabilities. */
static const int64_t most_threads[] = {1024, 1024, 64};
static const int64_t most_blocks[] = {INT32_MAX, 65535, 65535};

/* The threads of a block along an axis. */
static gen_bounds_range block_size(const gen_bounds_function *function, unsigned axis)
{
    const int64_t most = (int64_t)function->block.most[axis];

    if (!most)
        return gen_bounds_range_of(1, most_threads[axis]);
    return gen_bounds_range_of(function->block.is_exact ? most : 1, most);
}

static gen_bounds_range special_register(const gen_bounds_function *function, gen_token name,
                                         uint32_t bits)
{
    static const char *const names[][3] = {{"%tid.x", "%tid.y", "%tid.z"},
                                           {"%ntid.x", "%ntid.y", "%ntid.z"},
                                           {"%ctaid.x", "%ctaid.y", "%ctaid.z"},
                                           {"%nctaid.x", "%nctaid.y", "%nctaid.z"}};

    for (unsigned axis = 0; axis < 3; axis++) {
        if (gen_token_is(name, names[0][axis]))
            return gen_bounds_range_of(0, block_size(function, axis).high - 1);
        if (gen_token_is(name, names[1][axis]))
            return block_size(function, axis);
        if (gen_token_is(name, names[2][axis]))
            return gen_bounds_range_of(0, most_blocks[axis] - 1);
        if (gen_token_is(name, names[3][axis]))
            return gen_bounds_range_of(1, most_blocks[axis]);
    }
    if (gen_token_is(name, "%laneid"))
        return gen_bounds_range_of(0, LANES - 1);
    if (gen_token_is(name, "WARP_SZ"))
        return gen_bounds_range_of(LANES, LANES);
    return gen_bounds_range_all(bits);
}

gen_bounds_value gen_bounds_value_of_text(const gen_bounds_function *function,
                                          const gen_ptx_operand *operand, uint32_t bits)
{
    size_t variable;

    if (operand->kind == GEN_PTX_NUMBER)
        return number(gen_bounds_range_of(operand->number, operand->number));
    if (operand->kind != GEN_PTX_NAME)
        return gen_bounds_any_value(bits);
    variable = gen_bounds_variable_number(function, operand->name);
    if (variable == GEN_BOUNDS_NOWHERE)
        return number(special_register(function, operand->name, bits));
    return (gen_bounds_value){variable, gen_bounds_range_of(operand->number, operand->number)};
}

/* --- Operations ------------------------------------------------------------------------------- */

typedef struct operation {
    gen_bounds_opcode opcode;
    uint32_t bits;   /* of the operands */
    uint32_t result; /* bits of the register that is written */
    bool is_signed;
} operation;

static gen_bounds_range typed(const operation *o, gen_bounds_range range)
{
    return gen_bounds_range_as(range, o->bits, o->is_signed);
}

/* Sums may have one address. */
static gen_bounds_value sum(const operation *o, gen_bounds_value a, gen_bounds_value b)
{
    if (a.variable != GEN_BOUNDS_NOWHERE && b.variable != GEN_BOUNDS_NOWHERE)
        return gen_bounds_any_value(o->result);
    return (gen_bounds_value){a.variable != GEN_BOUNDS_NOWHERE ? a.variable : b.variable,
                              gen_bounds_range_add(a.range, b.range, o->result)};
}

static gen_bounds_value difference(const operation *o, gen_bounds_value a, gen_bounds_value b)
{
    if (b.variable != GEN_BOUNDS_NOWHERE)
        return gen_bounds_any_value(o->result);
    return (gen_bounds_value){a.variable, gen_bounds_range_subtract(a.range, b.range, o->result)};
}

static bool has_variable(const gen_bounds_value *operands, size_t count)
{
    for (size_t i = 1; i < count; i++)
        if (operands[i].variable != GEN_BOUNDS_NOWHERE)
            return true;
    return false;
}

static gen_bounds_range product(const operation *o, gen_bounds_range a, gen_bounds_range b)
{
    const gen_bounds_range half = gen_bounds_range_of(32, 32);

    if (gen_bounds_opcode_has(&o->opcode, "wide"))
        return gen_bounds_range_multiply(typed(o, a), typed(o, b), 2 * o->bits);
    if (!gen_bounds_opcode_has(&o->opcode, "hi"))
        return gen_bounds_range_multiply(a, b, o->bits);
    if (o->bits != 32)
        return gen_bounds_range_all(o->result);
    /* A product of u32 may have its highest bit: then it is not followed, and neither is this. */
    return gen_bounds_range_shift_right(gen_bounds_range_multiply(typed(o, a), typed(o, b), 64),
                                        half, 64);
}

static gen_bounds_range shifted_left(const operation *o, gen_bounds_range a, gen_bounds_range by)
{
    by = gen_bounds_range_as(by, 32, false);
    if (gen_bounds_range_is_none(by) || by.high > 30)
        return gen_bounds_range_is_none(by) ? by : gen_bounds_range_all(o->result);
    return gen_bounds_range_multiply(
        a, gen_bounds_range_of(INT64_C(1) << by.low, INT64_C(1) << by.high), o->result);
}

/* A type such as "s32". False for floats and pairs. */
static bool read_type(gen_token part, uint32_t *bits, bool *is_signed)
{
    if (part.length < 2 || part.length > 3 ||
        (part.text[0] != 's' && part.text[0] != 'u' && part.text[0] != 'b'))
        return false;
    *bits = 8 * gen_bounds_type_size(part);
    *is_signed = part.text[0] == 's';
    return *bits != 0;
}

/* cvt.to.from */
static gen_bounds_range converted(const operation *o, gen_bounds_range range)
{
    uint32_t to = 0;
    bool to_signed = false;

    if (o->opcode.count != 3 || !read_type(o->opcode.parts[1], &to, &to_signed))
        return gen_bounds_range_all(o->result);
    range = typed(o, range);
    return to < o->result ? gen_bounds_range_as(range, to, to_signed)
                          : gen_bounds_range_add(range, gen_bounds_range_of(0, 0), o->result);
}

/* bfe: `length` bits from bit `begin` on */
static gen_bounds_range bit_field(const operation *o, const gen_bounds_value *operands)
{
    const gen_bounds_range length = operands[3].range;
    const gen_bounds_range bytes = gen_bounds_range_of(0, UINT8_MAX); /* what is read of both */
    gen_bounds_range begin = gen_bounds_range_as(operands[2].range, 32, false);
    const gen_bounds_range field =
        gen_bounds_range_of(0, length.low == length.high && length.low >= 0 && length.low < 32
                                   ? (INT64_C(1) << length.low) - 1
                                   : UINT32_MAX);

    if (o->is_signed || o->bits != 32)
        return gen_bounds_range_all(o->result);
    if (begin.high > bytes.high)
        begin = bytes;
    return gen_bounds_range_min(
        field, gen_bounds_range_shift_right(typed(o, operands[1].range), begin, 32));
}

/* bfi a, b, pos, len: b, with the low bits of a from bit `pos` on. Only up to the highest bit. */
static gen_bounds_range with_field(const operation *o, const gen_bounds_value *operands)
{
    const gen_bounds_range a = gen_bounds_range_as(operands[1].range, 32, true);
    const gen_bounds_range b = gen_bounds_range_as(operands[2].range, 32, false);
    const gen_bounds_range begin = operands[3].range;
    const gen_bounds_range length = operands[4].range;
    gen_bounds_range rest;

    if (o->bits != 32 || begin.low != begin.high || length.low != length.high || begin.low < 0 ||
        begin.low > 30 || begin.low + length.low != 32 || a.low < 0)
        return gen_bounds_range_all(o->result);
    rest = gen_bounds_range_of(0, (INT64_C(1) << begin.low) - 1);
    return gen_bounds_range_add(
        gen_bounds_range_multiply(a, gen_bounds_range_of(rest.high + 1, rest.high + 1), o->result),
        gen_bounds_range_min(rest, b), o->result);
}

/* The least number has no opposite: its bits are those of 2^(bits - 1). */
static gen_bounds_range magnitude(gen_bounds_range range, uint32_t bits)
{
    const gen_bounds_range all = gen_bounds_range_all(bits);

    if (gen_bounds_range_is_none(range) || range.low >= 0)
        return range;
    if (bits >= 64 || range.low < all.low || range.high > all.high)
        return all;
    return gen_bounds_range_of(0, -range.low > range.high ? -range.low : range.high);
}

/* A load gives what its type holds. */
static gen_bounds_range loaded(const operation *o)
{
    if (o->bits >= o->result || gen_token_is(o->opcode.parts[o->opcode.count - 1], "b8") ||
        gen_token_is(o->opcode.parts[o->opcode.count - 1], "b16"))
        return gen_bounds_range_all(o->result);
    return gen_bounds_range_as(gen_bounds_range_all(o->bits), o->bits, o->is_signed);
}

static gen_bounds_range with_one(const operation *o, const gen_bounds_value *operands)
{
    const gen_bounds_opcode *opcode = &o->opcode;
    const gen_bounds_range a = operands[1].range;

    if (gen_bounds_opcode_is(opcode, "cvt"))
        return converted(o, a);
    if (gen_bounds_opcode_is(opcode, "neg"))
        return gen_bounds_range_subtract(gen_bounds_range_of(0, 0), a, o->result);
    if (gen_bounds_opcode_is(opcode, "not"))
        return gen_bounds_range_subtract(gen_bounds_range_of(-1, -1), a, o->result);
    if (gen_bounds_opcode_is(opcode, "abs"))
        return magnitude(typed(o, a), o->result);
    if (gen_bounds_opcode_is(opcode, "popc") || gen_bounds_opcode_is(opcode, "clz"))
        return gen_bounds_range_of(0, o->bits);
    return gen_bounds_range_all(o->result);
}

/* Operations whose result depends on the sign of the type. */
static gen_bounds_range with_sign(const operation *o, gen_bounds_range a, gen_bounds_range b)
{
    const gen_bounds_opcode *opcode = &o->opcode;

    if (!gen_bounds_range_is_typed(a, o->bits, o->is_signed) ||
        !gen_bounds_range_is_typed(b, o->bits, o->is_signed))
        return gen_bounds_range_all(o->result);
    if (gen_bounds_opcode_is(opcode, "shr"))
        return gen_bounds_range_shift_right(a, b, o->result);
    if (gen_bounds_opcode_is(opcode, "min"))
        return gen_bounds_range_min(a, b);
    if (gen_bounds_opcode_is(opcode, "max"))
        return gen_bounds_range_max(a, b);
    if (gen_bounds_opcode_is(opcode, "div"))
        return gen_bounds_range_divide(a, b, o->result);
    if (gen_bounds_opcode_is(opcode, "rem"))
        return gen_bounds_range_remainder(a, b, o->result);
    return gen_bounds_range_all(o->result);
}

static gen_bounds_range with_two(const operation *o, const gen_bounds_value *operands)
{
    const gen_bounds_opcode *opcode = &o->opcode;
    const gen_bounds_range a = operands[1].range;
    const gen_bounds_range b = operands[2].range;

    if (gen_bounds_opcode_is(opcode, "mul"))
        return product(o, a, b);
    if (gen_bounds_opcode_is(opcode, "shl"))
        return shifted_left(o, a, b);
    if (gen_bounds_opcode_is(opcode, "and"))
        return gen_bounds_range_and(gen_bounds_range_as(a, o->bits, true),
                                    gen_bounds_range_as(b, o->bits, true), o->result);
    if (gen_bounds_opcode_is(opcode, "or") || gen_bounds_opcode_is(opcode, "xor"))
        return gen_bounds_range_or(gen_bounds_range_as(a, o->bits, true),
                                   gen_bounds_range_as(b, o->bits, true), o->result);
    return with_sign(o, typed(o, a),
                     gen_bounds_opcode_is(opcode, "shr") ? gen_bounds_range_as(b, 32, false)
                                                         : typed(o, b));
}

/* True if the operands are integers of the size that the result has, or in their way are known to
 * be of another one. */
static bool is_followed(const operation *o)
{
    static const char *const other[] = {"cvt", "ld", "popc", "clz"};
    const bool is_wide = gen_bounds_opcode_has(&o->opcode, "wide");

    return !gen_bounds_opcode_has(&o->opcode, "sat") && !gen_bounds_opcode_has(&o->opcode, "cc") &&
           !gen_bounds_opcode_has(&o->opcode, "relu") &&
           (GEN_TOKEN_IS_ANY(o->opcode.parts[0], other) ||
            (is_wide ? 2 * o->bits : o->bits) == o->result);
}

gen_bounds_value gen_bounds_operation(const gen_ptx_statement *statement,
                                      const gen_bounds_value *operands)
{
    operation o = {.opcode = gen_bounds_opcode_of(statement),
                   .result = statement->operands[0].reg->bits};
    const size_t count = statement->operand_count;

    if (count < 2 || count > GEN_BOUNDS_MAX_OPERANDS ||
        !read_type(o.opcode.parts[o.opcode.count - 1], &o.bits, &o.is_signed) || !is_followed(&o))
        return gen_bounds_any_value(o.result);
    if (gen_bounds_opcode_is(&o.opcode, "ld"))
        return number(loaded(&o));
    if (count == 2 && gen_bounds_opcode_is(&o.opcode, "mov"))
        return operands[1];
    if (count == 2 && gen_bounds_opcode_is(&o.opcode, "cvta"))
        return operands[1].variable != GEN_BOUNDS_NOWHERE && operands[1].range.low >= 0
                   ? operands[1]
                   : gen_bounds_any_value(o.result);
    if (count == 3 && gen_bounds_opcode_is(&o.opcode, "add"))
        return sum(&o, operands[1], operands[2]);
    if (count == 3 && gen_bounds_opcode_is(&o.opcode, "sub"))
        return difference(&o, operands[1], operands[2]);
    if (count == 4 && gen_bounds_opcode_is(&o.opcode, "selp"))
        return gen_bounds_value_join(operands[1], operands[2], o.result);
    if (has_variable(operands, count == 4 && gen_bounds_opcode_is(&o.opcode, "mad") ? 3 : count))
        return gen_bounds_any_value(o.result);
    if (count == 4 && gen_bounds_opcode_is(&o.opcode, "mad") &&
        !gen_bounds_opcode_has(&o.opcode, "hi"))
        return sum(&o, number(product(&o, operands[1].range, operands[2].range)), operands[3]);
    if (count == 4 && gen_bounds_opcode_is(&o.opcode, "bfe"))
        return number(bit_field(&o, operands));
    if (count == 5 && gen_bounds_opcode_is(&o.opcode, "bfi"))
        return number(with_field(&o, operands));
    if (count == 2)
        return number(with_one(&o, operands));
    return count == 3 ? number(with_two(&o, operands)) : gen_bounds_any_value(o.result);
}

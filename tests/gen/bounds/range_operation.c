#include "range_operation.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

uint64_t range_operation_cut(uint64_t value, uint32_t bits)
{
    return bits >= 64 ? value : value & ((UINT64_C(1) << bits) - 1);
}

static uint64_t extended(uint64_t value, uint32_t bits, bool is_signed)
{
    const uint64_t sign = UINT64_C(1) << (bits - 1);

    value = range_operation_cut(value, bits);
    return is_signed ? (value ^ sign) - sign : value;
}

uint64_t range_operation_typed(const range_operation *o, uint64_t value)
{
    return extended(value, o->bits, o->is_signed);
}

static bool is_less(const range_operation *o, uint64_t a, uint64_t b)
{
    return o->is_signed
               ? (int64_t)range_operation_typed(o, a) < (int64_t)range_operation_typed(o, b)
               : range_operation_typed(o, a) < range_operation_typed(o, b);
}

/* --- Operations ------------------------------------------------------------------------------- */

static uint64_t sum(const range_operation *o, const uint64_t *v)
{
    (void)o;
    return v[1] + v[2];
}

static uint64_t difference(const range_operation *o, const uint64_t *v)
{
    (void)o;
    return v[1] - v[2];
}

/* The higher half is only asked for of 16 and 32 bits. */
static uint64_t product(const range_operation *o, const uint64_t *v)
{
    const uint64_t all = range_operation_typed(o, v[1]) * range_operation_typed(o, v[2]);
    return o->part == 'h' ? all >> o->bits : all;
}

static uint64_t product_sum(const range_operation *o, const uint64_t *v)
{
    return product(o, v) + v[3];
}

static uint64_t shifted_left(const range_operation *o, const uint64_t *v)
{
    const uint64_t by = range_operation_cut(v[2], 32);
    return by >= o->bits ? 0 : v[1] << by;
}

static uint64_t shifted_right(const range_operation *o, const uint64_t *v)
{
    const uint64_t by =
        range_operation_cut(v[2], 32) < o->bits ? range_operation_cut(v[2], 32) : o->bits - 1;
    const uint64_t value = range_operation_typed(o, v[1]);

    if (o->is_signed && value >> 63)
        return ~(~value >> by);
    return range_operation_cut(v[2], 32) < o->bits ? value >> by : 0;
}

static uint64_t conjunction(const range_operation *o, const uint64_t *v)
{
    (void)o;
    return v[1] & v[2];
}

static uint64_t disjunction(const range_operation *o, const uint64_t *v)
{
    (void)o;
    return v[1] | v[2];
}

static uint64_t exclusive(const range_operation *o, const uint64_t *v)
{
    (void)o;
    return v[1] ^ v[2];
}

static uint64_t inverse(const range_operation *o, const uint64_t *v)
{
    return o->bits == 1 ? !v[1] : ~v[1];
}

static uint64_t negated(const range_operation *o, const uint64_t *v)
{
    (void)o;
    return 0 - v[1];
}

static uint64_t magnitude(const range_operation *o, const uint64_t *v)
{
    const uint64_t value = range_operation_typed(o, v[1]);
    return value >> 63 ? 0 - value : value;
}

static uint64_t relu(const range_operation *o, uint64_t value)
{
    return o->is_relu && range_operation_typed(o, value) >> 63 ? 0 : value;
}

static uint64_t smaller(const range_operation *o, const uint64_t *v)
{
    return relu(o, is_less(o, v[2], v[1]) ? v[2] : v[1]);
}

static uint64_t larger(const range_operation *o, const uint64_t *v)
{
    return relu(o, is_less(o, v[1], v[2]) ? v[2] : v[1]);
}

/* A division by 0 gives anything. */
static uint64_t quotient(const range_operation *o, const uint64_t *v)
{
    const uint64_t a = range_operation_typed(o, v[1]);
    const uint64_t b = range_operation_typed(o, v[2]);

    if (!b)
        return a * 7 + 3;
    if (!o->is_signed)
        return a / b;
    return b == UINT64_MAX ? 0 - a : (uint64_t)((int64_t)a / (int64_t)b);
}

static uint64_t rest(const range_operation *o, const uint64_t *v)
{
    return range_operation_typed(o, v[2]) ? v[1] - quotient(o, v) * v[2] : v[1] * 7 + 3;
}

static uint64_t choice(const range_operation *o, const uint64_t *v)
{
    (void)o;
    return v[3] & 1 ? v[1] : v[2];
}

static uint64_t moved(const range_operation *o, const uint64_t *v)
{
    (void)o;
    return v[1];
}

/* cvt.to.from */
static uint64_t converted(const range_operation *o, const uint64_t *v)
{
    const gen_token to = o->opcode.parts[1];
    return extended(range_operation_typed(o, v[1]), 8 * gen_bounds_type_size(to),
                    to.text[0] == 's');
}

static uint64_t generic(const range_operation *o, const uint64_t *v)
{
    return gen_bounds_opcode_has(&o->opcode, "to") ? v[1] - MACHINE_WINDOW : v[1] + MACHINE_WINDOW;
}

static uint64_t bit(uint64_t value, uint64_t number)
{
    return value >> number & 1;
}

static uint64_t bit_field(const range_operation *o, const uint64_t *v)
{
    const uint64_t begin = v[2] & 255;
    const uint64_t length = v[3] & 255;
    const uint64_t last = begin + length - 1 < o->bits - 1 ? begin + length - 1 : o->bits - 1;
    const uint64_t sign = o->is_signed && length ? bit(v[1], last) : 0;
    uint64_t result = 0;

    for (uint64_t i = 0; i < o->bits; i++)
        result |= (i < length && begin + i < o->bits ? bit(v[1], begin + i) : sign) << i;
    return result;
}

static uint64_t with_field(const range_operation *o, const uint64_t *v)
{
    const uint64_t begin = v[3] & 255;
    const uint64_t length = v[4] & 255;
    uint64_t result = v[2];

    for (uint64_t i = 0; i < length && begin + i < o->bits; i++)
        result = (result & ~(UINT64_C(1) << (begin + i))) | bit(v[1], i) << (begin + i);
    return result;
}

static uint64_t bit_count(const range_operation *o, const uint64_t *v)
{
    uint64_t count = 0;

    for (uint32_t i = 0; i < o->bits; i++)
        count += bit(v[1], i);
    return count;
}

static uint64_t leading_zeros(const range_operation *o, const uint64_t *v)
{
    uint64_t count = 0;

    while (count < o->bits && !bit(v[1], o->bits - 1 - count))
        count++;
    return count;
}

/* setp.lt.and.s32 p|q, a, b, c: the result for p; without c, v[3] is 1 */
static uint64_t comparison(const range_operation *o, const uint64_t *v)
{
    static const char *const words[] = {"lt", "lo", "le", "ls", "gt", "hi", "ge", "hs", "eq", "ne"};
    const bool is_below = is_less(o, v[1], v[2]);
    const bool is_above = is_less(o, v[2], v[1]);
    const bool results[] = {is_below,
                            is_below,
                            !is_above,
                            !is_above,
                            is_above,
                            is_above,
                            !is_below,
                            !is_below,
                            !is_below && !is_above,
                            is_below || is_above};

    for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++)
        if (gen_token_is(o->opcode.parts[1], words[i]))
            return results[i];
    fail_msg("a comparison that the machine does not have");
    return 0;
}

static const struct {
    const char *name;
    uint64_t (*compute)(const range_operation *o, const uint64_t *v);
} known[] = {
    {"add", sum},          {"sub", difference},    {"mul", product},     {"mad", product_sum},
    {"shl", shifted_left}, {"shr", shifted_right}, {"and", conjunction}, {"or", disjunction},
    {"xor", exclusive},    {"not", inverse},       {"neg", negated},     {"abs", magnitude},
    {"min", smaller},      {"max", larger},        {"div", quotient},    {"rem", rest},
    {"selp", choice},      {"mov", moved},         {"cvt", converted},   {"cvta", generic},
    {"bfe", bit_field},    {"bfi", with_field},    {"popc", bit_count},  {"clz", leading_zeros},
    {"setp", comparison}};

void range_operation_read(range_operation *o, const gen_ptx_statement *s)
{
    gen_token type;

    if (s->kind != GEN_PTX_INSTRUCTION)
        return;
    o->opcode = gen_bounds_opcode_of(s);
    type = o->opcode.parts[o->opcode.count - 1];
    o->bits = gen_token_is(type, "pred") ? 1 : 8 * gen_bounds_type_size(type);
    o->is_signed = type.text[0] == 's';
    o->is_relu = gen_bounds_opcode_has(&o->opcode, "relu");
    o->part = gen_bounds_opcode_has(&o->opcode, "hi")     ? 'h'
              : gen_bounds_opcode_has(&o->opcode, "wide") ? 'w'
                                                          : 'l';
    if (s->operand_count && s->operands[0].kind == GEN_PTX_REGISTER)
        o->result = s->operands[0].reg->bits;
    for (size_t i = 0; i < sizeof(known) / sizeof(known[0]); i++)
        if (gen_bounds_opcode_is(&o->opcode, known[i].name))
            o->compute = known[i].compute;
}

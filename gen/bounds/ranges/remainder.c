#include "bounds/ranges/remainder.h"

#include "bounds/flow/instruction.h"
#include "bounds/ranges/predecessor.h"
#include "bounds/ranges/reaching_value.h"

/* A difference x - y. */
typedef struct difference {
    gen_bounds_ranges *ranges;
    const gen_ptx_register *x;
    size_t first; /* where x was read first */
} difference;

static const gen_ptx_statement *statement_at(const difference *at, size_t place)
{
    return gen_bounds_ranges_flow(at->ranges)->statements[place];
}

static size_t written(const difference *at, const gen_ptx_operand *operand)
{
    return gen_bounds_only_write(gen_bounds_ranges_flow(at->ranges), operand);
}

static gen_bounds_range range_of(const difference *at, const gen_ptx_operand *operand, size_t place)
{
    const gen_bounds_value value = gen_bounds_operand_at(at->ranges, operand, at->x->bits, place);
    return value.variable == GEN_BOUNDS_NOWHERE ? value.range : gen_bounds_range_all(at->x->bits);
}

/* --- By a power of two ------------------------------------------------------------------------ */

/* (x + s) & -2^k: what is left of x + s, without s. */
static bool read_masked(difference *at, size_t masked, gen_bounds_range *range)
{
    const gen_ptx_statement *mask = statement_at(at, masked);
    const gen_ptx_operand *sum = &mask->operands[1];
    gen_bounds_range added = gen_bounds_range_of(0, 0);
    int64_t multiple;

    at->first = masked;
    if (sum->reg != at->x) {
        at->first = written(at, sum);
        if (at->first == GEN_BOUNDS_NOWHERE ||
            !gen_bounds_is_operation(statement_at(at, at->first), "add") ||
            statement_at(at, at->first)->operands[1].reg != at->x)
            return false;
        added = range_of(at, &statement_at(at, at->first)->operands[2], at->first);
    }
    multiple = gen_bounds_range_kept_multiple(range_of(at, sum, masked),
                                              range_of(at, &mask->operands[2], masked));
    if (!multiple || gen_bounds_range_is_none(added) || added.low < 0 || added.high >= INT32_MAX)
        return false;
    *range = gen_bounds_range_of(-added.high, multiple - 1 - added.low);
    return true;
}

/* --- By another number ------------------------------------------------------------------------ */

/* An operation with a number; null if the operand is not written by one. */
static const gen_ptx_statement *find_operation(difference *at, const gen_ptx_operand *operand,
                                               const char *name, uint64_t *number)
{
    const size_t place = written(at, operand);
    const gen_ptx_statement *s = place == GEN_BOUNDS_NOWHERE ? NULL : statement_at(at, place);
    gen_bounds_opcode opcode;

    if (!s || s->kind != GEN_PTX_INSTRUCTION || s->guard || s->operand_count != 3 ||
        s->operands[1].kind != GEN_PTX_REGISTER || s->operands[2].kind != GEN_PTX_NUMBER)
        return NULL;
    opcode = gen_bounds_opcode_of(s);
    if (!gen_bounds_opcode_is(&opcode, name))
        return NULL;
    *number = (uint64_t)s->operands[2].number;
    at->first = place;
    return s;
}

/* x * magic >> shift in one of the forms
 *   mul.wide.u32 p, x, magic; shr.u64 q, p, shift; cvt.u32.u64 …, q
 *   mul.hi.u32 p, x, magic; shr.u32 q, p, shift - 32 */
static bool read_quotient(difference *at, const gen_ptx_operand *operand, uint64_t *magic,
                          uint64_t *shift)
{
    const size_t place = written(at, operand);
    const gen_ptx_statement *s = place == GEN_BOUNDS_NOWHERE ? NULL : statement_at(at, place);
    const gen_ptx_statement *product;
    gen_bounds_opcode opcode;
    bool is_narrow = true;

    if (!s || s->kind != GEN_PTX_INSTRUCTION || s->guard)
        return false;
    if (gen_token_is(s->opcode, "cvt.u32.u64") && s->operand_count == 2) {
        operand = &s->operands[1];
        is_narrow = false;
    }
    s = find_operation(at, operand, "shr", shift);
    if (!s || !gen_token_is(s->opcode, is_narrow ? "shr.u32" : "shr.u64") || *shift > 40)
        return false;
    product = find_operation(at, &s->operands[1], "mul", magic);
    if (!product || product->operands[1].reg != at->x)
        return false;
    *magic = (uint32_t)*magic;
    *shift += is_narrow ? 32 : 0;
    opcode = gen_bounds_opcode_of(product);
    return gen_token_is(product->opcode, is_narrow ? "mul.hi.u32" : "mul.wide.u32") &&
           opcode.count == 3;
}

/* x - c * (x * magic >> shift): x % c, if c * magic is but a little more than 2^shift. See Hacker's
 * Delight, unsigned division by divisors. */
static bool read_product(difference *at, const gen_ptx_operand *operand, gen_bounds_range *range)
{
    uint64_t c = 0;
    uint64_t magic = 0;
    uint64_t shift = 0;
    uint64_t excess;
    const gen_ptx_statement *product = find_operation(at, operand, "mul", &c);

    if (!product || !gen_token_is(product->opcode, "mul.lo.s32") || !c || c > UINT16_MAX ||
        !read_quotient(at, &product->operands[1], &magic, &shift) || shift < 32 || shift > 40 ||
        c * magic < UINT64_C(1) << shift)
        return false;
    excess = c * magic - (UINT64_C(1) << shift);
    /* x * excess < 2^shift for all x of 32 bits */
    if (excess > (UINT64_C(1) << shift) >> 32)
        return false;
    *range = gen_bounds_range_of(0, (int64_t)c - 1);
    return true;
}

bool gen_bounds_read_remainder(gen_bounds_ranges *ranges, size_t place, gen_bounds_range *range)
{
    const gen_bounds_flow *flow = gen_bounds_ranges_flow(ranges);
    const gen_ptx_statement *s = flow->statements[place];
    difference at = {ranges, NULL, place};
    size_t subtracted;

    if (!gen_bounds_is_operation(s, "sub") || s->operands[1].kind != GEN_PTX_REGISTER)
        return false;
    at.x = s->operands[1].reg;
    subtracted = written(&at, &s->operands[2]);
    if (subtracted == GEN_BOUNDS_NOWHERE)
        return false;
    return (gen_bounds_is_operation(flow->statements[subtracted], "and")
                ? read_masked(&at, subtracted, range)
                : at.x->bits == 32 && read_product(&at, &s->operands[2], range)) &&
           gen_bounds_is_kept(flow, at.x, at.first, place);
}

#include "emit/expressions/range.h"

/* Limits of a legal shape on every device (CUDA Programming Guide, "Technical Specifications per
 * Compute Capability"). The stub's values only matter for legal shapes; the runtime judges the
 * others. */
#define MOST_BLOCKS_X  UINT64_C(2147483647)
#define MOST_BLOCKS_YZ UINT64_C(65535)
#define MOST_THREADS   UINT64_C(1024)

static gen_range range_of(custub_int low, custub_int high)
{
    return (gen_range){low, high};
}

static gen_range unknown(void)
{
    return range_of(custub_int_none(), custub_int_none());
}

static gen_range truth(void)
{
    return range_of(custub_int_of_u64(0), custub_int_of_u64(1));
}

static custub_int smaller(custub_int a, custub_int b)
{
    return custub_int_min(a, b);
}

static custub_int larger(custub_int a, custub_int b)
{
    return custub_int_max(a, b);
}

static bool is_less(custub_int a, custub_int b)
{
    return custub_int_holds(custub_int_less(a, b));
}

bool gen_range_is_known(gen_range range)
{
    return !range.low.invalid && !range.high.invalid;
}

bool gen_range_fits_i64(gen_range range)
{
    return gen_range_is_known(range) && !is_less(custub_int_of_u64(INT64_MAX), range.high);
}

bool gen_range_fits_u64(gen_range range)
{
    return gen_range_is_known(range) && !range.low.negative;
}

gen_range gen_range_union(gen_range a, gen_range b)
{
    return range_of(smaller(a.low, b.low), larger(a.high, b.high));
}

bool gen_range_decides(custub_op comparison, gen_range a, gen_range b)
{
    switch (comparison) {
    case CUSTUB_OP_LESS:
    case CUSTUB_OP_GREATER_EQUAL:
        return is_less(a.high, b.low) || !is_less(a.low, b.high);
    case CUSTUB_OP_LESS_EQUAL:
    case CUSTUB_OP_GREATER:
        return is_less(b.high, a.low) || !is_less(b.low, a.high);
    default:
        return is_less(a.high, b.low) || is_less(b.high, a.low);
    }
}

static gen_range of_parameter(custub_scalar scalar)
{
    const gen_scalar_row *row = gen_scalar_row_of(scalar);
    uint64_t most = UINT64_MAX >> (64 - 8 * row->bytes);

    if (row->class == GEN_SCALAR_TRUTH)
        return truth();
    if (row->class == GEN_SCALAR_UNSIGNED)
        return range_of(custub_int_of_u64(0), custub_int_of_u64(most));
    return range_of(custub_int_of_i64(-(int64_t)(most / 2) - 1), custub_int_of_u64(most / 2));
}

static gen_range of_shape(const gen_expr *expr)
{
    uint64_t most = expr->op == CUSTUB_OP_BLOCK ? MOST_THREADS
                    : expr->index == 0          ? MOST_BLOCKS_X
                                                : MOST_BLOCKS_YZ;

    return range_of(custub_int_of_u64(0), custub_int_of_u64(most));
}

/* The range of an operation that is monotonic in each operand: its ends are results for the
 * operands' ends. */
static gen_range at_ends(custub_int (*operation)(custub_int, custub_int), gen_range a, gen_range b)
{
    custub_int values[] = {operation(a.low, b.low), operation(a.low, b.high),
                           operation(a.high, b.low), operation(a.high, b.high)};
    gen_range result = range_of(values[0], values[0]);

    for (int i = 1; i < 4; i++)
        result = gen_range_union(result, range_of(values[i], values[i]));
    return result;
}

static bool has_zero(gen_range range)
{
    return !is_less(custub_int_of_u64(0), range.low) && !range.high.negative;
}

static gen_range of_remainder(gen_range a, gen_range b)
{
    custub_int zero = custub_int_of_u64(0);
    custub_int most = larger(custub_int_of_u64(custub_int_magnitude(b.low)),
                             custub_int_of_u64(custub_int_magnitude(b.high)));

    if (has_zero(b) || b.low.negative) /* C has no remainder of INT64_MIN and -1 */
        return unknown();
    most = custub_int_subtract(most, custub_int_of_u64(1));
    return range_of(larger(smaller(a.low, zero), custub_int_negate(most)),
                    smaller(larger(a.high, zero), most));
}

/* 2^k - 1, where k bits can hold both. */
static custub_int mask_of(custub_int a, custub_int b)
{
    uint64_t bits = a.bits | b.bits;

    for (unsigned shift = 1; shift < 64; shift *= 2)
        bits |= bits >> shift;
    return custub_int_of_u64(bits);
}

static gen_range of_bits(custub_op op, gen_range a, gen_range b)
{
    custub_int zero = custub_int_of_u64(0);

    if (a.low.negative || b.low.negative)
        return unknown();
    switch (op) {
    case CUSTUB_OP_BIT_AND:
        return range_of(zero, smaller(a.high, b.high));
    case CUSTUB_OP_BIT_OR:
    case CUSTUB_OP_BIT_XOR:
        return range_of(zero, mask_of(a.high, b.high));
    default: /* C shifts only by less than the width */
        if (b.high.bits > 63)
            return unknown();
        return at_ends(op == CUSTUB_OP_SHIFT_LEFT ? custub_int_shift_left : custub_int_shift_right,
                       a, b);
    }
}

static gen_range of_operation(custub_op op, gen_range a, gen_range b)
{
    switch (op) {
    case CUSTUB_OP_ADD:
        return range_of(custub_int_add(a.low, b.low), custub_int_add(a.high, b.high));
    case CUSTUB_OP_SUBTRACT:
        return range_of(custub_int_subtract(a.low, b.high), custub_int_subtract(a.high, b.low));
    case CUSTUB_OP_MULTIPLY:
        return at_ends(custub_int_multiply, a, b);
    case CUSTUB_OP_DIVIDE:
        return has_zero(b) ? unknown() : at_ends(custub_int_divide, a, b);
    case CUSTUB_OP_CEIL_DIV:
        return has_zero(b) ? unknown() : at_ends(custub_int_ceil_div, a, b);
    case CUSTUB_OP_REMAINDER:
        return of_remainder(a, b);
    case CUSTUB_OP_MIN:
        return range_of(smaller(a.low, b.low), smaller(a.high, b.high));
    case CUSTUB_OP_MAX:
        return range_of(larger(a.low, b.low), larger(a.high, b.high));
    case CUSTUB_OP_BIT_AND:
    case CUSTUB_OP_BIT_OR:
    case CUSTUB_OP_BIT_XOR:
    case CUSTUB_OP_SHIFT_LEFT:
    case CUSTUB_OP_SHIFT_RIGHT:
        return of_bits(op, a, b);
    default: /* comparisons and logic */
        return truth();
    }
}

/* Stubs also compute with illegal shapes, for which a divisor may be 0, or a shift too wide. */
static bool may_trap(const gen_expr *expr)
{
    switch (expr->op) {
    case CUSTUB_OP_DIVIDE:
    case CUSTUB_OP_REMAINDER:
    case CUSTUB_OP_CEIL_DIV:
    case CUSTUB_OP_SHIFT_LEFT:
    case CUSTUB_OP_SHIFT_RIGHT:
        return gen_expr_uses(expr->right, CUSTUB_OP_GRID) ||
               gen_expr_uses(expr->right, CUSTUB_OP_BLOCK);
    default:
        return false;
    }
}

/* The condition must have a value, too. */
static gen_range of_conditional(const gen_expr *expr)
{
    if (!gen_range_is_known(gen_range_of(expr->left)))
        return unknown();
    return gen_range_union(gen_range_of(expr->right), gen_range_of(expr->otherwise));
}

gen_range gen_range_of(const gen_expr *expr)
{
    gen_range a;
    gen_range b;

    switch (expr->op) {
    case CUSTUB_OP_CONSTANT:
        return range_of(expr->value, expr->value);
    case CUSTUB_OP_PARAMETER:
        return of_parameter(expr->scalar);
    case CUSTUB_OP_GRID:
    case CUSTUB_OP_BLOCK:
        return of_shape(expr);
    case CUSTUB_OP_CONDITIONAL:
        return of_conditional(expr);
    default:
        break;
    }
    a = gen_range_of(expr->left);
    b = expr->right ? gen_range_of(expr->right) : a;
    if (!gen_range_is_known(a) || !gen_range_is_known(b) || may_trap(expr))
        return unknown();
    if (expr->op == CUSTUB_OP_NEGATE)
        return range_of(custub_int_negate(a.high), custub_int_negate(a.low));
    return of_operation(expr->op, a, b);
}

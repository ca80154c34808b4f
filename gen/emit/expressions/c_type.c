#include "emit/expressions/c_type.h"

#include "emit/expressions/range.h"

bool gen_c_type_is_unsigned(gen_c_type type)
{
    return type == GEN_C_UNSIGNED || type == GEN_C_UINT64 || type == GEN_C_LITERAL;
}

bool gen_c_is_comparison(custub_op op)
{
    return op >= CUSTUB_OP_EQUAL && op <= CUSTUB_OP_GREATER_EQUAL;
}

static bool is_logic(custub_op op)
{
    return op == CUSTUB_OP_AND || op == CUSTUB_OP_OR || op == CUSTUB_OP_NOT;
}

gen_c_type gen_c_type_of_leaf(const gen_expr *expr)
{
    const gen_scalar_row *row;

    if (expr->op == CUSTUB_OP_CONSTANT)
        return expr->access                    ? GEN_C_UINT64
               : expr->value.bits <= INT32_MAX ? GEN_C_LITERAL
               : expr->value.bits <= INT64_MAX ? GEN_C_INT64
                                               : GEN_C_UINT64;
    if (expr->op != CUSTUB_OP_PARAMETER)
        return GEN_C_UINT64;
    row = gen_scalar_row_of(expr->scalar);
    if (row->class == GEN_SCALAR_UNSIGNED)
        return row->bytes == 8 ? GEN_C_UINT64 : GEN_C_UNSIGNED;
    return row->bytes == 8 ? GEN_C_INT64 : GEN_C_INT;
}

gen_c_type gen_c_work_type(const gen_expr *expr, gen_c_type outer)
{
    gen_c_type left = gen_c_type_of(expr->left, GEN_C_NONE);
    gen_c_type right = expr->right ? gen_c_type_of(expr->right, GEN_C_NONE) : left;
    gen_range range = gen_range_of(expr->left);
    bool shape = gen_expr_uses(expr, CUSTUB_OP_GRID) || gen_expr_uses(expr, CUSTUB_OP_BLOCK);
    bool is_truth = gen_expr_is_truth(expr);
    bool is_signed = !gen_c_type_is_unsigned(left) || !gen_c_type_is_unsigned(right) ||
                     (outer == GEN_C_INT64 && !is_truth);

    if (left == GEN_C_NONE || right == GEN_C_NONE)
        return GEN_C_NONE;
    if (expr->right)
        range = gen_range_union(range, gen_range_of(expr->right));
    if (!is_truth)
        range = gen_range_union(range, gen_range_of(expr));
    if (gen_range_fits_u64(range) && (shape || !is_signed))
        return GEN_C_UINT64;
    if (gen_range_fits_i64(range) && !shape)
        return GEN_C_INT64;
    return gen_range_fits_u64(range) ? GEN_C_UINT64 : GEN_C_NONE;
}

gen_c_type gen_c_conditional_type(const gen_expr *expr)
{
    gen_range range = gen_range_of(expr);
    bool is_plain = gen_c_is_plain_truth(expr->left) &&
                    gen_c_type_of(expr->right, GEN_C_NONE) != GEN_C_NONE &&
                    gen_c_type_of(expr->otherwise, GEN_C_NONE) != GEN_C_NONE;

    if (!is_plain)
        return GEN_C_NONE;
    return gen_range_fits_u64(range)   ? GEN_C_UINT64
           : gen_range_fits_i64(range) ? GEN_C_INT64
                                       : GEN_C_NONE;
}

static bool is_same(const gen_expr *a, const gen_expr *b)
{
    if (!a || !b)
        return a == b;
    return a->op == b->op && a->value.bits == b->value.bits && a->index == b->index &&
           a->offset == b->offset && is_same(a->left, b->left) && is_same(a->right, b->right) &&
           is_same(a->otherwise, b->otherwise);
}

/* True if the constant cannot equal `bits`, a bit operation with a constant: it lacks a bit that
 * `bits` always has, or has one that `bits` never has. */
static bool bits_differ(const gen_expr *bits, const gen_expr *constant)
{
    const gen_expr *mask;

    if (constant->op != CUSTUB_OP_CONSTANT ||
        (bits->op != CUSTUB_OP_BIT_AND && bits->op != CUSTUB_OP_BIT_OR))
        return false;
    mask = bits->left->op == CUSTUB_OP_CONSTANT ? bits->left : bits->right;
    if (mask->op != CUSTUB_OP_CONSTANT)
        return false;
    return bits->op == CUSTUB_OP_BIT_AND ? (constant->value.bits & ~mask->value.bits) != 0
                                         : (mask->value.bits & ~constant->value.bits) != 0;
}

/* True if compilers may warn that a comparison always has the same result. */
static bool is_decided(const gen_expr *expr)
{
    return gen_c_is_comparison(expr->op) &&
           (gen_range_decides(expr->op, gen_range_of(expr->left), gen_range_of(expr->right)) ||
            is_same(expr->left, expr->right) || bits_differ(expr->left, expr->right) ||
            bits_differ(expr->right, expr->left));
}

/* True if compilers may warn that the value is never zero. */
static bool is_never_zero(const gen_expr *expr)
{
    if (expr->op == CUSTUB_OP_CONDITIONAL)
        return is_never_zero(expr->right) || is_never_zero(expr->otherwise) ||
               expr->right->op == CUSTUB_OP_CONSTANT || expr->otherwise->op == CUSTUB_OP_CONSTANT;
    return expr->op == CUSTUB_OP_BIT_OR &&
           (expr->left->op == CUSTUB_OP_CONSTANT || expr->right->op == CUSTUB_OP_CONSTANT);
}

bool gen_c_is_plain_truth(const gen_expr *expr)
{
    if (expr->op == CUSTUB_OP_CONSTANT) /* compilers may warn that it is constant */
        return false;
    return gen_c_type_of(expr, GEN_C_NONE) != GEN_C_NONE && !is_never_zero(expr);
}

gen_c_type gen_c_type_of(const gen_expr *expr, gen_c_type outer)
{
    gen_c_type work;

    if (!expr->left)
        return gen_c_type_of_leaf(expr);
    if (is_logic(expr->op))
        return gen_c_is_plain_truth(expr->left) &&
                       (!expr->right || gen_c_is_plain_truth(expr->right))
                   ? GEN_C_INT
                   : GEN_C_NONE;
    if (expr->op == CUSTUB_OP_CONDITIONAL)
        return gen_c_conditional_type(expr);
    work = gen_c_work_type(expr, outer);
    if (work == GEN_C_NONE || is_decided(expr))
        return GEN_C_NONE;
    if (gen_expr_is_truth(expr) || (expr->op == CUSTUB_OP_NEGATE && !expr->left->left &&
                                    gen_c_type_of_leaf(expr->left) == GEN_C_LITERAL))
        return GEN_C_INT;
    return work;
}

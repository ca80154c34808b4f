#include "contract/parse_state.h"

#include "contract/operation.h"

/* Unary operations ignore `b`. */
static custub_int compute(custub_op op, custub_int a, custub_int b)
{
    switch (op) {
#define UNARY(operation, function)                                                                 \
    case CUSTUB_OP_##operation:                                                                    \
        return custub_int_##function(a);
#define BINARY(operation, function)                                                                \
    case CUSTUB_OP_##operation:                                                                    \
        return custub_int_##function(a, b);
        GEN_UNARY_OPERATIONS(UNARY)
        GEN_BINARY_OPERATIONS(BINARY)
#undef UNARY
#undef BINARY
    case CUSTUB_OP_CONDITIONAL: /* folding it chooses an operand */
    case CUSTUB_OP_CONSTANT:
    case CUSTUB_OP_PARAMETER:
    case CUSTUB_OP_GRID:
    case CUSTUB_OP_BLOCK:
        break;
    }
    return a;
}

/* Returns the operand, or reports that it is too deep for the stack of the runtime or for a
 * compiler. */
static gen_expr_operand finish(gen_expr_parser *parser, gen_expr_operand operand)
{
    if (operand.stack > CUSTUB_EXPR_DEPTH)
        return gen_expr_fail(parser, "expr-too-deep",
                             "'%s' needs more than %d operands at once; group it from left to "
                             "right, or simplify it",
                             gen_expr_quote(parser, operand.begin, operand.end), CUSTUB_EXPR_DEPTH);
    if (operand.height > GEN_EXPR_NESTING)
        return gen_expr_fail(parser, "expr-too-deep",
                             "'%s' is nested more than %d operations deep; simplify it",
                             gen_expr_quote(parser, operand.begin, operand.end), GEN_EXPR_NESTING);
    return operand;
}

static unsigned larger(unsigned a, unsigned b)
{
    return a > b ? a : b;
}

gen_expr_operand gen_expr_fold_leaf(gen_expr_parser *parser, custub_op op, const char *begin)
{
    gen_expr_operand operand = {0};

    operand.expr = GEN_NEW(parser->arena, gen_expr);
    operand.expr->op = op;
    operand.begin = begin;
    operand.end = parser->end;
    operand.height = 1;
    operand.stack = 1;
    return operand;
}

/* Makes a node with `left` as its first operand. */
static gen_expr_operand make_node(gen_expr_parser *parser, custub_op op,
                                  const gen_expr_operand *left, const char *begin)
{
    gen_expr_operand operand = gen_expr_fold_leaf(parser, op, begin);

    operand.expr->left = left->expr;
    operand.height = left->height + 1;
    operand.stack = left->stack;
    return finish(parser, operand);
}

gen_expr_operand gen_expr_fold_constant(gen_expr_parser *parser, custub_int value,
                                        const char *begin)
{
    gen_expr_operand operand = gen_expr_fold_leaf(parser, CUSTUB_OP_CONSTANT, begin);

    operand.expr->value = custub_int_of_u64(custub_int_magnitude(value));
    return value.negative ? make_node(parser, CUSTUB_OP_NEGATE, &operand, begin) : operand;
}

bool gen_expr_constant(const gen_expr *expr, custub_int *value)
{
    if (expr->op == CUSTUB_OP_CONSTANT) {
        *value = expr->value;
        return true;
    }
    if (expr->op == CUSTUB_OP_NEGATE && expr->left->op == CUSTUB_OP_CONSTANT) {
        *value = custub_int_negate(expr->left->value);
        return true;
    }
    return false;
}

bool gen_expr_is_constant(const gen_expr_operand *operand, custub_int *value)
{
    return gen_expr_constant(operand->expr, value);
}

/* Makes a constant from an operation's result; reports a value out of range. */
static gen_expr_operand fold(gen_expr_parser *parser, custub_int value, const char *begin)
{
    if (!value.invalid)
        return gen_expr_fold_constant(parser, value, begin);
    if (parser->decided)
        return gen_expr_fold_constant(parser, custub_int_of_u64(0), begin);
    return gen_expr_fail(parser, "expr-no-value",
                         "'%s' has no value in the range of contracts, [-2^63, 2^64-1]; keep "
                         "every step in that range",
                         gen_expr_quote(parser, begin, parser->end));
}

gen_expr_operand gen_expr_fold_unary(gen_expr_parser *parser, custub_op op,
                                     const gen_expr_operand *left, const char *begin)
{
    custub_int value;

    if (!left->expr)
        return *left;
    if (gen_expr_is_constant(left, &value))
        return fold(parser, compute(op, value, value), begin);
    return make_node(parser, op, left, begin);
}

static bool is_bit_operation(custub_op op)
{
    return op >= CUSTUB_OP_BIT_AND && op <= CUSTUB_OP_SHIFT_RIGHT;
}

static bool is_division(custub_op op)
{
    return op == CUSTUB_OP_DIVIDE || op == CUSTUB_OP_REMAINDER || op == CUSTUB_OP_CEIL_DIV;
}

/* True, with an error, if the operation has no value because of this operand. */
static bool has_no_value(gen_expr_parser *parser, custub_op op, const gen_expr_operand *operand,
                         bool is_right, const char *begin)
{
    custub_int value;

    if (parser->decided || !gen_expr_is_constant(operand, &value))
        return false;
    if (is_right && is_division(op) && value.bits == 0) {
        gen_expr_fail(parser, "expr-division-by-zero",
                      "'%s' divides by zero; divide by another number",
                      gen_expr_quote(parser, begin, parser->end));
        return true;
    }
    if (is_bit_operation(op) && value.negative) {
        gen_expr_fail(parser, "expr-negative-operand",
                      "'%s' has a negative operand, which bit operators and shifts do not "
                      "take; use arithmetic, for example n / 4 * 4",
                      gen_expr_quote(parser, begin, parser->end));
        return true;
    }
    return false;
}

/* True if a constant `left` of && or || decides the result. */
static bool settles(custub_op op, const gen_expr_operand *left, custub_int *result)
{
    custub_int value;

    if ((op != CUSTUB_OP_AND && op != CUSTUB_OP_OR) || !gen_expr_is_constant(left, &value) ||
        custub_int_holds(value) != (op == CUSTUB_OP_OR))
        return false;
    *result = custub_int_of_bool(op == CUSTUB_OP_OR);
    return true;
}

/* True if the result is that of the right operand: `true && n > 0`. */
static bool is_neutral(custub_op op, const gen_expr_operand *left, const gen_expr_operand *right)
{
    custub_int value;

    return (op == CUSTUB_OP_AND || op == CUSTUB_OP_OR) && gen_expr_is_constant(left, &value) &&
           !value.invalid && gen_expr_is_truth(right->expr);
}

bool gen_expr_fold_settles(custub_op op, const gen_expr_operand *left)
{
    custub_int result;

    return settles(op, left, &result);
}

gen_expr_operand gen_expr_fold_binary(gen_expr_parser *parser, custub_op op,
                                      const gen_expr_operand *left, const gen_expr_operand *right,
                                      const char *begin)
{
    const gen_expr_operand failed = {0};
    gen_expr_operand operand;
    custub_int a;
    custub_int b;

    if (!left->expr || !right->expr || has_no_value(parser, op, left, false, begin) ||
        has_no_value(parser, op, right, true, begin))
        return failed;
    if (settles(op, left, &a))
        return gen_expr_fold_constant(parser, a, begin);
    if (gen_expr_is_constant(left, &a) && gen_expr_is_constant(right, &b))
        return fold(parser, compute(op, a, b), begin);
    if (is_neutral(op, left, right)) {
        operand = *right;
        operand.begin = begin;
        return operand;
    }
    operand = gen_expr_fold_leaf(parser, op, begin);
    operand.expr->left = left->expr;
    operand.expr->right = right->expr;
    operand.height = larger(left->height, right->height) + 1;
    operand.stack = larger(left->stack, right->stack + 1);
    return finish(parser, operand);
}

gen_expr_operand gen_expr_fold_conditional(gen_expr_parser *parser,
                                           const gen_expr_operand *condition,
                                           const gen_expr_operand *chosen,
                                           const gen_expr_operand *otherwise, const char *begin)
{
    gen_expr_operand operand = {0};
    custub_int value;

    if (!condition->expr || !chosen->expr || !otherwise->expr)
        return operand;
    if (gen_expr_is_constant(condition, &value)) {
        operand = custub_int_holds(value) ? *chosen : *otherwise;
        operand.begin = begin;
        operand.end = parser->end;
        operand.comparison = 0;
        return operand;
    }
    operand = gen_expr_fold_leaf(parser, CUSTUB_OP_CONDITIONAL, begin);
    operand.expr->left = condition->expr;
    operand.expr->right = chosen->expr;
    operand.expr->otherwise = otherwise->expr;
    operand.height = larger(condition->height, larger(chosen->height, otherwise->height)) + 1;
    operand.stack = larger(condition->stack, larger(chosen->stack + 1, otherwise->stack + 2));
    return finish(parser, operand);
}

bool gen_expr_is_truth(const gen_expr *expr)
{
    switch (expr->op) {
    case CUSTUB_OP_AND:
    case CUSTUB_OP_OR:
    case CUSTUB_OP_NOT:
    case CUSTUB_OP_IS_POW2:
        return true;
    default:
        return expr->op >= CUSTUB_OP_EQUAL && expr->op <= CUSTUB_OP_GREATER_EQUAL;
    }
}

bool gen_expr_uses(const gen_expr *expr, custub_op op)
{
    return expr && (expr->op == op || gen_expr_uses(expr->left, op) ||
                    gen_expr_uses(expr->right, op) || gen_expr_uses(expr->otherwise, op));
}

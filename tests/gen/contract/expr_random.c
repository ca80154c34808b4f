#include "expr_random.h"

#include <stddef.h>

struct random_expr {
    custub_op op;
    uint64_t constant;
    size_t leaf;
    int component;
    const struct random_expr *left;
    const struct random_expr *right;
    const struct random_expr *otherwise;
};

/* C's notation, repeated here on purpose. 0: written as a function. */
typedef struct notation {
    const char *text;
    int precedence;
    int operands;
} notation;

static const notation notations[] = {
    [CUSTUB_OP_NEGATE] = {"-", 12, 1},       [CUSTUB_OP_NOT] = {"!", 12, 1},
    [CUSTUB_OP_IS_POW2] = {"is_pow2", 0, 1}, [CUSTUB_OP_ADD] = {"+", 10, 2},
    [CUSTUB_OP_SUBTRACT] = {"-", 10, 2},     [CUSTUB_OP_MULTIPLY] = {"*", 11, 2},
    [CUSTUB_OP_DIVIDE] = {"/", 11, 2},       [CUSTUB_OP_REMAINDER] = {"%", 11, 2},
    [CUSTUB_OP_EQUAL] = {"==", 7, 2},        [CUSTUB_OP_NOT_EQUAL] = {"!=", 7, 2},
    [CUSTUB_OP_LESS] = {"<", 8, 2},          [CUSTUB_OP_LESS_EQUAL] = {"<=", 8, 2},
    [CUSTUB_OP_GREATER] = {">", 8, 2},       [CUSTUB_OP_GREATER_EQUAL] = {">=", 8, 2},
    [CUSTUB_OP_AND] = {"&&", 3, 2},          [CUSTUB_OP_OR] = {"||", 2, 2},
    [CUSTUB_OP_BIT_AND] = {"&", 6, 2},       [CUSTUB_OP_BIT_OR] = {"|", 4, 2},
    [CUSTUB_OP_BIT_XOR] = {"^", 5, 2},       [CUSTUB_OP_SHIFT_LEFT] = {"<<", 9, 2},
    [CUSTUB_OP_SHIFT_RIGHT] = {">>", 9, 2},  [CUSTUB_OP_MIN] = {"min", 0, 2},
    [CUSTUB_OP_MAX] = {"max", 0, 2},         [CUSTUB_OP_CEIL_DIV] = {"ceil_div", 0, 2},
    [CUSTUB_OP_CONDITIONAL] = {"?", 1, 3},
};

static void make_leaf(random_expr *expr, uint64_t *state)
{
    uint64_t choice = random_next(state) % 16;

    expr->op = CUSTUB_OP_PARAMETER;
    expr->leaf = (size_t)(random_next(state) % sample_leaf_count);
    expr->component = (int)(random_next(state) % 3);
    if (choice < 5) {
        expr->op = CUSTUB_OP_CONSTANT;
        expr->constant = random_next(state) >> random_next(state) % 64;
        if (choice < 3)
            expr->constant %= 40;
    } else if (choice == 5) {
        expr->op = CUSTUB_OP_GRID;
    } else if (choice == 6) {
        expr->op = CUSTUB_OP_BLOCK;
    }
}

const random_expr *random_expr_make(gen_arena *arena, uint64_t *state, unsigned height)
{
    random_expr *expr = GEN_NEW(arena, random_expr);
    const unsigned first = CUSTUB_OP_NEGATE;
    const unsigned count = CUSTUB_OP_CONDITIONAL - CUSTUB_OP_NEGATE + 1;

    if (!height || random_next(state) % 5 == 0) {
        make_leaf(expr, state);
        return expr;
    }
    expr->op = (custub_op)(first + random_next(state) % count);
    expr->left = random_expr_make(arena, state, height - 1);
    if (notations[expr->op].operands >= 2)
        expr->right = random_expr_make(arena, state, height - 1);
    if (notations[expr->op].operands == 3)
        expr->otherwise = random_expr_make(arena, state, height - 1);
    return expr;
}

/* A C type of that size; null if there is none. */
static const char *type_of_size(uint64_t size, uint64_t *state)
{
    static const char *const types[][3] = {[1] = {"bool", "signed char", "const char"},
                                           [2] = {"short", "unsigned short int", "short signed"},
                                           [4] = {"float", "unsigned", "const int"},
                                           [8] = {"double", "float *", "long long"}};

    return size < 9 ? types[size][random_next(state) % 3] : NULL;
}

/* Prints a constant: decimal, hexadecimal, octal or binary, with or without separators and
 * suffixes; or as a sizeof. */
static void print_constant(gen_text *out, uint64_t value, uint64_t *state)
{
    static const char *const suffixes[] = {"", "", "", "u", "UL", "ull", "LLU", "l"};
    const char *type = type_of_size(value, state);
    unsigned shift = 63;

    if (type && random_next(state) % 2) {
        gen_text_printf(out, "sizeof(%s)", type);
        return;
    }
    switch (random_next(state) % 6) {
    case 0:
        gen_text_printf(out, "0x%llx", (unsigned long long)value);
        break;
    case 1:
        gen_text_printf(out, "0%llo", (unsigned long long)value);
        break;
    case 2:
        gen_text_puts(out, "0B");
        while (shift && !(value >> shift))
            shift--;
        for (; shift; shift--)
            gen_text_puts(out, value >> shift & 1 ? "1" : "0");
        gen_text_puts(out, value & 1 ? "1" : "0");
        break;
    case 3:
        if (value >= 1000) {
            gen_text_printf(out, "%llu'%03llu", (unsigned long long)(value / 1000),
                            (unsigned long long)(value % 1000));
            break;
        }
        /* fall through */
    default:
        gen_text_printf(out, "%llu", (unsigned long long)value);
        break;
    }
    gen_text_puts(out, suffixes[random_next(state) % 8]);
}

static void print_leaf(gen_text *out, const random_expr *expr, uint64_t *state)
{
    switch (expr->op) {
    case CUSTUB_OP_CONSTANT:
        print_constant(out, expr->constant, state);
        break;
    case CUSTUB_OP_PARAMETER:
        gen_text_puts(out, sample_leaves[expr->leaf].text);
        break;
    default:
        gen_text_printf(out, "%s.%c", expr->op == CUSTUB_OP_GRID ? "gridDim" : "blockDim",
                        "xyz"[expr->component]);
        break;
    }
}

/* Prints an expression. What binds less than `lowest` needs parentheses. */
static void print(gen_text *out, const random_expr *expr, int lowest, uint64_t *state)
{
    const notation *n = &notations[expr->op];
    bool is_function = expr->left && !n->precedence;
    bool in_parentheses =
        (expr->left && !is_function && n->precedence < lowest) || random_next(state) % 16 == 0;
    bool compares = n->precedence == 7 || n->precedence == 8;

    if (in_parentheses)
        gen_text_puts(out, "(");
    if (!expr->left) {
        print_leaf(out, expr, state);
    } else if (is_function) {
        gen_text_printf(out, "%s(", n->text);
        print(out, expr->left, 0, state);
        if (expr->right) {
            gen_text_puts(out, random_next(state) % 2 ? ", " : " ,");
            print(out, expr->right, 0, state);
        }
        gen_text_puts(out, ")");
    } else if (expr->otherwise) {
        print(out, expr->left, 2, state);
        gen_text_puts(out, random_next(state) % 2 ? " ? " : "?");
        print(out, expr->right, 1, state);
        gen_text_puts(out, random_next(state) % 2 ? " : " : ":");
        print(out, expr->otherwise, 1, state);
    } else if (!expr->right) {
        gen_text_printf(out, "%s%s", n->text, random_next(state) % 8 ? " " : "\t");
        print(out, expr->left, n->precedence, state);
    } else {
        /* a < b < c is an error; the other operators group from the left */
        print(out, expr->left, n->precedence + compares, state);
        gen_text_printf(out, random_next(state) % 4 ? " %s " : "%s ", n->text);
        print(out, expr->right, n->precedence + 1, state);
    }
    if (in_parentheses)
        gen_text_puts(out, ")");
}

void random_expr_print(gen_text *out, const random_expr *expr, uint64_t *state)
{
    print(out, expr, 0, state);
}

static wide dimension(const custub_dim3 *shape, int component)
{
    const uint64_t values[] = {shape->x, shape->y, shape->z};

    return wide_of(values[component]);
}

wide random_expr_value(const random_expr *expr, const sample_values *values)
{
    switch (expr->op) {
    case CUSTUB_OP_CONSTANT:
        return wide_of(expr->constant);
    case CUSTUB_OP_PARAMETER:
        return sample_leaf_value(expr->leaf, values);
    case CUSTUB_OP_GRID:
        return dimension(&values->grid, expr->component);
    case CUSTUB_OP_BLOCK:
        return dimension(&values->block, expr->component);
    default:
        break;
    }
    if (expr->otherwise)
        return wide_conditional(random_expr_value(expr->left, values),
                                random_expr_value(expr->right, values),
                                random_expr_value(expr->otherwise, values));
    if (!expr->right)
        return wide_unary(expr->op, random_expr_value(expr->left, values));
    return wide_binary(expr->op, random_expr_value(expr->left, values),
                       random_expr_value(expr->right, values));
}

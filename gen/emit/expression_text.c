#include "emit/expression_text.h"

#include "contract/operation.h"
#include "emit/field_path.h"
#include "emit/range.h"

#include <inttypes.h>

/* The printer of one expression. */
typedef struct printer {
    gen_text *out;
    const gen_kernel_names *names;
    const char *shape; /* the C name of the launch whose grid and block are meant */
} printer;

/* --- Operands -------------------------------------------------------------------------------- */

static void write_parameter(const printer *p, const gen_expr *expr)
{
    const gen_param *param = &p->names->kernel->params[expr->index];
    const char *name = p->names->params[expr->index];
    const gen_scalar_row *row = gen_scalar_row_of(expr->scalar);
    const gen_type *type;

    if (gen_emit_is_in_bytes(param->type, expr->offset)) {
        gen_text_printf(p->out, "custub_read_%s(&%s, %" PRIu32 ")", row->name, name, expr->offset);
        return;
    }
    type = gen_emit_path(NULL, p->names->all, param->type, expr->offset);
    /* In C a plain char has the host's sign; in C++ enumerations are not integers. */
    if (type->enumeration)
        gen_text_printf(p->out, "(%s)", type->c_name);
    else if (row->class != GEN_SCALAR_TRUTH && row->bytes == 1)
        gen_text_puts(p->out, row->class == GEN_SCALAR_SIGNED ? "(int8_t)" : "(uint8_t)");
    else if (param->pointer && row->class == GEN_SCALAR_SIGNED) /* a view's address is unsigned */
        gen_text_puts(p->out, "(int64_t)");
    gen_text_puts(p->out, name);
    gen_emit_path(p->out, p->names->all, param->type, expr->offset);
    if (type->is_handle)
        gen_text_puts(p->out, ".handle");
    if (param->pointer) /* an integer that holds an address */
        gen_text_puts(p->out, ".ptr");
}

static void write_size(const printer *p, const gen_expr *expr)
{
    gen_text_printf(p->out, expr->index ? "custub_dim_size(%s->%s.%c)" : "%s->%s.%c", p->shape,
                    expr->op == CUSTUB_OP_GRID ? "grid" : "block", "xyz"[expr->index]);
}

/* --- Types of plain expressions -------------------------------------------------------------- */

/* The C type of a plain expression, as far as conversions depend on it. */
typedef enum c_type {
    C_NONE, /* not a plain expression */
    C_LITERAL,
    C_INT,      /* int, and types that are promoted to it */
    C_UNSIGNED, /* unsigned int, and unsigned types that are promoted to int */
    C_INT64,
    C_UINT64
} c_type;

static bool is_unsigned(c_type type)
{
    return type == C_UNSIGNED || type == C_UINT64 || type == C_LITERAL;
}

static bool is_comparison(custub_op op)
{
    return op >= CUSTUB_OP_EQUAL && op <= CUSTUB_OP_GREATER_EQUAL;
}

static bool is_logic(custub_op op)
{
    return op == CUSTUB_OP_AND || op == CUSTUB_OP_OR || op == CUSTUB_OP_NOT;
}

static c_type type_of_leaf(const gen_expr *expr)
{
    const gen_scalar_row *row;

    if (expr->op == CUSTUB_OP_CONSTANT)
        return expr->access                    ? C_UINT64
               : expr->value.bits <= INT32_MAX ? C_LITERAL
               : expr->value.bits <= INT64_MAX ? C_INT64
                                               : C_UINT64;
    if (expr->op != CUSTUB_OP_PARAMETER)
        return C_UINT64;
    row = gen_scalar_row_of(expr->scalar);
    if (row->class == GEN_SCALAR_UNSIGNED)
        return row->bytes == 8 ? C_UINT64 : C_UNSIGNED;
    return row->bytes == 8 ? C_INT64 : C_INT;
}

static c_type type_of(const gen_expr *expr, c_type outer);

/* The 64-bit type that an operation on plain operands is computed in; C_NONE if a value may not
 * fit. The shape of a launch can be any number, and overflow of unsigned arithmetic is harmless.
 *
 * `outer` is the type that the operation around it is computed in, or C_NONE. An operand of int64_t
 * arithmetic is computed in int64_t too, if its values fit: in n - (int64_t)((uint64_t)n + 37), GCC
 * moves the 37 out of the conversion and warns of an overflow that no value causes. */
static c_type work_type(const gen_expr *expr, c_type outer)
{
    c_type left = type_of(expr->left, C_NONE);
    c_type right = expr->right ? type_of(expr->right, C_NONE) : left;
    gen_range range = gen_range_of(expr->left);
    bool shape = gen_expr_uses(expr, CUSTUB_OP_GRID) || gen_expr_uses(expr, CUSTUB_OP_BLOCK);
    bool is_truth = gen_expr_is_truth(expr);
    bool is_signed = !is_unsigned(left) || !is_unsigned(right) || (outer == C_INT64 && !is_truth);

    if (left == C_NONE || right == C_NONE)
        return C_NONE;
    if (expr->right)
        range = gen_range_union(range, gen_range_of(expr->right));
    if (!is_truth)
        range = gen_range_union(range, gen_range_of(expr));
    if (gen_range_fits_u64(range) && (shape || !is_signed))
        return C_UINT64;
    if (gen_range_fits_i64(range) && !shape)
        return C_INT64;
    return gen_range_fits_u64(range) ? C_UINT64 : C_NONE;
}

static bool is_same(const gen_expr *a, const gen_expr *b)
{
    if (!a || !b)
        return a == b;
    return a->op == b->op && a->value.bits == b->value.bits && a->index == b->index &&
           a->offset == b->offset && is_same(a->left, b->left) && is_same(a->right, b->right);
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
    return is_comparison(expr->op) &&
           (gen_range_decides(expr->op, gen_range_of(expr->left), gen_range_of(expr->right)) ||
            is_same(expr->left, expr->right) || bits_differ(expr->left, expr->right) ||
            bits_differ(expr->right, expr->left));
}

/* True if compilers may warn that the value is never zero. */
static bool is_never_zero(const gen_expr *expr)
{
    return expr->op == CUSTUB_OP_BIT_OR &&
           (expr->left->op == CUSTUB_OP_CONSTANT || expr->right->op == CUSTUB_OP_CONSTANT);
}

/* True if the plain expression can be compared with zero. */
static bool is_plain_truth(const gen_expr *expr)
{
    if (expr->op == CUSTUB_OP_CONSTANT) /* compilers may warn that it is constant */
        return false;
    return type_of(expr, C_NONE) != C_NONE && !is_never_zero(expr);
}

/* The type of the text that write_plain writes. */
static c_type type_of(const gen_expr *expr, c_type outer)
{
    c_type work;

    if (!expr->left)
        return type_of_leaf(expr);
    if (is_logic(expr->op))
        return is_plain_truth(expr->left) && (!expr->right || is_plain_truth(expr->right)) ? C_INT
                                                                                           : C_NONE;
    work = work_type(expr, outer);
    if (work == C_NONE || is_decided(expr))
        return C_NONE;
    if (gen_expr_is_truth(expr) || (expr->op == CUSTUB_OP_NEGATE && !expr->left->left &&
                                    type_of_leaf(expr->left) == C_LITERAL))
        return C_INT;
    return work;
}

/* --- Plain expressions ----------------------------------------------------------------------- */

/* How C writes an operation: with an operator of this precedence, or by calling a function. */
typedef struct operator_form {
    const char *text; /* the operator, or the function without its type */
    int precedence;
} operator_form;

enum { BY_FUNCTION, OR, AND, BITS, COMPARISON, SHIFT, SUM, PRODUCT, UNARY, PRIMARY };

static operator_form form_of(custub_op op)
{
    static const operator_form forms[] = {
        [CUSTUB_OP_NEGATE] = {"-", UNARY},
        [CUSTUB_OP_NOT] = {"!", COMPARISON}, /* compilers want parentheses in !a == b and !a & b */
        [CUSTUB_OP_IS_POW2] = {"is_pow2", BY_FUNCTION},
        [CUSTUB_OP_ADD] = {"+", SUM},
        [CUSTUB_OP_SUBTRACT] = {"-", SUM},
        [CUSTUB_OP_MULTIPLY] = {"*", PRODUCT},
        [CUSTUB_OP_DIVIDE] = {"/", PRODUCT},
        [CUSTUB_OP_REMAINDER] = {"%", PRODUCT},
        [CUSTUB_OP_EQUAL] = {"==", COMPARISON},
        [CUSTUB_OP_NOT_EQUAL] = {"!=", COMPARISON},
        [CUSTUB_OP_LESS] = {"<", COMPARISON},
        [CUSTUB_OP_LESS_EQUAL] = {"<=", COMPARISON},
        [CUSTUB_OP_GREATER] = {">", COMPARISON},
        [CUSTUB_OP_GREATER_EQUAL] = {">=", COMPARISON},
        [CUSTUB_OP_AND] = {"&&", AND},
        [CUSTUB_OP_OR] = {"||", OR},
        [CUSTUB_OP_BIT_AND] = {"&", BITS},
        [CUSTUB_OP_BIT_OR] = {"|", BITS},
        [CUSTUB_OP_BIT_XOR] = {"^", BITS},
        [CUSTUB_OP_SHIFT_LEFT] = {"<<", SHIFT},
        [CUSTUB_OP_SHIFT_RIGHT] = {">>", SHIFT},
        [CUSTUB_OP_MIN] = {"min", BY_FUNCTION},
        [CUSTUB_OP_MAX] = {"max", BY_FUNCTION},
        [CUSTUB_OP_CEIL_DIV] = {"ceil_div", BY_FUNCTION},
    };

    return forms[op];
}

static int precedence_of(const gen_expr *expr)
{
    int precedence = expr->left ? form_of(expr->op).precedence : PRIMARY;

    return precedence == BY_FUNCTION ? PRIMARY : precedence;
}

/* True if C's own conversion would change the operand's sign, or warn about it. */
static bool changes_sign(c_type from, c_type to)
{
    return to == C_INT64 ? from == C_UINT64 : to == C_UINT64 && (from == C_INT || from == C_INT64);
}

static void write_plain(const printer *p, const gen_expr *expr, c_type outer);

/* In parentheses if it binds less than `precedence`; with a cast to `outer` if `is_cast`. */
static void write_operand(const printer *p, const gen_expr *expr, int precedence, c_type outer,
                          bool is_cast)
{
    /* GCC warns of the sign where a truth of several parts meets unsigned long long. */
    bool chooses = is_cast && gen_expr_is_truth(expr);
    bool wraps = chooses || precedence_of(expr) < (is_cast ? UNARY : precedence);

    if (is_cast)
        gen_text_puts(p->out, outer == C_INT64 ? "(int64_t)" : "(uint64_t)");
    gen_text_puts(p->out, wraps ? "(" : "");
    write_plain(p, expr, outer);
    gen_text_puts(p->out, chooses ? " ? 1 : 0" : "");
    gen_text_puts(p->out, wraps ? ")" : "");
}

static bool has_sign(c_type type)
{
    return type == C_INT || type == C_INT64;
}

/* True if the operand of an operation that is computed in `work` needs a cast to it. `other` is
 * null for a unary operation. */
static bool needs_cast(const gen_expr *expr, c_type work, const gen_expr *operand,
                       const gen_expr *other)
{
    c_type own = type_of(operand, work);
    c_type next = other ? type_of(other, work) : C_LITERAL;

    if (is_comparison(expr->op) &&
        (own == C_LITERAL || next == C_LITERAL || has_sign(own) == has_sign(next)))
        return false;
    if (changes_sign(own, work))
        return true;
    if (own == work || own == C_LITERAL || next == work || changes_sign(next, work))
        return false;
    /* One operand with all 64 bits is enough. */
    return !other || operand != expr->right || next == C_LITERAL;
}

static void write_argument(const printer *p, const gen_expr *expr, c_type work)
{
    write_operand(p, expr, OR, work, changes_sign(type_of(expr, work), work));
}

static void write_call(const printer *p, const gen_expr *expr, c_type work)
{
    gen_text_printf(p->out, "custub_%s_%s(", form_of(expr->op).text,
                    work == C_INT64 ? "i64" : "u64");
    write_argument(p, expr->left, work);
    if (expr->right) {
        gen_text_puts(p->out, ", ");
        write_argument(p, expr->right, work);
    }
    gen_text_puts(p->out, ")");
}

/* Writes an operand of && or ||. Compilers want a truth value. */
static void write_truth(const printer *p, const gen_expr *expr)
{
    if (gen_expr_is_truth(expr)) {
        write_operand(p, expr, COMPARISON, C_NONE, false);
    } else {
        write_operand(p, expr, SUM, C_NONE, false);
        gen_text_puts(p->out, " != 0");
    }
}

static void write_logic(const printer *p, const gen_expr *expr)
{
    if (expr->op == CUSTUB_OP_NOT) {
        gen_text_puts(p->out, "!(");
        write_truth(p, expr->left);
        gen_text_puts(p->out, ")");
        return;
    }
    write_truth(p, expr->left);
    gen_text_printf(p->out, " %s ", form_of(expr->op).text);
    write_truth(p, expr->right);
}

/* Puts parentheses between operators of different kinds where readers may not know which binds
 * more. */
static void write_binary(const printer *p, const gen_expr *expr, c_type work)
{
    operator_form form = form_of(expr->op);
    int left = form.precedence >= SUM          ? form.precedence
               : form.precedence == COMPARISON ? SUM
                                               : UNARY;
    int right = form.precedence >= SUM ? left + 1 : left;

    if (form.precedence == SHIFT) { /* it is computed in the type of the left operand */
        write_operand(p, expr->left, left, work, type_of(expr->left, work) != work);
        gen_text_printf(p->out, " %s ", form.text);
        write_operand(p, expr->right, right, C_NONE, false);
        return;
    }
    write_operand(p, expr->left, left, work, needs_cast(expr, work, expr->left, expr->right));
    gen_text_printf(p->out, " %s ", form.text);
    write_operand(p, expr->right, right, work, needs_cast(expr, work, expr->right, expr->left));
}

static void write_constant(const printer *p, const gen_expr *expr)
{
    c_type type = type_of_leaf(expr);

    if (expr->access) {
        gen_text_puts(p->out, expr->access);
        return;
    }
    gen_text_printf(p->out,
                    type == C_LITERAL ? "%" PRIu64
                    : type == C_INT64 ? "INT64_C(%" PRIu64 ")"
                                      : "UINT64_C(%" PRIu64 ")",
                    expr->value.bits);
}

static void write_negation(const printer *p, const gen_expr *expr, c_type work)
{
    gen_text_puts(p->out, "-");
    write_operand(p, expr->left, PRIMARY, work, needs_cast(expr, work, expr->left, NULL));
}

static void write_plain(const printer *p, const gen_expr *expr, c_type outer)
{
    switch (expr->op) {
    case CUSTUB_OP_CONSTANT:
        write_constant(p, expr);
        break;
    case CUSTUB_OP_PARAMETER:
        write_parameter(p, expr);
        break;
    case CUSTUB_OP_GRID:
    case CUSTUB_OP_BLOCK:
        write_size(p, expr);
        break;
    case CUSTUB_OP_NOT:
    case CUSTUB_OP_AND:
    case CUSTUB_OP_OR:
        write_logic(p, expr);
        break;
    case CUSTUB_OP_NEGATE:
        write_negation(p, expr, work_type(expr, outer));
        break;
    case CUSTUB_OP_IS_POW2:
    case CUSTUB_OP_MIN:
    case CUSTUB_OP_MAX:
    case CUSTUB_OP_CEIL_DIV:
        write_call(p, expr, work_type(expr, outer));
        break;
    default:
        write_binary(p, expr, work_type(expr, outer));
        break;
    }
}

/* --- Checked expressions --------------------------------------------------------------------- */

static const char *function_of(custub_op op)
{
#define NAME(operation, function) [CUSTUB_OP_##operation] = "custub_int_" #function,
    static const char *const functions[] = {GEN_UNARY_OPERATIONS(NAME) GEN_BINARY_OPERATIONS(NAME)};
#undef NAME

    return functions[op];
}

/* Writes a custub_int. */
static void write_checked(const printer *p, const gen_expr *expr)
{
    c_type type = type_of(expr, C_NONE);

    if (type != C_NONE) {
        gen_text_printf(p->out, "custub_int_of_%s(", is_unsigned(type) ? "u64" : "i64");
        write_plain(p, expr, C_NONE);
        gen_text_puts(p->out, ")");
        return;
    }
    gen_text_printf(p->out, "%s(", function_of(expr->op));
    write_checked(p, expr->left);
    if (expr->right) {
        gen_text_puts(p->out, ", ");
        write_checked(p, expr->right);
    }
    gen_text_puts(p->out, ")");
}

void gen_emit_need(gen_text *out, const gen_kernel_names *names, const gen_expr *expr,
                   const char *shape)
{
    printer p = {out, names, shape};
    c_type type = type_of(expr, C_NONE);

    if (type == C_NONE) {
        gen_text_puts(out, "custub_int_need(");
        write_checked(&p, expr);
        gen_text_puts(out, ")");
    } else if (is_unsigned(type)) {
        write_plain(&p, expr, C_NONE);
    } else if (gen_range_fits_u64(gen_range_of(expr))) {
        write_operand(&p, expr, UNARY, C_UINT64, true);
    } else {
        gen_text_puts(out, "custub_need_i64(");
        write_plain(&p, expr, C_NONE);
        gen_text_puts(out, ")");
    }
}

void gen_emit_condition(gen_text *out, const gen_kernel_names *names, const gen_expr *expr,
                        const char *shape)
{
    printer p = {out, names, shape};

    if (expr->op == CUSTUB_OP_CONSTANT) {
        gen_text_puts(out, expr->value.bits ? "1" : "0");
    } else if (!is_plain_truth(expr)) {
        gen_text_puts(out, "custub_int_holds(");
        write_checked(&p, expr);
        gen_text_puts(out, ")");
    } else if (gen_expr_is_truth(expr)) {
        write_plain(&p, expr, C_NONE);
    } else {
        write_truth(&p, expr);
    }
}

#include "emit/expressions/expression_text.h"

#include "contract/operation.h"
#include "emit/expressions/c_type.h"
#include "emit/names/field_path.h"
#include "emit/expressions/range.h"
#include "model/tensor_map.h"

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
    const gen_type *whole =
        param->kind == CUSTUB_PARAM_TENSOR_MAP ? gen_tensor_map_type() : param->type;
    const gen_type *type;

    if (gen_emit_is_in_bytes(whole, expr->offset)) {
        gen_text_printf(p->out, "custub_read_%s(&%s, %" PRIu32 ")", row->name, name, expr->offset);
        return;
    }
    type = gen_emit_path(NULL, p->names->all, whole, expr->offset);
    /* In C a plain char has the host's sign; in C++ enumerations are not integers. */
    if (type->enumeration)
        gen_text_printf(p->out, "(%s)", type->c_name);
    else if (row->class != GEN_SCALAR_TRUTH && row->bytes == 1)
        gen_text_puts(p->out, row->class == GEN_SCALAR_SIGNED ? "(int8_t)" : "(uint8_t)");
    else if (param->pointer && row->class == GEN_SCALAR_SIGNED) /* a view's address is unsigned */
        gen_text_puts(p->out, "(int64_t)");
    gen_text_puts(p->out, name);
    gen_emit_path(p->out, p->names->all, whole, expr->offset);
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

/* --- Plain expressions ----------------------------------------------------------------------- */

/* How C writes an operation: with an operator of this precedence, or by calling a function. */
typedef struct operator_form {
    const char *text; /* the operator, or the function without its type */
    int precedence;
} operator_form;

enum { BY_FUNCTION, CONDITIONAL, OR, AND, BITS, COMPARISON, SHIFT, SUM, PRODUCT, UNARY, PRIMARY };

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
        [CUSTUB_OP_CONDITIONAL] = {"?", CONDITIONAL},
    };

    return forms[op];
}

static int precedence_of(const gen_expr *expr)
{
    int precedence = expr->left ? form_of(expr->op).precedence : PRIMARY;

    return precedence == BY_FUNCTION ? PRIMARY : precedence;
}

/* True if C's own conversion would change the operand's sign, or warn about it. */
static bool changes_sign(gen_c_type from, gen_c_type to)
{
    return to == GEN_C_INT64 ? from == GEN_C_UINT64
                             : to == GEN_C_UINT64 && (from == GEN_C_INT || from == GEN_C_INT64);
}

static void write_plain(const printer *p, const gen_expr *expr, gen_c_type outer);

/* In parentheses if it binds less than `precedence`; with a cast to `outer` if `is_cast`. */
static void write_operand(const printer *p, const gen_expr *expr, int precedence, gen_c_type outer,
                          bool is_cast)
{
    /* GCC warns of the sign where a truth of several parts meets unsigned long long. */
    bool chooses = is_cast && gen_expr_is_truth(expr);
    bool wraps = chooses || precedence_of(expr) < (is_cast ? UNARY : precedence);

    if (is_cast)
        gen_text_puts(p->out, outer == GEN_C_INT64 ? "(int64_t)" : "(uint64_t)");
    gen_text_puts(p->out, wraps ? "(" : "");
    write_plain(p, expr, outer);
    gen_text_puts(p->out, chooses ? " ? 1 : 0" : "");
    gen_text_puts(p->out, wraps ? ")" : "");
}

static bool has_sign(gen_c_type type)
{
    return type == GEN_C_INT || type == GEN_C_INT64;
}

/* True if the operand of an operation that is computed in `work` needs a cast to it. `other` is
 * null for a unary operation. */
static bool needs_cast(const gen_expr *expr, gen_c_type work, const gen_expr *operand,
                       const gen_expr *other)
{
    gen_c_type own = gen_c_type_of(operand, work);
    gen_c_type next = other ? gen_c_type_of(other, work) : GEN_C_LITERAL;

    if (gen_c_is_comparison(expr->op) &&
        (own == GEN_C_LITERAL || next == GEN_C_LITERAL || has_sign(own) == has_sign(next)))
        return false;
    if (changes_sign(own, work))
        return true;
    if (own == work || own == GEN_C_LITERAL || next == work || changes_sign(next, work))
        return false;
    /* One operand with all 64 bits is enough. */
    return !other || operand != expr->right || next == GEN_C_LITERAL;
}

static void write_argument(const printer *p, const gen_expr *expr, gen_c_type work)
{
    write_operand(p, expr, OR, work, changes_sign(gen_c_type_of(expr, work), work));
}

static void write_call(const printer *p, const gen_expr *expr, gen_c_type work)
{
    gen_text_printf(p->out, "custub_%s_%s(", form_of(expr->op).text,
                    work == GEN_C_INT64 ? "i64" : "u64");
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
        write_operand(p, expr, COMPARISON, GEN_C_NONE, false);
    } else {
        write_operand(p, expr, SUM, GEN_C_NONE, false);
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
static void write_binary(const printer *p, const gen_expr *expr, gen_c_type work)
{
    operator_form form = form_of(expr->op);
    int left = form.precedence >= SUM          ? form.precedence
               : form.precedence == COMPARISON ? SUM
                                               : UNARY;
    int right = form.precedence >= SUM ? left + 1 : left;

    if (form.precedence == SHIFT) { /* it is computed in the type of the left operand */
        write_operand(p, expr->left, left, work, gen_c_type_of(expr->left, work) != work);
        gen_text_printf(p->out, " %s ", form.text);
        write_operand(p, expr->right, right, GEN_C_NONE, false);
        return;
    }
    write_operand(p, expr->left, left, work, needs_cast(expr, work, expr->left, expr->right));
    gen_text_printf(p->out, " %s ", form.text);
    write_operand(p, expr->right, right, work, needs_cast(expr, work, expr->right, expr->left));
}

/* GCC warns of operands that differ in sign; a constant fits into the other one's type. */
static void write_choice(const printer *p, const gen_expr *expr, const gen_expr *other,
                         gen_c_type work)
{
    gen_c_type type = gen_c_type_of(expr, work);
    bool is_literal = type == GEN_C_LITERAL && gen_c_type_of(other, work) != GEN_C_LITERAL;

    write_operand(p, expr, OR, work, type != work && !is_literal);
}

static void write_conditional(const printer *p, const gen_expr *expr, gen_c_type work)
{
    write_truth(p, expr->left);
    gen_text_puts(p->out, " ? ");
    write_choice(p, expr->right, expr->otherwise, work);
    gen_text_puts(p->out, " : ");
    write_choice(p, expr->otherwise, expr->right, work);
}

static void write_constant(const printer *p, const gen_expr *expr)
{
    gen_c_type type = gen_c_type_of_leaf(expr);

    if (expr->access) {
        gen_text_puts(p->out, expr->access);
        return;
    }
    gen_text_printf(p->out,
                    type == GEN_C_LITERAL ? "%" PRIu64
                    : type == GEN_C_INT64 ? "INT64_C(%" PRIu64 ")"
                                          : "UINT64_C(%" PRIu64 ")",
                    expr->value.bits);
}

static void write_negation(const printer *p, const gen_expr *expr, gen_c_type work)
{
    gen_text_puts(p->out, "-");
    write_operand(p, expr->left, PRIMARY, work, needs_cast(expr, work, expr->left, NULL));
}

static void write_plain(const printer *p, const gen_expr *expr, gen_c_type outer)
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
        write_negation(p, expr, gen_c_work_type(expr, outer));
        break;
    case CUSTUB_OP_IS_POW2:
    case CUSTUB_OP_MIN:
    case CUSTUB_OP_MAX:
    case CUSTUB_OP_CEIL_DIV:
        write_call(p, expr, gen_c_work_type(expr, outer));
        break;
    case CUSTUB_OP_CONDITIONAL:
        write_conditional(p, expr, gen_c_conditional_type(expr));
        break;
    default:
        write_binary(p, expr, gen_c_work_type(expr, outer));
        break;
    }
}

/* --- Checked expressions --------------------------------------------------------------------- */

static const char *function_of(custub_op op)
{
#define NAME(operation, function) [CUSTUB_OP_##operation] = "custub_int_" #function,
    static const char *const functions[] = {GEN_UNARY_OPERATIONS(NAME) GEN_BINARY_OPERATIONS(NAME)
                                                GEN_TERNARY_OPERATIONS(NAME)};
#undef NAME

    return functions[op];
}

/* Writes a custub_int. */
static void write_checked(const printer *p, const gen_expr *expr)
{
    gen_c_type type = gen_c_type_of(expr, GEN_C_NONE);

    if (type != GEN_C_NONE) {
        gen_text_printf(p->out, "custub_int_of_%s(", gen_c_type_is_unsigned(type) ? "u64" : "i64");
        write_plain(p, expr, GEN_C_NONE);
        gen_text_puts(p->out, ")");
        return;
    }
    gen_text_printf(p->out, "%s(", function_of(expr->op));
    write_checked(p, expr->left);
    if (expr->right) {
        gen_text_puts(p->out, ", ");
        write_checked(p, expr->right);
    }
    if (expr->otherwise) {
        gen_text_puts(p->out, ", ");
        write_checked(p, expr->otherwise);
    }
    gen_text_puts(p->out, ")");
}

void gen_emit_need(gen_text *out, const gen_kernel_names *names, const gen_expr *expr,
                   const char *shape)
{
    printer p = {out, names, shape};
    gen_c_type type = gen_c_type_of(expr, GEN_C_NONE);

    if (type == GEN_C_NONE) {
        gen_text_puts(out, "custub_int_need(");
        write_checked(&p, expr);
        gen_text_puts(out, ")");
    } else if (gen_c_type_is_unsigned(type)) {
        write_plain(&p, expr, GEN_C_NONE);
    } else if (gen_range_fits_u64(gen_range_of(expr))) {
        write_operand(&p, expr, UNARY, GEN_C_UINT64, true);
    } else {
        gen_text_puts(out, "custub_need_i64(");
        write_plain(&p, expr, GEN_C_NONE);
        gen_text_puts(out, ")");
    }
}

void gen_emit_condition(gen_text *out, const gen_kernel_names *names, const gen_expr *expr,
                        const char *shape)
{
    printer p = {out, names, shape};

    if (expr->op == CUSTUB_OP_CONSTANT) {
        gen_text_puts(out, expr->value.bits ? "1" : "0");
    } else if (!gen_c_is_plain_truth(expr)) {
        gen_text_puts(out, "custub_int_holds(");
        write_checked(&p, expr);
        gen_text_puts(out, ")");
    } else if (gen_expr_is_truth(expr)) {
        write_plain(&p, expr, GEN_C_NONE);
    } else {
        write_truth(&p, expr);
    }
}

#include "contract/expression.h"

#include "contract/operation.h"

#include <inttypes.h>

/* A plain char has the host's sign in C, so that the 8-bit types are named. Everything else widens
 * without a change of sign, and needs no cast. */
static const char *conversion_of(const gen_expr *expr)
{
    switch (expr->scalar) {
    case CUSTUB_SCALAR_BOOL:
        return "custub_int_of_bool(";
    case CUSTUB_SCALAR_I8:
        return expr->in_bytes ? "custub_int_of_i64(" : "custub_int_of_i64((int8_t)";
    case CUSTUB_SCALAR_U8:
        return expr->in_bytes ? "custub_int_of_u64(" : "custub_int_of_u64((uint8_t)";
    case CUSTUB_SCALAR_I16:
    case CUSTUB_SCALAR_I32:
    case CUSTUB_SCALAR_I64:
        return "custub_int_of_i64(";
    default:
        return "custub_int_of_u64(";
    }
}

static void write_size(gen_text *out, const char *launch, const char *which, uint32_t axis)
{
    const char *form = axis == 0 ? "custub_int_of_u64(%s->%s.%c)"
                                 : "custub_int_of_u64(custub_dim_size(%s->%s.%c))";

    gen_text_printf(out, form, launch, which, "xyz"[axis]);
}

void gen_expr_write_c(gen_text *out, const gen_expr *expr, const char *launch)
{
    switch (expr->op) {
    case CUSTUB_OP_CONSTANT:
        gen_text_printf(out, "custub_int_of_u64(UINT64_C(%" PRIu64 "))", expr->value.bits);
        break;
    case CUSTUB_OP_PARAMETER:
        gen_text_printf(out, "%s%s)", conversion_of(expr), expr->c_access);
        break;
    case CUSTUB_OP_GRID:
        write_size(out, launch, "grid", expr->index);
        break;
    case CUSTUB_OP_BLOCK:
        write_size(out, launch, "block", expr->index);
        break;
    default:
        gen_text_printf(out, "%s(", gen_expr_operation_of(expr->op)->function);
        gen_expr_write_c(out, expr->left, launch);
        if (expr->right) {
            gen_text_puts(out, ", ");
            gen_expr_write_c(out, expr->right, launch);
        }
        gen_text_puts(out, ")");
        break;
    }
}

void gen_expr_write_code(const gen_expr *expr, void (*word)(void *context, uint32_t value),
                         void *context)
{
    if (expr->left)
        gen_expr_write_code(expr->left, word, context);
    if (expr->right)
        gen_expr_write_code(expr->right, word, context);
    word(context, (uint32_t)expr->op);
    switch (expr->op) {
    case CUSTUB_OP_CONSTANT:
        word(context, (uint32_t)(expr->value.bits & UINT32_MAX));
        word(context, (uint32_t)(expr->value.bits >> 32));
        break;
    case CUSTUB_OP_PARAMETER:
        word(context, expr->index);
        word(context, expr->offset);
        word(context, (uint32_t)expr->scalar);
        break;
    case CUSTUB_OP_GRID:
    case CUSTUB_OP_BLOCK:
        word(context, expr->index);
        break;
    default:
        break;
    }
}

static void count_word(void *context, uint32_t value)
{
    size_t *count = context;

    (void)value;
    *count += 1;
}

size_t gen_expr_code_length(const gen_expr *expr)
{
    size_t count = 0;

    gen_expr_write_code(expr, count_word, &count);
    return count;
}

bool gen_expr_uses(const gen_expr *expr, custub_op op)
{
    return expr &&
           (expr->op == op || gen_expr_uses(expr->left, op) || gen_expr_uses(expr->right, op));
}

static void write_word(void *context, uint32_t word)
{
    gen_text *out = context;

    if (out->length && out->data[out->length - 1] != '{' && out->data[out->length - 1] != '[')
        gen_text_puts(out, ", ");
    gen_text_printf(out, "%" PRIu32, word);
}

void gen_expr_write_words(gen_text *out, const gen_expr *expr)
{
    gen_expr_write_code(expr, write_word, out);
}

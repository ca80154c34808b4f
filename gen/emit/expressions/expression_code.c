#include "emit/expressions/expression_code.h"

#include "contract/operation.h"

#include <inttypes.h>

void gen_emit_code(const gen_expr *expr, void (*word)(void *context, uint32_t value), void *context)
{
    if (expr->left)
        gen_emit_code(expr->left, word, context);
    if (expr->right)
        gen_emit_code(expr->right, word, context);
    if (expr->otherwise)
        gen_emit_code(expr->otherwise, word, context);
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

size_t gen_emit_code_length(const gen_expr *expr)
{
    size_t count = 0;

    gen_emit_code(expr, count_word, &count);
    return count;
}

static void write_word(void *context, uint32_t word)
{
    gen_text *out = context;

    if (out->length && out->data[out->length - 1] != '{' && out->data[out->length - 1] != '[')
        gen_text_puts(out, ", ");
    gen_text_printf(out, "%" PRIu32, word);
}

void gen_emit_code_words(gen_text *out, const gen_expr *expr)
{
    gen_emit_code(expr, write_word, out);
}

static const char *name_of(custub_op op)
{
#define NAME(operation, function) [CUSTUB_OP_##operation] = "CUSTUB_OP_" #operation,
    static const char *const names[] = {[CUSTUB_OP_CONSTANT] = "CUSTUB_OP_CONSTANT",
                                        [CUSTUB_OP_PARAMETER] = "CUSTUB_OP_PARAMETER",
                                        [CUSTUB_OP_GRID] = "CUSTUB_OP_GRID",
                                        [CUSTUB_OP_BLOCK] = "CUSTUB_OP_BLOCK",
                                        GEN_UNARY_OPERATIONS(NAME) GEN_BINARY_OPERATIONS(NAME)
                                            GEN_TERNARY_OPERATIONS(NAME)};
#undef NAME

    return names[op];
}

void gen_emit_code_names(gen_text *out, const gen_expr *expr)
{
    if (expr->left) {
        gen_emit_code_names(out, expr->left);
        gen_text_puts(out, ", ");
    }
    if (expr->right) {
        gen_emit_code_names(out, expr->right);
        gen_text_puts(out, ", ");
    }
    if (expr->otherwise) {
        gen_emit_code_names(out, expr->otherwise);
        gen_text_puts(out, ", ");
    }
    gen_text_puts(out, name_of(expr->op));
    switch (expr->op) {
    case CUSTUB_OP_CONSTANT:
        gen_text_printf(out, ", %" PRIu64 ", %" PRIu64, expr->value.bits & UINT32_MAX,
                        expr->value.bits >> 32);
        break;
    case CUSTUB_OP_PARAMETER:
        gen_text_printf(out, ", %" PRIu32 ", %" PRIu32 ", %s", expr->index, expr->offset,
                        gen_scalar_row_of(expr->scalar)->constant);
        break;
    case CUSTUB_OP_GRID:
    case CUSTUB_OP_BLOCK:
        gen_text_printf(out, ", %" PRIu32, expr->index);
        break;
    default:
        break;
    }
}

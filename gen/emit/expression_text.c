#include "emit/expression_text.h"

#include "contract/operation.h"

#include <inttypes.h>

/* Works because fields of a plain record have at least a byte and do not overlap. */
static const gen_field *field_at(const gen_record *record, uint64_t offset)
{
    const gen_field *field = record->fields;

    while (offset - field->offset >= field->type->size)
        field++;
    return field;
}

/* True if the header has no names for the fields there, because the record is not plain. */
static bool is_in_bytes(const gen_type *type, uint64_t offset)
{
    while (type->kind == GEN_TYPE_RECORD || type->kind == GEN_TYPE_ARRAY) {
        if (type->kind == GEN_TYPE_ARRAY) {
            type = type->element;
            offset %= type->size;
        } else if (type->record->is_plain) {
            const gen_field *field = field_at(type->record, offset);
            type = field->type;
            offset -= field->offset;
        } else {
            return true;
        }
    }
    return false;
}

/* ".inner.dims[2]" */
static void write_path(gen_text *out, const gen_type *type, uint64_t offset)
{
    while (type->kind == GEN_TYPE_RECORD || type->kind == GEN_TYPE_ARRAY) {
        if (type->kind == GEN_TYPE_ARRAY) {
            type = type->element;
            gen_text_printf(out, "[%" PRIu64 "]", offset / type->size);
            offset %= type->size;
        } else {
            const gen_field *field = field_at(type->record, offset);
            gen_text_printf(out, ".%s", field->c_name);
            type = field->type;
            offset -= field->offset;
        }
    }
}

void gen_emit_parameter(gen_text *out, const gen_kernel *kernel, const gen_expr *expr)
{
    const gen_param *param = &kernel->params[expr->index];

    if (is_in_bytes(param->type, expr->offset)) {
        gen_text_printf(out, "custub_read_%s(&%s, %" PRIu32 ")",
                        gen_scalar_row_of(expr->scalar)->name, param->c_name, expr->offset);
    } else {
        gen_text_puts(out, param->c_name);
        write_path(out, param->type, expr->offset);
    }
}

/* 8-bit types are named, because a plain char has the host's sign in C. Results of readers have
 * their type already. All others widen without a change of sign and need no cast. */
static void write_parameter(gen_text *out, const gen_kernel *kernel, const gen_expr *expr)
{
    static const char *const conversions[] = {
        [GEN_SCALAR_TRUTH] = "custub_int_of_bool",
        [GEN_SCALAR_SIGNED] = "custub_int_of_i64",
        [GEN_SCALAR_UNSIGNED] = "custub_int_of_u64",
    };
    const gen_scalar_row *row = gen_scalar_row_of(expr->scalar);

    gen_text_printf(out, "%s(", conversions[row->class]);
    if (row->class != GEN_SCALAR_TRUTH && row->bytes == 1 &&
        !is_in_bytes(kernel->params[expr->index].type, expr->offset))
        gen_text_puts(out, row->class == GEN_SCALAR_SIGNED ? "(int8_t)" : "(uint8_t)");
    gen_emit_parameter(out, kernel, expr);
    gen_text_puts(out, ")");
}

static void write_size(gen_text *out, const char *launch, const char *which, uint32_t axis)
{
    const char *form = axis == 0 ? "custub_int_of_u64(%s->%s.%c)"
                                 : "custub_int_of_u64(custub_dim_size(%s->%s.%c))";

    gen_text_printf(out, form, launch, which, "xyz"[axis]);
}

static const char *function_of(custub_op op)
{
#define NAME(operation, function) [CUSTUB_OP_##operation] = "custub_int_" #function,
    static const char *const functions[] = {GEN_UNARY_OPERATIONS(NAME) GEN_BINARY_OPERATIONS(NAME)};
#undef NAME

    return functions[op];
}

void gen_emit_expression(gen_text *out, const gen_kernel *kernel, const gen_expr *expr,
                         const char *launch)
{
    switch (expr->op) {
    case CUSTUB_OP_CONSTANT:
        gen_text_printf(out, "custub_int_of_u64(UINT64_C(%" PRIu64 "))", expr->value.bits);
        break;
    case CUSTUB_OP_PARAMETER:
        write_parameter(out, kernel, expr);
        break;
    case CUSTUB_OP_GRID:
        write_size(out, launch, "grid", expr->index);
        break;
    case CUSTUB_OP_BLOCK:
        write_size(out, launch, "block", expr->index);
        break;
    default:
        gen_text_printf(out, "%s(", function_of(expr->op));
        gen_emit_expression(out, kernel, expr->left, launch);
        if (expr->right) {
            gen_text_puts(out, ", ");
            gen_emit_expression(out, kernel, expr->right, launch);
        }
        gen_text_puts(out, ")");
        break;
    }
}

void gen_emit_code(const gen_expr *expr, void (*word)(void *context, uint32_t value), void *context)
{
    if (expr->left)
        gen_emit_code(expr->left, word, context);
    if (expr->right)
        gen_emit_code(expr->right, word, context);
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

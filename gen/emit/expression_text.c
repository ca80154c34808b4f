#include "emit/expression_text.h"

#include "contract/operation.h"

#include <inttypes.h>

/* custub/launch.h's function that reads it from bytes. */
static const char *reader_of(custub_scalar scalar)
{
    static const char *const readers[] = {
        [CUSTUB_SCALAR_BOOL] = "custub_read_bool", [CUSTUB_SCALAR_I8] = "custub_read_i8",
        [CUSTUB_SCALAR_U8] = "custub_read_u8",     [CUSTUB_SCALAR_I16] = "custub_read_i16",
        [CUSTUB_SCALAR_U16] = "custub_read_u16",   [CUSTUB_SCALAR_I32] = "custub_read_i32",
        [CUSTUB_SCALAR_U32] = "custub_read_u32",   [CUSTUB_SCALAR_I64] = "custub_read_i64",
        [CUSTUB_SCALAR_U64] = "custub_read_u64",
    };

    return readers[scalar];
}

/* Fields of a plain record have bytes, and none overlap. */
static const gen_field *field_at(const gen_record *record, uint64_t offset)
{
    const gen_field *field = record->fields;

    while (offset - field->offset >= field->type->size)
        field++;
    return field;
}

/* The header has no names for the fields of a record that is not plain. */
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
        gen_text_printf(out, "%s(&%s, %" PRIu32 ")", reader_of(expr->scalar), param->c_name,
                        expr->offset);
    } else {
        gen_text_puts(out, param->c_name);
        write_path(out, param->type, expr->offset);
    }
}

/* A plain char has the host's sign in C, so that the 8-bit types are named; a reader's result has
 * its type already. Everything else widens without a change of sign, and needs no cast. */
static void write_parameter(gen_text *out, const gen_kernel *kernel, const gen_expr *expr)
{
    bool is_named = !is_in_bytes(kernel->params[expr->index].type, expr->offset);

    switch (expr->scalar) {
    case CUSTUB_SCALAR_BOOL:
        gen_text_puts(out, "custub_int_of_bool(");
        break;
    case CUSTUB_SCALAR_I8:
        gen_text_printf(out, "custub_int_of_i64(%s", is_named ? "(int8_t)" : "");
        break;
    case CUSTUB_SCALAR_U8:
        gen_text_printf(out, "custub_int_of_u64(%s", is_named ? "(uint8_t)" : "");
        break;
    case CUSTUB_SCALAR_I16:
    case CUSTUB_SCALAR_I32:
    case CUSTUB_SCALAR_I64:
        gen_text_puts(out, "custub_int_of_i64(");
        break;
    default:
        gen_text_puts(out, "custub_int_of_u64(");
        break;
    }
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

#include "error/phrase.h"

#include <string.h>

#include "error/error.h"
#include "check/evaluate.h"

/* What is left of a message for the shape and the place; values that would go there are left out.
 */
#define RESERVED 160u

static uint32_t words_of(uint32_t op)
{
    switch (op) {
    case CUSTUB_OP_CONSTANT:
        return 3;
    case CUSTUB_OP_PARAMETER:
        return CUSTUBI_PARAMETER_WORDS;
    case CUSTUB_OP_GRID:
    case CUSTUB_OP_BLOCK:
        return 2;
    default:
        return 1;
    }
}

static uint32_t size_of(uint32_t scalar)
{
    switch (scalar) {
    case CUSTUB_SCALAR_I16:
    case CUSTUB_SCALAR_U16:
        return 2;
    case CUSTUB_SCALAR_I32:
    case CUSTUB_SCALAR_U32:
        return 4;
    case CUSTUB_SCALAR_I64:
    case CUSTUB_SCALAR_U64:
        return 8;
    default:
        return 1;
    }
}

/* Whether the parameter or field at word `at` was named before. */
static bool is_repeated(const custub_expr *expr, uint32_t at)
{
    for (uint32_t i = 0; i < at; i += words_of(expr->code[i]))
        if (expr->code[i] == CUSTUB_OP_PARAMETER &&
            memcmp(&expr->code[i], &expr->code[at], 3 * sizeof(uint32_t)) == 0)
            return true;
    return false;
}

/* "step.width", or null. */
static const char *name_of_part(const custub_kernel_info *info, uint32_t param, uint32_t offset)
{
    for (uint32_t i = 0; i < info->part_count; i++)
        if (info->parts[i].param == param && info->parts[i].offset == offset)
            return info->parts[i].name;
    return NULL;
}

/* "n", "step.width"; of a part without a name "step (bytes 20 to 23)". */
static void phrase_name(custub_error *error, const custub_kernel_info *info, const uint32_t *code)
{
    const custub_param_info *param = &info->params[code[1]];
    const char *name = name_of_part(info, code[1], code[2]);

    custubi_error_append(error, "%s", name ? name : param->name);
    if (!name && param->kind != CUSTUB_PARAM_SCALAR)
        custubi_error_append(error, " (bytes %u to %u)", (unsigned int)code[2],
                             (unsigned int)(code[2] + size_of(code[3]) - 1));
}

/* "n = 4" */
static void phrase_parameter(custub_error *error, const custubi_call *call, const uint32_t *code)
{
    const custub_expr one = {NULL, code, CUSTUBI_PARAMETER_WORDS};

    phrase_name(error, call->kernel->info, code);
    custubi_error_append(error, " = ");
    custubi_phrase_value(error, "", custubi_evaluate(&one, call->arguments, NULL, NULL));
}

static bool is_known(const custub_dim3 *dim)
{
    return dim->x && dim->y && dim->z;
}

void custubi_phrase_found(custub_error *error, const custubi_call *call, const custub_expr *expr)
{
    const char *before = " for ";
    bool shape = false;

    if (!error)
        return;
    for (uint32_t i = 0; i < expr->length; i += words_of(expr->code[i])) {
        uint32_t op = expr->code[i];
        shape |= op == CUSTUB_OP_GRID || op == CUSTUB_OP_BLOCK;
        if (op != CUSTUB_OP_PARAMETER || expr->length - i < CUSTUBI_PARAMETER_WORDS ||
            expr->code[i + 1] >= call->kernel->info->param_count || is_repeated(expr, i) ||
            strlen(error->message) > sizeof(error->message) - RESERVED)
            continue;
        custubi_error_append(error, "%s", before);
        phrase_parameter(error, call, &expr->code[i]);
        before = ", ";
    }
    if (!shape || !is_known(&call->grid) || !is_known(&call->block))
        return;
    custubi_error_append(error, "%s", before[0] == ',' ? " and " : before);
    custubi_phrase_shape(error, &call->grid, &call->block);
}

void custubi_phrase_no_value(custub_error *error, const custubi_call *call, const custub_expr *expr,
                             custub_int value, const char *what)
{
    custubi_error_append(error, "needs ");
    if (value.invalid) {
        custubi_error_append(error, "%s %s, which has no value", expr->text, what);
        custubi_phrase_found(error, call, expr);
        custubi_error_append(error, " (it leaves 64 bits or divides by zero)");
    } else {
        custubi_phrase_value(error, expr->text, value);
        custubi_error_append(error, " %s, which is negative", what);
        if (expr->length > CUSTUBI_PARAMETER_WORDS) /* else it says so already */
            custubi_phrase_found(error, call, expr);
    }
}

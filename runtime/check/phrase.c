#include "check/phrase.h"

#include <string.h>

#include "check/contract.h"
#include "check/evaluate.h"
#include "library/code.h"
#include "error/error.h"

/* Bytes of a message that are kept free for the text after a list of values. The list ends early
 * instead. */
#define RESERVED_AFTER_NAMES     160u
#define RESERVED_AFTER_ARGUMENTS 96u

static int rank_of(const custub_dim3 *dim)
{
    return dim->z != 1 ? 3 : dim->y != 1 ? 2 : 1;
}

static void phrase_ranked(custub_error *error, const custub_dim3 *dim, int rank)
{
    for (int axis = 0; axis < rank; axis++)
        custubi_error_append(error, "%s%llu", axis ? "x" : "",
                             (unsigned long long)custubi_component(dim, axis));
}

void custubi_phrase_dim(custub_error *error, const custub_dim3 *dim)
{
    phrase_ranked(error, dim, rank_of(dim));
}

void custubi_phrase_shape(custub_error *error, const custub_dim3 *grid, const custub_dim3 *block)
{
    int rank = rank_of(grid) > rank_of(block) ? rank_of(grid) : rank_of(block);

    custubi_error_append(error, "grid ");
    phrase_ranked(error, grid, rank);
    custubi_error_append(error, " x block ");
    phrase_ranked(error, block, rank);
}

void custubi_phrase_need(custub_error *error, const custub_pointer_info *info, uint64_t count,
                         uint64_t bytes)
{
    bool in_bytes = (info->flags & CUSTUB_POINTER_SIZED) || custubi_phrase_is_bytes(info);

    custubi_error_append(error, "the kernel needs ");
    custubi_phrase_count(error, info->count.text, count);
    custubi_error_append(error, " ");
    custubi_phrase_unit(error, info, in_bytes, count);
    if (!in_bytes)
        custubi_error_append(error, " (%llu bytes)", (unsigned long long)bytes);
}

/* True if the code names the parameter or field at word `at` before that word, too. */
static bool is_repeated(const custub_expr *expr, uint32_t at)
{
    for (uint32_t i = 0; i < at; i += custubi_code_words(expr->code[i]))
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

/* "n", "step.width"; "step (bytes 20 to 23)" for a part without a name. */
static void phrase_name(custub_error *error, const custub_kernel_info *info, const uint32_t *code)
{
    const custub_param_info *param = &info->params[code[1]];
    const char *name = name_of_part(info, code[1], code[2]);

    custubi_error_append(error, "%s", name ? name : param->name);
    if (!name && param->kind != CUSTUB_PARAM_SCALAR)
        custubi_error_append(error, " (bytes %u to %u)", (unsigned int)code[2],
                             (unsigned int)(code[2] + custubi_scalar_of(code[3])->size - 1));
}

/* "n = 4" */
static void phrase_parameter(custub_error *error, const custubi_call *call, const uint32_t *code)
{
    const custub_expr one = {NULL, code, CUSTUBI_PARAMETER_WORDS};

    phrase_name(error, call->kernel->info, code);
    custubi_error_append(error, " = ");
    custubi_phrase_value(error, "", custubi_evaluate(&one, call->arguments, NULL, NULL));
}

void custubi_phrase_found(custub_error *error, const custubi_call *call, const custub_expr *expr)
{
    const char *before = " for ";
    bool shape = false;

    if (!error)
        return;
    for (uint32_t i = 0; i < expr->length; i += custubi_code_words(expr->code[i])) {
        uint32_t op = expr->code[i];
        shape |= op == CUSTUB_OP_GRID || op == CUSTUB_OP_BLOCK;
        if (op != CUSTUB_OP_PARAMETER || expr->length - i < CUSTUBI_PARAMETER_WORDS ||
            expr->code[i + 1] >= call->kernel->info->param_count || is_repeated(expr, i) ||
            strlen(error->message) > sizeof(error->message) - RESERVED_AFTER_NAMES)
            continue;
        custubi_error_append(error, "%s", before);
        phrase_parameter(error, call, &expr->code[i]);
        before = ", ";
    }
    if (!shape || custubi_dim_is_empty(&call->grid) || custubi_dim_is_empty(&call->block))
        return;
    custubi_error_append(error, "%s", before[0] == ',' ? " and " : before);
    custubi_phrase_shape(error, &call->grid, &call->block);
}

void custubi_phrase_no_value(custub_error *error, const custubi_call *call, const custub_expr *expr,
                             custub_int value, const char *what)
{
    custubi_error_append(error, "needs ");
    if (value.invalid) {
        custubi_phrase_expression(error, expr->text);
        custubi_error_append(error, " %s, which has no value", what);
        custubi_phrase_found(error, call, expr);
        custubi_error_append(error, " (it leaves 64 bits or divides by zero)");
    } else {
        custubi_phrase_value(error, expr->text, value);
        custubi_error_append(error, " %s, which is negative", what);
        if (expr->length > CUSTUBI_PARAMETER_WORDS) /* a single parameter's text says so already */
            custubi_phrase_found(error, call, expr);
    }
}

static void phrase_float(custub_error *error, uint32_t scalar, const void *at)
{
    float f32;
    double f64;
    uint16_t bits;

    switch (scalar) {
    case CUSTUB_SCALAR_F32:
        memcpy(&f32, at, sizeof(f32));
        custubi_error_append(error, "%.9g", (double)f32);
        break;
    case CUSTUB_SCALAR_F64:
        memcpy(&f64, at, sizeof(f64));
        custubi_error_append(error, "%.17g", f64);
        break;
    default:
        memcpy(&bits, at, sizeof(bits));
        custubi_error_append(error, "0x%04x as bits", (unsigned int)bits);
    }
}

static void phrase_scalar(custub_error *error, uint32_t index, uint32_t scalar,
                          void *const *arguments)
{
    const uint32_t code[] = {CUSTUB_OP_PARAMETER, index, 0, scalar};
    const custub_expr whole = {"", code, CUSTUBI_PARAMETER_WORDS};

    if (custubi_scalar_is_integer(custubi_scalar_of(scalar)))
        custubi_phrase_value(error, "", custubi_evaluate(&whole, arguments, NULL, NULL));
    else
        phrase_float(error, scalar, arguments[index]);
}

static void phrase_buffer(custub_error *error, const custub_pointer_info *info,
                          const custub_need *need)
{
    custubi_error_append(error, "0x%llx", need->ptr);
    if (need->declared == CUSTUB_COUNT_UNKNOWN)
        return;
    custubi_error_append(error, " (%llu ", (unsigned long long)need->declared);
    custubi_phrase_unit(error, info, false, need->declared);
    custubi_error_append(error, ")");
}

void custubi_phrase_arguments(custub_error *error, const custubi_call *call)
{
    const custub_kernel_info *info = call->kernel->info;
    uint32_t pointer = 0;

    for (uint32_t i = 0; error && i < info->param_count; i++) {
        const custub_param_info *param = &info->params[i];
        if (strlen(error->message) > sizeof(error->message) - RESERVED_AFTER_ARGUMENTS) {
            custubi_error_append(error, " and %u more", (unsigned int)(info->param_count - i));
            return;
        }
        custubi_error_append(error, ", %.40s = ", param->name);
        if (param->kind == CUSTUB_PARAM_SCALAR)
            phrase_scalar(error, i, param->scalar, call->arguments);
        else if (param->kind == CUSTUB_PARAM_BUFFER)
            phrase_buffer(error, &info->pointers[pointer], &call->needs[pointer]);
        else
            custubi_error_append(error, "%u bytes of %.40s", (unsigned int)param->size,
                                 param->type);
        pointer += param->kind == CUSTUB_PARAM_BUFFER;
    }
}

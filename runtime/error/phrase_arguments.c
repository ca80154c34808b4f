#include "error/phrase.h"

#include <string.h>

#include "error/error.h"
#include "check/evaluate.h"

#define RESERVED 96u /* of a message, for what follows the arguments */

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

    if (scalar >= CUSTUB_SCALAR_F16)
        phrase_float(error, scalar, arguments[index]);
    else
        custubi_phrase_value(error, "", custubi_evaluate(&whole, arguments, NULL, NULL));
}

static void phrase_buffer(custub_error *error, const custub_param_info *param,
                          const custub_need *need)
{
    custubi_error_append(error, "0x%llx", need->ptr);
    if (need->count == CUSTUB_COUNT_UNKNOWN)
        return;
    custubi_error_append(error, " (%llu ", (unsigned long long)need->count);
    custubi_phrase_view_unit(error, param, need->count);
    custubi_error_append(error, ")");
}

void custubi_phrase_arguments(custub_error *error, const custubi_call *call)
{
    const custub_kernel_info *info = call->kernel->info;
    const custub_need *need = call->needs;

    for (uint32_t i = 0; error && i < info->param_count; i++) {
        const custub_param_info *param = &info->params[i];
        if (strlen(error->message) > sizeof(error->message) - RESERVED) {
            custubi_error_append(error, " and %u more", (unsigned int)(info->param_count - i));
            return;
        }
        custubi_error_append(error, ", %.40s = ", param->name);
        if (param->kind == CUSTUB_PARAM_SCALAR)
            phrase_scalar(error, i, param->scalar, call->arguments);
        else if (param->kind == CUSTUB_PARAM_BUFFER)
            phrase_buffer(error, param, need++);
        else
            custubi_error_append(error, "%u bytes of %.40s", (unsigned int)param->size,
                                 param->type);
    }
}

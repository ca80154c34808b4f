#include "described/argument.h"

#include <string.h>

#include "check/contract.h"
#include "check/evaluate.h"
#include "check/rules.h"
#include "memory/narrow_float.h"
#include "error/fault.h"
#include "library/absence.h"

static bool is_void(const custub_pointer_info *pointer)
{
    return !pointer->scalar && (!pointer->element || strcmp(pointer->element, "void") == 0);
}

/* --- Storing: what does not fit its parameter gets the status that refuses it ----------------- */

/* Every host of custub is little-endian. */
CUSTUBI_INLINE void put_value(void *to, uint64_t bits, uint32_t size)
{
    switch (size) {
    case 8:
        memcpy(to, &bits, 8);
        break;
    case 4:
        memcpy(to, &bits, 4);
        break;
    case 2:
        memcpy(to, &bits, 2);
        break;
    default:
        memcpy(to, &bits, 1);
    }
}

static bool is_negative(const custub_argument *argument, const custubi_scalar *type)
{
    return type->class == CUSTUBI_SCALAR_SIGNED && argument->i < 0;
}

static uint64_t bits_of(const custub_argument *argument, const custubi_scalar *type)
{
    return type->class == CUSTUBI_SCALAR_SIGNED ? (uint64_t)argument->i : argument->u;
}

CUSTUBI_INLINE custub_status store_integer(const custub_argument *argument,
                                           const custubi_scalar *from, const custubi_scalar *to,
                                           void *value)
{
    const uint64_t bits = bits_of(argument, from);

    if (!custubi_scalar_is_integer(from))
        return CUSTUB_ERROR_ARGUMENT_KIND;
    /* In two's complement a negative number fits if its complement does. */
    if (is_negative(argument, from) ? to->class != CUSTUBI_SCALAR_SIGNED || ~bits > to->most
                                    : bits > to->most)
        return CUSTUB_ERROR_ARGUMENT_RANGE;
    put_value(value, bits, to->size);
    return CUSTUB_OK;
}

CUSTUBI_INLINE custub_status store_float(const custub_argument *argument, custub_scalar scalar,
                                         const custubi_scalar *to, void *value)
{
    uint64_t bits = argument->u;

    if (argument->scalar != (uint32_t)scalar || to->class != CUSTUBI_SCALAR_BITS) {
        if (custubi_scalar_of(argument->scalar)->class != CUSTUBI_SCALAR_FLOAT)
            return CUSTUB_ERROR_ARGUMENT_KIND;
        if (!custubi_narrow_float(argument->f, scalar, &bits))
            return CUSTUB_ERROR_ARGUMENT_RANGE;
    }
    put_value(value, bits, to->size);
    return CUSTUB_OK;
}

CUSTUBI_INLINE custub_status store_scalar(const custub_param_info *param,
                                          const custub_argument *argument, void *value)
{
    const custubi_scalar *to = custubi_scalar_of(param->scalar);

    if (argument->kind != CUSTUB_ARGUMENT_SCALAR || !to->size)
        return CUSTUB_ERROR_ARGUMENT_KIND;
    if (custubi_scalar_is_integer(to))
        return store_integer(argument, custubi_scalar_of(argument->scalar), to, value);
    return store_float(argument, (custub_scalar)param->scalar, to, value);
}

/* The bytes of an element of the argument, for a kernel that counts bytes. */
static uint64_t unit_of(const custub_argument *argument)
{
    if (argument->size)
        return argument->size;
    return argument->scalar ? custubi_scalar_of(argument->scalar)->size : 1;
}

/* The argument's count in bytes. */
static uint64_t bytes_of(const custub_argument *argument)
{
    const uint64_t unit = unit_of(argument);

    if (argument->count == CUSTUB_COUNT_UNKNOWN)
        return CUSTUB_COUNT_UNKNOWN;
    /* Not UINT64_MAX, which would mean an unknown count. No memory has that many bytes. */
    return argument->count > (UINT64_MAX - 1) / unit ? UINT64_MAX - 1 : argument->count * unit;
}

CUSTUBI_INLINE custub_status store_buffer(const custub_pointer_info *pointer,
                                          const custub_argument *argument, custub_need *need)
{
    const bool is_bytes = is_void(pointer);

    if (argument->kind != CUSTUB_ARGUMENT_BUFFER)
        return CUSTUB_ERROR_ARGUMENT_KIND;
    if (argument->scalar && argument->scalar != pointer->scalar &&
        ((!is_bytes && pointer->element_size) || !custubi_scalar_of(argument->scalar)->size))
        return CUSTUB_ERROR_ARGUMENT_KIND;
    if (argument->size && argument->size != pointer->element_size && !is_bytes &&
        pointer->element_size)
        return CUSTUB_ERROR_ARGUMENT_SIZE;
    need->ptr = argument->ptr;
    need->declared = is_bytes ? bytes_of(argument) : argument->count;
    need->bytes = 0;
    return CUSTUB_OK;
}

static custub_status store_bytes(const custub_param_info *param, const custub_argument *argument,
                                 void *value)
{
    if (argument->kind != CUSTUB_ARGUMENT_BYTES || (!argument->bytes && argument->size))
        return CUSTUB_ERROR_ARGUMENT_KIND;
    if (argument->size != custubi_argument_bytes(param))
        return CUSTUB_ERROR_ARGUMENT_SIZE;
    if (argument->size)
        memcpy(value, argument->bytes, argument->size);
    return CUSTUB_OK;
}

CUSTUBI_INLINE custub_status store(const custub_param_info *param, const custubi_param_state *state,
                                   const custub_argument *argument, void *value)
{
    switch (param->kind) {
    case CUSTUB_PARAM_SCALAR:
        return store_scalar(param, argument, value);
    case CUSTUB_PARAM_BUFFER: /* whose value is its need */
        return store_buffer(state->pointer, argument, value);
    default:
        return store_bytes(param, argument, value);
    }
}

/* --- Refusing --------------------------------------------------------------------------------- */

/* An argument and the parameter that refuses it. */
typedef struct passage {
    const custub_kernel_info *info;
    const custub_param_info *param;
    const custub_pointer_info *pointer; /* of a buffer */
    uint32_t index;
    const custub_argument *argument;
    custub_error *error;
} passage;

static void phrase_parameter(const passage *at)
{
    const custub_param_info *param = at->param;

    if (param->kind == CUSTUB_PARAM_BUFFER)
        custubi_error_append(at->error, "is a buffer of %.64s",
                             is_void(at->pointer) ? "bytes" : at->pointer->element);
    else
        custubi_error_append(at->error, "is of type %.64s", param->type);
    if (param->kind != CUSTUB_PARAM_BUFFER && param->kind != CUSTUB_PARAM_SCALAR)
        custubi_error_append(at->error, ", %u bytes%s", (unsigned int)custubi_argument_bytes(param),
                             param->kind == CUSTUB_PARAM_TENSOR_MAP ? " as a custub_tensor_map"
                                                                    : "");
}

static void phrase_kind(const passage *at)
{
    const custub_argument *argument = at->argument;
    const custubi_scalar *scalar = custubi_scalar_of(argument->scalar);

    custubi_error_append(at->error, ", the argument ");
    switch (argument->kind) {
    case CUSTUB_ARGUMENT_SCALAR:
        custubi_error_append(at->error, "is a scalar of type %s", scalar->name);
        break;
    case CUSTUB_ARGUMENT_BUFFER:
        custubi_error_append(at->error, "is a buffer");
        if (scalar->size)
            custubi_error_append(at->error, " of %s", scalar->name);
        break;
    case CUSTUB_ARGUMENT_BYTES:
        custubi_error_append(at->error, "is a struct of %llu bytes",
                             (unsigned long long)argument->size);
        break;
    default:
        custubi_error_append(at->error, "has the unknown kind %u", (unsigned int)argument->kind);
    }
}

static void phrase_size(const passage *at)
{
    const bool is_buffer = at->param->kind == CUSTUB_PARAM_BUFFER;
    const uint64_t needed =
        is_buffer ? at->pointer->element_size : custubi_argument_bytes(at->param);

    custubi_fault_numbers(at->error, needed, at->argument->size);
    custubi_error_append(at->error, "; the argument has %s%llu bytes, the kernel %llu",
                         is_buffer ? "elements of " : "", (unsigned long long)at->argument->size,
                         (unsigned long long)needed);
}

static void phrase_range(const passage *at)
{
    const custub_argument *argument = at->argument;
    const custubi_scalar *type = custubi_scalar_of(argument->scalar);
    const uint64_t bits = bits_of(argument, type);

    custubi_error_append(at->error, ", which cannot hold ");
    if (type->class == CUSTUBI_SCALAR_FLOAT)
        custubi_error_append(at->error, "%.17g", argument->f);
    else if (is_negative(argument, type))
        custubi_error_append(at->error, "-%llu", (unsigned long long)(0 - bits));
    else
        custubi_error_append(at->error, "%llu", (unsigned long long)bits);
}

static CUSTUBI_COLD custub_status refuse(const custub_kernel *kernel, uint32_t index,
                                         const custub_argument *argument, custub_status status,
                                         custub_error *error)
{
    const custub_kernel_info *info = kernel->info;
    const passage at = {.info = info,
                        .param = &info->params[index],
                        .pointer = kernel->state->params[index].pointer,
                        .index = index,
                        .argument = argument,
                        .error = error};

    custubi_fault_begin_parameter(info, index, error, status);
    phrase_parameter(&at);
    if (status == CUSTUB_ERROR_ARGUMENT_KIND)
        phrase_kind(&at);
    else if (status == CUSTUB_ERROR_ARGUMENT_SIZE)
        phrase_size(&at);
    else
        phrase_range(&at);
    return custubi_fault_end(error, status);
}

/* --- Blocks ----------------------------------------------------------------------------------- */

void custubi_argument_block_place(custubi_argument_block *block, const custub_kernel *kernel,
                                  void *memory)
{
    const custubi_param_state *params = kernel->state->params;
    const uint32_t count = kernel->info->param_count;
    void **arguments;

    block->needs = memory;
    block->arguments = arguments = (void **)(void *)(block->needs + kernel->info->pointer_count);
    for (uint32_t i = 0; i < count; i++)
        arguments[i] = (char *)memory + params[i].place;
}

custub_status custubi_argument_store(const custubi_argument_block *block,
                                     const custub_kernel *kernel, uint32_t index,
                                     const custub_argument *argument, custub_error *error)
{
    custub_status status = store(&kernel->info->params[index], &kernel->state->params[index],
                                 argument, block->arguments[index]);

    return status ? refuse(kernel, index, argument, status, error) : CUSTUB_OK;
}

custub_status custubi_argument_take(custubi_argument_block *block, const custub_kernel *kernel,
                                    void *memory, const custub_argument *arguments,
                                    custub_error *error)
{
    const custub_param_info *param = kernel->info->params;
    const custubi_param_state *state = kernel->state->params;
    const custub_argument *argument = arguments;

    custubi_argument_block_place(block, kernel, memory);
    for (const custub_param_info *end = param + kernel->info->param_count; param != end;
         param++, state++, argument++) {
        custub_status status = store(param, state, argument, (char *)memory + state->place);

        if (status)
            return refuse(kernel, (uint32_t)(argument - arguments), argument, status, error);
    }
    return CUSTUB_OK;
}

static custub_status refuse_null(const custub_kernel_info *info, custub_error *error)
{
    return custubi_fault(info, error, CUSTUB_ERROR_INVALID_ARGUMENT,
                         "the arguments are at a null address");
}

custub_status custub_call_without_args(const custub_kernel *kernel, custub_error *error)
{
    custub_status status;

    if (custub_failed(error))
        return error->status;
    status = custubi_absence_check(kernel, error);
    return status ? status : refuse_null(kernel->info, error);
}

custub_status custubi_argument_refuse_count(const custub_kernel_info *info, uint32_t count,
                                            custub_error *error)
{
    if (count == info->param_count)
        return refuse_null(info, error);
    custubi_fault_begin(info, error, CUSTUB_ERROR_ARGUMENT_COUNT);
    custubi_fault_numbers(error, info->param_count, count);
    custubi_error_append(error, "%u argument%s given, the kernel has %u parameter%s",
                         (unsigned int)count, count == 1 ? " was" : "s were",
                         (unsigned int)info->param_count, info->param_count == 1 ? "" : "s");
    if (error && count < info->param_count) {
        custubi_error_name(error->parameter, info->params[count].name);
        error->parameter_index = (int32_t)count;
        custubi_error_append(error, ": '%s' is missing", error->parameter);
    }
    return custubi_fault_end(error, CUSTUB_ERROR_ARGUMENT_COUNT);
}

void custubi_argument_read_fields(const custubi_argument_block *block,
                                  const custub_kernel_state *state)
{
    for (uint32_t i = 0; i < state->pointer_count; i++)
        if (state->pointers[i].is_field) {
            custub_need *need = &block->needs[state->pointers[i].index];
            custubi_contract_view(&state->pointers[i], block->arguments, need);
            need->bytes = 0;
        }
}

#include "described/argument.h"

#include <string.h>

#include "check/contract.h"
#include "check/evaluate.h"
#include "memory/narrow_float.h"
#include "error/fault.h"
#include "library/absence.h"

/* An argument and the parameter that takes it. */
typedef struct passage {
    const custub_kernel_info *info;
    const custub_param_info *param;
    const custub_pointer_info *pointer; /* of a buffer */
    uint32_t index;
    const custub_argument *argument;
    void *value;
    custub_need *need; /* of a buffer */
    custub_error *error;
} passage;

static bool is_void(const custub_pointer_info *pointer)
{
    return !pointer->scalar && (!pointer->element || strcmp(pointer->element, "void") == 0);
}

static void begin(const passage *at, custub_status status)
{
    custubi_fault_begin_parameter(at->info, at->index, at->error, status);
}

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

static custub_status wrong_kind(const passage *at)
{
    const custub_argument *argument = at->argument;
    const custubi_scalar *scalar = custubi_scalar_of(argument->scalar);

    begin(at, CUSTUB_ERROR_ARGUMENT_KIND);
    phrase_parameter(at);
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
    return custubi_fault_end(at->error, CUSTUB_ERROR_ARGUMENT_KIND);
}

static custub_status wrong_size(const passage *at, uint64_t needed, const char *of)
{
    begin(at, CUSTUB_ERROR_ARGUMENT_SIZE);
    custubi_fault_numbers(at->error, needed, at->argument->size);
    phrase_parameter(at);
    custubi_error_append(at->error, "; the argument has %s%llu bytes, the kernel %llu", of,
                         (unsigned long long)at->argument->size, (unsigned long long)needed);
    return custubi_fault_end(at->error, CUSTUB_ERROR_ARGUMENT_SIZE);
}

static void begin_range(const passage *at)
{
    begin(at, CUSTUB_ERROR_ARGUMENT_RANGE);
    phrase_parameter(at);
    custubi_error_append(at->error, ", which cannot hold ");
}

static custub_status store_integer(const passage *at)
{
    const custubi_scalar *to = custubi_scalar_of(at->param->scalar);
    const custubi_scalar *from = custubi_scalar_of(at->argument->scalar);
    bool to_signed = to->class == CUSTUBI_SCALAR_SIGNED;
    bool from_signed = from->class == CUSTUBI_SCALAR_SIGNED;
    bool negative = from_signed && at->argument->i < 0;
    uint64_t bits = from_signed ? (uint64_t)at->argument->i : at->argument->u;
    uint64_t most =
        to->class == CUSTUBI_SCALAR_BOOL ? 1 : UINT64_MAX >> (64 - 8 * to->size + to_signed);
    bool fits;

    if (!custubi_scalar_is_integer(from))
        return wrong_kind(at);
    /* In two's complement a negative number fits if its complement does. */
    fits = negative ? to_signed && ~bits <= most : bits <= most;
    if (!fits) {
        begin_range(at);
        custubi_error_append(at->error, "%s%llu", negative ? "-" : "",
                             (unsigned long long)(negative ? 0 - bits : bits));
        return custubi_fault_end(at->error, CUSTUB_ERROR_ARGUMENT_RANGE);
    }
    memcpy(at->value, &bits, to->size);
    return CUSTUB_OK;
}

static custub_status store_float(const passage *at)
{
    const custubi_scalar *to = custubi_scalar_of(at->param->scalar);
    const custubi_scalar *from = custubi_scalar_of(at->argument->scalar);
    uint64_t bits;

    if (from == to && to->class == CUSTUBI_SCALAR_BITS) {
        memcpy(at->value, &at->argument->u, to->size);
        return CUSTUB_OK;
    }
    if (from->class != CUSTUBI_SCALAR_FLOAT)
        return wrong_kind(at);
    if (!custubi_narrow_float(at->argument->f, (custub_scalar)at->param->scalar, &bits)) {
        begin_range(at);
        custubi_error_append(at->error, "%.17g", at->argument->f);
        return custubi_fault_end(at->error, CUSTUB_ERROR_ARGUMENT_RANGE);
    }
    memcpy(at->value, &bits, to->size);
    return CUSTUB_OK;
}

static custub_status store_scalar(const passage *at)
{
    const custubi_scalar *to = custubi_scalar_of(at->param->scalar);

    if (at->argument->kind != CUSTUB_ARGUMENT_SCALAR || !to->size)
        return wrong_kind(at);
    return custubi_scalar_is_integer(to) ? store_integer(at) : store_float(at);
}

/* The argument's count in the kernel's unit. */
static uint64_t count_of(const passage *at)
{
    const custub_argument *argument = at->argument;
    uint64_t unit = 1;

    if (!is_void(at->pointer) || argument->count == CUSTUB_COUNT_UNKNOWN)
        return argument->count;
    if (argument->size)
        unit = argument->size;
    else if (argument->scalar)
        unit = custubi_scalar_of(argument->scalar)->size;
    /* Not UINT64_MAX, which would mean an unknown count. No memory has that many bytes. */
    return argument->count > (UINT64_MAX - 1) / unit ? UINT64_MAX - 1 : argument->count * unit;
}

static custub_status store_buffer(const passage *at)
{
    const custub_pointer_info *pointer = at->pointer;
    const custub_argument *argument = at->argument;

    if (argument->kind != CUSTUB_ARGUMENT_BUFFER ||
        (argument->scalar && !custubi_scalar_of(argument->scalar)->size))
        return wrong_kind(at);
    if (!is_void(pointer) && pointer->element_size) {
        if (argument->scalar && argument->scalar != pointer->scalar)
            return wrong_kind(at);
        if (argument->size && argument->size != pointer->element_size)
            return wrong_size(at, pointer->element_size, "elements of ");
    }
    at->need->ptr = argument->ptr;
    at->need->declared = count_of(at);
    at->need->bytes = 0;
    return CUSTUB_OK;
}

static custub_status store_bytes(const passage *at)
{
    const custub_argument *argument = at->argument;

    if (argument->kind != CUSTUB_ARGUMENT_BYTES || (!argument->bytes && argument->size))
        return wrong_kind(at);
    if (argument->size != custubi_argument_bytes(at->param))
        return wrong_size(at, custubi_argument_bytes(at->param), "");
    if (argument->size)
        memcpy(at->value, argument->bytes, argument->size);
    return CUSTUB_OK;
}

custub_status custubi_argument_store(const custubi_argument_block *block,
                                     const custub_kernel_info *info, uint32_t index,
                                     uint32_t pointer, const custub_argument *argument,
                                     custub_error *error)
{
    passage at;

    at.info = info;
    at.param = &info->params[index];
    at.index = index;
    at.argument = argument;
    at.value = block->arguments[index];
    at.error = error;
    switch (at.param->kind) {
    case CUSTUB_PARAM_SCALAR:
        return store_scalar(&at);
    case CUSTUB_PARAM_BUFFER:
        at.pointer = &info->pointers[pointer];
        at.need = &block->needs[pointer];
        return store_buffer(&at);
    default:
        return store_bytes(&at);
    }
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

custub_status custubi_argument_check_count(const custub_kernel_info *info, uint32_t count,
                                           const custub_argument *arguments, custub_error *error)
{
    if (count == info->param_count && (arguments || !count))
        return CUSTUB_OK;
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

/* Where the maps begin, aligned as they need it. */
static size_t bytes_before_maps(const custub_kernel_info *info)
{
    const custub_param_info *last = info->params + info->param_count;

    const size_t bytes = info->param_count ? (size_t)last[-1].offset + last[-1].size : 0;

    return (bytes + sizeof(uint64_t) - 1) / sizeof(uint64_t) * sizeof(uint64_t);
}

static size_t value_bytes(const custub_kernel_info *info)
{
    size_t bytes = bytes_before_maps(info);

    for (uint32_t i = 0; i < info->param_count; i++)
        if (info->params[i].kind == CUSTUB_PARAM_TENSOR_MAP)
            bytes += sizeof(custub_tensor_map);
    return bytes;
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

size_t custubi_argument_block_size(const custub_kernel_info *info)
{
    return info->pointer_count * sizeof(custub_need) + info->param_count * sizeof(void *) +
           value_bytes(info);
}

void custubi_argument_block_place(custubi_argument_block *block, const custub_kernel_info *info,
                                  void *memory)
{
    unsigned char *maps;

    block->needs = memory;
    block->arguments = (void **)(void *)(block->needs + info->pointer_count);
    block->values = (unsigned char *)(block->arguments + info->param_count);
    block->value_bytes = value_bytes(info);
    maps = block->values + bytes_before_maps(info);
    for (uint32_t i = 0, pointer = 0; i < info->param_count; i++) {
        block->arguments[i] = block->values + info->params[i].offset;
        if (info->params[i].kind == CUSTUB_PARAM_BUFFER) {
            block->arguments[i] = &block->needs[pointer++];
        } else if (info->params[i].kind == CUSTUB_PARAM_TENSOR_MAP) {
            block->arguments[i] = maps;
            maps += sizeof(custub_tensor_map);
        }
    }
}

uint32_t custubi_argument_block_pointer(const custub_kernel_info *info, uint32_t index)
{
    uint32_t pointer = 0;

    while (pointer < info->pointer_count && info->pointers[pointer].param < index)
        pointer++;
    return pointer;
}

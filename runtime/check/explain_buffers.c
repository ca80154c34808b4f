#include "check/explain.h"

#include "check/contract.h"
#include "check/evaluate.h"
#include "check/phrase.h"
#include "error/fault.h"
#include "library/kernel_state.h"

typedef struct buffer {
    const custubi_call *call;
    custub_need *need;
    const custub_param_info *param;
    uint32_t index; /* the parameter's */
    uint64_t count; /* the kernel's need, in the unit of the annotation */
} buffer;

static buffer buffer_of(custubi_call *call, uint32_t i)
{
    const custub_kernel_info *info = call->kernel->info;
    buffer out = {call, &call->needs[i], &info->params[info->buffers[i]], info->buffers[i], 0};

    return out;
}

static custub_error *begin(const buffer *at, custub_status status)
{
    custub_error *error = at->call->error;

    custubi_fault_begin_parameter(at->call->kernel->info, at->index, error, status);
    return error;
}

/* Evaluates the kernel's need, in the unit of the annotation and in bytes. */
static custub_status explain_need(buffer *at)
{
    const custub_param_info *param = at->param;
    custub_int value =
        custubi_evaluate(&param->count, at->call->arguments, &at->call->grid, &at->call->block);
    uint64_t size = param->flags & CUSTUB_PARAM_SIZED ? 1 : custubi_view_size(param);
    custub_error *error;

    if (!custubi_is_count(value, &at->count)) {
        error = begin(at, CUSTUB_ERROR_NOT_COMPUTABLE);
        custubi_phrase_no_value(error, at->call, &param->count, value,
                                size == 1 ? "bytes" : "elements");
        return custubi_fault_end(error, CUSTUB_ERROR_NOT_COMPUTABLE);
    }
    if (at->count > (UINT64_MAX - 1) / size) {
        error = begin(at, CUSTUB_ERROR_NOT_COMPUTABLE);
        custubi_error_append(error, "needs ");
        custubi_phrase_count(error, param->count.text, at->count);
        custubi_error_append(error, " elements of %llu bytes, more than 64 bits can count",
                             (unsigned long long)size);
        return custubi_fault_end(error, CUSTUB_ERROR_NOT_COMPUTABLE);
    }
    at->need->bytes = at->count * size;
    return CUSTUB_OK;
}

static custub_status explain_null(const buffer *at)
{
    custub_error *error;

    if (at->need->ptr || (at->param->flags & CUSTUB_PARAM_OR_NULL))
        return CUSTUB_OK;
    error = begin(at, CUSTUB_ERROR_NULL_POINTER);
    custubi_fault_numbers(error, at->need->bytes, 0);
    custubi_error_append(error, "is null, ");
    custubi_phrase_need(error, at->param, at->count, at->need->bytes);
    return custubi_fault_end(error, CUSTUB_ERROR_NULL_POINTER);
}

static custub_status explain_count(const buffer *at)
{
    uint32_t size = custubi_view_size(at->param);
    custub_error *error;

    if (!at->need->ptr || custubi_covers(at->need->count, size, at->need->bytes))
        return CUSTUB_OK;
    error = begin(at, CUSTUB_ERROR_COUNT_TOO_SMALL);
    custubi_fault_numbers(error, at->need->bytes, at->need->count * size);
    custubi_error_append(error, "has a count of %llu ", (unsigned long long)at->need->count);
    custubi_phrase_unit(error, at->param, false, at->need->count);
    custubi_error_append(error, ", ");
    custubi_phrase_need(error, at->param, at->count, at->need->bytes);
    return custubi_fault_end(error, CUSTUB_ERROR_COUNT_TOO_SMALL);
}

/* The power of two that a buffer's address has to be a multiple of. */
static uint32_t align_of(const custub_param_info *param)
{
    uint32_t align = param->element_align ? param->element_align : 1;

    return param->aligned > align ? param->aligned : align;
}

static custub_status explain_alignment(const buffer *at)
{
    uint32_t align = align_of(at->param);
    custub_error *error;

    if (!(at->need->ptr & (align - 1u)))
        return CUSTUB_OK;
    error = begin(at, CUSTUB_ERROR_MISALIGNED);
    custubi_fault_numbers(error, align, at->need->ptr & (align - 1u));
    custubi_error_append(error,
                         "is at 0x%llx, the kernel needs an address that is a multiple of %u%s",
                         at->need->ptr, (unsigned int)align,
                         align > at->param->element_align ? " by its CUSTUB_ALIGNED" : "");
    return custubi_fault_end(error, CUSTUB_ERROR_MISALIGNED);
}

static custub_status explain_buffer(buffer *at)
{
    custub_status status = CUSTUB_OK;

    if (at->param->count.code) {
        if (!at->need->ptr && (at->param->flags & CUSTUB_PARAM_OR_NULL))
            return CUSTUB_OK; /* even if the count has no value */
        status = explain_need(at);
        if (status || !at->need->bytes)
            return status;
        status = explain_null(at);
        if (!status)
            status = explain_count(at);
    }
    return status ? status : explain_alignment(at);
}

/* True if [a, a + a_bytes) and [b, b + b_bytes) share a byte; neither is empty. */
static bool overlap(CUdeviceptr a, uint64_t a_bytes, CUdeviceptr b, uint64_t b_bytes)
{
    return b >= a ? b - a < a_bytes : a - b < b_bytes;
}

static uint64_t shared_bytes(const custub_need *a, const custub_need *b)
{
    const custub_need *low = a->ptr <= b->ptr ? a : b;
    const custub_need *high = low == a ? b : a;
    uint64_t left = low->bytes - (high->ptr - low->ptr);

    return left < high->bytes ? left : high->bytes;
}

/* Says which annotation forbids the overlap. */
static void phrase_ban(custub_error *error, const buffer *at, const buffer *other)
{
    const custub_kernel_info *info = at->call->kernel->info;
    const custub_relation *relation = custubi_kernel_relation(info, at->index, other->index);
    const buffer *written = at->param->flags & CUSTUB_PARAM_READ_ONLY ? other : at;
    const buffer *beside = written == at ? other : at;
    const buffer *promised = beside->param->flags & CUSTUB_PARAM_RESTRICT ? beside : written;

    if (relation)
        custubi_error_append(error, "; the kernel declares '%s' CUSTUB_DISJOINT(%s)",
                             info->params[relation->param].name,
                             info->params[relation->other].name);
    else
        custubi_error_append(error, "; the kernel writes '%s' and declares '%s' __restrict__",
                             written->param->name, promised->param->name);
}

static custub_status explain_overlap(const buffer *at, const buffer *other)
{
    custub_error *error;

    if (!at->param->count.code || !other->param->count.code || !at->need->bytes ||
        !other->need->bytes || !at->need->ptr || !other->need->ptr ||
        !custubi_kernel_forbids_overlap(at->call->kernel->info, at->index, other->index) ||
        !overlap(at->need->ptr, at->need->bytes, other->need->ptr, other->need->bytes))
        return CUSTUB_OK;
    error = begin(at, CUSTUB_ERROR_OVERLAP);
    custubi_fault_numbers(error, 0, shared_bytes(at->need, other->need));
    custubi_error_append(error,
                         "(%llu bytes at 0x%llx) overlaps '%s' (%llu bytes at 0x%llx) by %llu "
                         "bytes",
                         (unsigned long long)at->need->bytes, at->need->ptr, other->param->name,
                         (unsigned long long)other->need->bytes, other->need->ptr,
                         (unsigned long long)shared_bytes(at->need, other->need));
    phrase_ban(error, at, other);
    return custubi_fault_end(error, CUSTUB_ERROR_OVERLAP);
}

custub_status custubi_explain_buffers(custubi_call *call)
{
    uint32_t count = call->kernel->info->buffer_count;

    for (uint32_t i = 0; i < count; i++) {
        buffer at = buffer_of(call, i);
        custub_status status = explain_buffer(&at);
        if (status)
            return status;
        for (uint32_t j = 0; j < i; j++) {
            buffer other = buffer_of(call, j);
            status = explain_overlap(&at, &other);
            if (status)
                return status;
        }
    }
    return CUSTUB_OK;
}

#include "check/explain.h"

#include "check/contract.h"
#include "check/evaluate.h"
#include "check/phrase.h"
#include "error/fault.h"
#include "library/kernel_state.h"

typedef struct given_pointer {
    const custubi_call *call;
    custub_need *need;
    const custub_pointer_info *info;
    uint32_t index;
    uint64_t count; /* the kernel's need, in the unit of the annotation */
} given_pointer;

static given_pointer pointer_of(custubi_call *call, uint32_t i)
{
    given_pointer out = {call, &call->needs[i], &call->kernel->info->pointers[i], i, 0};

    return out;
}

static custub_error *begin(const given_pointer *at, custub_status status)
{
    custub_error *error = at->call->error;

    custubi_fault_begin_pointer(at->call->kernel->info, at->index, error, status);
    return error;
}

/* Evaluates the kernel's need, in the unit of the annotation and in bytes. */
static custub_status explain_need(given_pointer *at)
{
    const custub_pointer_info *info = at->info;
    custub_int value =
        custubi_evaluate(&info->count, at->call->arguments, &at->call->grid, &at->call->block);
    uint64_t size = info->flags & CUSTUB_POINTER_SIZED ? 1 : custubi_element_size(info);
    custub_error *error;

    if (!custubi_is_count(value, &at->count)) {
        error = begin(at, CUSTUB_ERROR_NOT_COMPUTABLE);
        custubi_phrase_no_value(error, at->call, &info->count, value,
                                size == 1 ? "bytes" : "elements");
        return custubi_fault_end(error, CUSTUB_ERROR_NOT_COMPUTABLE);
    }
    if (at->count > (UINT64_MAX - 1) / size) {
        error = begin(at, CUSTUB_ERROR_NOT_COMPUTABLE);
        custubi_error_append(error, "needs ");
        custubi_phrase_count(error, info->count.text, at->count);
        custubi_error_append(error, " elements of %llu bytes, more than 64 bits can count",
                             (unsigned long long)size);
        return custubi_fault_end(error, CUSTUB_ERROR_NOT_COMPUTABLE);
    }
    at->need->bytes = at->count * size;
    return CUSTUB_OK;
}

static custub_status explain_null(const given_pointer *at)
{
    custub_error *error;

    if (at->need->ptr || (at->info->flags & CUSTUB_POINTER_OR_NULL))
        return CUSTUB_OK;
    error = begin(at, CUSTUB_ERROR_NULL_POINTER);
    custubi_fault_numbers(error, at->need->bytes, 0);
    custubi_error_append(error, "is null, ");
    custubi_phrase_need(error, at->info, at->count, at->need->bytes);
    return custubi_fault_end(error, CUSTUB_ERROR_NULL_POINTER);
}

static custub_status explain_count(const given_pointer *at)
{
    uint32_t size = custubi_element_size(at->info);
    custub_error *error;

    if (!at->need->ptr || custubi_covers(at->need->count, size, at->need->bytes))
        return CUSTUB_OK;
    error = begin(at, CUSTUB_ERROR_COUNT_TOO_SMALL);
    custubi_fault_numbers(error, at->need->bytes, at->need->count * size);
    custubi_error_append(error, "has a count of %llu ", (unsigned long long)at->need->count);
    custubi_phrase_unit(error, at->info, false, at->need->count);
    custubi_error_append(error, ", ");
    custubi_phrase_need(error, at->info, at->count, at->need->bytes);
    return custubi_fault_end(error, CUSTUB_ERROR_COUNT_TOO_SMALL);
}

/* The power of two that the address has to be a multiple of. */
static uint32_t align_of(const custub_pointer_info *info)
{
    uint32_t align = info->element_align ? info->element_align : 1;

    return info->aligned > align ? info->aligned : align;
}

static custub_status explain_alignment(const given_pointer *at)
{
    uint32_t align = align_of(at->info);
    custub_error *error;

    if (!(at->need->ptr & (align - 1u)))
        return CUSTUB_OK;
    error = begin(at, CUSTUB_ERROR_MISALIGNED);
    custubi_fault_numbers(error, align, at->need->ptr & (align - 1u));
    custubi_error_append(error,
                         "is at 0x%llx, the kernel needs an address that is a multiple of %u%s",
                         at->need->ptr, (unsigned int)align,
                         align > at->info->element_align ? " by its CUSTUB_ALIGNED" : "");
    return custubi_fault_end(error, CUSTUB_ERROR_MISALIGNED);
}

static custub_status explain_pointer(given_pointer *at)
{
    custub_status status = CUSTUB_OK;

    if (at->info->count.code) {
        if (!at->need->ptr && (at->info->flags & CUSTUB_POINTER_OR_NULL))
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
static void phrase_ban(custub_error *error, const given_pointer *at, const given_pointer *other)
{
    const custub_kernel_info *info = at->call->kernel->info;
    const custub_relation *relation = custubi_kernel_relation(info, at->index, other->index);
    const given_pointer *written = at->info->flags & CUSTUB_POINTER_READ_ONLY ? other : at;
    const given_pointer *beside = written == at ? other : at;
    const given_pointer *promised =
        beside->info->flags & CUSTUB_POINTER_RESTRICT ? beside : written;

    if (relation)
        custubi_error_append(error, "; the kernel declares '%s' CUSTUB_DISJOINT(%s)",
                             info->pointers[relation->pointer].name,
                             info->pointers[relation->other].name);
    else
        custubi_error_append(error, "; the kernel writes '%s' and declares '%s' __restrict__",
                             written->info->name, promised->info->name);
}

static custub_status explain_overlap(const given_pointer *at, const given_pointer *other)
{
    custub_error *error;

    if (!at->info->count.code || !other->info->count.code || !at->need->bytes ||
        !other->need->bytes || !at->need->ptr || !other->need->ptr ||
        !custubi_kernel_forbids_overlap(at->call->kernel->info, at->index, other->index) ||
        !overlap(at->need->ptr, at->need->bytes, other->need->ptr, other->need->bytes))
        return CUSTUB_OK;
    error = begin(at, CUSTUB_ERROR_OVERLAP);
    custubi_fault_numbers(error, 0, shared_bytes(at->need, other->need));
    custubi_error_append(error,
                         "(%llu bytes at 0x%llx) overlaps '%s' (%llu bytes at 0x%llx) by %llu "
                         "bytes",
                         (unsigned long long)at->need->bytes, at->need->ptr, other->info->name,
                         (unsigned long long)other->need->bytes, other->need->ptr,
                         (unsigned long long)shared_bytes(at->need, other->need));
    phrase_ban(error, at, other);
    return custubi_fault_end(error, CUSTUB_ERROR_OVERLAP);
}

custub_status custubi_explain_pointers(custubi_call *call)
{
    uint32_t count = call->kernel->info->pointer_count;

    for (uint32_t i = 0; i < count; i++) {
        given_pointer at = pointer_of(call, i);
        custub_status status = explain_pointer(&at);
        if (status)
            return status;
        for (uint32_t j = 0; j < i; j++) {
            given_pointer other = pointer_of(call, j);
            status = explain_overlap(&at, &other);
            if (status)
                return status;
        }
    }
    return CUSTUB_OK;
}

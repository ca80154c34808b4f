#include "check/explain.h"

#include "check/contract.h"
#include "check/evaluate.h"
#include "check/phrase.h"
#include "check/rules.h"
#include "error/fault.h"
#include "library/kernel_state.h"

/* A pointer of the launch. */
typedef struct pointer_at {
    const custubi_call *call;
    custub_need *need;
    const custub_pointer_info *info;
    const custubi_pointer_state *state;
    uint32_t index;
    uint64_t count; /* the kernel's need, in the unit of the annotation */
} pointer_at;

static pointer_at find_pointer(const custubi_call *call, uint32_t i)
{
    pointer_at out = {call,
                      &call->needs[i],
                      &call->kernel->info->pointers[i],
                      custubi_pointer_of(call->kernel->state, i),
                      i,
                      0};

    return out;
}

static custub_error *begin(const pointer_at *at, custub_status status)
{
    custub_error *error = at->call->error;

    custubi_fault_begin_pointer(at->call->kernel->info, at->index, error, status);
    return error;
}

/* Evaluates the kernel's need, in the unit of the annotation and in bytes. */
static custub_status explain_need(pointer_at *at)
{
    const custub_pointer_info *info = at->info;
    custub_int value =
        custubi_evaluate(&info->count, at->call->arguments, &at->call->grid, &at->call->block);
    uint64_t size = at->state->unit;
    custub_error *error;

    if (!custubi_is_count(value, &at->count)) {
        error = begin(at, CUSTUB_ERROR_NOT_COMPUTABLE);
        custubi_phrase_no_value(error, at->call, &info->count, value,
                                size == 1 ? "bytes" : "elements");
        return custubi_fault_end(error, CUSTUB_ERROR_NOT_COMPUTABLE);
    }
    at->need->bytes = at->count * at->state->unit;
    if (custubi_rule_countable(&at->state->limits, at->count))
        return CUSTUB_OK;
    error = begin(at, CUSTUB_ERROR_NOT_COMPUTABLE);
    custubi_error_append(error, "needs ");
    custubi_phrase_count(error, info->count.text, at->count);
    custubi_error_append(error, " elements of %llu bytes, more than 64 bits can count",
                         (unsigned long long)size);
    return custubi_fault_end(error, CUSTUB_ERROR_NOT_COMPUTABLE);
}

static custub_status fail_null(const pointer_at *at)
{
    custub_error *error = begin(at, CUSTUB_ERROR_NULL_POINTER);

    custubi_fault_numbers(error, at->need->bytes, 0);
    custubi_error_append(error, "is null, ");
    custubi_phrase_need(error, at->info, at->count, at->need->bytes);
    return custubi_fault_end(error, CUSTUB_ERROR_NULL_POINTER);
}

static custub_status fail_count(const pointer_at *at)
{
    custub_error *error = begin(at, CUSTUB_ERROR_COUNT_TOO_SMALL);

    custubi_fault_numbers(error, at->need->bytes, at->need->declared * at->state->size);
    custubi_error_append(error, "has a count of %llu ", (unsigned long long)at->need->declared);
    custubi_phrase_unit(error, at->info, false, at->need->declared);
    custubi_error_append(error, ", ");
    custubi_phrase_need(error, at->info, at->count, at->need->bytes);
    return custubi_fault_end(error, CUSTUB_ERROR_COUNT_TOO_SMALL);
}

static custub_status fail_alignment(const pointer_at *at)
{
    uint64_t align = at->state->limits.mask + 1;
    custub_error *error = begin(at, CUSTUB_ERROR_MISALIGNED);

    custubi_fault_numbers(error, align, at->need->ptr & at->state->limits.mask);
    custubi_error_append(error,
                         "is at 0x%llx, the kernel needs an address that is a multiple of %llu%s",
                         at->need->ptr, (unsigned long long)align,
                         align > at->info->element_align ? " by its CUSTUB_ALIGNED" : "");
    return custubi_fault_end(error, CUSTUB_ERROR_MISALIGNED);
}

static custub_status fail_map(const pointer_at *at)
{
    custub_error *error = begin(at, CUSTUB_ERROR_NULL_POINTER);

    custubi_error_append(error, "is no tensor map: all of it is zero; make it with "
                                "custub_tensor_map_create(), which says why it fails");
    return custubi_fault_end(error, CUSTUB_ERROR_NULL_POINTER);
}

static custub_status explain_pointer(pointer_at *at)
{
    custub_status status;

    if (!at->state->measure) {
        at->need->bytes = custubi_contract_declared(at->state, at->need->declared);
        return custubi_rule_aligned(&at->state->limits, at->need->ptr) ? CUSTUB_OK
                                                                       : fail_alignment(at);
    }
    at->need->bytes = 0;
    if (!at->need->ptr && at->state->or_null)
        return CUSTUB_OK; /* legal even if the count has no value */
    status = explain_need(at);
    if (status)
        return status;
    if (!at->count)
        return CUSTUB_OK;
    switch (
        custubi_rule_view(at->state->or_null, custubi_elements(at->state, at->count), at->need)) {
    case CUSTUB_OK:
        break;
    case CUSTUB_ERROR_NULL_POINTER:
        return fail_null(at);
    default:
        return fail_count(at);
    }
    return custubi_rule_aligned(&at->state->limits, at->need->ptr) ? CUSTUB_OK : fail_alignment(at);
}

static uint64_t shared_bytes(const custub_need *a, const custub_need *b)
{
    const custub_need *low = a->ptr <= b->ptr ? a : b;
    const custub_need *high = low == a ? b : a;
    uint64_t left = low->bytes - (high->ptr - low->ptr);

    return left < high->bytes ? left : high->bytes;
}

/* Says which annotation forbids the overlap. */
static void phrase_ban(custub_error *error, const pointer_at *at, const pointer_at *other)
{
    const custub_kernel_info *info = at->call->kernel->info;
    const custub_relation *relation = custubi_kernel_relation(info, at->index, other->index);
    const pointer_at *written = at->info->flags & CUSTUB_POINTER_READ_ONLY ? other : at;
    const pointer_at *beside = written == at ? other : at;
    const pointer_at *promised = beside->info->flags & CUSTUB_POINTER_RESTRICT ? beside : written;

    if (relation)
        custubi_error_append(error, "; the kernel declares '%s' CUSTUB_%s(%s)",
                             info->pointers[relation->pointer].name,
                             relation->kind == CUSTUB_RELATION_DISJOINT ? "DISJOINT"
                                                                        : "SAME_OR_DISJOINT",
                             info->pointers[relation->other].name);
    else
        custubi_error_append(error, "; the kernel writes '%s' and declares '%s' __restrict__",
                             written->info->name, promised->info->name);
}

/* The need, cut off at the end of the address space. */
static custub_need need_in_address_space(const custub_need *need)
{
    custub_need out = *need;

    if (out.bytes > 0 - out.ptr)
        out.bytes = 0 - out.ptr;
    return out;
}

static custub_status explain_overlap(const pointer_at *at, const pointer_at *other)
{
    const custub_need a = need_in_address_space(other->need);
    const custub_need b = need_in_address_space(at->need);
    const custubi_reach reach = custubi_reach_of(&a);
    custub_error *error;

    if (!a.bytes || !b.bytes || custubi_rule_apart(&reach, &b))
        return CUSTUB_OK;
    if (a.ptr == b.ptr &&
        custubi_kernel_may_be_same(at->call->kernel->info, other->index, at->index))
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

custub_status custubi_explain_maps(const custubi_call *call)
{
    for (uint32_t i = 0; i < call->kernel->info->pointer_count; i++) {
        const pointer_at at = find_pointer(call, i);
        if (!custubi_rule_map(at.state, at.need))
            return fail_map(&at);
    }
    return CUSTUB_OK;
}

custub_status custubi_explain_pointers(custubi_call *call)
{
    const custub_kernel_info *info = call->kernel->info;

    for (uint32_t i = 0; i < info->pointer_count; i++) {
        pointer_at at = find_pointer(call, i);
        custub_status status = explain_pointer(&at);
        for (uint32_t j = 0; j < i && !status; j++) {
            pointer_at other = find_pointer(call, j);
            if (custubi_kernel_is_pair(info, j, i))
                status = explain_overlap(&at, &other);
        }
        if (status)
            return status;
    }
    return CUSTUB_OK;
}

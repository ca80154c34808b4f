#include "oracle_judge.h"

bool oracle_need(const kernel_param *p, const tree_values *with, uint64_t *bytes)
{
    exact value = tree_value(p->need, with);
    huge product;

    if (value.none || value.negative)
        return false;
    product = (huge)value.magnitude * (p->is_sized ? 1 : p->element->size);
    *bytes = (uint64_t)product;
    return product < UINT64_MAX; /* an address space has no more */
}

static const memory_range *range_at(const trial *t, uint64_t address)
{
    for (unsigned i = 0; i < t->range_count; i++)
        if (t->ranges[i].base <= address && address - t->ranges[i].base < t->ranges[i].bytes)
            return &t->ranges[i];
    return NULL;
}

/* Bytes from an address on: of one allocation, or of mappings side by side. */
static uint64_t bytes_at(const trial *t, uint64_t address, uint64_t needed)
{
    const memory_range *range = range_at(t, address);
    uint64_t bytes = range->bytes - (address - range->base);

    while (bytes < needed && range->is_mapped) {
        range = range_at(t, address + bytes);
        if (!range || !range->is_mapped)
            break;
        bytes += range->bytes;
    }
    return bytes;
}

static void judge_memory(judge *j, unsigned index, uint64_t address, uint64_t needed)
{
    finding *out;
    uint64_t bytes;

    if (!address || !needed)
        return;
    if (!range_at(j->t, address)) {
        if (j->device->is_pageable || j->t->is_capturing)
            return;
        out = oracle_find_numbers(j, CUSTUB_ERROR_UNKNOWN_ADDRESS, CUSTUB_CHECK_WHOLE, needed, 0);
        out->param = (int)index;
        return;
    }
    bytes = bytes_at(j->t, address, needed);
    if (bytes >= needed)
        return;
    out = oracle_find_numbers(j, CUSTUB_ERROR_BUFFER_TOO_SMALL, CUSTUB_CHECK_WHOLE, needed, bytes);
    out->param = (int)index;
}

static void judge_alignment(judge *j, unsigned index, uint64_t address)
{
    const kernel_param *p = &j->s->params[index];
    uint64_t align = p->aligned > p->element->align ? p->aligned : p->element->align;

    if (address % align)
        oracle_find_numbers(j, CUSTUB_ERROR_MISALIGNED, CUSTUB_CHECK_CONTRACT, align,
                            address % align)
            ->param = (int)index;
}

static void judge_unannotated(judge *j, unsigned index, buffer_view view)
{
    huge bytes = (huge)view.count * j->s->params[index].element->size;

    if (param_is_unseen(&j->s->params[index]))
        return;
    judge_alignment(j, index, view.ptr);
    if (j->s->params[index].in_struct)
        return;
    if (view.count == CUSTUB_COUNT_UNKNOWN)
        bytes = 1;
    judge_memory(j, index, view.ptr, bytes > UINT64_MAX ? UINT64_MAX : (uint64_t)bytes);
}

/* The bytes that a buffer needs; also 0 if it needs no further checks. */
static uint64_t judge_buffer(judge *j, unsigned index)
{
    const kernel_param *p = &j->s->params[index];
    buffer_view view = trial_view(j->t, index);
    tree_values with = {j->values, j->out->grid, j->out->block};
    huge declared = (huge)view.count * p->element->size;
    uint64_t needed;

    if (p->in_struct) /* what follows the pointer is not its count */
        view.count = CUSTUB_COUNT_UNKNOWN;
    if (!p->need) {
        judge_unannotated(j, index, view);
        return 0;
    }
    if (!view.ptr && p->may_be_null)
        return 0;
    if (!oracle_need(p, &with, &needed)) {
        oracle_find(j, CUSTUB_ERROR_NOT_COMPUTABLE, CUSTUB_CHECK_CONTRACT)->param = (int)index;
        return 0;
    }
    if (!needed)
        return 0;
    if (!view.ptr)
        oracle_find_numbers(j, CUSTUB_ERROR_NULL_POINTER, CUSTUB_CHECK_CONTRACT, needed, 0)->param =
            (int)index;
    else if (view.count != CUSTUB_COUNT_UNKNOWN && declared < needed)
        oracle_find_numbers(j, CUSTUB_ERROR_COUNT_TOO_SMALL, CUSTUB_CHECK_CONTRACT, needed,
                            (uint64_t)declared)
            ->param = (int)index;
    judge_alignment(j, index, view.ptr);
    judge_memory(j, index, view.ptr, needed);
    return view.ptr ? needed : 0;
}

static bool may_be_same(const signature *s, unsigned a, unsigned b)
{
    return s->params[a].same_or_disjoint >> b & 1 || s->params[b].same_or_disjoint >> a & 1;
}

static bool may_overlap(const signature *s, unsigned a, unsigned b)
{
    const kernel_param *first = &s->params[a];
    const kernel_param *second = &s->params[b];

    if (first->disjoint >> b & 1 || second->disjoint >> a & 1 || may_be_same(s, a, b))
        return false;
    if (first->aliases >> b & 1 || second->aliases >> a & 1)
        return true;
    return (first->is_const && second->is_const) || !(first->is_restrict || second->is_restrict);
}

static void judge_overlap(judge *j, unsigned a, uint64_t a_bytes, unsigned b, uint64_t b_bytes)
{
    huge a_begin = trial_view(j->t, a).ptr;
    huge b_begin = trial_view(j->t, b).ptr;
    huge begin = a_begin > b_begin ? a_begin : b_begin;
    huge end = a_begin + a_bytes < b_begin + b_bytes ? a_begin + a_bytes : b_begin + b_bytes;
    finding *out;

    if (begin >= end || may_overlap(j->s, a, b) || (a_begin == b_begin && may_be_same(j->s, a, b)))
        return;
    out = oracle_find_numbers(j, CUSTUB_ERROR_OVERLAP, CUSTUB_CHECK_CONTRACT, 0,
                              (uint64_t)(end - begin));
    out->param = (int)a;
    out->other = (int)b;
}

void oracle_judge_buffers(judge *j)
{
    uint64_t bytes[MOST_PARAMS] = {0};

    for (unsigned i = 0; i < j->s->param_count; i++) {
        if (j->s->params[i].kind != PARAM_BUFFER || j->s->params[i].is_dropped)
            continue;
        bytes[i] = judge_buffer(j, i);
        for (unsigned other = 0; other < i && bytes[i]; other++)
            if (bytes[other])
                judge_overlap(j, i, bytes[i], other, bytes[other]);
    }
}

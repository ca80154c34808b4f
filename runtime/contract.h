/* contract.h: whether a call keeps the kernel's contract. The path that every launch takes: it
 * compares numbers and does nothing else. */
#ifndef CUSTUBI_CONTRACT_H
#define CUSTUBI_CONTRACT_H

#include <stdbool.h>

#include "library.h"

/* A function off the path of a launch that is in order: not inlined into it. */
#if defined(__GNUC__)
#define CUSTUBI_COLD __attribute__((cold, noinline))
#else
#define CUSTUBI_COLD
#endif

/* Limits that every CUDA device has (CUDA Programming Guide, "Technical Specifications per Compute
 * Capability"). Where a launch is over them, the device itself is asked. */
#define CUSTUBI_GRID_X        2147483647u
#define CUSTUBI_GRID_YZ       65535u
#define CUSTUBI_BLOCK_XY      1024u
#define CUSTUBI_BLOCK_Z       64u
#define CUSTUBI_BLOCK_THREADS 1024u

/* Bytes of one element of a view. */
static inline uint32_t custubi_view_size(const custub_param_info *param)
{
    return param->element_size ? param->element_size : 1;
}

/* Whether `count` elements of `size` bytes are at least `bytes`, whatever the product. */
static inline bool custubi_covers(uint64_t count, uint32_t size, uint64_t bytes)
{
    /* A product of 32 by 32 bits fits 64; a larger count is compared by division. */
    if (count <= UINT32_MAX)
        return count * size >= bytes;
    return count >= bytes || count >= bytes / size + (bytes % size != 0);
}

/* Whether [a, a + a_bytes) and [b, b + b_bytes) share a byte; neither is empty. */
static inline bool custubi_overlap(CUdeviceptr a, uint64_t a_bytes, CUdeviceptr b, uint64_t b_bytes)
{
    return b >= a ? b - a < a_bytes : a - b < b_bytes;
}

/* What a buffer's address has to be a multiple of: a power of two. */
static inline uint32_t custubi_align_of(const custub_param_info *param)
{
    uint32_t align = param->element_align ? param->element_align : 1;

    return param->aligned > align ? param->aligned : align;
}

static inline bool custubi_dim_is_set(const custub_dim3 *dim)
{
    return dim->x || dim->y || dim->z || dim->given;
}

/* Addresses and counts of the buffers against their needs. Needs of zero and null addresses may
 * look like an overlap here. Every launch takes this way: it is one loop, and multiplies once. */
static inline bool custubi_buffers_hold(const custub_need *needs,
                                        const struct custub_kernel_state *state)
{
    const custubi_buffer_rule *rule = state->buffers;
    const custubi_buffer_rule *end = rule + state->buffer_count;
    const custubi_pair *pair = state->pairs;
    const custubi_pair *last = pair + state->pair_count;
    const custub_need *need = needs;

    for (; rule != end; rule++, need++) {
        uint64_t declared;
        if (rule->is_annotated) {
            if (need->bytes - 1 >= UINT64_MAX - 1) {
                if (need->bytes)
                    return false;
                continue;
            }
            if (!need->ptr && !rule->may_be_null)
                return false;
            if (!custub_int_overflows(need->count, rule->size, &declared) &&
                declared < need->bytes && need->ptr)
                return false;
        }
        if (need->ptr & rule->mask) /* an address of 0 passes */
            return false;
    }
    for (; pair != last; pair++) {
        const custub_need *a = &needs[pair->a];
        const custub_need *b = &needs[pair->b];
        if (b->ptr - a->ptr < a->bytes || a->ptr - b->ptr < b->bytes)
            return false;
    }
    return true;
}

/* True: certainly nothing is wrong. False: custubi_explain() has to look. */
bool custubi_contract_holds(const custub_call *call);

#endif

#include "rank_agreement.h"

#include "passes.h"

#include <stdio.h>

_Static_assert(sizeof(moe_record) == MOE_RECORD_BYTES, "a record of rank_group.h");

moe_record moe_record_of(const moe_layer *l, const moe_pass *pass)
{
    return (moe_record){.tokens = pass->tokens,
                        .element = (int32_t)l->element,
                        .hidden = l->hidden,
                        .inner = l->inner,
                        .experts = l->experts,
                        .top = l->top,
                        .capacity = l->capacity,
                        .normalize = l->normalize,
                        .is_chosen = moe_is_chosen(pass)};
}

static custub_status fail_at(int rank, const char *what, custub_error *error)
{
    char message[128];

    snprintf(message, sizeof(message), "rank %d %s", rank, what);
    return moe_ranks_fail(error, MOE_RANKS_FAILED, message);
}

/* Rank 0 is what the others are compared with, so that all find the same difference. */
static custub_status compare(const moe_record *all, int rank, custub_error *error)
{
    const moe_record *a = &all[0], *b = &all[rank];
    const struct {
        const char *name;
        int first, here;
    } parts[] = {{"the element type", a->element, b->element},
                 {"hidden", a->hidden, b->hidden},
                 {"inner", a->inner, b->inner},
                 {"experts", a->experts, b->experts},
                 {"top", a->top, b->top},
                 {"capacity", a->capacity, b->capacity},
                 {"normalize", a->normalize, b->normalize}};
    char message[160];

    for (size_t i = 0; i < sizeof(parts) / sizeof(parts[0]); i++) {
        if (parts[i].first == parts[i].here)
            continue;
        snprintf(message, sizeof(message),
                 "rank %d has another layer than rank 0: %s is %d there, and %d in rank 0", rank,
                 parts[i].name, parts[i].here, parts[i].first);
        return moe_ranks_fail(error, MOE_RANKS_FAILED, message);
    }
    return CUSTUB_OK;
}

custub_status moe_ranks_tell(moe_ranks *ranks, moe_record *mine, moe_record *all,
                             const char *failure, custub_error *error)
{
    mine->failed = custub_failed(error);
    if (moe_group_tell(ranks, mine, all, error))
        return CUSTUB_ERROR_LIBRARY;
    for (int rank = 0; rank < ranks->count; rank++)
        if (all[rank].failed)
            return fail_at(rank, failure, error);
    return CUSTUB_OK;
}

custub_status moe_ranks_agree(moe_ranks *ranks, moe_record *mine, moe_record *all,
                              custub_error *error)
{
    int64_t total = 0;

    if (moe_ranks_tell(ranks, mine, all, "was refused its layer: its own error says why", error))
        return error->status;
    for (int rank = 0; rank < ranks->count; rank++) {
        if (compare(all, rank, error))
            return error->status;
        total += all[rank].tokens;
    }
    if (total * mine->top * ranks->count > MOE_MAX_ROWS)
        return moe_refuse(error, "the number of tokens of all ranks", (uint64_t)total,
                          "at most 1073741824 / top / ranks");
    return CUSTUB_OK;
}

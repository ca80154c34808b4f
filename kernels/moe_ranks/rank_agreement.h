/* rank_agreement.h: how the ranks of moe_ranks.h compare their layers, parts of which have to be
 * the same in all. It is not for programs. */
#ifndef RANK_AGREEMENT_H
#define RANK_AGREEMENT_H

#include "rank_group.h"

typedef struct moe_record {
    int32_t failed, tokens;
    int32_t element, hidden, inner, experts, top, capacity, normalize;
    int32_t is_chosen; /* the rank's caller chooses the experts */
    int32_t unused[6];
} moe_record;

moe_record moe_record_of(const moe_layer *layer, const moe_pass *pass);

/* Tells all ranks whether this one has failed: whether the record `error` holds a failure. Fails if
 * any has, with the text `failure` about the first. */
custub_status moe_ranks_tell(moe_ranks *ranks, moe_record *mine, moe_record *all,
                             const char *failure, custub_error *error);

/* The same before a plan is made. Also fails if the layers differ, or have too many tokens
 * together. */
custub_status moe_ranks_agree(moe_ranks *ranks, moe_record *mine, moe_record *all,
                              custub_error *error);

#endif

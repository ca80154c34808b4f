/* rank_group.h: how the ranks of moe_ranks.h exchange memory. It is not for programs. */
#ifndef RANK_GROUP_H
#define RANK_GROUP_H

#include "moe_exchange.custub.h"
#include "nccl_library.h"
#include "moe_ranks.h"

enum { MOE_RECORD_BYTES = 64 };

struct moe_ranks {
    const moe_nccl *nccl;
    moe_nccl_comm comm; /* null: given up */
    int rank, count;
    double seconds; /* how long others are waited for */
    moe_exchange_kernels kernels;
    CUstream stream;             /* of the records */
    custub_bytes_buffer records; /* [count * MOE_RECORD_BYTES] */
};

/* Writes CUSTUB_ERROR_LIBRARY and the failure, unless the record holds one already. */
custub_status moe_ranks_fail(custub_error *error, moe_ranks_failure failure, const char *message);

/* Memory that goes to another rank, or comes from it. Both ranks name the same sizes in the same
 * order. */
typedef struct moe_message {
    bool is_sent;
    int peer;
    CUdeviceptr at;
    uint64_t bytes;
} moe_message;

/* Enqueues the messages, together, in a stream. After a failure the ranks are given up. */
custub_status moe_group_exchange(moe_ranks *ranks, const moe_message *messages, int count,
                                 CUstream stream, custub_error *error);

/* Tells all ranks MOE_RECORD_BYTES bytes, and waits for those of all. `all` has room for
 * MOE_MAX_RANKS. Acts even if the record holds a failure. */
custub_status moe_group_tell(moe_ranks *ranks, const void *mine, void *all, custub_error *error);

/* Gives the ranks up: they cannot be used afterwards. */
void moe_group_give_up(moe_ranks *ranks);

/* Refuses ranks that were given up. */
custub_status moe_group_check(const moe_ranks *ranks, custub_error *error);

#endif

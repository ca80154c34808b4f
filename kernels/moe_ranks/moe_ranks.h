/* A mixture-of-experts layer (moe_forward.h) over several GPUs of a host, which exchange tokens
 * with NCCL.
 *
 * A rank is one GPU and what works with it: a thread of the program, or a process of its own. Rank
 * r of `count` has the experts moe_ranks_expert(experts, count, r) to moe_ranks_expert(experts,
 * count, r + 1) - 1, the whole router, and tokens of its own, as many as it likes, also none. Each
 * rank gets the results of its own tokens. They are the same, bit for bit, as those of
 * moe_forward() on one GPU that has the tokens of all ranks, unless a capacity drops some.
 *
 *     moe_ranks_id id = moe_ranks_id_create(&error);       one rank; the program gives it to all
 *     moe_ranks *ranks = moe_ranks_join(&id, rank, count, 30, &error);
 *     moe_ranks_plan *plan = moe_ranks_plan_create(ranks, &kernels, &layer, &pass, &error);
 *     moe_ranks_plan_run(plan, &error);                                        as often as wanted
 *     moe_ranks_wait(ranks, pass.stream, &error);
 *     moe_ranks_plan_destroy(plan);
 *     moe_ranks_leave(ranks, &error);
 *
 * moe_layer and moe_pass are those of moe_forward.h, with these differences:
 * - gate, up and down are those of the rank's own experts, `experts` is the number of all.
 * - `capacity` is the most rows that an expert takes from each rank, those of the rank's first
 *   tokens. It bounds what is sent: see below. 0: no limit, and nothing is dropped.
 * - `dropped` counts the rank's own entries, for all experts.
 * - `workspace` is not used: a plan has its own memory. `product` has to be null.
 * - With 0 tokens, x and out may be null; without experts of its own, gate, up and down.
 *
 * What is sent: only the devices know how many rows an expert gets, but NCCL needs sizes on the
 * host. So the largest possible number is sent, a slot of
 *     min(tokens of the sender * min(top, experts), capacity * experts)
 * rows, with the experts of the receiver; `capacity` counts only if it is not 0. If the sender has
 * chosen the experts, which may be the same for a token, it is tokens * top. A row goes there in
 * the element type and comes back in float. moe_ranks_plan_run() does not wait for the device.
 * One graph replays the layer: capture it on all ranks, and launch the graphs on all (NCCL User
 * Guide, "Using NCCL with CUDA Graphs").
 *
 * All ranks make the same calls in the same order: join, create, run, leave. Each call of a rank is
 * made with the context current that was current when it joined. A rank that has to give up early
 * calls moe_ranks_leave(), so that others do not wait for it longer than necessary.
 *
 * cuMemFree(), and so custub_f32_buffer_destroy(), may wait for work (CUDA Driver API, "Memory
 * Management"), also for that of other GPUs. Do not free memory that way while other ranks work, or
 * they wait for each other. A plan frees its own memory without waiting.
 *
 * Errors: what is wrong with the rank's own layer is reported as moe_forward() does, and the other
 * ranks learn that it was refused. A missing NCCL and failures of the ranks together have the
 * status CUSTUB_ERROR_LIBRARY and a moe_ranks_failure. If a rank fails while the layer runs, the
 * kernels of the others wait until moe_ranks_wait() ends them (NCCL User Guide, "Fault Tolerance").
 * Then the ranks are given up: further calls are refused, graphs of their plans may not be
 * launched, and moe_ranks_leave() frees what there is.
 *
 * Threads: a thread per rank at a time. Ranks of one process may not share a thread, since they
 * wait for each other. Any thread may create an id.
 */
#ifndef MOE_RANKS_H
#define MOE_RANKS_H

#include "moe_forward.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { MOE_MAX_RANKS = 64 };

typedef enum moe_ranks_failure {
    MOE_RANKS_NO_FAILURE,
    /* There is no NCCL of version 2.14 or newer. Install it, or name its file in CUSTUB_NCCL. */
    MOE_RANKS_NO_NCCL,
    /* NCCL failed (NCCL_DEBUG=WARN in the environment makes it say more), or another rank was
     * refused, has another layer, failed, or did not come in the seconds of moe_ranks_join(). The
     * message says which rank, as far as that is known; that rank's own error says why. */
    MOE_RANKS_FAILED
} moe_ranks_failure;

/* The failure of ranks that the record holds: its `driver_result`, if its status is
 * CUSTUB_ERROR_LIBRARY and its `driver_call` "moe_ranks". */
moe_ranks_failure moe_ranks_failure_of(const custub_error *error);

/* --- The ranks --- */

/* Brings the ranks together. It is plain data, for any way of sending 128 bytes. */
typedef struct moe_ranks_id {
    char bytes[128];
} moe_ranks_id;

/* One rank creates it, for all to join with once. Its process may not end before all have joined.
 * All zeros on failure. */
moe_ranks_id moe_ranks_id_create(custub_error *error);

typedef struct moe_ranks moe_ranks;

/* Waits until ranks 0 to `count` - 1 have joined with this id, each with another device current:
 * two on one device may hang (NCCL User Guide, "Creating a Communicator"). `count` is at most
 * MOE_MAX_RANKS. `seconds` is how long this call and later ones wait for other ranks; above 0. */
moe_ranks *moe_ranks_join(const moe_ranks_id *id, int rank, int count, double seconds,
                          custub_error *error);

/* Waits for the work of the stream, and for the other ranks' part of it. Reports errors of kernels.
 * If it takes longer than the seconds of moe_ranks_join(), or if NCCL reports an error, the ranks
 * are given up: kernels that wait for others end, and the results are undefined. Whatever it
 * returns, the work is done then, and memory may be freed. Always acts. */
custub_status moe_ranks_wait(moe_ranks *ranks, CUstream stream, custub_error *error);

/* Frees the ranks; wait for their work and destroy their plans before, and graphs of these. Null is
 * allowed. Always acts, also if others have failed. */
custub_status moe_ranks_leave(moe_ranks *ranks, custub_error *error);

/* The first expert of a rank; `experts` for rank `count`. */
static inline int moe_ranks_expert(int experts, int count, int rank)
{
    return (int)((int64_t)experts * rank / count);
}

/* --- The layer --- */

/* A pass of all ranks, checked once and run many times. The layer and the pass are copied; what
 * they point to is borrowed until the plan is destroyed, and the ranks and `kernels` are, too. All
 * ranks wait for each other, twice: first they compare their layers, then they learn whether all
 * are ready. If one is not, none gets a plan. Always takes part: with a record that holds a
 * failure, the other ranks are told and do not wait. Ranks may have many plans. */
typedef struct moe_ranks_plan moe_ranks_plan;
moe_ranks_plan *moe_ranks_plan_create(moe_ranks *ranks, const moe_kernels *kernels,
                                      const moe_layer *layer, const moe_pass *pass,
                                      custub_error *error);

/* Enqueues the pass in its stream. Gives the ranks up if it fails, and if the record holds a
 * failure already. */
custub_status moe_ranks_plan_run(moe_ranks_plan *plan, custub_error *error);

/* Wait for its work before, and destroy graphs of it, which use its memory. Null is allowed. */
void moe_ranks_plan_destroy(moe_ranks_plan *plan);

#ifdef __cplusplus
}
#endif
#endif

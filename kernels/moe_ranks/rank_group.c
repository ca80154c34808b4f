#define _POSIX_C_SOURCE 200809L
#include "rank_group.h"

#include "passes.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define LIBRARY "moe_ranks"

moe_ranks_failure moe_ranks_failure_of(const custub_error *error)
{
    const bool is_own =
        error && error->status == CUSTUB_ERROR_LIBRARY && strcmp(error->driver_call, LIBRARY) == 0;

    return is_own ? (moe_ranks_failure)error->driver_result : MOE_RANKS_NO_FAILURE;
}

custub_status moe_ranks_fail(custub_error *error, moe_ranks_failure failure, const char *message)
{
    if (custub_failed(error))
        return error->status;
    moe_fail(error, CUSTUB_ERROR_LIBRARY, message);
    if (error) {
        error->driver_result = failure;
        snprintf(error->driver_call, sizeof(error->driver_call), LIBRARY);
    }
    return CUSTUB_ERROR_LIBRARY;
}

static double now(void)
{
    struct timespec time;

    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

/* Short at first, so that a wait for little work ends soon. */
static void rest(double since)
{
    const struct timespec shortly = {.tv_nsec = now() - since < 0.002 ? 5000 : 200000};

    nanosleep(&shortly, NULL);
}

/* `reason` is NCCL's message, or null. */
static custub_status fail(const moe_ranks *r, const char *what, const char *reason,
                          custub_error *error)
{
    char message[CUSTUB_MESSAGE_SIZE];

    snprintf(message, sizeof(message), "rank %d of %d: %s%s%s", r->rank, r->count, what,
             reason ? ": NCCL says: " : "", reason ? reason : "");
    return moe_ranks_fail(error, MOE_RANKS_FAILED, message);
}

void moe_group_give_up(moe_ranks *ranks)
{
    if (ranks->comm)
        ranks->nccl->abort(ranks->comm);
    ranks->comm = NULL;
}

/* Waits until NCCL has done the work of a call that returned `result`, since calls do not wait. */
static custub_status settle(moe_ranks *r, int result, const char *what, custub_error *error)
{
    const double begin = now();
    bool is_late = false;
    char late[160];

    while (result == MOE_NCCL_IN_PROGRESS && !is_late) {
        int state = MOE_NCCL_SUCCESS;
        is_late = now() - begin >= r->seconds;
        rest(begin);
        result = r->nccl->get_async_error(r->comm, &state);
        result = result ? result : state;
    }
    if (result == MOE_NCCL_SUCCESS)
        return CUSTUB_OK;
    moe_group_give_up(r);
    if (result != MOE_NCCL_IN_PROGRESS)
        return fail(r, what, r->nccl->get_error_string(result), error);
    snprintf(late, sizeof(late), "%s took longer than %g s: a rank is missing, or has failed", what,
             r->seconds);
    return fail(r, late, NULL, error);
}

/* --- Joining and leaving --- */

moe_ranks_id moe_ranks_id_create(custub_error *error)
{
    const moe_nccl *nccl;
    moe_nccl_id id = {{0}};
    moe_ranks_id result = {{0}};
    char message[160];
    int failure;

    if (custub_failed(error) || !(nccl = moe_nccl_open(error)))
        return result;
    failure = nccl->get_unique_id(&id);
    if (!failure) {
        memcpy(&result, &id, sizeof(result));
        return result;
    }
    snprintf(message, sizeof(message), "no id for the ranks: NCCL says: %s",
             nccl->get_error_string(failure));
    moe_ranks_fail(error, MOE_RANKS_FAILED, message);
    return result;
}

static custub_status check(const moe_ranks_id *id, int rank, int count, double seconds,
                           custub_error *error)
{
    if (!id)
        return moe_refuse_null(error, "the id");
    if (count < 1 || count > MOE_MAX_RANKS)
        return moe_refuse(error, "the number of ranks", (uint64_t)count, "1 to 64");
    if (rank < 0 || rank >= count)
        return moe_refuse(error, "the rank", (uint64_t)rank, "0 to the number of ranks - 1");
    if (!(seconds > 0))
        return moe_fail(error, CUSTUB_ERROR_INVALID_ARGUMENT,
                        "the seconds to wait for other ranks have to be above 0");
    return CUSTUB_OK;
}

static void join(moe_ranks *r, const moe_ranks_id *id, custub_error *error)
{
    moe_nccl_config config = {
        .size = sizeof(config), .magic = MOE_NCCL_CONFIG_MAGIC, .version = MOE_NCCL_CONFIG_VERSION};
    moe_nccl_id name;
    int result;

    memcpy(&name, id, sizeof(name));
    result = r->nccl->init_rank(&r->comm, r->count, name, r->rank, &config);
    if (settle(r, result, "joining", error))
        return;
    r->kernels = moe_exchange_load(error);
    r->stream = custub_stream_create(error);
    r->records = custub_bytes_buffer_create((uint64_t)r->count * MOE_RECORD_BYTES, error);
}

moe_ranks *moe_ranks_join(const moe_ranks_id *id, int rank, int count, double seconds,
                          custub_error *error)
{
    custub_error own = custub_error_none();
    const moe_nccl *nccl;
    moe_ranks *r;

    error = error ? error : &own;
    if (custub_failed(error) || check(id, rank, count, seconds, error) ||
        !(nccl = moe_nccl_open(error)))
        return NULL;
    r = calloc(1, sizeof(*r));
    if (!r) {
        moe_fail(error, CUSTUB_ERROR_OUT_OF_HOST_MEMORY, "no memory for the ranks");
        return NULL;
    }
    r->nccl = nccl;
    r->rank = rank;
    r->count = count;
    r->seconds = seconds;
    join(r, id, error);
    if (!custub_failed(error))
        return r;
    moe_group_give_up(r);
    moe_ranks_leave(r, error);
    return NULL;
}

custub_status moe_ranks_leave(moe_ranks *ranks, custub_error *error)
{
    custub_error own = custub_error_none();

    error = error ? error : &own;
    if (!ranks)
        return error->status;
    if (ranks->comm && !settle(ranks, ranks->nccl->finalize(ranks->comm), "leaving", error))
        ranks->nccl->destroy(ranks->comm);
    if (ranks->stream)
        custub_stream_synchronize(ranks->stream, error);
    custub_bytes_buffer_destroy(&ranks->records, error);
    custub_stream_destroy(ranks->stream, error);
    moe_exchange_unload(&ranks->kernels, error);
    free(ranks);
    return error->status;
}

/* --- Exchanging --- */

custub_status moe_group_check(const moe_ranks *r, custub_error *error)
{
    return r->comm ? CUSTUB_OK : fail(r, "the ranks were given up after a failure", NULL, error);
}

custub_status moe_group_exchange(moe_ranks *r, const moe_message *messages, int count,
                                 CUstream stream, custub_error *error)
{
    int result, end;

    if (custub_failed(error) || count == 0)
        return error->status;
    if (moe_group_check(r, error))
        return error->status;
    result = r->nccl->group_start();
    for (int i = 0; i < count && !result; i++) {
        const moe_message *m = &messages[i];
        void *at = (void *)(uintptr_t)m->at;
        result = m->is_sent
                     ? r->nccl->send(at, m->bytes, MOE_NCCL_BYTE, m->peer, r->comm, stream)
                     : r->nccl->receive(at, m->bytes, MOE_NCCL_BYTE, m->peer, r->comm, stream);
        result = result == MOE_NCCL_IN_PROGRESS ? 0 : result;
    }
    end = r->nccl->group_end();
    return settle(r, result ? result : end, "exchanging tokens", error);
}

/* True until the stream's work is done, or failed. */
static bool is_busy(moe_ranks *r, CUstream stream, double begin, custub_error *error)
{
    int state = MOE_NCCL_SUCCESS;
    int result = r->nccl->get_async_error(r->comm, &state);
    char late[160];

    result = result ? result : state;
    if (result != MOE_NCCL_SUCCESS && result != MOE_NCCL_IN_PROGRESS) {
        fail(r, "the work with other ranks failed", r->nccl->get_error_string(result), error);
        return false;
    }
    if (!custub_stream_is_busy(stream, error))
        return false;
    if (now() - begin < r->seconds)
        return true;
    snprintf(late, sizeof(late),
             "the work with other ranks took longer than %g s: one of them has failed", r->seconds);
    fail(r, late, NULL, error);
    return false;
}

custub_status moe_ranks_wait(moe_ranks *r, CUstream stream, custub_error *error)
{
    custub_error mine = custub_error_none(), own = custub_error_none();
    const double begin = now();

    error = error ? error : &own;
    if (!r)
        return moe_refuse_null(error, "the moe_ranks");
    if (!moe_group_check(r, &mine))
        while (is_busy(r, stream, begin, &mine))
            rest(begin);
    if (custub_failed(&mine)) {
        moe_group_give_up(r);
        custub_stream_synchronize(stream, &mine); // now that NCCL's kernels wait for no other rank
    }
    if (!custub_failed(error))
        *error = mine;
    return error->status;
}

custub_status moe_group_tell(moe_ranks *r, const void *mine, void *all, custub_error *error)
{
    custub_error told = custub_error_none();
    moe_message messages[2 * MOE_MAX_RANKS];
    int count = 0;

    for (int peer = 0; peer < r->count; peer++)
        for (int sent = 0; sent < 2 && peer != r->rank; sent++) {
            const int of = sent ? r->rank : peer;
            messages[count++] =
                (moe_message){.is_sent = sent,
                              .peer = peer,
                              .at = r->records.view.ptr + (uint64_t)of * MOE_RECORD_BYTES,
                              .bytes = MOE_RECORD_BYTES};
        }
    moe_group_check(r, &told);
    custub_bytes_upload(
        custub_bytes_view_of(r->records.view.ptr + (uint64_t)r->rank * MOE_RECORD_BYTES,
                             MOE_RECORD_BYTES),
        mine, MOE_RECORD_BYTES, r->stream, &told);
    moe_group_exchange(r, messages, count, r->stream, &told);
    if (!custub_failed(&told))
        moe_ranks_wait(r, r->stream, &told);
    custub_bytes_download(r->records.view, all, r->records.view.count, r->stream, &told);
    if (!custub_failed(error))
        *error = told;
    return told.status;
}

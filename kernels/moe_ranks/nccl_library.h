/* nccl_library.h: NCCL, which is opened at run time: the functions of its version 2 that are used,
 * from 2.14 on. The names after `moe_nccl_` are NCCL's. */
#ifndef NCCL_LIBRARY_H
#define NCCL_LIBRARY_H

#include <custub/custub.h>

#include <stddef.h>

typedef struct moe_nccl_comm *moe_nccl_comm; /* ncclComm_t */

/* ncclUniqueId */
typedef struct moe_nccl_id {
    char bytes[128];
} moe_nccl_id;

/* ncclConfig_t, as far as 2.14 has it */
typedef struct moe_nccl_config {
    size_t size;
    unsigned int magic;
    unsigned int version;
    int blocking;
} moe_nccl_config;

enum {
    MOE_NCCL_SUCCESS = 0,
    MOE_NCCL_IN_PROGRESS = 7,
    MOE_NCCL_BYTE = 1, /* ncclUint8 */
    MOE_NCCL_CONFIG_VERSION = 21400
};
#define MOE_NCCL_CONFIG_MAGIC 0xcafebeefU

/* X(member, name, parameters): the functions that return an ncclResult_t. */
#define MOE_NCCL_FUNCTIONS(X)                                                                      \
    X(get_version, ncclGetVersion, (int *version))                                                 \
    X(get_unique_id, ncclGetUniqueId, (moe_nccl_id * id))                                          \
    X(init_rank, ncclCommInitRankConfig,                                                           \
      (moe_nccl_comm * comm, int ranks, moe_nccl_id id, int rank, moe_nccl_config *config))        \
    X(get_async_error, ncclCommGetAsyncError, (moe_nccl_comm comm, int *result))                   \
    X(finalize, ncclCommFinalize, (moe_nccl_comm comm))                                            \
    X(destroy, ncclCommDestroy, (moe_nccl_comm comm))                                              \
    X(abort, ncclCommAbort, (moe_nccl_comm comm))                                                  \
    X(group_start, ncclGroupStart, (void))                                                         \
    X(group_end, ncclGroupEnd, (void))                                                             \
    X(send, ncclSend,                                                                              \
      (const void *from, size_t count, int type, int peer, moe_nccl_comm comm, CUstream stream))   \
    X(receive, ncclRecv,                                                                           \
      (void *to, size_t count, int type, int peer, moe_nccl_comm comm, CUstream stream))

typedef struct moe_nccl {
#define MOE_NCCL_MEMBER(member, name, parameters) int(*member) parameters;
    MOE_NCCL_FUNCTIONS(MOE_NCCL_MEMBER)
#undef MOE_NCCL_MEMBER
    const char *(*get_error_string)(int result);
} moe_nccl;

/* Opens NCCL, once in a process; any thread, and again after a failure. CUSTUB_NCCL in the
 * environment names the file, else it is libnccl.so.2 on the library path. Null:
 * MOE_RANKS_NO_NCCL. */
const moe_nccl *moe_nccl_open(custub_error *error);

#endif

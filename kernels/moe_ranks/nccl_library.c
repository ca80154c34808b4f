/* secure_getenv() is a GNU function. */
#define _GNU_SOURCE
#include "nccl_library.h"

#include "rank_group.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static pthread_mutex_t opening = PTHREAD_MUTEX_INITIALIZER;
static moe_nccl opened; /* guarded by `opening` until it is complete */
static bool is_open;

static custub_status not_found(custub_error *error, const char *file, const char *reason)
{
    char message[CUSTUB_MESSAGE_SIZE];

    snprintf(
        message, sizeof(message),
        "no NCCL that can be used, which a layer over several GPUs needs: install version 2.14 "
        "or newer, but not 3 (package libnccl2, or Python's nvidia-nccl), or name its file in "
        "CUSTUB_NCCL. Tried: %s: %s",
        file, reason);
    return moe_ranks_fail(error, MOE_RANKS_NO_NCCL, message);
}

/* 2.9 was the first version whose number has five digits: 20900. */
static custub_status check_version(const char *file, custub_error *error)
{
    int version = 0;
    char reason[80];

    if (opened.get_version(&version))
        return not_found(error, file, "it does not say its version");
    if (version >= 21400 && version < 30000)
        return CUSTUB_OK;
    if (version < 10000)
        snprintf(reason, sizeof(reason), "it is version %d.%d", version / 1000, version / 100 % 10);
    else
        snprintf(reason, sizeof(reason), "it is version %d.%d", version / 10000,
                 version / 100 % 100);
    return not_found(error, file, reason);
}

static custub_status fill(void *shared, const char *file, custub_error *error)
{
    char reason[80];
    void *symbol;

#define FILL(member, name, parameters)                                                             \
    symbol = dlsym(shared, #name);                                                                 \
    if (!symbol) {                                                                                 \
        snprintf(reason, sizeof(reason), "it has no function %s", #name);                          \
        return not_found(error, file, reason);                                                     \
    }                                                                                              \
    memcpy(&opened.member, &symbol, sizeof(symbol));
    FILL(get_version, ncclGetVersion, )
    if (check_version(file, error))
        return CUSTUB_ERROR_LIBRARY;
    MOE_NCCL_FUNCTIONS(FILL)
    FILL(get_error_string, ncclGetErrorString, )
#undef FILL
    return CUSTUB_OK;
}

static custub_status open_once(custub_error *error)
{
    const char *named = secure_getenv("CUSTUB_NCCL");
    const char *file = named && *named ? named : "libnccl.so.2";
    void *shared = dlopen(file, RTLD_NOW | RTLD_LOCAL);
    const char *reason;

    if (!shared) {
        reason = dlerror();
        return not_found(error, file, reason ? reason : "it cannot be opened");
    }
    if (fill(shared, file, error)) {
        dlclose(shared);
        return CUSTUB_ERROR_LIBRARY;
    }
    is_open = true; /* and it stays open */
    return CUSTUB_OK;
}

const moe_nccl *moe_nccl_open(custub_error *error)
{
    custub_status status = CUSTUB_OK;

    pthread_mutex_lock(&opening);
    if (!is_open)
        status = open_once(error);
    pthread_mutex_unlock(&opening);
    return status ? NULL : &opened;
}

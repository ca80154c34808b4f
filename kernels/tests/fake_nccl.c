/* A stand-in for NCCL 2 for ranks on the CPU driver, which are threads or processes. They share a
 * file whose name is the id. FAKE_NCCL in the environment makes it fail:
 *
 *     version=N    it claims to be version N
 *     fail=R,N     call N of rank R fails, from 1; fails() says which calls count
 *     report=R     rank R's communicator reports an error after it has sent three messages
 *
 * Communicators are never freed, since kernels may still read them. */
#define _POSIX_C_SOURCE 200809L
#include "fake_nccl.h"

#include "fake_nccl.custub.h"

#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { RANKS = 8 };

enum {
    SUCCESS,
    SYSTEM_ERROR = 2,
    INTERNAL_ERROR,
    INVALID_ARGUMENT,
    INVALID_USAGE,
    IN_PROGRESS = 7
};

typedef struct unique_id {
    char bytes[128];
} unique_id;

typedef struct fake_config {
    size_t size;
    unsigned int magic, version;
    int blocking;
} fake_config;

/* The memory that all ranks of an id share. */
typedef struct fake_world {
    atomic_int joined;
    fake_channel channels[RANKS][RANKS]; /* [from][to] */
} fake_world;

typedef struct fake_comm {
    unique_id id;
    fake_world *world; /* never unmapped, as the communicator is never freed */
    int rank, count, sends, calls;
    bool is_late; /* the next query returns IN_PROGRESS */
    atomic_int ended;
    struct fake_comm *next;
} fake_comm;

/* One group's operations, kept for graphs. */
typedef struct fake_group {
    fake_operation operations[FAKE_OPERATIONS];
    struct fake_group *next;
} fake_group;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static fake_comm *comms; // the lock guards these three
static fake_group *groups;
static fake_nccl_kernels kernels;

/* The group that this thread has begun. */
static _Thread_local struct {
    fake_operation operations[FAKE_OPERATIONS];
    int count;
    fake_comm *comm;
    CUstream stream;
} begun;

static bool read_trick(const char *what, int *number)
{
    const char *told = getenv("FAKE_NCCL");
    const size_t length = strlen(what);

    if (!told || strncmp(told, what, length) != 0 || told[length] != '=')
        return false;
    *number = atoi(told + length + 1);
    return true;
}

/* Counts a call that joins, sends, receives, ends a group, or leaves. True if it has to fail. */
static bool fails(fake_comm *comm)
{
    const char *told = getenv("FAKE_NCCL");
    int rank, call;

    comm->calls++;
    return told && sscanf(told, "fail=%d,%d", &rank, &call) == 2 && rank == comm->rank &&
           call == comm->calls;
}

static bool reports_error(const fake_comm *comm)
{
    int rank;

    return read_trick("report", &rank) && rank == comm->rank && comm->sends > 2;
}

const char *ncclGetErrorString(int result);
const char *ncclGetErrorString(int result)
{
    return result == SYSTEM_ERROR ? "unhandled system error" : "internal error";
}

int ncclGetVersion(int *version);
int ncclGetVersion(int *version)
{
    if (!read_trick("version", version))
        *version = 21400;
    return SUCCESS;
}

int ncclGetUniqueId(unique_id *id);
int ncclGetUniqueId(unique_id *id)
{
    const char *folder = getenv("TMPDIR");
    int file;

    memset(id, 0, sizeof(*id));
    snprintf(id->bytes, sizeof(id->bytes), "%s/fake_nccl_XXXXXX", folder ? folder : "/tmp");
    file = mkstemp(id->bytes);
    if (file < 0 || ftruncate(file, sizeof(fake_world)))
        return SYSTEM_ERROR;
    close(file);
    return SUCCESS;
}

static fake_world *open_world(const unique_id *id)
{
    const int file = open(id->bytes, O_RDWR);
    void *world = MAP_FAILED;

    if (file >= 0) {
        world = mmap(NULL, sizeof(fake_world), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
        close(file);
    }
    return world == MAP_FAILED ? NULL : world;
}

int ncclCommInitRankConfig(fake_comm **comm, int count, unique_id id, int rank,
                           fake_config *config);
int ncclCommInitRankConfig(fake_comm **comm, int count, unique_id id, int rank, fake_config *config)
{
    fake_comm *mine = calloc(1, sizeof(*mine));

    *comm = NULL;
    if (config->magic != 0xcafebeef || config->version > 21400 || config->blocking != 0) {
        free(mine);
        return INVALID_ARGUMENT;
    }
    mine->id = id;
    mine->world = open_world(&id);
    mine->rank = rank;
    mine->count = count;
    pthread_mutex_lock(&lock);
    if (!kernels.library)
        kernels = fake_nccl_load(NULL);
    mine->next = comms;
    comms = mine;
    pthread_mutex_unlock(&lock);
    if (count > RANKS || !mine->world || fails(mine))
        return SYSTEM_ERROR;
    if (atomic_fetch_add(&mine->world->joined, 1) == count - 1)
        unlink(id.bytes); // no other rank needs it
    *comm = mine;
    return IN_PROGRESS;
}

int ncclCommGetAsyncError(fake_comm *comm, int *result);
int ncclCommGetAsyncError(fake_comm *comm, int *result)
{
    const bool is_late = comm->is_late;

    comm->is_late = false;
    if (atomic_load(&comm->world->joined) < comm->count || is_late)
        *result = IN_PROGRESS;
    else
        *result = reports_error(comm) ? SYSTEM_ERROR : SUCCESS;
    return SUCCESS;
}

int ncclCommFinalize(fake_comm *comm);
int ncclCommFinalize(fake_comm *comm)
{
    comm->is_late = true;
    return fails(comm) ? SYSTEM_ERROR : IN_PROGRESS;
}

int ncclCommDestroy(fake_comm *comm);
int ncclCommDestroy(fake_comm *comm)
{
    atomic_store(&comm->ended, 1);
    unlink(comm->id.bytes); // other ranks may not have joined
    return SUCCESS;
}

int ncclCommAbort(fake_comm *comm);
int ncclCommAbort(fake_comm *comm)
{
    return ncclCommDestroy(comm);
}

/* --- Groups --- */

int ncclGroupStart(void);
int ncclGroupStart(void)
{
    begun.count = 0;
    begun.comm = NULL;
    return SUCCESS;
}

static int add(bool is_sent, const void *at, size_t bytes, int type, int peer, fake_comm *comm,
               CUstream stream)
{
    const int from = is_sent ? comm->rank : peer, to = is_sent ? peer : comm->rank;

    comm->sends += is_sent;
    if (fails(comm)) {
        begun.count = 0;
        return INTERNAL_ERROR;
    }
    if (type != 1 || peer < 0 || peer >= comm->count || peer == comm->rank ||
        begun.count == FAKE_OPERATIONS)
        return INVALID_ARGUMENT;
    begun.comm = comm;
    begun.stream = stream;
    begun.operations[begun.count++] =
        (fake_operation){.is_sent = is_sent,
                         .channel = (uintptr_t)&comm->world->channels[from][to],
                         .at = (uintptr_t)at,
                         .bytes = bytes};
    return SUCCESS;
}

int ncclSend(const void *at, size_t count, int type, int peer, fake_comm *comm, CUstream stream);
int ncclSend(const void *at, size_t count, int type, int peer, fake_comm *comm, CUstream stream)
{
    return add(true, at, count, type, peer, comm, stream);
}

int ncclRecv(void *at, size_t count, int type, int peer, fake_comm *comm, CUstream stream);
int ncclRecv(void *at, size_t count, int type, int peer, fake_comm *comm, CUstream stream)
{
    return add(false, at, count, type, peer, comm, stream);
}

int ncclGroupEnd(void);
int ncclGroupEnd(void)
{
    custub_launch launch = custub_launch_for(1);
    fake_group *group;

    if (begun.count == 0)
        return SUCCESS;
    if (fails(begun.comm))
        return SYSTEM_ERROR;
    group = calloc(1, sizeof(*group));
    memcpy(group->operations, begun.operations, sizeof(group->operations));
    pthread_mutex_lock(&lock);
    group->next = groups;
    groups = group;
    pthread_mutex_unlock(&lock);
    launch.stream = begun.stream;
    begun.comm->is_late = true;
    return launch_fake_exchange(&kernels, &launch, begun.count, (uintptr_t)group->operations,
                                (uintptr_t)&begun.comm->ended, NULL)
               ? INTERNAL_ERROR
               : IN_PROGRESS;
}

#include "graph/user_object.h"

#include "api/driver_state.h"
#include "api/fail.h"
#include "context/context.h"
#include "task/submission.h"

#include <limits.h>
#include <pthread.h>
#include <stdlib.h>

struct CUuserObject_st {
    cpu_object object;
    CUhostFn *destroy;
    void *user;
    uint64_t references; /* of the program and of graphs; guarded by the lock */
};

struct cpu_user_references {
    CUuserObject object;
    uint64_t count;
    cpu_user_references *next;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static bool is_object(CUuserObject object)
{
    return cpu_handle_is(object, CPU_KIND_USER_OBJECT);
}

/* --- Destroying it -------------------------------------------------------------------------------
 */

/* Submits the program's destructor, to run after `last`. False if that fails, or if `last` is done.
 */
static bool submit_behind(const struct CUuserObject_st *object, cpu_task *last)
{
    cpu_work work = {.kind = CPU_WORK_HOST,
                     .as.host = {.function = object->destroy, .user = object->user}};
    bool is_submitted = false;
    cpu_task *task;

    cpu_queue_lock();
    if (!cpu_task_is_done(last)) {
        work.context = last->work.context;
        task = cpu_task_create(&work, 0);
        is_submitted = task && cpu_task_add_wait(task, last);
        if (is_submitted)
            cpu_task_submit(task);
        else if (task)
            cpu_task_discard(task);
        cpu_task_keep(&task, NULL);
    }
    cpu_queue_unlock();
    return is_submitted;
}

/* Gives up `count` references. Must be called without the lock. */
static void give_up(CUuserObject object, uint64_t count, cpu_task *last)
{
    bool is_last;

    pthread_mutex_lock(&lock);
    object->references -= count;
    is_last = object->references == 0;
    pthread_mutex_unlock(&lock);
    if (!is_last)
        return;
    cpu_handle_remove(object, CPU_KIND_USER_OBJECT);
    if (!last || !submit_behind(object, last))
        object->destroy(object->user);
    free(object);
}

/* --- References of the program -------------------------------------------------------------------
 */

CUresult cuUserObjectCreate(CUuserObject *object_out, void *ptr, CUhostFn *destroy,
                            unsigned int initial_refcount, unsigned int flags)
{
    CPU_ENTRY(cuUserObjectCreate);
    CUresult result = cpu_check_initialized();
    CUuserObject created;

    if (result != CUDA_SUCCESS)
        return result;
    if (!object_out || !destroy || initial_refcount == 0 || initial_refcount > INT_MAX ||
        flags != CU_USER_OBJECT_NO_DESTRUCTOR_SYNC)
        return CUDA_ERROR_INVALID_VALUE;
    created = calloc(1, sizeof(*created));
    if (!created)
        return CUDA_ERROR_OUT_OF_MEMORY;
    created->object.kind = CPU_KIND_USER_OBJECT;
    created->destroy = destroy;
    created->user = ptr;
    created->references = initial_refcount;
    if (!cpu_handle_add(&created->object)) {
        free(created);
        return CUDA_ERROR_OUT_OF_MEMORY;
    }
    *object_out = created;
    return CUDA_SUCCESS;
}

CUresult cpu_user_object_check(CUuserObject object, unsigned int count)
{
    CUresult result = cpu_check_initialized();

    if (result != CUDA_SUCCESS)
        return result;
    return is_object(object) && count > 0 && count <= INT_MAX ? CUDA_SUCCESS
                                                              : CUDA_ERROR_INVALID_VALUE;
}

static void retain(CUuserObject object, uint64_t count)
{
    pthread_mutex_lock(&lock);
    object->references += count;
    pthread_mutex_unlock(&lock);
}

CUresult cuUserObjectRetain(CUuserObject object, unsigned int count)
{
    CPU_ENTRY(cuUserObjectRetain);
    CUresult result = cpu_user_object_check(object, count);

    if (result == CUDA_SUCCESS)
        retain(object, count);
    return result;
}

CUresult cuUserObjectRelease(CUuserObject object, unsigned int count)
{
    CPU_ENTRY(cuUserObjectRelease);
    CUresult result = cpu_user_object_check(object, count);
    bool has_them;

    if (result != CUDA_SUCCESS)
        return result;
    pthread_mutex_lock(&lock);
    has_them = object->references >= count;
    pthread_mutex_unlock(&lock);
    if (!has_them)
        return CUDA_ERROR_INVALID_VALUE;
    give_up(object, count, NULL);
    return CUDA_SUCCESS;
}

/* --- References of graphs ------------------------------------------------------------------------
 */

static cpu_user_references **find(cpu_user_references **slot, CUuserObject object)
{
    while (*slot && (*slot)->object != object)
        slot = &(*slot)->next;
    return slot;
}

static bool add(cpu_user_references **references, CUuserObject object, uint64_t count)
{
    cpu_user_references **slot = find(references, object);

    if (!*slot) {
        *slot = calloc(1, sizeof(**slot));
        if (!*slot)
            return false;
        (*slot)->object = object;
    }
    (*slot)->count += count;
    return true;
}

bool cpu_user_references_add(cpu_user_references **references, CUuserObject object, uint64_t count,
                             bool is_moved)
{
    if (!add(references, object, count))
        return false;
    if (!is_moved)
        retain(object, count);
    return true;
}

void cpu_user_references_remove(cpu_user_references **references, CUuserObject object,
                                uint64_t count)
{
    cpu_user_references **slot = find(references, object);
    cpu_user_references *gone = *slot;

    if (!gone)
        return;
    if (count < gone->count) {
        gone->count -= count;
        give_up(object, count, NULL);
        return;
    }
    *slot = gone->next;
    give_up(object, gone->count, NULL);
    free(gone);
}

bool cpu_user_references_copy(cpu_user_references **out, const cpu_user_references *references)
{
    *out = NULL;
    for (; references; references = references->next) {
        if (!add(out, references->object, 1)) {
            cpu_user_references_release(*out, NULL);
            *out = NULL;
            return false;
        }
        retain(references->object, 1);
    }
    return true;
}

void cpu_user_references_release(cpu_user_references *references, cpu_task *last)
{
    while (references) {
        cpu_user_references *next = references->next;
        give_up(references->object, references->count, last);
        free(references);
        references = next;
    }
}

#define _POSIX_C_SOURCE 200809L

#include "graph/user_object.h"

#include "api/driver_state.h"
#include "api/fail.h"
#include "support/array.h"
#include "task/driver_threads.h"

#include <limits.h>
#include <pthread.h>
#include <stdlib.h>

struct CUuserObject_st {
    cpu_object object;
    void *data;
    CUhostFn *destroy;
    size_t references; /* the program's, and those of all graphs */
    CUuserObject next; /* in the list of those without references */
};

typedef struct cpu_kept_object {
    CUuserObject object;
    size_t references;
} cpu_kept_object;

struct cpu_shared_objects {
    cpu_kept_objects list;
    size_t shares;
};

/* While it is held, only the lock of the table of handles is taken. */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; /* guards the following, and all counts */
static pthread_cond_t added = PTHREAD_COND_INITIALIZER;
static CUuserObject unused;
static CUuserObject *unused_end = &unused;

/* --- Calling the program's functions -------------------------------------------------------------
 */

static CUuserObject take_unused(void)
{
    CUuserObject taken;

    pthread_mutex_lock(&lock);
    while (!unused)
        pthread_cond_wait(&added, &lock);
    taken = unused;
    unused = taken->next;
    if (!unused)
        unused_end = &unused;
    pthread_mutex_unlock(&lock);
    return taken;
}

/* They may not call the driver, like functions in streams. */
static void *run_destroyers(void *nothing)
{
    (void)nothing;
    cpu_driver_forbid_calls();
    for (;;) {
        CUuserObject object = take_unused();
        object->destroy(object->data);
        free(object);
    }
    return NULL;
}

/* CUDA has one thread for all user objects, too. */
static bool start_thread(void)
{
    static bool is_started;

    pthread_mutex_lock(&lock);
    if (!is_started)
        is_started = driver_thread_start(run_destroyers, DRIVER_THREAD_USUAL);
    pthread_mutex_unlock(&lock);
    return is_started;
}

/* With the lock. */
static void give_back(CUuserObject object, size_t references)
{
    object->references -= references;
    if (object->references > 0)
        return;
    cpu_handle_remove(object, CPU_KIND_USER_OBJECT);
    *unused_end = object;
    unused_end = &object->next;
    pthread_cond_signal(&added);
}

/* --- What graphs keep ----------------------------------------------------------------------------
 */

/* With the lock. The graph's new references are counted already. */
static bool keep(cpu_kept_objects *kept, CUuserObject object, size_t references)
{
    for (size_t i = 0; i < kept->count; i++) {
        if (kept->items[i].object == object) {
            kept->items[i].references += references;
            return true;
        }
    }
    if (!cpu_array_reserve(&kept->items, &kept->capacity, kept->count, sizeof(*kept->items)))
        return false;
    kept->items[kept->count++] = (cpu_kept_object){object, references};
    return true;
}

bool cpu_kept_objects_add(cpu_kept_objects *kept, CUuserObject object, size_t references,
                          bool is_moved)
{
    bool is_kept;

    pthread_mutex_lock(&lock);
    is_kept = keep(kept, object, references);
    if (is_kept && !is_moved)
        object->references += references;
    pthread_mutex_unlock(&lock);
    return is_kept;
}

/* With the lock. */
static bool remove_from(cpu_kept_objects *kept, CUuserObject object, size_t references)
{
    for (size_t i = 0; i < kept->count; i++) {
        cpu_kept_object *at = &kept->items[i];
        if (at->object != object || at->references < references)
            continue;
        at->references -= references;
        if (at->references == 0)
            *at = kept->items[--kept->count];
        give_back(object, references);
        return true;
    }
    return false;
}

bool cpu_kept_objects_remove(cpu_kept_objects *kept, CUuserObject object, size_t references)
{
    bool is_removed;

    pthread_mutex_lock(&lock);
    is_removed = remove_from(kept, object, references);
    pthread_mutex_unlock(&lock);
    return is_removed;
}

bool cpu_kept_objects_copy(cpu_kept_objects *to, const cpu_kept_objects *from)
{
    bool is_kept = true;

    pthread_mutex_lock(&lock);
    for (size_t i = 0; i < from->count && is_kept; i++) {
        is_kept = keep(to, from->items[i].object, from->items[i].references);
        if (is_kept)
            from->items[i].object->references += from->items[i].references;
    }
    pthread_mutex_unlock(&lock);
    return is_kept;
}

/* With the lock. */
static void release_all(cpu_kept_objects *kept)
{
    for (size_t i = 0; i < kept->count; i++)
        give_back(kept->items[i].object, kept->items[i].references);
    free(kept->items);
    *kept = (cpu_kept_objects){0};
}

void cpu_kept_objects_release(cpu_kept_objects *kept)
{
    pthread_mutex_lock(&lock);
    release_all(kept);
    pthread_mutex_unlock(&lock);
}

cpu_shared_objects *cpu_shared_objects_create(void)
{
    cpu_shared_objects *made = calloc(1, sizeof(*made));

    if (made)
        made->shares = 1;
    return made;
}

cpu_kept_objects *cpu_shared_objects_list(cpu_shared_objects *shared)
{
    return &shared->list;
}

cpu_shared_objects *cpu_shared_objects_share(cpu_shared_objects *shared)
{
    pthread_mutex_lock(&lock);
    shared->shares++;
    pthread_mutex_unlock(&lock);
    return shared;
}

void cpu_shared_objects_release(cpu_shared_objects *shared)
{
    bool is_last = false;

    if (!shared)
        return;
    pthread_mutex_lock(&lock);
    is_last = --shared->shares == 0;
    if (is_last)
        release_all(&shared->list);
    pthread_mutex_unlock(&lock);
    if (is_last)
        free(shared);
}

/* --- The driver's functions ----------------------------------------------------------------------
 */

static bool is_count(unsigned int count)
{
    return count > 0 && count <= INT_MAX;
}

CUresult cpu_user_object_check(CUuserObject object, unsigned int count)
{
    CUresult result = cpu_check_initialized();

    if (result != CUDA_SUCCESS)
        return result;
    return cpu_handle_is(object, CPU_KIND_USER_OBJECT) && is_count(count)
               ? CUDA_SUCCESS
               : CUDA_ERROR_INVALID_VALUE;
}

CUresult cuUserObjectCreate(CUuserObject *object_out, void *ptr, CUhostFn *destroy,
                            unsigned int initial_refcount, unsigned int flags)
{
    CPU_ENTRY(cuUserObjectCreate);
    CUresult result = cpu_check_initialized();
    CUuserObject made;

    if (result != CUDA_SUCCESS)
        return result;
    if (!object_out || !destroy || !is_count(initial_refcount) ||
        flags != CU_USER_OBJECT_NO_DESTRUCTOR_SYNC)
        return CUDA_ERROR_INVALID_VALUE;
    if (!start_thread())
        return CUDA_ERROR_OPERATING_SYSTEM;
    made = calloc(1, sizeof(*made));
    if (!made)
        return CUDA_ERROR_OUT_OF_MEMORY;
    made->object.kind = CPU_KIND_USER_OBJECT;
    made->data = ptr;
    made->destroy = destroy;
    made->references = initial_refcount;
    if (!cpu_handle_add(&made->object)) {
        free(made);
        return CUDA_ERROR_OUT_OF_MEMORY;
    }
    *object_out = made;
    return CUDA_SUCCESS;
}

CUresult cuUserObjectRetain(CUuserObject object, unsigned int count)
{
    CPU_ENTRY(cuUserObjectRetain);
    CUresult result = cpu_user_object_check(object, count);

    if (result != CUDA_SUCCESS)
        return result;
    pthread_mutex_lock(&lock);
    object->references += count;
    pthread_mutex_unlock(&lock);
    return CUDA_SUCCESS;
}

/* CUDA leaves undefined what happens to references that the program does not have. */
CUresult cuUserObjectRelease(CUuserObject object, unsigned int count)
{
    CPU_ENTRY(cuUserObjectRelease);
    CUresult result = cpu_user_object_check(object, count);

    if (result != CUDA_SUCCESS)
        return result;
    pthread_mutex_lock(&lock);
    if (count <= object->references)
        give_back(object, count);
    else
        result = CUDA_ERROR_INVALID_VALUE;
    pthread_mutex_unlock(&lock);
    return result;
}

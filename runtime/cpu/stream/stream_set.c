#define _POSIX_C_SOURCE 200809L

#include "stream/stream_set.h"

#include "context/context.h"
#include "stream/capture.h"

#include <pthread.h>
#include <stdlib.h>

_Thread_local bool cpu_null_stream_is_per_thread;

/* --- The streams of a context --------------------------------------------------------------------
 */

void cpu_stream_set_initialize(cpu_stream_set *set, CUcontext context)
{
    *set = (cpu_stream_set){.legacy.object = {.kind = CPU_KIND_STREAM, .context = context}};
}

void cpu_stream_set_add(CUstream stream)
{
    cpu_stream_set *set = &stream->object.context->streams;

    stream->next = set->first;
    if (set->first)
        set->first->previous = stream;
    set->first = stream;
}

void cpu_stream_set_remove(CUstream stream)
{
    cpu_stream_set *set = &stream->object.context->streams;

    if (stream->previous)
        stream->previous->next = stream->next;
    else
        set->first = stream->next;
    if (stream->next)
        stream->next->previous = stream->previous;
}

CUstream cpu_stream_create(CUcontext context, unsigned int flags, int priority)
{
    CUstream created = calloc(1, sizeof(*created));

    if (!created)
        return NULL;
    created->object.kind = CPU_KIND_STREAM;
    created->object.context = context;
    created->flags = flags;
    created->priority = priority;
    if (!cpu_handle_add(&created->object)) {
        free(created);
        return NULL;
    }
    return created;
}

void cpu_stream_forget_tasks(CUstream stream)
{
    cpu_task_keep(&stream->tail, NULL);
    cpu_task_keep(&stream->mark, NULL);
}

void cpu_stream_set_clear(cpu_stream_set *set)
{
    cpu_queue_lock();
    while (set->first) {
        CUstream stream = set->first;
        cpu_graph_destroyer *destroy;
        CUgraph orphan = cpu_capture_leave(stream, &destroy);
        set->first = stream->next;
        cpu_stream_forget_tasks(stream);
        free(stream);
        if (orphan) {
            cpu_queue_unlock();
            destroy(orphan);
            cpu_queue_lock();
        }
    }
    cpu_stream_forget_tasks(&set->legacy);
    cpu_queue_unlock();
}

/* --- A thread's own stream -----------------------------------------------------------------------
 */

/* A per-thread stream has bit 63 set in `thread`. When the thread has ended, only that bit is set.
 */
#define THREADS_OWN (UINT64_C(1) << 63)

static _Thread_local uint64_t this_thread;
static pthread_key_t end_of_thread;
static pthread_once_t end_of_thread_once = PTHREAD_ONCE_INIT;

/* The thread's streams in this set can serve another thread. */
static void end_thread(cpu_stream_set *set, uint64_t thread)
{
    for (CUstream stream = set->first; stream; stream = stream->next) {
        if (stream->thread == (THREADS_OWN | thread))
            stream->thread = THREADS_OWN;
    }
}

static void thread_ended(void *thread)
{
    cpu_queue_lock();
    for (CUcontext context = cpu_context_first(); context; context = context->next)
        end_thread(&context->streams, (uint64_t)(uintptr_t)thread);
    cpu_queue_unlock();
}

static void make_key(void)
{
    pthread_key_create(&end_of_thread, thread_ended);
}

static uint64_t thread_number(void)
{
    static _Atomic uint64_t next_thread = 1;

    if (this_thread == 0) {
        this_thread = atomic_fetch_add(&next_thread, 1);
        pthread_once(&end_of_thread_once, make_key);
        pthread_setspecific(end_of_thread, (void *)(uintptr_t)this_thread);
    }
    return this_thread;
}

static CUresult find_per_thread(CUcontext context, CUstream *out)
{
    const uint64_t mine = THREADS_OWN | thread_number();
    CUstream found = NULL;

    cpu_queue_lock();
    for (CUstream s = context->streams.first; s; s = s->next) {
        if (s->thread == mine) {
            found = s;
            break;
        }
        if (s->thread == THREADS_OWN)
            found = s;
    }
    if (!found && (found = cpu_stream_create(context, CU_STREAM_DEFAULT, 0)) != NULL)
        cpu_stream_set_add(found);
    if (found)
        found->thread = mine;
    cpu_queue_unlock();
    *out = found;
    return found ? CUDA_SUCCESS : CUDA_ERROR_OUT_OF_MEMORY;
}

static CUresult find_of_context(CUstream handle, CUstream *out)
{
    CUcontext context;
    CUresult result = cpu_context_current(&context);

    if (result != CUDA_SUCCESS)
        return result;
    if (handle == (CUstream)CPU_STREAM_PER_THREAD || (!handle && cpu_null_stream_is_per_thread))
        return find_per_thread(context, out);
    *out = &context->streams.legacy;
    return CUDA_SUCCESS;
}

CUresult cpu_stream_find(CUstream handle, CUstream *out)
{
    CUresult result = cpu_context_check();

    if (result != CUDA_SUCCESS)
        return result;
    if ((uintptr_t)handle <= CPU_STREAM_PER_THREAD)
        return find_of_context(handle, out);
    if (!cpu_handle_is(handle, CPU_KIND_STREAM))
        return CUDA_ERROR_INVALID_HANDLE;
    *out = handle;
    return cpu_context_failure(handle->object.context);
}

#define _POSIX_C_SOURCE 200809L

#include "stream/stream.h"
#include "api/fail.h"

#include "graph/capture.h"
#include "context/context.h"
#include "graph/graph.h"
#include "stream/pool.h"

#include <pthread.h>
#include <stdlib.h>

_Thread_local bool cpu_null_stream_is_per_thread;

static _Atomic uint64_t next_id = 1;

/* --- The streams of a context --------------------------------------------------------------------
 */

void cpu_stream_set_initialize(cpu_stream_set *set, CUcontext context)
{
    *set = (cpu_stream_set){.legacy.object = {.kind = CPU_KIND_STREAM, .context = context}};
    set->legacy.id = atomic_fetch_add(&next_id, 1);
}

static void add_to_set(CUstream stream)
{
    cpu_stream_set *set = &stream->object.context->streams;

    stream->next = set->first;
    if (set->first)
        set->first->previous = stream;
    set->first = stream;
}

static void remove_from_set(CUstream stream)
{
    cpu_stream_set *set = &stream->object.context->streams;

    if (stream->previous)
        stream->previous->next = stream->next;
    else
        set->first = stream->next;
    if (stream->next)
        stream->next->previous = stream->previous;
}

static bool is_blocking(const struct CUstream_st *stream)
{
    return !(stream->flags & CU_STREAM_NON_BLOCKING);
}

static CUstream create(CUcontext context, unsigned int flags, int priority)
{
    CUstream created = calloc(1, sizeof(*created));

    if (!created)
        return NULL;
    created->object.kind = CPU_KIND_STREAM;
    created->object.context = context;
    created->flags = flags;
    created->priority = priority;
    created->id = atomic_fetch_add(&next_id, 1);
    if (!cpu_handle_add(&created->object)) {
        free(created);
        return NULL;
    }
    return created;
}

static void forget_tasks(CUstream stream)
{
    cpu_task_keep(&stream->tail, NULL);
    cpu_task_keep(&stream->mark, NULL);
}

/* It was destroyed, and is no longer in the table of handles. */
static void free_stream(CUstream stream)
{
    CUcontext context = stream->object.context;
    cpu_work nothing = {.kind = CPU_WORK_EMPTY, .context = context};
    cpu_task *join = NULL;
    CUgraph orphan;

    cpu_queue_lock();
    orphan = cpu_capture_leave(stream);
    remove_from_set(stream);
    /* What is left of it still comes before the legacy stream's work. */
    if (is_blocking(stream) && stream->tail && !cpu_task_is_done(stream->tail))
        join = cpu_task_create(&nothing, 0);
    if (join) {
        cpu_task_add_wait(join, stream->tail);
        cpu_stream_append(&context->streams.legacy, join);
        cpu_task_keep(&join, NULL);
    }
    forget_tasks(stream);
    cpu_queue_unlock();
    cpu_graph_destroy(orphan);
    free(stream);
}

void cpu_stream_set_clear(cpu_stream_set *set)
{
    cpu_queue_lock();
    while (set->first) {
        CUstream stream = set->first;
        CUgraph orphan = cpu_capture_leave(stream);
        set->first = stream->next;
        forget_tasks(stream);
        free(stream);
        if (orphan) {
            cpu_queue_unlock();
            cpu_graph_destroy(orphan);
            cpu_queue_lock();
        }
    }
    forget_tasks(&set->legacy);
    cpu_queue_unlock();
}

/* --- A thread's own stream -----------------------------------------------------------------------
 */

/* Per-thread streams have bit 63 in `thread` while their thread lives, and only that bit behind it.
 */
#define THREADS_OWN (UINT64_C(1) << 63)

static _Thread_local uint64_t this_thread;
static pthread_key_t end_of_thread;
static pthread_once_t end_of_thread_once = PTHREAD_ONCE_INIT;

/* Its streams of this set serve the next thread that needs one. */
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
    if (!found && (found = create(context, CU_STREAM_DEFAULT, 0)) != NULL)
        add_to_set(found);
    if (found)
        found->thread = mine;
    cpu_queue_unlock();
    *out = found;
    return found ? CUDA_SUCCESS : CUDA_ERROR_OUT_OF_MEMORY;
}

CUresult cpu_stream_find(CUstream handle, CUstream *out)
{
    CUcontext context;
    CUresult result = cpu_context_current(&context);

    if (result != CUDA_SUCCESS)
        return result;
    if (handle == (CUstream)CPU_STREAM_PER_THREAD || (!handle && cpu_null_stream_is_per_thread))
        return find_per_thread(context, out);
    if (!handle || handle == (CUstream)CPU_STREAM_LEGACY) {
        *out = &context->streams.legacy;
        return CUDA_SUCCESS;
    }
    if (!cpu_handle_is(handle, CPU_KIND_STREAM))
        return CUDA_ERROR_INVALID_HANDLE;
    *out = handle;
    return cpu_context_failure(handle->object.context);
}

/* --- Order ---------------------------------------------------------------------------------------
 */

/* Work of the legacy stream waits for all blocking streams, and theirs for it. */
static bool add_waits(CUstream stream, cpu_task *task)
{
    cpu_stream_set *set = &stream->object.context->streams;
    bool is_added = cpu_task_add_wait(task, stream->tail);

    if (stream != &set->legacy)
        return is_added && (!is_blocking(stream) || cpu_task_add_wait(task, set->legacy.tail));
    for (CUstream other = set->first; other && is_added; other = other->next)
        is_added = !is_blocking(other) || cpu_task_add_wait(task, other->tail);
    return is_added;
}

CUresult cpu_stream_append(CUstream stream, cpu_task *task)
{
    if (!add_waits(stream, task)) {
        cpu_task_discard(task);
        return CUDA_ERROR_OUT_OF_MEMORY;
    }
    cpu_task_keep(&stream->tail, task);
    stream->behind++;
    cpu_task_submit(task);
    return CUDA_SUCCESS;
}

/* --- Room ----------------------------------------------------------------------------------------
 */

/* A GPU's driver takes about 1,024 launches of a stream, and then waits in the call. Here it is
 * between that and twice as many: whoever waited can go on for long. */
#define STREAM_TAKES 1024

/* Of all streams together, also of those that were destroyed. */
#define CONTEXT_TAKES 65536

static bool stream_has_room(CUstream stream)
{
    if (stream->behind >= STREAM_TAKES && (!stream->mark || cpu_task_is_done(stream->mark))) {
        cpu_task_keep(&stream->mark, stream->tail);
        stream->behind = 0;
    }
    return stream->behind < STREAM_TAKES;
}

/* What the stream waits for may be the thread that waits here, through a function that the stream
 * calls, or a kernel: that is as endless on a GPU. */
void cpu_stream_wait_for_room(CUstream stream)
{
    cpu_task_list *list = &stream->object.context->tasks;

    while (!stream->capture && (!stream_has_room(stream) || list->pending >= CONTEXT_TAKES))
        cpu_task_list_watch(list, stream_has_room(stream) ? NULL : stream->mark);
}

/* With the lock, which it keeps. The task is the caller's. */
static CUresult append_work(CUstream stream, cpu_work *work, cpu_task **task)
{
    CUresult result = cpu_capture_check_implicit(stream);

    if (result != CUDA_SUCCESS) {
        cpu_work_dispose(work);
        return result;
    }
    *task = cpu_task_create(work, stream->priority);
    return *task ? cpu_stream_append(stream, *task) : CUDA_ERROR_OUT_OF_MEMORY;
}

CUresult cpu_stream_submit(CUstream stream, cpu_work *work)
{
    CUresult result = cpu_pool_start();
    cpu_task *task = NULL;

    if (result != CUDA_SUCCESS) {
        cpu_work_dispose(work);
        return result;
    }
    work->context = stream->object.context;
    cpu_queue_lock();
    cpu_stream_wait_for_room(stream);
    if (stream->capture) {
        result = cpu_capture_add(stream, work);
    } else {
        result = append_work(stream, work, &task);
        cpu_task_keep(&task, NULL);
    }
    cpu_queue_unlock();
    return result;
}

CUresult cpu_stream_perform(CUstream stream, cpu_work *work)
{
    CUresult result = cpu_pool_start();
    cpu_task *task = NULL;

    if (result != CUDA_SUCCESS) {
        cpu_work_dispose(work);
        return result;
    }
    work->context = stream->object.context;
    cpu_queue_lock();
    result = cpu_capture_refuse(stream);
    if (result == CUDA_SUCCESS)
        result = append_work(stream, work, &task);
    else
        cpu_work_dispose(work);
    if (result == CUDA_SUCCESS)
        cpu_task_wait(task);
    cpu_task_keep(&task, NULL);
    cpu_queue_unlock();
    return result == CUDA_SUCCESS ? cpu_context_failure(stream->object.context) : result;
}

/* --- The driver's functions ----------------------------------------------------------------------
 */

static CUresult create_stream(CUstream *stream, unsigned int flags, int priority)
{
    CUcontext context;
    CUresult result = cpu_context_current(&context);
    CUstream created;

    if (result != CUDA_SUCCESS)
        return result;
    if (!stream || (flags != CU_STREAM_DEFAULT && flags != CU_STREAM_NON_BLOCKING))
        return CUDA_ERROR_INVALID_VALUE;
    if (priority < CPU_PRIORITY_GREATEST)
        priority = CPU_PRIORITY_GREATEST;
    created = create(context, flags, priority > CPU_PRIORITY_LEAST ? CPU_PRIORITY_LEAST : priority);
    if (!created)
        return CUDA_ERROR_OUT_OF_MEMORY;
    cpu_queue_lock();
    add_to_set(created);
    cpu_queue_unlock();
    *stream = created;
    return CUDA_SUCCESS;
}

CUresult cuStreamCreate(CUstream *stream, unsigned int flags)
{
    CPU_ENTRY(cuStreamCreate);
    return create_stream(stream, flags, 0);
}

CUresult cuStreamCreateWithPriority(CUstream *stream, unsigned int flags, int priority)
{
    CPU_ENTRY(cuStreamCreateWithPriority);
    return create_stream(stream, flags, priority);
}

CUresult cuStreamDestroy_v2(CUstream stream)
{
    CPU_ENTRY(cuStreamDestroy_v2);
    CUcontext context;
    CUresult result = cpu_context_current(&context);

    if (result != CUDA_SUCCESS)
        return result;
    if ((uintptr_t)stream <= CPU_STREAM_PER_THREAD || !cpu_handle_remove(stream, CPU_KIND_STREAM))
        return CUDA_ERROR_INVALID_HANDLE;
    free_stream(stream);
    return CUDA_SUCCESS;
}

/* With the lock. The legacy stream is waited for with all streams that it waits for. */
static CUresult wait_for(CUstream stream)
{
    cpu_stream_set *set = &stream->object.context->streams;
    cpu_work nothing = {.kind = CPU_WORK_EMPTY, .context = stream->object.context};
    CUresult result = CUDA_SUCCESS;
    cpu_task *task = NULL;

    if (stream == &set->legacy)
        result = append_work(stream, &nothing, &task);
    if (result == CUDA_SUCCESS && stream->tail)
        cpu_task_wait(stream->tail);
    cpu_task_keep(&task, NULL);
    return result;
}

CUresult cuStreamSynchronize(CUstream handle)
{
    CPU_ENTRY(cuStreamSynchronize);
    CUstream stream;
    CUresult result = cpu_stream_find(handle, &stream);
    CUcontext context;

    if (result != CUDA_SUCCESS)
        return result;
    context = stream->object.context;
    cpu_queue_lock();
    result = cpu_capture_refuse(stream);
    if (result == CUDA_SUCCESS)
        result = wait_for(stream);
    cpu_queue_unlock();
    return result == CUDA_SUCCESS ? cpu_context_failure(context) : result;
}

static bool is_idle(CUstream stream)
{
    cpu_stream_set *set = &stream->object.context->streams;

    if (stream->tail && !cpu_task_is_done(stream->tail))
        return false;
    for (CUstream other = set->first; stream == &set->legacy && other; other = other->next) {
        if (is_blocking(other) && other->tail && !cpu_task_is_done(other->tail))
            return false;
    }
    return true;
}

CUresult cuStreamQuery(CUstream handle)
{
    CPU_ENTRY(cuStreamQuery);
    CUstream stream;
    CUresult result = cpu_stream_find(handle, &stream);

    if (result == CUDA_SUCCESS)
        result = cpu_capture_check_unsafe();
    if (result != CUDA_SUCCESS)
        return result;
    cpu_queue_lock();
    result = cpu_capture_refuse(stream);
    if (result == CUDA_SUCCESS && !is_idle(stream))
        result = CUDA_ERROR_NOT_READY;
    cpu_queue_unlock();
    return result == CUDA_SUCCESS ? cpu_context_failure(stream->object.context) : result;
}

#include "stream/stream.h"

#include "api/fail.h"
#include "context/context.h"
#include "stream/capture.h"
#include "task/pool.h"
#include "task/submission.h"

#include <stdlib.h>

static bool is_blocking(const struct CUstream_st *stream)
{
    return !(stream->flags & CU_STREAM_NON_BLOCKING);
}

/* --- Order ---------------------------------------------------------------------------------------
 */

/* Work of the legacy stream waits for all blocking streams, and their work waits for it. */
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

CUresult cpu_stream_append_empty(CUstream stream, cpu_task *earlier, cpu_task **task)
{
    cpu_work nothing = {.kind = CPU_WORK_EMPTY, .context = stream->object.context};
    CUresult result = CUDA_ERROR_OUT_OF_MEMORY;

    *task = cpu_task_create(&nothing, stream->priority);
    if (!*task)
        return result;
    if (!earlier || cpu_task_add_wait(*task, earlier))
        result = cpu_stream_append(stream, *task);
    else
        cpu_task_discard(*task);
    if (result != CUDA_SUCCESS)
        cpu_task_keep(task, NULL);
    return result;
}

/* --- Room ----------------------------------------------------------------------------------------
 */

/* A GPU's driver takes about 1,024 launches of a stream, and then waits in the call. This driver
 * takes up to twice as many: after a wait it takes 1,024 more, so that waits are rare. */
#define STREAM_TAKES 1024

/* The limit for all streams of a context together, destroyed ones included. */
#define CONTEXT_TAKES 65536

static bool stream_has_room(CUstream stream)
{
    if (stream->behind >= STREAM_TAKES && (!stream->mark || cpu_task_is_done(stream->mark))) {
        cpu_task_keep(&stream->mark, stream->tail);
        stream->behind = 0;
    }
    return stream->behind < STREAM_TAKES;
}

/* This wait may never end: a function or a kernel in the stream may itself wait for the calling
 * thread. A GPU's driver would wait for ever too. */
void cpu_stream_wait_for_room(CUstream stream)
{
    cpu_task_list *list = &stream->object.context->tasks;

    while (!stream->capture && (!stream_has_room(stream) || list->pending >= CONTEXT_TAKES))
        cpu_task_list_watch(list, stream_has_room(stream) ? NULL : stream->mark);
}

/* With the lock. Creates the task and submits it. The caller gets a reference to it. */
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

int cpu_stream_priority(int priority)
{
    if (priority < CPU_PRIORITY_GREATEST)
        return CPU_PRIORITY_GREATEST;
    return priority > CPU_PRIORITY_LEAST ? CPU_PRIORITY_LEAST : priority;
}

static CUresult create_stream(CUstream *stream, unsigned int flags, int priority)
{
    CUcontext context;
    CUresult result = cpu_context_current(&context);
    CUstream created;

    if (result != CUDA_SUCCESS)
        return result;
    if (!stream || (flags != CU_STREAM_DEFAULT && flags != CU_STREAM_NON_BLOCKING))
        return CUDA_ERROR_INVALID_VALUE;
    created = cpu_stream_create(context, flags, cpu_stream_priority(priority));
    if (!created)
        return CUDA_ERROR_OUT_OF_MEMORY;
    cpu_queue_lock();
    cpu_stream_set_add(created);
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

CUresult cuStreamGetCtx(CUstream handle, CUcontext *context)
{
    CPU_ENTRY(cuStreamGetCtx);
    CUstream stream;
    CUresult result = cpu_stream_find(handle, &stream);

    if (result != CUDA_SUCCESS)
        return result;
    if (!context)
        return CUDA_ERROR_INVALID_VALUE;
    *context = stream->object.context;
    return CUDA_SUCCESS;
}

/* The stream was destroyed, and is no longer in the table of handles. */
static void free_stream(CUstream stream)
{
    CUstream legacy = &stream->object.context->streams.legacy;
    cpu_task *join = NULL;
    cpu_graph_destroyer *destroy;
    CUgraph orphan;

    cpu_queue_lock();
    orphan = cpu_capture_leave(stream, &destroy);
    cpu_stream_set_remove(stream);
    /* The legacy stream must still wait for this stream's unfinished work. */
    if (is_blocking(stream) && stream->tail && !cpu_task_is_done(stream->tail))
        cpu_stream_append_empty(legacy, stream->tail, &join);
    cpu_task_keep(&join, NULL);
    cpu_stream_forget_tasks(stream);
    cpu_queue_unlock();
    if (orphan)
        destroy(orphan);
    free(stream);
}

CUresult cuStreamDestroy_v2(CUstream stream)
{
    CPU_ENTRY(cuStreamDestroy_v2);
    CUresult result = cpu_context_check();

    if (result != CUDA_SUCCESS)
        return result;
    if ((uintptr_t)stream <= CPU_STREAM_PER_THREAD || !cpu_handle_remove(stream, CPU_KIND_STREAM))
        return CUDA_ERROR_INVALID_HANDLE;
    free_stream(stream);
    return CUDA_SUCCESS;
}

/* With the lock. Waiting for the legacy stream includes the streams that it waits for. */
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

/* --- The program's own functions -----------------------------------------------------------------
 */

static CUresult submit_host(CUstream handle, cpu_host_work host)
{
    CUstream stream;
    CUresult result = cpu_stream_find(handle, &stream);
    cpu_work work = {.kind = CPU_WORK_HOST, .as.host = host};

    if (result != CUDA_SUCCESS)
        return result;
    if (!host.function && !host.callback)
        return CUDA_ERROR_INVALID_VALUE;
    return cpu_stream_submit(stream, &work);
}

CUresult cuLaunchHostFunc(CUstream stream, CUhostFn *function, void *user_data)
{
    CPU_ENTRY(cuLaunchHostFunc);
    cpu_host_work host = {.function = function, .user = user_data};

    return submit_host(stream, host);
}

CUresult cuStreamAddCallback(CUstream stream, CUstreamCallback *callback, void *user_data,
                             unsigned int flags)
{
    CPU_ENTRY(cuStreamAddCallback);
    cpu_host_work host = {.callback = callback, .stream = stream, .user = user_data};

    return flags == 0 ? submit_host(stream, host) : CUDA_ERROR_INVALID_VALUE;
}

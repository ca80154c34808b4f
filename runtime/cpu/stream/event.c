#include "stream/event.h"

#include "api/fail.h"
#include "context/context.h"

#include <stdlib.h>

CUresult cpu_event_check(CUevent event)
{
    CUresult result = cpu_context_check();

    if (result != CUDA_SUCCESS)
        return result;
    return cpu_handle_is(event, CPU_KIND_EVENT) ? CUDA_SUCCESS : CUDA_ERROR_INVALID_HANDLE;
}

CUresult cuEventCreate(CUevent *event, unsigned int flags)
{
    CPU_ENTRY(cuEventCreate);
    const unsigned int known =
        CU_EVENT_BLOCKING_SYNC | CU_EVENT_DISABLE_TIMING | CU_EVENT_INTERPROCESS;
    CUcontext context;
    CUresult result = cpu_context_current(&context);
    CUevent created;

    if (result != CUDA_SUCCESS)
        return result;
    if (!event || (flags & ~known) ||
        ((flags & CU_EVENT_INTERPROCESS) && !(flags & CU_EVENT_DISABLE_TIMING)))
        return CUDA_ERROR_INVALID_VALUE;
    if (flags & CU_EVENT_INTERPROCESS)
        return CUDA_ERROR_NOT_SUPPORTED;
    created = calloc(1, sizeof(*created));
    if (!created)
        return CUDA_ERROR_OUT_OF_MEMORY;
    created->object.kind = CPU_KIND_EVENT;
    created->object.context = context;
    created->flags = flags;
    if (!cpu_handle_add(&created->object)) {
        free(created);
        return CUDA_ERROR_OUT_OF_MEMORY;
    }
    *event = created;
    return CUDA_SUCCESS;
}

void cpu_event_free(CUevent event)
{
    cpu_queue_lock();
    cpu_task_keep(&event->task, NULL);
    cpu_queue_unlock();
    free(event->nodes);
    free(event);
}

CUresult cuEventDestroy_v2(CUevent event)
{
    CPU_ENTRY(cuEventDestroy_v2);
    CUresult result = cpu_context_check();

    if (result != CUDA_SUCCESS)
        return result;
    if (!cpu_handle_remove(event, CPU_KIND_EVENT))
        return CUDA_ERROR_INVALID_HANDLE;
    cpu_event_free(event);
    return CUDA_SUCCESS;
}

void cpu_event_record_task(CUevent event, cpu_task *task)
{
    cpu_task_keep(&event->task, task);
    free(event->nodes);
    event->nodes = NULL;
    event->node_count = 0;
    event->capture = 0;
}

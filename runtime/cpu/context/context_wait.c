/* Waiting for all that a context has to do. */
#include "context/context.h"
#include "api/fail.h"

#include "graph/capture.h"

void cpu_context_wait(CUcontext context)
{
    cpu_queue_lock();
    cpu_task_list_wait(&context->tasks);
    cpu_queue_unlock();
}

void cpu_context_wait_for_all(void)
{
    cpu_queue_lock();
    for (CUcontext context = cpu_context_first(); context; context = context->next)
        cpu_task_list_wait(&context->tasks);
    cpu_queue_unlock();
}

void cpu_context_lock_idle(void)
{
    CUcontext busy;

    cpu_queue_lock();
    do {
        busy = cpu_context_first();
        while (busy && !busy->tasks.first)
            busy = busy->next;
        if (busy)
            cpu_task_list_wait(&busy->tasks);
    } while (busy);
}

static CUresult synchronize(CUcontext context)
{
    CUresult result = cpu_capture_refuse_in(context);

    if (result != CUDA_SUCCESS)
        return result;
    cpu_context_wait(context);
    return cpu_context_failure(context);
}

CUresult cuCtxSynchronize(void)
{
    CPU_ENTRY(cuCtxSynchronize);
    CUcontext context;
    CUresult result = cpu_context_current(&context);

    return result == CUDA_SUCCESS ? synchronize(context) : result;
}

CUresult cuCtxSynchronize_v2(CUcontext context)
{
    CPU_ENTRY(cuCtxSynchronize_v2);
    CUcontext meant;
    CUresult result = cpu_context_named(context, &meant);

    if (result == CUDA_SUCCESS)
        result = cpu_context_failure(meant);
    return result == CUDA_SUCCESS ? synchronize(meant) : result;
}

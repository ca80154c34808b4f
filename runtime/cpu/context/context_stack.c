/* The contexts that a thread has pushed. The last one is current. */
#include "context/context.h"
#include "api/fail.h"

#define STACK_DEPTH 64

static _Thread_local struct {
    struct {
        CUcontext context;
        uint64_t serial;
    } entries[STACK_DEPTH];
    size_t count;
} stack;

static bool top_is_alive(void)
{
    CUcontext context = stack.entries[stack.count - 1].context;

    return cpu_handle_is(context, CPU_KIND_CONTEXT) &&
           context->serial == stack.entries[stack.count - 1].serial;
}

CUresult cpu_context_current(CUcontext *out)
{
    CUresult result = cpu_check_initialized();

    if (result != CUDA_SUCCESS)
        return result;
    if (stack.count == 0)
        return CUDA_ERROR_INVALID_CONTEXT;
    if (!top_is_alive())
        return CUDA_ERROR_CONTEXT_IS_DESTROYED;
    *out = stack.entries[stack.count - 1].context;
    return atomic_load(&(*out)->failure);
}

CUresult cpu_context_check(void)
{
    CUresult result = cpu_check_initialized();

    if (result != CUDA_SUCCESS || stack.count == 0 || !top_is_alive())
        return result;
    return cpu_context_failure(stack.entries[stack.count - 1].context);
}

CUresult cpu_context_named(CUcontext handle, CUcontext *context)
{
    CUresult result = cpu_check_initialized();

    if (result != CUDA_SUCCESS)
        return result;
    if (!handle)
        return cpu_context_current(context);
    if (!cpu_handle_is(handle, CPU_KIND_CONTEXT))
        return CUDA_ERROR_CONTEXT_IS_DESTROYED;
    *context = handle;
    return CUDA_SUCCESS;
}

CUresult cpu_context_push(CUcontext context)
{
    if (stack.count == STACK_DEPTH)
        return CUDA_ERROR_OUT_OF_MEMORY;
    stack.entries[stack.count].context = context;
    stack.entries[stack.count].serial = context->serial;
    stack.count++;
    return CUDA_SUCCESS;
}

void cpu_context_drop(CUcontext context)
{
    if (stack.count > 0 && stack.entries[stack.count - 1].context == context)
        stack.count--;
}

/* As with the CUDA driver, a destroyed context can become current; only using it fails. The same
 * holds for the primary context while nobody retains it. */
static bool can_be_current(CUcontext context)
{
    return context == cpu_context_primary() || cpu_handle_is(context, CPU_KIND_CONTEXT) ||
           cpu_context_was(context);
}

CUresult cuCtxGetCurrent(CUcontext *context)
{
    CPU_ENTRY(cuCtxGetCurrent);
    CUresult result = cpu_check_initialized();

    if (result != CUDA_SUCCESS)
        return result;
    if (!context)
        return CUDA_ERROR_INVALID_VALUE;
    *context = stack.count > 0 ? stack.entries[stack.count - 1].context : NULL;
    return CUDA_SUCCESS;
}

CUresult cuCtxSetCurrent(CUcontext context)
{
    CPU_ENTRY(cuCtxSetCurrent);
    CUresult result = cpu_check_initialized();

    if (result != CUDA_SUCCESS)
        return result;
    if (context && !can_be_current(context))
        return CUDA_ERROR_INVALID_CONTEXT;
    if (stack.count > 0)
        stack.count--;
    return context ? cpu_context_push(context) : CUDA_SUCCESS;
}

CUresult cuCtxPushCurrent_v2(CUcontext context)
{
    CPU_ENTRY(cuCtxPushCurrent_v2);
    CUresult result = cpu_check_initialized();

    if (result != CUDA_SUCCESS)
        return result;
    if (!context)
        return CUDA_ERROR_INVALID_VALUE;
    return can_be_current(context) ? cpu_context_push(context) : CUDA_ERROR_INVALID_CONTEXT;
}

CUresult cuCtxPopCurrent_v2(CUcontext *context)
{
    CPU_ENTRY(cuCtxPopCurrent_v2);
    CUresult result = cpu_check_initialized();

    if (result != CUDA_SUCCESS)
        return result;
    if (stack.count == 0)
        return CUDA_ERROR_INVALID_CONTEXT;
    stack.count--;
    if (context)
        *context = stack.entries[stack.count].context;
    return CUDA_SUCCESS;
}

CUresult cuCtxGetDevice(CUdevice *device)
{
    CPU_ENTRY(cuCtxGetDevice);
    CUresult result = cpu_check_initialized();

    if (result != CUDA_SUCCESS)
        return result;
    if (stack.count == 0)
        return CUDA_ERROR_INVALID_CONTEXT;
    if (!device)
        return CUDA_ERROR_INVALID_VALUE;
    *device = 0; /* even if the context cannot be used any more */
    return CUDA_SUCCESS;
}

#define _POSIX_C_SOURCE 200809L

#include "cpu_context.h"

#include "cpu_memory.h"
#include "cpu_module.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct CUctx_st {
    cpu_object object;
    uint64_t serial; /* tells a context from a later one at the same address */
    unsigned int flags;
    atomic_int failure; /* a CUresult */
};

#define STACK_DEPTH 64

/* The contexts that a thread pushed; the last is current. */
static _Thread_local struct {
    struct {
        CUcontext context;
        uint64_t serial;
    } entries[STACK_DEPTH];
    size_t count;
} stack;

static struct {
    pthread_mutex_t lock;
    struct CUctx_st context;
    unsigned int retained;
} primary = {.lock = PTHREAD_MUTEX_INITIALIZER,
             .context = {.object = {.kind = CPU_KIND_CONTEXT}, .serial = 1}};

static _Atomic uint64_t next_serial = 2;
static atomic_bool initialized;

CUresult cuInit(unsigned int flags)
{
    if (flags != 0)
        return CUDA_ERROR_INVALID_VALUE;
    atomic_store(&initialized, true);
    return CUDA_SUCCESS;
}

CUresult cpu_check_initialized(void)
{
    return atomic_load(&initialized) ? CUDA_SUCCESS : CUDA_ERROR_NOT_INITIALIZED;
}

CUresult cpu_check_device(CUdevice device)
{
    CUresult result = cpu_check_initialized();

    if (result != CUDA_SUCCESS)
        return result;
    return device == 0 ? CUDA_SUCCESS : CUDA_ERROR_INVALID_DEVICE;
}

/* Frees what belongs to the context, but not the context. */
static void clear(CUcontext context)
{
    cpu_object *object;

    while ((object = cpu_handle_take_owned(context)) != NULL) {
        if (object->kind == CPU_KIND_MODULE)
            cpu_module_destroy(object);
        else
            free(object); /* streams and events own nothing */
    }
    cpu_memory_free_owned(context);
}

/* --- The current context -------------------------------------------------------------------------
 */

static bool top_is_alive(void)
{
    CUcontext context = stack.entries[stack.count - 1].context;

    return cpu_handle_is(context, CPU_KIND_CONTEXT) &&
           context->serial == stack.entries[stack.count - 1].serial;
}

CUresult cpu_context_failure(CUcontext context)
{
    if (!cpu_handle_is(context, CPU_KIND_CONTEXT))
        return CUDA_ERROR_CONTEXT_IS_DESTROYED;
    return atomic_load(&context->failure);
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

void cpu_context_fail(CUcontext context, CUresult failure)
{
    atomic_store(&context->failure, failure);
}

static CUresult push(CUcontext context)
{
    if (stack.count == STACK_DEPTH)
        return CUDA_ERROR_OUT_OF_MEMORY;
    stack.entries[stack.count].context = context;
    stack.entries[stack.count].serial = context->serial;
    stack.count++;
    return CUDA_SUCCESS;
}

/* The primary context keeps its handle while nobody retains it; using it then fails. */
static bool can_be_current(CUcontext context)
{
    return context == &primary.context || cpu_handle_is(context, CPU_KIND_CONTEXT);
}

CUresult cuCtxGetCurrent(CUcontext *context)
{
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
    CUresult result = cpu_check_initialized();

    if (result != CUDA_SUCCESS)
        return result;
    if (context && !can_be_current(context))
        return CUDA_ERROR_INVALID_CONTEXT;
    if (stack.count > 0)
        stack.count--;
    return context ? push(context) : CUDA_SUCCESS;
}

CUresult cuCtxPushCurrent_v2(CUcontext context)
{
    CUresult result = cpu_check_initialized();

    if (result != CUDA_SUCCESS)
        return result;
    if (!context || !can_be_current(context))
        return CUDA_ERROR_INVALID_CONTEXT;
    return push(context);
}

CUresult cuCtxPopCurrent_v2(CUcontext *context)
{
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
    CUresult result = cpu_check_initialized();

    if (result != CUDA_SUCCESS)
        return result;
    if (stack.count == 0)
        return CUDA_ERROR_INVALID_CONTEXT;
    if (!device)
        return CUDA_ERROR_INVALID_VALUE;
    *device = 0; /* also of a context that serves no more */
    return CUDA_SUCCESS;
}

/* Everything has been done when its call returned: what is left to learn is whether it failed. */
CUresult cuCtxSynchronize(void)
{
    CUcontext context;

    return cpu_context_current(&context);
}

/* --- Contexts of the program's own ---------------------------------------------------------------
 */

static CUresult create(CUcontext *context, unsigned int flags, CUdevice device)
{
    CUresult result = cpu_check_device(device);
    struct CUctx_st *created;

    if (result != CUDA_SUCCESS)
        return result;
    if (!context || (flags & ~(unsigned int)CU_CTX_FLAGS_MASK))
        return CUDA_ERROR_INVALID_VALUE;
    created = calloc(1, sizeof(*created));
    if (!created)
        return CUDA_ERROR_OUT_OF_MEMORY;
    created->object.kind = CPU_KIND_CONTEXT;
    created->serial = atomic_fetch_add(&next_serial, 1);
    created->flags = flags;
    result = push(created);
    if (result == CUDA_SUCCESS && !cpu_handle_add(&created->object)) {
        stack.count--;
        result = CUDA_ERROR_OUT_OF_MEMORY;
    }
    if (result != CUDA_SUCCESS) {
        free(created);
        return result;
    }
    *context = created;
    return CUDA_SUCCESS;
}

CUresult cuCtxCreate_v2(CUcontext *context, unsigned int flags, CUdevice device)
{
    return create(context, flags, device);
}

CUresult cuCtxCreate_v4(CUcontext *context, CUctxCreateParams *params, unsigned int flags,
                        CUdevice device)
{
    CUresult result = cpu_check_device(device);

    if (result != CUDA_SUCCESS)
        return result;
    if (params && (params->numExecAffinityParams != 0 || params->cigParams))
        return CUDA_ERROR_NOT_SUPPORTED;
    return create(context, flags, device);
}

CUresult cuCtxDestroy_v2(CUcontext context)
{
    CUresult result = cpu_check_initialized();

    if (result != CUDA_SUCCESS)
        return result;
    if (context == &primary.context || !cpu_handle_remove(context, CPU_KIND_CONTEXT))
        return CUDA_ERROR_INVALID_CONTEXT;
    if (stack.count > 0 && stack.entries[stack.count - 1].context == context)
        stack.count--;
    clear(context);
    free(context);
    return CUDA_SUCCESS;
}

/* --- The primary context -------------------------------------------------------------------------
 */

CUresult cuDevicePrimaryCtxRetain(CUcontext *context, CUdevice device)
{
    CUresult result = cpu_check_device(device);

    if (result != CUDA_SUCCESS)
        return result;
    if (!context)
        return CUDA_ERROR_INVALID_VALUE;
    pthread_mutex_lock(&primary.lock);
    if (primary.retained == 0) {
        atomic_store(&primary.context.failure, CUDA_SUCCESS);
        if (!cpu_handle_add(&primary.context.object))
            result = CUDA_ERROR_OUT_OF_MEMORY;
    }
    if (result == CUDA_SUCCESS) {
        primary.retained++;
        *context = &primary.context;
    }
    pthread_mutex_unlock(&primary.lock);
    return result;
}

CUresult cuDevicePrimaryCtxRelease_v2(CUdevice device)
{
    CUresult result = cpu_check_device(device);

    if (result != CUDA_SUCCESS)
        return result;
    pthread_mutex_lock(&primary.lock);
    if (primary.retained == 0) {
        result = CUDA_ERROR_INVALID_CONTEXT;
    } else if (--primary.retained == 0) {
        cpu_handle_remove(&primary.context, CPU_KIND_CONTEXT);
        clear(&primary.context);
    }
    pthread_mutex_unlock(&primary.lock);
    return result;
}

CUresult cuDevicePrimaryCtxGetState(CUdevice device, unsigned int *flags, int *active)
{
    CUresult result = cpu_check_device(device);

    if (result != CUDA_SUCCESS)
        return result;
    if (!flags || !active)
        return CUDA_ERROR_INVALID_VALUE;
    pthread_mutex_lock(&primary.lock);
    *flags = primary.context.flags;
    *active = primary.retained > 0;
    pthread_mutex_unlock(&primary.lock);
    return CUDA_SUCCESS;
}

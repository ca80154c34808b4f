#define _POSIX_C_SOURCE 200809L

#include "cpu_context.h"
#include "cpu_fail.h"

#include "cpu_capture.h"
#include "cpu_event.h"
#include "cpu_memory.h"
#include "cpu_module.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct CUctx_st {
    cpu_object object;
    uint64_t serial; /* tells a context from a later one at the same address */
    uint64_t id;     /* as cuCtxGetId gives it */
    unsigned int flags;
    unsigned int api_version;
    atomic_int failure; /* a CUresult */
    cpu_stream_set streams;
    cpu_task_list tasks;
    CUcontext next; /* in the list of all that are alive */
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
} primary = {
    .lock = PTHREAD_MUTEX_INITIALIZER,
    .context = {.object = {.kind = CPU_KIND_CONTEXT}, .serial = 1, .id = 1, .api_version = 3020}};

static _Atomic uint64_t next_serial = 2;

/* All contexts that are alive, guarded by the queue's lock. */
static CUcontext all;

/* --- The work of a context -----------------------------------------------------------------------
 */

cpu_stream_set *cpu_context_streams(CUcontext context)
{
    return &context->streams;
}

cpu_task_list *cpu_context_tasks(CUcontext context)
{
    return &context->tasks;
}

void cpu_context_end_thread(uint64_t thread)
{
    cpu_queue_lock();
    for (CUcontext context = all; context; context = context->next)
        cpu_stream_set_end_thread(&context->streams, thread);
    cpu_queue_unlock();
}

void cpu_context_wait(CUcontext context)
{
    cpu_queue_lock();
    cpu_task_list_wait(&context->tasks);
    cpu_queue_unlock();
}

void cpu_context_wait_for_all(void)
{
    cpu_queue_lock();
    for (CUcontext context = all; context; context = context->next)
        cpu_task_list_wait(&context->tasks);
    cpu_queue_unlock();
}

static void open_context(CUcontext context)
{
    cpu_stream_set_initialize(&context->streams, context);
    cpu_queue_lock();
    context->next = all;
    all = context;
    cpu_queue_unlock();
}

static void take_out(CUcontext context)
{
    cpu_queue_lock();
    for (CUcontext *slot = &all; *slot; slot = &(*slot)->next) {
        if (*slot == context) {
            *slot = context->next;
            break;
        }
    }
    cpu_queue_unlock();
}

/* Waits for the context's work and frees what belongs to it, but not the context. */
static void clear(CUcontext context)
{
    cpu_object *object;

    cpu_context_wait(context);
    take_out(context);
    while ((object = cpu_handle_take_owned(context)) != NULL) {
        if (object->kind == CPU_KIND_MODULE)
            cpu_module_destroy(object);
        else if (object->kind == CPU_KIND_EVENT)
            cpu_event_free((CUevent)(void *)object);
        /* Streams are freed as a set. */
    }
    cpu_stream_set_clear(&context->streams);
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
    int none = CUDA_SUCCESS;

    atomic_compare_exchange_strong(&context->failure, &none, failure);
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
    return context ? push(context) : CUDA_SUCCESS;
}

CUresult cuCtxPushCurrent_v2(CUcontext context)
{
    CPU_ENTRY(cuCtxPushCurrent_v2);
    CUresult result = cpu_check_initialized();

    if (result != CUDA_SUCCESS)
        return result;
    if (!context || !can_be_current(context))
        return CUDA_ERROR_INVALID_CONTEXT;
    return push(context);
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
    *device = 0; /* also of a context that serves no more */
    return CUDA_SUCCESS;
}

/* The context that is meant; null is the current one. */
static CUresult named(CUcontext handle, CUcontext *context)
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
    CUresult result = named(context, &meant);

    if (result == CUDA_SUCCESS)
        result = cpu_context_failure(meant);
    return result == CUDA_SUCCESS ? synchronize(meant) : result;
}

CUresult cuCtxGetDevice_v2(CUdevice *device, CUcontext handle)
{
    CPU_ENTRY(cuCtxGetDevice_v2);
    CUcontext context;
    CUresult result = named(handle, &context);

    if (result != CUDA_SUCCESS)
        return result;
    if (!device)
        return CUDA_ERROR_INVALID_VALUE;
    *device = 0;
    return CUDA_SUCCESS;
}

CUresult cuCtxGetId(CUcontext handle, uint64_t *ctx_id)
{
    CPU_ENTRY(cuCtxGetId);
    CUcontext context;
    CUresult result = named(handle, &context);

    if (result != CUDA_SUCCESS)
        return result;
    if (!ctx_id)
        return CUDA_ERROR_INVALID_VALUE;
    *ctx_id = context->id;
    return CUDA_SUCCESS;
}

CUresult cuCtxGetApiVersion(CUcontext handle, unsigned int *version)
{
    CPU_ENTRY(cuCtxGetApiVersion);
    CUcontext context;
    CUresult result = named(handle, &context);

    if (result != CUDA_SUCCESS)
        return result;
    if (!version)
        return CUDA_ERROR_INVALID_VALUE;
    *version = context->api_version;
    return CUDA_SUCCESS;
}

CUresult cuCtxGetFlags(unsigned int *flags)
{
    CPU_ENTRY(cuCtxGetFlags);
    CUcontext context;
    CUresult result = cpu_context_current(&context);

    if (result != CUDA_SUCCESS)
        return result;
    if (!flags)
        return CUDA_ERROR_INVALID_VALUE;
    *flags = context->flags;
    return CUDA_SUCCESS;
}

CUresult cuCtxSetFlags(unsigned int flags)
{
    CPU_ENTRY(cuCtxSetFlags);
    CUcontext context;
    CUresult result = cpu_context_current(&context);

    if (result != CUDA_SUCCESS)
        return result;
    if (flags & ~(unsigned int)CU_CTX_FLAGS_MASK)
        return CUDA_ERROR_INVALID_VALUE;
    context->flags = flags;
    return CUDA_SUCCESS;
}

/* --- Contexts of the program's own ---------------------------------------------------------------
 */

static CUresult create(CUcontext *context, unsigned int flags, CUdevice device,
                       unsigned int version)
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
    created->id = created->serial;
    created->flags = flags;
    created->api_version = version;
    result = push(created);
    if (result == CUDA_SUCCESS && !cpu_handle_add(&created->object)) {
        stack.count--;
        result = CUDA_ERROR_OUT_OF_MEMORY;
    }
    if (result != CUDA_SUCCESS) {
        free(created);
        return result;
    }
    open_context(created);
    *context = created;
    return CUDA_SUCCESS;
}

CUresult cuCtxCreate_v2(CUcontext *context, unsigned int flags, CUdevice device)
{
    CPU_ENTRY(cuCtxCreate_v2);
    return create(context, flags, device, 3020);
}

CUresult cuCtxCreate_v4(CUcontext *context, CUctxCreateParams *params, unsigned int flags,
                        CUdevice device)
{
    CPU_ENTRY(cuCtxCreate_v4);
    CUresult result = cpu_check_device(device);

    if (result != CUDA_SUCCESS)
        return result;
    if (params && (params->numExecAffinityParams != 0 || params->cigParams))
        return CUDA_ERROR_NOT_SUPPORTED;
    return create(context, flags, device, 3020);
}

CUresult cuCtxDestroy_v2(CUcontext context)
{
    CPU_ENTRY(cuCtxDestroy_v2);
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
    CPU_ENTRY(cuDevicePrimaryCtxRetain);
    CUresult result = cpu_check_device(device);

    if (result != CUDA_SUCCESS)
        return result;
    if (!context)
        return CUDA_ERROR_INVALID_VALUE;
    pthread_mutex_lock(&primary.lock);
    if (primary.retained == 0) {
        atomic_store(&primary.context.failure, CUDA_SUCCESS);
        if (cpu_handle_add(&primary.context.object))
            open_context(&primary.context);
        else
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
    CPU_ENTRY(cuDevicePrimaryCtxRelease_v2);
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
    CPU_ENTRY(cuDevicePrimaryCtxGetState);
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

CUresult cuDevicePrimaryCtxReset_v2(CUdevice device)
{
    CPU_ENTRY(cuDevicePrimaryCtxReset_v2);
    CUresult result = cpu_check_device(device);

    if (result != CUDA_SUCCESS)
        return result;
    pthread_mutex_lock(&primary.lock);
    if (primary.retained > 0) {
        cpu_handle_remove(&primary.context, CPU_KIND_CONTEXT);
        clear(&primary.context);
        primary.retained = 0;
    }
    pthread_mutex_unlock(&primary.lock);
    return CUDA_SUCCESS;
}

CUresult cuDevicePrimaryCtxSetFlags_v2(CUdevice device, unsigned int flags)
{
    CPU_ENTRY(cuDevicePrimaryCtxSetFlags_v2);
    CUresult result = cpu_check_device(device);

    if (result != CUDA_SUCCESS)
        return result;
    if (flags & ~(unsigned int)CU_CTX_FLAGS_MASK)
        return CUDA_ERROR_INVALID_VALUE;
    pthread_mutex_lock(&primary.lock);
    primary.context.flags = flags;
    pthread_mutex_unlock(&primary.lock);
    return CUDA_SUCCESS;
}

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
#include <string.h>

#define STACK_DEPTH 64
#define API_VERSION 3020 /* as libcuda answers, whichever version made the context */

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
    .context = {
        .object = {.kind = CPU_KIND_CONTEXT}, .serial = 1, .id = 1, .api_version = API_VERSION}};

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

void cpu_context_lock_idle(void)
{
    CUcontext busy;

    cpu_queue_lock();
    do {
        busy = all;
        while (busy && !busy->tasks.first)
            busy = busy->next;
        if (busy)
            cpu_task_list_wait(&busy->tasks);
    } while (busy);
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

/* Destroyed contexts, which serve again: a handle that was one of a context can be told. */
static CUcontext spare;

static bool is_spare(CUcontext context)
{
    bool is = false;

    cpu_queue_lock();
    for (CUcontext c = spare; c && !is; c = c->next)
        is = c == context;
    cpu_queue_unlock();
    return is;
}

static CUcontext take_spare(void)
{
    CUcontext taken;

    cpu_queue_lock();
    taken = spare;
    if (taken)
        spare = taken->next;
    cpu_queue_unlock();
    return taken ? taken : malloc(sizeof(*taken));
}

static void keep_spare(CUcontext context)
{
    cpu_queue_lock();
    context->next = spare;
    spare = context;
    cpu_queue_unlock();
}

/* The error of a kernel that failed in any of them: the device serves no new context then. */
static CUresult any_failure(void)
{
    CUresult failure = CUDA_SUCCESS;

    cpu_queue_lock();
    for (CUcontext context = all; context && failure == CUDA_SUCCESS; context = context->next)
        failure = cpu_context_failure(context);
    cpu_queue_unlock();
    return failure;
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

/* As the CUDA driver has it, a context that was destroyed can still become current, and using it
 * then fails; so with the primary context while nobody retains it. */
static bool can_be_current(CUcontext context)
{
    return context == &primary.context || cpu_handle_is(context, CPU_KIND_CONTEXT) ||
           is_spare(context);
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
    if (!context)
        return CUDA_ERROR_INVALID_VALUE;
    return can_be_current(context) ? push(context) : CUDA_ERROR_INVALID_CONTEXT;
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

/* --- Contexts of the program's own ---------------------------------------------------------------
 */

static CUresult make_current(CUcontext created)
{
    CUresult result = push(created);

    if (result == CUDA_SUCCESS && !cpu_handle_add(&created->object)) {
        stack.count--;
        result = CUDA_ERROR_OUT_OF_MEMORY;
    }
    return result;
}

CUresult cpu_context_create(CUcontext *context, unsigned int flags, CUdevice device)
{
    CUresult result = cpu_check_device(device);
    CUcontext created;

    if (result != CUDA_SUCCESS)
        return result;
    if (!context || (flags & ~(unsigned int)CU_CTX_FLAGS_MASK))
        return CUDA_ERROR_INVALID_VALUE;
    result = any_failure();
    if (result != CUDA_SUCCESS)
        return result;
    created = take_spare();
    if (!created)
        return CUDA_ERROR_OUT_OF_MEMORY;
    memset(created, 0, sizeof(*created));
    created->object.kind = CPU_KIND_CONTEXT;
    created->serial = atomic_fetch_add(&next_serial, 1);
    created->id = created->serial;
    created->flags = flags;
    created->api_version = API_VERSION;
    result = make_current(created);
    if (result != CUDA_SUCCESS) {
        keep_spare(created);
        return result;
    }
    open_context(created);
    *context = created;
    return CUDA_SUCCESS;
}

CUresult cuCtxDestroy_v2(CUcontext context)
{
    CPU_ENTRY(cuCtxDestroy_v2);
    CUresult result = cpu_check_initialized();

    if (result != CUDA_SUCCESS)
        return result;
    if (!context)
        return CUDA_ERROR_INVALID_VALUE;
    if (context == &primary.context || !cpu_handle_remove(context, CPU_KIND_CONTEXT))
        return CUDA_ERROR_INVALID_CONTEXT;
    if (stack.count > 0 && stack.entries[stack.count - 1].context == context)
        stack.count--;
    clear(context);
    keep_spare(context);
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

/* The program's own contexts: creating them, with every version of cuCtxCreate, and destroying
 * them. */
#include "device/context_create.h"

#include "api/fail.h"
#include "heap/allocation.h"
#include "image/module.h"
#include "stream/event.h"
#include "texture/texture_object.h"
#include "stream/stream_set.h"
#include "task/task.h"

#include <stdlib.h>
#include <string.h>

void cpu_context_clear(CUcontext context)
{
    cpu_object *object;

    cpu_context_wait(context);
    cpu_context_close(context);
    while ((object = cpu_handle_take_owned(context)) != NULL) {
        if (object->kind == CPU_KIND_MODULE)
            cpu_module_destroy(object);
        else if (object->kind == CPU_KIND_EVENT)
            cpu_event_free((CUevent)(void *)object);
        else if (object->kind == CPU_KIND_ARRAY)
            free(object); /* only the object: its memory is freed with the context's */
        else if (object->kind == CPU_KIND_TEXTURE || object->kind == CPU_KIND_SURFACE)
            cpu_texture_free((cpu_texture *)(void *)object);
        /* Streams are freed all at once, below. */
    }
    cpu_stream_set_clear(&context->streams);
    cpu_memory_free_owned(context);
}

static CUresult make_current(CUcontext created)
{
    CUresult result = cpu_context_push(created);

    if (result == CUDA_SUCCESS && !cpu_handle_add(&created->object)) {
        cpu_context_drop(created);
        result = CUDA_ERROR_OUT_OF_MEMORY;
    }
    return result;
}

static CUresult create(CUcontext *context, unsigned int flags, CUdevice device)
{
    CUresult result = cpu_check_device(device);
    CUcontext created;

    if (result != CUDA_SUCCESS)
        return result;
    if (!context || (flags & ~(unsigned int)CU_CTX_FLAGS_MASK))
        return CUDA_ERROR_INVALID_VALUE;
    result = cpu_context_any_failure();
    if (result != CUDA_SUCCESS)
        return result;
    created = cpu_context_allocate();
    if (!created)
        return CUDA_ERROR_OUT_OF_MEMORY;
    memset(created, 0, sizeof(*created));
    created->object.kind = CPU_KIND_CONTEXT;
    created->serial = cpu_context_new_number();
    created->id = created->serial;
    result = make_current(created);
    if (result != CUDA_SUCCESS) {
        cpu_context_free(created);
        return result;
    }
    cpu_stream_set_initialize(&created->streams, created);
    cpu_context_open(created);
    *context = created;
    return CUDA_SUCCESS;
}

CUresult cuCtxCreate_v2(CUcontext *context, unsigned int flags, CUdevice device)
{
    CPU_ENTRY(cuCtxCreate_v2);
    return create(context, flags, device);
}

CUresult cuCtxCreate_v3(CUcontext *context, CUexecAffinityParam *params, int params_count,
                        unsigned int flags, CUdevice device)
{
    CPU_ENTRY(cuCtxCreate_v3);
    CUresult result = cpu_check_device(device);

    if (result != CUDA_SUCCESS)
        return result;
    if (params_count < 0 || (params_count > 0 && !params))
        return CUDA_ERROR_INVALID_VALUE;
    return params_count > 0 ? CUDA_ERROR_UNSUPPORTED_EXEC_AFFINITY : create(context, flags, device);
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
    return create(context, flags, device);
}

CUresult cuCtxDestroy_v2(CUcontext context)
{
    CPU_ENTRY(cuCtxDestroy_v2);
    CUresult result = cpu_check_initialized();

    if (result != CUDA_SUCCESS)
        return result;
    if (!context)
        return CUDA_ERROR_INVALID_VALUE;
    if (context == cpu_context_primary() || !cpu_handle_remove(context, CPU_KIND_CONTEXT))
        return CUDA_ERROR_INVALID_CONTEXT;
    cpu_context_drop(context);
    cpu_context_clear(context);
    cpu_context_free(context);
    return CUDA_SUCCESS;
}

/* Copies of contiguous bytes. */
#include "memory/copy.h"

#include "api/fail.h"
#include "context/context.h"
#include "heap/allocation.h"
#include "stream/stream.h"

#include <stdlib.h>
#include <string.h>

/* The program may reuse pageable memory as soon as the call returns. Up to this size it is copied
 * to a buffer first; for larger copies the call waits (CUDA Driver API, "API synchronization
 * behavior"). */
#define STAGED_AT_MOST ((size_t)64 * 1024)

typedef enum copy_side {
    SIDE_DEVICE, /* memory that this driver knows */
    SIDE_HOST,   /* any memory of the program */
    SIDE_EITHER  /* its address decides (CUDA Driver API, "Unified Addressing") */
} copy_side;

typedef struct copy_request {
    uintptr_t target;
    uintptr_t source;
    size_t size;
    copy_side target_side;
    copy_side source_side;
} copy_request;

static bool is_pageable(uintptr_t address)
{
    cpu_allocation allocation;

    return !cpu_memory_find(address, &allocation);
}

static bool is_legal(uintptr_t address, size_t size, copy_side side)
{
    if (side == SIDE_DEVICE || !is_pageable(address))
        return cpu_memory_holds(address, size);
    return address != 0;
}

/* True for device memory, unless the program has made copies of it synchronous. */
static bool is_device(uintptr_t address)
{
    cpu_allocation allocation;

    return cpu_memory_find(address, &allocation) && !allocation.is_synchronous &&
           (allocation.kind == CPU_MEMORY_DEVICE || allocation.kind == CPU_MEMORY_IMPORTED);
}

static cpu_work work_of(const copy_request *request, uintptr_t source, void *staged)
{
    cpu_work work = {.kind = CPU_WORK_COPY,
                     .as.copy = {.target = {request->target, request->size, request->size},
                                 .source = {source, request->size, request->size},
                                 .width = request->size,
                                 .height = 1,
                                 .depth = 1,
                                 .staged = staged}};

    return work;
}

static CUresult submit_staged(CUstream stream, const copy_request *request)
{
    void *staged = malloc(request->size);
    cpu_work work;

    if (!staged)
        return CUDA_ERROR_OUT_OF_MEMORY;
    memcpy(staged, (const void *)request->source, request->size);
    work = work_of(request, (uintptr_t)staged, staged);
    return cpu_stream_submit(stream, &work);
}

/* A captured stream stores the addresses, not the bytes. */
static CUresult submit(CUstream stream, const copy_request *request, bool is_async)
{
    cpu_work work = work_of(request, request->source, NULL);

    if (is_async && stream->capture)
        return cpu_stream_submit(stream, &work);
    if (is_async && is_pageable(request->source) && request->size <= STAGED_AT_MOST &&
        !is_pageable(request->target))
        return submit_staged(stream, request);
    if (is_async && !is_pageable(request->source) && !is_pageable(request->target))
        return cpu_stream_submit(stream, &work);
    /* Copies between device memory are asynchronous for the host. */
    if (!is_async && is_device(request->source) && is_device(request->target))
        return cpu_stream_submit(stream, &work);
    return cpu_stream_perform(stream, &work);
}

static CUresult copy(const copy_request *request, CUstream handle, bool is_async)
{
    CUstream stream;
    CUresult result = cpu_stream_find(handle, &stream);

    if (result != CUDA_SUCCESS || request->size == 0)
        return result;
    if (!is_legal(request->target, request->size, request->target_side) ||
        !is_legal(request->source, request->size, request->source_side))
        return CUDA_ERROR_INVALID_VALUE;
    return submit(stream, request, is_async);
}

/* --- The driver's functions ----------------------------------------------------------------------
 */

static CUresult unified(CUdeviceptr target, CUdeviceptr source, size_t size, CUstream stream,
                        bool is_async)
{
    copy_request request = {(uintptr_t)target, (uintptr_t)source, size, SIDE_EITHER, SIDE_EITHER};

    return copy(&request, stream, is_async);
}

CUresult cuMemcpy(CUdeviceptr target, CUdeviceptr source, size_t size)
{
    CPU_ENTRY(cuMemcpy);
    return unified(target, source, size, NULL, false);
}

CUresult cuMemcpyAsync(CUdeviceptr target, CUdeviceptr source, size_t size, CUstream stream)
{
    CPU_ENTRY(cuMemcpyAsync);
    return unified(target, source, size, stream, true);
}

static CUresult upload(CUdeviceptr target, const void *source, size_t size, CUstream stream,
                       bool is_async)
{
    copy_request request = {(uintptr_t)target, (uintptr_t)source, size, SIDE_DEVICE, SIDE_HOST};

    return copy(&request, stream, is_async);
}

CUresult cuMemcpyHtoD_v2(CUdeviceptr target, const void *source, size_t size)
{
    CPU_ENTRY(cuMemcpyHtoD_v2);
    return upload(target, source, size, NULL, false);
}

CUresult cuMemcpyHtoDAsync_v2(CUdeviceptr target, const void *source, size_t size, CUstream stream)
{
    CPU_ENTRY(cuMemcpyHtoDAsync_v2);
    return upload(target, source, size, stream, true);
}

static CUresult download(void *target, CUdeviceptr source, size_t size, CUstream stream,
                         bool is_async)
{
    copy_request request = {(uintptr_t)target, (uintptr_t)source, size, SIDE_HOST, SIDE_DEVICE};

    return copy(&request, stream, is_async);
}

CUresult cuMemcpyDtoH_v2(void *target, CUdeviceptr source, size_t size)
{
    CPU_ENTRY(cuMemcpyDtoH_v2);
    return download(target, source, size, NULL, false);
}

CUresult cuMemcpyDtoHAsync_v2(void *target, CUdeviceptr source, size_t size, CUstream stream)
{
    CPU_ENTRY(cuMemcpyDtoHAsync_v2);
    return download(target, source, size, stream, true);
}

static CUresult on_device(CUdeviceptr target, CUdeviceptr source, size_t size, CUstream stream,
                          bool is_async)
{
    copy_request request = {(uintptr_t)target, (uintptr_t)source, size, SIDE_DEVICE, SIDE_DEVICE};

    return copy(&request, stream, is_async);
}

CUresult cuMemcpyDtoD_v2(CUdeviceptr target, CUdeviceptr source, size_t size)
{
    CPU_ENTRY(cuMemcpyDtoD_v2);
    return on_device(target, source, size, NULL, false);
}

CUresult cuMemcpyDtoDAsync_v2(CUdeviceptr target, CUdeviceptr source, size_t size, CUstream stream)
{
    CPU_ENTRY(cuMemcpyDtoDAsync_v2);
    return on_device(target, source, size, stream, true);
}

/* A null context means the current one. Both contexts belong to the only device. */
static CUresult between_contexts(CUdeviceptr target, CUcontext target_context, CUdeviceptr source,
                                 CUcontext source_context, size_t size, CUstream stream,
                                 bool is_async)
{
    CUcontext current;
    CUresult result =
        target_context && source_context ? cpu_context_check() : cpu_context_current(&current);

    if (result != CUDA_SUCCESS)
        return result;
    if ((target_context && !cpu_handle_is(target_context, CPU_KIND_CONTEXT)) ||
        (source_context && !cpu_handle_is(source_context, CPU_KIND_CONTEXT)))
        return CUDA_ERROR_INVALID_CONTEXT;
    return on_device(target, source, size, stream, is_async);
}

CUresult cuMemcpyPeer(CUdeviceptr target, CUcontext dst_context, CUdeviceptr source,
                      CUcontext src_context, size_t size)
{
    CPU_ENTRY(cuMemcpyPeer);
    return between_contexts(target, dst_context, source, src_context, size, NULL, false);
}

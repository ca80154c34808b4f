/* Memory that is allocated and freed in stream order. */
#include "api/fail.h"
#include "context/context.h"
#include "heap/allocation.h"
#include "memory/graph_memory.h"
#include "memory/memory_pool.h"
#include "stream/capture.h"
#include "stream/stream.h"

/* In a captured stream the allocation becomes a node of the graph, and uses no pool. */
static bool allocate_in_capture(CUstream stream, size_t size, CUdeviceptr *address,
                                CUresult *result)
{
    bool is_captured;

    cpu_queue_lock();
    is_captured = stream->capture != NULL;
    if (is_captured)
        *result = cpu_capture_allocate(stream, size, address);
    cpu_queue_unlock();
    return is_captured;
}

static bool free_in_capture(CUstream stream, CUdeviceptr address, CUresult *result)
{
    bool is_captured;

    cpu_queue_lock();
    is_captured = stream->capture != NULL;
    if (is_captured)
        *result = cpu_capture_free(stream, address);
    cpu_queue_unlock();
    return is_captured;
}

/* Allocates at once: work that uses the memory can only be submitted after this call. */
static CUresult allocate(CUdeviceptr *address, size_t size, CUmemoryPool asked, CUstream handle)
{
    cpu_allocation allocation = {.size = size, .kind = CPU_MEMORY_DEVICE};
    CUstream stream;
    CUresult result = cpu_stream_find(handle, &stream);

    if (result != CUDA_SUCCESS)
        return result;
    if (!address)
        return CUDA_ERROR_INVALID_VALUE;
    if (size == 0) { /* is legal here, unlike for cuMemAlloc */
        *address = 0;
        return CUDA_SUCCESS;
    }
    if (allocate_in_capture(stream, size, address, &result))
        return result;
    allocation.context = stream->object.context;
    allocation.pool = cpu_pool_take(asked, size);
    if (!allocation.pool)
        return CUDA_ERROR_OUT_OF_MEMORY;
    result = cpu_memory_allocate(&allocation);
    if (result == CUDA_SUCCESS)
        *address = allocation.base;
    else
        cpu_pool_put_back(allocation.pool, size);
    return result;
}

CUresult cuMemAllocAsync(CUdeviceptr *address, size_t size, CUstream stream)
{
    CPU_ENTRY(cuMemAllocAsync);
    return allocate(address, size, NULL, stream);
}

CUresult cuMemAllocFromPoolAsync(CUdeviceptr *address, size_t size, CUmemoryPool pool,
                                 CUstream stream)
{
    CPU_ENTRY(cuMemAllocFromPoolAsync);
    CUresult result = cpu_pool_check(pool);

    return result == CUDA_SUCCESS ? allocate(address, size, pool, stream) : result;
}

/* Memory that a graph has allocated and left to the program is freed after the stream's work. */
static CUresult free_of_graph(CUdeviceptr address, CUstream stream)
{
    bool is_freed = false;
    CUresult result;
    cpu_task *task;

    cpu_queue_lock();
    cpu_stream_wait_for_room(stream);
    result = cpu_stream_append_empty(stream, NULL, &task);
    cpu_queue_unlock();
    if (result == CUDA_SUCCESS)
        is_freed = cpu_graph_memory_free(address, task);
    cpu_queue_lock();
    cpu_task_keep(&task, NULL);
    cpu_queue_unlock();
    return result != CUDA_SUCCESS || is_freed ? result : CUDA_ERROR_INVALID_VALUE;
}

/* The address becomes invalid now. The memory is freed when the stream reaches this call. */
CUresult cuMemFreeAsync(CUdeviceptr address, CUstream handle)
{
    CPU_ENTRY(cuMemFreeAsync);
    cpu_work work = {.kind = CPU_WORK_RELEASE, .as.memory = (uintptr_t)address};
    cpu_allocation allocation;
    CUstream stream;
    CUresult result = cpu_stream_find(handle, &stream);

    if (result != CUDA_SUCCESS || address == 0 || free_in_capture(stream, address, &result))
        return result;
    if (cpu_memory_find(address, &allocation) && allocation.is_graphs)
        return free_of_graph(address, stream);
    if (!cpu_memory_forget((uintptr_t)address, 1u << CPU_MEMORY_DEVICE, &allocation))
        return CUDA_ERROR_INVALID_VALUE;
    if (allocation.pool)
        cpu_pool_put_back(allocation.pool, allocation.size);
    return cpu_stream_submit(stream, &work);
}

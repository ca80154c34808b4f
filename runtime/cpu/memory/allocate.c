/* Allocating and freeing: device, pinned, managed and registered memory. */
#define _POSIX_C_SOURCE 200809L

#include "api/fail.h"
#include "context/context.h"
#include "heap/allocation.h"
#include "memory/graph_memory.h"
#include "stream/capture.h"
#include "task/task.h"

#include <unistd.h>

#define PITCH_ALIGNMENT CPU_TEXTURE_ALIGNMENT

#define DEVICE_KINDS (1u << CPU_MEMORY_DEVICE | 1u << CPU_MEMORY_MANAGED)

/* Gets the current context, and checks that the call is allowed now. */
static CUresult check(CUcontext *context)
{
    CUresult result = cpu_context_current(context);

    return result == CUDA_SUCCESS ? cpu_capture_check_unsafe() : result;
}

/* Checks that the call is allowed now. Existing memory needs no current context. */
static CUresult check_release(void)
{
    CUresult result = cpu_context_check();

    return result == CUDA_SUCCESS ? cpu_capture_check_unsafe() : result;
}

static CUresult allocate(CUdeviceptr *address, size_t size, cpu_memory_kind kind)
{
    cpu_allocation allocation = {.size = size, .kind = kind};
    CUresult result = check(&allocation.context);

    if (result != CUDA_SUCCESS)
        return result;
    if (!address || size == 0)
        return CUDA_ERROR_INVALID_VALUE;
    result = cpu_memory_allocate(&allocation);
    if (result == CUDA_SUCCESS)
        *address = allocation.base;
    return result;
}

/* Frees memory that a graph has allocated and left to the program. */
static CUresult release_of_graph(CUdeviceptr address)
{
    cpu_context_wait_for_all();
    return cpu_graph_memory_free(address, NULL) ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

/* Waits first: submitted work may still use the memory. */
static CUresult release(uintptr_t address, unsigned int kinds)
{
    cpu_allocation allocation;

    if (cpu_memory_find(address, &allocation) && allocation.is_graphs)
        return release_of_graph(address);
    if (!cpu_memory_forget(address, kinds, &allocation))
        return CUDA_ERROR_INVALID_VALUE;
    cpu_context_wait(allocation.context);
    cpu_memory_free(&allocation);
    return cpu_context_failure(allocation.context);
}

/* --- Device memory -------------------------------------------------------------------------------
 */

CUresult cuMemAlloc_v2(CUdeviceptr *address, size_t size)
{
    CPU_ENTRY(cuMemAlloc_v2);
    return allocate(address, size, CPU_MEMORY_DEVICE);
}

CUresult cuMemAllocPitch_v2(CUdeviceptr *address, size_t *pitch, size_t width_in_bytes,
                            size_t height, unsigned int element_size_bytes)
{
    CPU_ENTRY(cuMemAllocPitch_v2);
    size_t aligned;
    CUresult result;

    if (!pitch || width_in_bytes == 0 || height == 0 ||
        width_in_bytes > SIZE_MAX - PITCH_ALIGNMENT ||
        (element_size_bytes != 4 && element_size_bytes != 8 && element_size_bytes != 16))
        return CUDA_ERROR_INVALID_VALUE;
    aligned = (width_in_bytes + PITCH_ALIGNMENT - 1) / PITCH_ALIGNMENT * PITCH_ALIGNMENT;
    if (height > SIZE_MAX / aligned)
        return CUDA_ERROR_OUT_OF_MEMORY;
    result = allocate(address, aligned * height, CPU_MEMORY_DEVICE);
    if (result == CUDA_SUCCESS)
        *pitch = aligned;
    return result;
}

CUresult cuMemFree_v2(CUdeviceptr address)
{
    CPU_ENTRY(cuMemFree_v2);
    CUresult result = check_release();

    if (result != CUDA_SUCCESS || address == 0)
        return result;
    return release((uintptr_t)address, DEVICE_KINDS);
}

CUresult cuMemAllocManaged(CUdeviceptr *address, size_t size, unsigned int flags)
{
    CPU_ENTRY(cuMemAllocManaged);
    CUcontext context;
    CUresult result = cpu_context_current(&context);

    if (result != CUDA_SUCCESS)
        return result;
    if (flags != CU_MEM_ATTACH_GLOBAL && flags != CU_MEM_ATTACH_HOST)
        return CUDA_ERROR_INVALID_VALUE;
    return allocate(address, size, CPU_MEMORY_MANAGED);
}

/* Either output may be null. */
CUresult cuMemGetInfo_v2(size_t *available, size_t *total)
{
    CPU_ENTRY(cuMemGetInfo_v2);
    CUcontext context;
    CUresult result = cpu_context_current(&context);

    if (result != CUDA_SUCCESS)
        return result;
    if (available)
        *available = (size_t)sysconf(_SC_AVPHYS_PAGES) * (size_t)sysconf(_SC_PAGESIZE);
    if (total)
        *total = cpu_memory_total();
    return CUDA_SUCCESS;
}

/* --- Pinned memory -------------------------------------------------------------------------------
 */

/* Size 0 succeeds and yields null, unlike for device memory. */
static CUresult allocate_for_host(void **address, size_t size)
{
    CUdeviceptr base = 0;
    CUcontext context;
    CUresult result = check(&context);

    if (result == CUDA_SUCCESS && (size > 0 || !address))
        result = allocate(address ? &base : NULL, size, CPU_MEMORY_HOST);
    if (result == CUDA_SUCCESS)
        *address = (void *)(uintptr_t)base;
    return result;
}

CUresult cuMemAllocHost_v2(void **address, size_t size)
{
    CPU_ENTRY(cuMemAllocHost_v2);
    return allocate_for_host(address, size);
}

CUresult cuMemHostAlloc(void **address, size_t size, unsigned int flags)
{
    CPU_ENTRY(cuMemHostAlloc);
    const unsigned int known =
        CU_MEMHOSTALLOC_PORTABLE | CU_MEMHOSTALLOC_DEVICEMAP | CU_MEMHOSTALLOC_WRITECOMBINED;
    CUcontext context;
    CUresult result = cpu_context_current(&context);

    if (result != CUDA_SUCCESS)
        return result;
    return flags & ~known ? CUDA_ERROR_INVALID_VALUE : allocate_for_host(address, size);
}

CUresult cuMemFreeHost(void *address)
{
    CPU_ENTRY(cuMemFreeHost);
    CUresult result = check_release();

    if (result != CUDA_SUCCESS || !address)
        return result;
    return release((uintptr_t)address, 1u << CPU_MEMORY_HOST);
}

CUresult cuMemHostRegister_v2(void *address, size_t size, unsigned int flags)
{
    CPU_ENTRY(cuMemHostRegister_v2);
    const unsigned int known = CU_MEMHOSTREGISTER_PORTABLE | CU_MEMHOSTREGISTER_DEVICEMAP |
                               CU_MEMHOSTREGISTER_IOMEMORY | CU_MEMHOSTREGISTER_READ_ONLY;
    cpu_allocation allocation = {
        .base = (uintptr_t)address, .size = size, .kind = CPU_MEMORY_REGISTERED};
    CUresult result = check(&allocation.context);

    if (result != CUDA_SUCCESS)
        return result;
    if (!address || size == 0 || (flags & ~known) || size > UINTPTR_MAX - allocation.base)
        return CUDA_ERROR_INVALID_VALUE;
    if (flags & CU_MEMHOSTREGISTER_IOMEMORY)
        return CUDA_ERROR_NOT_SUPPORTED;
    return cpu_memory_register(&allocation);
}

CUresult cuMemHostUnregister(void *address)
{
    CPU_ENTRY(cuMemHostUnregister);
    cpu_allocation allocation;
    CUresult result = check_release();

    if (result != CUDA_SUCCESS)
        return result;
    if (!address)
        return CUDA_ERROR_INVALID_VALUE;
    if (!cpu_memory_forget((uintptr_t)address, 1u << CPU_MEMORY_REGISTERED, &allocation))
        return cpu_memory_find((uintptr_t)address, &allocation)
                   ? CUDA_ERROR_INVALID_VALUE /* other memory, or not the beginning of it */
                   : CUDA_ERROR_HOST_MEMORY_NOT_REGISTERED;
    cpu_context_wait(allocation.context);
    return cpu_context_failure(allocation.context);
}

static CUresult find_hosts(const void *address, const void *out, cpu_allocation *allocation)
{
    CUcontext context;
    CUresult result = cpu_context_current(&context);

    if (result != CUDA_SUCCESS)
        return result;
    if (!out || !cpu_memory_find((uintptr_t)address, allocation) ||
        !cpu_memory_is_hosts(allocation))
        return CUDA_ERROR_INVALID_VALUE;
    return CUDA_SUCCESS;
}

CUresult cuMemHostGetDevicePointer_v2(CUdeviceptr *out, void *address, unsigned int flags)
{
    CPU_ENTRY(cuMemHostGetDevicePointer_v2);
    cpu_allocation allocation;
    CUresult result = find_hosts(address, out, &allocation);

    if (result == CUDA_SUCCESS && flags != 0)
        result = CUDA_ERROR_INVALID_VALUE;
    if (result == CUDA_SUCCESS)
        *out = (uintptr_t)address;
    return result;
}

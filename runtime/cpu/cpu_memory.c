#define _POSIX_C_SOURCE 200809L

#include "cpu_memory.h"

#include "cpu_context.h"
#include "cpu_stream.h"

#include <pthread.h>
#include <search.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* As cuMemAlloc aligns (CUDA C++ Programming Guide, "Device Memory Accesses"). */
#define ALIGNMENT 256

typedef struct block {
    cpu_allocation allocation; /* first: what the tree compares */
    struct block *next;
    struct block *previous;
} block;

/* Every allocation, in a balanced tree by address and in a list. */
static struct {
    pthread_mutex_t lock;
    void *tree;
    block *first;
    uint64_t next_id;
} heap = {.lock = PTHREAD_MUTEX_INITIALIZER, .next_id = 1};

/* Allocations never overlap: two are equal if they do, so a key of one byte finds what holds it. */
static int compare(const void *left, const void *right)
{
    const cpu_allocation *a = left;
    const cpu_allocation *b = right;

    if (a->base + a->size <= b->base)
        return -1;
    return b->base + b->size <= a->base ? 1 : 0;
}

static block *find(CUdeviceptr address)
{
    cpu_allocation key = {.base = (uintptr_t)address, .size = 1};
    void *node = address == UINT64_MAX ? NULL : tfind(&key, &heap.tree, compare);

    return node ? *(block **)node : NULL;
}

static void unlink_block(block *b)
{
    tdelete(b, &heap.tree, compare);
    if (b->previous)
        b->previous->next = b->next;
    else
        heap.first = b->next;
    if (b->next)
        b->next->previous = b->previous;
}

static void free_block(block *b)
{
    free((void *)b->allocation.base);
    free(b);
}

bool cpu_memory_find(CUdeviceptr address, cpu_allocation *out)
{
    block *b;

    pthread_mutex_lock(&heap.lock);
    b = find(address);
    if (b)
        *out = b->allocation;
    pthread_mutex_unlock(&heap.lock);
    return b != NULL;
}

bool cpu_memory_holds(CUdeviceptr address, size_t size)
{
    cpu_allocation allocation;

    if (!cpu_memory_find(address, &allocation))
        return false;
    return size <= allocation.size - ((uintptr_t)address - allocation.base);
}

size_t cpu_memory_total(void)
{
    return (size_t)sysconf(_SC_PHYS_PAGES) * (size_t)sysconf(_SC_PAGESIZE);
}

static CUresult allocate(uintptr_t *out, size_t size, cpu_memory_kind kind)
{
    CUcontext context;
    CUresult result = cpu_context_current(&context);
    block *b;
    void *memory;

    if (result != CUDA_SUCCESS)
        return result;
    if (!out || size == 0)
        return CUDA_ERROR_INVALID_VALUE;
    /* More than there is would be promised all the same, and fail when it is touched. */
    if (size > cpu_memory_total() || posix_memalign(&memory, ALIGNMENT, size) != 0)
        return CUDA_ERROR_OUT_OF_MEMORY;
    b = calloc(1, sizeof(*b));
    if (!b) {
        free(memory);
        return CUDA_ERROR_OUT_OF_MEMORY;
    }
    b->allocation.base = (uintptr_t)memory;
    b->allocation.size = size;
    b->allocation.kind = kind;
    b->allocation.context = context;
    pthread_mutex_lock(&heap.lock);
    b->allocation.id = heap.next_id++;
    if (!tsearch(b, &heap.tree, compare)) {
        pthread_mutex_unlock(&heap.lock);
        free_block(b);
        return CUDA_ERROR_OUT_OF_MEMORY;
    }
    b->next = heap.first;
    if (heap.first)
        heap.first->previous = b;
    heap.first = b;
    pthread_mutex_unlock(&heap.lock);
    *out = (uintptr_t)memory;
    return CUDA_SUCCESS;
}

/* Frees the allocation that begins at `address`. */
static CUresult release(CUdeviceptr address, bool is_host)
{
    block *b;

    pthread_mutex_lock(&heap.lock);
    b = find(address);
    if (b && (b->allocation.base != (uintptr_t)address ||
              (b->allocation.kind == CPU_MEMORY_HOST) != is_host))
        b = NULL;
    if (b)
        unlink_block(b);
    pthread_mutex_unlock(&heap.lock);
    if (!b)
        return CUDA_ERROR_INVALID_VALUE;
    free_block(b);
    return CUDA_SUCCESS;
}

void cpu_memory_free_owned(CUcontext context)
{
    block *next;

    pthread_mutex_lock(&heap.lock);
    for (block *b = heap.first; b; b = next) {
        next = b->next;
        if (b->allocation.context == context) {
            unlink_block(b);
            free_block(b);
        }
    }
    pthread_mutex_unlock(&heap.lock);
}

/* --- The driver's functions ----------------------------------------------------------------------
 */

static CUresult allocate_for_device(CUdeviceptr *address, size_t size, cpu_memory_kind kind)
{
    uintptr_t base = 0;
    CUresult result = allocate(address ? &base : NULL, size, kind);

    if (result == CUDA_SUCCESS)
        *address = base;
    return result;
}

static CUresult free_for_device(CUdeviceptr address)
{
    CUcontext context;
    CUresult result = cpu_context_current(&context);

    if (result != CUDA_SUCCESS)
        return result;
    return address == 0 ? CUDA_SUCCESS : release(address, false);
}

CUresult cuMemAlloc_v2(CUdeviceptr *address, size_t size)
{
    return allocate_for_device(address, size, CPU_MEMORY_DEVICE);
}

CUresult cuMemFree_v2(CUdeviceptr address)
{
    return free_for_device(address);
}

CUresult cuMemAllocAsync(CUdeviceptr *address, size_t size, CUstream stream)
{
    CUresult result = cpu_stream_check(stream);

    return result == CUDA_SUCCESS ? allocate_for_device(address, size, CPU_MEMORY_DEVICE) : result;
}

CUresult cuMemFreeAsync(CUdeviceptr address, CUstream stream)
{
    CUresult result = cpu_stream_check(stream);

    return result == CUDA_SUCCESS ? free_for_device(address) : result;
}

CUresult cuMemAllocManaged(CUdeviceptr *address, size_t size, unsigned int flags)
{
    CUcontext context;
    CUresult result = cpu_context_current(&context);

    if (result != CUDA_SUCCESS)
        return result;
    if (flags != CU_MEM_ATTACH_GLOBAL && flags != CU_MEM_ATTACH_HOST)
        return CUDA_ERROR_INVALID_VALUE;
    return allocate_for_device(address, size, CPU_MEMORY_MANAGED);
}

/* Unlike device memory, none of it is legal, and null. */
static CUresult allocate_for_host(void **address, size_t size)
{
    uintptr_t base = 0;
    CUcontext context;
    CUresult result = cpu_context_current(&context);

    if (result == CUDA_SUCCESS && (size > 0 || !address))
        result = allocate(address ? &base : NULL, size, CPU_MEMORY_HOST);
    if (result == CUDA_SUCCESS)
        *address = (void *)base;
    return result;
}

CUresult cuMemAllocHost_v2(void **address, size_t size)
{
    return allocate_for_host(address, size);
}

CUresult cuMemHostAlloc(void **address, size_t size, unsigned int flags)
{
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
    CUcontext context;
    CUresult result = cpu_context_current(&context);

    if (result != CUDA_SUCCESS)
        return result;
    return address ? release((CUdeviceptr)(uintptr_t)address, true) : CUDA_SUCCESS;
}

CUresult cuMemGetInfo_v2(size_t *available, size_t *total)
{
    CUcontext context;
    CUresult result = cpu_context_current(&context);

    if (result != CUDA_SUCCESS)
        return result;
    if (!available || !total)
        return CUDA_ERROR_INVALID_VALUE;
    *available = (size_t)sysconf(_SC_AVPHYS_PAGES) * (size_t)sysconf(_SC_PAGESIZE);
    *total = cpu_memory_total();
    return CUDA_SUCCESS;
}

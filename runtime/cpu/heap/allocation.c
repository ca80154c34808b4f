#define _POSIX_C_SOURCE 200809L

#include "heap/allocation.h"

#include "api/memory_checker.h"
#include "heap/addresses.h"

#include <pthread.h>
#include <search.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Lets textures use all memory from cuMemAlloc and similar functions. */
#define ALIGNMENT CPU_TEXTURE_ALIGNMENT

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

/* Allocations never overlap, so overlapping ones count as equal: a key of one byte finds the
 * allocation that holds it. */
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
    size_t left;

    if (!cpu_memory_find(address, &allocation))
        return false;
    left = allocation.size - ((uintptr_t)address - allocation.base);
    while (left < size && allocation.kind == CPU_MEMORY_MAPPED) {
        address += left;
        size -= left;
        if (!cpu_memory_find(address, &allocation) || allocation.kind != CPU_MEMORY_MAPPED)
            return false;
        left = allocation.size;
    }
    return size <= left;
}

size_t cpu_memory_total(void)
{
    return (size_t)sysconf(_SC_PHYS_PAGES) * (size_t)sysconf(_SC_PAGESIZE);
}

/* CUDA_SUCCESS if no part of it is known. */
static CUresult check_overlap(const cpu_allocation *allocation)
{
    void *node = tfind(allocation, &heap.tree, compare);

    if (!node)
        return CUDA_SUCCESS;
    return (*(block **)node)->allocation.kind == CPU_MEMORY_REGISTERED
               ? CUDA_ERROR_HOST_MEMORY_ALREADY_REGISTERED
               : CUDA_ERROR_INVALID_VALUE;
}

size_t cpu_memory_paged_size(size_t size)
{
    const size_t page = (size_t)sysconf(_SC_PAGESIZE);

    return (size + page - 1) / page * page;
}

bool cpu_memory_has_pages(const cpu_allocation *allocation)
{
    return allocation->kind == CPU_MEMORY_DEVICE && !allocation->pool && !allocation->is_graphs &&
           !cpu_memory_checker();
}

/* The memory checker puts guards around it, and keeps it for a while after it was freed. */
static void *allocate_bytes(const cpu_allocation *allocation)
{
    static const char *const kinds[] = {[CPU_MEMORY_DEVICE] = "device allocation",
                                        [CPU_MEMORY_HOST] = "host allocation",
                                        [CPU_MEMORY_MANAGED] = "managed allocation",
                                        [CPU_MEMORY_ARRAY] = "array"};
    const bool is_hosts =
        allocation->kind == CPU_MEMORY_HOST || allocation->kind == CPU_MEMORY_MANAGED;
    const cpu_checker *checker = cpu_memory_checker();
    void *memory;

    if (checker)
        return checker->memory_allocate(allocation->size, ALIGNMENT, kinds[allocation->kind],
                                        is_hosts);
    if (cpu_memory_has_pages(allocation))
        return posix_memalign(&memory, cpu_memory_paged_size(1),
                              cpu_memory_paged_size(allocation->size)) == 0
                   ? memory
                   : NULL;
    return posix_memalign(&memory, ALIGNMENT, allocation->size) == 0 ? memory : NULL;
}

/* True for memory that kernels may access although the driver has not allocated it. */
static bool is_foreign(cpu_memory_kind kind)
{
    return kind == CPU_MEMORY_REGISTERED || kind == CPU_MEMORY_MAPPED ||
           kind == CPU_MEMORY_IMPORTED;
}

static void tell_checker(const cpu_allocation *allocation)
{
    static const char *const kinds[] = {[CPU_MEMORY_REGISTERED] = "registered host memory",
                                        [CPU_MEMORY_MAPPED] = "mapping",
                                        [CPU_MEMORY_IMPORTED] = "another process's allocation"};
    const cpu_checker *checker = cpu_memory_checker();

    if (checker && is_foreign(allocation->kind))
        checker->memory_register((void *)allocation->base, allocation->size,
                                 kinds[allocation->kind]);
}

static void tell_checker_of_end(const cpu_allocation *allocation)
{
    const cpu_checker *checker = cpu_memory_checker();

    if (checker && is_foreign(allocation->kind))
        checker->memory_unregister((void *)allocation->base);
}

CUresult cpu_memory_register(const cpu_allocation *allocation)
{
    block *b = calloc(1, sizeof(*b));
    CUresult result;

    if (!b)
        return CUDA_ERROR_OUT_OF_MEMORY;
    b->allocation = *allocation;
    pthread_mutex_lock(&heap.lock);
    b->allocation.id = heap.next_id++;
    result = check_overlap(allocation);
    if (result == CUDA_SUCCESS && !tsearch(b, &heap.tree, compare))
        result = CUDA_ERROR_OUT_OF_MEMORY;
    if (result == CUDA_SUCCESS) {
        b->next = heap.first;
        if (heap.first)
            heap.first->previous = b;
        heap.first = b;
    }
    pthread_mutex_unlock(&heap.lock);
    if (result != CUDA_SUCCESS)
        free(b);
    else
        tell_checker(allocation);
    return result;
}

bool cpu_memory_forget(uintptr_t address, unsigned int kinds, cpu_allocation *out)
{
    block *b;

    pthread_mutex_lock(&heap.lock);
    b = find(address);
    if (b && (b->allocation.base != address || !(kinds & 1u << b->allocation.kind)))
        b = NULL;
    if (b)
        unlink_block(b);
    pthread_mutex_unlock(&heap.lock);
    if (!b)
        return false;
    tell_checker_of_end(&b->allocation);
    if (out)
        *out = b->allocation;
    free(b);
    return true;
}

/* Takes the lock, which the caller gives back. Returns the block at `address`, or null. */
static block *lock_block(uintptr_t address)
{
    pthread_mutex_lock(&heap.lock);
    return find(address);
}

void cpu_memory_set_dormant(uintptr_t address, bool is_dormant)
{
    block *b = lock_block(address);

    if (b)
        b->allocation.is_dormant = is_dormant;
    pthread_mutex_unlock(&heap.lock);
}

void cpu_memory_set_synchronous(uintptr_t address, bool is_synchronous)
{
    block *b = lock_block(address);

    if (b)
        b->allocation.is_synchronous = is_synchronous;
    pthread_mutex_unlock(&heap.lock);
}

void cpu_memory_set_file(uintptr_t address, int file)
{
    block *b = lock_block(address);

    if (b)
        b->allocation.file = file;
    pthread_mutex_unlock(&heap.lock);
}

CUresult cpu_memory_allocate(cpu_allocation *allocation)
{
    void *memory;
    CUresult result;

    /* The system would also grant more than there is, and fail when the memory is touched. */
    memory = allocation->size > cpu_memory_total() ? NULL : allocate_bytes(allocation);
    if (!memory)
        return CUDA_ERROR_OUT_OF_MEMORY;
    allocation->base = (uintptr_t)memory;
    result = cpu_memory_register(allocation);
    if (result != CUDA_SUCCESS)
        cpu_memory_release(allocation->base);
    return result;
}

void cpu_memory_free(const cpu_allocation *allocation)
{
    if (allocation->file)
        cpu_addresses_unshare(allocation->base, cpu_memory_paged_size(allocation->size),
                              allocation->file);
    cpu_memory_release(allocation->base);
}

void cpu_memory_release(uintptr_t address)
{
    const cpu_checker *checker = cpu_memory_checker();

    if (!checker || !checker->memory_free((void *)address))
        free((void *)address);
}

void cpu_memory_free_owned(CUcontext context)
{
    block *next;

    pthread_mutex_lock(&heap.lock);
    for (block *b = heap.first; b; b = next) {
        next = b->next;
        if (b->allocation.context == context) {
            unlink_block(b);
            if (b->allocation.kind == CPU_MEMORY_REGISTERED)
                tell_checker_of_end(&b->allocation);
            if (b->allocation.kind != CPU_MEMORY_REGISTERED &&
                b->allocation.kind != CPU_MEMORY_GLOBAL)
                cpu_memory_free(&b->allocation);
            free(b);
        }
    }
    pthread_mutex_unlock(&heap.lock);
}

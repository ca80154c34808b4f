/* Device memory that several processes share (CUDA C++ Programming Guide, "Interprocess
 * Communication"). */
#define _POSIX_C_SOURCE 200809L

#include "api/fail.h"
#include "context/context.h"
#include "heap/addresses.h"
#include "heap/allocation.h"
#include "task/task.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define MAGIC "custub 1"

/* The contents of a CUipcMemHandle. */
typedef struct memory_handle {
    char magic[sizeof(MAGIC) - 1];
    int process;
    int file;
    uint64_t number; /* of the file */
    uint64_t size;
} memory_handle;

/* Another process's memory that is open in this one. */
typedef struct import {
    memory_handle handle;
    uintptr_t address;
    unsigned int opened; /* how often */
    struct import *next;
} import;

static struct {
    pthread_mutex_t lock;
    import *first;
} imports = {.lock = PTHREAD_MUTEX_INITIALIZER};

/* --- Sharing own memory --------------------------------------------------------------------------
 */

/* The memory moves into a file; no work may run meanwhile. */
static CUresult share(cpu_allocation *allocation)
{
    CUresult result = CUDA_SUCCESS;
    int file;

    cpu_context_lock_idle();
    if (!cpu_memory_find(allocation->base, allocation)) {
        result = CUDA_ERROR_INVALID_VALUE;
    } else if (!allocation->file) {
        file = cpu_addresses_share(allocation->base, cpu_memory_paged_size(allocation->size));
        if (file < 0)
            result = CUDA_ERROR_OUT_OF_MEMORY;
        else
            cpu_memory_set_file(allocation->base, allocation->file = file);
    }
    cpu_queue_unlock();
    return result;
}

/* Only plain device memory can be shared this way; memory of pools and graphs cannot. */
static CUresult find_own(CUdeviceptr address, cpu_allocation *allocation)
{
    if (!cpu_memory_find(address, allocation) || allocation->kind != CPU_MEMORY_DEVICE ||
        allocation->pool || allocation->is_graphs)
        return CUDA_ERROR_INVALID_VALUE;
    return cpu_memory_has_pages(allocation) ? CUDA_SUCCESS : CUDA_ERROR_NOT_SUPPORTED;
}

CUresult cuIpcGetMemHandle(CUipcMemHandle *handle, CUdeviceptr address)
{
    CPU_ENTRY(cuIpcGetMemHandle);
    CUcontext context;
    CUresult result = cpu_context_current(&context);
    memory_handle made = {.magic = {0}};
    cpu_allocation allocation;

    if (result != CUDA_SUCCESS)
        return result;
    result = handle ? find_own(address, &allocation) : CUDA_ERROR_INVALID_VALUE;
    if (result == CUDA_SUCCESS)
        result = share(&allocation);
    if (result != CUDA_SUCCESS)
        return result;
    memcpy(made.magic, MAGIC, sizeof(made.magic));
    made.process = (int)getpid();
    made.file = allocation.file;
    made.number = cpu_addresses_file_number(allocation.file);
    made.size = allocation.size;
    memset(handle, 0, sizeof(*handle));
    memcpy(handle, &made, sizeof(made));
    return CUDA_SUCCESS;
}

/* --- Opening -------------------------------------------------------------------------------------
 */

/* With the lock. */
static import *find_open(const memory_handle *handle)
{
    import *found = imports.first;

    while (found &&
           (found->handle.number != handle->number || found->handle.process != handle->process))
        found = found->next;
    return found;
}

/* The memory belongs to no context of this process, so that none frees it. */
static CUresult map(import *made)
{
    const memory_handle *handle = &made->handle;
    const size_t size = cpu_memory_paged_size(handle->size);
    cpu_allocation allocation = {.size = handle->size, .kind = CPU_MEMORY_IMPORTED};
    CUresult result;

    allocation.base = cpu_addresses_import(handle->process, handle->file, handle->number, size);
    if (allocation.base == 0)
        return CUDA_ERROR_MAP_FAILED;
    result = cpu_memory_register(&allocation);
    if (result != CUDA_SUCCESS)
        cpu_addresses_free(allocation.base, size);
    made->address = allocation.base;
    return result;
}

/* With the lock. */
static CUresult open_new(const memory_handle *handle, import **out)
{
    import *made = calloc(1, sizeof(*made));
    CUresult result;

    if (!made)
        return CUDA_ERROR_OUT_OF_MEMORY;
    made->handle = *handle;
    result = map(made);
    if (result != CUDA_SUCCESS) {
        free(made);
        return result;
    }
    made->next = imports.first;
    imports.first = made;
    *out = made;
    return CUDA_SUCCESS;
}

/* If the memory is open already, only counts the opening. */
static CUresult open_handle(const memory_handle *handle, CUdeviceptr *address)
{
    CUresult result = CUDA_SUCCESS;
    import *opened;

    pthread_mutex_lock(&imports.lock);
    opened = find_open(handle);
    if (!opened)
        result = open_new(handle, &opened);
    if (result == CUDA_SUCCESS) {
        opened->opened++;
        *address = opened->address;
    }
    pthread_mutex_unlock(&imports.lock);
    return result;
}

static CUresult open_checked(CUdeviceptr *address, CUipcMemHandle handle, unsigned int flags)
{
    CUcontext context;
    CUresult result = cpu_context_current(&context);
    memory_handle meant;

    if (result != CUDA_SUCCESS)
        return result;
    memcpy(&meant, &handle, sizeof(meant));
    if (!address || flags != CU_IPC_MEM_LAZY_ENABLE_PEER_ACCESS ||
        memcmp(meant.magic, MAGIC, sizeof(meant.magic)) != 0)
        return CUDA_ERROR_INVALID_VALUE;
    if (meant.process == (int)getpid()) /* the memory is this process's own */
        return CUDA_ERROR_INVALID_CONTEXT;
    return open_handle(&meant, address);
}

CUresult cuIpcOpenMemHandle(CUdeviceptr *address, CUipcMemHandle handle, unsigned int flags)
{
    CPU_ENTRY(cuIpcOpenMemHandle);
    return open_checked(address, handle, flags);
}

CUresult cuIpcOpenMemHandle_v2(CUdeviceptr *address, CUipcMemHandle handle, unsigned int flags)
{
    CPU_ENTRY(cuIpcOpenMemHandle_v2);
    return open_checked(address, handle, flags);
}

/* --- Closing -------------------------------------------------------------------------------------
 */

/* Closes the import at this address once. If that was the last time, takes it out of the list and
 * returns it, else null. `is_known`: there is such an import. */
static import *close_one(CUdeviceptr address, bool *is_known)
{
    import *closed = NULL;

    pthread_mutex_lock(&imports.lock);
    *is_known = false;
    for (import **slot = &imports.first; *slot; slot = &(*slot)->next) {
        if ((*slot)->address != address)
            continue;
        *is_known = true;
        if (--(*slot)->opened == 0) {
            closed = *slot;
            *slot = closed->next;
        }
        break;
    }
    pthread_mutex_unlock(&imports.lock);
    return closed;
}

/* Waits first: submitted work may still use the memory. */
CUresult cuIpcCloseMemHandle(CUdeviceptr address)
{
    CPU_ENTRY(cuIpcCloseMemHandle);
    CUcontext context;
    CUresult result = cpu_context_current(&context);
    bool is_known;
    import *closed;

    if (result != CUDA_SUCCESS)
        return result;
    closed = close_one(address, &is_known);
    if (!is_known)
        return CUDA_ERROR_INVALID_VALUE;
    if (closed) {
        cpu_memory_forget(closed->address, 1u << CPU_MEMORY_IMPORTED, NULL);
        cpu_context_wait_for_all();
        cpu_addresses_free(closed->address, cpu_memory_paged_size(closed->handle.size));
        free(closed);
    }
    return CUDA_SUCCESS;
}

/* Virtual memory: reserved addresses, and pieces of memory that are mapped there (CUDA Driver API,
 * "Virtual Memory Management"). The rest of the driver knows a piece as memory once the device has
 * access to it. */
#include "api/fail.h"
#include "context/context.h"
#include "heap/addresses.h"
#include "heap/allocation.h"
#include "memory/region.h"
#include "task/task.h"

#include <pthread.h>

/* The lock also guards the counts of physical memory. */
static struct {
    pthread_mutex_t lock;
    region *reservations;
    region *mappings;
} space = {.lock = PTHREAD_MUTEX_INITIALIZER};

/* --- Addresses -----------------------------------------------------------------------------------
 */

/* The wanted address is only a hint. */
CUresult cuMemAddressReserve(CUdeviceptr *address, size_t size, size_t alignment,
                             CUdeviceptr wanted, unsigned long long flags)
{
    CPU_ENTRY(cuMemAddressReserve);
    CUresult result = cpu_check_initialized();
    uintptr_t base;

    (void)wanted;
    if (result != CUDA_SUCCESS)
        return result;
    if (!address || size == 0 || !cpu_physical_is_granular(size) ||
        (alignment & (alignment - 1)) != 0 || flags != 0)
        return CUDA_ERROR_INVALID_VALUE;
    base = cpu_addresses_reserve(
        size, alignment > CPU_PHYSICAL_GRANULARITY ? alignment : CPU_PHYSICAL_GRANULARITY);
    if (base == 0)
        return CUDA_ERROR_OUT_OF_MEMORY;
    pthread_mutex_lock(&space.lock);
    if (!region_add(&space.reservations, base, size))
        result = CUDA_ERROR_OUT_OF_MEMORY;
    pthread_mutex_unlock(&space.lock);
    if (result == CUDA_SUCCESS)
        *address = base;
    else
        cpu_addresses_free(base, size);
    return result;
}

static CUresult free_addresses(uintptr_t address, size_t size)
{
    region *r = region_at(space.reservations, address);

    if (!r || r->base != address || r->size != size ||
        !region_is_free(space.mappings, address, size))
        return CUDA_ERROR_INVALID_VALUE;
    region_remove(&space.reservations, r);
    cpu_addresses_free(address, size);
    return CUDA_SUCCESS;
}

CUresult cuMemAddressFree(CUdeviceptr address, size_t size)
{
    CPU_ENTRY(cuMemAddressFree);
    CUresult result = cpu_check_initialized();

    if (result != CUDA_SUCCESS)
        return result;
    pthread_mutex_lock(&space.lock);
    result = free_addresses((uintptr_t)address, size);
    pthread_mutex_unlock(&space.lock);
    return result;
}

/* --- Mapping -------------------------------------------------------------------------------------
 */

static CUresult map(uintptr_t address, size_t size, cpu_physical *physical)
{
    region *r;

    if (!physical || size > physical->size || !region_holds(space.reservations, address, size) ||
        !region_is_free(space.mappings, address, size))
        return CUDA_ERROR_INVALID_VALUE;
    r = region_add(&space.mappings, address, size);
    if (!r)
        return CUDA_ERROR_OUT_OF_MEMORY;
    if (!cpu_addresses_map(address, size, physical->file)) {
        region_remove(&space.mappings, r);
        return CUDA_ERROR_OUT_OF_MEMORY;
    }
    r->physical = physical;
    cpu_physical_add_mapping(physical);
    return CUDA_SUCCESS;
}

/* CUDA requires offset 0 too. */
CUresult cuMemMap(CUdeviceptr address, size_t size, size_t offset,
                  CUmemGenericAllocationHandle handle, unsigned long long flags)
{
    CPU_ENTRY(cuMemMap);
    CUresult result = cpu_check_initialized();

    if (result != CUDA_SUCCESS)
        return result;
    if (size == 0 || !cpu_physical_is_granular(size) || !cpu_physical_is_granular(address) ||
        offset != 0 || flags != 0)
        return CUDA_ERROR_INVALID_VALUE;
    pthread_mutex_lock(&space.lock);
    result = map((uintptr_t)address, size, cpu_physical_of(handle));
    pthread_mutex_unlock(&space.lock);
    return result;
}

static void set_access(region *r, int access)
{
    cpu_allocation allocation = {.base = r->base, .size = r->size, .kind = CPU_MEMORY_MAPPED};

    if (r->access == CU_MEM_ACCESS_FLAGS_PROT_NONE && access != CU_MEM_ACCESS_FLAGS_PROT_NONE &&
        cpu_memory_register(&allocation) != CUDA_SUCCESS)
        return;
    if (access == CU_MEM_ACCESS_FLAGS_PROT_NONE)
        cpu_memory_forget(r->base, 1u << CPU_MEMORY_MAPPED, NULL);
    r->access = access;
}

static CUresult unmap(uintptr_t address, size_t size)
{
    if (!region_is_filled(space.mappings, address, size))
        return CUDA_ERROR_INVALID_VALUE;
    if (!cpu_addresses_unmap(address, size))
        return CUDA_ERROR_OUT_OF_MEMORY;
    for (uintptr_t at = address; at < address + size;) {
        region *r = region_at(space.mappings, at);

        at += r->size;
        set_access(r, CU_MEM_ACCESS_FLAGS_PROT_NONE);
        cpu_physical_remove_mapping(r->physical);
        region_remove(&space.mappings, r);
    }
    return CUDA_SUCCESS;
}

/* Waits first: submitted work may still use the memory. */
CUresult cuMemUnmap(CUdeviceptr address, size_t size)
{
    CPU_ENTRY(cuMemUnmap);
    CUresult result = cpu_check_initialized();

    if (result != CUDA_SUCCESS)
        return result;
    if (size == 0 || size > UINTPTR_MAX - address)
        return CUDA_ERROR_INVALID_VALUE;
    cpu_context_wait_for_all();
    pthread_mutex_lock(&space.lock);
    result = unmap((uintptr_t)address, size);
    pthread_mutex_unlock(&space.lock);
    return result;
}

/* --- Access --------------------------------------------------------------------------------------
 */

static bool is_access(const CUmemAccessDesc *asked)
{
    return asked->location.type == CU_MEM_LOCATION_TYPE_DEVICE && asked->location.id == 0 &&
           (asked->flags == CU_MEM_ACCESS_FLAGS_PROT_NONE ||
            asked->flags == CU_MEM_ACCESS_FLAGS_PROT_READ ||
            asked->flags == CU_MEM_ACCESS_FLAGS_PROT_READWRITE);
}

static CUresult set_access_of(uintptr_t address, size_t size, int access)
{
    if (!region_is_filled(space.mappings, address, size))
        return CUDA_ERROR_INVALID_VALUE;
    if (!cpu_addresses_protect(address, size, access))
        return CUDA_ERROR_OUT_OF_MEMORY;
    for (uintptr_t at = address; at < address + size;) {
        region *r = region_at(space.mappings, at);

        at += r->size;
        set_access(r, access);
        if (r->access != access)
            return CUDA_ERROR_OUT_OF_MEMORY;
    }
    return CUDA_SUCCESS;
}

CUresult cuMemSetAccess(CUdeviceptr address, size_t size, const CUmemAccessDesc *desc, size_t count)
{
    CPU_ENTRY(cuMemSetAccess);
    CUresult result = cpu_check_initialized();

    if (result != CUDA_SUCCESS)
        return result;
    if (size == 0 || size > UINTPTR_MAX - address || !desc || count == 0)
        return CUDA_ERROR_INVALID_VALUE;
    for (size_t i = 0; i < count; i++) {
        if (!is_access(&desc[i]))
            return CUDA_ERROR_INVALID_VALUE;
    }
    pthread_mutex_lock(&space.lock);
    result = set_access_of((uintptr_t)address, size, desc[count - 1].flags);
    pthread_mutex_unlock(&space.lock);
    return result;
}

CUresult cuMemGetAccess(unsigned long long *flags, const CUmemLocation *location,
                        CUdeviceptr address)
{
    CPU_ENTRY(cuMemGetAccess);
    CUresult result = cpu_check_initialized();
    const region *r;

    if (result != CUDA_SUCCESS)
        return result;
    if (!flags || !location || location->type != CU_MEM_LOCATION_TYPE_DEVICE || location->id != 0)
        return CUDA_ERROR_INVALID_VALUE;
    pthread_mutex_lock(&space.lock);
    r = region_at(space.mappings, (uintptr_t)address);
    if (r)
        *flags = (unsigned long long)r->access;
    pthread_mutex_unlock(&space.lock);
    return r ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

/* --- Handles that mappings share -----------------------------------------------------------------
 */

CUresult cuMemRelease(CUmemGenericAllocationHandle handle)
{
    CPU_ENTRY(cuMemRelease);
    CUresult result = cpu_check_initialized();
    cpu_physical *physical;

    if (result != CUDA_SUCCESS)
        return result;
    pthread_mutex_lock(&space.lock);
    physical = cpu_physical_of(handle);
    if (physical)
        cpu_physical_release(physical);
    pthread_mutex_unlock(&space.lock);
    return physical ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

CUresult cuMemRetainAllocationHandle(CUmemGenericAllocationHandle *handle, void *address)
{
    CPU_ENTRY(cuMemRetainAllocationHandle);
    CUresult result = cpu_check_initialized();
    const region *r;

    if (result != CUDA_SUCCESS)
        return result;
    if (!handle)
        return CUDA_ERROR_INVALID_VALUE;
    pthread_mutex_lock(&space.lock);
    r = region_at(space.mappings, (uintptr_t)address);
    if (!r)
        result = CUDA_ERROR_INVALID_VALUE;
    else if (!cpu_physical_hold(r->physical))
        result = CUDA_ERROR_OUT_OF_MEMORY;
    else
        *handle = (uintptr_t)r->physical;
    pthread_mutex_unlock(&space.lock);
    return result;
}

#include <custub/host_buffer.h>

#include "driver/driver.h"
#include "driver/result.h"
#include "memory/allocation.h"

void *custub_memory_create_pinned(uint64_t count, uint64_t element_size, custub_error *error)
{
    custub_status status = CUSTUB_OK;
    custubi_allocation of;
    void *host = NULL;
    int result;

    if (!custubi_allocation_begin(&of, "allocating pinned memory", count, element_size, error))
        return NULL;
    result = custubi_cu.host_allocate(&host, of.bytes, CUSTUBI_HOST_PORTABLE | CUSTUBI_HOST_MAPPED);
    if (result) {
        status = custubi_error_driver(error, "cuMemHostAlloc", result,
                                      "allocating %zu bytes of pinned memory", of.bytes);
        host = NULL;
    }
    custubi_allocation_end(&of, status, (uintptr_t)host, CUSTUBI_CALLER, error);
    return host;
}

custub_status custub_memory_destroy_pinned(void *host, custub_error *error)
{
    custubi_free of;

    if (!host || !custub_driver_name())
        return custubi_error_first(error, CUSTUB_OK);
    custubi_free_begin(&of, "freeing pinned memory", (uintptr_t)host, NULL);
    return custubi_free_end(&of, "cuMemFreeHost", custubi_cu.host_free(host), error);
}

void *custub_memory_create_managed(uint64_t count, uint64_t element_size, custub_error *error)
{
    custub_status status = CUSTUB_OK;
    CUdeviceptr ptr = 0;
    custubi_allocation of;
    int result;

    if (!custubi_allocation_begin(&of, "allocating managed memory", count, element_size, error))
        return NULL;
    result = custubi_cu.memory_allocate_managed(&ptr, of.bytes, CUSTUBI_MANAGED_GLOBAL);
    if (result)
        status = custubi_error_driver(error, "cuMemAllocManaged", result,
                                      "allocating %zu bytes of managed memory", of.bytes);
    ptr = custubi_allocation_end(&of, status, result ? 0 : ptr, CUSTUBI_CALLER, error);
    return (void *)(uintptr_t)ptr;
}

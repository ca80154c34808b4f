#include <custub/host_buffer.h>

#include "driver/driver.h"
#include "driver/result.h"
#include "memory/allocation.h"

void *custub_memory_create_pinned(uint64_t count, uint64_t element_size, custub_error *error)
{
    void *host = NULL;
    size_t bytes;
    int result;

    if (custubi_allocation_begin(count, element_size, &bytes, error) || !bytes)
        return NULL;
    result = custubi_cu.host_allocate(&host, bytes, CUSTUBI_HOST_PORTABLE | CUSTUBI_HOST_MAPPED);
    if (!result) {
        custubi_allocation_note((uintptr_t)host, bytes, CUSTUBI_CALLER);
        return host;
    }
    custubi_error_driver(error, "cuMemHostAlloc", result, "allocating %zu bytes of pinned memory",
                         bytes);
    return NULL;
}

custub_status custub_memory_destroy_pinned(void *host, custub_error *error)
{
    custub_status status = CUSTUB_OK;

    if (host && custub_driver_name()) {
        custubi_allocation_forget((uintptr_t)host);
        status = custubi_allocation_end("cuMemFreeHost", custubi_cu.host_free(host),
                                        (uintptr_t)host, custubi_error_unless_failed(error));
    }
    return custubi_error_first(error, status);
}

void *custub_memory_create_managed(uint64_t count, uint64_t element_size, custub_error *error)
{
    CUdeviceptr ptr = 0;
    size_t bytes;
    int result;

    if (custubi_allocation_begin(count, element_size, &bytes, error) || !bytes)
        return NULL;
    result = custubi_cu.memory_allocate_managed(&ptr, bytes, CUSTUBI_MANAGED_GLOBAL);
    if (!result) {
        custubi_allocation_note(ptr, bytes, CUSTUBI_CALLER);
        return (void *)(uintptr_t)ptr;
    }
    custubi_error_driver(error, "cuMemAllocManaged", result,
                         "allocating %zu bytes of managed memory", bytes);
    return NULL;
}

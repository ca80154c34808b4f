#include <custub/buffer.h>

#include "driver/driver.h"
#include "driver/result.h"
#include "memory/allocation.h"

static CUdeviceptr allocate(uint64_t count, uint64_t element_size, const void *caller,
                            custub_error *error)
{
    custub_status status = CUSTUB_OK;
    CUdeviceptr ptr = 0;
    custubi_allocation of;
    int result;

    if (!custubi_allocation_begin(&of, "allocating a buffer", count, element_size, error))
        return 0;
    result = custubi_cu.memory_allocate(&ptr, of.bytes);
    if (result)
        status =
            custubi_error_driver(error, "cuMemAlloc", result, "allocating %zu bytes", of.bytes);
    return custubi_allocation_end(&of, status, result ? 0 : ptr, caller, error);
}

CUdeviceptr custub_memory_create(uint64_t count, uint64_t element_size, custub_error *error)
{
    return allocate(count, element_size, CUSTUBI_CALLER, error);
}

/* Returns the address; if `status` is a failure, frees it and returns 0. */
static CUdeviceptr keep(CUdeviceptr ptr, custub_status status)
{
    if (!status)
        return ptr;
    custub_memory_destroy(ptr, NULL);
    return 0;
}

CUdeviceptr custub_memory_create_filled(uint64_t count, uint64_t element_size, const void *value,
                                        CUstream stream, custub_error *error)
{
    CUdeviceptr ptr = allocate(count, element_size, CUSTUBI_CALLER, error);
    custub_memory memory = custub_memory_of(ptr, count, element_size);

    if (!ptr)
        return 0;
    return keep(ptr, value ? custub_memory_fill(memory, value, stream, error)
                           : custub_memory_zero(memory, stream, error));
}

CUdeviceptr custub_memory_create_uploaded(const void *source, uint64_t count, uint64_t element_size,
                                          CUstream stream, custub_error *error)
{
    CUdeviceptr ptr = allocate(count, element_size, CUSTUBI_CALLER, error);
    custub_memory memory = custub_memory_of(ptr, count, element_size);

    if (!ptr)
        return 0;
    return keep(ptr, custub_memory_upload(memory, source, count, stream, error));
}

/* Memory that is allocated in a capture belongs to the graph, and exists while the graph runs. */
static bool is_capturing(CUstream stream)
{
    int capture = CUSTUBI_CAPTURE_STATUS_NONE;

    return custubi_cu.stream_is_capturing(stream, &capture) ||
           capture != CUSTUBI_CAPTURE_STATUS_NONE;
}

CUdeviceptr custub_memory_create_async(uint64_t count, uint64_t element_size, CUmemoryPool pool,
                                       CUstream stream, custub_error *error)
{
    custub_status status = CUSTUB_OK;
    CUdeviceptr ptr = 0;
    custubi_allocation of;
    int result;

    if (!custubi_allocation_begin(&of, "allocating from a pool", count, element_size, error))
        return 0;
    result = pool ? custubi_cu.memory_allocate_from_pool(&ptr, of.bytes, pool, stream)
                  : custubi_cu.memory_allocate_async(&ptr, of.bytes, stream);
    if (result)
        status = custubi_error_driver(error, pool ? "cuMemAllocFromPoolAsync" : "cuMemAllocAsync",
                                      result, "allocating %zu bytes from a pool", of.bytes);
    else
        of.is_graphs = is_capturing(stream);
    of.activity.seen.stream = stream;
    return custubi_allocation_end(&of, status, result ? 0 : ptr, CUSTUBI_CALLER, error);
}

custub_status custub_memory_destroy(CUdeviceptr ptr, custub_error *error)
{
    custubi_free of;

    if (!ptr || !custub_driver_name())
        return custubi_error_first(error, CUSTUB_OK);
    custubi_free_begin(&of, "freeing a buffer", ptr, NULL);
    return custubi_free_end(&of, "cuMemFree", custubi_cu.memory_free(ptr), error);
}

custub_status custub_memory_destroy_async(CUdeviceptr ptr, CUstream stream, custub_error *error)
{
    custubi_free of;

    if (!ptr || !custub_driver_name())
        return custubi_error_first(error, CUSTUB_OK);
    custubi_free_begin(&of, "freeing a buffer in a stream", ptr, stream);
    return custubi_free_end(&of, "cuMemFreeAsync", custubi_cu.memory_free_async(ptr, stream),
                            error);
}

static custub_status fail_slice(uint64_t view_count, uint64_t first, uint64_t count,
                                custub_error *error)
{
    custubi_error_set(error, CUSTUB_ERROR_OUT_OF_RANGE,
                      "a slice of %llu elements from element %llu on: the view has %llu elements",
                      (unsigned long long)count, (unsigned long long)first,
                      (unsigned long long)view_count);
    if (error) {
        error->needed = count;
        error->found = first > view_count ? 0 : view_count - first;
    }
    return CUSTUB_ERROR_OUT_OF_RANGE;
}

custub_status custub_slice_check(uint64_t view_count, uint64_t element_size, uint64_t first,
                                 uint64_t count, custub_error *error)
{
    if (custub_failed(error))
        return error->status;
    if (view_count != CUSTUB_COUNT_UNKNOWN && (first > view_count || count > view_count - first))
        return fail_slice(view_count, first, count, error);
    if (element_size && first > SIZE_MAX / element_size)
        return custubi_error_set(error, CUSTUB_ERROR_OUT_OF_RANGE,
                                 "a slice from element %llu on, of %llu bytes each: there is no "
                                 "such address",
                                 (unsigned long long)first, (unsigned long long)element_size);
    return CUSTUB_OK;
}

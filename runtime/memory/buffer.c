#include <custub/buffer.h>

#include "driver/driver.h"
#include "driver/owned.h"
#include "driver/result.h"

static bool multiply(uint64_t a, uint64_t b, uint64_t *out)
{
    if (b && a > SIZE_MAX / b)
        return false;
    *out = a * b;
    return true;
}

CUdeviceptr custub_memory_create(uint64_t count, uint64_t element_size, custub_error *error)
{
    CUdeviceptr ptr = 0;
    uint64_t bytes;
    int result;

    if (custub_driver_open(CUSTUB_DRIVER_DEFAULT, error))
        return 0;
    if (!element_size || !multiply(count, element_size, &bytes)) {
        custubi_error_set(error, CUSTUB_ERROR_INVALID_ARGUMENT,
                          "a buffer cannot have %llu elements of %llu bytes",
                          (unsigned long long)count, (unsigned long long)element_size);
        return 0;
    }
    if (!bytes)
        return 0;
    result = custubi_cu.memory_allocate(&ptr, (size_t)bytes);
    if (!result) {
        custubi_owned_add(ptr, bytes, custubi_owned_context());
        return ptr;
    }
    custubi_error_driver(error, "cuMemAlloc", result, "allocating %llu bytes",
                         (unsigned long long)bytes);
    return 0;
}

CUdeviceptr custub_memory_create_filled(uint64_t count, uint64_t element_size, const void *value,
                                        CUstream stream, custub_error *error)
{
    CUdeviceptr ptr = custub_memory_create(count, element_size, error);
    custub_memory memory = custub_memory_of(ptr, count, element_size);
    custub_status status;

    if (!ptr)
        return 0;
    status = value ? custub_memory_fill(memory, value, stream, error)
                   : custub_memory_zero(memory, stream, error);
    if (!status)
        return ptr;
    custub_memory_destroy(ptr, NULL);
    return 0;
}

custub_status custub_memory_destroy(CUdeviceptr ptr, custub_error *error)
{
    custub_status status = CUSTUB_OK;
    int result;

    if (ptr && custub_driver_name()) {
        custubi_owned_remove(ptr);
        result = custubi_cu.memory_free(ptr);
        if (result && result != CUSTUBI_DEINITIALIZED)
            status = custubi_error_driver(custubi_error_unless_failed(error), "cuMemFree", result,
                                          "freeing a buffer");
    }
    return custubi_error_first(error, status);
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
    uint64_t offset;

    if (custub_failed(error))
        return error->status;
    if (view_count != CUSTUB_COUNT_UNKNOWN && (first > view_count || count > view_count - first))
        return fail_slice(view_count, first, count, error);
    if (!multiply(first, element_size, &offset))
        return custubi_error_set(error, CUSTUB_ERROR_OUT_OF_RANGE,
                                 "a slice from element %llu on, of %llu bytes each: there is no "
                                 "such address",
                                 (unsigned long long)first, (unsigned long long)element_size);
    return CUSTUB_OK;
}

#include <custub/buffer.h>

#include "driver/driver.h"
#include "driver/result.h"
#include "memory/extent.h"

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
    if (!result)
        return ptr;
    custubi_error_driver(error, "cuMemAlloc", result, "allocating %llu bytes",
                         (unsigned long long)bytes);
    return 0;
}

custub_status custub_memory_destroy(CUdeviceptr ptr, custub_error *error)
{
    custub_status status = CUSTUB_OK;
    int result;

    if (ptr && custub_driver_name()) {
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

/* A copy or a fill. */
typedef struct transfer {
    const char *doing;
    custub_memory memory;
    uint64_t count; /* elements */
    size_t bytes;
} transfer;

/* "4000 elements of 4 bytes (16000 bytes)" */
static void phrase_count(custub_error *error, uint64_t count, uint64_t size)
{
    uint64_t bytes;

    custubi_error_append(error, "%llu elements of %llu bytes", (unsigned long long)count,
                         (unsigned long long)size);
    if (multiply(count, size, &bytes))
        custubi_error_append(error, " (%llu bytes)", (unsigned long long)bytes);
}

/* Names the likeliest mistake. */
static void phrase_unit(const transfer *of, custub_error *error)
{
    if (of->memory.element_size > 1)
        custubi_error_append(error, "; counts are in elements, not in bytes");
}

static custub_status fail_range(const transfer *of, custub_error *error)
{
    custubi_error_set(error, CUSTUB_ERROR_OUT_OF_RANGE, "%s: ", of->doing);
    phrase_count(error, of->count, of->memory.element_size);
    custubi_error_append(error, ", the view has ");
    phrase_count(error, of->memory.count, of->memory.element_size);
    phrase_unit(of, error);
    if (error) {
        error->needed = of->count;
        error->found = of->memory.count;
    }
    return CUSTUB_ERROR_OUT_OF_RANGE;
}

/* `host` is not looked at if there is nothing to copy. */
static custub_status begin(transfer *out, const char *doing, custub_memory memory, uint64_t count,
                           const void *host, custub_error *error)
{
    uint64_t bytes = 0;

    if (custub_failed(error))
        return error->status;
    out->doing = doing;
    out->memory = memory;
    out->count = count;
    if (count > memory.count)
        return fail_range(out, error);
    if (count == CUSTUB_COUNT_UNKNOWN)
        return custubi_error_set(error, CUSTUB_ERROR_INVALID_ARGUMENT,
                                 "%s: the number of elements is not given", doing);
    if (!multiply(count, memory.element_size, &bytes))
        return custubi_error_set(error, CUSTUB_ERROR_INVALID_ARGUMENT,
                                 "%s: %llu elements of %llu bytes are more than memory can be",
                                 doing, (unsigned long long)count,
                                 (unsigned long long)memory.element_size);
    if (count && !host)
        return custubi_error_set(error, CUSTUB_ERROR_INVALID_ARGUMENT,
                                 "%s: the host's memory is null", doing);
    out->bytes = (size_t)bytes;
    return custub_driver_open(CUSTUB_DRIVER_DEFAULT, error);
}

/* The driver says only "invalid argument" if memory is too short. This adds which memory is too
 * short, and how long it is. */
static custub_status fail_transfer(const transfer *of, const char *call, int result,
                                   const void *host, custub_error *error)
{
    uint64_t device_bytes = 0;
    uint64_t host_bytes = 0;
    bool is_short = result == CUSTUBI_INVALID_VALUE &&
                    !custubi_extent(of->memory.ptr, of->bytes, &device_bytes) &&
                    device_bytes < of->bytes;
    bool is_host_short = result == CUSTUBI_INVALID_VALUE && !is_short && host &&
                         !custubi_extent((uintptr_t)host, of->bytes, &host_bytes) &&
                         host_bytes < of->bytes;

    if (!is_short && !is_host_short)
        return custubi_error_driver(error, call, result, "%s, %zu bytes", of->doing, of->bytes);
    custubi_error_set(error, CUSTUB_ERROR_OUT_OF_RANGE, "%s: ", of->doing);
    phrase_count(error, of->count, of->memory.element_size);
    custubi_error_append(error, ", the %s memory at this address has %llu bytes",
                         is_short ? "device" : "pinned host",
                         (unsigned long long)(is_short ? device_bytes : host_bytes));
    phrase_unit(of, error);
    custubi_error_append(error, "; ");
    custubi_error_append_result(error, call, result);
    if (error) {
        error->needed = of->bytes;
        error->found = is_short ? device_bytes : host_bytes;
    }
    return CUSTUB_ERROR_OUT_OF_RANGE;
}

static custub_status wait_for(CUstream stream, const char *doing, custub_error *error)
{
    int result = custubi_cu.stream_synchronize(stream);

    if (result)
        return custubi_error_driver(error, "cuStreamSynchronize", result, "%s", doing);
    return CUSTUB_OK;
}

custub_status custub_memory_upload(custub_memory target, const void *source, uint64_t count,
                                   CUstream stream, custub_error *error)
{
    transfer copy;
    custub_status status = begin(&copy, "uploading to a buffer", target, count, source, error);
    int result;

    if (status || !copy.bytes)
        return status;
    result = custubi_cu.copy_to_device(target.ptr, source, copy.bytes, stream);
    return result ? fail_transfer(&copy, "cuMemcpyHtoDAsync", result, source, error)
                  : wait_for(stream, copy.doing, error);
}

custub_status custub_memory_download(custub_memory source, void *target, uint64_t count,
                                     CUstream stream, custub_error *error)
{
    transfer copy;
    custub_status status = begin(&copy, "downloading from a buffer", source, count, target, error);
    int result;

    if (status || !copy.bytes)
        return status;
    result = custubi_cu.copy_to_host(target, source.ptr, copy.bytes, stream);
    return result ? fail_transfer(&copy, "cuMemcpyDtoHAsync", result, target, error)
                  : wait_for(stream, copy.doing, error);
}

custub_status custub_memory_fill_bytes(custub_memory target, unsigned char value, CUstream stream,
                                       custub_error *error)
{
    transfer fill;
    custub_status status = begin(&fill, "filling a buffer", target, target.count, &target, error);
    int result;

    if (status || !fill.bytes)
        return status;
    result = custubi_cu.fill_bytes(target.ptr, value, fill.bytes, stream);
    return result ? fail_transfer(&fill, "cuMemsetD8Async", result, NULL, error) : CUSTUB_OK;
}

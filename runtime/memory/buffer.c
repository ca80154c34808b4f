#include <string.h>

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

custub_status custub_buffer_create(custub_buffer *out, uint64_t count, uint64_t element_size,
                                   custub_error *error)
{
    custub_status status;
    uint64_t bytes;
    int result;

    if (!out)
        return custubi_error_set(error, CUSTUB_ERROR_INVALID_ARGUMENT,
                                 "creating a buffer: a null argument");
    memset(out, 0, sizeof(*out));
    if (!element_size || !multiply(count, element_size, &bytes))
        return custubi_error_set(error, CUSTUB_ERROR_INVALID_ARGUMENT,
                                 "a buffer cannot have %llu elements of %llu bytes",
                                 (unsigned long long)count, (unsigned long long)element_size);
    status = custub_driver_open(CUSTUB_DRIVER_DEFAULT, error);
    if (status)
        return status;
    if (bytes) {
        result = custubi_cu.memory_allocate(&out->ptr, (size_t)bytes);
        if (result) {
            memset(out, 0, sizeof(*out));
            return custubi_error_driver(error, "cuMemAlloc", result, "allocating %llu bytes",
                                        (unsigned long long)bytes);
        }
    }
    out->count = count;
    out->element_size = element_size;
    return CUSTUB_OK;
}

void custub_buffer_destroy(custub_buffer *buffer)
{
    if (!buffer)
        return;
    if (buffer->ptr && custub_driver_name())
        custubi_cu.memory_free(buffer->ptr);
    memset(buffer, 0, sizeof(*buffer));
}

/* A copy or a fill of a range of elements. */
typedef struct transfer {
    const char *doing;
    const custub_buffer *buffer;
    uint64_t count;      /* elements */
    CUdeviceptr address; /* of the first */
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
static void phrase_unit(custub_error *error, const custub_buffer *buffer)
{
    if (buffer->element_size > 1)
        custubi_error_append(error, "; counts are in elements, not in bytes");
}

static custub_status fail_range(const custub_buffer *buffer, uint64_t first, uint64_t count,
                                const char *doing, custub_error *error)
{
    custubi_error_set(error, CUSTUB_ERROR_OUT_OF_RANGE, "%s: ", doing);
    phrase_count(error, count, buffer->element_size);
    custubi_error_append(error, " from element %llu on, the buffer has ",
                         (unsigned long long)first);
    phrase_count(error, buffer->count, buffer->element_size);
    phrase_unit(error, buffer);
    if (error) {
        error->needed = count;
        error->found = first > buffer->count ? 0 : buffer->count - first;
    }
    return CUSTUB_ERROR_OUT_OF_RANGE;
}

/* Finds the address and the bytes of `count` elements, starting at `first`. */
static custub_status locate(transfer *out, const custub_buffer *buffer, uint64_t first,
                            uint64_t count, const char *doing, custub_error *error)
{
    uint64_t total;

    memset(out, 0, sizeof(*out));
    if (!buffer || !multiply(buffer->count, buffer->element_size, &total))
        return custubi_error_set(error, CUSTUB_ERROR_INVALID_ARGUMENT, "%s: %s", doing,
                                 buffer ? "the buffer is larger than memory can be"
                                        : "the buffer is null");
    if (first > buffer->count || count > buffer->count - first)
        return fail_range(buffer, first, count, doing, error);
    out->doing = doing;
    out->buffer = buffer;
    out->count = count;
    out->address = buffer->ptr + first * buffer->element_size;
    out->bytes = (size_t)(count * buffer->element_size);
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
                    !custubi_extent(of->address, of->bytes, &device_bytes) &&
                    device_bytes < of->bytes;
    bool is_host_short = result == CUSTUBI_INVALID_VALUE && !is_short && host &&
                         !custubi_extent((uintptr_t)host, of->bytes, &host_bytes) &&
                         host_bytes < of->bytes;

    if (!is_short && !is_host_short)
        return custubi_error_driver(error, call, result, "%s, %zu bytes", of->doing, of->bytes);
    custubi_error_set(error, CUSTUB_ERROR_OUT_OF_RANGE, "%s: ", of->doing);
    phrase_count(error, of->count, of->buffer->element_size);
    custubi_error_append(error, ", the %s memory at this address has %llu bytes",
                         is_short ? "device" : "pinned host",
                         (unsigned long long)(is_short ? device_bytes : host_bytes));
    phrase_unit(error, of->buffer);
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

custub_status custub_buffer_upload(const custub_buffer *buffer, uint64_t first, uint64_t count,
                                   const void *source, CUstream stream, custub_error *error)
{
    transfer copy;
    custub_status status = locate(&copy, buffer, first, count, "uploading to a buffer", error);
    int result;

    if (status || !copy.bytes)
        return status;
    if (!source)
        return custubi_error_set(error, CUSTUB_ERROR_INVALID_ARGUMENT, "%s: the source is null",
                                 copy.doing);
    result = custubi_cu.copy_to_device(copy.address, source, copy.bytes, stream);
    return result ? fail_transfer(&copy, "cuMemcpyHtoDAsync", result, source, error)
                  : wait_for(stream, copy.doing, error);
}

custub_status custub_buffer_download(const custub_buffer *buffer, uint64_t first, uint64_t count,
                                     void *target, CUstream stream, custub_error *error)
{
    transfer copy;
    custub_status status = locate(&copy, buffer, first, count, "downloading from a buffer", error);
    int result;

    if (status || !copy.bytes)
        return status;
    if (!target)
        return custubi_error_set(error, CUSTUB_ERROR_INVALID_ARGUMENT, "%s: the target is null",
                                 copy.doing);
    result = custubi_cu.copy_to_host(target, copy.address, copy.bytes, stream);
    return result ? fail_transfer(&copy, "cuMemcpyDtoHAsync", result, target, error)
                  : wait_for(stream, copy.doing, error);
}

custub_status custub_buffer_fill_bytes(const custub_buffer *buffer, unsigned char value,
                                       CUstream stream, custub_error *error)
{
    transfer fill;
    custub_status status =
        locate(&fill, buffer, 0, buffer ? buffer->count : 0, "filling a buffer", error);
    int result;

    if (status || !fill.bytes)
        return status;
    result = custubi_cu.fill_bytes(fill.address, value, fill.bytes, stream);
    return result ? fail_transfer(&fill, "cuMemsetD8Async", result, NULL, error) : CUSTUB_OK;
}

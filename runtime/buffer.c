#include <string.h>

#include "driver.h"
#include "error.h"

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
                                 "a buffer of %llu elements of %llu bytes cannot be",
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

/* The address and the bytes of a range of elements. */
static custub_status locate(const custub_buffer *buffer, uint64_t first, uint64_t count,
                            const char *doing, CUdeviceptr *address, size_t *bytes,
                            custub_error *error)
{
    uint64_t total;

    if (!buffer || !multiply(buffer->count, buffer->element_size, &total))
        return custubi_error_set(error, CUSTUB_ERROR_INVALID_ARGUMENT, "%s: %s", doing,
                                 buffer ? "the buffer is larger than memory can be"
                                        : "the buffer is null");
    if (first > buffer->count || count > buffer->count - first) {
        custubi_error_set(error, CUSTUB_ERROR_OUT_OF_RANGE,
                          "%s: %llu elements from element %llu on, the buffer has %llu", doing,
                          (unsigned long long)count, (unsigned long long)first,
                          (unsigned long long)buffer->count);
        if (error) {
            error->needed = count;
            error->found = first > buffer->count ? 0 : buffer->count - first;
        }
        return CUSTUB_ERROR_OUT_OF_RANGE;
    }
    *address = buffer->ptr + first * buffer->element_size;
    *bytes = (size_t)(count * buffer->element_size);
    return custub_driver_open(CUSTUB_DRIVER_DEFAULT, error);
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
    const char *doing = "uploading to a buffer";
    CUdeviceptr address = 0;
    size_t bytes = 0;
    custub_status status = locate(buffer, first, count, doing, &address, &bytes, error);
    int result;

    if (status || !bytes)
        return status;
    if (!source)
        return custubi_error_set(error, CUSTUB_ERROR_INVALID_ARGUMENT, "%s: the source is null",
                                 doing);
    result = custubi_cu.copy_to_device(address, source, bytes, stream);
    if (result)
        return custubi_error_driver(error, "cuMemcpyHtoDAsync", result, "%s, %zu bytes", doing,
                                    bytes);
    return wait_for(stream, doing, error);
}

custub_status custub_buffer_download(const custub_buffer *buffer, uint64_t first, uint64_t count,
                                     void *target, CUstream stream, custub_error *error)
{
    const char *doing = "downloading from a buffer";
    CUdeviceptr address = 0;
    size_t bytes = 0;
    custub_status status = locate(buffer, first, count, doing, &address, &bytes, error);
    int result;

    if (status || !bytes)
        return status;
    if (!target)
        return custubi_error_set(error, CUSTUB_ERROR_INVALID_ARGUMENT, "%s: the target is null",
                                 doing);
    result = custubi_cu.copy_to_host(target, address, bytes, stream);
    if (result)
        return custubi_error_driver(error, "cuMemcpyDtoHAsync", result, "%s, %zu bytes", doing,
                                    bytes);
    return wait_for(stream, doing, error);
}

custub_status custub_buffer_fill_bytes(const custub_buffer *buffer, unsigned char value,
                                       CUstream stream, custub_error *error)
{
    const char *doing = "filling a buffer";
    CUdeviceptr address = 0;
    size_t bytes = 0;
    custub_status status =
        locate(buffer, 0, buffer ? buffer->count : 0, doing, &address, &bytes, error);
    int result;

    if (status || !bytes)
        return status;
    result = custubi_cu.fill_bytes(address, value, bytes, stream);
    if (result)
        return custubi_error_driver(error, "cuMemsetD8Async", result, "%s, %zu bytes", doing,
                                    bytes);
    return CUSTUB_OK;
}

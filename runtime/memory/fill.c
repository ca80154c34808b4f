#include <custub/buffer.h>

#include <string.h>

#include "driver/driver.h"
#include "driver/result.h"
#include "memory/transfer.h"
#include "observe/activity.h"

/* A fill under way. No driver call may keep the value's host address: a captured stream runs when
 * the value is long gone. */
typedef struct filling {
    CUdeviceptr ptr;
    const unsigned char *value;
    uint64_t size; /* of the value, in bytes */
    CUstream stream;
    const char *call; /* the last driver call, for messages */
} filling;

/* True if the value is a repetition of its first `width` bytes. */
static bool repeats(const filling *of, unsigned int width)
{
    return of->size % width == 0 && !memcmp(of->value, of->value + width, of->size - width);
}

/* Sets `count` units, each of 1, 2 or 4 bytes, to that at `offset` in the value. */
static int set_units(filling *of, uint64_t offset, unsigned int width, size_t count)
{
    CUdeviceptr at = of->ptr + offset;
    unsigned short two;
    unsigned int four;

    if (width == 1) {
        of->call = "cuMemsetD8Async";
        return custubi_cu.fill_bytes(at, of->value[offset], count, of->stream);
    }
    if (width == 2) {
        of->call = "cuMemsetD16Async";
        memcpy(&two, of->value + offset, sizeof(two));
        return custubi_cu.fill_16_bits(at, two, count, of->stream);
    }
    of->call = "cuMemsetD32Async";
    memcpy(&four, of->value + offset, sizeof(four));
    return custubi_cu.fill_32_bits(at, four, count, of->stream);
}

/* The widest unit that is aligned at an offset of the value, and ends inside it. */
static unsigned int width_at(const filling *of, uint64_t offset)
{
    unsigned int width = 4;

    while ((of->ptr + offset) % width || offset + width > of->size)
        width /= 2;
    return width;
}

/* Writes the first element, one call for each run of equal units. */
static int set_first(filling *of)
{
    uint64_t offset = 0;
    int result = 0;

    while (!result && offset < of->size) {
        unsigned int width = width_at(of, offset);
        uint64_t end = offset + width;
        while (end + width <= of->size && !memcmp(of->value + offset, of->value + end, width))
            end += width;
        result = set_units(of, offset, width, (size_t)((end - offset) / width));
        offset = end;
    }
    return result;
}

/* Doubles what is written until all `bytes` are. */
static int double_first(filling *of, size_t bytes)
{
    size_t written = (size_t)of->size;
    int result = 0;

    of->call = "cuMemcpyDtoDAsync";
    while (!result && written < bytes) {
        size_t part = written < bytes - written ? written : bytes - written;
        result = custubi_cu.copy_on_device(of->ptr + written, of->ptr, part, of->stream);
        written += part;
    }
    return result;
}

static int fill(filling *of, size_t bytes)
{
    int result;

    for (unsigned int width = 1; width <= 4; width *= 2)
        if (of->ptr % width == 0 && repeats(of, width))
            return set_units(of, 0, width, bytes / width);
    result = set_first(of);
    return result ? result : double_first(of, bytes);
}

static custub_status submit(custubi_transfer *transfer, custub_memory target, filling *request,
                            custub_error *error)
{
    custubi_end end = {"", target.ptr, true, 0};
    custub_status status =
        custubi_transfer_begin(transfer, "filling a buffer", "view", target, target.count, error);
    int result;

    if (status || !transfer->bytes)
        return status;
    if (!request->value)
        return custubi_error_set(error, CUSTUB_ERROR_INVALID_ARGUMENT, "%s: the value is null",
                                 transfer->doing);
    end.bytes = transfer->bytes;
    status = custubi_transfer_look_up(transfer, &end, request->stream, error);
    if (status)
        return status;
    result = fill(request, transfer->bytes);
    return result ? custubi_transfer_fail(transfer, request->call, result, &end, 1, request->stream,
                                          error)
                  : CUSTUB_OK;
}

static custub_status fill_with(custub_memory target, const void *value, uint64_t size,
                               CUstream stream, custub_error *error)
{
    filling request = {target.ptr, (const unsigned char *)value, size, stream, ""};
    custubi_activity activity;
    custubi_transfer transfer;
    custub_status status;

    custubi_activity_begin(&activity, CUSTUB_ACTIVITY_FILL, "filling a buffer", error);
    status = submit(&transfer, target, &request, error);
    custubi_activity_move(&activity, target.ptr, 0, transfer.bytes, stream);
    return custubi_activity_end(&activity, status, error);
}

custub_status custub_memory_fill(custub_memory target, const void *value, CUstream stream,
                                 custub_error *error)
{
    return fill_with(target, value, target.element_size, stream, error);
}

custub_status custub_memory_zero(custub_memory target, CUstream stream, custub_error *error)
{
    static const unsigned char zero;

    return fill_with(target, &zero, 1, stream, error);
}

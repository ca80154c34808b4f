#include "memory/transfer.h"

#include "bounds/wait.h"
#include "driver/driver.h"
#include "driver/result.h"
#include "memory/extent.h"
#include "platform/level.h"

/* "4000 elements of 4 bytes (16000 bytes)", "4000 bytes" */
static void phrase_count(custub_error *error, uint64_t count, uint64_t size)
{
    if (size == 1) {
        custubi_error_append(error, "%llu bytes", (unsigned long long)count);
        return;
    }
    custubi_error_append(error, "%llu elements of %llu bytes", (unsigned long long)count,
                         (unsigned long long)size);
    if (!size || count <= UINT64_MAX / size)
        custubi_error_append(error, " (%llu bytes)", (unsigned long long)(count * size));
}

/* Names the likeliest mistake. */
static void phrase_unit(const custubi_transfer *of, custub_error *error)
{
    if (of->element_size > 1)
        custubi_error_append(error, "; counts are in elements, not in bytes");
}

/* The two ends of a box have different sizes, counted in bytes. */
static custubi_transfer at_end(const custubi_transfer *of, const custubi_end *end)
{
    custubi_transfer part = *of;

    if (of->element_size == 1)
        part.count = end->bytes;
    return part;
}

void custubi_transfer_refuse(const custubi_transfer *of, custub_status status, custub_error *error)
{
    custubi_error_set(error, status, "%s: ", of->doing);
    phrase_count(error, of->count, of->element_size);
}

static void note_sizes(custub_error *error, uint64_t needed, uint64_t found)
{
    if (error) {
        error->needed = needed;
        error->found = found;
    }
}

custub_status custubi_transfer_fits(const custubi_transfer *of, const char *name,
                                    custub_memory memory, custub_error *error)
{
    if (of->count > memory.count) {
        custubi_transfer_refuse(of, CUSTUB_ERROR_OUT_OF_RANGE, error);
        custubi_error_append(error, ", the %s has ", name);
        phrase_count(error, memory.count, memory.element_size);
        phrase_unit(of, error);
        note_sizes(error, of->count, memory.count);
        return CUSTUB_ERROR_OUT_OF_RANGE;
    }
    if (of->count && !memory.ptr) {
        custubi_transfer_refuse(of, CUSTUB_ERROR_NULL_POINTER, error);
        custubi_error_append(error, ", the %s is null", name);
        return CUSTUB_ERROR_NULL_POINTER;
    }
    return CUSTUB_OK;
}

custub_status custubi_transfer_begin(custubi_transfer *out, const char *doing, const char *name,
                                     custub_memory memory, uint64_t count, custub_error *error)
{
    custub_status status;

    out->bytes = 0;
    if (custub_failed(error))
        return error->status;
    out->doing = doing;
    out->count = count;
    out->element_size = memory.element_size;
    status = custubi_transfer_fits(out, name, memory, error);
    if (status)
        return status;
    if (count == CUSTUB_COUNT_UNKNOWN)
        return custubi_error_set(error, CUSTUB_ERROR_INVALID_ARGUMENT,
                                 "%s: the number of elements is not given", doing);
    if (count && !memory.element_size)
        return custubi_error_set(error, CUSTUB_ERROR_INVALID_ARGUMENT,
                                 "%s: the %s has elements of 0 bytes; its element_size is not set",
                                 doing, name);
    if (count && count > SIZE_MAX / memory.element_size)
        return custubi_error_set(error, CUSTUB_ERROR_INVALID_ARGUMENT,
                                 "%s: %llu elements of %llu bytes are more than memory can be",
                                 doing, (unsigned long long)count,
                                 (unsigned long long)memory.element_size);
    out->bytes = (size_t)(count * memory.element_size);
    return custub_driver_open(CUSTUB_DRIVER_DEFAULT, error);
}

static custub_status fail_unknown(const custubi_transfer *of, const custubi_end *end,
                                  custub_error *error)
{
    const custubi_transfer part = at_end(of, end);

    custubi_transfer_refuse(&part, CUSTUB_ERROR_UNKNOWN_ADDRESS, error);
    custubi_error_append(error, ", the %saddress 0x%llx is not device memory (was it freed?)",
                         end->whose, (unsigned long long)end->address);
    note_sizes(error, end->bytes, 0);
    return CUSTUB_ERROR_UNKNOWN_ADDRESS;
}

static custub_status fail_short(const custubi_transfer *of, const custubi_end *end, uint64_t found,
                                custub_error *error)
{
    const custubi_transfer part = at_end(of, end);

    custubi_transfer_refuse(&part, CUSTUB_ERROR_OUT_OF_RANGE, error);
    custubi_error_append(error, ", the %s%s memory at this address has %llu bytes", end->whose,
                         end->is_device ? "device" : "pinned host", (unsigned long long)found);
    phrase_unit(of, error);
    note_sizes(error, end->bytes, found);
    return CUSTUB_ERROR_OUT_OF_RANGE;
}

/* True if the device may use memory that the driver does not know, so that an unknown address
 * proves nothing. lookup.c does the same for launches. */
static bool may_be_unknown(CUdeviceptr address, CUstream stream)
{
    int capture = CUSTUBI_CAPTURE_STATUS_NONE;
    int pageable = 0;
    int device = 0;
    int type = 0;

    return custubi_cu.context_get_device(&device) ||
           custubi_cu.device_get_attribute(&pageable, CUSTUBI_DEVICE_PAGEABLE_MEMORY_ACCESS,
                                           device) ||
           pageable || custubi_cu.stream_is_capturing(stream, &capture) ||
           capture != CUSTUBI_CAPTURE_STATUS_NONE ||
           !custubi_cu.pointer_get_attribute(&type, CUSTUBI_POINTER_MEMORY_TYPE, address);
}

custub_status custubi_transfer_look_up(const custubi_transfer *of, const custubi_end *end,
                                       CUstream stream, custub_error *error)
{
    uint64_t found = 0;
    int result;

    if (custubi_check_level() != CUSTUB_CHECK_WHOLE)
        return CUSTUB_OK;
    result = custubi_extent(end->address, end->bytes, &found);
    if (!result)
        return found < end->bytes ? fail_short(of, end, found, error) : CUSTUB_OK;
    if (result == CUSTUBI_NOT_FOUND && !may_be_unknown(end->address, stream))
        return fail_unknown(of, end, error);
    return CUSTUB_OK;
}

/* CUSTUB_OK if nothing is wrong with this end. */
static custub_status explain(const custubi_transfer *of, const custubi_end *end, CUstream stream,
                             custub_error *error)
{
    uint64_t found = 0;
    int result = custubi_extent(end->address, end->bytes, &found);

    if (!result && found < end->bytes)
        return fail_short(of, end, found, error);
    if (result == CUSTUBI_NOT_FOUND && end->is_device && !may_be_unknown(end->address, stream))
        return fail_unknown(of, end, error);
    return CUSTUB_OK;
}

custub_status custubi_transfer_fail(const custubi_transfer *of, const char *call, int result,
                                    const custubi_end *ends, size_t count, CUstream stream,
                                    custub_error *error)
{
    custub_status status = CUSTUB_OK;

    for (size_t i = 0; result == CUSTUBI_INVALID_VALUE && !status && i < count; i++)
        status = explain(of, &ends[i], stream, error);
    if (!status)
        return custubi_error_driver(error, call, result, "%s, %zu bytes", of->doing, of->bytes);
    custubi_error_append(error, "; ");
    custubi_error_append_result(error, call, result);
    return status;
}

custub_status custubi_transfer_wait(CUstream stream, const char *doing, custub_error *error)
{
    return custubi_waited(error, "cuStreamSynchronize", custubi_cu.stream_synchronize(stream), "%s",
                          doing);
}

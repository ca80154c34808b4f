#include "texture/texture_limit.h"

#include "driver/driver.h"
#include "driver/result.h"
#include "memory/extent.h"
#include "platform/level.h"

uint64_t custubi_texel_size(custub_texel texel)
{
    switch (texel.format) {
    case CUSTUB_TEXEL_U8:
    case CUSTUB_TEXEL_I8:
        return texel.channels;
    case CUSTUB_TEXEL_U16:
    case CUSTUB_TEXEL_I16:
    case CUSTUB_TEXEL_F16:
        return (uint64_t)2 * texel.channels;
    case CUSTUB_TEXEL_U32:
    case CUSTUB_TEXEL_I32:
    case CUSTUB_TEXEL_F32:
        return (uint64_t)4 * texel.channels;
    default:
        return 0;
    }
}

custub_status custubi_texture_begin(const char *doing, custub_texel texel, custub_error *error)
{
    if (custub_failed(error))
        return error->status;
    if (!custubi_texel_size(texel) ||
        (texel.channels != 1 && texel.channels != 2 && texel.channels != 4))
        return custubi_error_set(error, CUSTUB_ERROR_INVALID_ARGUMENT,
                                 "%s: there are no texels of format %d with %u channels", doing,
                                 (int)texel.format, (unsigned)texel.channels);
    return custub_driver_open(CUSTUB_DRIVER_DEFAULT, error);
}

static custub_status get_attribute(const char *doing, int attribute, uint64_t *value,
                                   custub_error *error)
{
    int device = 0;
    int number = 0;
    int result = custubi_cu.context_get_device(&device);

    if (result)
        return custubi_error_driver(error, "cuCtxGetDevice", result, "%s", doing);
    result = custubi_cu.device_get_attribute(&number, attribute, device);
    if (result)
        return custubi_error_driver(error, "cuDeviceGetAttribute", result, "%s", doing);
    *value = (uint64_t)number;
    return CUSTUB_OK;
}

/* Notes the two numbers of a message. */
static custub_status note(custub_error *error, custub_status status, uint64_t needed,
                          uint64_t found)
{
    if (error) {
        error->needed = needed;
        error->found = found;
    }
    return status;
}

custub_status custubi_texture_at_most(const char *doing, const char *what, uint64_t value,
                                      int attribute, custub_error *error)
{
    uint64_t most = 0;
    custub_status status = get_attribute(doing, attribute, &most, error);

    if (status || (value && value <= most))
        return status;
    if (!value)
        return custubi_error_set(error, CUSTUB_ERROR_INVALID_ARGUMENT, "%s: 0 %s", doing, what);
    status =
        custubi_error_set(error, CUSTUB_ERROR_OUT_OF_RANGE, "%s: %llu %s, the device takes %llu",
                          doing, (unsigned long long)value, what, (unsigned long long)most);
    return note(error, status, value, most);
}

static custub_status check_multiple(const char *doing, const char *format, uint64_t value,
                                    int attribute, custub_error *error)
{
    uint64_t unit = 0;
    custub_status status = get_attribute(doing, attribute, &unit, error);

    if (status || !unit || value % unit == 0)
        return status;
    status = custubi_error_set(error, CUSTUB_ERROR_MISALIGNED, "%s: ", doing);
    custubi_error_append(error, format, (unsigned long long)value);
    custubi_error_append(error, ", which is not a multiple of %llu bytes",
                         (unsigned long long)unit);
    return note(error, status, unit, value % unit);
}

custub_status custubi_texture_aligned(const char *doing, CUdeviceptr address, uint64_t pitch,
                                      custub_error *error)
{
    custub_status status = check_multiple(doing, "the address 0x%llx", address,
                                          CUSTUBI_DEVICE_TEXTURE_ALIGNMENT, error);

    if (status)
        return status;
    return check_multiple(doing, "a pitch of %llu bytes", pitch,
                          CUSTUBI_DEVICE_TEXTURE_PITCH_ALIGNMENT, error);
}

static custub_status refuse_bytes(const char *doing, uint64_t needed, const char *whose,
                                  uint64_t found, custub_error *error)
{
    custub_status status = custubi_error_set(
        error, CUSTUB_ERROR_OUT_OF_RANGE, "%s needs %llu bytes, the %s has %llu bytes", doing,
        (unsigned long long)needed, whose, (unsigned long long)found);

    return note(error, status, needed, found);
}

/* True if the device may use memory that the driver does not know (see lookup.c): external memory,
 * the host's, or that of a graph that is being captured. */
static bool may_be_unknown(CUdeviceptr address, CUstream stream)
{
    int capture = CUSTUBI_CAPTURE_STATUS_NONE;
    uint64_t pageable = 0;
    int type = 0;

    return get_attribute("", CUSTUBI_DEVICE_PAGEABLE_MEMORY_ACCESS, &pageable, NULL) || pageable ||
           custubi_cu.stream_is_capturing(stream, &capture) ||
           capture != CUSTUBI_CAPTURE_STATUS_NONE ||
           !custubi_cu.pointer_get_attribute(&type, CUSTUBI_POINTER_MEMORY_TYPE, address);
}

static custub_status check_address(const char *doing, CUdeviceptr address, uint64_t needed,
                                   CUstream stream, custub_error *error)
{
    uint64_t found = 0;
    custub_status status;
    int result;

    if (custubi_check_level() != CUSTUB_CHECK_WHOLE)
        return CUSTUB_OK;
    result = custubi_extent(address, needed, &found);
    if (!result && found < needed)
        return refuse_bytes(doing, needed, "memory at this address", found, error);
    if (result != CUSTUBI_NOT_FOUND || may_be_unknown(address, stream))
        return CUSTUB_OK;
    status = custubi_error_set(error, CUSTUB_ERROR_UNKNOWN_ADDRESS,
                               "%s: the address 0x%llx is not device memory (was it freed?)", doing,
                               (unsigned long long)address);
    return note(error, status, needed, 0);
}

custub_status custubi_texture_within(const char *doing, custub_memory view, uint64_t rows,
                                     uint64_t row, uint64_t pitch, CUstream stream,
                                     custub_error *error)
{
    uint64_t needed;
    uint64_t found = view.count;

    if (pitch && rows - 1 > (UINT64_MAX - row) / pitch)
        return custubi_error_set(error, CUSTUB_ERROR_INVALID_ARGUMENT,
                                 "%s: %llu rows with a pitch of %llu bytes are more than memory "
                                 "can be",
                                 doing, (unsigned long long)rows, (unsigned long long)pitch);
    needed = (rows - 1) * pitch + row;
    if (!view.ptr)
        return custubi_error_set(error, CUSTUB_ERROR_NULL_POINTER,
                                 "%s needs %llu bytes, the view is null", doing,
                                 (unsigned long long)needed);
    if (found != CUSTUB_COUNT_UNKNOWN &&
        (!view.element_size || found <= UINT64_MAX / view.element_size) &&
        found * view.element_size < needed)
        return refuse_bytes(doing, needed, "view", found * view.element_size, error);
    return check_address(doing, view.ptr, needed, stream, error);
}

#include <stdlib.h>
#include <string.h>

#include "driver/driver.h"
#include "driver/result.h"

struct custub_device {
    CUcontext context; /* retained */
    int device;        /* a CUdevice */
    int ordinal;
    char name[256];
};

custub_status custub_device_count(int *count, custub_error *error)
{
    custub_status status;
    int result;

    if (!count)
        return custubi_error_set(error, CUSTUB_ERROR_INVALID_ARGUMENT,
                                 "counting devices: a null argument");
    *count = 0;
    status = custub_driver_open(CUSTUB_DRIVER_DEFAULT, error);
    if (status)
        return status;
    result = custubi_cu.device_get_count(count);
    if (result) {
        *count = 0;
        return custubi_error_driver(error, "cuDeviceGetCount", result, "counting devices");
    }
    return CUSTUB_OK;
}

static custub_status check_ordinal(int ordinal, custub_error *error)
{
    int count;
    custub_status status = custub_device_count(&count, error);

    if (status)
        return status;
    if (ordinal < 0 || ordinal >= count)
        return custubi_error_set(error, CUSTUB_ERROR_NO_DEVICE,
                                 "there is no device %d: the %s driver has %d%s", ordinal,
                                 custub_driver_name(), count, count > 0 ? ", counted from 0" : "");
    return CUSTUB_OK;
}

/* Retains the context last: it is the only thing to undo. */
static custub_status initialize(custub_device *device, int ordinal, custub_error *error)
{
    int result;

    device->ordinal = ordinal;
    result = custubi_cu.device_get(&device->device, ordinal);
    if (result)
        return custubi_error_driver(error, "cuDeviceGet", result, "opening device %d", ordinal);
    result = custubi_cu.device_get_name(device->name, (int)sizeof(device->name), device->device);
    if (result)
        return custubi_error_driver(error, "cuDeviceGetName", result, "opening device %d", ordinal);
    device->name[sizeof(device->name) - 1] = '\0';
    result = custubi_cu.primary_retain(&device->context, device->device);
    if (result) {
        device->context = NULL;
        return custubi_error_driver(error, "cuDevicePrimaryCtxRetain", result, "opening device %d",
                                    ordinal);
    }
    return custub_device_use(device, error);
}

custub_status custub_device_open(custub_device **out, int ordinal, custub_error *error)
{
    custub_device *device;
    custub_status status;

    if (!out)
        return custubi_error_set(error, CUSTUB_ERROR_INVALID_ARGUMENT,
                                 "opening device %d: a null argument", ordinal);
    *out = NULL;
    status = check_ordinal(ordinal, error);
    if (status)
        return status;
    device = calloc(1, sizeof(*device));
    if (!device)
        return custubi_error_set(error, CUSTUB_ERROR_OUT_OF_HOST_MEMORY,
                                 "no memory to open device %d", ordinal);
    status = initialize(device, ordinal, error);
    if (status) {
        custub_device_close(device);
        return status;
    }
    *out = device;
    return CUSTUB_OK;
}

static custub_status check_device(const custub_device *device, const char *doing,
                                  custub_error *error)
{
    if (device)
        return CUSTUB_OK;
    return custubi_error_set(error, CUSTUB_ERROR_INVALID_ARGUMENT, "%s: the device is null", doing);
}

custub_status custub_device_use(custub_device *device, custub_error *error)
{
    custub_status status = check_device(device, "using a device", error);
    int result;

    if (status)
        return status;
    result = custubi_cu.context_set(device->context);
    if (result)
        return custubi_error_driver(error, "cuCtxSetCurrent", result,
                                    "making the context of device %d current", device->ordinal);
    return CUSTUB_OK;
}

custub_status custub_device_synchronize(custub_device *device, custub_error *error)
{
    custub_status status = check_device(device, "synchronizing a device", error);
    CUcontext previous = NULL;
    int result;

    if (status)
        return status;
    result = custubi_cu.context_get(&previous);
    if (result)
        return custubi_error_driver(error, "cuCtxGetCurrent", result, "waiting for device %d",
                                    device->ordinal);
    if (previous != device->context) {
        status = custub_device_use(device, error);
        if (status)
            return status;
    }
    result = custubi_cu.context_synchronize();
    if (previous != device->context)
        custubi_cu.context_set(previous);
    if (result)
        return custubi_error_driver(error, "cuCtxSynchronize", result, "waiting for device %d",
                                    device->ordinal);
    return CUSTUB_OK;
}

const char *custub_device_name(const custub_device *device)
{
    return device ? device->name : NULL;
}

int custub_device_ordinal(const custub_device *device)
{
    return device ? device->ordinal : -1;
}

CUcontext custub_device_context(const custub_device *device)
{
    return device ? device->context : NULL;
}

void custub_device_close(custub_device *device)
{
    CUcontext current = NULL;

    if (!device)
        return;
    if (device->context) {
        /* The release may destroy the context, which must not stay current then. */
        if (custubi_cu.context_get(&current) == CUSTUBI_SUCCESS && current == device->context)
            custubi_cu.context_set(NULL);
        custubi_cu.primary_release(device->device);
    }
    free(device);
}

/* --- Streams -----------------------------------------------------------------------------------
 */

custub_status custub_stream_create(CUstream *out, custub_error *error)
{
    custub_status status;
    int result;

    if (!out)
        return custubi_error_set(error, CUSTUB_ERROR_INVALID_ARGUMENT,
                                 "creating a stream: a null argument");
    *out = NULL;
    status = custub_driver_open(CUSTUB_DRIVER_DEFAULT, error);
    if (status)
        return status;
    result = custubi_cu.stream_create(out, CUSTUBI_STREAM_NON_BLOCKING);
    if (result) {
        *out = NULL;
        return custubi_error_driver(error, "cuStreamCreate", result, "creating a stream");
    }
    return CUSTUB_OK;
}

custub_status custub_stream_synchronize(CUstream stream, custub_error *error)
{
    custub_status status = custub_driver_open(CUSTUB_DRIVER_DEFAULT, error);
    int result;

    if (status)
        return status;
    result = custubi_cu.stream_synchronize(stream);
    if (result)
        return custubi_error_driver(error, "cuStreamSynchronize", result, "waiting for a stream");
    return CUSTUB_OK;
}

void custub_stream_destroy(CUstream stream)
{
    if (stream && custub_driver_name())
        custubi_cu.stream_destroy(stream);
}

#include <stdlib.h>
#include <string.h>

#include "driver/driver.h"
#include "driver/owned.h"
#include "driver/result.h"

struct custub_device {
    CUcontext context; /* retained */
    int device;        /* a CUdevice */
    int ordinal;
    char name[256];
};

int custub_device_count(custub_error *error)
{
    int count = 0;
    int result;

    if (custub_driver_open(CUSTUB_DRIVER_DEFAULT, error))
        return 0;
    result = custubi_cu.device_get_count(&count);
    if (!result)
        return count;
    custubi_error_driver(error, "cuDeviceGetCount", result, "counting devices");
    return 0;
}

static custub_status check_ordinal(int ordinal, custub_error *error)
{
    int count = custub_device_count(error);

    if (custub_failed(error))
        return error->status;
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

custub_device *custub_device_open(int ordinal, custub_error *error)
{
    custub_error own = custub_error_none();
    custub_device *device;

    if (!error)
        error = &own;
    if (check_ordinal(ordinal, error))
        return NULL;
    device = calloc(1, sizeof(*device));
    if (!device)
        custubi_error_set(error, CUSTUB_ERROR_OUT_OF_HOST_MEMORY, "no memory to open device %d",
                          ordinal);
    else if (initialize(device, ordinal, error)) {
        custub_device_close(device, error);
        device = NULL;
    }
    return device;
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
    custub_status status;
    int result;

    if (custub_failed(error))
        return error->status;
    status = check_device(device, "using a device", error);
    if (status)
        return status;
    result = custubi_cu.context_set(device->context);
    if (result)
        return custubi_error_driver(error, "cuCtxSetCurrent", result,
                                    "making the context of device %d current", device->ordinal);
    return CUSTUB_OK;
}

static custub_status synchronize(const custub_device *device, custub_error *error)
{
    CUcontext previous = NULL;
    int result = custubi_cu.context_get(&previous);

    if (result)
        return custubi_error_driver(error, "cuCtxGetCurrent", result, "waiting for device %d",
                                    device->ordinal);
    if (previous != device->context) {
        result = custubi_cu.context_set(device->context);
        if (result)
            return custubi_error_driver(error, "cuCtxSetCurrent", result, "waiting for device %d",
                                        device->ordinal);
    }
    result = custubi_cu.context_synchronize();
    if (previous != device->context)
        custubi_cu.context_set(previous);
    if (result)
        return custubi_error_driver(error, "cuCtxSynchronize", result, "waiting for device %d",
                                    device->ordinal);
    return CUSTUB_OK;
}

custub_status custub_device_synchronize(custub_device *device, custub_error *error)
{
    custub_error *own = custubi_error_unless_failed(error);
    custub_status status = CUSTUB_OK;

    if (device)
        status = synchronize(device, own);
    else if (!custub_failed(error)) /* else opening it failed */
        status = check_device(device, "synchronizing a device", own);
    return custubi_error_first(error, status);
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

/* The release may destroy the context, which must not stay current then. */
static custub_status release(const custub_device *device, custub_error *error)
{
    CUcontext current = NULL;
    int result;

    if (!device->context)
        return CUSTUB_OK;
    if (custubi_cu.context_get(&current) == CUSTUBI_SUCCESS && current == device->context)
        custubi_cu.context_set(NULL);
    result = custubi_cu.primary_release(device->device);
    if (!result || result == CUSTUBI_DEINITIALIZED)
        return CUSTUB_OK;
    return custubi_error_driver(error, "cuDevicePrimaryCtxRelease", result, "closing device %d",
                                device->ordinal);
}

custub_status custub_device_close(custub_device *device, custub_error *error)
{
    custub_status status = CUSTUB_OK;

    if (device)
        status = release(device, custubi_error_unless_failed(error));
    free(device);
    return custubi_error_first(error, status);
}

/* --- Limits of the current context ---------------------------------------------------------------
 */

static const struct {
    int number; /* the driver's */
    const char *text;
} limits[] = {
    [CUSTUB_LIMIT_STACK] = {CUSTUBI_LIMIT_STACK_SIZE, "the stack of a thread"},
    [CUSTUB_LIMIT_PRINTF] = {CUSTUBI_LIMIT_PRINTF_FIFO_SIZE, "the buffer of printf"},
    [CUSTUB_LIMIT_HEAP] = {CUSTUBI_LIMIT_MALLOC_HEAP_SIZE, "the heap of malloc"},
};

static custub_status check_limit(custub_limit limit, custub_error *error)
{
    custub_status status = custub_driver_open(CUSTUB_DRIVER_DEFAULT, error);

    if (status)
        return status;
    if ((unsigned int)limit >= sizeof(limits) / sizeof(limits[0]))
        return custubi_error_set(error, CUSTUB_ERROR_INVALID_ARGUMENT,
                                 "there is no limit %d of a device", (int)limit);
    return CUSTUB_OK;
}

uint64_t custub_device_limit(custub_limit limit, custub_error *error)
{
    size_t bytes = 0;
    int result;

    if (check_limit(limit, error))
        return 0;
    result = custubi_cu.context_get_limit(&bytes, limits[limit].number);
    if (!result)
        return bytes;
    custubi_error_driver(error, "cuCtxGetLimit", result, "asking for the size of %s",
                         limits[limit].text);
    return 0;
}

custub_status custub_device_set_limit(custub_limit limit, uint64_t bytes, custub_error *error)
{
    custub_status status = check_limit(limit, error);
    int result;

    if (status)
        return status;
    result = custubi_cu.context_set_limit(limits[limit].number, (size_t)bytes);
    if (result)
        return custubi_error_driver(error, "cuCtxSetLimit", result, "setting %s to %llu bytes",
                                    limits[limit].text, (unsigned long long)bytes);
    return CUSTUB_OK;
}

/* --- Streams -----------------------------------------------------------------------------------
 */

CUstream custub_stream_create(custub_error *error)
{
    CUstream stream = NULL;
    int result;

    if (custub_driver_open(CUSTUB_DRIVER_DEFAULT, error))
        return NULL;
    result = custubi_cu.stream_create(&stream, CUSTUBI_STREAM_NON_BLOCKING);
    if (!result) {
        custubi_owned_add((uintptr_t)stream, 0, custubi_owned_context());
        return stream;
    }
    custubi_error_driver(error, "cuStreamCreate", result, "creating a stream");
    return NULL;
}

custub_status custub_stream_synchronize(CUstream stream, custub_error *error)
{
    custub_error *own = custubi_error_unless_failed(error);
    custub_status status = custub_driver_open(CUSTUB_DRIVER_DEFAULT, own);
    int result;

    if (!status) {
        result = custubi_cu.stream_synchronize(stream);
        if (result)
            status =
                custubi_error_driver(own, "cuStreamSynchronize", result, "waiting for a stream");
    }
    return custubi_error_first(error, status);
}

custub_status custub_stream_destroy(CUstream stream, custub_error *error)
{
    custub_error *own = custubi_error_unless_failed(error);
    custub_status status = CUSTUB_OK;
    int result;

    if (stream && custub_driver_name()) {
        custubi_owned_remove((uintptr_t)stream);
        result = custubi_cu.stream_destroy(stream);
        if (result && result != CUSTUBI_DEINITIALIZED)
            status = custubi_error_driver(own, "cuStreamDestroy", result, "destroying a stream");
    }
    return custubi_error_first(error, status);
}

#include <custub/device.h>

#include <stdlib.h>

#include "device/opened_device.h"
#include "bounds/wait.h"
#include "driver/driver.h"
#include "driver/kept.h"
#include "driver/result.h"
#include "memory/leaks.h"
#include "observe/activity.h"

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

custub_status custubi_device_check(const custub_device *device, const char *doing,
                                   custub_error *error)
{
    if (custub_failed(error))
        return error->status;
    if (device)
        return CUSTUB_OK;
    return custubi_error_set(error, CUSTUB_ERROR_INVALID_ARGUMENT, "%s: the device is null", doing);
}

/* --- The current context ------------------------------------------------------------------------
 */

custub_status custub_device_use(custub_device *device, custub_error *error)
{
    custub_status status = custubi_device_check(device, "using a device", error);
    int result;

    if (status)
        return status;
    result = custubi_cu.context_set(device->context);
    if (result)
        return custubi_error_driver(error, "cuCtxSetCurrent", result,
                                    "making the context of device %d current", device->ordinal);
    return CUSTUB_OK;
}

custub_status custubi_device_enter(const custub_device *device, custubi_device_scope *scope,
                                   const char *doing, custub_error *error)
{
    int result = custubi_cu.context_get(&scope->previous);

    if (result)
        return custubi_error_driver(error, "cuCtxGetCurrent", result, "%s %d", doing,
                                    device->ordinal);
    scope->entered = scope->previous != device->context;
    if (scope->entered)
        result = custubi_cu.context_set(device->context);
    if (result)
        return custubi_error_driver(error, "cuCtxSetCurrent", result, "%s %d", doing,
                                    device->ordinal);
    return CUSTUB_OK;
}

void custubi_device_leave(const custubi_device_scope *scope)
{
    if (scope->entered)
        custubi_cu.context_set(scope->previous);
}

static custub_status synchronize(const custub_device *device, custub_error *error)
{
    static const char doing[] = "waiting for device";
    custub_error *own = custubi_error_unless_failed(error);
    custubi_device_scope scope;
    custubi_activity activity;
    custub_status status;
    int result;

    custubi_activity_begin(&activity, CUSTUB_ACTIVITY_WAIT, "waiting for a device", own);
    status = custubi_device_enter(device, &scope, doing, own);
    if (!status) {
        result = custubi_cu.context_synchronize();
        custubi_device_leave(&scope);
        status = custubi_waited(error, "cuCtxSynchronize", result, "%s %d", doing, device->ordinal);
    }
    return custubi_activity_end(&activity, status, own);
}

custub_status custub_device_synchronize(custub_device *device, custub_error *error)
{
    custub_error *own = custubi_error_unless_failed(error);
    custub_status status = CUSTUB_OK;

    if (device)
        status = synchronize(device, error);
    else if (!custub_failed(error)) /* else opening it failed */
        status = custubi_device_check(device, "synchronizing a device", own);
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

/* The context was destroyed: it must not stay current, and the leaks in it are listed. */
static void leave_destroyed(const custub_device *device)
{
    CUcontext current = NULL;

    if (custubi_cu.context_get(&current) == CUSTUBI_SUCCESS && current == device->context)
        custubi_cu.context_set(NULL);
    if (custubi_leaks_wanted())
        custubi_leaks_list(device->context);
}

/* The context lives on if anyone else retains it: another custub_device, or the CUDA runtime. Then
 * it stays current for them. */
static custub_status release(const custub_device *device, custub_error *error)
{
    unsigned int flags;
    int active = 0;
    int result;

    if (!device->context)
        return CUSTUB_OK;
    result = custubi_cu.primary_release(device->device);
    if (!result && !custubi_cu.primary_get_state(device->device, &flags, &active) && !active)
        leave_destroyed(device);
    if (!result || result == CUSTUBI_DEINITIALIZED)
        return CUSTUB_OK;
    return custubi_error_driver(error, "cuDevicePrimaryCtxRelease", result, "closing device %d",
                                device->ordinal);
}

custub_status custub_device_close(custub_device *device, custub_error *error)
{
    custub_status status = CUSTUB_OK;

    if (device) {
        custubi_kept_release(NULL); /* their memory is no leak */
        status = release(device, custubi_error_unless_failed(error));
    }
    free(device);
    return custubi_error_first(error, status);
}

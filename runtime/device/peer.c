#include <custub/device.h>

#include "device/opened_device.h"
#include "driver/driver.h"
#include "driver/result.h"

static custub_status check_both(const custub_device *device, const custub_device *peer,
                                const char *doing, custub_error *error)
{
    custub_status status = custubi_device_check(device, doing, error);

    return status ? status : custubi_device_check(peer, doing, error);
}

bool custub_device_can_access(const custub_device *device, const custub_device *peer,
                              custub_error *error)
{
    int can = 0;
    int result;

    if (check_both(device, peer, "asking for peer access", error))
        return false;
    result = custubi_cu.device_can_access(&can, device->device, peer->device);
    if (!result)
        return can != 0;
    custubi_error_driver(error, "cuDeviceCanAccessPeer", result,
                         "asking if device %d can access device %d", device->ordinal,
                         peer->ordinal);
    return false;
}

custub_status custub_device_enable_access(custub_device *device, custub_device *peer,
                                          custub_error *error)
{
    static const char doing[] = "enabling access from device";
    custubi_device_scope scope;
    custub_status status = check_both(device, peer, doing, error);
    int result;

    if (!status)
        status = custubi_device_enter(device, &scope, doing, error);
    if (status)
        return status;
    result = custubi_cu.peer_enable(peer->context, 0);
    custubi_device_leave(&scope);
    if (!result || result == CUSTUBI_PEER_ACCESS_ALREADY_ENABLED)
        return CUSTUB_OK;
    return custubi_error_driver(error, "cuCtxEnablePeerAccess", result, "%s %d to device %d", doing,
                                device->ordinal, peer->ordinal);
}

static custub_status disable(const custub_device *device, const custub_device *peer,
                             custub_error *error)
{
    static const char doing[] = "disabling access from device";
    custubi_device_scope scope;
    custub_status status = check_both(device, peer, doing, error);
    int result;

    if (!status)
        status = custubi_device_enter(device, &scope, doing, error);
    if (status)
        return status;
    result = custubi_cu.peer_disable(peer->context);
    custubi_device_leave(&scope);
    if (!result || result == CUSTUBI_PEER_ACCESS_NOT_ENABLED)
        return CUSTUB_OK;
    return custubi_error_driver(error, "cuCtxDisablePeerAccess", result, "%s %d to device %d",
                                doing, device->ordinal, peer->ordinal);
}

custub_status custub_device_disable_access(custub_device *device, custub_device *peer,
                                           custub_error *error)
{
    custub_status status = CUSTUB_OK;

    if ((device && peer) || !custub_failed(error)) /* else opening one of them failed */
        status = disable(device, peer, custubi_error_unless_failed(error));
    return custubi_error_first(error, status);
}

#include <custub/device.h>

#include "device/opened_device.h"
#include "driver/driver.h"
#include "driver/result.h"

/* --- Questions about a device --------------------------------------------------------------------
 */

int custub_device_attribute(const custub_device *device, int attribute, custub_error *error)
{
    int value = 0;
    int result;

    if (custubi_device_check(device, "asking for an attribute", error))
        return 0;
    result = custubi_cu.device_get_attribute(&value, attribute, device->device);
    if (!result)
        return value;
    custubi_error_driver(error, "cuDeviceGetAttribute", result,
                         "asking for attribute %d of device %d", attribute, device->ordinal);
    return 0;
}

int custub_device_compute_capability(const custub_device *device, custub_error *error)
{
    custub_error own = custub_error_none();
    int major;
    int minor;

    if (!error)
        error = &own;
    major = custub_device_attribute(device, CUSTUBI_DEVICE_COMPUTE_CAPABILITY_MAJOR, error);
    minor = custub_device_attribute(device, CUSTUBI_DEVICE_COMPUTE_CAPABILITY_MINOR, error);
    return custub_failed(error) ? 0 : 10 * major + minor;
}

custub_device_memory custub_device_memory_get(const custub_device *device, custub_error *error)
{
    static const char doing[] = "asking for the memory of device";
    const custub_device_memory none = {0};
    custub_device_memory memory;
    custubi_device_scope scope;
    size_t free_bytes = 0;
    size_t total = 0;
    int result;

    if (custubi_device_check(device, doing, error) ||
        custubi_device_enter(device, &scope, doing, error))
        return none;
    result = custubi_cu.memory_get_info(&free_bytes, &total);
    custubi_device_leave(&scope);
    if (result) {
        custubi_error_driver(error, "cuMemGetInfo", result, "%s %d", doing, device->ordinal);
        return none;
    }
    memory.free = free_bytes;
    memory.total = total;
    return memory;
}

/* --- Scheduling ----------------------------------------------------------------------------------
 */

/* The context's other flags are kept: they are not custub's. */
custub_status custub_device_set_schedule(custub_device *device, custub_schedule schedule,
                                         custub_error *error)
{
    static const char doing[] = "setting how threads wait for device";
    custub_status status = custubi_device_check(device, doing, error);
    unsigned int flags = 0;
    int active = 0;
    int result;

    if (status)
        return status;
    if (schedule != CUSTUB_SCHEDULE_AUTO && schedule != CUSTUB_SCHEDULE_SPIN &&
        schedule != CUSTUB_SCHEDULE_YIELD && schedule != CUSTUB_SCHEDULE_BLOCK)
        return custubi_error_set(error, CUSTUB_ERROR_INVALID_ARGUMENT,
                                 "%s %d: there is no schedule %d", doing, device->ordinal,
                                 (int)schedule);
    result = custubi_cu.primary_get_state(device->device, &flags, &active);
    if (result)
        return custubi_error_driver(error, "cuDevicePrimaryCtxGetState", result, "%s %d", doing,
                                    device->ordinal);
    flags = (flags & ~(unsigned int)CUSTUBI_CONTEXT_SCHEDULE_MASK) | (unsigned int)schedule;
    result = custubi_cu.primary_set_flags(device->device, flags);
    if (result)
        return custubi_error_driver(error, "cuDevicePrimaryCtxSetFlags", result, "%s %d", doing,
                                    device->ordinal);
    return CUSTUB_OK;
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

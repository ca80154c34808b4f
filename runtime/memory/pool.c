#include <custub/pool.h>

#include "driver/driver.h"
#include "driver/result.h"

/* Opens the driver, and refuses a null pool. */
static custub_status check(CUmemoryPool pool, const char *doing, custub_error *error)
{
    custub_status status = custub_driver_open(CUSTUB_DRIVER_DEFAULT, error);

    if (status || pool)
        return status;
    return custubi_error_set(error, CUSTUB_ERROR_INVALID_ARGUMENT, "%s: the pool is null", doing);
}

/* The driver's number of a device; refuses a null one. */
static custub_status find_device(const custub_device *device, const char *doing, int *number,
                                 custub_error *error)
{
    int ordinal = custub_device_ordinal(device);
    int result;

    if (!device)
        return custubi_error_set(error, CUSTUB_ERROR_INVALID_ARGUMENT, "%s: the device is null",
                                 doing);
    result = custubi_cu.device_get(number, ordinal);
    if (result)
        return custubi_error_driver(error, "cuDeviceGet", result, "%s: device %d", doing, ordinal);
    return CUSTUB_OK;
}

static custub_status set_threshold(CUmemoryPool pool, uint64_t bytes, custub_error *error)
{
    int result = custubi_cu.pool_set_attribute(pool, CUSTUBI_POOL_RELEASE_THRESHOLD, &bytes);

    if (result)
        return custubi_error_driver(error, "cuMemPoolSetAttribute", result,
                                    "setting the threshold of a pool to %llu bytes",
                                    (unsigned long long)bytes);
    return CUSTUB_OK;
}

CUmemoryPool custub_pool_create(uint64_t threshold, custub_error *error)
{
    custubi_pool_properties properties = {.allocation_type = CUSTUBI_ALLOCATION_PINNED,
                                          .location_type = CUSTUBI_LOCATION_DEVICE};
    CUmemoryPool pool = NULL;
    int result;

    if (custub_driver_open(CUSTUB_DRIVER_DEFAULT, error))
        return NULL;
    result = custubi_cu.context_get_device(&properties.location);
    if (result) {
        custubi_error_driver(error, "cuCtxGetDevice", result, "creating a pool");
        return NULL;
    }
    result = custubi_cu.pool_create(&pool, &properties);
    if (result) {
        custubi_error_driver(error, "cuMemPoolCreate", result, "creating a pool");
        return NULL;
    }
    if (threshold && set_threshold(pool, threshold, error)) {
        custubi_cu.pool_destroy(pool);
        return NULL;
    }
    return pool;
}

custub_status custub_pool_destroy(CUmemoryPool pool, custub_error *error)
{
    custub_error *own = custubi_error_unless_failed(error);
    custub_status status = CUSTUB_OK;
    int result;

    if (pool && custub_driver_name()) {
        result = custubi_cu.pool_destroy(pool);
        if (result && result != CUSTUBI_DEINITIALIZED)
            status = custubi_error_driver(own, "cuMemPoolDestroy", result, "destroying a pool");
    }
    return custubi_error_first(error, status);
}

CUmemoryPool custub_pool_of_device(const custub_device *device, custub_error *error)
{
    CUmemoryPool pool = NULL;
    int number;
    int result;

    if (custub_failed(error) ||
        find_device(device, "asking for the pool of a device", &number, error))
        return NULL;
    result = custubi_cu.device_get_pool(&pool, number);
    if (!result)
        return pool;
    custubi_error_driver(error, "cuDeviceGetMemPool", result, "asking for the pool of device %d",
                         custub_device_ordinal(device));
    return NULL;
}

custub_status custub_pool_set_threshold(CUmemoryPool pool, uint64_t bytes, custub_error *error)
{
    custub_status status = check(pool, "setting the threshold of a pool", error);

    return status ? status : set_threshold(pool, bytes, error);
}

custub_status custub_pool_trim(CUmemoryPool pool, uint64_t keep, custub_error *error)
{
    custub_status status = check(pool, "trimming a pool", error);
    int result;

    if (status)
        return status;
    result = custubi_cu.pool_trim(pool, keep > SIZE_MAX ? SIZE_MAX : (size_t)keep);
    if (result)
        return custubi_error_driver(error, "cuMemPoolTrimTo", result, "trimming a pool");
    return CUSTUB_OK;
}

custub_pool_usage custub_pool_usage_get(CUmemoryPool pool, custub_error *error)
{
    static const char doing[] = "asking for the usage of a pool";
    const custub_pool_usage none = {0};
    custub_pool_usage usage = {0};
    int result;

    if (check(pool, doing, error))
        return none;
    result = custubi_cu.pool_get_attribute(pool, CUSTUBI_POOL_RESERVED, &usage.held);
    if (!result)
        result = custubi_cu.pool_get_attribute(pool, CUSTUBI_POOL_USED, &usage.used);
    if (!result)
        return usage;
    custubi_error_driver(error, "cuMemPoolGetAttribute", result, "%s", doing);
    return none;
}

custub_status custub_pool_set_access(CUmemoryPool pool, const custub_device *device, bool allowed,
                                     custub_error *error)
{
    static const char doing[] = "setting the access to a pool";
    custubi_pool_access access = {.location_type = CUSTUBI_LOCATION_DEVICE,
                                  .flags = allowed ? CUSTUBI_ACCESS_READ_WRITE : 0};
    custub_status status = check(pool, doing, error);
    int result;

    if (!status)
        status = find_device(device, doing, &access.location, error);
    if (status)
        return status;
    result = custubi_cu.pool_set_access(pool, &access, 1);
    if (result)
        return custubi_error_driver(error, "cuMemPoolSetAccess", result, "%s of device %d", doing,
                                    custub_device_ordinal(device));
    return CUSTUB_OK;
}

#include "memory/allocation.h"

#include "driver/driver.h"
#include "driver/kept.h"
#include "driver/owned.h"
#include "driver/result.h"
#include "memory/leaks.h"

/* Refuses elements without bytes, and a size that does not fit. */
static custub_status measure(uint64_t count, uint64_t element_size, size_t *bytes,
                             custub_error *error)
{
    custub_status status = custub_driver_open(CUSTUB_DRIVER_DEFAULT, error);

    *bytes = 0;
    if (status)
        return status;
    if (!element_size || count > SIZE_MAX / element_size)
        return custubi_error_set(error, CUSTUB_ERROR_INVALID_ARGUMENT,
                                 "a buffer cannot have %llu elements of %llu bytes",
                                 (unsigned long long)count, (unsigned long long)element_size);
    *bytes = (size_t)(count * element_size);
    return CUSTUB_OK;
}

bool custubi_allocation_begin(custubi_allocation *out, const char *doing, uint64_t count,
                              uint64_t element_size, custub_error *error)
{
    custub_status status;

    custubi_activity_begin(&out->activity, CUSTUB_ACTIVITY_ALLOCATION, doing, error);
    out->is_graphs = false;
    status = measure(count, element_size, &out->bytes, error);
    if (!status && out->bytes) {
        custubi_kept_release(NULL); /* it may have the memory that this needs */
        return true;
    }
    custubi_activity_end(&out->activity, status, error);
    return false;
}

uint64_t custubi_allocation_end(custubi_allocation *of, custub_status status, uint64_t address,
                                const void *caller, const custub_error *error)
{
    if (address && !of->is_graphs) {
        custubi_owned_add(address, of->bytes, custubi_owned_context());
        custubi_leaks_add(address, of->bytes, caller);
    }
    of->activity.seen.target = address;
    of->activity.seen.bytes = of->bytes;
    custubi_activity_end(&of->activity, status, error);
    return address;
}

/* --- Frees ---------------------------------------------------------------------------------------
 */

static custub_status fail_inside(CUdeviceptr base, size_t bytes, CUdeviceptr ptr,
                                 custub_error *error)
{
    custubi_error_set(
        error, CUSTUB_ERROR_UNKNOWN_ADDRESS,
        "freeing a buffer: the address 0x%llx is %llu bytes into memory of %zu bytes; "
        "memory is freed by the address that it was created with",
        (unsigned long long)ptr, (unsigned long long)(ptr - base), bytes);
    return CUSTUB_ERROR_UNKNOWN_ADDRESS;
}

/* CUSTUB_OK if the driver knows memory that begins at the address: the free failed for another
 * reason. */
static custub_status explain(CUdeviceptr ptr, custub_error *error)
{
    CUdeviceptr base = 0;
    size_t bytes = 0;
    int result = custubi_cu.memory_range(&base, &bytes, ptr);

    if (!result && base != ptr)
        return fail_inside(base, bytes, ptr, error);
    if (result != CUSTUBI_NOT_FOUND)
        return CUSTUB_OK;
    return custubi_error_set(error, CUSTUB_ERROR_UNKNOWN_ADDRESS,
                             "freeing a buffer: there is no memory at the address 0x%llx (was it "
                             "freed already?)",
                             (unsigned long long)ptr);
}

void custubi_free_begin(custubi_free *out, const char *doing, uint64_t address, CUstream stream)
{
    custubi_activity *activity = &out->activity;
    CUdeviceptr base = 0;
    size_t bytes = 0;

    custubi_owned_remove(address);
    out->leak = custubi_leaks_remove(address);
    custubi_activity_begin(activity, CUSTUB_ACTIVITY_FREE, doing, NULL);
    if (activity->observers && !custubi_cu.memory_range(&base, &bytes, address) && base == address)
        activity->seen.bytes = bytes;
    activity->seen.target = address;
    activity->seen.stream = stream;
}

static custub_status describe(const char *call, int result, CUdeviceptr ptr, custub_error *error)
{
    custub_status status = CUSTUB_OK;

    if (!result || result == CUSTUBI_DEINITIALIZED)
        return CUSTUB_OK;
    if (result == CUSTUBI_INVALID_VALUE)
        status = explain(ptr, error);
    if (!status)
        return custubi_error_driver(error, call, result, "freeing a buffer");
    custubi_error_append(error, "; ");
    custubi_error_append_result(error, call, result);
    return status;
}

custub_status custubi_free_end(custubi_free *of, const char *call, int result, custub_error *error)
{
    custub_error *own = custubi_error_unless_failed(error);
    custub_status status = describe(call, result, of->activity.seen.target, own);

    if (status)
        custubi_leaks_restore(&of->leak);
    custubi_activity_end(&of->activity, status, own);
    return custubi_error_first(error, status);
}

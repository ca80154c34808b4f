#include "memory/allocation.h"

#include "driver/driver.h"
#include "driver/owned.h"
#include "driver/result.h"
#include "memory/leaks.h"

custub_status custubi_allocation_begin(uint64_t count, uint64_t element_size, size_t *bytes,
                                       custub_error *error)
{
    custub_status status = custub_driver_open(CUSTUB_DRIVER_DEFAULT, error);

    if (status)
        return status;
    if (!element_size || count > SIZE_MAX / element_size)
        return custubi_error_set(error, CUSTUB_ERROR_INVALID_ARGUMENT,
                                 "a buffer cannot have %llu elements of %llu bytes",
                                 (unsigned long long)count, (unsigned long long)element_size);
    *bytes = (size_t)(count * element_size);
    return CUSTUB_OK;
}

void custubi_allocation_note(uint64_t address, uint64_t bytes, const void *caller)
{
    custubi_owned_add(address, bytes, custubi_owned_context());
    custubi_leaks_add(address, bytes, caller);
}

void custubi_allocation_forget(uint64_t address)
{
    custubi_owned_remove(address);
    custubi_leaks_remove(address);
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

/* CUSTUB_OK if the driver knows memory that begins at the address: the reason is another one. */
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

custub_status custubi_allocation_end(const char *call, int result, CUdeviceptr ptr,
                                     custub_error *error)
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

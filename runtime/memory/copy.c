#include <custub/buffer.h>

#include "driver/driver.h"
#include "driver/result.h"
#include "memory/transfer.h"
#include "observe/activity.h"

static custub_status refuse_null_host(const custubi_transfer *of, custub_error *error)
{
    return custubi_error_set(error, CUSTUB_ERROR_INVALID_ARGUMENT, "%s: the host's memory is null",
                             of->doing);
}

/* --- Between the host and the device --------------------------------------------------------- */

static custub_status submit_upload(custubi_transfer *copy, custub_memory target, const void *source,
                                   uint64_t count, CUstream stream, custub_error *error)
{
    custubi_end ends[] = {{"", target.ptr, true, 0}, {"", (uintptr_t)source, false, 0}};
    custub_status status =
        custubi_transfer_begin(copy, "uploading to a buffer", "view", target, count, error);
    int result;

    if (status || !copy->bytes)
        return status;
    if (!source)
        return refuse_null_host(copy, error);
    ends[0].bytes = ends[1].bytes = copy->bytes;
    status = custubi_transfer_look_up(copy, &ends[0], stream, error);
    if (status)
        return status;
    result = custubi_cu.copy_to_device(target.ptr, source, copy->bytes, stream);
    if (result)
        return custubi_transfer_fail(copy, "cuMemcpyHtoDAsync", result, ends, 2, stream, error);
    return CUSTUB_OK;
}

static custub_status upload(custub_memory target, const void *source, uint64_t count,
                            CUstream stream, bool waits, custub_error *error)
{
    custubi_activity activity;
    custubi_transfer copy;
    custub_status status;

    custubi_activity_begin(&activity, CUSTUB_ACTIVITY_UPLOAD, "uploading to a buffer", error);
    status = submit_upload(&copy, target, source, count, stream, error);
    if (!status && waits && copy.bytes)
        status = custubi_transfer_wait(stream, copy.doing, error);
    custubi_activity_move(&activity, target.ptr, (uintptr_t)source, copy.bytes, stream);
    return custubi_activity_end(&activity, status, error);
}

static custub_status submit_download(custubi_transfer *copy, custub_memory source, void *target,
                                     uint64_t count, CUstream stream, custub_error *error)
{
    custubi_end ends[] = {{"", source.ptr, true, 0}, {"", (uintptr_t)target, false, 0}};
    custub_status status =
        custubi_transfer_begin(copy, "downloading from a buffer", "view", source, count, error);
    int result;

    if (status || !copy->bytes)
        return status;
    if (!target)
        return refuse_null_host(copy, error);
    ends[0].bytes = ends[1].bytes = copy->bytes;
    status = custubi_transfer_look_up(copy, &ends[0], stream, error);
    if (status)
        return status;
    result = custubi_cu.copy_to_host(target, source.ptr, copy->bytes, stream);
    if (result)
        return custubi_transfer_fail(copy, "cuMemcpyDtoHAsync", result, ends, 2, stream, error);
    return CUSTUB_OK;
}

static custub_status download(custub_memory source, void *target, uint64_t count, CUstream stream,
                              bool waits, custub_error *error)
{
    custubi_activity activity;
    custubi_transfer copy;
    custub_status status;

    custubi_activity_begin(&activity, CUSTUB_ACTIVITY_DOWNLOAD, "downloading from a buffer", error);
    status = submit_download(&copy, source, target, count, stream, error);
    if (!status && waits && copy.bytes)
        status = custubi_transfer_wait(stream, copy.doing, error);
    custubi_activity_move(&activity, (uintptr_t)target, source.ptr, copy.bytes, stream);
    return custubi_activity_end(&activity, status, error);
}

custub_status custub_memory_upload(custub_memory target, const void *source, uint64_t count,
                                   CUstream stream, custub_error *error)
{
    return upload(target, source, count, stream, true, error);
}

custub_status custub_memory_upload_async(custub_memory target, const void *source, uint64_t count,
                                         CUstream stream, custub_error *error)
{
    return upload(target, source, count, stream, false, error);
}

custub_status custub_memory_download(custub_memory source, void *target, uint64_t count,
                                     CUstream stream, custub_error *error)
{
    return download(source, target, count, stream, true, error);
}

custub_status custub_memory_download_async(custub_memory source, void *target, uint64_t count,
                                           CUstream stream, custub_error *error)
{
    return download(source, target, count, stream, false, error);
}

/* --- Between buffers ------------------------------------------------------------------------- */

static custub_status refuse_overlap(const custubi_transfer *of, CUdeviceptr target,
                                    CUdeviceptr source, custub_error *error)
{
    uint64_t apart = target < source ? source - target : target - source;

    custubi_transfer_refuse(of, CUSTUB_ERROR_OVERLAP, error);
    custubi_error_append(error, ", from 0x%llx to 0x%llx: the ranges overlap by %llu bytes",
                         (unsigned long long)source, (unsigned long long)target,
                         (unsigned long long)(of->bytes - apart));
    return CUSTUB_ERROR_OVERLAP;
}

static bool overlap(CUdeviceptr a, CUdeviceptr b, uint64_t bytes)
{
    return a < b ? b - a < bytes : a - b < bytes;
}

static custub_status submit_copy(custubi_transfer *copy, custub_memory target, custub_memory source,
                                 uint64_t count, CUstream stream, custub_error *error)
{
    custubi_end ends[] = {{"source's ", source.ptr, true, 0}, {"target's ", target.ptr, true, 0}};
    custub_status status =
        custubi_transfer_begin(copy, "copying between buffers", "target", target, count, error);
    int result;

    if (status)
        return status;
    if (target.element_size != source.element_size)
        return custubi_error_set(error, CUSTUB_ERROR_INVALID_ARGUMENT,
                                 "%s: elements of %llu bytes to elements of %llu bytes",
                                 copy->doing, (unsigned long long)source.element_size,
                                 (unsigned long long)target.element_size);
    status = custubi_transfer_fits(copy, "source", source, error);
    if (status || !copy->bytes)
        return status;
    if (overlap(target.ptr, source.ptr, copy->bytes))
        return refuse_overlap(copy, target.ptr, source.ptr, error);
    ends[0].bytes = ends[1].bytes = copy->bytes;
    for (size_t i = 0; i < 2 && !status; i++)
        status = custubi_transfer_look_up(copy, &ends[i], stream, error);
    if (status)
        return status;
    /* Not cuMemcpyAsync, which treats an address that the driver does not know as the host's. */
    result = custubi_cu.copy_on_device(target.ptr, source.ptr, copy->bytes, stream);
    if (result)
        return custubi_transfer_fail(copy, "cuMemcpyDtoDAsync", result, ends, 2, stream, error);
    return CUSTUB_OK;
}

custub_status custub_memory_copy(custub_memory target, custub_memory source, uint64_t count,
                                 CUstream stream, custub_error *error)
{
    custubi_activity activity;
    custubi_transfer copy;
    custub_status status;

    custubi_activity_begin(&activity, CUSTUB_ACTIVITY_COPY, "copying between buffers", error);
    status = submit_copy(&copy, target, source, count, stream, error);
    custubi_activity_move(&activity, target.ptr, source.ptr, copy.bytes, stream);
    return custubi_activity_end(&activity, status, error);
}

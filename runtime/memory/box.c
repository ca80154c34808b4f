#include <custub/box.h>

#include "driver/driver.h"
#include "driver/result.h"
#include "memory/allocation.h"
#include "memory/transfer.h"
#include "observe/activity.h"

/* --- Pitched memory ------------------------------------------------------------------------------
 */

/* Allocates the rows; the allocation was begun for one row. */
static custub_status allocate_rows(custubi_allocation *of, uint64_t rows, custub_pitch *pitch,
                                   CUdeviceptr *out, custub_error *error)
{
    const size_t row_bytes = of->bytes;
    size_t distance = 0;
    int result;

    of->bytes = 0;
    if (!pitch || rows > SIZE_MAX / row_bytes)
        return custubi_error_set(error, CUSTUB_ERROR_INVALID_ARGUMENT, "allocating rows: %s",
                                 pitch ? "they are more than memory can be" : "the pitch is null");
    if (!rows)
        return CUSTUB_OK;
    /* 16 bytes is the largest access of a thread. */
    result = custubi_cu.memory_allocate_pitched(out, &distance, row_bytes, (size_t)rows, 16);
    if (result) {
        *out = 0;
        return custubi_error_driver(error, "cuMemAllocPitch", result,
                                    "allocating %llu rows of %zu bytes", (unsigned long long)rows,
                                    row_bytes);
    }
    pitch->row = distance;
    of->bytes = distance * rows;
    return CUSTUB_OK;
}

CUdeviceptr custub_memory_create_pitched(uint64_t width, uint64_t rows, uint64_t element_size,
                                         custub_pitch *pitch, custub_error *error)
{
    CUdeviceptr ptr = 0;
    custubi_allocation of;
    custub_status status;

    if (pitch)
        *pitch = custub_pitch_of(0, 0);
    if (!custubi_allocation_begin(&of, "allocating rows", width, element_size, error))
        return 0;
    status = allocate_rows(&of, rows, pitch, &ptr, error);
    return custubi_allocation_end(&of, status, ptr, CUSTUBI_CALLER, error);
}

/* --- Copies --------------------------------------------------------------------------------------
 */

/* One side of a copy. */
typedef struct side {
    const char *name; /* of the view in messages; null: the host's memory */
    custub_memory memory;
    custub_pitch pitch; /* resolved by measure() */
    custubi_transfer span;
    custubi_end end;
} side;

static custub_status fail_size(const char *doing, custub_error *error)
{
    return custubi_error_set(error, CUSTUB_ERROR_INVALID_ARGUMENT,
                             "%s: it is more than memory can be", doing);
}

static bool multiply(uint64_t a, uint64_t b, uint64_t *out)
{
    *out = a * b;
    return !b || a <= SIZE_MAX / b;
}

/* Resolves the pitch, and computes the bytes from the first element to the last. */
static custub_status measure(side *of, const char *doing, custub_box box, custub_error *error)
{
    uint64_t width;
    uint64_t rows;
    uint64_t above;

    if (!multiply(box.width, of->memory.element_size, &width))
        return fail_size(doing, error);
    if (!of->pitch.row)
        of->pitch.row = width;
    if (!of->pitch.slice)
        of->pitch.slice = box.height;
    if (of->pitch.row < width)
        return custubi_error_set(error, CUSTUB_ERROR_INVALID_ARGUMENT,
                                 "%s: rows of %llu bytes cannot be %llu bytes apart", doing,
                                 (unsigned long long)width, (unsigned long long)of->pitch.row);
    if (of->pitch.slice < box.height)
        return custubi_error_set(error, CUSTUB_ERROR_INVALID_ARGUMENT,
                                 "%s: slices of %llu rows cannot be %llu rows apart", doing,
                                 (unsigned long long)box.height,
                                 (unsigned long long)of->pitch.slice);
    if (!multiply(of->pitch.slice, box.depth - 1, &rows) || rows > SIZE_MAX - box.height ||
        !multiply(rows + box.height - 1, of->pitch.row, &above) || above > SIZE_MAX - width)
        return fail_size(doing, error);
    of->span.doing = doing;
    of->span.element_size = 1;
    of->span.count = above + width;
    of->span.bytes = (size_t)(above + width);
    of->end.bytes = above + width;
    return CUSTUB_OK;
}

/* Refuses a side that is too short by its view or, at the whole level, by what the driver knows. */
static custub_status check(side *of, const char *doing, custub_box box, CUstream stream,
                           custub_error *error)
{
    custub_memory bytes = custub_memory_of(of->memory.ptr, of->memory.count, 1);
    custub_status status = measure(of, doing, box, error);

    if (status)
        return status;
    if (!of->name)
        return of->memory.ptr ? CUSTUB_OK
                              : custubi_error_set(error, CUSTUB_ERROR_INVALID_ARGUMENT,
                                                  "%s: the host's memory is null", doing);
    if (of->memory.count != CUSTUB_COUNT_UNKNOWN &&
        !multiply(of->memory.count, of->memory.element_size, &bytes.count))
        bytes.count = SIZE_MAX;
    /* If the pitch is not a whole number of elements, the view's count misses a part of one at its
     * end. */
    if (of->memory.element_size > 1 && of->pitch.row % of->memory.element_size &&
        bytes.count <= SIZE_MAX - of->memory.element_size)
        bytes.count += of->memory.element_size - 1;
    status = custubi_transfer_fits(&of->span, of->name, bytes, error);
    return status ? status : custubi_transfer_look_up(&of->span, &of->end, stream, error);
}

static custub_status submit(const side *target, const side *source, custub_box box, CUstream stream,
                            custub_error *error)
{
    const custubi_end ends[] = {target->end, source->end};
    custubi_box_copy copy = {
        .source_type = source->name ? CUSTUBI_MEMORY_DEVICE : CUSTUBI_MEMORY_HOST,
        .source_host = source->name ? NULL : (const void *)(uintptr_t)source->memory.ptr,
        .source_device = source->name ? source->memory.ptr : 0,
        .source_pitch = (size_t)source->pitch.row,
        .source_height = (size_t)source->pitch.slice,
        .target_type = target->name ? CUSTUBI_MEMORY_DEVICE : CUSTUBI_MEMORY_HOST,
        .target_host = target->name ? NULL : (void *)(uintptr_t)target->memory.ptr,
        .target_device = target->name ? target->memory.ptr : 0,
        .target_pitch = (size_t)target->pitch.row,
        .target_height = (size_t)target->pitch.slice,
        .width = (size_t)(box.width * target->memory.element_size),
        .height = (size_t)box.height,
        .depth = (size_t)box.depth,
    };
    int result = custubi_cu.copy_box(&copy, stream);

    if (result)
        return custubi_transfer_fail(&target->span, "cuMemcpy3DAsync", result, ends, 2, stream,
                                     error);
    return CUSTUB_OK;
}

static custub_status check_and_submit(const char *doing, side *target, side *source, custub_box box,
                                      CUstream stream, custub_error *error)
{
    custub_status status;

    if (!target->memory.element_size || target->memory.element_size != source->memory.element_size)
        return custubi_error_set(error, CUSTUB_ERROR_INVALID_ARGUMENT,
                                 "%s: elements of %llu bytes to elements of %llu bytes", doing,
                                 (unsigned long long)source->memory.element_size,
                                 (unsigned long long)target->memory.element_size);
    status = check(target, doing, box, stream, error);
    if (!status)
        status = check(source, doing, box, stream, error);
    return status ? status : submit(target, source, box, stream, error);
}

static custub_activity_kind kind_of(const side *target, const side *source)
{
    if (!source->name)
        return CUSTUB_ACTIVITY_UPLOAD;
    return target->name ? CUSTUB_ACTIVITY_COPY : CUSTUB_ACTIVITY_DOWNLOAD;
}

static custub_status copy_box(const char *doing, side *target, side *source, custub_box box,
                              CUstream stream, bool waits, custub_error *error)
{
    const uint64_t count = box.width * box.height * box.depth; /* overflow is refused */
    const bool is_empty = !box.width || !box.height || !box.depth;
    custubi_activity activity;
    custub_status status;

    custubi_activity_begin(&activity, kind_of(target, source), doing, error);
    status = custub_driver_open(CUSTUB_DRIVER_DEFAULT, error);
    if (!status && !is_empty)
        status = check_and_submit(doing, target, source, box, stream, error);
    if (!status && !is_empty && waits)
        status = custubi_transfer_wait(stream, doing, error);
    custubi_activity_move(&activity, target->memory.ptr, source->memory.ptr,
                          status ? 0 : count * target->memory.element_size, stream);
    return custubi_activity_end(&activity, status, error);
}

static side device_side(const char *name, const char *whose, custub_memory memory,
                        custub_pitch pitch)
{
    return (side){
        .name = name, .memory = memory, .pitch = pitch, .end = {whose, memory.ptr, true, 0}};
}

static side host_side(const void *host, uint64_t element_size, custub_pitch pitch)
{
    return (side){.memory = {(uintptr_t)host, CUSTUB_COUNT_UNKNOWN, element_size},
                  .pitch = pitch,
                  .end = {"", (uintptr_t)host, false, 0}};
}

static custub_status upload(custub_memory target, custub_pitch pitch, const void *host,
                            custub_pitch host_pitch, custub_box box, CUstream stream, bool waits,
                            custub_error *error)
{
    side to = device_side("view", "", target, pitch);
    side from = host_side(host, target.element_size, host_pitch);

    return copy_box("uploading a box", &to, &from, box, stream, waits, error);
}

static custub_status download(custub_memory source, custub_pitch pitch, void *host,
                              custub_pitch host_pitch, custub_box box, CUstream stream, bool waits,
                              custub_error *error)
{
    side from = device_side("view", "", source, pitch);
    side to = host_side(host, source.element_size, host_pitch);

    return copy_box("downloading a box", &to, &from, box, stream, waits, error);
}

custub_status custub_memory_upload_box(custub_memory target, custub_pitch pitch, const void *host,
                                       custub_pitch host_pitch, custub_box box, CUstream stream,
                                       custub_error *error)
{
    return upload(target, pitch, host, host_pitch, box, stream, true, error);
}

custub_status custub_memory_upload_box_async(custub_memory target, custub_pitch pitch,
                                             const void *host, custub_pitch host_pitch,
                                             custub_box box, CUstream stream, custub_error *error)
{
    return upload(target, pitch, host, host_pitch, box, stream, false, error);
}

custub_status custub_memory_download_box(custub_memory source, custub_pitch pitch, void *host,
                                         custub_pitch host_pitch, custub_box box, CUstream stream,
                                         custub_error *error)
{
    return download(source, pitch, host, host_pitch, box, stream, true, error);
}

custub_status custub_memory_download_box_async(custub_memory source, custub_pitch pitch, void *host,
                                               custub_pitch host_pitch, custub_box box,
                                               CUstream stream, custub_error *error)
{
    return download(source, pitch, host, host_pitch, box, stream, false, error);
}

custub_status custub_memory_copy_box(custub_memory target, custub_pitch pitch, custub_memory source,
                                     custub_pitch source_pitch, custub_box box, CUstream stream,
                                     custub_error *error)
{
    side to = device_side("target", "target's ", target, pitch);
    side from = device_side("source", "source's ", source, source_pitch);

    return copy_box("copying a box", &to, &from, box, stream, false, error);
}

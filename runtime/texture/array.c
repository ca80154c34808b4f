#include <custub/texture.h>

#include "driver/driver.h"
#include "driver/result.h"
#include "memory/leaks.h"
#include "memory/transfer.h"
#include "observe/activity.h"
#include "platform/platform.h"
#include "texture/texture_limit.h"

static const custub_array no_array;

/* --- Creating and destroying ----------------------------------------------------------------- */

/* Compares the extents with the device's limits; surfaces have limits of their own. */
static custub_status check_extents(const char *doing, const custub_array *array,
                                   custub_error *error)
{
    static const char *const what[3] = {"texels in x", "texels in y", "texels in z"};
    static const int most[2][3][3] = {
        {{CUSTUBI_DEVICE_MAXIMUM_TEXTURE1D_WIDTH},
         {CUSTUBI_DEVICE_MAXIMUM_TEXTURE2D_WIDTH, CUSTUBI_DEVICE_MAXIMUM_TEXTURE2D_HEIGHT},
         {CUSTUBI_DEVICE_MAXIMUM_TEXTURE3D_WIDTH, CUSTUBI_DEVICE_MAXIMUM_TEXTURE3D_HEIGHT,
          CUSTUBI_DEVICE_MAXIMUM_TEXTURE3D_DEPTH}},
        {{CUSTUBI_DEVICE_MAXIMUM_SURFACE1D_WIDTH},
         {CUSTUBI_DEVICE_MAXIMUM_SURFACE2D_WIDTH, CUSTUBI_DEVICE_MAXIMUM_SURFACE2D_HEIGHT},
         {CUSTUBI_DEVICE_MAXIMUM_SURFACE3D_WIDTH, CUSTUBI_DEVICE_MAXIMUM_SURFACE3D_HEIGHT,
          CUSTUBI_DEVICE_MAXIMUM_SURFACE3D_DEPTH}}};
    const uint64_t extents[3] = {array->width, array->height, array->depth};
    const int dimensions = array->depth ? 3 : array->height ? 2 : 1;
    custub_status status = CUSTUB_OK;

    for (int use = 0; use <= (array->use == CUSTUB_ARRAY_SURFACE); use++)
        for (int d = 0; d < dimensions && !status; d++)
            status = custubi_texture_at_most(doing, what[d], extents[d],
                                             most[use][dimensions - 1][d], error);
    return status;
}

static custub_status create(custub_array *array, custub_error *error)
{
    const custub_texel texel = array->texel;
    custubi_array_descriptor descriptor = {(size_t)array->width, (size_t)array->height,
                                           (size_t)array->depth, (int)texel.format,
                                           texel.channels,       0};
    int result;

    if (array->use == CUSTUB_ARRAY_SURFACE)
        descriptor.flags = CUSTUBI_ARRAY_SURFACE_LDST;
    result = custubi_cu.array_create(&array->handle, &descriptor);
    if (!result)
        return CUSTUB_OK;
    return custubi_error_driver(
        error, "cuArray3DCreate", result, "an array of %llu x %llu x %llu texels of %llu bytes",
        (unsigned long long)array->width, (unsigned long long)array->height,
        (unsigned long long)array->depth, (unsigned long long)custubi_texel_size(texel));
}

/* The bytes of an array whose extents are within the device's limits. */
static uint64_t bytes_of(const custub_array *array)
{
    return array->width * (array->height ? array->height : 1) * (array->depth ? array->depth : 1) *
           custubi_texel_size(array->texel);
}

custub_array custub_array_create(custub_texel texel, uint64_t width, uint64_t height,
                                 uint64_t depth, custub_array_use use, custub_error *error)
{
    static const char doing[] = "an array";
    custub_array array = {NULL, width, height, depth, texel, use};
    custubi_activity activity;
    custub_status status;

    custubi_activity_begin(&activity, CUSTUB_ACTIVITY_ALLOCATION, "allocating an array", error);
    status = custubi_texture_begin(doing, texel, error);
    if (!status)
        status = check_extents(doing, &array, error);
    if (!status)
        status = create(&array, error);
    if (!status)
        custubi_leaks_add((uintptr_t)array.handle, bytes_of(&array), CUSTUBI_CALLER);
    custubi_activity_move(&activity, (uintptr_t)array.handle, 0, status ? 0 : bytes_of(&array),
                          NULL);
    return custubi_activity_end(&activity, status, error) ? no_array : array;
}

custub_status custub_array_destroy(custub_array *array, custub_error *error)
{
    custub_error *own = custubi_error_unless_failed(error);
    custub_status status = CUSTUB_OK;
    custubi_activity activity;
    custubi_leak leak;
    int result;

    if (array && array->handle && custub_driver_name()) {
        custubi_activity_begin(&activity, CUSTUB_ACTIVITY_FREE, "destroying an array", NULL);
        custubi_activity_move(&activity, (uintptr_t)array->handle, 0, bytes_of(array), NULL);
        leak = custubi_leaks_remove((uintptr_t)array->handle);
        result = custubi_cu.array_destroy(array->handle);
        if (result && result != CUSTUBI_DEINITIALIZED) {
            status = custubi_error_driver(own, "cuArrayDestroy", result, "destroying an array");
            custubi_leaks_restore(&leak);
        }
        custubi_activity_end(&activity, status, own);
    }
    if (array)
        *array = no_array;
    return custubi_error_first(error, status);
}

/* --- Copies ---------------------------------------------------------------------------------- */

/* A copy of a whole array, from it or to it. */
typedef struct array_copy {
    const char *doing;
    custub_array array;
    bool to_array;
    bool is_host;        /* the other end is host memory */
    custub_memory other; /* the other end; for host memory only `ptr` is set */
    uint64_t pitch;      /* bytes, of the other end; measure() resolves 0 */
    custubi_box_copy copy;
} array_copy;

static custub_status measure(array_copy *of, custub_error *error)
{
    const uint64_t row = of->array.width * custubi_texel_size(of->array.texel);
    const uint64_t pitch = of->pitch;
    custub_status status = custubi_texture_begin(of->doing, of->array.texel, error);

    if (status)
        return status;
    if (!of->array.handle)
        return custubi_error_set(error, CUSTUB_ERROR_INVALID_ARGUMENT, "%s: the array is null",
                                 of->doing);
    if (!pitch)
        of->pitch = row;
    of->copy.width = (size_t)row;
    of->copy.height = of->array.height ? (size_t)of->array.height : 1;
    of->copy.depth = of->array.depth ? (size_t)of->array.depth : 1;
    if (of->pitch >= row)
        return CUSTUB_OK;
    status = custubi_error_set(error, CUSTUB_ERROR_OUT_OF_RANGE,
                               "%s: a row needs %llu bytes, the pitch has %llu bytes", of->doing,
                               (unsigned long long)row, (unsigned long long)pitch);
    if (error) {
        error->needed = row;
        error->found = pitch;
    }
    return status;
}

static custub_status check_other(const array_copy *of, CUstream stream, custub_error *error)
{
    if (!of->is_host)
        return custubi_texture_within(of->doing, of->other, of->copy.height * of->copy.depth,
                                      of->copy.width, of->pitch, stream, error);
    if (of->other.ptr)
        return CUSTUB_OK;
    return custubi_error_set(error, CUSTUB_ERROR_INVALID_ARGUMENT, "%s: the host's memory is null",
                             of->doing);
}

static void set_ends(array_copy *of)
{
    const int memory = of->is_host ? CUSTUBI_MEMORYTYPE_HOST : CUSTUBI_MEMORYTYPE_DEVICE;
    void *host = of->is_host ? (void *)(uintptr_t)of->other.ptr : NULL;
    const CUdeviceptr device = of->is_host ? 0 : of->other.ptr;
    custubi_box_copy *copy = &of->copy;

    if (of->to_array) {
        copy->source_type = memory;
        copy->source_host = host;
        copy->source_device = device;
        copy->source_pitch = (size_t)of->pitch;
        copy->source_height = copy->height;
        copy->target_type = CUSTUBI_MEMORYTYPE_ARRAY;
        copy->target_array = of->array.handle;
    } else {
        copy->source_type = CUSTUBI_MEMORYTYPE_ARRAY;
        copy->source_array = of->array.handle;
        copy->target_type = memory;
        copy->target_host = host;
        copy->target_device = device;
        copy->target_pitch = (size_t)of->pitch;
        copy->target_height = copy->height;
    }
}

/* Submits the copy. Waits if one end is host memory, so that the program can use it at once. */
static custub_status submit(array_copy *of, CUstream stream, custub_error *error)
{
    int result;

    set_ends(of);
    result = custubi_cu.copy_box(&of->copy, stream);
    if (result)
        return custubi_error_driver(error, "cuMemcpy3DAsync", result, "%s", of->doing);
    return of->is_host ? custubi_transfer_wait(stream, of->doing, error) : CUSTUB_OK;
}

static custub_status copy(custub_activity_kind kind, array_copy *of, CUstream stream,
                          custub_error *error)
{
    const uint64_t array = (uintptr_t)of->array.handle;
    custubi_activity activity;
    custub_status status;

    custubi_activity_begin(&activity, kind, of->doing, error);
    status = measure(of, error);
    if (!status)
        status = check_other(of, stream, error);
    if (!status)
        status = submit(of, stream, error);
    custubi_activity_move(&activity, of->to_array ? array : of->other.ptr,
                          of->to_array ? of->other.ptr : array,
                          status ? 0 : of->copy.width * of->copy.height * of->copy.depth, stream);
    return custubi_activity_end(&activity, status, error);
}

custub_status custub_array_upload(custub_array array, const void *host, uint64_t pitch,
                                  CUstream stream, custub_error *error)
{
    array_copy of = {.doing = "uploading to an array",
                     .array = array,
                     .to_array = true,
                     .is_host = true,
                     .other = {.ptr = (uintptr_t)host},
                     .pitch = pitch};

    return copy(CUSTUB_ACTIVITY_UPLOAD, &of, stream, error);
}

custub_status custub_array_download(custub_array array, void *host, uint64_t pitch, CUstream stream,
                                    custub_error *error)
{
    array_copy of = {.doing = "downloading from an array",
                     .array = array,
                     .is_host = true,
                     .other = {.ptr = (uintptr_t)host},
                     .pitch = pitch};

    return copy(CUSTUB_ACTIVITY_DOWNLOAD, &of, stream, error);
}

custub_status custub_array_copy_from(custub_array array, custub_memory view, uint64_t pitch,
                                     CUstream stream, custub_error *error)
{
    array_copy of = {.doing = "copying a view to an array",
                     .array = array,
                     .to_array = true,
                     .other = view,
                     .pitch = pitch};

    return copy(CUSTUB_ACTIVITY_COPY, &of, stream, error);
}

custub_status custub_array_copy_to(custub_array array, custub_memory view, uint64_t pitch,
                                   CUstream stream, custub_error *error)
{
    array_copy of = {
        .doing = "copying an array to a view", .array = array, .other = view, .pitch = pitch};

    return copy(CUSTUB_ACTIVITY_COPY, &of, stream, error);
}

#include <custub/texture.h>

#include "driver/driver.h"
#include "driver/result.h"
#include "texture/texture_limit.h"

static const custub_array no_array;

/* --- Creating and destroying ----------------------------------------------------------------- */

/* Extents, against those of the device; surfaces may have others. */
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

custub_array custub_array_create(custub_texel texel, uint64_t width, uint64_t height,
                                 uint64_t depth, custub_array_use use, custub_error *error)
{
    static const char doing[] = "an array";
    custub_array array = {NULL, width, height, depth, texel, use};
    custubi_array_descriptor descriptor = {(size_t)width,     (size_t)height, (size_t)depth,
                                           (int)texel.format, texel.channels, 0};
    int result;

    if (custubi_texture_begin(doing, texel, error) || check_extents(doing, &array, error))
        return no_array;
    descriptor.flags = use == CUSTUB_ARRAY_SURFACE ? CUSTUBI_ARRAY_SURFACE_LDST : 0;
    result = custubi_cu.array_create(&array.handle, &descriptor);
    if (!result)
        return array;
    custubi_error_driver(error, "cuArray3DCreate", result,
                         "an array of %llu x %llu x %llu texels of %llu bytes",
                         (unsigned long long)width, (unsigned long long)height,
                         (unsigned long long)depth, (unsigned long long)custubi_texel_size(texel));
    return no_array;
}

custub_status custub_array_destroy(custub_array *array, custub_error *error)
{
    custub_status status = CUSTUB_OK;
    int result = 0;

    if (array && array->handle && custub_driver_name())
        result = custubi_cu.array_destroy(array->handle);
    if (array)
        *array = no_array;
    if (result && result != CUSTUBI_DEINITIALIZED)
        status = custubi_error_driver(custubi_error_unless_failed(error), "cuArrayDestroy", result,
                                      "destroying an array");
    return custubi_error_first(error, status);
}

/* --- Copies ---------------------------------------------------------------------------------- */

/* A copy of a whole array, from it or to it. */
typedef struct array_copy {
    const char *doing;
    custub_array array;
    custubi_box_copy copy;
    uint64_t pitch; /* bytes, of the other end; never 0 */
} array_copy;

static custub_status begin(array_copy *out, const char *doing, custub_array array, uint64_t pitch,
                           custub_error *error)
{
    const uint64_t row = array.width * custubi_texel_size(array.texel);
    custub_status status = custubi_texture_begin(doing, array.texel, error);

    *out = (array_copy){.doing = doing, .array = array, .pitch = pitch ? pitch : row};
    if (status)
        return status;
    if (!array.handle)
        return custubi_error_set(error, CUSTUB_ERROR_INVALID_ARGUMENT, "%s: the array is null",
                                 doing);
    out->copy.width = (size_t)row;
    out->copy.height = array.height ? (size_t)array.height : 1;
    out->copy.depth = array.depth ? (size_t)array.depth : 1;
    if (out->pitch >= row)
        return CUSTUB_OK;
    status = custubi_error_set(error, CUSTUB_ERROR_OUT_OF_RANGE,
                               "%s: a row needs %llu bytes, the pitch has %llu bytes", doing,
                               (unsigned long long)row, (unsigned long long)pitch);
    if (error) {
        error->needed = row;
        error->found = pitch;
    }
    return status;
}

/* The array is the target; the source is memory of the host, or of the device if `host` is null. */
static void set_source(array_copy *of, const void *host, CUdeviceptr device)
{
    of->copy.source_type = host ? CUSTUBI_MEMORYTYPE_HOST : CUSTUBI_MEMORYTYPE_DEVICE;
    of->copy.source_host = host;
    of->copy.source_device = device;
    of->copy.source_pitch = (size_t)of->pitch;
    of->copy.source_height = of->copy.height;
    of->copy.target_type = CUSTUBI_MEMORYTYPE_ARRAY;
    of->copy.target_array = of->array.handle;
}

static void set_target(array_copy *of, void *host, CUdeviceptr device)
{
    of->copy.source_type = CUSTUBI_MEMORYTYPE_ARRAY;
    of->copy.source_array = of->array.handle;
    of->copy.target_type = host ? CUSTUBI_MEMORYTYPE_HOST : CUSTUBI_MEMORYTYPE_DEVICE;
    of->copy.target_host = host;
    of->copy.target_device = device;
    of->copy.target_pitch = (size_t)of->pitch;
    of->copy.target_height = of->copy.height;
}

static custub_status submit(array_copy *of, CUstream stream, custub_error *error)
{
    int result = custubi_cu.copy_box(&of->copy, stream);

    if (result)
        return custubi_error_driver(error, "cuMemcpy3DAsync", result, "%s", of->doing);
    return CUSTUB_OK;
}

static custub_status submit_and_wait(array_copy *of, CUstream stream, custub_error *error)
{
    custub_status status = submit(of, stream, error);
    int result = status ? 0 : custubi_cu.stream_synchronize(stream);

    if (result)
        return custubi_error_driver(error, "cuStreamSynchronize", result, "%s", of->doing);
    return status;
}

static custub_status refuse_null_host(const char *doing, custub_error *error)
{
    return custubi_error_set(error, CUSTUB_ERROR_INVALID_ARGUMENT, "%s: the host's memory is null",
                             doing);
}

custub_status custub_array_upload(custub_array array, const void *host, uint64_t pitch,
                                  CUstream stream, custub_error *error)
{
    array_copy of;
    custub_status status = begin(&of, "uploading to an array", array, pitch, error);

    if (status)
        return status;
    if (!host)
        return refuse_null_host(of.doing, error);
    set_source(&of, host, 0);
    return submit_and_wait(&of, stream, error);
}

custub_status custub_array_download(custub_array array, void *host, uint64_t pitch, CUstream stream,
                                    custub_error *error)
{
    array_copy of;
    custub_status status = begin(&of, "downloading from an array", array, pitch, error);

    if (status)
        return status;
    if (!host)
        return refuse_null_host(of.doing, error);
    set_target(&of, host, 0);
    return submit_and_wait(&of, stream, error);
}

/* The other end of a copy is a view. */
static custub_status begin_with_view(array_copy *out, const char *doing, custub_array array,
                                     custub_memory view, uint64_t pitch, CUstream stream,
                                     custub_error *error)
{
    custub_status status = begin(out, doing, array, pitch, error);

    if (status)
        return status;
    return custubi_texture_within(doing, view, out->copy.height * out->copy.depth, out->copy.width,
                                  out->pitch, stream, error);
}

custub_status custub_array_copy_from(custub_array array, custub_memory view, uint64_t pitch,
                                     CUstream stream, custub_error *error)
{
    array_copy of;
    custub_status status =
        begin_with_view(&of, "copying a view to an array", array, view, pitch, stream, error);

    if (status)
        return status;
    set_source(&of, NULL, view.ptr);
    return submit(&of, stream, error);
}

custub_status custub_array_copy_to(custub_array array, custub_memory view, uint64_t pitch,
                                   CUstream stream, custub_error *error)
{
    array_copy of;
    custub_status status =
        begin_with_view(&of, "copying an array to a view", array, view, pitch, stream, error);

    if (status)
        return status;
    set_target(&of, NULL, view.ptr);
    return submit(&of, stream, error);
}

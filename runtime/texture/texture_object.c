#include <custub/texture.h>

#include "driver/driver.h"
#include "driver/result.h"
#include "texture/texture_limit.h"

static const custub_texture_object no_texture;
static const custub_surface_object no_surface;

/* --- Sampling -------------------------------------------------------------------------------- */

static bool is_float(custub_texel texel, custub_read_mode read)
{
    if (texel.format == CUSTUB_TEXEL_F16 || texel.format == CUSTUB_TEXEL_F32)
        return true;
    return read == CUSTUB_READ_NORMALIZED_FLOAT && texel.format != CUSTUB_TEXEL_I32 &&
           texel.format != CUSTUB_TEXEL_U32;
}

static custub_status check_numbers(const char *doing, const custub_sampling *sampling,
                                   custub_error *error)
{
    bool is_known = (unsigned)sampling->filter <= CUSTUB_FILTER_LINEAR &&
                    (unsigned)sampling->read <= CUSTUB_READ_NORMALIZED_FLOAT;

    for (int i = 0; i < 3; i++)
        is_known = is_known && (unsigned)sampling->address[i] <= CUSTUB_ADDRESS_MIRROR;
    if (is_known)
        return CUSTUB_OK;
    return custubi_error_set(error, CUSTUB_ERROR_INVALID_ARGUMENT,
                             "%s: filter %d, read mode %d, address modes %d, %d, %d: there is no "
                             "such sampling; begin with custub_sampling_default()",
                             doing, (int)sampling->filter, (int)sampling->read,
                             (int)sampling->address[0], (int)sampling->address[1],
                             (int)sampling->address[2]);
}

/* Refuses what CUDA accepts but samples in another way: it clamps, or does not filter. */
static custub_status check_sampling(const char *doing, custub_texel texel,
                                    const custub_sampling *sampling, custub_error *error)
{
    custub_status status = check_numbers(doing, sampling, error);

    if (status)
        return status;
    for (int i = 0; i < 3 && !sampling->normalized; i++)
        if (sampling->address[i] > CUSTUB_ADDRESS_BORDER)
            return custubi_error_set(error, CUSTUB_ERROR_INVALID_ARGUMENT,
                                     "%s: coordinates that wrap or mirror must be normalized",
                                     doing);
    if (is_float(texel, sampling->read))
        return CUSTUB_OK;
    for (int i = 0; i < 4; i++)
        if (sampling->border[i] != 0)
            return custubi_error_set(error, CUSTUB_ERROR_INVALID_ARGUMENT,
                                     "%s: the border of texels that are read as integers is 0",
                                     doing);
    return CUSTUB_OK;
}

static unsigned int read_flags(custub_texel texel, custub_read_mode read)
{
    return is_float(texel, read) ? 0 : CUSTUBI_READ_AS_INTEGER;
}

/* Clamps the dimensions that the texture does not have: a GPU would apply their modes, too. */
static custubi_texture_descriptor describe(custub_texel texel, int dimensions,
                                           const custub_sampling *sampling)
{
    static const int modes[] = {CUSTUBI_ADDRESS_CLAMP, CUSTUBI_ADDRESS_BORDER, CUSTUBI_ADDRESS_WRAP,
                                CUSTUBI_ADDRESS_MIRROR};
    custubi_texture_descriptor descriptor = {0};

    descriptor.filter = (int)sampling->filter;
    descriptor.flags = read_flags(texel, sampling->read);
    if (sampling->normalized)
        descriptor.flags |= CUSTUBI_NORMALIZED_COORDINATES;
    for (int i = 0; i < 3; i++)
        descriptor.address[i] =
            i < dimensions ? modes[sampling->address[i]] : CUSTUBI_ADDRESS_CLAMP;
    for (int i = 0; i < 4; i++)
        descriptor.border[i] = sampling->border[i];
    return descriptor;
}

/* --- Textures -------------------------------------------------------------------------------- */

static custub_texture_object create(const char *doing, const custubi_resource *resource,
                                    const custubi_texture_descriptor *descriptor,
                                    custub_error *error)
{
    custub_texture_object object = no_texture;
    int result = custubi_cu.texture_create(&object.texture.handle, resource, descriptor, NULL);

    if (!result)
        return object;
    custubi_error_driver(error, "cuTexObjectCreate", result, "%s", doing);
    return no_texture;
}

static custub_status check_element(const char *doing, custub_memory view, custub_texel texel,
                                   custub_error *error)
{
    if (view.element_size == custubi_texel_size(texel))
        return CUSTUB_OK;
    return custubi_error_set(error, CUSTUB_ERROR_INVALID_ARGUMENT,
                             "%s: a view of elements of %llu bytes, texels of %llu bytes", doing,
                             (unsigned long long)view.element_size,
                             (unsigned long long)custubi_texel_size(texel));
}

custub_texture_object custub_texture_linear(custub_memory view, custub_texel texel,
                                            custub_read_mode read, custub_error *error)
{
    static const char doing[] = "a texture of linear memory";
    custubi_resource resource = {.type = CUSTUBI_RESOURCE_LINEAR};
    custubi_texture_descriptor descriptor = {0};

    if (custubi_texture_begin(doing, texel, error) || check_element(doing, view, texel, error))
        return no_texture;
    if (custubi_texture_at_most(doing, "texels", view.count,
                                CUSTUBI_DEVICE_MAXIMUM_TEXTURE1D_LINEAR_WIDTH, error) ||
        custubi_texture_within(doing, view, 1, view.count * view.element_size, 0, NULL, error) ||
        custubi_texture_aligned(doing, view.ptr, 0, error))
        return no_texture;
    resource.of.linear.address = view.ptr;
    resource.of.linear.format = (int)texel.format;
    resource.of.linear.channels = texel.channels;
    resource.of.linear.bytes = (size_t)(view.count * view.element_size);
    descriptor.address[0] = descriptor.address[1] = descriptor.address[2] = CUSTUBI_ADDRESS_CLAMP;
    descriptor.flags = read_flags(texel, read);
    return create(doing, &resource, &descriptor, error);
}

static custub_status check_pitched(const char *doing, custub_memory view, uint64_t width,
                                   uint64_t height, uint64_t pitch, custub_error *error)
{
    const uint64_t row = width * view.element_size;
    custub_status status = CUSTUB_OK;

    if (custubi_texture_at_most(doing, "texels in a row", width,
                                CUSTUBI_DEVICE_MAXIMUM_TEXTURE2D_LINEAR_WIDTH, error) ||
        custubi_texture_at_most(doing, "rows", height,
                                CUSTUBI_DEVICE_MAXIMUM_TEXTURE2D_LINEAR_HEIGHT, error) ||
        custubi_texture_at_most(doing, "bytes of pitch", pitch,
                                CUSTUBI_DEVICE_MAXIMUM_TEXTURE2D_LINEAR_PITCH, error))
        return CUSTUB_ERROR_OUT_OF_RANGE;
    if (pitch < row) {
        status = custubi_error_set(error, CUSTUB_ERROR_OUT_OF_RANGE,
                                   "%s: a row of %llu texels of %llu bytes needs %llu bytes, the "
                                   "pitch has %llu bytes",
                                   doing, (unsigned long long)width,
                                   (unsigned long long)view.element_size, (unsigned long long)row,
                                   (unsigned long long)pitch);
        if (error) {
            error->needed = row;
            error->found = pitch;
        }
        return status;
    }
    if (custubi_texture_within(doing, view, height, row, pitch, NULL, error))
        return CUSTUB_ERROR_OUT_OF_RANGE;
    return custubi_texture_aligned(doing, view.ptr, pitch, error);
}

custub_texture_object custub_texture_pitched(custub_memory view, custub_texel texel, uint64_t width,
                                             uint64_t height, uint64_t pitch,
                                             const custub_sampling *sampling, custub_error *error)
{
    static const char doing[] = "a texture of pitched memory";
    const custub_sampling plain = custub_sampling_default();
    custubi_resource resource = {.type = CUSTUBI_RESOURCE_PITCH2D};
    custubi_texture_descriptor descriptor;

    sampling = sampling ? sampling : &plain;
    if (custubi_texture_begin(doing, texel, error) || check_element(doing, view, texel, error) ||
        check_sampling(doing, texel, sampling, error) ||
        check_pitched(doing, view, width, height, pitch, error))
        return no_texture;
    resource.of.pitched.address = view.ptr;
    resource.of.pitched.format = (int)texel.format;
    resource.of.pitched.channels = texel.channels;
    resource.of.pitched.width = (size_t)width;
    resource.of.pitched.height = (size_t)height;
    resource.of.pitched.pitch = (size_t)pitch;
    descriptor = describe(texel, 2, sampling);
    return create(doing, &resource, &descriptor, error);
}

static custub_status check_array(const char *doing, custub_array array, custub_error *error)
{
    custub_status status = custubi_texture_begin(doing, array.texel, error);

    if (status || array.handle)
        return status;
    return custubi_error_set(error, CUSTUB_ERROR_INVALID_ARGUMENT, "%s: the array is null", doing);
}

custub_texture_object custub_texture_of_array(custub_array array, const custub_sampling *sampling,
                                              custub_error *error)
{
    static const char doing[] = "a texture of an array";
    const custub_sampling plain = custub_sampling_default();
    custubi_resource resource = {.type = CUSTUBI_RESOURCE_ARRAY};
    custubi_texture_descriptor descriptor;

    sampling = sampling ? sampling : &plain;
    if (check_array(doing, array, error) || check_sampling(doing, array.texel, sampling, error))
        return no_texture;
    resource.of.array = array.handle;
    descriptor = describe(array.texel, array.depth ? 3 : array.height ? 2 : 1, sampling);
    return create(doing, &resource, &descriptor, error);
}

custub_status custub_texture_object_destroy(custub_texture_object *object, custub_error *error)
{
    custub_status status = CUSTUB_OK;
    int result = 0;

    if (object && object->texture.handle && custub_driver_name())
        result = custubi_cu.texture_destroy(object->texture.handle);
    if (object)
        *object = no_texture;
    if (result && result != CUSTUBI_DEINITIALIZED)
        status = custubi_error_driver(custubi_error_unless_failed(error), "cuTexObjectDestroy",
                                      result, "destroying a texture");
    return custubi_error_first(error, status);
}

/* --- Surfaces -------------------------------------------------------------------------------- */

custub_surface_object custub_surface_of_array(custub_array array, custub_error *error)
{
    static const char doing[] = "a surface of an array";
    const custubi_resource resource = {.type = CUSTUBI_RESOURCE_ARRAY, .of.array = array.handle};
    custub_surface_object object = no_surface;
    int result;

    if (check_array(doing, array, error))
        return no_surface;
    if (array.use != CUSTUB_ARRAY_SURFACE) {
        custubi_error_set(error, CUSTUB_ERROR_INVALID_ARGUMENT,
                          "%s that was made without CUSTUB_ARRAY_SURFACE", doing);
        return no_surface;
    }
    result = custubi_cu.surface_create(&object.surface.handle, &resource);
    if (!result)
        return object;
    custubi_error_driver(error, "cuSurfObjectCreate", result, "%s", doing);
    return no_surface;
}

custub_status custub_surface_object_destroy(custub_surface_object *object, custub_error *error)
{
    custub_status status = CUSTUB_OK;
    int result = 0;

    if (object && object->surface.handle && custub_driver_name())
        result = custubi_cu.surface_destroy(object->surface.handle);
    if (object)
        *object = no_surface;
    if (result && result != CUSTUBI_DEINITIALIZED)
        status = custubi_error_driver(custubi_error_unless_failed(error), "cuSurfObjectDestroy",
                                      result, "destroying a surface");
    return custubi_error_first(error, status);
}

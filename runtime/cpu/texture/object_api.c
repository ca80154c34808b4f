/* The driver's functions for texture and surface objects. */
#include "api/fail.h"
#include "context/context.h"
#include "memory/array_memory.h"
#include "texture/texture_object.h"

#include <math.h>

/* The coordinates wrap and mirror only if they are normalized; else they clamp (CUDA Runtime API,
 * cudaTextureDesc). */
static int address_mode_of(const CUDA_TEXTURE_DESC *sampling, int dimension)
{
    const int mode = sampling->addressMode[dimension];

    if (mode != CU_TR_ADDRESS_MODE_BORDER && !(sampling->flags & CU_TRSF_NORMALIZED_COORDINATES))
        return CU_TR_ADDRESS_MODE_CLAMP;
    return mode;
}

/* Converts the border color as a GPU does: to the format of the texels, if kernels read their
 * integers as fractions. A value halfway between two numbers becomes the lower one. */
static float border_of(const cpu_texture *texture, float color)
{
    const int format = texture->texels.format;
    const bool is_signed =
        format == CU_AD_FORMAT_SIGNED_INT8 || format == CU_AD_FORMAT_SIGNED_INT16;
    const float low = is_signed ? -1 : 0;
    float largest;

    switch (format) {
    case CU_AD_FORMAT_UNSIGNED_INT8:
        largest = UINT8_MAX;
        break;
    case CU_AD_FORMAT_SIGNED_INT8:
        largest = INT8_MAX;
        break;
    case CU_AD_FORMAT_UNSIGNED_INT16:
        largest = UINT16_MAX;
        break;
    case CU_AD_FORMAT_SIGNED_INT16:
        largest = INT16_MAX;
        break;
    default:
        return color;
    }
    if (texture->is_integer)
        return color;
    return ceilf(fminf(fmaxf(color, low), 1) * largest - 0.5f) / largest;
}

static CUresult read_sampling(cpu_texture *texture, const CUDA_TEXTURE_DESC *sampling)
{
    const unsigned int known = CU_TRSF_READ_AS_INTEGER | CU_TRSF_NORMALIZED_COORDINATES |
                               CU_TRSF_DISABLE_TRILINEAR_OPTIMIZATION;
    const int format = texture->texels.format;
    const bool is_wide =
        format == CU_AD_FORMAT_UNSIGNED_INT32 || format == CU_AD_FORMAT_SIGNED_INT32;

    if (sampling->flags & ~known)
        return CUDA_ERROR_NOT_SUPPORTED;
    for (int d = 0; d < 3; d++) {
        if (sampling->addressMode[d] < CU_TR_ADDRESS_MODE_WRAP ||
            sampling->addressMode[d] > CU_TR_ADDRESS_MODE_BORDER)
            return CUDA_ERROR_INVALID_VALUE;
        texture->address_mode[d] = address_mode_of(sampling, d);
    }
    if (sampling->filterMode != CU_TR_FILTER_MODE_POINT &&
        sampling->filterMode != CU_TR_FILTER_MODE_LINEAR)
        return CUDA_ERROR_INVALID_VALUE;
    texture->is_normalized = sampling->flags & CU_TRSF_NORMALIZED_COORDINATES;
    texture->is_integer =
        cpu_texel_is_integer(format) && (is_wide || sampling->flags & CU_TRSF_READ_AS_INTEGER);
    texture->is_linear = sampling->filterMode == CU_TR_FILTER_MODE_LINEAR;
    for (int i = 0; i < 4; i++)
        texture->border[i] = border_of(texture, sampling->borderColor[i]);
    return CUDA_SUCCESS;
}

static CUresult publish(cpu_texture *texture, CUresult result, unsigned long long *handle)
{
    if (result == CUDA_SUCCESS)
        return cpu_texture_publish(texture, handle);
    cpu_texture_free(texture);
    return result;
}

CUresult cuTexObjectCreate(CUtexObject *handle, const CUDA_RESOURCE_DESC *resource,
                           const CUDA_TEXTURE_DESC *sampling, const CUDA_RESOURCE_VIEW_DESC *view)
{
    CPU_ENTRY(cuTexObjectCreate);
    CUcontext context;
    CUresult result = cpu_context_current(&context);
    cpu_texture *texture;

    if (result != CUDA_SUCCESS)
        return result;
    if (!handle || !resource || !sampling)
        return CUDA_ERROR_INVALID_VALUE;
    if (view)
        return CUDA_ERROR_NOT_SUPPORTED;
    texture = cpu_texture_allocate(CPU_KIND_TEXTURE, context);
    if (!texture)
        return CUDA_ERROR_OUT_OF_MEMORY;
    result = cpu_texture_read_resource(texture, resource);
    if (result == CUDA_SUCCESS)
        result = read_sampling(texture, sampling);
    return publish(texture, result, handle);
}

CUresult cuTexObjectDestroy(CUtexObject handle)
{
    CPU_ENTRY(cuTexObjectDestroy);
    return cpu_texture_end(handle, CPU_KIND_TEXTURE);
}

/* --- Surfaces ------------------------------------------------------------------------------------
 */

/* Like NVIDIA's driver, this one does not ask for CUDA_ARRAY3D_SURFACE_LDST. */
static CUresult check_surface(const CUDA_RESOURCE_DESC *resource)
{
    if (resource->resType != CU_RESOURCE_TYPE_ARRAY)
        return CUDA_ERROR_INVALID_VALUE;
    return cpu_handle_is(resource->res.array.hArray, CPU_KIND_ARRAY) ? CUDA_SUCCESS
                                                                     : CUDA_ERROR_INVALID_HANDLE;
}

CUresult cuSurfObjectCreate(CUsurfObject *handle, const CUDA_RESOURCE_DESC *resource)
{
    CPU_ENTRY(cuSurfObjectCreate);
    CUcontext context;
    CUresult result = cpu_context_current(&context);
    cpu_texture *surface;

    if (result != CUDA_SUCCESS)
        return result;
    if (!handle || !resource)
        return CUDA_ERROR_INVALID_VALUE;
    result = check_surface(resource);
    if (result != CUDA_SUCCESS)
        return result;
    surface = cpu_texture_allocate(CPU_KIND_SURFACE, context);
    if (!surface)
        return CUDA_ERROR_OUT_OF_MEMORY;
    return publish(surface, cpu_texture_read_resource(surface, resource), handle);
}

CUresult cuSurfObjectDestroy(CUsurfObject handle)
{
    CPU_ENTRY(cuSurfObjectDestroy);
    return cpu_texture_end(handle, CPU_KIND_SURFACE);
}

#include "texture/texture_object.h"

#include "context/context.h"
#include "heap/allocation.h"
#include "memory/array_memory.h"
#include "task/task.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

/* --- Objects -------------------------------------------------------------------------------------
 */

static struct {
    pthread_mutex_t lock;
    cpu_texture *first;
} reserve = {.lock = PTHREAD_MUTEX_INITIALIZER};

cpu_texture *cpu_texture_allocate(cpu_kind kind, CUcontext context)
{
    cpu_texture *texture;

    pthread_mutex_lock(&reserve.lock);
    texture = reserve.first;
    if (texture)
        reserve.first = texture->next;
    pthread_mutex_unlock(&reserve.lock);
    if (!texture)
        texture = malloc(sizeof(*texture));
    if (!texture)
        return NULL;
    memset(texture, 0, sizeof(*texture));
    texture->object = (cpu_object){kind, context};
    return texture;
}

void cpu_texture_free(cpu_texture *texture)
{
    texture->object.kind = 0;
    pthread_mutex_lock(&reserve.lock);
    texture->next = reserve.first;
    reserve.first = texture;
    pthread_mutex_unlock(&reserve.lock);
}

CUresult cpu_texture_publish(cpu_texture *texture, unsigned long long *handle)
{
    if (!cpu_handle_add(&texture->object)) {
        cpu_texture_free(texture);
        return CUDA_ERROR_OUT_OF_MEMORY;
    }
    *handle = (uintptr_t)texture;
    return CUDA_SUCCESS;
}

static CUresult find(unsigned long long handle, cpu_kind kind, cpu_texture **texture)
{
    CUcontext context;
    CUresult result = cpu_context_current(&context);

    *texture = (cpu_texture *)(uintptr_t)handle;
    if (result != CUDA_SUCCESS)
        return result;
    return cpu_handle_is(*texture, kind) ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

CUresult cpu_texture_end(unsigned long long handle, cpu_kind kind)
{
    cpu_texture *texture;
    CUresult result = find(handle, kind, &texture);

    if (result != CUDA_SUCCESS)
        return result;
    if (!cpu_handle_remove(texture, kind))
        return CUDA_ERROR_INVALID_VALUE;
    cpu_context_wait(texture->object.context);
    result = cpu_context_failure(texture->object.context);
    cpu_texture_free(texture);
    return result;
}

/* --- Resources -----------------------------------------------------------------------------------
 */

/* Unlike linear memory, an array can only be used in its own context. */
static CUresult read_array(cpu_texels *texels, CUarray array, CUcontext context)
{
    if (!cpu_handle_is(array, CPU_KIND_ARRAY))
        return CUDA_ERROR_INVALID_HANDLE;
    if (array->object.context != context)
        return CUDA_ERROR_PEER_ACCESS_NOT_ENABLED;
    *texels = array->texels;
    return CUDA_SUCCESS;
}

/* Memory of `rows` rows of texels, whose address, format and pitch are set. */
static CUresult check_memory(cpu_texels *texels, size_t rows)
{
    const size_t width = texels->extent[0];

    texels->size = cpu_texel_size(texels->format, texels->channels);
    texels->plane_pitch = texels->pitch * rows;
    if (texels->size == 0 || width == 0 || texels->address % CPU_TEXTURE_ALIGNMENT != 0)
        return CUDA_ERROR_INVALID_VALUE;
    return cpu_memory_holds(texels->address, (rows - 1) * texels->pitch + width * texels->size)
               ? CUDA_SUCCESS
               : CUDA_ERROR_INVALID_VALUE;
}

static CUresult read_linear(cpu_texels *texels, const CUDA_RESOURCE_DESC *resource)
{
    const uint32_t size =
        cpu_texel_size(resource->res.linear.format, resource->res.linear.numChannels);

    if (size == 0 || resource->res.linear.sizeInBytes / size > CPU_TEXTURE_LINEAR_WIDTH)
        return CUDA_ERROR_INVALID_VALUE;
    *texels = (cpu_texels){.address = resource->res.linear.devPtr,
                           .format = resource->res.linear.format,
                           .channels = resource->res.linear.numChannels,
                           .dimensions = 1,
                           .extent = {resource->res.linear.sizeInBytes / size, 1, 1}};
    return check_memory(texels, 1);
}

static CUresult read_pitched(cpu_texels *texels, const CUDA_RESOURCE_DESC *resource)
{
    const size_t width = resource->res.pitch2D.width;
    const size_t height = resource->res.pitch2D.height;
    const size_t pitch = resource->res.pitch2D.pitchInBytes;
    const uint32_t size =
        cpu_texel_size(resource->res.pitch2D.format, resource->res.pitch2D.numChannels);

    if (height == 0 || width > CPU_TEXTURE_PITCHED_WIDTH || height > CPU_TEXTURE_PITCHED_HEIGHT ||
        pitch > CPU_TEXTURE_PITCH || pitch % CPU_TEXTURE_PITCH_ALIGNMENT != 0 ||
        width * size > pitch)
        return CUDA_ERROR_INVALID_VALUE;
    *texels = (cpu_texels){.address = resource->res.pitch2D.devPtr,
                           .pitch = pitch,
                           .format = resource->res.pitch2D.format,
                           .channels = resource->res.pitch2D.numChannels,
                           .dimensions = 2,
                           .extent = {width, height, 1}};
    return check_memory(texels, height);
}

CUresult cpu_texture_read_resource(cpu_texture *texture, const CUDA_RESOURCE_DESC *resource)
{
    texture->resource_type = resource->resType;
    switch (resource->resType) {
    case CU_RESOURCE_TYPE_ARRAY:
        return read_array(&texture->texels, resource->res.array.hArray, texture->object.context);
    case CU_RESOURCE_TYPE_LINEAR:
        return read_linear(&texture->texels, resource);
    case CU_RESOURCE_TYPE_PITCH2D:
        return read_pitched(&texture->texels, resource);
    case CU_RESOURCE_TYPE_MIPMAPPED_ARRAY:
        return CUDA_ERROR_NOT_SUPPORTED;
    default:
        return CUDA_ERROR_INVALID_VALUE;
    }
}

#include "memory/array_memory.h"

#include "api/fail.h"
#include "context/context.h"
#include "heap/allocation.h"
#include "stream/capture.h"
#include "task/task.h"

#include <stdlib.h>

#define ROW_ALIGNMENT 16 /* bytes: the largest access to a surface */

/* --- Creating ------------------------------------------------------------------------------------
 */

/* The device's attributes say the same (device_attribute_table.h). */
static bool is_too_large(const cpu_texels *texels)
{
    static const size_t largest[3][3] = {{131072}, {131072, 65536}, {16384, 16384, 16384}};

    for (uint32_t d = 0; d < texels->dimensions; d++)
        if (texels->extent[d] > largest[texels->dimensions - 1][d])
            return true;
    return false;
}

/* An extent of 0 means that the array does not have this dimension. */
static CUresult lay_out(cpu_texels *texels, const CUDA_ARRAY3D_DESCRIPTOR *given)
{
    const size_t extents[3] = {given->Width, given->Height, given->Depth};

    *texels = (cpu_texels){.format = given->Format, .channels = given->NumChannels};
    texels->dimensions = given->Depth ? 3 : given->Height ? 2 : 1;
    texels->size = cpu_texel_size(given->Format, given->NumChannels);
    if (texels->size == 0 || given->Width == 0 || (given->Depth != 0 && given->Height == 0))
        return CUDA_ERROR_INVALID_VALUE;
    for (uint32_t d = 0; d < 3; d++)
        texels->extent[d] = extents[d] ? extents[d] : 1;
    if (is_too_large(texels))
        return CUDA_ERROR_INVALID_VALUE;
    texels->pitch = (extents[0] * texels->size + ROW_ALIGNMENT - 1) & ~(size_t)(ROW_ALIGNMENT - 1);
    texels->plane_pitch = texels->pitch * texels->extent[1];
    return CUDA_SUCCESS;
}

static CUresult add(CUarray array, CUcontext context)
{
    cpu_texels *texels = &array->texels;
    cpu_allocation memory = {.size = texels->plane_pitch * texels->extent[2],
                             .kind = CPU_MEMORY_ARRAY,
                             .context = context};
    CUresult result = cpu_memory_allocate(&memory);

    if (result != CUDA_SUCCESS)
        return result;
    texels->address = memory.base;
    array->object = (cpu_object){CPU_KIND_ARRAY, context};
    if (cpu_handle_add(&array->object))
        return CUDA_SUCCESS;
    cpu_memory_forget(memory.base, 1u << CPU_MEMORY_ARRAY, NULL);
    cpu_memory_free(&memory);
    return CUDA_ERROR_OUT_OF_MEMORY;
}

static CUresult create(CUarray *out, const CUDA_ARRAY3D_DESCRIPTOR *given)
{
    CUcontext context;
    CUresult result = cpu_context_current(&context);
    CUarray array;

    if (result == CUDA_SUCCESS)
        result = cpu_capture_check_unsafe();
    if (result != CUDA_SUCCESS)
        return result;
    if (!out || !given)
        return CUDA_ERROR_INVALID_VALUE;
    if (given->Flags & ~(unsigned int)CUDA_ARRAY3D_SURFACE_LDST) /* layers, cubes, gathering, … */
        return CUDA_ERROR_NOT_SUPPORTED;
    array = calloc(1, sizeof(*array));
    if (!array)
        return CUDA_ERROR_OUT_OF_MEMORY;
    result = lay_out(&array->texels, given);
    if (result == CUDA_SUCCESS)
        result = add(array, context);
    if (result != CUDA_SUCCESS) {
        free(array);
        return result;
    }
    *out = array;
    return CUDA_SUCCESS;
}

/* --- The driver's functions ----------------------------------------------------------------------
 */

CUresult cuArray3DCreate_v2(CUarray *array, const CUDA_ARRAY3D_DESCRIPTOR *given)
{
    CPU_ENTRY(cuArray3DCreate_v2);
    return create(array, given);
}

CUresult cuArrayCreate_v2(CUarray *array, const CUDA_ARRAY_DESCRIPTOR *given)
{
    CPU_ENTRY(cuArrayCreate_v2);
    CUDA_ARRAY3D_DESCRIPTOR descriptor = {0};

    if (!given)
        return create(array, NULL);
    descriptor.Width = given->Width;
    descriptor.Height = given->Height;
    descriptor.Format = given->Format;
    descriptor.NumChannels = given->NumChannels;
    return create(array, &descriptor);
}

/* Waits first: submitted work may still use the memory. */
CUresult cuArrayDestroy(CUarray array)
{
    CPU_ENTRY(cuArrayDestroy);
    CUresult result = cpu_context_check();
    cpu_allocation memory;

    if (result == CUDA_SUCCESS)
        result = cpu_capture_check_unsafe();
    if (result != CUDA_SUCCESS)
        return result;
    if (!cpu_handle_remove(array, CPU_KIND_ARRAY))
        return CUDA_ERROR_INVALID_HANDLE;
    cpu_context_wait(array->object.context);
    result = cpu_context_failure(array->object.context);
    if (cpu_memory_forget(array->texels.address, 1u << CPU_MEMORY_ARRAY, &memory))
        cpu_memory_free(&memory);
    free(array);
    return result;
}

/* Copies of rows and planes. */
#include "api/fail.h"
#include "context/context.h"
#include "heap/allocation.h"
#include "memory/array_memory.h"
#include "memory/copy.h"
#include "stream/stream.h"

#include <string.h>

typedef struct copy_place {
    int type; /* CU_MEMORYTYPE_… */
    const void *host;
    CUdeviceptr device;
    CUarray array;
    size_t x, y, z;
    size_t pitch; /* 0: the width of the rows */
    size_t rows;  /* in each plane; 0: the height of the copy */
} copy_place;

/* out = a * b + c. False if it does not fit into a size_t. */
static bool add_product(size_t a, size_t b, size_t c, size_t *out)
{
    if (b != 0 && a > (SIZE_MAX - c) / b)
        return false;
    *out = a * b + c;
    return true;
}

static bool get_base(const copy_place *place, uintptr_t *base)
{
    switch (place->type) {
    case CU_MEMORYTYPE_HOST:
        *base = (uintptr_t)place->host;
        return true;
    case CU_MEMORYTYPE_DEVICE:
    case CU_MEMORYTYPE_UNIFIED:
        *base = (uintptr_t)place->device;
        return true;
    default:
        return false;
    }
}

static bool holds(const copy_place *place, uintptr_t first, uintptr_t end)
{
    cpu_allocation allocation;

    if (!cpu_memory_find(first, &allocation))
        return place->type != CU_MEMORYTYPE_DEVICE && first != 0;
    return end - allocation.base <= allocation.size;
}

static bool is_within(size_t first, size_t count, size_t extent)
{
    return first <= extent && count <= extent - first;
}

/* The same as locate() for an array, which has rows and planes of its own. */
static CUresult locate_in_array(const copy_place *place, const cpu_copy *copy, cpu_region *region)
{
    const cpu_texels *texels;

    if (!cpu_handle_is(place->array, CPU_KIND_ARRAY))
        return place->array ? CUDA_ERROR_INVALID_HANDLE : CUDA_ERROR_INVALID_VALUE;
    texels = &place->array->texels;
    if (place->x % texels->size != 0 || copy->width % texels->size != 0 ||
        !is_within(place->x, copy->width, texels->extent[0] * texels->size) ||
        !is_within(place->y, copy->height, texels->extent[1]) ||
        !is_within(place->z, copy->depth, texels->extent[2]))
        return CUDA_ERROR_INVALID_VALUE;
    region->pitch = texels->pitch;
    region->plane_pitch = texels->plane_pitch;
    region->address =
        texels->address + place->z * texels->plane_pitch + place->y * texels->pitch + place->x;
    return CUDA_SUCCESS;
}

/* Finds where the rows begin, and checks that all of them are within usable memory. */
static CUresult locate(const copy_place *place, const cpu_copy *copy, cpu_region *region)
{
    const size_t pitch = place->pitch ? place->pitch : copy->width;
    const size_t rows = place->rows ? place->rows : copy->height;
    uintptr_t base;
    size_t offset;
    size_t end;

    if (place->type == CU_MEMORYTYPE_ARRAY)
        return locate_in_array(place, copy, region);
    if (!get_base(place, &base))
        return CUDA_ERROR_INVALID_VALUE;
    if (pitch < place->x + copy->width || (copy->depth > 1 && rows < place->y + copy->height))
        return CUDA_ERROR_INVALID_VALUE;
    if (!add_product(place->z, rows, place->y, &offset) ||
        !add_product(offset, pitch, place->x, &offset) ||
        !add_product(copy->depth - 1, rows, copy->height - 1, &end) ||
        !add_product(end, pitch, copy->width, &end) || end > UINTPTR_MAX - base - offset)
        return CUDA_ERROR_INVALID_VALUE;
    region->address = base + offset;
    region->pitch = pitch;
    region->plane_pitch = pitch * rows;
    return holds(place, region->address, region->address + end) ? CUDA_SUCCESS
                                                                : CUDA_ERROR_INVALID_VALUE;
}

CUresult cpu_copy_read(cpu_copy *copy, const CUDA_MEMCPY3D *p)
{
    const copy_place source = {p->srcMemoryType, p->srcHost,     p->srcDevice,
                               p->srcArray,      p->srcXInBytes, p->srcY,
                               p->srcZ,          p->srcPitch,    p->srcHeight};
    const copy_place target = {p->dstMemoryType, p->dstHost,     p->dstDevice,
                               p->dstArray,      p->dstXInBytes, p->dstY,
                               p->dstZ,          p->dstPitch,    p->dstHeight};
    CUresult result;

    *copy = (cpu_copy){.width = p->WidthInBytes, .height = p->Height, .depth = p->Depth};
    if (copy->width == 0 || copy->height == 0 || copy->depth == 0)
        return CUDA_SUCCESS;
    result = locate(&source, copy, &copy->source);
    return result == CUDA_SUCCESS ? locate(&target, copy, &copy->target) : result;
}

/* Rows are never copied to a buffer first: an asynchronous copy of pageable memory waits. */
static CUresult copy_rows(const CUDA_MEMCPY3D *params, CUstream handle, bool is_async)
{
    CUstream stream;
    CUresult result = cpu_stream_find(handle, &stream);
    cpu_work work = {.kind = CPU_WORK_COPY};
    cpu_allocation allocation;

    if (result != CUDA_SUCCESS)
        return result;
    if (!params)
        return CUDA_ERROR_INVALID_VALUE;
    result = cpu_copy_read(&work.as.copy, params);
    if (result != CUDA_SUCCESS || work.as.copy.width == 0 || work.as.copy.height == 0 ||
        work.as.copy.depth == 0)
        return result;
    if (is_async &&
        (stream->capture || (cpu_memory_find(work.as.copy.source.address, &allocation) &&
                             cpu_memory_find(work.as.copy.target.address, &allocation))))
        return cpu_stream_submit(stream, &work);
    return cpu_stream_perform(stream, &work);
}

static CUresult copy_plane(const CUDA_MEMCPY2D *p, CUstream stream, bool is_async)
{
    CUDA_MEMCPY3D params = {0};

    if (!p)
        return copy_rows(NULL, stream, is_async);
    params.srcXInBytes = p->srcXInBytes;
    params.srcY = p->srcY;
    params.srcMemoryType = p->srcMemoryType;
    params.srcHost = p->srcHost;
    params.srcDevice = p->srcDevice;
    params.srcArray = p->srcArray;
    params.srcPitch = p->srcPitch;
    params.dstXInBytes = p->dstXInBytes;
    params.dstY = p->dstY;
    params.dstMemoryType = p->dstMemoryType;
    params.dstHost = p->dstHost;
    params.dstDevice = p->dstDevice;
    params.dstArray = p->dstArray;
    params.dstPitch = p->dstPitch;
    params.WidthInBytes = p->WidthInBytes;
    params.Height = p->Height;
    params.Depth = 1;
    return copy_rows(&params, stream, is_async);
}

CUresult cuMemcpy2D_v2(const CUDA_MEMCPY2D *copy)
{
    CPU_ENTRY(cuMemcpy2D_v2);
    return copy_plane(copy, NULL, false);
}

/* Every pitch is aligned enough here. */
CUresult cuMemcpy2DUnaligned_v2(const CUDA_MEMCPY2D *copy)
{
    CPU_ENTRY(cuMemcpy2DUnaligned_v2);
    return copy_plane(copy, NULL, false);
}

CUresult cuMemcpy2DAsync_v2(const CUDA_MEMCPY2D *copy, CUstream stream)
{
    CPU_ENTRY(cuMemcpy2DAsync_v2);
    return copy_plane(copy, stream, true);
}

CUresult cuMemcpy3D_v2(const CUDA_MEMCPY3D *copy)
{
    CPU_ENTRY(cuMemcpy3D_v2);
    return copy_rows(copy, NULL, false);
}

CUresult cuMemcpy3DAsync_v2(const CUDA_MEMCPY3D *copy, CUstream stream)
{
    CPU_ENTRY(cuMemcpy3DAsync_v2);
    return copy_rows(copy, stream, true);
}

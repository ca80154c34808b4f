#include "checker_texture.h"

#include "api/api.h"

/* All textures and surfaces have 16 rows of 16 texels. */
enum { ROWS = 16, WIDTH = CHECKER_COUNT / ROWS, PITCH = 512, ROW = WIDTH * sizeof(int32_t) };

typedef enum history { IS_WRITTEN, IS_HALF_WRITTEN, IS_FREED } history;

#define CALL CHECKER_CALL

static CUdeviceptr allocate(size_t size)
{
    CUdeviceptr address = 0;

    CALL(cuMemAlloc_v2, (CUdeviceptr *, size_t), &address, size);
    return address;
}

/* Writes all rows, or the first half of them if `past` says so, to memory or to an array. */
static void write(CUDA_MEMCPY2D to, history past)
{
    to.srcMemoryType = CU_MEMORYTYPE_HOST;
    to.srcHost = checker_numbers();
    to.srcPitch = ROW;
    to.WidthInBytes = ROW;
    to.Height = past == IS_HALF_WRITTEN ? ROWS / 2 : ROWS;
    CALL(cuMemcpy2D_v2, (const CUDA_MEMCPY2D *), &to);
}

static CUdeviceptr texture_of(const CUDA_RESOURCE_DESC *resource, int filter)
{
    const CUDA_TEXTURE_DESC sampling = {.addressMode = {CU_TR_ADDRESS_MODE_CLAMP,
                                                        CU_TR_ADDRESS_MODE_CLAMP,
                                                        CU_TR_ADDRESS_MODE_CLAMP},
                                        .filterMode = filter};
    CUtexObject texture = 0;

    CALL(cuTexObjectCreate,
         (CUtexObject *, const CUDA_RESOURCE_DESC *, const CUDA_TEXTURE_DESC *,
          const CUDA_RESOURCE_VIEW_DESC *),
         &texture, resource, &sampling, NULL);
    return texture;
}

static CUdeviceptr of_memory(history past, bool is_pitched)
{
    const size_t pitch = is_pitched ? PITCH : ROW;
    const CUdeviceptr address = allocate(pitch * ROWS);
    CUDA_RESOURCE_DESC resource = {.resType = CU_RESOURCE_TYPE_LINEAR};
    CUdeviceptr texture;

    write((CUDA_MEMCPY2D){.dstMemoryType = CU_MEMORYTYPE_DEVICE,
                          .dstDevice = address,
                          .dstPitch = pitch},
          past);
    if (is_pitched) {
        resource.resType = CU_RESOURCE_TYPE_PITCH2D;
        resource.res.pitch2D.devPtr = address;
        resource.res.pitch2D.format = CU_AD_FORMAT_FLOAT;
        resource.res.pitch2D.numChannels = 1;
        resource.res.pitch2D.width = WIDTH;
        resource.res.pitch2D.height = ROWS;
        resource.res.pitch2D.pitchInBytes = pitch;
    } else {
        resource.res.linear.devPtr = address;
        resource.res.linear.format = CU_AD_FORMAT_SIGNED_INT32;
        resource.res.linear.numChannels = 1;
        resource.res.linear.sizeInBytes = pitch * ROWS;
    }
    texture =
        texture_of(&resource, is_pitched ? CU_TR_FILTER_MODE_LINEAR : CU_TR_FILTER_MODE_POINT);
    if (past == IS_FREED)
        CALL(cuMemFree_v2, (CUdeviceptr), address);
    return texture;
}

static CUdeviceptr of_array(history past, bool is_surface)
{
    const CUDA_ARRAY3D_DESCRIPTOR descriptor = {.Width = WIDTH,
                                                .Height = ROWS,
                                                .Format = CU_AD_FORMAT_FLOAT,
                                                .NumChannels = 1,
                                                .Flags = CUDA_ARRAY3D_SURFACE_LDST};
    CUDA_RESOURCE_DESC resource = {.resType = CU_RESOURCE_TYPE_ARRAY};
    CUarray array = NULL;
    CUsurfObject surface = 0;

    CALL(cuArray3DCreate_v2, (CUarray *, const CUDA_ARRAY3D_DESCRIPTOR *), &array, &descriptor);
    write((CUDA_MEMCPY2D){.dstMemoryType = CU_MEMORYTYPE_ARRAY, .dstArray = array}, past);
    resource.res.array.hArray = array;
    if (is_surface)
        CALL(cuSurfObjectCreate, (CUsurfObject *, const CUDA_RESOURCE_DESC *), &surface, &resource);
    else
        surface = texture_of(&resource, CU_TR_FILTER_MODE_LINEAR);
    if (past == IS_FREED)
        CALL(cuArrayDestroy, (CUarray), array);
    return surface;
}

CUdeviceptr checker_texture_create(checker_state state)
{
    const int kind = (int)(state - LINEAR_TEXTURE) / 3;
    const history past = (history)((state - LINEAR_TEXTURE) % 3);

    return kind < 2 ? of_memory(past, kind == 1) : of_array(past, kind == 3);
}

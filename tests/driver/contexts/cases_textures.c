/* Arrays, textures and surfaces. */
#include "contexts.h"

#include <string.h>

#define TABLE(X)                                                                                   \
    X(cuArrayCreate_v2, create_array())                                                            \
    X(cuArrayDestroy, destroy_array())                                                             \
    X(cuArrayDestroy__null, cu.cuArrayDestroy(NULL))                                               \
    X(cuArray3DCreate_v2, create_deep_array())                                                     \
    X(cuTexObjectCreate, create_texture(contexts_resource()))                                      \
    X(cuTexObjectCreate__linear, create_texture(linear()))                                         \
    X(cuTexObjectDestroy, cu.cuTexObjectDestroy(f.texture))                                        \
    X(cuSurfObjectCreate, create_surface())                                                        \
    X(cuSurfObjectDestroy, cu.cuSurfObjectDestroy(f.surface))                                      \
    X(cuTensorMapEncodeTiled, encode_tensor_map())

static CUresult create_array(void)
{
    CUDA_ARRAY_DESCRIPTOR shape = {ARRAY_SIDE, ARRAY_SIDE, CU_AD_FORMAT_FLOAT, 1};

    return cu.cuArrayCreate_v2((CUarray *)&s.pointer, &shape);
}

static CUresult create_deep_array(void)
{
    CUDA_ARRAY3D_DESCRIPTOR shape = {ARRAY_SIDE, ARRAY_SIDE, 0, CU_AD_FORMAT_FLOAT, 1, 0};

    return cu.cuArray3DCreate_v2((CUarray *)&s.pointer, &shape);
}

/* A texture and a surface use the fixture's array. */
static CUresult destroy_array(void)
{
    cu.cuTexObjectDestroy(f.texture);
    cu.cuSurfObjectDestroy(f.surface);
    return cu.cuArrayDestroy(f.array);
}

static CUDA_RESOURCE_DESC linear(void)
{
    CUDA_RESOURCE_DESC resource;

    memset(&resource, 0, sizeof(resource));
    resource.resType = CU_RESOURCE_TYPE_LINEAR;
    resource.res.linear.devPtr = f.memory;
    resource.res.linear.format = CU_AD_FORMAT_FLOAT;
    resource.res.linear.numChannels = 1;
    resource.res.linear.sizeInBytes = BYTES;
    return resource;
}

static CUresult create_texture(CUDA_RESOURCE_DESC resource)
{
    CUDA_TEXTURE_DESC sampling;

    memset(&sampling, 0, sizeof(sampling));
    return cu.cuTexObjectCreate((CUtexObject *)&s.word, &resource, &sampling, NULL);
}

static CUresult encode_tensor_map(void)
{
    static CUtensorMap map;
    const uint64_t size = BYTES;
    const uint64_t no_stride = 0; /* one dimension needs none, but the driver wants the address */
    const unsigned int box = 16;
    const unsigned int step = 1;

    return cu.cuTensorMapEncodeTiled
               ? cu.cuTensorMapEncodeTiled(&map, 0, 1, (void *)f.memory, &size, &no_stride, &box,
                                           &step, 0, 0, 0, 0)
               : CUDA_ERROR_NOT_SUPPORTED;
}

static CUresult create_surface(void)
{
    CUDA_RESOURCE_DESC resource = contexts_resource();

    return cu.cuSurfObjectCreate((CUsurfObject *)&s.word, &resource);
}

CONTEXTS_TABLE(contexts_of_textures, TABLE);

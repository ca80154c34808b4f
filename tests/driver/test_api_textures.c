/* Arrays, textures and surfaces of the driver API; what kernels read is in tests/device/memory. */
#include "api_fixture.h"

#include <string.h>

#define WIDTH  10
#define HEIGHT 6
#define DEPTH  3

static CUarray make_array(size_t width, size_t height, size_t depth, unsigned flags)
{
    const CUDA_ARRAY3D_DESCRIPTOR given = {width, height, depth, CU_AD_FORMAT_SIGNED_INT32,
                                           1,     flags};
    CUarray array = NULL;

    succeed(cu.cuArray3DCreate_v2(&array, &given));
    return array;
}

static void arrays_keep_what_is_copied_to_them(void **state)
{
    static const unsigned char texels[2][8] = {{1, 2, 3, 4, 5, 6, 7, 8}, {9, 10, 11, 12, 13, 14}};
    const CUDA_ARRAY_DESCRIPTOR given = {2, 2, CU_AD_FORMAT_UNSIGNED_INT8, 4};
    CUDA_MEMCPY2D copy = {.srcMemoryType = CU_MEMORYTYPE_HOST,
                          .srcHost = texels,
                          .srcPitch = 8,
                          .dstMemoryType = CU_MEMORYTYPE_ARRAY,
                          .WidthInBytes = 8,
                          .Height = 2};
    unsigned char read[4] = {0};
    CUarray array;

    (void)state;
    succeed(cu.cuArrayCreate_v2(&array, &given));
    copy.dstArray = array;
    succeed(cu.cuMemcpy2D_v2(&copy));
    copy = (CUDA_MEMCPY2D){.srcMemoryType = CU_MEMORYTYPE_ARRAY,
                           .srcArray = array,
                           .srcXInBytes = 4,
                           .srcY = 1,
                           .dstMemoryType = CU_MEMORYTYPE_HOST,
                           .dstHost = read,
                           .WidthInBytes = 4,
                           .Height = 1};
    succeed(cu.cuMemcpy2D_v2(&copy));
    assert_memory_equal(read, texels[1] + 4, 4);
    succeed(cu.cuArrayDestroy(array));
}

static void refuses_impossible_arrays(void **state)
{
    CUDA_ARRAY3D_DESCRIPTOR given = {WIDTH, HEIGHT, 0, CU_AD_FORMAT_FLOAT, 3, 0};
    CUarray array;

    (void)state;
    assert_int_equal(cu.cuArray3DCreate_v2(&array, &given), CUDA_ERROR_INVALID_VALUE);
    given.NumChannels = 1;
    given.Format = 77;
    assert_int_equal(cu.cuArray3DCreate_v2(&array, &given), CUDA_ERROR_INVALID_VALUE);
    given.Format = CU_AD_FORMAT_FLOAT;
    given.Width = 0;
    assert_int_equal(cu.cuArray3DCreate_v2(&array, &given), CUDA_ERROR_INVALID_VALUE);
    given.Width = (size_t)1 << 20;
    assert_int_equal(cu.cuArray3DCreate_v2(&array, &given), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cu.cuArray3DCreate_v2(&array, NULL), CUDA_ERROR_INVALID_VALUE);
}

/* --- Copies --------------------------------------------------------------------------------------
 */

static void copies_boxes_from_and_to_arrays(void **state)
{
    CUarray array = make_array(WIDTH, HEIGHT, DEPTH, 0);
    int host[DEPTH][HEIGHT][WIDTH];
    int back[2][3][4] = {{{0}}};
    CUDA_MEMCPY3D copy = {.srcMemoryType = CU_MEMORYTYPE_HOST,
                          .srcHost = host,
                          .srcPitch = sizeof(host[0][0]),
                          .srcHeight = HEIGHT,
                          .dstMemoryType = CU_MEMORYTYPE_ARRAY,
                          .dstArray = array,
                          .WidthInBytes = sizeof(host[0][0]),
                          .Height = HEIGHT,
                          .Depth = DEPTH};

    (void)state;
    for (int z = 0; z < DEPTH; z++)
        for (int y = 0; y < HEIGHT; y++)
            for (int x = 0; x < WIDTH; x++)
                host[z][y][x] = 100 * z + 10 * y + x;
    succeed(cu.cuMemcpy3D_v2(&copy));
    copy = (CUDA_MEMCPY3D){.srcMemoryType = CU_MEMORYTYPE_ARRAY,
                           .srcArray = array,
                           .srcXInBytes = 2 * sizeof(int),
                           .srcY = 1,
                           .srcZ = 1,
                           .dstMemoryType = CU_MEMORYTYPE_HOST,
                           .dstHost = back,
                           .dstPitch = sizeof(back[0][0]),
                           .dstHeight = 3,
                           .WidthInBytes = sizeof(back[0][0]),
                           .Height = 3,
                           .Depth = 2};
    succeed(cu.cuMemcpy3D_v2(&copy));
    for (int z = 0; z < 2; z++)
        for (int y = 0; y < 3; y++)
            for (int x = 0; x < 4; x++)
                assert_int_equal(back[z][y][x], host[z + 1][y + 1][x + 2]);
    copy.srcXInBytes = 8 * sizeof(int); /* 4 more are past the end */
    assert_int_equal(cu.cuMemcpy3D_v2(&copy), CUDA_ERROR_INVALID_VALUE);
    copy.srcXInBytes = 0;
    copy.srcY = HEIGHT - 2;
    assert_int_equal(cu.cuMemcpy3D_v2(&copy), CUDA_ERROR_INVALID_VALUE);
    succeed(cu.cuArrayDestroy(array));
}

static void copies_between_arrays_and_device_memory(void **state)
{
    CUarray first = make_array(WIDTH, HEIGHT, 0, 0);
    CUarray second = make_array(WIDTH, HEIGHT, 0, 0);
    int back[HEIGHT * WIDTH];
    CUDA_MEMCPY2D copy = {.srcMemoryType = CU_MEMORYTYPE_DEVICE,
                          .srcDevice = f.data,
                          .srcPitch = WIDTH * sizeof(int),
                          .dstMemoryType = CU_MEMORYTYPE_ARRAY,
                          .dstArray = first,
                          .WidthInBytes = WIDTH * sizeof(int),
                          .Height = HEIGHT};

    (void)state;
    api_add(f.first, 7);
    succeed(cu.cuMemcpy2DAsync_v2(&copy, f.first));
    copy = (CUDA_MEMCPY2D){.srcMemoryType = CU_MEMORYTYPE_ARRAY,
                           .srcArray = first,
                           .dstMemoryType = CU_MEMORYTYPE_ARRAY,
                           .dstArray = second,
                           .WidthInBytes = WIDTH * sizeof(int),
                           .Height = HEIGHT};
    succeed(cu.cuMemcpy2DAsync_v2(&copy, f.first));
    succeed(cu.cuStreamSynchronize(f.first));
    copy.srcArray = second;
    copy.dstMemoryType = CU_MEMORYTYPE_HOST;
    copy.dstArray = NULL;
    copy.dstHost = back;
    copy.dstPitch = WIDTH * sizeof(int);
    succeed(cu.cuMemcpy2D_v2(&copy));
    for (int i = 0; i < HEIGHT * WIDTH; i++)
        assert_int_equal(back[i], 7);
    succeed(cu.cuArrayDestroy(second));
    succeed(cu.cuArrayDestroy(first));
}

static void graphs_copy_to_arrays(void **state)
{
    CUarray array = make_array(WIDTH, HEIGHT, 0, 0);
    CUDA_MEMCPY3D copy = {.srcMemoryType = CU_MEMORYTYPE_DEVICE,
                          .srcDevice = f.data,
                          .srcPitch = 4 * sizeof(int),
                          .dstMemoryType = CU_MEMORYTYPE_ARRAY,
                          .dstArray = array,
                          .dstXInBytes = 2 * sizeof(int),
                          .dstY = 1,
                          .WidthInBytes = 4 * sizeof(int),
                          .Height = 3,
                          .Depth = 1};
    CUDA_MEMCPY2D read = {.srcMemoryType = CU_MEMORYTYPE_ARRAY,
                          .srcArray = array,
                          .srcXInBytes = 5 * sizeof(int),
                          .srcY = 3,
                          .dstMemoryType = CU_MEMORYTYPE_HOST,
                          .WidthInBytes = sizeof(int),
                          .Height = 1};
    CUgraph graph;
    CUgraphNode node;
    CUgraphExec exec;
    int last = 0;

    (void)state;
    succeed(cu.cuGraphCreate(&graph, 0));
    succeed(cu.cuGraphAddMemcpyNode(&node, graph, NULL, 0, &copy, f.context));
    exec = api_instantiate(graph);
    api_add(f.first, 7);
    api_launch(exec);
    succeed(cu.cuStreamSynchronize(f.first));
    read.dstHost = &last;
    succeed(cu.cuMemcpy2D_v2(&read));
    assert_int_equal(last, 7);
    succeed(cu.cuGraphExecDestroy(exec));
    succeed(cu.cuGraphDestroy(graph));
    succeed(cu.cuArrayDestroy(array));
}

/* --- Textures and surfaces -----------------------------------------------------------------------
 */

static CUDA_RESOURCE_DESC pitched(CUdeviceptr address, size_t width, size_t pitch)
{
    CUDA_RESOURCE_DESC resource = {.resType = CU_RESOURCE_TYPE_PITCH2D};

    resource.res.pitch2D.devPtr = address;
    resource.res.pitch2D.format = CU_AD_FORMAT_UNSIGNED_INT8;
    resource.res.pitch2D.numChannels = 1;
    resource.res.pitch2D.width = width;
    resource.res.pitch2D.height = 8;
    resource.res.pitch2D.pitchInBytes = pitch;
    return resource;
}

/* FFmpeg does this. */
static void textures_of_integers_may_have_a_filter(void **state)
{
    const CUDA_RESOURCE_DESC resource = pitched(f.data, 100, 128);
    const CUDA_TEXTURE_DESC sampling = {.addressMode = {CU_TR_ADDRESS_MODE_BORDER},
                                        .filterMode = CU_TR_FILTER_MODE_LINEAR,
                                        .flags = CU_TRSF_READ_AS_INTEGER};
    CUtexObject texture = 0;

    (void)state;
    succeed(cu.cuTexObjectCreate(&texture, &resource, &sampling, NULL));
    assert_true(texture != 0);
    succeed(cu.cuTexObjectDestroy(texture));
}

static void refuses_impossible_textures(void **state)
{
    const CUDA_TEXTURE_DESC sampling = {0};
    CUDA_RESOURCE_DESC resource = pitched(f.data, 100, 100); /* the pitch is not aligned */
    CUtexObject texture;

    (void)state;
    assert_int_not_equal(cu.cuTexObjectCreate(&texture, &resource, &sampling, NULL), CUDA_SUCCESS);
    resource = pitched(f.data + 4, 100, 128); /* nor is the address */
    assert_int_not_equal(cu.cuTexObjectCreate(&texture, &resource, &sampling, NULL), CUDA_SUCCESS);
    resource = pitched(f.data, 100, 128);
    resource.res.pitch2D.numChannels = 3;
    assert_int_not_equal(cu.cuTexObjectCreate(&texture, &resource, &sampling, NULL), CUDA_SUCCESS);
    assert_int_equal(cu.cuTexObjectCreate(&texture, NULL, &sampling, NULL),
                     CUDA_ERROR_INVALID_VALUE);
}

static void surfaces_need_arrays(void **state)
{
    CUarray plain = make_array(WIDTH, HEIGHT, 0, 0);
    CUarray array = make_array(WIDTH, HEIGHT, 0, CUDA_ARRAY3D_SURFACE_LDST);
    CUDA_RESOURCE_DESC resource = {.resType = CU_RESOURCE_TYPE_ARRAY, .res.array.hArray = plain};
    CUsurfObject surface = 0;

    (void)state;
    succeed(cu.cuSurfObjectCreate(&surface, &resource)); /* the flag is not required */
    succeed(cu.cuSurfObjectDestroy(surface));
    resource.res.array.hArray = array;
    succeed(cu.cuSurfObjectCreate(&surface, &resource));
    succeed(cu.cuSurfObjectDestroy(surface));
    resource = pitched(f.data, 100, 128);
    assert_int_equal(cu.cuSurfObjectCreate(&surface, &resource), CUDA_ERROR_INVALID_VALUE);
    succeed(cu.cuArrayDestroy(array));
    succeed(cu.cuArrayDestroy(plain));
}

/* Arrays and textures belong to a context, and are destroyed with it. */
static void arrays_are_destroyed_with_their_context(void **state)
{
    const CUDA_TEXTURE_DESC sampling = {0};
    CUDA_RESOURCE_DESC resource = {.resType = CU_RESOURCE_TYPE_ARRAY};
    CUcontext context;
    CUtexObject texture;

    (void)state;
    succeed(cu.cuCtxCreate_v2(&context, 0, 0));
    resource.res.array.hArray = make_array(WIDTH, 0, 0, 0);
    succeed(cu.cuTexObjectCreate(&texture, &resource, &sampling, NULL));
    succeed(cu.cuCtxDestroy_v2(context));
    succeed(cu.cuCtxSetCurrent(f.context));
    if (cu.is_cpu) {
        assert_int_equal(cu.cuTexObjectDestroy(texture), CUDA_ERROR_INVALID_VALUE);
        assert_int_equal(cu.cuArrayDestroy(resource.res.array.hArray), CUDA_ERROR_INVALID_HANDLE);
    }
}

static CUresult encode(CUtensorMap *map, int type, unsigned int box, int swizzle, int fill)
{
    const uint64_t sizes[] = {64, 8};
    const uint64_t strides[] = {128};
    const unsigned int boxes[] = {box, 8};
    const unsigned int steps[] = {1, 1};

    return cu.cuTensorMapEncodeTiled(map, type, 2, (void *)f.data, sizes, strides, boxes, steps, 0,
                                     swizzle, 0, fill);
}

/* Types: 0 has one byte, 9 is bfloat16. */
static void tensor_maps_keep_the_documented_rules(void **state)
{
    static CUtensorMap map;
    const CUtensorMap none = {{0}};

    (void)state;
    if (!cu.cuTensorMapEncodeTiled)
        skip();
    succeed(encode(&map, 9, 64, 3, 1));
    assert_memory_not_equal(&map, &none, sizeof(map));
    assert_int_equal(encode(&map, 9, 64, 2, 0), CUDA_ERROR_INVALID_VALUE); /* 128 bytes in 64 */
    assert_int_equal(encode(&map, 9, 63, 3, 0), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(encode(&map, 9, 257, 0, 0), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(encode(&map, 0, 64, 3, 1), CUDA_ERROR_INVALID_VALUE); /* NaN for integers */
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, api_begin, api_end)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(arrays_keep_what_is_copied_to_them),
        TEST(refuses_impossible_arrays),
        TEST(copies_boxes_from_and_to_arrays),
        TEST(copies_between_arrays_and_device_memory),
        TEST(graphs_copy_to_arrays),
        TEST(textures_of_integers_may_have_a_filter),
        TEST(refuses_impossible_textures),
        TEST(surfaces_need_arrays),
        TEST(arrays_are_destroyed_with_their_context),
        TEST(tensor_maps_keep_the_documented_rules),
    };

    if (!driver_open(true))
        return SKIPPED;
    return cmocka_run_group_tests(tests, api_open, api_close);
}

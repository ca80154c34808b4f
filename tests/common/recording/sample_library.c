#include "sample_library.h"

#include <stdlib.h>

#include "check/evaluate.h"
#include "recording_driver.h"

#define WORDS(code) (code), (uint32_t)(sizeof(code) / sizeof((code)[0]))
#define EXPR(text, code)                                                                           \
    {                                                                                              \
        (text), WORDS(code)                                                                        \
    }

static const uint32_t size_0[] = {CUSTUB_OP_PARAMETER, 0, 0, CUSTUB_SCALAR_U64};
static const uint32_t int_0[] = {CUSTUB_OP_PARAMETER, 0, 0, CUSTUB_SCALAR_I32};
static const uint32_t int_1[] = {CUSTUB_OP_PARAMETER, 1, 0, CUSTUB_SCALAR_I32};
static const uint32_t long_0[] = {CUSTUB_OP_PARAMETER, 0, 0, CUSTUB_SCALAR_I64};
static const uint32_t grid_x[] = {CUSTUB_OP_GRID, 0};
static const uint32_t block_x_floats[] = {CUSTUB_OP_BLOCK,   0, CUSTUB_OP_CONSTANT, 4, 0,
                                          CUSTUB_OP_MULTIPLY};
static const uint32_t block_x_pow2[] = {CUSTUB_OP_BLOCK, 0, CUSTUB_OP_IS_POW2};
static const uint32_t area[] = {CUSTUB_OP_PARAMETER, 1, 0, CUSTUB_SCALAR_I32,
                                CUSTUB_OP_PARAMETER, 0, 0, CUSTUB_SCALAR_I32,
                                CUSTUB_OP_MULTIPLY};
static const uint32_t eight_n[] = {CUSTUB_OP_PARAMETER, 0, 0, CUSTUB_SCALAR_I32,
                                   CUSTUB_OP_CONSTANT,  8, 0, CUSTUB_OP_MULTIPLY};
static const uint32_t sixteen[] = {CUSTUB_OP_CONSTANT, 16, 0};

#define SCALAR(named, c, code, at, bytes, on)                                                      \
    {                                                                                              \
        .name = named, .type = c, .kind = CUSTUB_PARAM_SCALAR, .scalar = code, .offset = at,       \
        .size = bytes, .align = bytes, .line = on                                                  \
    }
#define BUFFER(named, c, at, on)                                                                   \
    {                                                                                              \
        .name = named, .type = c, .kind = CUSTUB_PARAM_BUFFER, .offset = at, .size = 8,            \
        .align = 8, .line = on                                                                     \
    }
#define POINTER(named, at, on, how, of, code, bytes, needs)                                        \
    {                                                                                              \
        .name = named, .param = at, .line = on, .flags = how, .element = of,                       \
        .scalar = CUSTUB_SCALAR_##code, .element_size = bytes, .element_align = bytes,             \
        .count = needs                                                                             \
    }
#define NOTHING                                                                                    \
    {                                                                                              \
        NULL, NULL, 0                                                                              \
    }

static const custub_param_info saxpy_params[] = {
    SCALAR("n", "size_t", CUSTUB_SCALAR_U64, 0, 8, 13),
    SCALAR("a", "float", CUSTUB_SCALAR_F32, 8, 4, 13),
    BUFFER("x", "const float *", 16, 14),
    BUFFER("y", "float *", 24, 15),
};
static const custub_pointer_info saxpy_pointers[] = {
    POINTER("x", 2, 14, CUSTUB_POINTER_READ_ONLY | CUSTUB_POINTER_RESTRICT, "float", F32, 4,
            EXPR("n", size_0)),
    POINTER("y", 3, 15, CUSTUB_POINTER_RESTRICT, "float", F32, 4, EXPR("n", size_0)),
};

static const custub_param_info block_sum_params[] = {
    SCALAR("n", "size_t", CUSTUB_SCALAR_U64, 0, 8, 23),
    BUFFER("values", "const float *", 8, 24),
    BUFFER("sums", "float *", 16, 25),
};
static const custub_pointer_info block_sum_pointers[] = {
    POINTER("values", 1, 24, CUSTUB_POINTER_READ_ONLY, "float", F32, 4, EXPR("n", size_0)),
    POINTER("sums", 2, 25, 0, "float", F32, 4, EXPR("gridDim.x", grid_x)),
};
static const custub_expr block_sum_requirements[] = {EXPR("is_pow2(blockDim.x)", block_x_pow2)};

static const custub_param_info scale_params[] = {
    SCALAR("width", "int", CUSTUB_SCALAR_I32, 0, 4, 33),
    SCALAR("height", "int", CUSTUB_SCALAR_I32, 4, 4, 33),
    BUFFER("image", "float *", 8, 34),
};
static const custub_pointer_info scale_pointers[] = {
    POINTER("image", 2, 34, 0, "float", F32, 4, EXPR("height * width", area)),
};

static const custub_param_info plain_params[] = {
    SCALAR("n", "int", CUSTUB_SCALAR_I32, 0, 4, 43),
    BUFFER("x", "const float *", 8, 44),
    BUFFER("scratch", "void *", 16, 45),
};
static const custub_pointer_info plain_pointers[] = {
    POINTER("x", 1, 44, CUSTUB_POINTER_READ_ONLY, "float", F32, 4, NOTHING),
    POINTER("scratch", 2, 45, CUSTUB_POINTER_SIZED | CUSTUB_POINTER_OR_NULL, "void", NONE, 1,
            EXPR("n * 8", eight_n)),
};

static const custub_param_info stride_params[] = {
    SCALAR("n", "size_t", CUSTUB_SCALAR_U64, 0, 8, 53),
    BUFFER("data", "double *", 8, 54),
};
static const custub_pointer_info stride_pointers[] = {
    POINTER("data", 1, 54, 0, "double", F64, 8, EXPR("n", size_0)),
};

static const custub_param_info tile_params[] = {
    SCALAR("n", "int", CUSTUB_SCALAR_I32, 0, 4, 63),
};

static const custub_param_info together_params[] = {
    SCALAR("n", "int", CUSTUB_SCALAR_I32, 0, 4, 73),
    BUFFER("data", "int *", 8, 74),
};
static const custub_pointer_info together_pointers[] = {
    POINTER("data", 1, 74, 0, "int", I32, 4, EXPR("n", int_0)),
};

static const custub_param_info dynamic_params[] = {
    BUFFER("x", "float *", 0, 83),
};
static const custub_pointer_info dynamic_pointers[] = {
    POINTER("x", 0, 83, 0, "float", F32, 4, NOTHING),
};

static const custub_param_info pair_params[] = {
    SCALAR("n", "long long", CUSTUB_SCALAR_I64, 0, 8, 93),
};

#define KERNEL(named, on, of)                                                                      \
    .name = named, .symbol = named, .file = "sample.cu", .line = on, .params = of,                 \
    .param_count = (uint32_t)(sizeof(of) / sizeof((of)[0]))
#define POINTERS(list)                                                                             \
    .pointers = list, .pointer_count = (uint32_t)(sizeof(list) / sizeof((list)[0]))

static const custub_kernel_info sample_infos[SAMPLE_COUNT] = {
    [SAXPY] = {KERNEL("saxpy", 12, saxpy_params), POINTERS(saxpy_pointers),
               .threads = {EXPR("n", size_0)}, .dimensions = 1},
    [BLOCK_SUM] = {KERNEL("block_sum", 22, block_sum_params), POINTERS(block_sum_pointers),
                   .flags = CUSTUB_KERNEL_DYNAMIC_SHARED, .threads = {EXPR("n", size_0)},
                   .shared = EXPR("blockDim.x * sizeof(float)", block_x_floats),
                   .requirements = block_sum_requirements, .requirement_count = 1, .dimensions = 1},
    [SCALE] = {KERNEL("scale", 32, scale_params), POINTERS(scale_pointers),
               .threads = {EXPR("width", int_0), EXPR("height", int_1)}, .max_threads = 256,
               .min_blocks = 2, .dimensions = 2},
    [PLAIN] = {KERNEL("plain", 42, plain_params), POINTERS(plain_pointers)},
    [STRIDE] = {KERNEL("stride", 52, stride_params), POINTERS(stride_pointers),
                .flags = CUSTUB_KERNEL_GRID_STRIDE, .threads = {EXPR("n", size_0)},
                .dimensions = 1},
    [TILE] = {KERNEL("tile", 62, tile_params), .threads = {EXPR("n", int_0), EXPR("n", int_0)},
              .block = {EXPR("16", sixteen), EXPR("16", sixteen)}, .dimensions = 2},
    [TOGETHER] = {KERNEL("together", 72, together_params), POINTERS(together_pointers),
                  .flags = CUSTUB_KERNEL_COOPERATIVE, .threads = {EXPR("n", int_0)},
                  .dimensions = 1},
    [DYNAMIC] = {KERNEL("dynamic", 82, dynamic_params), POINTERS(dynamic_pointers),
                 .flags = CUSTUB_KERNEL_DYNAMIC_SHARED, .dimensions = 1},
    [PAIR] = {KERNEL("pair", 92, pair_params), .threads = {EXPR("n", long_0)}, .dimensions = 1,
              .cluster = {2, 1, 1}},
    [LINES] = {KERNEL("lines", 102, tile_params), .flags = CUSTUB_KERNEL_ONE_BLOCK_Y,
               .threads = {EXPR("n", int_0), EXPR("n", int_0)}, .dimensions = 2},
    [COLUMNS] = {KERNEL("columns", 112, tile_params), .flags = CUSTUB_KERNEL_ONE_THREAD_Y,
                 .threads = {EXPR("n", int_0), EXPR("n", int_0)}, .dimensions = 2},
};

const custub_library_info sample_library = {CUSTUB_ABI,  SAMPLE_COUNT, "sample",
                                            "sample.cu", sample_infos, 0};

const custub_image sample_images[] = {
    {"fatbin", "a fatbin", 9}, {"ptx", "a ptx", 6}, {NULL, NULL, 0}};

custub_library *sample_open(custub_kernel *kernels, const custub_library_info *info,
                            const custub_image *images, custub_error *error)
{
    custub_library *library = custub_library_open(info, images, error);

    for (uint32_t i = 0; i < custub_library_kernel_count(library); i++)
        kernels[i] = *custub_library_kernel(library, i);
    return library;
}

custub_library *sample_load(custub_kernel kernels[SAMPLE_COUNT])
{
    custub_library *library;

    recording_describe(&sample_library, NULL);
    recording_use_device(0);
    library = sample_open(kernels, &sample_library, sample_images, NULL);
    if (!library)
        abort();
    recording_clear_log();
    return library;
}

custub_status sample_launch(const custub_kernel *kernel, const custub_launch *launch,
                            void **arguments, custub_error *error)
{
    const custub_kernel_info *info = kernel->info;
    const custub_launch *shape = launch ? launch : &custub_launch_unset;
    custub_need needs[8];
    uint64_t needed[8 + 3 + 3 + 1];
    uint32_t count = 0;
    int holds = 1;

#define VALUE(expr) custubi_evaluate((expr), arguments, &shape->grid, &shape->block)
    for (uint32_t i = 0; i < info->pointer_count; i++)
        if (info->pointers[i].count.code)
            needed[count++] = custub_int_need(VALUE(&info->pointers[i].count));
    for (int axis = 0; axis < 3; axis++)
        if (info->threads[axis].code)
            needed[count++] = custub_int_need(VALUE(&info->threads[axis]));
    for (int axis = 0; axis < 3; axis++)
        if (info->block[axis].code)
            needed[count++] = custub_int_need(VALUE(&info->block[axis]));
    if (info->shared.code)
        needed[count++] = custub_int_need(VALUE(&info->shared));
    for (uint32_t i = 0; i < info->requirement_count; i++)
        holds &= custub_int_holds(VALUE(&info->requirements[i]));
#undef VALUE
    return custub_call_launch(kernel, launch, arguments, needs, needed, CUSTUB_CALL_FLAGS(holds),
                              error);
}

custub_status sample_launch_saxpy(const custub_kernel *kernels, const custub_launch *launch,
                                  size_t n, float a, custub_f32_view x, custub_f32_view y,
                                  custub_error *error)
{
    void *arguments[] = {&n, &a, &x, &y};
    custub_need needs[2];
    const uint64_t needed[] = {n, n, n};

    return custub_call_launch(&kernels[SAXPY], launch, arguments, needs, needed,
                              CUSTUB_CALL_FLAGS(1), error);
}

custub_status sample_launch_block_sum(const custub_kernel *kernels, const custub_launch *launch,
                                      size_t n, custub_f32_view values, custub_f32_view sums,
                                      custub_error *error)
{
    const custub_launch *shape = launch ? launch : &custub_launch_unset;
    const uint64_t blocks = shape->grid.x;
    const uint64_t threads = shape->block.x;
    void *arguments[] = {&n, &values, &sums};
    custub_need needs[2];
    const uint64_t needed[] = {n, blocks, n, threads * sizeof(float)};
    int holds = custub_int_holds(custub_int_is_pow2(custub_int_of_u64(threads)));

    return custub_call_launch(&kernels[BLOCK_SUM], launch, arguments, needs, needed,
                              CUSTUB_CALL_FLAGS(holds), error);
}

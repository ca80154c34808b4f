#include "cpu_harness.h"

#include "image_builder.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

cpu_driver cu;
CUlibrary harness_library;

static struct {
    unsigned char *data;
    size_t size;
} images[SAMPLE_COUNT];

static void load_function(void *function, const char *name)
{
    void *address = dlsym(cu.library, name);

    if (!address)
        fail_msg("the driver has no %s", name);
    memcpy(function, &address, sizeof(address));
}

void harness_open_driver(void)
{
    if (cu.library)
        return;
    cu.library = dlopen(CPU_TEST_DRIVER, RTLD_NOW | RTLD_LOCAL);
    if (!cu.library)
        fail_msg("%s", dlerror());
#define LOAD(name, version, exported, parameters) load_function(&cu.exported, #exported);
    CPU_FUNCTION_TABLE(LOAD)
#undef LOAD
}

static gen_model *make_shapes(gen_arena *arena)
{
    static const sample_kernel kernels[] = {
        {"saxpy", true, 0, NULL},
        {"places", true, 0, NULL},
        {"places_after_barrier", false, 0, NULL},
        {"static_sum", false, 0, NULL},
        {"dynamic_sum", false, 0, NULL},
        {"rotate", false, 0, NULL},
        {"touch_shared", true, 0, NULL},
        {"leave_early", false, 0, NULL},
        {"votes", false, 0, NULL},
        {"by_value", true, 0, NULL},
        {"no_parameters", true, 0, NULL},
        {"bounded", true, 64, NULL},
        {"bounded_waiting", false, 64, NULL},
        {"asserts", true, 0, NULL},
        {"asserts_after_barrier", false, 0, NULL},
        {"traps", true, 0, NULL},
        {"compiler_traps", true, 0, NULL},
        {"shuffles", false, 0, NULL},
        {"hidden_barrier", true, 0, NULL},
        {"unfit", true, 0, "inline PTX"},
        {"reaches_unfit", true, 0, NULL},
        {"line_number", true, 0, NULL},
        {"device_only", true, 0, NULL},
    };
    gen_model *model =
        sample_model(arena, "shapes.cu", kernels, sizeof(kernels) / sizeof(kernels[0]));

    sample_add_unfit_body(arena, model, "inline_assembly", "inline PTX");
    sample_add_shared_array(arena, model, "partial", "", "float");
    sample_add_shared_array(arena, model, "detail::bytes", "detail", "unsigned char");
    return model;
}

static gen_model *make_functions(gen_arena *arena)
{
    static const sample_kernel kernels[] = {
        {"integers", true, 0, NULL}, {"floats", true, 0, NULL},  {"doubles", true, 0, NULL},
        {"atomics", true, 0, NULL},  {"vectors", true, 0, NULL}, {"globals", true, 0, NULL},
    };

    return sample_model(arena, "functions.cu", kernels, sizeof(kernels) / sizeof(kernels[0]));
}

static gen_model *make_other(gen_arena *arena)
{
    static const sample_kernel kernels[] = {{"saxpy", true, 0, NULL}};

    return sample_model(arena, "other.cu", kernels, 1);
}

static gen_model *make_sticky(gen_arena *arena)
{
    static const sample_kernel kernels[] = {{"saxpy", true, 0, NULL}};

    return sample_model(arena, "sticky.cu", kernels, 1);
}

static gen_model *make_loading(gen_arena *arena)
{
    static const sample_kernel kernels[] = {{"after_loading", true, 0, NULL}};
    gen_model *model = sample_model(arena, "loading.cu", kernels, 1);

    sample_add_unfit_body(arena, model, "at_load", "inline PTX");
    return model;
}

static void build(sample_image which)
{
    static gen_model *(*const makers[SAMPLE_COUNT])(gen_arena *) = {
        make_shapes, make_functions, make_other, make_sticky, make_loading};
    gen_arena arena;

    if (images[which].data)
        return;
    gen_arena_initialize(&arena);
    images[which].data = sample_build(makers[which](&arena), NULL, &images[which].size);
    gen_arena_deinitialize(&arena);
    if (!images[which].data)
        fail_msg("the host's C++ compiler refuses sample %d", (int)which);
}

const unsigned char *harness_image(sample_image which)
{
    build(which);
    return images[which].data;
}

size_t harness_image_size(sample_image which)
{
    build(which);
    return images[which].size;
}

void harness_free_images(void)
{
    for (size_t i = 0; i < SAMPLE_COUNT; i++) {
        free(images[i].data);
        images[i].data = NULL;
    }
}

int harness_set_up(void **state)
{
    CUcontext context;

    (void)state;
    harness_open_driver();
    assert_success(cu.cuInit(0));
    assert_success(cu.cuDevicePrimaryCtxRetain(&context, 0));
    assert_success(cu.cuCtxSetCurrent(context));
    assert_success(cu.cuLibraryLoadData(&harness_library, harness_image(SAMPLE_SHAPES), NULL, NULL,
                                        0, NULL, NULL, 0));
    return 0;
}

int harness_tear_down(void **state)
{
    (void)state;
    assert_success(cu.cuLibraryUnload(harness_library));
    assert_success(cu.cuCtxSetCurrent(NULL));
    assert_success(cu.cuDevicePrimaryCtxRelease_v2(0));
    harness_free_images();
    return 0;
}

CUfunction harness_kernel(CUlibrary library, const char *name)
{
    CUkernel kernel = NULL;
    CUfunction function = NULL;

    assert_success(cu.cuLibraryGetKernel(&kernel, library, name));
    assert_success(cu.cuKernelGetFunction(&function, kernel));
    return function;
}

CUdeviceptr harness_upload(const void *data, size_t size)
{
    CUdeviceptr address = 0;

    assert_success(cu.cuMemAlloc_v2(&address, size));
    if (data)
        assert_success(cu.cuMemcpyHtoD_v2(address, data, size));
    return address;
}

void harness_download(void *data, CUdeviceptr address, size_t size)
{
    assert_success(cu.cuMemcpyDtoH_v2(data, address, size));
}

CUresult harness_launch(CUfunction kernel, unsigned blocks, unsigned threads, unsigned shared,
                        void **params)
{
    return cu.cuLaunchKernel(kernel, blocks, 1, 1, threads, 1, 1, shared, NULL, params, NULL);
}

void harness_check_saxpy(CUfunction kernel, float sign, float kept)
{
    enum { N = 1000 };
    float x[N];
    float y[N];
    size_t n = N - 1; /* the kernel must not change the last element */
    float a = 3.0f;
    CUdeviceptr x_device;
    CUdeviceptr y_device;
    void *params[] = {&n, &a, &x_device, &y_device};

    for (int i = 0; i < N; i++) {
        x[i] = (float)i;
        y[i] = (float)(2 * i);
    }
    x_device = harness_upload(x, sizeof(x));
    y_device = harness_upload(y, sizeof(y));
    assert_success(harness_launch(kernel, 8, 128, 0, params));
    harness_download(y, y_device, sizeof(y));
    for (int i = 0; i < N - 1; i++)
        assert_true(y[i] == sign * a * (float)i + kept * (float)(2 * i));
    assert_true(y[N - 1] == 2.0f * (N - 1));
    assert_success(cu.cuMemFree_v2(x_device));
    assert_success(cu.cuMemFree_v2(y_device));
}

/* Kernels that are compiled at run time. examples/as_kernel.cu converts two types to six: on
 * the CPU driver with images from the build, on a GPU with NVRTC. */
#include "as_kernel.jit.h"
#include "instances.jit.h"

#include <custub/custub.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "fresh_error.h"

#define SKIPPED 77
#define COUNT   256 /* all types hold 0 to 255 exactly */

static custub_error error;

/* X(argument, name in functions, type, elements, the number i as the type) */
#define SOURCES(X, other)                                                                          \
    X(other, float, float, custub_f32, (float)i)                                                   \
    X(other, half, custub_half, custub_f16, custub_half_of((float)i))
#define TYPES(X, other)                                                                            \
    SOURCES(X, other)                                                                              \
    X(other, double, double, custub_f64, (double)i)                                                \
    X(other, nv_bfloat16, custub_bfloat16, custub_bf16, custub_bfloat16_of((float)i))              \
    X(other, int32_t, int32_t, custub_i32, (int32_t)i)                                             \
    X(other, uint8_t, uint8_t, custub_u8, (uint8_t)i)

/* float_fill(): stores the numbers 0 to 255 as floats. */
#define FILL(other, name, type, elements, value)                                                   \
    static void name##_fill(type *out)                                                             \
    {                                                                                              \
        for (int i = 0; i < COUNT; i++)                                                            \
            out[i] = value;                                                                        \
    }
TYPES(FILL, )

/* Converts 0 to 255; then the launch is refused for a target that is too short. */
#define CONVERT(from, from_type, from_elements, to, to_type, to_elements)                          \
    static void converts_##from##_to_##to(void **state)                                            \
    {                                                                                              \
        static from_type numbers[COUNT];                                                           \
        static to_type result[COUNT], wanted[COUNT];                                               \
        from##_##to##_as_kernel_kernels kernels = from##_##to##_as_kernel_load(fresh(&error));     \
        from_elements##_buffer source = from_elements##_buffer_create(COUNT, &error);              \
        to_elements##_buffer target = to_elements##_buffer_create(COUNT, &error);                  \
        (void)state;                                                                               \
        from##_fill(numbers);                                                                      \
        to##_fill(wanted);                                                                         \
        from_elements##_upload(source.view, numbers, COUNT, 0, &error);                            \
        from##_##to##_launch_as_kernel(&kernels, NULL, COUNT, source.view, target.view, &error);   \
        to_elements##_download(target.view, result, COUNT, 0, &error);                             \
        assert_string_equal(error.message, "");                                                    \
        assert_memory_equal(result, wanted, sizeof(result));                                       \
        target.view.count--;                                                                       \
        from##_##to##_launch_as_kernel(&kernels, NULL, COUNT, source.view, target.view, &error);   \
        assert_int_equal(error.status, CUSTUB_ERROR_COUNT_TOO_SMALL);                              \
        to_elements##_buffer_destroy(&target, NULL);                                               \
        from_elements##_buffer_destroy(&source, NULL);                                             \
        from##_##to##_as_kernel_unload(&kernels, NULL);                                            \
    }

#define TO_FLOAT(other, name, type, elements, value)                                               \
    CONVERT(name, type, elements, float, float, custub_f32)
#define TO_DOUBLE(other, name, type, elements, value)                                              \
    CONVERT(name, type, elements, double, double, custub_f64)
#define TO_HALF(other, name, type, elements, value)                                                \
    CONVERT(name, type, elements, half, custub_half, custub_f16)
#define TO_BFLOAT16(other, name, type, elements, value)                                            \
    CONVERT(name, type, elements, nv_bfloat16, custub_bfloat16, custub_bf16)
#define TO_INT32(other, name, type, elements, value)                                               \
    CONVERT(name, type, elements, int32_t, int32_t, custub_i32)
#define TO_UINT8(other, name, type, elements, value)                                               \
    CONVERT(name, type, elements, uint8_t, uint8_t, custub_u8)
SOURCES(TO_FLOAT, )
SOURCES(TO_DOUBLE, )
SOURCES(TO_HALF, )
SOURCES(TO_BFLOAT16, )
SOURCES(TO_INT32, )
SOURCES(TO_UINT8, )

/* --- Sources of the program's own ------------------------------------------------------------ */

static bool is_cpu(void)
{
    return strcmp(custub_driver_name(), "cpu") == 0;
}

/* Loads a source as float_float. */
static float_float_as_kernel_kernels load_source(const char *source, custub_image images[2])
{
    const custub_jit_program program = {.name = "own.cu", .source = source};

    memset(images, 0, 2 * sizeof(*images));
    images[0] = custub_jit_compile(&program, fresh(&error));
    return float_float_as_kernel_load_images(images, &error);
}

static void launches_a_source_of_the_program(void **state)
{
    float numbers[COUNT], result[COUNT];
    custub_image images[2];
    float_float_as_kernel_kernels kernels =
        load_source("#include <stddef.h>\n"
                    "extern \"C\" __global__ void as_kernel(size_t n, const float *x, float *y)\n"
                    "{\n"
                    "    size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x;\n"
                    "    if (i < n)\n"
                    "        y[i] = x[i] + 1;\n"
                    "}\n",
                    images);
    custub_f32_buffer source, target;

    (void)state;
    if (is_cpu()) {
        assert_int_equal(error.status, CUSTUB_ERROR_NO_IMAGE);
        return;
    }
    source = custub_f32_buffer_create(COUNT, &error);
    target = custub_f32_buffer_create(COUNT, &error);
    float_fill(numbers);
    custub_f32_upload(source.view, numbers, COUNT, 0, &error);
    float_float_launch_as_kernel(&kernels, NULL, COUNT, source.view, target.view, &error);
    custub_f32_download(target.view, result, COUNT, 0, &error);
    assert_string_equal(error.message, "");
    for (int i = 0; i < COUNT; i++)
        assert_true(result[i] == numbers[i] + 1);
    custub_f32_buffer_destroy(&target, NULL);
    custub_f32_buffer_destroy(&source, NULL);
    float_float_as_kernel_unload(&kernels, NULL);
    custub_image_free(&images[0]);
}

static void launches_kernels_without_c_linkage(void **state)
{
    instances_kernels kernels = instances_load(fresh(&error));
    custub_i32_buffer i32 = custub_i32_buffer_create_filled(COUNT, 5, NULL, &error);
    custub_i64_buffer i64 = custub_i64_buffer_create_filled(COUNT, 5, NULL, &error);
    custub_u64_buffer u64 = custub_u64_buffer_create_filled(COUNT, 5, NULL, &error);
    int32_t first = 0;
    int64_t second = 0;
    uint64_t third = 0;

    (void)state;
    launch_math_negate(&kernels, NULL, COUNT, i32.view, &error);
    launch_add_i32(&kernels, NULL, COUNT, 7, i32.view, &error);
    launch_math_scale(&kernels, NULL, COUNT, instances_step_of(0, 3), instances_NEGATED,
                      instances_WIDE, i32.view, &error);
    launch_add_twice_i64(&kernels, NULL, COUNT, 7, i64.view, &error);
    launch_add_thrice_u64(&kernels, NULL, COUNT, 7, u64.view, &error);
    custub_i32_download(custub_i32_slice(i32.view, COUNT - 1, 1, &error), &first, 1, NULL, &error);
    custub_i64_download(custub_i64_slice(i64.view, COUNT - 1, 1, &error), &second, 1, NULL, &error);
    custub_u64_download(custub_u64_slice(u64.view, COUNT - 1, 1, &error), &third, 1, NULL, &error);
    assert_string_equal(error.message, "");
    assert_int_equal(first, -6);
    assert_int_equal(second, 19);
    assert_int_equal(third, 26);
    custub_u64_buffer_destroy(&u64, NULL);
    custub_i64_buffer_destroy(&i64, NULL);
    custub_i32_buffer_destroy(&i32, NULL);
    instances_unload(&kernels, NULL);
}

/* Drivers before 12.4 do not tell a kernel's parameters. */
static void refuses_a_source_with_other_parameters(void **state)
{
    custub_image images[2];

    (void)state;
    if (is_cpu() || custub_driver_version() < 12040)
        skip();
    load_source("extern \"C\" __global__ void as_kernel(int n, const float *x, float *y) {}\n",
                images);
    assert_int_equal(error.status, CUSTUB_ERROR_SIGNATURE_MISMATCH);
    assert_string_equal(error.parameter, "n");
    custub_image_free(&images[0]);
}

static custub_activity seen[2]; /* the last two */

static void remember(const custub_activity *activity, void *user)
{
    (void)user;
    seen[0] = seen[1];
    seen[1] = *activity;
}

/* The load finds the compiled code in memory, and gives the driver PTX or a cubin. */
static void the_hook_sees_a_load_and_what_it_compiles(void **state)
{
    float_float_as_kernel_kernels kernels = float_float_as_kernel_load(fresh(&error));

    (void)state;
    float_float_as_kernel_unload(&kernels, NULL);
    custub_set_activity(remember, NULL);
    kernels = float_float_as_kernel_load(&error);
    custub_set_activity(NULL, NULL);
    assert_string_equal(error.message, "");
    float_float_as_kernel_unload(&kernels, NULL);
    assert_int_equal(seen[1].kind, CUSTUB_ACTIVITY_LOAD);
    assert_int_equal(seen[1].status, CUSTUB_OK);
    if (is_cpu())
        return;
    assert_int_equal(seen[0].kind, CUSTUB_ACTIVITY_COMPILATION);
    assert_int_equal(seen[0].origin, CUSTUB_ORIGIN_MEMORY);
    assert_int_equal(seen[0].bytes, seen[1].bytes);
}

/* A GPU needs NVRTC. */
static int open_device(custub_device **device)
{
    *device = custub_device_open(0, fresh(&error));
    if (*device && !is_cpu())
        custub_jit_version(&error);
    if (error.status == CUSTUB_ERROR_DRIVER_NOT_FOUND || error.status == CUSTUB_ERROR_NO_DEVICE ||
        error.status == CUSTUB_ERROR_NVRTC_NOT_FOUND) {
        printf("skipped: %s\n", error.message);
        return SKIPPED;
    }
    if (error.status)
        printf("%s\n", error.message);
    return error.status != CUSTUB_OK;
}

#define TEST(to, name, type, view, value) cmocka_unit_test(converts_##name##_to_##to),

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(launches_a_source_of_the_program),
        cmocka_unit_test(launches_kernels_without_c_linkage),
        cmocka_unit_test(refuses_a_source_with_other_parameters),
        cmocka_unit_test(the_hook_sees_a_load_and_what_it_compiles),
        /* clang-format off */
        SOURCES(TEST, float)
        SOURCES(TEST, double)
        SOURCES(TEST, half)
        SOURCES(TEST, nv_bfloat16)
        SOURCES(TEST, int32_t)
        SOURCES(TEST, uint8_t)
        /* clang-format on */
    };
    custub_device *device;
    int result = open_device(&device);

    if (!result)
        result = cmocka_run_group_tests(tests, NULL, NULL);
    custub_device_close(device, NULL);
    return result;
}

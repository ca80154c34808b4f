/* Launches of C++ kernels and of instances of templates (CUSTUB_STUB), which have mangled names in
 * the image. */
#include "launch_fixture.h"
#include "fresh_error.h"

#include "stubs.custub.h"

#include <string.h>

#define COUNT 64

static stubs_kernels kernels;
static CUdeviceptr from;
static CUdeviceptr to;

static int open_kernels(void **state)
{
    launch_begin(state);
    kernels = stubs_load(fresh(&f.error));
    SUCCEED(f.error.status);
    DRIVER(cu.cuMemAlloc_v2(&from, COUNT * sizeof(double)));
    DRIVER(cu.cuMemAlloc_v2(&to, COUNT * sizeof(double)));
    return 0;
}

static int close_kernels(void **state)
{
    (void)state;
    SUCCEED(custub_stream_synchronize(f.stream, fresh(&f.error)));
    DRIVER(cu.cuMemFree_v2(from));
    DRIVER(cu.cuMemFree_v2(to));
    SUCCEED(stubs_unload(&kernels, fresh(&f.error)));
    return 0;
}

static void put(CUdeviceptr address, const void *data, size_t bytes)
{
    DRIVER(cu.cuMemcpyAsync(address, (CUdeviceptr)(uintptr_t)data, bytes, f.stream));
    DRIVER(cu.cuStreamSynchronize(f.stream));
}

static void get(void *data, CUdeviceptr address, size_t bytes)
{
    DRIVER(cu.cuMemcpyAsync((CUdeviceptr)(uintptr_t)data, address, bytes, f.stream));
    DRIVER(cu.cuStreamSynchronize(f.stream));
}

static void kernel_of_a_namespace_is_launched_and_checked(void **state)
{
    float y[COUNT];

    (void)state;
    for (int i = 0; i < COUNT; i++)
        y[i] = (float)i;
    put(to, y, sizeof(y));
    SUCCEED(launch_scale(&kernels, &f.launch, COUNT, 3, custub_f32_view_of(to, COUNT),
                         fresh(&f.error)));
    get(y, to, sizeof(y));
    for (int i = 0; i < COUNT; i++)
        assert_true(y[i] == (float)(3 * i));
    EXPECT(launch_scale(&kernels, &f.launch, COUNT, 3, custub_f32_view_of(to, COUNT - 1),
                        fresh(&f.error)),
           CUSTUB_ERROR_COUNT_TOO_SMALL);
    assert_string_equal(f.error.kernel, "scale");
    assert_string_equal(f.error.parameter, "y");
}

static void cast_chooses_the_overload(void **state)
{
    double y[COUNT] = {0};

    (void)state;
    launch_fill(from, COUNT, 1);
    SUCCEED(launch_add_i32(&kernels, &f.launch, COUNT, 2, custub_i32_view_of(from, COUNT),
                           fresh(&f.error)));
    COMPARE(from, COUNT, 3);
    put(to, y, sizeof(y));
    SUCCEED(launch_add_f64(&kernels, &f.launch, COUNT, 0.5, custub_f64_view_of(to, COUNT),
                           fresh(&f.error)));
    get(y, to, sizeof(y));
    assert_true(y[0] == 0.5 && y[COUNT - 1] == 0.5);
}

static void instances_of_a_template_are_different_kernels(void **state)
{
    int x[COUNT];
    int y[COUNT];
    uint16_t halves[COUNT];
    uint16_t reversed[COUNT];

    (void)state;
    for (int i = 0; i < COUNT; i++) {
        x[i] = i;
        halves[i] = (uint16_t)i;
    }
    put(from, x, sizeof(x));
    SUCCEED(launch_reverse_i32(&kernels, &f.launch, COUNT, custub_i32_view_of(from, COUNT),
                               custub_i32_view_of(to, COUNT), fresh(&f.error)));
    get(y, to, sizeof(y));
    put(from, halves, sizeof(halves));
    SUCCEED(launch_reverse_f16(&kernels, &f.launch, COUNT, custub_f16_view_of(from, COUNT),
                               custub_f16_view_of(to, COUNT), fresh(&f.error)));
    get(reversed, to, sizeof(reversed));
    for (int i = 0; i < COUNT; i++) {
        assert_int_equal(y[i], i / 4 * 4 + 3 - i % 4);
        assert_int_equal(reversed[i], i / 8 * 8 + 7 - i % 8);
    }
}

static void kernel_without_a_stub_of_its_own_is_named_by_its_namespaces(void **state)
{
    (void)state;
    launch_fill(from, COUNT, 9);
    SUCCEED(launch_math_detail_subtract(&kernels, &f.launch, COUNT, 2,
                                        custub_i32_view_of(from, COUNT), fresh(&f.error)));
    COMPARE(from, COUNT, 7);
}

static void contract_of_an_instance_has_its_arguments(void **state)
{
    custub_f16_view few = custub_f16_view_of(to, 15);

    (void)state;
    SUCCEED(launch_reverse_i32(&kernels, &f.launch, 4, custub_i32_view_of(from, COUNT),
                               custub_i32_view_of(to, COUNT), fresh(&f.error)));
    EXPECT(launch_reverse_f16(&kernels, &f.launch, 4, custub_f16_view_of(from, COUNT),
                              custub_f16_view_of(to, COUNT), fresh(&f.error)),
           CUSTUB_ERROR_REQUIRES);
    assert_non_null(strstr(f.error.message, "n % WIDTH == 0"));
    EXPECT(launch_reverse_f16(&kernels, &f.launch, 16, custub_f16_view_of(from, COUNT), few,
                              fresh(&f.error)),
           CUSTUB_ERROR_COUNT_TOO_SMALL);
    assert_non_null(strstr(f.error.message, "n * sizeof(T) = 32 bytes"));
}

static void launches_by_name_and_prepared_ones_find_it(void **state)
{
    custub_argument arguments[] = {custub_argument_i32(COUNT), custub_argument_i32(5),
                                   custub_argument_buffer(CUSTUB_SCALAR_I32, from, COUNT)};
    const custub_kernel *kernel = custub_library_find(kernels.library, "add_i32", fresh(&f.error));
    custub_prepared *prepared;

    (void)state;
    SUCCEED(f.error.status);
    launch_fill(from, COUNT, 0);
    SUCCEED(custub_kernel_launch(kernel, &f.launch, 3, arguments, fresh(&f.error)));
    prepared = prepare_add_i32(&kernels, &f.launch, COUNT, 2, custub_i32_view_of(from, COUNT),
                               fresh(&f.error));
    SUCCEED(f.error.status);
    SUCCEED(custub_prepared_launch(prepared, fresh(&f.error)));
    custub_prepared_destroy(prepared);
    COMPARE(from, COUNT, 7);
}

#define STUB_TEST(test) cmocka_unit_test_setup_teardown(test, open_kernels, close_kernels)

int main(void)
{
    const struct CMUnitTest tests[] = {
        STUB_TEST(kernel_of_a_namespace_is_launched_and_checked),
        STUB_TEST(cast_chooses_the_overload),
        STUB_TEST(instances_of_a_template_are_different_kernels),
        STUB_TEST(kernel_without_a_stub_of_its_own_is_named_by_its_namespaces),
        STUB_TEST(contract_of_an_instance_has_its_arguments),
        STUB_TEST(launches_by_name_and_prepared_ones_find_it),
    };

    return LAUNCH_RUN(tests);
}

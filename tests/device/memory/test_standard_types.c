/* libcu++ in kernels: its types, numbers, views, functions and atomics give what they give
 * anywhere, on the CPU driver and on a GPU, which CUSTUB_DRIVER in the environment chooses. */
#include "device_fixture.h"
#include "standard_types.custub.h"

#include <math.h>
#include <string.h>

static standard_types_kernels kernels;

static void containers_and_views_hold_values(void **state)
{
    static const int32_t expected[10] = {4 + 1 + 4, 12 + 3 + 2, 6 + 300, 5 + 5 + 1, 8,
                                         3 + 1,     3 + 1,      9 + 1,   42,        2};
    int32_t numbers[12];
    int32_t host[10];
    custub_launch launch = one_block(32);
    custub_i32_buffer out = numbers_of(10);
    custub_i32_buffer in = numbers_of(12);

    (void)state;
    for (int i = 0; i < 12; i++)
        numbers[i] = i;
    succeed(custub_i32_upload(in.view, numbers, in.view.count, 0, &fixture_error));
    succeed(launch_hold_and_view(&kernels, &launch, out.view, in.view, 12, &fixture_error));
    read_numbers(&out, host);
    for (int i = 0; i < 10; i++)
        assert_int_equal(host[i], expected[i]);
    custub_i32_buffer_destroy(&in, NULL);
}

static void numbers_are_counted_and_converted(void **state)
{
    static const int32_t expected[15] = {2,  23, 0,       512, 257 << 8, 0x40100000, 32767, 24,
                                         37, 21, 150 - 3, 1,   3000,     2,          1};
    int32_t host[15];
    custub_launch launch = one_block(32);
    custub_i32_buffer out = numbers_of(15);

    (void)state;
    succeed(launch_count_and_convert(&kernels, &launch, out.view, 257, 2.25f, &fixture_error));
    read_numbers(&out, host);
    for (int i = 0; i < 15; i++)
        assert_int_equal(host[i], expected[i]);
}

static void complex_numbers_are_multiplied(void **state)
{
    enum { COUNT = 100 };
    float in[2 * COUNT];
    float host[2 * COUNT];
    custub_launch launch = one_block(128);
    custub_f32_buffer from, out;

    (void)state;
    for (int i = 0; i < 2 * COUNT; i++)
        in[i] = (float)(i % 17) - 8.0f;
    from = custub_f32_buffer_create(2 * COUNT, &fixture_error);
    out = custub_f32_buffer_create(2 * COUNT, &fixture_error);
    succeed(custub_f32_upload(from.view, in, from.view.count, 0, &fixture_error));
    succeed(launch_multiply_complex(&kernels, &launch, custub_float2_view_of(out.view.ptr, COUNT),
                                    custub_float2_view_of(from.view.ptr, COUNT), COUNT,
                                    &fixture_error));
    succeed(custub_f32_download(out.view, host, out.view.count, 0, &fixture_error));
    for (int i = 0; i < COUNT; i++) {
        const float x = in[2 * i];
        const float y = in[2 * i + 1];
        assert_true(host[2 * i] == x * x - y * y + x / 2);
        assert_true(host[2 * i + 1] == 2 * x * y - y / 2 + (x * x + y * y));
    }
    custub_f32_buffer_destroy(&from, NULL);
    custub_f32_buffer_destroy(&out, NULL);
}

static void functions_are_passed_as_arguments(void **state)
{
    int32_t host[64];
    custub_launch launch = one_block(64);
    custub_i32_buffer out = numbers_of(64);

    (void)state;
    succeed(launch_call_functions(&kernels, &launch, out.view, &fixture_error));
    read_numbers(&out, host);
    for (int i = 0; i < 64; i++)
        assert_int_equal(host[i], 2 * i + i + 1 + 10 - i);
}

static void annotated_pointers_read_and_write(void **state)
{
    int32_t host[64];
    custub_launch launch = one_block(64);
    custub_i32_buffer in = numbers_of(64);
    custub_i32_buffer out = numbers_of(64);

    (void)state;
    for (int i = 0; i < 64; i++)
        host[i] = 5 * i;
    succeed(custub_i32_upload(in.view, host, in.view.count, 0, &fixture_error));
    succeed(launch_read_annotated(&kernels, &launch, out.view, in.view, &fixture_error));
    read_numbers(&out, host);
    for (int i = 0; i < 64; i++)
        assert_int_equal(host[i], 5 * i + 1);
    custub_i32_buffer_destroy(&in, NULL);
}

static void references_are_updated(void **state)
{
    static const int32_t expected[5] = {63 * 32 + 64, -63, 63, 0x7fffffff, 128};
    int32_t host[5];
    uint64_t wide = 1000;
    float parts = 0;
    double fine = 0;
    custub_launch launch = one_block(64);
    custub_i32_buffer ints = numbers_of(5);
    custub_u64_buffer longs;
    custub_f32_buffer floats;
    custub_f64_buffer doubles;

    (void)state;
    longs = custub_u64_buffer_create(1, &fixture_error);
    floats = custub_f32_buffer_create(1, &fixture_error);
    doubles = custub_f64_buffer_create(1, &fixture_error);
    succeed(custub_u64_upload(longs.view, &wide, longs.view.count, 0, &fixture_error));
    succeed(custub_f32_upload(floats.view, &parts, floats.view.count, 0, &fixture_error));
    succeed(custub_f64_upload(doubles.view, &fine, doubles.view.count, 0, &fixture_error));
    succeed(launch_update_references(&kernels, &launch, ints.view, longs.view, floats.view,
                                     doubles.view, &fixture_error));
    read_numbers(&ints, host);
    for (int i = 0; i < 5; i++)
        assert_int_equal(host[i], expected[i]);
    succeed(custub_u64_download(longs.view, &wide, longs.view.count, 0, &fixture_error));
    succeed(custub_f32_download(floats.view, &parts, floats.view.count, 0, &fixture_error));
    succeed(custub_f64_download(doubles.view, &fine, doubles.view.count, 0, &fixture_error));
    assert_true(wide == 1000 - 64);
    assert_true(parts == 32.0f);
    assert_true(fine == -16.0);
    custub_u64_buffer_destroy(&longs, NULL);
    custub_f32_buffer_destroy(&floats, NULL);
    custub_f64_buffer_destroy(&doubles, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(containers_and_views_hold_values),
        cmocka_unit_test(numbers_are_counted_and_converted),
        cmocka_unit_test(complex_numbers_are_multiplied),
        cmocka_unit_test(functions_are_passed_as_arguments),
        cmocka_unit_test(annotated_pointers_read_and_write),
        cmocka_unit_test(references_are_updated),
    };
    int failed = open_fixture();

    if (failed)
        return failed;
    kernels = standard_types_load(&fixture_error);
    succeed(fixture_error.status);
    return cmocka_run_group_tests(tests, NULL, NULL);
}

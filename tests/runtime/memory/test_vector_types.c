/* CUDA's vector types: makers, views and buffers, on the recording driver. */
#include <custub/custub.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "recording_driver.h"

static custub_error error;

static int start(void **state)
{
    (void)state;
    recording_reset();
    recording_use_device(0);
    error = custub_error_none();
    return (int)custub_driver_open(CUSTUB_DRIVER_DEFAULT, NULL);
}

static int nothing_is_left(void **state)
{
    (void)state;
    return recording_alive() != 0;
}

static void makers_set_the_fields_in_their_order(void **state)
{
    const custub_char1 one = custub_char1_of(-1);
    const custub_ulong2 two = custub_ulong2_of(1, 2);
    const custub_uint3 three = custub_uint3_of(1, 2, 3);
    const custub_double4_32a four = custub_double4_32a_of(1, 2, 3, 4);

    (void)state;
    assert_true(one.x == -1);
    assert_true(two.x == 1 && two.y == 2);
    assert_true(three.x == 1 && three.y == 2 && three.z == 3);
    assert_true(four.x == 1 && four.y == 2 && four.z == 3 && four.w == 4);
}

static void buffers_count_whole_vectors(void **state)
{
    const custub_float4 host[2] = {custub_float4_of(1, 2, 3, 4), custub_float4_of(5, 6, 7, 8)};
    custub_float4 back = custub_float4_of(0, 0, 0, 0);
    custub_float4_buffer buffer = custub_float4_buffer_create(2, &error);
    custub_float4_view second = custub_float4_slice(buffer.view, 1, 1, &error);

    (void)state;
    assert_int_equal(second.ptr - buffer.view.ptr, sizeof(custub_float4));
    custub_float4_upload(buffer.view, host, 2, NULL, &error);
    custub_float4_download(second, &back, 1, NULL, &error);
    assert_false(custub_failed(&error));
    assert_memory_equal(&back, &host[1], sizeof(back));
    assert_int_equal(custub_float4_upload(second, host, 2, NULL, &error),
                     CUSTUB_ERROR_OUT_OF_RANGE);
    assert_int_equal(custub_float4_buffer_destroy(&buffer, &error), CUSTUB_ERROR_OUT_OF_RANGE);
    assert_int_equal(buffer.view.ptr, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(makers_set_the_fields_in_their_order),
        cmocka_unit_test_setup_teardown(buffers_count_whole_vectors, start, nothing_is_left),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* Fills, and buffers that are made filled, on the recording driver. */
#include "odd_struct.h" /* first: its parameters would shadow the fixture's `error` */

#include "memory_fixture.h"

/* Fills a buffer of `count` elements, and checks that every element is the value. */
#define FILLS(name, element, count, value)                                                         \
    do {                                                                                           \
        custub_##name##_buffer buffer =                                                            \
            custub_##name##_buffer_create_filled((count), (value), NULL, &error);                  \
        element wanted = (value);                                                                  \
        element back[count];                                                                       \
        custub_##name##_download(buffer.view, back, (count), NULL, &error);                        \
        custub_##name##_buffer_destroy(&buffer, &error);                                           \
        assert_false(custub_failed(&error));                                                       \
        for (size_t i = 0; i < (count); i++)                                                       \
            assert_memory_equal(&back[i], &wanted, sizeof(wanted));                                \
    } while (0)

static void buffers_of_every_scalar_are_filled(void **state)
{
    const custub_half half = custub_half_of(1.5f);
    const custub_bfloat16 bfloat = custub_bfloat16_of(-3);

    (void)state;
    FILLS(bool, bool, 7, true);
    FILLS(i8, int8_t, 7, -3);
    FILLS(u8, uint8_t, 7, 200);
    FILLS(i16, int16_t, 7, -3);
    FILLS(u16, uint16_t, 7, 0x1234);
    FILLS(i32, int32_t, 7, -3);
    FILLS(u32, uint32_t, 7, 0x12345678);
    FILLS(i64, int64_t, 7, -5000000000);
    FILLS(u64, uint64_t, 7, UINT64_C(0x123456789abcdef0));
    FILLS(f16, custub_half, 7, half);
    FILLS(bf16, custub_bfloat16, 7, bfloat);
    FILLS(f32, float, 7, 0.1f);
    FILLS(f64, double, 7, 0.1);
    FILLS(ptr, CUdeviceptr, 7, 0x7f0000001000);
    FILLS(bytes, unsigned char, 7, 0xa5);
    FILLS(i64, int64_t, 1, -5000000000);
    FILLS(u64, uint64_t, 1000, 1);
}

static void structs_are_filled_at_every_alignment(void **state)
{
    static const size_t counts[] = {1, 2, 3, 7, 8, 9, 100};
    unsigned char value[13];
    unsigned char back[1400];

    (void)state;
    for (size_t size = 1; size <= sizeof(value); size++) {
        for (size_t i = 0; i < size; i++)
            value[i] = (unsigned char)(i % 5 < 3 ? 7 : 40 + i); /* with runs of equal bytes */
        for (size_t round = 0; round < 7 * 5; round++) {
            size_t count = counts[round / 5];
            size_t offset = round % 5;
            custub_bytes_buffer buffer =
                custub_bytes_buffer_create_filled(sizeof(back), 0xee, NULL, &error);
            custub_memory memory = custub_memory_of(buffer.view.ptr + offset, count, size);
            custub_memory_fill(memory, value, NULL, &error);
            custub_bytes_download(buffer.view, back, sizeof(back), NULL, &error);
            custub_bytes_buffer_destroy(&buffer, &error);
            assert_false(custub_failed(&error));
            for (size_t i = 0; i < sizeof(back); i++)
                assert_int_equal(back[i], i >= offset && i < offset + count * size
                                              ? value[(i - offset) % size]
                                              : 0xee);
        }
    }
}

static void structs_have_filled_buffers(void **state)
{
    odd_struct value = {-1, {2, 3, 4, 5}, 6, 7};
    odd_struct back[3];
    odd_buffer buffer = odd_buffer_create_filled(3, value, NULL, &error);

    (void)state;
    odd_view_download(buffer.view, back, 3, NULL, &error);
    assert_false(custub_failed(&error));
    for (size_t i = 0; i < 3; i++)
        assert_memory_equal(&back[i], &value, sizeof(value));
    value.d = 8;
    odd_view_fill(odd_view_slice(buffer.view, 1, 1, &error), value, NULL, &error);
    odd_view_zero(odd_view_slice(buffer.view, 2, 1, &error), NULL, &error);
    odd_view_download(buffer.view, back, 3, NULL, &error);
    assert_false(custub_failed(&error));
    assert_true(back[0].d == 7 && back[1].d == 8 && back[2].d == 0);
    assert_true(back[1].a == -1 && back[1].b[3] == 5 && back[2].a == 0);
    odd_buffer_destroy(&buffer, NULL);
}

/* One call if the driver has one for the value. */
static void fills_make_the_fewest_calls(void **state)
{
    custub_f64_buffer buffer = custub_f64_buffer_create(1024, &error);
    custub_u16_view shorts = custub_u16_view_of(buffer.view.ptr, 4096);

    (void)state;
    recording_clear_log();
    custub_f64_zero(buffer.view, NULL, &error);
    assert_string_equal(recording_call(0), "cuMemsetD8Async");
    custub_u16_fill(shorts, 0x1234, NULL, &error);
    assert_string_equal(recording_call(1), "cuMemsetD16Async");
    custub_f32_fill(custub_f32_view_of(buffer.view.ptr, 2048), 1, NULL, &error);
    assert_string_equal(recording_call(2), "cuMemsetD32Async");
    custub_u64_fill(custub_u64_view_of(buffer.view.ptr, 1024), UINT64_C(0x1234567812345678), NULL,
                    &error);
    assert_string_equal(recording_call(3), "cuMemsetD32Async");
    assert_int_equal(recording_call_count(), 4);
    custub_f64_fill(buffer.view, 0.1, NULL, &error); /* 0x3fb999999999999a: 1024 is 2^10 */
    assert_int_equal(recording_call_count(), 4 + 2 + 10);
    assert_int_equal(recording_calls_of("cuMemcpyDtoDAsync_v2"), 10);
    assert_int_equal(recording_calls_of("cuStreamSynchronize"), 0);
    assert_false(custub_failed(&error));
    custub_f64_buffer_destroy(&buffer, NULL);
}

static void fills_of_nothing_call_nothing(void **state)
{
    custub_f64_buffer buffer;

    (void)state;
    recording_clear_log();
    custub_f64_zero(custub_f64_view_of(0, 0), NULL, &error);
    custub_f64_fill(custub_f64_view_of(0, 0), 1, NULL, &error);
    custub_f64_fill(custub_f64_view_of(4096, 0), 1, NULL, &error);
    buffer = custub_f64_buffer_create_filled(0, 1, NULL, &error);
    assert_int_equal(buffer.view.ptr, 0);
    buffer = custub_f64_buffer_create_zeroed(0, NULL, &error);
    assert_int_equal(buffer.view.ptr, 0);
    assert_false(custub_failed(&error));
    assert_int_equal(recording_call_count(), 0);
}

static void refuses_fills_without_a_count_or_a_value(void **state)
{
    (void)state;
    recording_clear_log();
    for (uint64_t size = 1; size <= 4; size *= 2)
        assert_int_equal(custub_memory_zero(custub_memory_of(4096, CUSTUB_COUNT_UNKNOWN, size),
                                            NULL, fresh(&error)),
                         CUSTUB_ERROR_INVALID_ARGUMENT);
    assert_int_equal(
        custub_f32_fill(custub_f32_view_of(4096, CUSTUB_COUNT_UNKNOWN), 1, NULL, fresh(&error)),
        CUSTUB_ERROR_INVALID_ARGUMENT);
    assert_int_equal(custub_memory_fill(custub_memory_of(4096, 1, 4), NULL, NULL, fresh(&error)),
                     CUSTUB_ERROR_INVALID_ARGUMENT);
    assert_int_equal(custub_f32_fill(custub_f32_view_of(0, 1), 1, NULL, fresh(&error)),
                     CUSTUB_ERROR_NULL_POINTER);
    assert_int_equal(recording_call_count(), 0);
}

/* Each call of the fill fails in turn. */
static void failing_creates_free_what_they_allocated(void **state)
{
    static const char *const calls[] = {"cuMemsetD8Async", "cuMemsetD16Async", "cuMemsetD32Async",
                                        "cuMemcpyDtoDAsync_v2", "cuMemAlloc_v2"};
    custub_bytes_buffer bytes;
    custub_u16_buffer shorts;
    custub_f64_buffer doubles;

    (void)state;
    for (size_t i = 0; i < sizeof(calls) / sizeof(calls[0]); i++) {
        recording_fail(calls[i], 1, 700);
        fresh(&error);
        bytes = custub_bytes_buffer_create_zeroed(4, NULL, &error);
        shorts = custub_u16_buffer_create_filled(4, 0x1234, NULL, &error);
        doubles = custub_f64_buffer_create_filled(4, 0.1, NULL, &error);
        assert_int_equal(error.status, CUSTUB_ERROR_DRIVER);
        assert_memory_equal(error.driver_call, calls[i], strlen(error.driver_call));
        assert_int_equal(doubles.view.ptr, 0); /* made last: failed, or not begun */
        assert_int_equal(doubles.view.count, 0);
        custub_bytes_buffer_destroy(&bytes, NULL);
        custub_u16_buffer_destroy(&shorts, NULL);
        assert_int_equal(recording_alive(), 0);
        recording_fail(NULL, 0, 0);
    }
    recording_fail("cuMemsetD32Async", 1, 700);
    doubles = custub_f64_buffer_create_filled(4, 0.1, NULL, NULL); /* without a record */
    assert_int_equal(doubles.view.ptr, 0);
}

static void names_memory_that_a_fill_does_not_have(void **state)
{
    custub_f64_buffer buffer = custub_f64_buffer_create(4, &error);
    custub_f64_view view = buffer.view;

    (void)state;
    recording_fail("cuMemcpyDtoDAsync_v2", 1, 1);
    assert_int_equal(custub_f64_fill(custub_f64_view_of(view.ptr + 8, 4), 0.1, NULL, &error),
                     CUSTUB_ERROR_OUT_OF_RANGE);
    assert_string_equal(error.message,
                        "filling a buffer: 4 elements of 8 bytes (32 bytes), the device memory at "
                        "this address has 24 bytes; counts are in elements, not in bytes; "
                        "cuMemcpyDtoDAsync: CUDA_ERROR_INVALID_VALUE (1): as recorded");
    custub_f64_buffer_destroy(&buffer, NULL);
    recording_fail("cuMemsetD8Async", 1, 1);
    assert_int_equal(custub_f64_zero(view, NULL, fresh(&error)), CUSTUB_ERROR_UNKNOWN_ADDRESS);
    assert_non_null(strstr(error.message, "is not device memory (was it freed?)"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(buffers_of_every_scalar_are_filled),
        TEST(structs_are_filled_at_every_alignment),
        TEST(structs_have_filled_buffers),
        TEST(fills_make_the_fewest_calls),
        TEST(fills_of_nothing_call_nothing),
        TEST(refuses_fills_without_a_count_or_a_value),
        TEST(failing_creates_free_what_they_allocated),
        TEST(names_memory_that_a_fill_does_not_have),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}

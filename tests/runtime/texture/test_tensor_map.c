/* Making tensor maps, and what is refused before the driver is called, on the recording driver. */
#include "../memory/memory_fixture.h"
#include "recording_texture.h"

#define ADDRESS UINT64_C(0x1000)

static custub_tensor_layout matrix(void)
{
    return custub_tensor_layout_matrix(1000, 512, 128, 64);
}

static custub_tensor_map make(const custub_tensor_layout *layout)
{
    return custub_bf16_tensor_map_create(custub_bf16_view_of(ADDRESS, 1000 * 512), layout, &error);
}

static void a_map_keeps_what_it_describes(void **state)
{
    custub_tensor_layout layout = matrix();
    custub_tensor_map map;

    (void)state;
    layout.swizzle = CUSTUB_TENSOR_SWIZZLE_128B;
    layout.promotion = CUSTUB_TENSOR_PROMOTION_256B;
    layout.fill = CUSTUB_TENSOR_FILL_NAN;
    map = make(&layout);
    assert_int_equal(error.status, CUSTUB_OK);
    assert_true(map.opaque[0] == UINT64_C(0xabababababababab) && map.opaque[15] == map.opaque[0]);
    assert_int_equal(map.ptr, ADDRESS);
    assert_int_equal(map.bytes, 1000 * 512 * 2);
    assert_int_equal(map.rank, 2);
    assert_int_equal(map.sizes[0], 1000);
    assert_int_equal(map.sizes[1], 512);
    assert_int_equal(map.strides[0], 1024);
    assert_int_equal(map.strides[1], 2);
    assert_int_equal(map.box[0], 128);
    assert_int_equal(map.box[1], 64);
    assert_int_equal(map.element, CUSTUB_SCALAR_BF16);
    assert_int_equal(map.swizzle, CUSTUB_TENSOR_SWIZZLE_128B);
    assert_int_equal(map.promotion, CUSTUB_TENSOR_PROMOTION_256B);
    assert_int_equal(map.fill, CUSTUB_TENSOR_FILL_NAN);
}

static void the_driver_gets_the_innermost_dimension_first(void **state)
{
    const recording_tensor_map *last = &recording_last_textures()->map;
    custub_tensor_layout layout = {.rank = 3,
                                   .sizes = {4, 1000, 512},
                                   .strides = {0, 2048},
                                   .box = {1, 128, 64},
                                   .swizzle = CUSTUB_TENSOR_SWIZZLE_128B,
                                   .promotion = CUSTUB_TENSOR_PROMOTION_64B};

    (void)state;
    custub_tensor_map_create(ADDRESS, CUSTUB_COUNT_UNKNOWN, CUSTUB_SCALAR_F16, &layout, &error);
    assert_int_equal(error.status, CUSTUB_OK);
    assert_int_equal(last->type, 6);
    assert_int_equal(last->rank, 3);
    assert_ptr_equal(last->address, (void *)(uintptr_t)ADDRESS);
    assert_int_equal(last->sizes[0], 512);
    assert_int_equal(last->sizes[1], 1000);
    assert_int_equal(last->sizes[2], 4);
    assert_int_equal(last->strides[0], 2048);
    assert_int_equal(last->strides[1], 2048 * 1000);
    assert_int_equal(last->box[0], 64);
    assert_int_equal(last->box[2], 1);
    assert_int_equal(last->steps[0], 1);
    assert_int_equal(last->ways[0], 0);
    assert_int_equal(last->ways[1], 3);
    assert_int_equal(last->ways[2], 1);
    assert_int_equal(last->ways[3], 0);
}

static void every_scalar_type_has_its_number(void **state)
{
    static const int numbers[] = {
        [CUSTUB_SCALAR_BOOL] = 0, [CUSTUB_SCALAR_I8] = 0,   [CUSTUB_SCALAR_U8] = 0,
        [CUSTUB_SCALAR_I16] = 1,  [CUSTUB_SCALAR_U16] = 1,  [CUSTUB_SCALAR_I32] = 3,
        [CUSTUB_SCALAR_U32] = 2,  [CUSTUB_SCALAR_I64] = 5,  [CUSTUB_SCALAR_U64] = 4,
        [CUSTUB_SCALAR_F16] = 6,  [CUSTUB_SCALAR_BF16] = 9, [CUSTUB_SCALAR_F32] = 7,
        [CUSTUB_SCALAR_F64] = 8};
    custub_tensor_layout layout = custub_tensor_layout_matrix(32, 32, 16, 16);

    (void)state;
    for (int scalar = CUSTUB_SCALAR_BOOL; scalar <= CUSTUB_SCALAR_F64; scalar++) {
        custub_tensor_map_create(ADDRESS, CUSTUB_COUNT_UNKNOWN, (custub_scalar)scalar, &layout,
                                 &error);
        assert_int_equal(error.status, CUSTUB_OK);
        assert_int_equal(recording_last_textures()->map.type, numbers[scalar]);
    }
}

/* --- Refusals -------------------------------------------------------------------------------- */

/* Fails unless the map was refused with this message, before the driver was called. */
static void expect_refused(custub_tensor_map map, custub_status status, const char *message)
{
    static const custub_tensor_map none;

    assert_string_equal(error.message, message);
    assert_int_equal(error.status, status);
    assert_int_equal(recording_calls_of("cuTensorMapEncodeTiled"), 0);
    assert_memory_equal(&map, &none, sizeof(map));
    fresh(&error);
}

#define REFUSED(change, message)                                                                   \
    do {                                                                                           \
        custub_tensor_layout layout = matrix();                                                    \
        change;                                                                                    \
        expect_refused(make(&layout), CUSTUB_ERROR_INVALID_ARGUMENT, message);                     \
    } while (0)

static void refuses_what_cuda_does_not_have(void **state)
{
    (void)state;
    REFUSED(layout.rank = 0, "a tensor map: the rank is 0; it must be 1 to 5");
    REFUSED(layout.rank = 6, "a tensor map: the rank is 6; it must be 1 to 5");
    REFUSED(layout.sizes[0] = 0, "a tensor map: the size of dimension 0, counted from the "
                                 "outermost one, is 0; it must be 1 to 4294967296");
    REFUSED(layout.sizes[1] = (UINT64_C(1) << 32) + 1,
            "a tensor map: the size of dimension 1, counted from the outermost one, is 4294967297; "
            "it must be 1 to 4294967296");
    REFUSED(layout.box[0] = 257, "a tensor map: the box of dimension 0, counted from the outermost "
                                 "one, is 257; it must be 1 to 256");
    REFUSED(layout.box[1] = 0, "a tensor map: the box of dimension 1, counted from the outermost "
                               "one, is 0; it must be 1 to 256");
    REFUSED(layout.strides[0] = UINT64_C(1) << 40,
            "a tensor map: the stride of dimension 0, counted from the outermost one, is "
            "1099511627776 bytes; it must be below 2^40");
    REFUSED(layout.box[1] = 12, "a tensor map: a row of the box has 12 elements of 2 bytes; its 24 "
                                "bytes must be a multiple of 16");
    REFUSED(layout.swizzle = CUSTUB_TENSOR_SWIZZLE_64B,
            "a tensor map: a row of the box has 128 bytes; with a swizzle of 64 bytes it must have "
            "no more than these");
    REFUSED(layout.swizzle = (custub_tensor_swizzle)4,
            "a tensor map: swizzle 4, promotion 0, fill 0: there is no such layout; begin with "
            "custub_tensor_layout_matrix() or with zeros");
    REFUSED(layout.promotion = (custub_tensor_promotion)4,
            "a tensor map: swizzle 0, promotion 4, fill 0: there is no such layout; begin with "
            "custub_tensor_layout_matrix() or with zeros");
    REFUSED(layout.fill = (custub_tensor_fill)2,
            "a tensor map: swizzle 0, promotion 0, fill 2: there is no such layout; begin with "
            "custub_tensor_layout_matrix() or with zeros");
}

static void refuses_elements_that_do_not_fit(void **state)
{
    custub_tensor_layout layout = matrix();

    (void)state;
    layout.fill = CUSTUB_TENSOR_FILL_NAN;
    expect_refused(
        custub_i32_tensor_map_create(custub_i32_view_of(ADDRESS, 512000), &layout, &error),
        CUSTUB_ERROR_INVALID_ARGUMENT,
        "a tensor map: only elements of a floating-point type can be filled with NaN");
    expect_refused(custub_tensor_map_create(ADDRESS, 1, CUSTUB_SCALAR_NONE, &layout, &error),
                   CUSTUB_ERROR_INVALID_ARGUMENT, "a tensor map: there is no element type 0");
    expect_refused(custub_tensor_map_create(ADDRESS, 1, (custub_scalar)99, &layout, &error),
                   CUSTUB_ERROR_INVALID_ARGUMENT, "a tensor map: there is no element type 99");
    expect_refused(make(NULL), CUSTUB_ERROR_INVALID_ARGUMENT, "a tensor map: the layout is null");
}

static void refuses_memory_that_does_not_fit(void **state)
{
    custub_tensor_layout layout = matrix();

    (void)state;
    expect_refused(custub_bf16_tensor_map_create(custub_bf16_view_of(0, 512000), &layout, &error),
                   CUSTUB_ERROR_NULL_POINTER,
                   "a tensor map: the address is null, the tensor has 1024000 bytes");
    expect_refused(
        custub_bf16_tensor_map_create(custub_bf16_view_of(ADDRESS + 8, 512000), &layout, &error),
        CUSTUB_ERROR_MISALIGNED, "a tensor map: the address 0x1008 must be a multiple of 16 bytes");
    expect_refused(
        custub_bf16_tensor_map_create(custub_bf16_view_of(ADDRESS, 511999), &layout, &error),
        CUSTUB_ERROR_COUNT_TOO_SMALL,
        "a tensor map: the view has a count of 511999 elements, the tensor ends after 512000");
    layout.sizes[1] = 510;
    expect_refused(make(&layout), CUSTUB_ERROR_MISALIGNED,
                   "a tensor map: the stride of dimension 0, counted from the outermost one, is "
                   "1020 bytes; it must be a multiple of 16");
    layout.strides[0] = 1024; /* a gap at the end of each row but the last one */
    custub_bf16_tensor_map_create(custub_bf16_view_of(ADDRESS, 511998), &layout, &error);
    assert_int_equal(error.status, CUSTUB_OK);
}

static void tells_what_the_driver_said(void **state)
{
    const custub_tensor_layout layout = matrix();

    (void)state;
    recording_fail("cuTensorMapEncodeTiled", 1, 1);
    make(&layout);
    assert_int_equal(error.status, CUSTUB_ERROR_DRIVER);
    assert_string_equal(error.driver_call, "cuTensorMapEncodeTiled");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_map_keeps_what_it_describes),    TEST(the_driver_gets_the_innermost_dimension_first),
        TEST(every_scalar_type_has_its_number), TEST(refuses_what_cuda_does_not_have),
        TEST(refuses_elements_that_do_not_fit), TEST(refuses_memory_that_does_not_fit),
        TEST(tells_what_the_driver_said),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* Making textures, surfaces and arrays, and what is refused before the driver is called, on the
 * recording driver. */
#include "../memory/memory_fixture.h"
#include "recording_texture.h"

/* The memory that all tests use, which the group frees. */

static CUdeviceptr address;

static CUdeviceptr memory;

static int start_with_memory(void **state)
{
    int failed = start(state);

    custub_set_check(CUSTUB_CHECK_WHOLE);
    memory = custub_memory_create(65536, 1, &error);
    address = (memory + 511) / 512 * 512; /* at least 65024 bytes */
    return failed || custub_failed(&error);
}

static int nothing_is_made(void **state)
{
    custub_memory_destroy(memory, NULL);
    return nothing_is_left(state);
}

#define MEMORY_TEST(name) cmocka_unit_test_setup_teardown(name, start_with_memory, nothing_is_made)

/* Checks for a refusal with both numbers, which calls no function that makes something. */
static void expect_refused(custub_status status, uint64_t needed, uint64_t found,
                           const char *message)
{
    assert_string_equal(error.message, message);
    assert_int_equal(error.status, status);
    assert_int_equal(error.needed, needed);
    assert_int_equal(error.found, found);
    assert_int_equal(
        recording_calls_of("cuTexObjectCreate") + recording_calls_of("cuSurfObjectCreate") +
            recording_calls_of("cuArray3DCreate_v2") + recording_calls_of("cuMemcpy3DAsync_v2"),
        0);
    fresh(&error);
}

/* --- Textures ------------------------------------------------------------------------------------
 */

static void linear_memory_is_read_as_it_is_or_as_fractions(void **state)
{
    custub_texture_object object;

    (void)state;
    object =
        custub_u8_texture_linear(custub_u8_view_of(address, 1000), CUSTUB_READ_ELEMENT, &error);
    assert_int_equal(recording_last_textures()->resource.type, 2);
    assert_int_equal(recording_last_textures()->resource.of.linear.address, address);
    assert_int_equal(recording_last_textures()->resource.of.linear.format, CUSTUB_TEXEL_U8);
    assert_int_equal(recording_last_textures()->resource.of.linear.channels, 1);
    assert_int_equal(recording_last_textures()->resource.of.linear.bytes, 1000);
    assert_int_equal(recording_last_textures()->sampling.flags, 1);
    assert_int_equal(custub_texture_object_destroy(&object, &error), CUSTUB_OK);
    assert_int_equal(object.texture.handle, 0);
    object = custub_float4_texture_linear(custub_float4_view_of(address, 10),
                                          CUSTUB_READ_NORMALIZED_FLOAT, &error);
    assert_int_equal(recording_last_textures()->resource.of.linear.channels, 4);
    assert_int_equal(recording_last_textures()->resource.of.linear.bytes, 160);
    assert_int_equal(recording_last_textures()->sampling.flags, 0);
    assert_int_equal(custub_texture_object_destroy(&object, &error), CUSTUB_OK);
}

static void pitched_memory_is_sampled_as_asked(void **state)
{
    custub_sampling sampling = custub_sampling_default();
    custub_texture_object object;

    (void)state;
    sampling.filter = CUSTUB_FILTER_LINEAR;
    sampling.read = CUSTUB_READ_NORMALIZED_FLOAT;
    sampling.normalized = true;
    sampling.address[0] = CUSTUB_ADDRESS_WRAP;
    sampling.address[1] = CUSTUB_ADDRESS_MIRROR;
    sampling.address[2] = CUSTUB_ADDRESS_BORDER;
    sampling.border[3] = 0.5f;
    object = custub_uchar2_texture_pitched(custub_uchar2_view_of(address, 1000), 30, 20, 96,
                                           &sampling, &error);
    assert_int_equal(error.status, CUSTUB_OK);
    assert_int_equal(recording_last_textures()->resource.of.pitched.width, 30);
    assert_int_equal(recording_last_textures()->resource.of.pitched.height, 20);
    assert_int_equal(recording_last_textures()->resource.of.pitched.pitch, 96);
    assert_int_equal(recording_last_textures()->sampling.flags, 2);
    assert_int_equal(recording_last_textures()->sampling.filter, 1);
    assert_int_equal(recording_last_textures()->sampling.address[0], 0);
    assert_int_equal(recording_last_textures()->sampling.address[1], 2);
    assert_int_equal(recording_last_textures()->sampling.address[2], 1); /* there is no z */
    assert_true(recording_last_textures()->sampling.border[3] == 0.5f);
    assert_int_equal(custub_texture_object_destroy(&object, &error), CUSTUB_OK);
    object = custub_f32_texture_pitched(custub_f32_view_of(address, 1000), 8, 2, 32, NULL, &error);
    assert_int_equal(recording_last_textures()->sampling.flags, 0);
    assert_int_equal(recording_last_textures()->sampling.filter, 0);
    assert_int_equal(recording_last_textures()->sampling.address[0], 1);
    assert_int_equal(custub_texture_object_destroy(&object, &error), CUSTUB_OK);
}

static void memory_that_does_not_fit_is_refused(void **state)
{
    (void)state;
    custub_f32_texture_pitched(custub_f32_view_of(address, 1000), 30, 20, 96, NULL, &error);
    expect_refused(CUSTUB_ERROR_OUT_OF_RANGE, 120, 96,
                   "a texture of pitched memory: a row of 30 texels of 4 bytes needs 120 bytes, "
                   "the pitch has 96 bytes");
    custub_f32_texture_pitched(custub_f32_view_of(address, 600), 30, 20, 128, NULL, &error);
    expect_refused(CUSTUB_ERROR_OUT_OF_RANGE, 2552, 2400,
                   "a texture of pitched memory needs 2552 bytes, the view has 2400 bytes");
    custub_f32_texture_pitched(custub_f32_view_of(address, 1000), 30, 20, 124, NULL, &error);
    expect_refused(CUSTUB_ERROR_MISALIGNED, 32, 28,
                   "a texture of pitched memory: a pitch of 124 bytes, which is not a multiple of "
                   "32 bytes");
    custub_f32_texture_pitched(custub_f32_view_of(address, 1000), 30, 65001, 128, NULL, &error);
    expect_refused(CUSTUB_ERROR_OUT_OF_RANGE, 65001, 65000,
                   "a texture of pitched memory: 65001 rows, the device takes 65000");
    custub_f32_texture_pitched(custub_f32_view_of(address, 1000), 30, 0, 128, NULL, &error);
    expect_refused(CUSTUB_ERROR_INVALID_ARGUMENT, 0, 0, "a texture of pitched memory: 0 rows");
    custub_f32_texture_linear(custub_f32_view_of(address, 300000000), CUSTUB_READ_ELEMENT, &error);
    expect_refused(CUSTUB_ERROR_OUT_OF_RANGE, 300000000, 268435456,
                   "a texture of linear memory: 300000000 texels, the device takes 268435456");
    custub_f32_texture_linear(custub_f32_view_of(0, 10), CUSTUB_READ_ELEMENT, &error);
    expect_refused(CUSTUB_ERROR_NULL_POINTER, 0, 0,
                   "a texture of linear memory needs 40 bytes, the view is null");
    custub_f32_texture_linear(custub_f32_view_of(4096, 10), CUSTUB_READ_ELEMENT, &error);
    expect_refused(CUSTUB_ERROR_UNKNOWN_ADDRESS, 40, 0,
                   "a texture of linear memory: the address 0x1000 is not device memory (was it "
                   "freed?)");
    custub_f32_texture_linear(custub_f32_view_of(address, 100000), CUSTUB_READ_ELEMENT, &error);
    assert_non_null(strstr(error.message, "needs 400000 bytes, the memory at this address has 65"));
    fresh(&error);
    custub_f32_texture_linear(custub_f32_view_of(address + 4, 10), CUSTUB_READ_ELEMENT, &error);
    assert_int_equal(error.status, CUSTUB_ERROR_MISALIGNED);
    assert_int_equal(error.needed, 512);
    assert_int_equal(error.found, 4);
}

static void sampling_that_cuda_does_not_have_is_refused(void **state)
{
    const custub_u8_view view = custub_u8_view_of(address, 3200);
    custub_sampling sampling = custub_sampling_default();

    (void)state;
    sampling.address[1] = CUSTUB_ADDRESS_WRAP;
    custub_u8_texture_pitched(view, 32, 10, 32, &sampling, &error);
    expect_refused(CUSTUB_ERROR_INVALID_ARGUMENT, 0, 0,
                   "a texture of pitched memory: coordinates that wrap or mirror must be "
                   "normalized");
    sampling = custub_sampling_default();
    sampling.border[2] = 1;
    custub_u8_texture_pitched(view, 32, 10, 32, &sampling, &error);
    expect_refused(CUSTUB_ERROR_INVALID_ARGUMENT, 0, 0,
                   "a texture of pitched memory: the border of texels that are read as integers is "
                   "0");
    sampling.filter = (custub_filter)7;
    custub_u8_texture_pitched(view, 32, 10, 32, &sampling, &error);
    assert_int_equal(error.status, CUSTUB_ERROR_INVALID_ARGUMENT);
    custub_texture_linear(custub_memory_of(address, 10, 4), custub_texel_of(CUSTUB_TEXEL_U8, 3),
                          CUSTUB_READ_ELEMENT, fresh(&error));
    expect_refused(CUSTUB_ERROR_INVALID_ARGUMENT, 0, 0,
                   "a texture of linear memory: there are no texels of format 1 with 3 channels");
    custub_texture_linear(custub_memory_of(address, 10, 4), custub_texel_of(CUSTUB_TEXEL_U8, 2),
                          CUSTUB_READ_ELEMENT, &error);
    expect_refused(CUSTUB_ERROR_INVALID_ARGUMENT, 0, 0,
                   "a texture of linear memory: a view of elements of 4 bytes, texels of 2 bytes");
}

/* --- Arrays and surfaces -------------------------------------------------------------------------
 */

static void arrays_have_textures_and_surfaces(void **state)
{
    custub_short4_array array = custub_short4_array_create(40, 30, 0, CUSTUB_ARRAY_SURFACE, &error);
    custub_texture_object texture = custub_texture_of_array(array.array, NULL, &error);
    custub_surface_object surface = custub_surface_of_array(array.array, &error);

    (void)state;
    assert_int_equal(error.status, CUSTUB_OK);
    assert_int_equal(recording_last_textures()->array.width, 40);
    assert_int_equal(recording_last_textures()->array.height, 30);
    assert_int_equal(recording_last_textures()->array.depth, 0);
    assert_int_equal(recording_last_textures()->array.channels, 4);
    assert_int_equal(recording_last_textures()->array.flags, 2);
    assert_ptr_equal(recording_last_textures()->resource.of.array, array.array.handle);
    assert_int_equal(custub_surface_object_destroy(&surface, &error), CUSTUB_OK);
    assert_int_equal(custub_texture_object_destroy(&texture, &error), CUSTUB_OK);
    assert_int_equal(custub_short4_array_destroy(&array, &error), CUSTUB_OK);
    assert_null(array.array.handle);
    assert_int_equal(custub_surface_object_destroy(NULL, &error), CUSTUB_OK);
    assert_int_equal(custub_texture_object_destroy(NULL, &error), CUSTUB_OK);
    assert_int_equal(custub_short4_array_destroy(NULL, &error), CUSTUB_OK);
}

static void arrays_over_the_limits_are_refused(void **state)
{
    custub_array plain = {0};

    (void)state;
    custub_u8_array_create(65001, 0, 0, CUSTUB_ARRAY_TEXTURE, &error);
    expect_refused(CUSTUB_ERROR_OUT_OF_RANGE, 65001, 65000,
                   "an array: 65001 texels in x, the device takes 65000");
    custub_u8_array_create(40, 40000, 0, CUSTUB_ARRAY_SURFACE, &error);
    expect_refused(CUSTUB_ERROR_OUT_OF_RANGE, 40000, 32768,
                   "an array: 40000 texels in y, the device takes 32768");
    custub_u8_array_create(40, 0, 3, CUSTUB_ARRAY_TEXTURE, &error);
    expect_refused(CUSTUB_ERROR_INVALID_ARGUMENT, 0, 0, "an array: 0 texels in y");
    plain.texel = custub_texel_of(CUSTUB_TEXEL_U8, 1);
    custub_surface_of_array(plain, &error);
    expect_refused(CUSTUB_ERROR_INVALID_ARGUMENT, 0, 0, "a surface of an array: the array is null");
    plain.handle = &plain;
    custub_surface_of_array(plain, &error);
    expect_refused(CUSTUB_ERROR_INVALID_ARGUMENT, 0, 0,
                   "a surface of an array that was made without CUSTUB_ARRAY_SURFACE");
}

static void copies_are_of_the_whole_array(void **state)
{
    custub_i32_array array = custub_i32_array_create(10, 6, 2, CUSTUB_ARRAY_TEXTURE, &error);
    int32_t host[120] = {0};

    (void)state;
    assert_int_equal(custub_i32_array_upload(array, host, 0, NULL, &error), CUSTUB_OK);
    assert_int_equal(recording_last_textures()->copy.source_type, 1);
    assert_ptr_equal(recording_last_textures()->copy.source_host, host);
    assert_int_equal(recording_last_textures()->copy.source_pitch, 40);
    assert_int_equal(recording_last_textures()->copy.source_height, 6);
    assert_int_equal(recording_last_textures()->copy.target_type, 3);
    assert_ptr_equal(recording_last_textures()->copy.target_array, array.array.handle);
    assert_int_equal(recording_last_textures()->copy.width, 40);
    assert_int_equal(recording_last_textures()->copy.height, 6);
    assert_int_equal(recording_last_textures()->copy.depth, 2);
    assert_int_equal(custub_i32_array_download(array, host, 0, NULL, &error), CUSTUB_OK);
    assert_ptr_equal(recording_last_textures()->copy.target_host, host);
    assert_int_equal(
        custub_i32_array_copy_from(array, custub_i32_view_of(address, 191), 64, NULL, &error),
        CUSTUB_OK);
    assert_int_equal(recording_last_textures()->copy.source_type, 2);
    assert_int_equal(recording_last_textures()->copy.source_device, address);
    assert_int_equal(
        custub_i32_array_copy_to(array, custub_i32_view_of(address, 120), 0, NULL, &error),
        CUSTUB_OK);
    assert_int_equal(recording_last_textures()->copy.target_device, address);
    recording_clear_log();
    custub_i32_array_copy_to(array, custub_i32_view_of(address, 119), 0, NULL, &error);
    expect_refused(CUSTUB_ERROR_OUT_OF_RANGE, 480, 476,
                   "copying an array to a view needs 480 bytes, the view has 476 bytes");
    custub_i32_array_upload(array, host, 36, NULL, &error);
    expect_refused(CUSTUB_ERROR_OUT_OF_RANGE, 40, 36,
                   "uploading to an array: a row needs 40 bytes, the pitch has 36 bytes");
    custub_i32_array_upload(array, NULL, 0, NULL, &error);
    expect_refused(CUSTUB_ERROR_INVALID_ARGUMENT, 0, 0,
                   "uploading to an array: the host's memory is null");
    assert_int_equal(custub_i32_array_destroy(&array, &error), CUSTUB_OK);
}

/* Every call fails in turn. */
static void failures_leave_nothing(void **state)
{
    bool failed = true;

    (void)state;
    for (size_t n = 1; failed; n++) {
        custub_f32_array array;
        custub_texture_object of_array, of_memory;
        float host[4] = {0};
        fresh(&error);
        recording_clear_log();
        recording_fail(NULL, n, 2);
        array = custub_f32_array_create(4, 0, 0, CUSTUB_ARRAY_TEXTURE, &error);
        custub_f32_array_upload(array, host, 0, NULL, &error);
        of_array = custub_texture_of_array(array.array, NULL, &error);
        of_memory =
            custub_f32_texture_linear(custub_f32_view_of(address, 8), CUSTUB_READ_ELEMENT, &error);
        custub_texture_object_destroy(&of_memory, &error);
        custub_texture_object_destroy(&of_array, &error);
        custub_f32_array_destroy(&array, &error);
        recording_fail(NULL, 0, 0);
        failed = custub_failed(&error);
        assert_int_equal(error.status, failed ? CUSTUB_ERROR_DRIVER : CUSTUB_OK);
        assert_int_equal(recording_alive(), 1);
        assert_true(n < 100);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        MEMORY_TEST(linear_memory_is_read_as_it_is_or_as_fractions),
        MEMORY_TEST(pitched_memory_is_sampled_as_asked),
        MEMORY_TEST(memory_that_does_not_fit_is_refused),
        MEMORY_TEST(sampling_that_cuda_does_not_have_is_refused),
        MEMORY_TEST(arrays_have_textures_and_surfaces),
        MEMORY_TEST(arrays_over_the_limits_are_refused),
        MEMORY_TEST(copies_are_of_the_whole_array),
        MEMORY_TEST(failures_leave_nothing),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* Parameters that are aligned to more than 16 bytes: their offsets in images for GPUs differ from
 * those in a struct of C, and between architectures. */
#include <custub/custub.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "fresh_error.h"
#include "recording_driver.h"
#include "sample_library.h"

#define PARAMS 8

static custub_error error;

#define PARAM(named, at, bytes, aligned)                                                           \
    {                                                                                              \
        .name = named, .type = "bytes", .kind = CUSTUB_PARAM_OPAQUE, .offset = at, .size = bytes,  \
        .align = aligned, .line = 3                                                                \
    }
static const custub_param_info params[PARAMS] = {
    PARAM("a", 0, 1, 1),          PARAM("b", 16, 16, 16),   PARAM("c", 32, 1, 1),
    PARAM("d", 64, 32, 32),       PARAM("e", 96, 4, 4),     PARAM("map", 128, 128, 128),
    PARAM("page", 256, 256, 256), PARAM("last", 512, 8, 8),
};
static const custub_kernel_info kernel_info = {.name = "maps",
                                               .symbol = "maps",
                                               .file = "maps.cu",
                                               .line = 2,
                                               .params = params,
                                               .param_count = PARAMS};
static const custub_library_info library_info = {CUSTUB_ABI, 1, "maps", "maps.cu", &kernel_info, 0};

/* The offsets in images that nvcc 13.0 made. */
static const size_t places[][PARAMS] = {
    {0, 16, 32, 64, 96, 160, 416, 672}, /* sm_80 */
    {0, 16, 32, 48, 80, 112, 240, 496}, /* sm_90 */
    {0, 16, 32, 64, 96, 128, 384, 640}, /* sm_100 */
    {0, 16, 32, 64, 96, 128, 256, 512}, /* a struct in C */
};

static int start(void **state)
{
    (void)state;
    recording_reset();
    recording_describe(&library_info, NULL);
    recording_use_device(0);
    return (int)custub_driver_open(CUSTUB_DRIVER_DEFAULT, NULL);
}

static int nothing_is_left(void **state)
{
    (void)state;
    return recording_alive() != 0;
}

static void place(const size_t offsets[PARAMS])
{
    for (uint32_t i = 0; i < PARAMS; i++)
        recording_change_param("maps", i, offsets[i], params[i].size);
}

static custub_status load(void)
{
    custub_library *library = custub_library_open(&library_info, sample_images, fresh(&error));

    custub_library_close(library, NULL);
    return error.status;
}

static void takes_the_offsets_of_every_architecture(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(places) / sizeof(places[0]); i++) {
        place(places[i]);
        assert_int_equal(load(), CUSTUB_OK);
    }
}

/* Checks that the load is refused, and names the first parameter that differs. */
static void is_refused(uint32_t index, size_t offset, size_t size)
{
    for (size_t i = 0; i < sizeof(places) / sizeof(places[0]); i++) {
        place(places[i]);
        recording_change_param("maps", index, places[i][index] + offset, size);
        assert_int_equal(load(), CUSTUB_ERROR_SIGNATURE_MISMATCH);
        assert_string_equal(error.parameter, params[index].name);
    }
}

static void refuses_every_other_size(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < PARAMS; i++)
        is_refused(i, 0, params[i].size * 2);
}

static void refuses_another_offset_of_what_is_aligned_to_16_bytes(void **state)
{
    (void)state;
    is_refused(1, 16, 16);
    is_refused(2, 1, 1);
    is_refused(4, 4, 4); /* it follows one that is aligned to 32 */
    is_refused(7, 8, 8); /* and to 256 */
}

static void refuses_a_parameter_that_overlaps_the_one_before(void **state)
{
    (void)state;
    place(places[1]);
    recording_change_param("maps", 6, 112, 256);
    assert_int_equal(load(), CUSTUB_ERROR_SIGNATURE_MISMATCH);
    assert_string_equal(error.message,
                        "maps: 'page' has 256 bytes at offset 112 in the image, the header was "
                        "generated for 256 bytes at offset 256; generate the header and build the "
                        "image again from one source [maps.cu:3]");
}

#define TEST(test) cmocka_unit_test_setup_teardown(test, start, nothing_is_left)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(takes_the_offsets_of_every_architecture),
        TEST(refuses_every_other_size),
        TEST(refuses_another_offset_of_what_is_aligned_to_16_bytes),
        TEST(refuses_a_parameter_that_overlaps_the_one_before),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}

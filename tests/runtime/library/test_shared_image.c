/* Images that several sources were linked to, on the recording driver. */
#include <custub/custub.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "fresh_error.h"
#include "recording_driver.h"
#include "sample_library.h"

static const custub_image linked[] = {{"linked-fatbin", "one", 4}, {NULL, NULL, 0}};
static const custub_image others[] = {{"linked-fatbin", "two", 4}, {NULL, NULL, 0}};
static custub_error error;

static int start(void **state)
{
    (void)state;
    recording_reset();
    recording_describe(&sample_library, NULL);
    recording_use_device(0);
    fresh(&error);
    return (int)custub_driver_open(CUSTUB_DRIVER_DEFAULT, NULL);
}

static int nothing_is_left(void **state)
{
    (void)state;
    return recording_alive() != 0;
}

static custub_library *open(const custub_image *images)
{
    return custub_library_open(&sample_library, images, &error);
}

static void one_image_serves_all_that_load_it(void **state)
{
    custub_library *first = open(linked);
    custub_library *second = open(linked);

    (void)state;
    assert_false(custub_failed(&error));
    assert_int_equal(recording_calls_of("cuLibraryLoadData"), 1);
    assert_ptr_equal(custub_library_kernel(first, 0)->function,
                     custub_library_kernel(second, 0)->function);
    custub_library_close(first, &error);
    assert_int_equal(recording_calls_of("cuLibraryUnload"), 0);
    custub_library_close(second, &error);
    assert_int_equal(recording_calls_of("cuLibraryUnload"), 1);
    first = open(linked);
    assert_int_equal(recording_calls_of("cuLibraryLoadData"), 2);
    custub_library_close(first, &error);
}

static void different_images_are_loaded_separately(void **state)
{
    custub_library *first = open(linked);
    custub_library *second = open(others);

    (void)state;
    assert_int_equal(recording_calls_of("cuLibraryLoadData"), 2);
    custub_library_close(second, &error);
    custub_library_close(first, &error);
    assert_int_equal(recording_calls_of("cuLibraryUnload"), 2);
}

static void an_image_that_is_not_linked_is_not_shared(void **state)
{
    custub_library *first = open(sample_images);
    custub_library *second = open(sample_images);

    (void)state;
    assert_int_equal(recording_calls_of("cuLibraryLoadData"), 2);
    custub_library_close(second, &error);
    custub_library_close(first, &error);
}

static void a_load_that_fails_holds_nothing(void **state)
{
    custub_library *library = open(linked);

    (void)state;
    recording_fail("cuLibraryGetKernel", 1,
                   700); /* of the second library, which shares the image */
    assert_null(open(linked));
    assert_true(custub_failed(&error));
    assert_int_equal(recording_calls_of("cuLibraryUnload"), 0);
    custub_library_close(library, fresh(&error));
    assert_int_equal(recording_calls_of("cuLibraryUnload"), 1);
    recording_reject(linked[0].data, 209, true, NULL);
    assert_null(open(linked));
    assert_int_equal(error.status, CUSTUB_ERROR_NO_IMAGE);
    assert_non_null(strstr(error.message, "[linked-fatbin: cuLibraryLoadData: "));
}

/* The options belong to one of the libraries, which may be closed first. */
static void shared_images_are_loaded_without_options(void **state)
{
    const custub_load_options options = {.images = linked, .ptx = {.max_registers = 32}};
    custub_library *library = custub_library_open_with(&sample_library, &options, &error);

    (void)state;
    assert_non_null(library);
    assert_int_equal(recording_option_count(), 0);
    custub_library_close(library, &error);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, start, nothing_is_left)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(one_image_serves_all_that_load_it),
        TEST(different_images_are_loaded_separately),
        TEST(an_image_that_is_not_linked_is_not_shared),
        TEST(a_load_that_fails_holds_nothing),
        TEST(shared_images_are_loaded_without_options),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* The names in a record are copies: of a kernel, its parameter and its file. */
#include <custub/custub.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "recording_driver.h"
#include "sample_library.h"

static custub_error error;

static int start(void **state)
{
    (void)state;
    recording_reset();
    recording_describe(&sample_library, NULL);
    recording_use_device(0);
    error = custub_error_none();
    return (int)custub_driver_open(CUSTUB_DRIVER_DEFAULT, NULL);
}

static int nothing_is_left(void **state)
{
    (void)state;
    return recording_alive() != 0;
}

/* The description's names, which their owner may overwrite after the library was closed. */
static struct {
    char kernel[2 * CUSTUB_NAME_SIZE], parameter[2 * CUSTUB_NAME_SIZE], file[2 * CUSTUB_NAME_SIZE];
} names;

/* Launches tile under these names with a negative number, which is refused for its only
 * parameter. */
static void refuse_tile(void)
{
    custub_kernel_info all[SAMPLE_COUNT];
    custub_param_info param = sample_library.kernels[TILE].params[0];
    custub_library_info info = sample_library;
    custub_argument wrong = custub_argument_i64(INT64_MAX);
    custub_library *own;

    memcpy(all, sample_library.kernels, sizeof(all));
    param.name = names.parameter;
    all[TILE].name = names.kernel;
    all[TILE].file = names.file;
    all[TILE].params = &param;
    info.kernels = all;
    own = custub_library_open(&info, sample_images, &error);
    assert_non_null(own);
    assert_int_equal(
        custub_kernel_launch(custub_library_kernel(own, TILE), NULL, 1, &wrong, &error),
        CUSTUB_ERROR_ARGUMENT_RANGE);
    custub_library_close(own, &error);
    memset(&names, '?', sizeof(names));
}

static void record_outlives_the_library_it_tells_of(void **state)
{
    (void)state;
    snprintf(names.kernel, sizeof(names.kernel), "own");
    snprintf(names.parameter, sizeof(names.parameter), "width");
    snprintf(names.file, sizeof(names.file), "own.cu");
    refuse_tile();
    assert_string_equal(error.kernel, "own");
    assert_string_equal(error.parameter, "width");
    assert_string_equal(error.file, "own.cu");
    assert_int_equal(error.parameter_index, 0);
    assert_string_equal(error.message, "own: 'width' is of type int, which cannot hold "
                                       "9223372036854775807 [own.cu:63]");
}

/* A name of `length` characters, all but the first the same. */
static void make_name(char *name, size_t length)
{
    memset(name, 'm', length);
    name[0] = 'n';
    name[length] = '\0';
}

/* Checks that `name` is a name of `length` characters, cut off to its room and ended. */
static void is_cut(const char *name, size_t length)
{
    char whole[2 * CUSTUB_NAME_SIZE];
    size_t kept = length < CUSTUB_NAME_SIZE ? length : CUSTUB_NAME_SIZE - 1;

    make_name(whole, kept);
    assert_string_equal(name, whole);
}

static void names_longer_than_the_record_holds_are_cut_off(void **state)
{
    static const size_t lengths[] = {CUSTUB_NAME_SIZE - 1, CUSTUB_NAME_SIZE, CUSTUB_NAME_SIZE + 1,
                                     2 * CUSTUB_NAME_SIZE - 1};

    (void)state;
    for (size_t i = 0; i < sizeof(lengths) / sizeof(lengths[0]); i++) {
        error = custub_error_none();
        make_name(names.kernel, lengths[i]);
        make_name(names.parameter, lengths[i]);
        make_name(names.file, lengths[i]);
        refuse_tile();
        is_cut(error.kernel, lengths[i]);
        is_cut(error.parameter, lengths[i]);
        is_cut(error.file, lengths[i]);
        assert_string_equal(error.driver_call, "");
        assert_int_equal(error.line, 63);
        assert_true(strlen(error.message) < CUSTUB_MESSAGE_SIZE);
    }
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, start, nothing_is_left)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(record_outlives_the_library_it_tells_of),
        TEST(names_longer_than_the_record_holds_are_cut_off),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* The options of a load, on the recording driver. */
#include <custub/custub.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "fresh_error.h"
#include "recording_driver.h"
#include "sample_library.h"

#define REGISTERS 0 /* CUjit_option */
#define LEVEL     7
#define LINES     13

static const custub_image other_images[] = {{"ptx", "other", 6}, {NULL, NULL, 0}};
static custub_error error;
static custub_load_options options;
static sample_kernels loaded;

static int start(void **state)
{
    (void)state;
    recording_reset();
    recording_describe(&sample_library, NULL);
    recording_use_device(0);
    memset(&options, 0, sizeof(options));
    fresh(&error);
    return (int)custub_driver_open(CUSTUB_DRIVER_DEFAULT, NULL);
}

static int nothing_is_left(void **state)
{
    (void)state;
    return recording_alive() != 0;
}

static custub_status load(void)
{
    custub_status status = custub_library_load_with(&loaded, sizeof(loaded), &sample_library,
                                                    sample_library.fingerprint, sample_images,
                                                    &options, fresh(&error));

    custub_library_unload(&loaded, sizeof(loaded), NULL);
    return status;
}

static void no_option_is_set_by_default(void **state)
{
    (void)state;
    assert_int_equal(load(), CUSTUB_OK);
    assert_int_equal(recording_option_count(), 0);
}

static void passes_what_is_set(void **state)
{
    (void)state;
    options.ptx.optimization = 2;
    options.ptx.max_registers = 64;
    options.ptx.line_info = 1;
    assert_int_equal(load(), CUSTUB_OK);
    assert_int_equal(recording_option_count(), 3);
    assert_true(recording_had_option(LEVEL, 2));
    assert_true(recording_had_option(REGISTERS, 64));
    assert_true(recording_had_option(LINES, 1));
    options.ptx.optimization = CUSTUB_OPTIMIZATION_NONE;
    assert_int_equal(load(), CUSTUB_OK);
    assert_true(recording_had_option(LEVEL, 0));
}

static void refuses_invalid_options(void **state)
{
    static const int levels[] = {-2, 5};

    (void)state;
    for (size_t i = 0; i < 2; i++) {
        options.ptx.optimization = levels[i];
        assert_int_equal(load(), CUSTUB_ERROR_INVALID_ARGUMENT);
        assert_non_null(strstr(error.message, "there is no optimization level"));
    }
    options.ptx.optimization = 0;
    options.ptx.max_registers = 256;
    assert_int_equal(load(), CUSTUB_ERROR_INVALID_ARGUMENT);
    assert_non_null(strstr(error.message, "256 registers"));
    assert_int_equal(recording_calls_of("cuLibraryLoadData"), 0);
}

static void takes_other_images(void **state)
{
    custub_library *library;

    (void)state;
    recording_reject(sample_images[0].data, 209, true, NULL);
    recording_reject(sample_images[1].data, 218, true, NULL);
    assert_int_equal(load(), CUSTUB_ERROR_NO_IMAGE);
    options.images = other_images;
    assert_int_equal(load(), CUSTUB_OK);
    library = custub_library_open_with(&sample_library, &options, &error);
    assert_non_null(library);
    custub_library_close(library, &error);
    options.images = NULL; /* a library that is opened by its description has no embedded images */
    assert_null(custub_library_open_with(&sample_library, &options, &error));
    assert_int_equal(error.status, CUSTUB_ERROR_INVALID_ARGUMENT);
    assert_null(custub_library_open_with(&sample_library, NULL, fresh(&error)));
}

/* The compiler runs again, with the same options, for its log. */
static void an_error_has_the_compilers_log(void **state)
{
    (void)state;
    options.ptx.max_registers = 16;
    recording_reject(sample_images[0].data, 209, true, NULL);
    recording_reject(sample_images[1].data, 218, false, "ptxas: line 3\nline 4\n");
    assert_int_equal(load(), CUSTUB_ERROR_NO_IMAGE);
    assert_non_null(strstr(error.message, "(218): as recorded: ptxas: line 3 line 4]"));
    assert_true(recording_had_option(REGISTERS, 16));
}

static void an_error_has_the_compilers_notes(void **state)
{
    (void)state;
    recording_reject(sample_images[0].data, 209, true, NULL);
    recording_reject(sample_images[1].data, 218, false, "info: registers are spilled");
    assert_int_equal(load(), CUSTUB_ERROR_NO_IMAGE);
    assert_non_null(strstr(error.message, "as recorded: info: registers are spilled]"));
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, start, nothing_is_left)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(no_option_is_set_by_default),    TEST(passes_what_is_set),
        TEST(refuses_invalid_options),        TEST(takes_other_images),
        TEST(an_error_has_the_compilers_log), TEST(an_error_has_the_compilers_notes),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* Which image is loaded: the options, the program and the environment ask for bounds checks. */
#define _POSIX_C_SOURCE 200809L

#include <stdlib.h>

#include "bounds_fixture.h"

int cuLibraryGetKernel(void **kernel, void *library, const char *name);

static custub_bounds_checks checks(void)
{
    return custub_kernel_bounds_checks(&kernels[SAXPY]);
}

static int begin(void **state)
{
    unsetenv("CUSTUB_BOUNDS_CHECKS");
    return start(state);
}

static int end(void **state)
{
    unsetenv("CUSTUB_BOUNDS_CHECKS");
    custub_set_bounds_checks(CUSTUB_BOUNDS_CHECKS_DEFAULT);
    return stop(state);
}

static void refused(custub_status found, custub_status status, const char *message)
{
    assert_string_equal(error.message, message);
    assert_int_equal(found, status);
    assert_null(loaded.library);
}

static void loads_the_image_with_checks_if_the_options_ask(void **state)
{
    (void)state;
    for (int of = CUSTUB_BOUNDS_CHECKS_ON; of <= CUSTUB_BOUNDS_CHECKS_ALWAYS; of++) {
        options.bounds_checks = (custub_bounds_checks)of;
        assert_int_equal(load(), CUSTUB_OK);
        assert_int_equal(checks(), of);
        assert_int_equal(unload(), CUSTUB_OK);
    }
}

static void loads_the_plain_image_if_nobody_asks(void **state)
{
    (void)state;
    recording_describe(&sample_library, NULL);
    options.bounds_checks = CUSTUB_BOUNDS_CHECKS_DEFAULT;
    assert_int_equal(load(), CUSTUB_OK);
    assert_int_equal(checks(), CUSTUB_BOUNDS_CHECKS_OFF);
    assert_null(custub_kernel_unchecked(&kernels[SAXPY]));
    assert_int_equal(recording_calls_of("cuMemHostRegister_v2"), 0);
    launches_saxpy(1000);
    assert_int_equal(recording_last_launch()->parameter_bytes, 32);
}

static void the_environment_the_program_and_the_options_ask_in_this_order(void **state)
{
    static const struct {
        const char *text;
        custub_bounds_checks expected;
    } words[] = {{"1", CUSTUB_BOUNDS_CHECKS_ON},      {"on", CUSTUB_BOUNDS_CHECKS_ON},
                 {"0", CUSTUB_BOUNDS_CHECKS_OFF},     {"trap", CUSTUB_BOUNDS_CHECKS_TRAP},
                 {"no", CUSTUB_BOUNDS_CHECKS_OFF},    {"measure", CUSTUB_BOUNDS_CHECKS_MEASURE},
                 {"TRAP", CUSTUB_BOUNDS_CHECKS_TRAP}, {"always", CUSTUB_BOUNDS_CHECKS_ALWAYS}};

    (void)state;
    options.bounds_checks = CUSTUB_BOUNDS_CHECKS_DEFAULT;
    for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++) {
        setenv("CUSTUB_BOUNDS_CHECKS", words[i].text, 1);
        if (words[i].expected == CUSTUB_BOUNDS_CHECKS_OFF)
            recording_describe(&sample_library, NULL);
        else
            describe_checked();
        assert_int_equal(load(), CUSTUB_OK);
        assert_int_equal(checks(), words[i].expected);
        assert_int_equal(unload(), CUSTUB_OK);
    }
    custub_set_bounds_checks(CUSTUB_BOUNDS_CHECKS_MEASURE);
    assert_int_equal(load(), CUSTUB_OK);
    assert_int_equal(checks(), CUSTUB_BOUNDS_CHECKS_MEASURE);
    assert_int_equal(unload(), CUSTUB_OK);
    options.bounds_checks = CUSTUB_BOUNDS_CHECKS_ON;
    assert_int_equal(load(), CUSTUB_OK);
    assert_int_equal(checks(), CUSTUB_BOUNDS_CHECKS_ON);
}

static void a_library_without_them_is_loaded_plain_unless_the_options_ask(void **state)
{
    (void)state;
    recording_describe(&sample_library, NULL);
    images[1] = images[3];
    setenv("CUSTUB_BOUNDS_CHECKS", "1", 1);
    options.bounds_checks = CUSTUB_BOUNDS_CHECKS_DEFAULT;
    assert_int_equal(load(), CUSTUB_OK);
    assert_int_equal(checks(), CUSTUB_BOUNDS_CHECKS_OFF);
    assert_int_equal(unload(), CUSTUB_OK);
    options.bounds_checks = CUSTUB_BOUNDS_CHECKS_ON;
    refused(load(), CUSTUB_ERROR_NO_IMAGE,
            "sample.cu: bounds checks are asked for, and no image has them; give "
            "custub_add_kernels() BOUNDS_CHECKS, or load without them (load options, "
            "CUSTUB_BOUNDS_CHECKS)");
    assert_string_equal(error.file, "sample.cu");
}

static void refuses_checks_that_there_are_not(void **state)
{
    (void)state;
    options.bounds_checks = (custub_bounds_checks)6;
    refused(load(), CUSTUB_ERROR_INVALID_ARGUMENT,
            "sample.cu: there are no bounds checks of the kind 6");
}

static void a_table_without_its_image_is_refused(void **state)
{
    (void)state;
    images[1] = images[2];
    images[2] = images[3];
    refused(
        load(), CUSTUB_ERROR_NO_IMAGE,
        "sample.cu: no image with bounds checks for the cuda driver, only fatbin, bounds-table; "
        "build the kernels with BOUNDS_CHECKS, or load them without");
}

static void refuses_a_damaged_table(void **state)
{
    (void)state;
    table.head.version = 1;
    refused(load(), CUSTUB_ERROR_IMAGE_UNKNOWN,
            "sample.cu: the table of its bounds checks is damaged: it has version 1, this runtime "
            "reads 5; build it again");
    table = make_table();
    images[2].size = 16;
    refused(load(), CUSTUB_ERROR_IMAGE_UNKNOWN,
            "sample.cu: the table of its bounds checks is damaged: it has 16 bytes, fewer than its "
            "head has; build it again");
}

static void refuses_a_table_of_another_source(void **state)
{
    (void)state;
    table.kernels[0].extents = 1;
    table.kernels[0].limit_count = 1;
    refused(load(), CUSTUB_ERROR_SIGNATURE_MISMATCH,
            "saxpy: the table of its bounds checks has 1 pointers, the header 2; generate the "
            "header and build the images again from one source [sample.cu:12]");
    assert_int_equal(error.needed, 2);
    assert_int_equal(error.found, 1);
}

static void compares_the_further_parameter_with_the_image(void **state)
{
    (void)state;
    add_parameter(SAXPY, 96);
    refused(load(), CUSTUB_ERROR_SIGNATURE_MISMATCH,
            "saxpy: the parameter of its bounds checks has 96 bytes in the image and 104 in their "
            "table; build both again [sample.cu:12]");
    recording_change_param_count("saxpy", 4);
    refused(load(), CUSTUB_ERROR_SIGNATURE_MISMATCH,
            "saxpy: the parameter of its bounds checks has 0 bytes in the image and 104 in their "
            "table; build both again [sample.cu:12]");
    add_parameter(SAXPY, SAXPY_BYTES);
    recording_change_param_count("saxpy", 6);
    assert_int_equal(load(), CUSTUB_ERROR_SIGNATURE_MISMATCH);
}

/* "scale" has a reason, "tile" is not in the table. */
static void a_kernel_that_cannot_be_checked_is_launched_raw(void **state)
{
    int width = 10, height = 10;
    custub_f32_view image = {X, 100};
    void *arguments[] = {&width, &height, &image};

    (void)state;
    assert_int_equal(load(), CUSTUB_OK);
    assert_int_equal(custub_kernel_bounds_checks(&kernels[SCALE]), CUSTUB_BOUNDS_CHECKS_OFF);
    assert_string_equal(custub_kernel_unchecked(&kernels[SCALE]), "its parameters leave no room");
    assert_string_equal(custub_kernel_unchecked(&kernels[TILE]),
                        "the table of the bounds checks does not have it");
    assert_null(custub_kernel_unchecked(&kernels[SAXPY]));
    launch.block = custub_block(16, 16, 1);
    launch.grid = custub_grid(1, 1, 1);
    assert_int_equal(sample_launch(&kernels[SCALE], &launch, arguments, fresh(&error)), CUSTUB_OK);
    assert_string_equal(recording_last_launch()->kernel, "scale");
    assert_int_equal(recording_last_launch()->parameter_bytes, 16);
}

static void a_kernel_that_is_not_loaded_has_no_checks(void **state)
{
    (void)state;
    assert_int_equal(custub_kernel_bounds_checks(NULL), CUSTUB_BOUNDS_CHECKS_OFF);
    assert_int_equal(load(), CUSTUB_OK);
    assert_int_equal(unload(), CUSTUB_OK);
    assert_int_equal(checks(), CUSTUB_BOUNDS_CHECKS_OFF);
    assert_null(custub_kernel_unchecked(&kernels[SAXPY]));
}

static void images_in_files_have_the_tags_of_their_kind(void **state)
{
    (void)state;
    assert_string_equal(custub_image_of(&table, sizeof(table), fresh(&error)).tag, "bounds-table");
    images[1].tag = "ptx-bounds";
    images[1].data = ".version";
    images[1].size = 9;
    assert_int_equal(load(), CUSTUB_OK);
    assert_int_equal(checks(), CUSTUB_BOUNDS_CHECKS_ON);
    assert_int_equal(unload(), CUSTUB_OK);
    images[1].size = 8; /* without the zero byte at its end */
    assert_int_equal(load(), CUSTUB_ERROR_NO_IMAGE);
    images[1] = (custub_image){"linked-fatbin-bounds", "checked", 8};
    assert_int_equal(load(), CUSTUB_OK);
    assert_int_equal(checks(), CUSTUB_BOUNDS_CHECKS_ON);
}

static void a_load_that_fails_holds_nothing(void **state)
{
    static const char *const calls[] = {"cuMemHostRegister_v2", "cuMemHostGetDevicePointer_v2",
                                        "cuLibraryLoadData"};

    (void)state;
    for (size_t i = 0; i < 3; i++) {
        recording_fail(calls[i], 1, 2);
        assert_int_not_equal(load(), CUSTUB_OK);
        assert_int_equal(recording_alive(), 0);
    }
    recording_fail("cuMemHostRegister_v2", 1, 2);
    refused(load(), CUSTUB_ERROR_DRIVER,
            "cuMemHostRegister: CUDA_ERROR_OUT_OF_MEMORY (2): as recorded; making the records of "
            "the bounds checks of sample.cu");
}

/* --- Kernels of the program itself ------------------------------------------------------------ */

static const char host[SAMPLE_COUNT];
static const void *functions[SAMPLE_COUNT];

static int find(void **handle, const void *function)
{
    size_t index = (size_t)((const char *)function - host);
    const void *image[] = {"an image"};

    return cuLibraryGetKernel(handle, image, sample_library.kernels[index].symbol);
}

static int get_device(int *device)
{
    *device = 0;
    return 0;
}

static int start_device(int device)
{
    recording_use_device(device);
    return 0;
}

static const char *text_of(int number)
{
    (void)number;
    return "as made up";
}

static const custub_linked linked = {&sample_library, functions, find, get_device,
                                     start_device,    text_of,   false};

static custub_status load_linked(void)
{
    for (size_t i = 0; i < SAMPLE_COUNT; i++)
        functions[i] = &host[i];
    return custub_library_load_linked_with(&loaded, sizeof(loaded), sample_library.fingerprint,
                                           &linked, images, fresh(&error));
}

static void the_programs_kernels_give_way_to_those_with_checks(void **state)
{
    (void)state;
    custub_set_bounds_checks(CUSTUB_BOUNDS_CHECKS_ON);
    assert_int_equal(load_linked(), CUSTUB_OK);
    assert_int_equal(checks(), CUSTUB_BOUNDS_CHECKS_ON);
    assert_int_equal(recording_calls_of("cuLibraryLoadData"), 1);
    launches_saxpy(1000);
    assert_int_equal(recording_last_launch()->parameter_bytes, 32 + SAXPY_BYTES);
    assert_int_equal(unload(), CUSTUB_OK);
    assert_int_equal(recording_calls_of("cuLibraryUnload"), 1);
    recording_describe(&sample_library, NULL);
    recording_clear_log();
    custub_set_bounds_checks(CUSTUB_BOUNDS_CHECKS_OFF);
    assert_int_equal(load_linked(), CUSTUB_OK);
    assert_int_equal(checks(), CUSTUB_BOUNDS_CHECKS_OFF);
    assert_int_equal(recording_calls_of("cuLibraryLoadData"), 0);
}

static void the_programs_kernels_keep_their_variables(void **state)
{
    (void)state;
    custub_set_bounds_checks(CUSTUB_BOUNDS_CHECKS_ON);
    table.head.variables = 2;
    refused(load_linked(), CUSTUB_ERROR_NO_IMAGE,
            "sample.cu: bounds checks are asked for, and the kernels that nvcc compiled into the "
            "program share 2 variables with it, of which the image with the checks has its own; "
            "build them by custub_add_kernels(), or load without the checks");
    recording_describe(&sample_library, NULL);
    custub_set_bounds_checks(CUSTUB_BOUNDS_CHECKS_OFF);
    assert_int_equal(load_linked(), CUSTUB_OK);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, begin, end)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(loads_the_image_with_checks_if_the_options_ask),
        TEST(loads_the_plain_image_if_nobody_asks),
        TEST(the_environment_the_program_and_the_options_ask_in_this_order),
        TEST(a_library_without_them_is_loaded_plain_unless_the_options_ask),
        TEST(refuses_checks_that_there_are_not),
        TEST(a_table_without_its_image_is_refused),
        TEST(refuses_a_damaged_table),
        TEST(refuses_a_table_of_another_source),
        TEST(compares_the_further_parameter_with_the_image),
        TEST(a_kernel_that_cannot_be_checked_is_launched_raw),
        TEST(a_kernel_that_is_not_loaded_has_no_checks),
        TEST(images_in_files_have_the_tags_of_their_kind),
        TEST(a_load_that_fails_holds_nothing),
        TEST(the_programs_kernels_give_way_to_those_with_checks),
        TEST(the_programs_kernels_keep_their_variables),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}

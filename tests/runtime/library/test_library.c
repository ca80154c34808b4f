/* Loading kernels, on the recording driver. */
#include <custub/custub.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "fresh_error.h"
#include "recording_driver.h"
#include "sample_library.h"

#ifdef __aarch64__
#define OWN_CPU_TAG "cpu-aarch64"
#else
#define OWN_CPU_TAG "cpu-x86_64"
#endif

static custub_error error;
static sample_kernels loaded;
static custub_kernel *const kernels = loaded.kernel;
static size_t failing_allocation; /* counted from 1; 0: none */

void *__real_calloc(size_t count, size_t size);
void *__wrap_calloc(size_t count, size_t size);

/* The runtime's allocations go through here (the linker's --wrap=calloc). */
void *__wrap_calloc(size_t count, size_t size)
{
    if (failing_allocation && --failing_allocation == 0)
        return NULL;
    return __real_calloc(count, size);
}

static int start(void **state)
{
    (void)state;
    recording_reset();
    recording_describe(&sample_library, NULL);
    recording_use_device(0);
    memset(&error, 0, sizeof(error));
    memset(&loaded, 0xaa, sizeof(loaded));
    return (int)custub_driver_open(CUSTUB_DRIVER_DEFAULT, NULL);
}

static int nothing_is_left(void **state)
{
    (void)state;
    return recording_alive() != 0;
}

static custub_status load(const custub_image *images)
{
    return custub_library_load(&loaded, sizeof(loaded), &sample_library, sample_library.fingerprint,
                               images, fresh(&error));
}

static void nothing_was_loaded(void)
{
    static const sample_kernels none;

    assert_memory_equal(&loaded, &none, sizeof(none));
    assert_int_equal(recording_alive(), 0);
}

static void loads_the_first_image_that_fits(void **state)
{
    (void)state;
    assert_int_equal(load(sample_images), CUSTUB_OK);
    assert_int_equal(recording_calls_of("cuLibraryLoadData"), 1);
    assert_int_equal(recording_calls_of("cuKernelGetFunction"), 1);
    for (int i = 0; i < SAMPLE_COUNT; i++) {
        assert_ptr_equal(kernels[i].info, &sample_library.kernels[i]);
        assert_non_null(kernels[i].function);
        assert_ptr_equal(kernels[i].library, loaded.library);
    }
    assert_true(custub_library_signatures_checked(loaded.library));
    assert_false(custub_library_signatures_checked(NULL));
    custub_library_unload(&loaded, sizeof(loaded), NULL);
    custub_library_unload(NULL, 0, NULL);
    custub_library_unload(&loaded, sizeof(loaded), NULL); /* which is zeroed now */
    assert_int_equal(recording_calls_of("cuLibraryUnload"), 1);
}

static void goes_on_to_the_next_image(void **state)
{
    static const int results[] = {200, 209, 218, 222};

    (void)state;
    for (size_t i = 0; i < 2 * sizeof(results) / sizeof(results[0]); i++) {
        start(NULL);
        /* The driver may answer success to the load of an image that it cannot use. */
        recording_reject(sample_images[0].data, results[i / 2], i % 2, NULL);
        assert_int_equal(load(sample_images), CUSTUB_OK);
        assert_int_equal(recording_alive(), 1);
        custub_library_unload(&loaded, sizeof(loaded), NULL);
    }
}

static void says_of_every_image_why_it_was_not_taken(void **state)
{
    (void)state;
    recording_reject(sample_images[0].data, 209, false, NULL);
    recording_reject(sample_images[1].data, 218, false,
                     "ptxas application ptx input, line 28; error   : Unknown modifier '.parm'\n");
    assert_int_equal(load(sample_images), CUSTUB_ERROR_NO_IMAGE);
    assert_string_equal(
        error.message,
        "sample.cu: no image for Recording device 0 (compute capability 9.0, driver for CUDA "
        "13.0): "
        "[fatbin: cuLibraryGetKernel: CUDA_ERROR_NO_BINARY_FOR_GPU (209): as recorded] "
        "[ptx: cuLibraryGetKernel: CUDA_ERROR_INVALID_PTX (218): as recorded: ptxas application "
        "ptx "
        "input, line 28; error   : Unknown modifier '.parm']");
    assert_int_equal(error.status, CUSTUB_ERROR_NO_IMAGE);
    assert_int_equal(error.driver_result, 218);
    assert_string_equal(error.driver_call, "cuLibraryGetKernel");
    assert_string_equal(error.file, "sample.cu");
    nothing_was_loaded();
}

static void offers_only_what_the_driver_takes(void **state)
{
    static const custub_image images[] = {{"cpu-x86_64", "an elf", 7},
                                          {"cpu-aarch64", "an elf", 7},
                                          {"later", "?", 2},
                                          {NULL, NULL, 0}};
    static const custub_image none[] = {{NULL, NULL, 0}};

    (void)state;
    assert_int_equal(load(images), CUSTUB_ERROR_NO_IMAGE);
    assert_int_equal(recording_calls_of("cuLibraryLoadData"), 0);
    assert_string_equal(error.message, "sample.cu: no image for the cuda driver, only cpu-x86_64, "
                                       "cpu-aarch64, later; build the kernels with nvcc, or set "
                                       "CUSTUB_DRIVER=cpu");
    nothing_was_loaded();
    assert_int_equal(load(none), CUSTUB_ERROR_NO_IMAGE);
    assert_non_null(strstr(error.message, "driver, there are no images"));
}

static void takes_cubins_too(void **state)
{
    static const custub_image images[] = {
        {OWN_CPU_TAG, "an elf", 7}, {"cubin", "a cubin", 8}, {NULL, NULL, 0}};

    (void)state;
    assert_int_equal(load(images), CUSTUB_OK);
    custub_library_unload(&loaded, sizeof(loaded), NULL);
}

static void failures_of_the_driver_are_not_blamed_on_the_image(void **state)
{
    (void)state;
    recording_programmed()->image_result = 700;
    assert_int_equal(load(sample_images), CUSTUB_ERROR_DRIVER);
    assert_int_equal(error.driver_result, 700);
    assert_non_null(strstr(error.message, "CUDA_ERROR_ILLEGAL_ADDRESS (700)"));
    nothing_was_loaded();
}

static void kernels_that_the_image_lacks_are_absent(void **state)
{
    static const char *const absent[] = {"saxpy", "tile", NULL};
    const char *all[SAMPLE_COUNT + 1] = {NULL};

    (void)state;
    for (size_t i = 0; i < SAMPLE_COUNT; i++)
        all[i] = sample_library.kernels[i].symbol;
    recording_describe(&sample_library, absent);
    assert_int_equal(load(sample_images), CUSTUB_OK);
    assert_null(kernels[SAXPY].function);
    assert_null(kernels[TILE].function);
    assert_non_null(kernels[SCALE].function);
    assert_int_equal(sample_launch_saxpy(kernels, NULL, 1, 1, custub_f32_view_of(0, 0),
                                         custub_f32_view_of(0, 0), fresh(&error)),
                     CUSTUB_ERROR_KERNEL_ABSENT);
    custub_library_unload(&loaded, sizeof(loaded), NULL);

    recording_describe(&sample_library, all);
    assert_int_equal(load(sample_images), CUSTUB_ERROR_NO_IMAGE);
    assert_int_equal(error.driver_result, 500);
    nothing_was_loaded();
}

static void refuses_another_signature_by_name_and_both_values(void **state)
{
    (void)state;
    recording_change_param("scale", 1, 8, 8);
    assert_int_equal(load(sample_images), CUSTUB_ERROR_SIGNATURE_MISMATCH);
    assert_string_equal(
        error.message, "scale: 'height' has 8 bytes at offset 8 in the image, the header was "
                       "generated for 4 bytes at offset 4; generate the header and build the image "
                       "again from one source [sample.cu:33]");
    assert_string_equal(error.kernel, "scale");
    assert_string_equal(error.parameter, "height");
    assert_int_equal(error.parameter_index, 1);
    assert_int_equal(error.line, 33);
    assert_int_equal(error.needed, 4);
    assert_int_equal(error.found, 8);
    nothing_was_loaded();
}

static void refuses_another_offset_of_the_same_size(void **state)
{
    (void)state;
    recording_change_param("scale", 1, 12, 4);
    assert_int_equal(load(sample_images), CUSTUB_ERROR_SIGNATURE_MISMATCH);
    assert_string_equal(
        error.message, "scale: 'height' has 4 bytes at offset 12 in the image, the header was "
                       "generated for 4 bytes at offset 4; generate the header and build the image "
                       "again from one source [sample.cu:33]");
    nothing_was_loaded();
}

static void refuses_another_number_of_parameters(void **state)
{
    (void)state;
    recording_change_param_count("saxpy", 5);
    assert_int_equal(load(sample_images), CUSTUB_ERROR_SIGNATURE_MISMATCH);
    assert_string_equal(error.message,
                        "saxpy: the image's kernel has more than the 4 parameters that the header "
                        "was generated for; generate the header and build the image again from one "
                        "source [sample.cu:12]");
    nothing_was_loaded();
    recording_change_param_count("saxpy", 3);
    assert_int_equal(load(sample_images), CUSTUB_ERROR_SIGNATURE_MISMATCH);
    assert_string_equal(error.message,
                        "saxpy: 'y' is not in the image, whose kernel has only 3 parameters; "
                        "generate the header and build the image again from one source "
                        "[sample.cu:15]");
    nothing_was_loaded();
}

static void refuses_another_abi_before_it_looks_at_anything(void **state)
{
    custub_library_info other = sample_library;

    (void)state;
    other.abi = CUSTUB_ABI + 1;
    other.kernels = NULL;
    recording_clear_log();
    assert_int_equal(custub_library_load(&loaded, sizeof(loaded), &other, other.fingerprint,
                                         sample_images, fresh(&error)),
                     CUSTUB_ERROR_ABI_MISMATCH);
    assert_non_null(strstr(error.message, "generate it again"));
    nothing_was_loaded();
    assert_int_equal(recording_call_count(), 0);
}

static void refuses_without_a_current_context_and_says_so(void **state)
{
    (void)state;
    recording_use_device(-1);
    assert_int_equal(load(sample_images), CUSTUB_ERROR_DRIVER);
    assert_int_equal(error.driver_result, 201);
    assert_non_null(strstr(error.message, "no CUDA context is current on this thread"));
    nothing_was_loaded();
}

static void refuses_null_arguments(void **state)
{
    (void)state;
    assert_int_equal(
        custub_library_load(NULL, sizeof(loaded), &sample_library, 0, sample_images, NULL),
        CUSTUB_ERROR_INVALID_ARGUMENT);
    assert_int_equal(custub_library_load(&loaded, sizeof(loaded), NULL, 0, sample_images, NULL),
                     CUSTUB_ERROR_INVALID_ARGUMENT);
    nothing_was_loaded();
    assert_int_equal(custub_library_load(&loaded, sizeof(loaded), &sample_library, 0, NULL, NULL),
                     CUSTUB_ERROR_INVALID_ARGUMENT);
    assert_int_equal(custub_library_load(NULL, sizeof(loaded), NULL, 0, NULL, fresh(&error)),
                     CUSTUB_ERROR_INVALID_ARGUMENT);
    assert_string_equal(error.message, "loading kernels: a null argument");
}

static void refuses_a_header_of_another_source(void **state)
{
    (void)state;
    recording_clear_log();
    assert_int_equal(custub_library_load(&loaded, sizeof(loaded), &sample_library,
                                         sample_library.fingerprint + 1, sample_images,
                                         fresh(&error)),
                     CUSTUB_ERROR_HEADER_MISMATCH);
    assert_non_null(strstr(error.message, "the linked description 'sample' of sample.cu"));
    nothing_was_loaded();
    /* The struct has room for one kernel less. */
    assert_int_equal(custub_library_load(&loaded, sizeof(loaded) - sizeof(custub_kernel),
                                         &sample_library, sample_library.fingerprint, sample_images,
                                         fresh(&error)),
                     CUSTUB_ERROR_HEADER_MISMATCH);
    nothing_was_loaded();
    assert_int_equal(recording_call_count(), 0);
}

static void unloading_leaves_kernels_that_are_refused(void **state)
{
    (void)state;
    assert_int_equal(load(sample_images), CUSTUB_OK);
    custub_library_unload(&loaded, sizeof(loaded), NULL);
    assert_null(loaded.library);
    for (int i = 0; i < SAMPLE_COUNT; i++)
        assert_null(kernels[i].function);
    assert_int_equal(sample_launch_saxpy(kernels, NULL, 1, 1, custub_f32_view_of(0, 0),
                                         custub_f32_view_of(0, 0), fresh(&error)),
                     CUSTUB_ERROR_KERNEL_ABSENT);
    assert_string_equal(error.kernel, "saxpy");
}

static void a_source_without_kernels_loads_as_nothing(void **state)
{
    custub_library_info empty = sample_library;

    (void)state;
    empty.kernel_count = 0;
    empty.kernels = NULL;
    assert_int_equal(custub_library_load(&loaded, sizeof(loaded.library), &empty, empty.fingerprint,
                                         sample_images, fresh(&error)),
                     CUSTUB_OK);
    assert_non_null(loaded.library);
    custub_library_unload(&loaded, sizeof(loaded.library), NULL);
    assert_null(loaded.library);
}

/* Every driver call of a load fails in turn. The load succeeds if the next image can replace the
 * failed one; nothing is left in any case. */
static void loading_fails_cleanly_at_every_call(void **state)
{
    size_t refused = 0;
    size_t calls;

    (void)state;
    recording_clear_log();
    assert_int_equal(load(sample_images), CUSTUB_OK);
    calls = recording_call_count();
    custub_library_unload(&loaded, sizeof(loaded), NULL);
    for (size_t n = 1; n <= calls; n++) {
        recording_fail(NULL, n, 2);
        if (load(sample_images) == CUSTUB_OK) {
            assert_int_equal(recording_alive(), 1);
            custub_library_unload(&loaded, sizeof(loaded), NULL);
        } else {
            refused++;
            assert_int_equal(error.driver_result, 2);
            nothing_was_loaded();
        }
    }
    assert_true(calls > 30);
    assert_true(refused > 20); /* parameters are asked for once an image is taken */
    failing_allocation = 1;
    assert_int_equal(load(sample_images), CUSTUB_ERROR_OUT_OF_HOST_MEMORY);
    assert_string_equal(error.message, "sample.cu: no memory to load 11 kernels");
    nothing_was_loaded();
}

static void unloading_is_quiet_after_the_driver_has_shut_down(void **state)
{
    (void)state;
    assert_int_equal(load(sample_images), CUSTUB_OK);
    recording_fail("cuLibraryUnload", 1, 4);
    custub_library_unload(&loaded, sizeof(loaded), NULL);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, start, nothing_is_left)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(loads_the_first_image_that_fits),
        TEST(goes_on_to_the_next_image),
        TEST(says_of_every_image_why_it_was_not_taken),
        TEST(offers_only_what_the_driver_takes),
        TEST(takes_cubins_too),
        TEST(failures_of_the_driver_are_not_blamed_on_the_image),
        TEST(kernels_that_the_image_lacks_are_absent),
        TEST(refuses_another_signature_by_name_and_both_values),
        TEST(refuses_another_offset_of_the_same_size),
        TEST(refuses_another_number_of_parameters),
        TEST(refuses_another_abi_before_it_looks_at_anything),
        TEST(refuses_without_a_current_context_and_says_so),
        TEST(refuses_null_arguments),
        TEST(refuses_a_header_of_another_source),
        TEST(unloading_leaves_kernels_that_are_refused),
        TEST(a_source_without_kernels_loads_as_nothing),
        TEST(loading_fails_cleanly_at_every_call),
        TEST(unloading_is_quiet_after_the_driver_has_shut_down),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* Loading kernels, on the recording driver. */
#include <custub/custub.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "recording_driver.h"
#include "sample_library.h"

#ifdef __aarch64__
#define OWN_CPU_TAG "cpu-aarch64"
#else
#define OWN_CPU_TAG "cpu-x86_64"
#endif

static custub_error error;
static custub_kernel kernels[SAMPLE_COUNT];
static struct custub_library *library;
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
    memset(kernels, 0xaa, sizeof(kernels));
    library = (struct custub_library *)&error;
    return (int)custub_driver_open(CUSTUB_DRIVER_DEFAULT, NULL);
}

static int nothing_is_left(void **state)
{
    (void)state;
    return recording_alive() != 0;
}

static custub_status load(const custub_image *images)
{
    return custub_library_load(&library, kernels, &sample_library, images, &error);
}

static void nothing_was_loaded(void)
{
    static const custub_kernel none[SAMPLE_COUNT];

    assert_null(library);
    assert_memory_equal(kernels, none, sizeof(none));
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
        assert_ptr_equal(kernels[i].library, library);
    }
    assert_true(custub_library_signatures_checked(library));
    assert_false(custub_library_signatures_checked(NULL));
    custub_library_unload(library);
    custub_library_unload(NULL);
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
        custub_library_unload(library);
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
    assert_non_null(strstr(error.message, "only none at all"));
}

static void takes_cubins_too(void **state)
{
    static const custub_image images[] = {
        {OWN_CPU_TAG, "an elf", 7}, {"cubin", "a cubin", 8}, {NULL, NULL, 0}};

    (void)state;
    assert_int_equal(load(images), CUSTUB_OK);
    custub_library_unload(library);
}

/* An image of `size` bytes is refused before the driver sees it, in these words. */
static void is_not_whole(const char *tag, const void *data, size_t size, const char *reason)
{
    const custub_image images[] = {{tag, data, size}, {NULL, NULL, 0}};
    const custub_image two[] = {{tag, data, size}, sample_images[0], {NULL, NULL, 0}};
    char message[CUSTUB_MESSAGE_SIZE];

    recording_clear_log();
    assert_int_equal(load(images), CUSTUB_ERROR_NO_IMAGE);
    assert_int_equal(error.status, CUSTUB_ERROR_NO_IMAGE);
    snprintf(message, sizeof(message),
             "sample.cu: no image for Recording device 0 (compute capability 9.0, driver for CUDA "
             "13.0): [%s: the image is not whole: it has %s]",
             tag, reason);
    assert_string_equal(error.message, message);
    assert_int_equal(recording_calls_of("cuLibraryLoadData"), 0);
    assert_int_equal(recording_calls_of("cuModuleLoadDataEx"), 0);
    nothing_was_loaded();
    assert_int_equal(load(two), CUSTUB_OK);
    custub_library_unload(library);
}

static void is_whole(const char *tag, const void *data, size_t size)
{
    const custub_image images[] = {{tag, data, size}, {NULL, NULL, 0}};

    assert_int_equal(load(images), CUSTUB_OK);
    custub_library_unload(library);
}

static void ptx_ends_with_a_zero_byte(void **state)
{
    (void)state;
    is_whole("ptx", ".version 7.8", 13);
    is_not_whole("ptx", ".version 7.8", 12, "12 bytes, and PTX has to end with a zero byte");
    is_not_whole("ptx", "", 0, "0 bytes, no image is that small");
    is_not_whole("fatbin", "", 0, "0 bytes, no image is that small");
}

static void fatbin_is_as_long_as_it_says(void **state)
{
    unsigned char fatbin[64] = {0x50, 0xed, 0x55, 0xba, 1, 0, 16, 0, 48};

    (void)state;
    is_whole("fatbin", fatbin, 64);
    is_not_whole("fatbin", fatbin, 63, "63 bytes, its fatbin header says 64");
    is_not_whole("fatbin", fatbin, 15, "15 bytes, its fatbin header says 16");
    is_not_whole("fatbin", fatbin, 2, "2 bytes, its fatbin header says 16");
    memset(fatbin + 8, 0xff, 8);
    is_not_whole("fatbin", fatbin, 64, "64 bytes, its fatbin header says 18446744073709551615");
}

static void put(unsigned char *at, uint64_t value, int bytes)
{
    for (int i = 0; i < bytes; i++)
        at[i] = (unsigned char)(value >> 8 * i);
}

/* A header, then a segment's header at 64, then two sections' at 120: 248 bytes. */
static void make_elf(unsigned char elf[300])
{
    memset(elf, 0, 300);
    memcpy(elf, "\177ELF\2\1\1", 7);
    put(elf + 32, 64, 8);
    put(elf + 40, 120, 8);
    put(elf + 54, 56, 2);
    put(elf + 56, 1, 2);
    put(elf + 58, 64, 2);
    put(elf + 60, 2, 2);
    put(elf + 64, 1, 4); /* PT_LOAD */
    put(elf + 64 + 32, 248, 8);
    put(elf + 184 + 4, 1, 4); /* SHT_PROGBITS */
    put(elf + 184 + 24, 248, 8);
}

static void elf_is_as_long_as_its_headers_say(void **state)
{
    unsigned char elf[300];

    (void)state;
    make_elf(elf);
    is_whole("cubin", elf, 248);
    is_not_whole("cubin", elf, 247, "247 bytes, its ELF headers say 248");
    is_not_whole("cubin", elf, 119, "119 bytes, its ELF headers say 248");
    is_not_whole("cubin", elf, 63, "63 bytes, its ELF headers say 64");
    is_not_whole("cubin", elf, 3, "3 bytes, its ELF headers say 64");
    put(elf + 184 + 32, 52, 8);
    is_whole("cubin", elf, 300);
    is_not_whole("cubin", elf, 299, "299 bytes, its ELF headers say 300");
    put(elf + 184 + 4, 8, 4); /* SHT_NOBITS */
    is_whole("cubin", elf, 248);
    put(elf + 184 + 4, 0x7000000a, 4); /* CUDA's own */
    is_whole("cubin", elf, 248);
    put(elf + 64 + 32, 299, 8);
    is_not_whole("cubin", elf, 298, "298 bytes, its ELF headers say 299");
    put(elf + 64, 0x70000001, 4);
    is_whole("cubin", elf, 248);
    make_elf(elf);
    put(elf + 40, UINT64_MAX - 1, 8);
    is_not_whole("cubin", elf, 300, "300 bytes, its ELF headers say 18446744073709551615");
    make_elf(elf);
    put(elf + 32, 280, 8);
    is_not_whole("cubin", elf, 300, "300 bytes, its ELF headers say 336");
    elf[4] = 1; /* 32 bits: not known here */
    is_whole("cubin", elf, 300);
}

static void failures_that_are_not_the_images_are_the_drivers(void **state)
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
    static const char *const all[] = {"saxpy", "block_sum", "scale",   "plain", "stride",
                                      "tile",  "together",  "dynamic", "pair",  NULL};

    (void)state;
    recording_describe(&sample_library, absent);
    assert_int_equal(load(sample_images), CUSTUB_OK);
    assert_null(kernels[SAXPY].function);
    assert_null(kernels[TILE].function);
    assert_non_null(kernels[SCALE].function);
    assert_int_equal(
        sample_launch_saxpy(kernels, NULL, 1, 1, custub_f32_of(0, 0), custub_f32_of(0, 0)),
        CUSTUB_ERROR_KERNEL_ABSENT);
    custub_library_unload(library);

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
    assert_int_equal(custub_library_load(&library, kernels, &other, sample_images, &error),
                     CUSTUB_ERROR_ABI_MISMATCH);
    assert_non_null(strstr(error.message, "generate it again"));
    assert_null(library);
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
    assert_int_equal(custub_library_load(NULL, kernels, &sample_library, sample_images, NULL),
                     CUSTUB_ERROR_INVALID_ARGUMENT);
    assert_int_equal(custub_library_load(&library, NULL, &sample_library, sample_images, NULL),
                     CUSTUB_ERROR_INVALID_ARGUMENT);
    assert_int_equal(custub_library_load(&library, kernels, NULL, sample_images, NULL),
                     CUSTUB_ERROR_INVALID_ARGUMENT);
    assert_int_equal(custub_library_load(&library, kernels, &sample_library, NULL, NULL),
                     CUSTUB_ERROR_INVALID_ARGUMENT);
}

static void a_source_without_kernels_loads_as_nothing(void **state)
{
    custub_library_info empty = sample_library;

    (void)state;
    empty.kernel_count = 0;
    empty.kernels = NULL;
    assert_int_equal(custub_library_load(&library, NULL, &empty, sample_images, &error), CUSTUB_OK);
    custub_library_unload(library);
}

/* Every driver call of a load fails in turn. Where the next image makes up for it, the load
 * succeeds; in no case anything is left behind. */
static void loading_fails_cleanly_at_every_call(void **state)
{
    size_t refused = 0;
    size_t calls;

    (void)state;
    recording_clear_log();
    assert_int_equal(load(sample_images), CUSTUB_OK);
    calls = recording_call_count();
    custub_library_unload(library);
    for (size_t n = 1; n <= calls; n++) {
        recording_fail(NULL, n, 2);
        if (load(sample_images) == CUSTUB_OK) {
            assert_int_equal(recording_alive(), 1);
            custub_library_unload(library);
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
    assert_string_equal(error.message, "sample.cu: no memory to load 9 kernels");
    nothing_was_loaded();
}

static void unloading_is_quiet_after_the_driver_has_shut_down(void **state)
{
    (void)state;
    assert_int_equal(load(sample_images), CUSTUB_OK);
    recording_fail("cuLibraryUnload", 1, 4);
    custub_library_unload(library);
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
        TEST(ptx_ends_with_a_zero_byte),
        TEST(fatbin_is_as_long_as_it_says),
        TEST(elf_is_as_long_as_its_headers_say),
        TEST(failures_that_are_not_the_images_are_the_drivers),
        TEST(kernels_that_the_image_lacks_are_absent),
        TEST(refuses_another_signature_by_name_and_both_values),
        TEST(refuses_another_offset_of_the_same_size),
        TEST(refuses_another_number_of_parameters),
        TEST(refuses_another_abi_before_it_looks_at_anything),
        TEST(refuses_without_a_current_context_and_says_so),
        TEST(refuses_null_arguments),
        TEST(a_source_without_kernels_loads_as_nothing),
        TEST(loading_fails_cleanly_at_every_call),
        TEST(unloading_is_quiet_after_the_driver_has_shut_down),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}

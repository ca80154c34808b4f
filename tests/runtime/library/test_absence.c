/* Kernels that are in an image but cannot run, as the CPU driver reports them, on the recording
 * driver. */
#include <custub/custub.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "fresh_error.h"
#include "recording_driver.h"
#include "sample_library.h"
#include "graph_node.h"

static custub_error error;
static sample_kernels loaded;
static custub_kernel *const kernels = loaded.kernel;

static int start(void **state)
{
    (void)state;
    recording_reset();
    recording_describe(&sample_library, NULL);
    recording_use_device(0);
    memset(&error, 0, sizeof(error));
    return (int)custub_driver_open(CUSTUB_DRIVER_DEFAULT, NULL);
}

static int nothing_is_left(void **state)
{
    (void)state;
    return recording_alive() != 0;
}

static custub_status load(void)
{
    return custub_library_load(&loaded, sizeof(loaded), &sample_library, sample_library.fingerprint,
                               sample_images, fresh(&error));
}

static void nothing_was_loaded(void)
{
    static const sample_kernels none;

    assert_memory_equal(&loaded, &none, sizeof(none));
    assert_int_equal(recording_alive(), 0);
}

static void refuse_saxpy(const char *message)
{
    custub_launch launch = custub_launch_of(1, 32);

    assert_int_equal(sample_launch_saxpy(kernels, &launch, 1, 1, custub_f32_view_of(0, 0),
                                         custub_f32_view_of(0, 0), fresh(&error)),
                     CUSTUB_ERROR_KERNEL_ABSENT);
    assert_string_equal(error.message, message);
}

static void kernels_that_cannot_run_are_absent_with_their_reason(void **state)
{
    custub_kernel alone;

    (void)state;
    recording_make_unfit("saxpy", "inline PTX (sample.cu:3)");
    recording_change_param_count("saxpy", 9); /* its parameters are not compared */
    assert_int_equal(load(), CUSTUB_OK);
    assert_null(kernels[SAXPY].function);
    assert_string_equal(custub_kernel_absence(&kernels[SAXPY]), "inline PTX (sample.cu:3)");
    assert_null(custub_kernel_absence(&kernels[SCALE]));
    assert_true(custub_library_signatures_checked(loaded.library));
    recording_clear_log();
    refuse_saxpy(
        "saxpy: the kernel cannot run on the CPU: inline PTX (sample.cu:3) [sample.cu:12]");
    assert_int_equal(recording_call_count(), 0);
    alone = kernels[SCALE];
    alone.function = NULL;
    assert_non_null(strstr(custub_kernel_absence(&alone), "no loaded image has the kernel"));
    custub_library_unload(&loaded, sizeof(loaded), NULL);
}

static void reasons_end_when_their_own_library_is_unloaded(void **state)
{
    custub_kernel others[SAMPLE_COUNT];
    custub_library *other;

    (void)state;
    recording_make_unfit("saxpy", "textures and surfaces (sample.cu:4)");
    assert_int_equal(load(), CUSTUB_OK);
    other = sample_open(others, &sample_library, sample_images, fresh(&error));
    assert_non_null(other);
    custub_library_close(other, NULL);
    assert_non_null(strstr(custub_kernel_absence(&others[SAXPY]), "it was unloaded"));
    refuse_saxpy("saxpy: the kernel cannot run on the CPU: textures and surfaces (sample.cu:4) "
                 "[sample.cu:12]");
    custub_library_unload(&loaded, sizeof(loaded), NULL);
    refuse_saxpy("saxpy: no loaded image has the kernel: it was unloaded, or it is compiled only "
                 "for other architectures [sample.cu:12]");
    assert_string_equal(custub_kernel_absence(NULL), "the kernel is not loaded");
    memset(&loaded, 0, sizeof(loaded));
    assert_string_equal(custub_kernel_absence(&kernels[SAXPY]), "the kernel is not loaded");
}

static void an_image_without_a_kernel_that_can_run_is_refused(void **state)
{
    char reason[700];

    (void)state;
    for (uint32_t i = SCALE; i < SAMPLE_COUNT; i++)
        recording_make_unfit(sample_library.kernels[i].symbol, "inline PTX (sample.cu:3)");
    assert_int_equal(load(), CUSTUB_OK); /* two can */
    custub_library_unload(&loaded, sizeof(loaded), NULL);
    recording_make_unfit("saxpy", "the host compiler refuses it: 'f' is unknown (sample.cu:11)");
    recording_make_unfit("block_sum", "inline PTX (sample.cu:3)");
    assert_int_equal(load(), CUSTUB_ERROR_NO_IMAGE);
    assert_non_null(strstr(error.message, ": [fatbin: kernel 'saxpy' cannot run on the CPU, nor "
                                          "can 10 others: the host compiler refuses it: 'f' is "
                                          "unknown (sample.cu:11)] [ptx: "));
    assert_string_equal(error.kernel, "saxpy");
    assert_string_equal(error.file, "sample.cu");
    assert_int_equal(error.line, sample_library.kernels[SAXPY].line);
    assert_int_equal(error.driver_result, 0);
    nothing_was_loaded();
    memset(reason, 'x', sizeof(reason) - 1);
    reason[sizeof(reason) - 1] = '\0';
    recording_make_unfit("saxpy", reason);
    assert_int_equal(load(), CUSTUB_ERROR_NO_IMAGE); /* cut off, not overrun */
    assert_int_equal(strlen(error.message), CUSTUB_MESSAGE_SIZE - 1);
    nothing_was_loaded();
}

static void missing_kernels_do_not_count_as_kernels_that_can_run(void **state)
{
    const char *absent[SAMPLE_COUNT] = {NULL}; /* all but saxpy and pair */
    size_t count = 0;

    (void)state;
    for (size_t i = 0; i < SAMPLE_COUNT; i++) {
        if (i != SAXPY && i != PAIR)
            absent[count++] = sample_library.kernels[i].symbol;
    }
    recording_describe(&sample_library, absent);
    recording_make_unfit("saxpy", "inline PTX (sample.cu:3)");
    recording_make_unfit("pair", "inline PTX (sample.cu:3)");
    assert_int_equal(load(), CUSTUB_ERROR_NO_IMAGE);
    assert_non_null(strstr(error.message, "[fatbin: kernel 'saxpy' cannot run on the CPU, nor can "
                                          "1 other: inline PTX (sample.cu:3)]"));
    nothing_was_loaded();
}

/* Prototypes: another compiler makes their code, and the program gives the image. */
static void prototypes_that_the_image_lacks_are_absent(void **state)
{
    static const char *const absent[] = {"saxpy", NULL};
    static const custub_image none[] = {{NULL, NULL, 0}};
    custub_kernel_info infos[SAMPLE_COUNT];
    custub_library_info prototypes = sample_library;
    custub_library *library;

    (void)state;
    memcpy(infos, sample_library.kernels, sizeof(infos));
    for (size_t i = 0; i < SAMPLE_COUNT; i++)
        infos[i].flags |= CUSTUB_KERNEL_PROTOTYPE;
    prototypes.kernels = infos;
    recording_describe(&prototypes, absent);
    library = custub_library_open(&prototypes, sample_images, fresh(&error));
    assert_non_null(library);
    assert_string_equal(custub_kernel_absence(custub_library_find(library, "saxpy", NULL)),
                        "no loaded image has the kernel: it was unloaded, or the image that was "
                        "given has no entry of this name");
    assert_null(custub_kernel_absence(custub_library_find(library, "scale", NULL)));
    custub_library_close(library, NULL);
    assert_null(custub_library_open(&prototypes, none, fresh(&error)));
    assert_string_equal(error.message,
                        "sample.cu: no image for the cuda driver, there are no images; "
                        "give the image that the kernels' compiler made to the load");
}

/* Preparing, and adding nodes, is refused with the same words. */
static void prepares_and_adds_no_kernel_that_cannot_run(void **state)
{
    const custub_argument n = custub_argument_i32(1);
    custub_launch launch = custub_launch_default();
    const custub_kernel *tile;
    custub_library *library;

    (void)state;
    recording_make_unfit("tile", "a kernel launch (sample.cu:5)");
    library = custub_library_open(&sample_library, sample_images, fresh(&error));
    assert_non_null(library);
    tile = custub_library_find(library, "tile", fresh(&error));
    assert_non_null(tile);
    assert_string_equal(custub_kernel_absence(tile), "a kernel launch (sample.cu:5)");
    recording_clear_log();
    assert_int_equal(custub_kernel_launch(tile, &launch, 1, &n, fresh(&error)),
                     CUSTUB_ERROR_KERNEL_ABSENT);
    assert_non_null(strstr(error.message, "cannot run on the CPU: a kernel launch (sample.cu:5)"));
    assert_null(custub_kernel_prepare(tile, &launch, 1, &n, fresh(&error)));
    assert_int_equal(error.status, CUSTUB_ERROR_KERNEL_ABSENT);
    assert_non_null(strstr(error.message, "cannot run on the CPU: a kernel launch (sample.cu:5)"));
    assert_null(add_node((CUgraph)&launch, NULL, 0, tile, &launch, 1, &n, fresh(&error)));
    assert_int_equal(error.status, CUSTUB_ERROR_KERNEL_ABSENT);
    assert_non_null(strstr(error.message, "cannot run on the CPU: a kernel launch (sample.cu:5)"));
    assert_int_equal(recording_call_count(), 0);
    custub_library_close(library, NULL);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, start, nothing_is_left)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(kernels_that_cannot_run_are_absent_with_their_reason),
        TEST(reasons_end_when_their_own_library_is_unloaded),
        TEST(an_image_without_a_kernel_that_can_run_is_refused),
        TEST(missing_kernels_do_not_count_as_kernels_that_can_run),
        TEST(prototypes_that_the_image_lacks_are_absent),
        TEST(prepares_and_adds_no_kernel_that_cannot_run),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}

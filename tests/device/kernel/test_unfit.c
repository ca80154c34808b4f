/* A kernel that a CPU image cannot have: the load functions report it, and its launch is refused,
 * with the reason and before the driver sees it. A file without a kernel that can run is not
 * loaded. Nothing is written to standard error. On a GPU the same kernels run: CUSTUB_DRIVER in the
 * environment chooses. */
#define _POSIX_C_SOURCE 200809L

#include "device_fixture.h"
#include "unfit.custub.h"
#include "unfit_whole.custub.h"
#include "fresh_error.h"
#include "graph_node.h"

#include <string.h>
#include <unistd.h>

#define THREADS 8

static bool on_cpu; /* the driver that is open */
static unfit_kernels unfit;
static custub_u32_buffer out;
static custub_launch launch;

static int set_up(void **state)
{
    (void)state;
    unfit = unfit_load(fresh(&fixture_error));
    out = custub_u32_buffer_create(THREADS, &fixture_error);
    succeed(fixture_error.status);
    launch = one_block(THREADS);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    custub_u32_buffer_destroy(&out, NULL);
    unfit_unload(&unfit, NULL);
    return 0;
}

static const custub_kernel *find(const char *name)
{
    const custub_kernel *kernel = custub_library_find(unfit.library, name, &fixture_error);

    succeed(fixture_error.status);
    return kernel;
}

static void expect_numbers(unsigned factor)
{
    uint32_t host[THREADS];

    succeed(custub_u32_download(out.view, host, out.view.count, 0, &fixture_error));
    for (unsigned i = 0; i < THREADS; i++)
        assert_int_equal(host[i], factor * i);
}

/* Checks the status of a launch of with_assembly(), whatever made it. */
static void check_assembly(custub_status status)
{
    if (!on_cpu) {
        succeed(status);
        return;
    }
    assert_int_equal(status, CUSTUB_ERROR_KERNEL_ABSENT);
    assert_string_equal(fixture_error.message, "with_assembly: the kernel cannot run on the CPU: "
                                               "inline PTX (unfit.cu:7) [unfit.cu:11]");
    assert_string_equal(fixture_error.kernel, "with_assembly");
    assert_string_equal(fixture_error.file, "unfit.cu");
    assert_int_equal(fixture_error.line, 11);
    assert_int_equal(fixture_error.driver_result, 0);
    fresh(&fixture_error);
}

static void runs_the_other_kernels_of_the_file(void **state)
{
    (void)state;
    succeed(launch_without(&unfit, &launch, out.view, &fixture_error));
    expect_numbers(1);
    succeed(launch_with_header(&unfit, &launch, out.view, &fixture_error));
    expect_numbers(2);
}

static void refuses_the_launch_with_the_reason(void **state)
{
    (void)state;
    check_assembly(launch_with_assembly(&unfit, &launch, out.view, &fixture_error));
    if (!on_cpu) {
        expect_numbers(1);
        succeed(launch_with_assembly_of_header(&unfit, &launch, out.view, &fixture_error));
        return; /* there is no texture to launch with_texture() with */
    }
    launch.check = CUSTUB_CHECK_NONE; /* at every level */
    check_assembly(launch_with_assembly(&unfit, &launch, out.view, &fixture_error));
    assert_int_equal(
        launch_with_assembly_of_header(&unfit, &launch, out.view, fresh(&fixture_error)),
        CUSTUB_ERROR_KERNEL_ABSENT);
    assert_non_null(strstr(fixture_error.message, ": inline PTX (unfit.cuh:12) [unfit.cu:"));
    assert_int_equal(launch_with_texture(&unfit, &launch, out.view, custub_texture_of(0),
                                         custub_surface_of(0), fresh(&fixture_error)),
                     CUSTUB_ERROR_KERNEL_ABSENT);
    assert_non_null(strstr(fixture_error.message,
                           ": textures with layers, cubes, levels or gathering (unfit.cu:24) ["));
    /* The context still works. */
    succeed(launch_without(&unfit, &launch, out.view, fresh(&fixture_error)));
    expect_numbers(1);
}

static void tells_the_reason_after_loading(void **state)
{
    (void)state;
    assert_null(custub_kernel_absence(find("without")));
    for (uint32_t i = 0; i < unfit_custub_library.kernel_count; i++)
        assert_true((custub_library_kernel(unfit.library, i)->function == NULL) ==
                    (custub_kernel_absence(custub_library_kernel(unfit.library, i)) != NULL));
    if (!on_cpu) {
        assert_null(custub_kernel_absence(find("with_assembly")));
        assert_null(custub_kernel_absence(find("with_texture")));
        return;
    }
    assert_string_equal(custub_kernel_absence(find("with_assembly")), "inline PTX (unfit.cu:7)");
    assert_string_equal(custub_kernel_absence(find("with_texture")),
                        "textures with layers, cubes, levels or gathering (unfit.cu:24)");
}

static void refuses_dynamic_and_prepared_launches(void **state)
{
    custub_argument argument =
        custub_argument_buffer(CUSTUB_SCALAR_U32, out.view.ptr, out.view.count);
    const custub_kernel *kernel = find("with_assembly");
    custub_prepared *prepared;

    (void)state;
    check_assembly(custub_kernel_launch(kernel, &launch, 1, &argument, &fixture_error));
    prepared = prepare_with_assembly(&unfit, &launch, out.view, &fixture_error);
    assert_true((fixture_error.status == CUSTUB_OK) == (prepared != NULL));
    check_assembly(fixture_error.status);
    custub_prepared_destroy(prepared);
    prepared = custub_kernel_prepare(kernel, &launch, 1, &argument, &fixture_error);
    assert_true((fixture_error.status == CUSTUB_OK) == (prepared != NULL));
    check_assembly(fixture_error.status);
    custub_prepared_destroy(prepared);
    if (on_cpu) { /* refused before the invalid graph is used */
        assert_null(add_node((CUgraph)(void *)&launch, NULL, 0, kernel, &launch, 1, &argument,
                             &fixture_error));
        check_assembly(fixture_error.status);
    }
}

static void loads_by_the_dynamic_functions_too(void **state)
{
    custub_argument argument =
        custub_argument_buffer(CUSTUB_SCALAR_U32, out.view.ptr, out.view.count);
    custub_library *library;
    const custub_kernel *kernel;

    (void)state;
    library = custub_library_open(&unfit_custub_library, unfit_custub_images, &fixture_error);
    kernel = custub_library_find(library, "with_assembly", &fixture_error);
    succeed(fixture_error.status);
    assert_true((custub_kernel_absence(kernel) != NULL) == on_cpu);
    check_assembly(custub_kernel_launch(kernel, &launch, 1, &argument, &fixture_error));
    succeed(custub_library_close(library, &fixture_error));
    /* The other library still works. */
    check_assembly(launch_with_assembly(&unfit, &launch, out.view, &fixture_error));
}

static void refuses_to_load_a_file_without_a_usable_kernel(void **state)
{
    unfit_whole_kernels whole = unfit_whole_load(&fixture_error);

    (void)state;
    if (!on_cpu) {
        succeed(fixture_error.status);
        succeed(launch_whole_lanes(&whole, &launch, out.view, THREADS, &fixture_error));
        expect_numbers(1);
        unfit_whole_unload(&whole, NULL);
        return;
    }
    assert_int_equal(fixture_error.status, CUSTUB_ERROR_NO_IMAGE);
    assert_null(whole.library);
    assert_non_null(strstr(fixture_error.message, "unfit_whole.cu: no image for "));
    assert_non_null(strstr(fixture_error.message, ": kernel 'whole_lanes' cannot run on the CPU, "
                                                  "nor can 2 others: inline PTX "
                                                  "(unfit_whole.cu:5)]"));
    assert_string_equal(fixture_error.kernel, "whole_lanes");
    assert_int_equal(fixture_error.line, 9);
    assert_null(custub_library_open(&unfit_whole_custub_library, unfit_whole_custub_images,
                                    fresh(&fixture_error)));
    assert_int_equal(fixture_error.status, CUSTUB_ERROR_NO_IMAGE);
}

static int run(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(runs_the_other_kernels_of_the_file, set_up, tear_down),
        cmocka_unit_test_setup_teardown(refuses_the_launch_with_the_reason, set_up, tear_down),
        cmocka_unit_test_setup_teardown(tells_the_reason_after_loading, set_up, tear_down),
        cmocka_unit_test_setup_teardown(refuses_dynamic_and_prepared_launches, set_up, tear_down),
        cmocka_unit_test_setup_teardown(loads_by_the_dynamic_functions_too, set_up, tear_down),
        cmocka_unit_test_setup_teardown(refuses_to_load_a_file_without_a_usable_kernel, set_up,
                                        tear_down),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* Prints what was written to standard error. cmocka writes there too: only custub's lines count. */
static bool is_quiet(FILE *said)
{
    bool quiet = true;
    char line[1024];

    rewind(said);
    while (fgets(line, sizeof(line), said)) {
        quiet &= strncmp(line, "custub:", strlen("custub:")) != 0;
        fputs(line, stdout);
    }
    return quiet;
}

int main(void)
{
    FILE *said = tmpfile();
    int answer = open_fixture();

    if (answer != 0 || !said)
        return answer ? answer : EXIT_FAILURE;
    on_cpu = strcmp(custub_driver_name(), "cpu") == 0;
    fflush(stderr);
    dup2(fileno(said), STDERR_FILENO);
    answer = run();
    fflush(stderr);
    if (!is_quiet(said)) {
        puts("what is refused is also written to the standard error stream");
        answer = EXIT_FAILURE;
    }
    fclose(said);
    custub_device_close(fixture_device, NULL);
    return answer;
}

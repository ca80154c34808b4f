/* A driver without cuLibraryLoadData: kernels are in modules, which are bound to the context of
 * their loading. The recording driver is built with RECORDING_OLD_DRIVER. */
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

#define X ((CUdeviceptr)1 << 40) /* addresses, far apart */
#define Y ((CUdeviceptr)1 << 50)

int cuGraphDestroyNode(CUgraphNode node);

static custub_error error;
static sample_kernels loaded;
static custub_kernel *const kernels = loaded.kernel;
static custub_launch launch;

static int start(void **state)
{
    (void)state;
    recording_reset();
    recording_programmed()->device_count = 2;
    recording_describe(&sample_library, NULL);
    recording_use_device(0);
    memset(&error, 0, sizeof(error));
    launch = custub_launch_of(1, 32);
    recording_add_range(X, 28, false);
    recording_add_range(Y, 28, false);
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

static custub_status saxpy(void)
{
    return sample_launch_saxpy(kernels, &launch, 7, 1, custub_f32_view_of(X, 7),
                               custub_f32_view_of(Y, 7), fresh(&error));
}

static void loads_a_module(void **state)
{
    (void)state;
    assert_int_equal(custub_driver_version(), 11080);
    assert_int_equal(load(), CUSTUB_OK);
    assert_int_equal(recording_calls_of("cuModuleLoadDataEx"), 1);
    assert_int_equal(saxpy(), CUSTUB_OK);
    assert_int_equal(recording_launch_count(), 1);
    custub_library_unload(&loaded, sizeof(loaded), NULL);
}

static void refuses_another_context_by_name(void **state)
{
    const char *message =
        "saxpy: another context is current: with this driver (CUDA 11.8; 12.0 has no such limit) "
        "the kernels run only in the context that was current when they were loaded [sample.cu:12]";

    (void)state;
    assert_int_equal(load(), CUSTUB_OK);
    recording_use_device(1);
    launch.check = CUSTUB_CHECK_WHOLE;
    assert_int_equal(saxpy(), CUSTUB_ERROR_WRONG_CONTEXT);
    assert_string_equal(error.message, message);
    assert_int_equal(recording_launch_count(), 0);
    /* The contract level asks nothing before the launch, and explains a launch that failed. */
    memset(&error, 0, sizeof(error));
    launch.check = CUSTUB_CHECK_CONTRACT;
    recording_fail("cuLaunchKernel", 1, 400);
    assert_int_equal(saxpy(), CUSTUB_ERROR_WRONG_CONTEXT);
    assert_string_equal(error.message, message);
    assert_null(custub_kernel_function(&kernels[SAXPY], fresh(&error)));
    assert_string_equal(error.message, message);
    assert_int_equal(custub_kernel_attributes_get(&kernels[SAXPY], fresh(&error)).max_threads, 0);
    assert_string_equal(error.message, message);
    recording_use_device(0);
    assert_ptr_equal(custub_kernel_function(&kernels[SAXPY], fresh(&error)),
                     kernels[SAXPY].function);
    assert_int_equal(custub_kernel_attributes_get(&kernels[SAXPY], fresh(&error)).registers, 400);
    recording_use_device(-1);
    assert_int_equal(saxpy(), CUSTUB_ERROR_WRONG_CONTEXT);
    assert_non_null(strstr(error.message, "no context is current"));
    custub_library_unload(&loaded, sizeof(loaded), NULL);
}

static void refuses_a_stream_of_another_context(void **state)
{
    (void)state;
    assert_int_equal(load(), CUSTUB_OK);
    launch.check = CUSTUB_CHECK_WHOLE;
    launch.stream = custub_stream_create(fresh(&error));
    assert_non_null(launch.stream);
    assert_int_equal(saxpy(), CUSTUB_OK);
    custub_stream_destroy(launch.stream, NULL);
    recording_use_device(1);
    launch.stream = custub_stream_create(fresh(&error));
    assert_non_null(launch.stream);
    recording_use_device(0);
    assert_int_equal(saxpy(), CUSTUB_ERROR_WRONG_CONTEXT);
    assert_string_equal(error.message,
                        "saxpy: the launch's stream belongs to another context than the kernels: "
                        "with this driver (CUDA 11.8; 12.0 has no such limit) they run only in the "
                        "context that was current when they were loaded [sample.cu:12]");
    assert_int_equal(recording_launch_count(), 1);
    custub_stream_destroy(launch.stream, NULL);
    custub_library_unload(&loaded, sizeof(loaded), NULL);
}

static void fill(custub_argument *arguments, uint64_t n)
{
    arguments[0] = custub_argument_u64(n);
    arguments[1] = custub_argument_f32(2);
    arguments[2] = custub_argument_buffer(CUSTUB_SCALAR_F32, X, n);
    arguments[3] = custub_argument_buffer(CUSTUB_SCALAR_F32, Y, n);
}

static uint64_t seen_n(void)
{
    uint64_t n;

    memcpy(&n, recording_last_launch()->parameters, sizeof(n));
    return n;
}

/* Up to 11.8 nodes have the functions without _v2. */
static void nodes_of_graphs_are_added_and_changed(void **state)
{
    CUgraph graph = (CUgraph)(void *)&launch;
    CUgraphExec exec = (CUgraphExec)(void *)&error;
    CUgraphNode node;
    custub_argument arguments[4];

    (void)state;
    assert_int_equal(load(), CUSTUB_OK);
    fill(arguments, 7);
    node = add_node(graph, NULL, 0, &kernels[SAXPY], &launch, 4, arguments, fresh(&error));
    assert_non_null(node);
    assert_int_equal(recording_calls_of("cuGraphAddKernelNode"), 1);
    assert_string_equal(recording_last_launch()->kernel, "saxpy");
    assert_int_equal(seen_n(), 7);
    fill(arguments, 6);
    assert_int_equal(set_node(exec, node, &kernels[SAXPY], &launch, 4, arguments, fresh(&error)),
                     CUSTUB_OK);
    assert_int_equal(recording_calls_of("cuGraphExecKernelNodeSetParams"), 1);
    assert_int_equal(seen_n(), 6);
    fill(arguments, 5);
    assert_int_equal(set_node(NULL, node, &kernels[SAXPY], &launch, 4, arguments, fresh(&error)),
                     CUSTUB_OK);
    assert_int_equal(recording_calls_of("cuGraphKernelNodeSetParams"), 1);
    assert_int_equal(seen_n(), 5);
    fill(arguments, 33);
    assert_int_equal(set_node(NULL, node, &kernels[SAXPY], &launch, 4, arguments, fresh(&error)),
                     CUSTUB_ERROR_COVERAGE);
    assert_int_equal(seen_n(), 5);
    cuGraphDestroyNode(node);
    custub_library_unload(&loaded, sizeof(loaded), NULL);
}

static void unloads_in_the_context_of_loading(void **state)
{
    (void)state;
    assert_int_equal(load(), CUSTUB_OK);
    recording_use_device(1);
    custub_library_unload(&loaded, sizeof(loaded), NULL); /* else it would still be alive */
    assert_ptr_equal(recording_current_context(), recording_context(1));
}

static void tells_what_the_compiler_objected_to(void **state)
{
    (void)state;
    recording_reject(sample_images[0].data, 209, true, NULL);
    recording_reject(sample_images[1].data, 218, true, "line 1\nline 2\n\n");
    assert_int_equal(load(), CUSTUB_ERROR_NO_IMAGE);
    assert_string_equal(
        error.message,
        "sample.cu: no image for Recording device 0 (compute capability 9.0, driver for CUDA "
        "11.8): "
        "[fatbin: cuModuleLoadDataEx: CUDA_ERROR_NO_BINARY_FOR_GPU (209): as recorded] "
        "[ptx: cuModuleLoadDataEx: CUDA_ERROR_INVALID_PTX (218): as recorded: line 1 line 2]");
    assert_null(loaded.library);
}

static void opts_in_by_the_function(void **state)
{
    custub_bytes_view x = custub_bytes_view_of(0, 0);
    void *arguments[] = {&x.ptr};

    (void)state;
    assert_int_equal(load(), CUSTUB_OK);
    launch.shared = 100000;
    assert_int_equal(sample_launch(&kernels[DYNAMIC], &launch, arguments, fresh(&error)),
                     CUSTUB_OK);
    assert_int_equal(recording_calls_of("cuFuncSetAttribute"), 1);
    assert_int_equal(recording_opted_in("dynamic", 0), 100000);
    custub_library_unload(&loaded, sizeof(loaded), NULL);
}

static void signature_is_not_checked_where_the_driver_cannot_tell(void **state)
{
    (void)state;
    recording_change_param("scale", 1, 8, 8);
    assert_int_equal(load(), CUSTUB_OK);
    assert_false(custub_library_signatures_checked(loaded.library));
    custub_library_unload(&loaded, sizeof(loaded), NULL);
}

static void loading_fails_cleanly_at_every_call(void **state)
{
    size_t refused = 0;
    size_t calls;

    (void)state;
    recording_clear_log();
    assert_int_equal(load(), CUSTUB_OK);
    calls = recording_call_count();
    custub_library_unload(&loaded, sizeof(loaded), NULL);
    for (size_t n = 1; n <= calls; n++) {
        recording_fail(NULL, n, 2);
        if (load()) {
            refused++;
            assert_null(loaded.library);
            assert_null(kernels[SAXPY].info);
        }
        custub_library_unload(&loaded, sizeof(loaded), NULL);
        assert_int_equal(recording_alive(), 0);
    }
    assert_true(calls > 10);
    assert_true(refused >= 4); /* the second image replaces a first one that fails */
}

static void variables_are_in_the_context_of_loading(void **state)
{
    static float weights[4];

    (void)state;
    recording_add_global("weights", weights, sizeof(weights));
    assert_int_equal(load(), CUSTUB_OK);
    assert_int_equal(custub_library_global(loaded.library, "weights", NULL, &error),
                     (uintptr_t)weights);
    assert_int_equal(custub_library_preload(loaded.library, &error), CUSTUB_OK);
    recording_fail("cuModuleGetGlobal_v2", 1, 700);
    assert_int_equal(custub_library_global(loaded.library, "weights", NULL, &error), 0);
    assert_string_equal(error.driver_call, "cuModuleGetGlobal");
    recording_use_device(1);
    assert_int_equal(custub_library_global(loaded.library, "weights", NULL, fresh(&error)), 0);
    assert_int_equal(error.status, CUSTUB_ERROR_WRONG_CONTEXT);
    assert_int_equal(custub_library_preload(loaded.library, fresh(&error)),
                     CUSTUB_ERROR_WRONG_CONTEXT);
    recording_use_device(0);
    custub_library_unload(&loaded, sizeof(loaded), NULL);
}

/* A module belongs to a context, so each context has its own. */
static void linked_images_are_shared_in_one_context(void **state)
{
    static const custub_image linked[] = {{"linked-fatbin", "one", 4}, {NULL, NULL, 0}};
    custub_library *libraries[3];

    (void)state;
    for (int i = 0; i < 3; i++) {
        recording_use_device(i == 2);
        libraries[i] = custub_library_open(&sample_library, linked, &error);
        assert_non_null(libraries[i]);
    }
    assert_int_equal(recording_calls_of("cuModuleLoadDataEx"), 2);
    for (int i = 0; i < 3; i++)
        custub_library_close(libraries[i], &error);
    assert_int_equal(recording_calls_of("cuModuleUnload"), 2);
    assert_false(custub_failed(&error));
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, start, nothing_is_left)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(loads_a_module),
        TEST(refuses_another_context_by_name),
        TEST(refuses_a_stream_of_another_context),
        TEST(nodes_of_graphs_are_added_and_changed),
        TEST(unloads_in_the_context_of_loading),
        TEST(tells_what_the_compiler_objected_to),
        TEST(opts_in_by_the_function),
        TEST(signature_is_not_checked_where_the_driver_cannot_tell),
        TEST(loading_fails_cleanly_at_every_call),
        TEST(variables_are_in_the_context_of_loading),
        TEST(linked_images_are_shared_in_one_context),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* Every driver call fails in turn, alone and with all calls after it, in a program that asks for
 * errors once, at its end. The record is that of the first failure, whatever fails later, and
 * nothing leaks. test_failures.c does the same to kernels and launches. */
#include <custub/custub.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "recording_driver.h"
#include "sample_library.h"

#define COUNT   256u
#define MOST    400 /* more than the calls of the program */
#define FAILURE 2   /* CUDA_ERROR_OUT_OF_MEMORY, of the call in turn */
#define LATER   999 /* CUDA_ERROR_UNKNOWN, of all calls after it */

static float weights[16];

static void called_by_a_stream(void *user)
{
    (void)user;
}

static void ask_and_set(custub_device *device, custub_device *peer, custub_error *error)
{
    custub_device_compute_capability(device, error);
    custub_device_attribute(device, CUSTUB_DEVICE_HAS_CLUSTERS, error);
    custub_device_memory_get(device, error);
    custub_device_set_schedule(device, CUSTUB_SCHEDULE_YIELD, error);
    custub_device_limit(CUSTUB_LIMIT_STACK, error);
    custub_device_set_limit(CUSTUB_LIMIT_STACK, 2048, error);
    custub_device_can_access(device, peer, error);
    custub_device_enable_access(device, peer, error);
    custub_device_disable_access(device, peer, error);
}

static void use_streams(custub_error *error)
{
    const custub_stream_priorities range = custub_stream_priority_range(error);
    CUstream stream = custub_stream_create_with_priority(range.highest, error);
    CUstream other = custub_stream_create(error);
    CUevent start = custub_event_create_timed(error);
    CUevent end = custub_event_create_timed(error);
    CUevent plain = custub_event_create(error);

    custub_event_record(start, stream, error);
    custub_stream_call(stream, called_by_a_stream, NULL, error);
    custub_event_record(end, stream, error);
    custub_event_record(plain, stream, error);
    custub_stream_wait(other, plain, error);
    custub_stream_join(other, stream, error);
    custub_stream_is_busy(stream, error);
    custub_event_is_pending(plain, error);
    custub_event_synchronize(end, error);
    custub_event_elapsed(start, end, error);
    custub_stream_synchronize(other, error);
    custub_event_destroy(plain, error);
    custub_event_destroy(end, error);
    custub_event_destroy(start, error);
    custub_stream_destroy(other, error);
    custub_stream_destroy(stream, error);
}

static void use_pools(custub_device *device, custub_device *peer, custub_error *error)
{
    CUmemoryPool pool = custub_pool_create(4096, error);
    custub_f32_buffer ordered = custub_f32_buffer_create_async(COUNT, pool, NULL, error);
    custub_f32_buffer of_device =
        custub_f32_buffer_create_async(COUNT, custub_pool_of_device(device, error), NULL, error);

    custub_pool_set_threshold(pool, 8192, error);
    custub_pool_set_access(pool, peer, true, error);
    custub_pool_usage_get(pool, error);
    custub_f32_buffer_destroy_async(&of_device, NULL, error);
    custub_f32_buffer_destroy_async(&ordered, NULL, error);
    custub_pool_trim(pool, 0, error);
    custub_pool_destroy(pool, error);
}

static void use_memory(custub_error *error)
{
    custub_f32_pinned pinned = custub_f32_pinned_create(COUNT, error);
    custub_f32_managed managed = custub_f32_managed_create(COUNT, error);
    custub_f32_buffer ones = custub_f32_buffer_create_filled(COUNT, 1.0f, NULL, error);
    custub_f32_buffer zeros = custub_f32_buffer_create_zeroed(COUNT, NULL, error);
    float *host = pinned.host;

    custub_f32_upload(ones.view, host, COUNT, NULL, error);
    custub_f32_upload_async(zeros.view, host, COUNT, NULL, error);
    custub_f32_copy(zeros.view, ones.view, COUNT, NULL, error);
    custub_f32_zero(ones.view, NULL, error);
    custub_f32_fill(ones.view, 2.0f, NULL, error);
    custub_f32_download_async(ones.view, host, COUNT, NULL, error);
    custub_f32_download(managed.view, host, COUNT, NULL, error);
    custub_f32_buffer_destroy(&zeros, error);
    custub_f32_buffer_destroy(&ones, error);
    custub_f32_managed_destroy(&managed, error);
    custub_f32_pinned_destroy(&pinned, error);
}

static void use_boxes(custub_error *error)
{
    static float host[COUNT];
    const custub_box box = custub_box_of(10, 10, 1);
    const custub_pitch dense = custub_pitch_of(0, 0);
    custub_pitch pitch = dense;
    custub_f32_buffer rows = custub_f32_buffer_create_pitched(10, 10, &pitch, error);
    custub_f32_buffer copy = custub_f32_buffer_create(COUNT, error);

    custub_f32_upload_box(rows.view, pitch, host, dense, box, NULL, error);
    custub_f32_upload_box_async(rows.view, pitch, host, dense, box, NULL, error);
    custub_f32_copy_box(copy.view, dense, rows.view, pitch, box, NULL, error);
    custub_f32_download_box(copy.view, dense, host, dense, box, NULL, error);
    custub_f32_download_box_async(copy.view, dense, host, dense, box, NULL, error);
    custub_f32_buffer_destroy(&copy, error);
    custub_f32_buffer_destroy(&rows, error);
}

static void use_graphs(custub_error *error)
{
    CUstream stream = custub_stream_create(error);
    CUgraph graph = custub_graph_create(error);
    CUgraphExec exec = custub_graph_instantiate(graph, error);
    CUgraph captured = NULL;
    custub_status begun = custub_capture_begin(stream, error);

    if (begun == CUSTUB_OK)
        captured = custub_capture_end(stream, error);
    custub_graph_print(graph, "graph.dot", error);
    custub_graph_launch(exec, stream, error);
    custub_graph_update(exec, graph, error);
    custub_graph_destroy(captured, error);
    custub_graph_exec_destroy(exec, error);
    custub_graph_destroy(graph, error);
    custub_stream_destroy(stream, error);
}

static void use_textures(custub_error *error)
{
    static float host[64];
    const custub_sampling sampling = custub_sampling_default();
    const custub_texel texel = custub_texel_of(CUSTUB_TEXEL_F32, 1);
    CUdeviceptr memory = custub_memory_create(1024, sizeof(float), error);
    custub_memory view = custub_memory_of((memory + 511) / 512 * 512, 512, sizeof(float));
    custub_array array = custub_array_create(texel, 8, 8, 0, CUSTUB_ARRAY_SURFACE, error);
    custub_texture_object linear = custub_texture_linear(view, texel, CUSTUB_READ_ELEMENT, error);
    custub_texture_object pitched =
        custub_texture_pitched(view, texel, 8, 4, 512, &sampling, error);
    custub_texture_object of_array = custub_texture_of_array(array, &sampling, error);
    custub_surface_object surface = custub_surface_of_array(array, error);

    custub_array_upload(array, host, 0, NULL, error);
    custub_array_download(array, host, 0, NULL, error);
    custub_array_copy_from(array, view, 0, NULL, error);
    custub_array_copy_to(array, view, 0, NULL, error);
    custub_surface_object_destroy(&surface, error);
    custub_texture_object_destroy(&of_array, error);
    custub_texture_object_destroy(&pitched, error);
    custub_texture_object_destroy(&linear, error);
    custub_array_destroy(&array, error);
    custub_memory_destroy(memory, error);
}

static void compile(custub_error *error)
{
    static const custub_jit_program program = {.name = "scale.cu", .source = "the source"};
    custub_image image = custub_jit_compile(&program, error);

    custub_image_free(&image);
}

/* Loads what was linked. */
static void use_images(custub_error *error)
{
    static const custub_image parts[] = {
        {"ptx", ".version", 9}, {"cubin", "b", 1}, {NULL, NULL, 0}};
    custub_image linked[2] = {custub_link(parts, NULL, error), {NULL, NULL, 0}};
    custub_load_options options = {0};
    custub_library *library;
    custub_memory found;

    options.images = linked;
    library = custub_library_open_with(&sample_library, &options, error);
    custub_library_preload(library, error);
    custub_library_global(library, "weights", NULL, error);
    found = custub_global_memory(library, "weights", 16, sizeof(float), error);
    custub_memory_zero(found, NULL, error);
    custub_library_close(library, error);
    custub_image_free(&linked[0]);
}

/* A whole program, which opens and closes everything. Returns its record. */
static custub_error run(void)
{
    custub_error error = custub_error_none();
    custub_device *device;
    custub_device *peer;

    recording_use_device(-1);
    custub_device_count(&error);
    peer = custub_device_open(1, &error);
    device = custub_device_open(0, &error);
    custub_device_use(device, &error);
    ask_and_set(device, peer, &error);
    use_streams(&error);
    use_pools(device, peer, &error);
    use_memory(&error);
    use_boxes(&error);
    use_graphs(&error);
    use_textures(&error);
    use_images(&error);
    compile(&error);
    custub_device_synchronize(device, &error);
    custub_device_close(device, &error);
    custub_device_close(peer, &error);
    return error;
}

static int start(void **state)
{
    (void)state;
    return custub_driver_open(CUSTUB_DRIVER_DEFAULT, NULL) != CUSTUB_OK;
}

static void program(void)
{
    recording_reset();
    recording_describe(&sample_library, NULL);
    recording_programmed()->device_count = 2;
    recording_programmed()->context_id = 7;
    recording_add_global("weights", weights, sizeof(weights));
}

/* True for questions whose answer is optional, and for calls that have an alternative. */
static bool may_go_unnoticed(const char *call)
{
    static const char *const calls[] = {
        "cuCtxGetCurrent",     "cuCtxGetDevice",       "cuCtxGetId",
        "cuDeviceGetName",     "cuDeviceGetAttribute", "cuCtxSetCurrent",
        "cuKernelGetFunction", "cuLinkDestroy",        "cuMemGetAddressRange_v2",
        "cuStreamIsCapturing", "cuGraphGetNodes",      "cuDevicePrimaryCtxGetState"};

    for (size_t i = 0; i < sizeof(calls) / sizeof(calls[0]); i++)
        if (strcmp(call, calls[i]) == 0)
            return true;
    return false;
}

static bool succeeds(void)
{
    custub_error error;

    program();
    error = run();
    if (custub_failed(&error))
        print_error("%s\n", error.message);
    assert_int_equal(recording_alive(), 0);
    return !custub_failed(&error);
}

/* Runs the program with the n-th call failing, and then all later ones or none. Returns the
 * record. */
static custub_error fail_at(size_t n, int later)
{
    custub_error error;

    program();
    recording_fail_from(n, FAILURE, later);
    error = run();
    if (recording_alive() != 0)
        fail_msg("call %zu, %s: %d things are left; %s", n, recording_call(n - 1),
                 (int)recording_alive(), error.message);
    return error;
}

/* Checks that the first failure is that of the call, or a consequence of its missing answer. */
static void is_about(const custub_error *error, const char *call)
{
    assert_true(strlen(error->message) > 0);
    if (error->status == CUSTUB_ERROR_DRIVER) {
        assert_int_equal(error->driver_result, FAILURE);
        assert_memory_equal(error->driver_call, call, strlen(error->driver_call));
    }
}

static void the_first_failure_is_kept_whatever_fails_later(void **state)
{
    size_t calls;

    (void)state;
    assert_true(succeeds());
    calls = recording_call_count();
    assert_in_range(calls, 150, MOST);
    for (size_t n = 1; n <= calls; n++) {
        custub_error alone = fail_at(n, 0);
        custub_error first = fail_at(n, LATER);
        const char *call = recording_call(n - 1);
        if (!custub_failed(&alone)) {
            if (!may_go_unnoticed(call))
                fail_msg("call %zu, %s, fails unnoticed", n, call);
            continue;
        }
        is_about(&alone, call);
        assert_int_equal(first.status, alone.status);
        assert_int_equal(first.driver_result, alone.driver_result);
        assert_string_equal(first.driver_call, alone.driver_call);
    }
    recording_fail(NULL, 0, 0);
    assert_true(succeeds());
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(the_first_failure_is_kept_whatever_fails_later, start),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}

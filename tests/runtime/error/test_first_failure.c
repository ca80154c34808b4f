/* A record that holds a failure: functions do nothing and return it; functions that end something
 * act and keep it. The recording driver's log shows what was called. */
#include <custub/custub.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "recording_driver.h"
#include "sample_library.h"

#define X     ((CUdeviceptr)0x7f0000000000) /* addresses, far apart */
#define Y     ((CUdeviceptr)0x7f0001000000)
#define GRAPH ((CUgraph)(void *)&error)
#define EXEC  ((CUgraphExec)(void *)&launch)

int cuGraphDestroyNode(CUgraphNode node);

static custub_error error;
static custub_launch launch;
static custub_library *library;
static custub_kernel kernels[SAMPLE_COUNT];
static custub_argument arguments[4];

static custub_argument floats(CUdeviceptr ptr)
{
    return custub_argument_buffer(CUSTUB_SCALAR_F32, ptr, 1000);
}

static int start(void **state)
{
    (void)state;
    recording_reset();
    if (custub_driver_open(CUSTUB_DRIVER_DEFAULT, NULL))
        return 1;
    library = sample_load(kernels);
    recording_add_range(X, 4000, false);
    recording_add_range(Y, 4000, false);
    launch = custub_launch_of(4, 256);
    arguments[0] = custub_argument_u64(1000);
    arguments[1] = custub_argument_f32(2);
    arguments[2] = floats(X);
    arguments[3] = floats(Y);
    error = custub_error_none();
    return 0;
}

static int stop(void **state)
{
    (void)state;
    custub_library_close(library, NULL);
    return recording_alive() != 0;
}

static custub_error failure; /* what `error` holds */

static void fail_first(void)
{
    custub_library_find(library, "first", &error);
    assert_int_equal(error.status, CUSTUB_ERROR_KERNEL_UNKNOWN);
    failure = error;
    recording_clear_log();
}

/* The record is unchanged, and so is the driver. */
static void nothing_was_done(void)
{
    assert_memory_equal(&error, &failure, sizeof(error));
    assert_int_equal(recording_call_count(), 0);
}

#define UNCHANGED(call)                                                                            \
    do {                                                                                           \
        assert_int_equal(call, CUSTUB_ERROR_KERNEL_UNKNOWN);                                       \
        nothing_was_done();                                                                        \
    } while (0)

#define NOTHING(call)                                                                              \
    do {                                                                                           \
        assert_null(call);                                                                         \
        nothing_was_done();                                                                        \
    } while (0)

/* --- Nothing is done ---- */

static void record_without_a_failure_is_all_zero(void **state)
{
    static const custub_error zeros;
    const custub_error none = custub_error_none();

    (void)state;
    assert_memory_equal(&none, &zeros, sizeof(none));
    assert_false(custub_failed(&none));
    assert_false(custub_failed(NULL));
    fail_first();
    assert_true(custub_failed(&error));
}

static void devices_and_streams_are_not_opened(void **state)
{
    custub_device *device;

    (void)state;
    device = custub_device_open(0, &error);
    fail_first();
    UNCHANGED(custub_driver_open(CUSTUB_DRIVER_DEFAULT, &error));
    UNCHANGED(custub_driver_open(CUSTUB_DRIVER_CPU, &error));
    assert_int_equal(custub_device_count(&error), 0);
    NOTHING(custub_device_open(0, &error));
    NOTHING(custub_device_open(-1, &error));
    UNCHANGED(custub_device_use(device, &error));
    UNCHANGED(custub_device_use(NULL, &error)); /* its opening failed */
    assert_int_equal(custub_device_attribute(device, 1, &error), 0);
    assert_int_equal(custub_device_compute_capability(device, &error), 0);
    assert_int_equal(custub_device_memory_get(device, &error).total, 0);
    UNCHANGED(custub_device_set_schedule(device, CUSTUB_SCHEDULE_SPIN, &error));
    assert_false(custub_device_can_access(device, device, &error));
    UNCHANGED(custub_device_enable_access(device, device, &error));
    NOTHING(custub_stream_create(&error));
    NOTHING(custub_stream_create_with_priority(0, &error));
    assert_int_equal(custub_stream_priority_range(&error).highest, 0);
    assert_false(custub_stream_is_busy(NULL, &error));
    UNCHANGED(custub_stream_call(NULL, NULL, NULL, &error));
    UNCHANGED(custub_stream_wait(NULL, NULL, &error));
    UNCHANGED(custub_stream_join(NULL, NULL, &error));
    NOTHING(custub_event_create(&error));
    NOTHING(custub_event_create_timed(&error));
    UNCHANGED(custub_event_record(NULL, NULL, &error));
    assert_false(custub_event_is_pending(NULL, &error));
    assert_true(custub_event_elapsed(NULL, NULL, &error) <= 0);
    assert_int_equal(custub_device_limit(CUSTUB_LIMIT_STACK, &error), 0);
    UNCHANGED(custub_device_set_limit(CUSTUB_LIMIT_STACK, 9, &error));
    nothing_was_done();
    custub_device_close(device, NULL);
}

static void memory_is_not_touched(void **state)
{
    const float before[2] = {1, 2};
    float host[2] = {1, 2};
    custub_f32_buffer buffer;
    custub_f32_view slice;

    (void)state;
    fail_first();
    buffer = custub_f32_buffer_create(2, &error);
    assert_int_equal(buffer.view.ptr, 0);
    assert_int_equal(buffer.view.count, 0);
    assert_int_equal(custub_memory_create(1, 0, &error), 0);
    UNCHANGED(custub_f32_upload(buffer.view, host, 2, NULL, &error));
    UNCHANGED(custub_f32_upload(custub_f32_view_of(X, 2), NULL, 2, NULL, &error));
    UNCHANGED(custub_f32_upload(custub_f32_view_of(X, 2), host, 0, NULL, &error));
    UNCHANGED(custub_f32_download(custub_f32_view_of(X, 2), host, 2, NULL, &error));
    assert_memory_equal(host, before, sizeof(host));
    UNCHANGED(custub_f32_upload_async(custub_f32_view_of(X, 2), host, 2, NULL, &error));
    UNCHANGED(custub_f32_download_async(custub_f32_view_of(X, 2), host, 2, NULL, &error));
    assert_memory_equal(host, before, sizeof(host));
    UNCHANGED(custub_f32_copy(custub_f32_view_of(X, 2), custub_f32_view_of(Y, 2), 2, NULL, &error));
    UNCHANGED(custub_f32_copy(custub_f32_view_of(X, 2), custub_f32_view_of(X, 2), 2, NULL, &error));
    UNCHANGED(custub_f32_fill(custub_f32_view_of(X, 2), 1, NULL, &error));
    UNCHANGED(custub_f32_zero(custub_f32_view_of(X, 2), NULL, &error));
    UNCHANGED(custub_memory_fill(custub_memory_of(X, 2, 4), NULL, NULL, &error));
    buffer = custub_f32_buffer_create_zeroed(2, NULL, &error);
    assert_int_equal(buffer.view.ptr, 0);
    buffer = custub_f32_buffer_create_filled(2, 1, NULL, &error);
    assert_int_equal(buffer.view.ptr, 0);
    assert_int_equal(buffer.view.count, 0);
    buffer = custub_f32_buffer_create_async(2, NULL, NULL, &error);
    assert_int_equal(buffer.view.ptr, 0);
    NOTHING(custub_memory_create_pinned(2, 4, &error));
    NOTHING(custub_memory_create_managed(2, 4, &error));
    assert_int_equal(custub_memory_create_pitched(0, 0, 0, NULL, &error), 0);
    UNCHANGED(custub_f32_upload_box(custub_f32_view_of(X, 2), custub_pitch_of(0, 0), host,
                                    custub_pitch_of(0, 0), custub_box_of(2, 1, 1), NULL, &error));
    UNCHANGED(custub_f32_copy_box(custub_f32_view_of(X, 2), custub_pitch_of(0, 0),
                                  custub_f32_view_of(Y, 2), custub_pitch_of(0, 0),
                                  custub_box_of(2, 1, 0), NULL, &error));
    NOTHING(custub_pool_create(1, &error));
    NOTHING(custub_pool_of_device(NULL, &error));
    UNCHANGED(custub_pool_set_threshold(NULL, 1, &error));
    UNCHANGED(custub_pool_trim(NULL, 1, &error));
    UNCHANGED(custub_pool_set_access(NULL, NULL, true, &error));
    assert_int_equal(custub_pool_usage_get(NULL, &error).used, 0);
    slice = custub_f32_slice(custub_f32_view_of(X, 2), 0, 1, &error);
    assert_int_equal(slice.ptr, 0);
    assert_int_equal(slice.count, 0);
    slice = custub_f32_slice(custub_f32_view_of(X, 2), 3, 1, &error);
    assert_int_equal(slice.ptr, 0);
    nothing_was_done();
}

static void kernels_are_not_loaded_nor_found(void **state)
{
    static const sample_kernels none;
    sample_kernels loaded;

    (void)state;
    fail_first();
    NOTHING(custub_library_open(&sample_library, sample_images, &error));
    NOTHING(custub_library_open(NULL, NULL, &error));
    memset(&loaded, 0xaa, sizeof(loaded));
    UNCHANGED(custub_library_load(&loaded, sizeof(loaded), &sample_library,
                                  sample_library.fingerprint, sample_images, &error));
    assert_memory_equal(&loaded, &none, sizeof(loaded));
    UNCHANGED(custub_library_load(NULL, 0, &sample_library, 0, sample_images, &error));
    NOTHING(custub_library_find(library, "tile", &error));
    NOTHING(custub_library_find(NULL, "tile", &error));
    NOTHING(custub_kernel_function(&kernels[SAXPY], &error));
    NOTHING(custub_kernel_function(NULL, &error));
    assert_int_equal(custub_kernel_attributes_get(&kernels[SAXPY], &error).max_threads, 0);
    nothing_was_done();
}

static size_t observed;

static void count(const custub_activity *activity, void *user)
{
    (void)activity;
    (void)user;
    observed++;
}

static void nothing_is_launched(void **state)
{
    const custub_f32_view x = custub_f32_view_of(X, 1000);
    const custub_f32_view y = custub_f32_view_of(Y, 1000);
    const custub_kernel none = {NULL, NULL, NULL, NULL};

    (void)state;
    observed = 0;
    fail_first();
    for (int i = 0; i < 2; i++) {
        custub_set_activity(i ? count : NULL, NULL);
        UNCHANGED(sample_launch_saxpy(kernels, &launch, 1000, 2, x, y, &error));
        UNCHANGED(sample_launch_saxpy(kernels, NULL, 1000, 2, x, y, &error));
        UNCHANGED(sample_launch_saxpy(kernels, &launch, 9999, 2, x, y, &error)); /* invalid, too */
        UNCHANGED(sample_launch_saxpy(&none, &launch, 1000, 2, x, y, &error));
        UNCHANGED(custub_kernel_launch(&kernels[SAXPY], &launch, 4, arguments, &error));
        UNCHANGED(custub_kernel_launch(&kernels[SAXPY], NULL, 3, arguments, &error));
        UNCHANGED(custub_kernel_launch(NULL, NULL, 0, NULL, &error));
        UNCHANGED(custub_call_kernel_launch(&kernels[SAXPY], &launch, 4, arguments,
                                            CUSTUB_STREAM_PER_THREAD, &error));
    }
    custub_set_activity(NULL, NULL);
    assert_int_equal(observed, 0);
}

static void nothing_is_prepared_nor_changed(void **state)
{
    const uint32_t index = 0;
    size_t n = 1000;
    float a = 1;
    custub_need needs[2] = {{X, 1000, 0}, {Y, 1000, 0}};
    void *values[] = {&n, &a, &needs[0].ptr, &needs[1].ptr};
    custub_argument fewer = custub_argument_u64(10);
    custub_prepared *prepared;
    uint64_t seen;

    (void)state;
    prepared = custub_kernel_prepare(&kernels[SAXPY], &launch, 4, arguments, &error);
    fail_first();
    NOTHING(custub_kernel_prepare(&kernels[SAXPY], &launch, 4, arguments, &error));
    NOTHING(custub_call_kernel_prepare(&kernels[SAXPY], &launch, 4, arguments,
                                       CUSTUB_STREAM_PER_THREAD, &error));
    NOTHING(custub_kernel_prepare(NULL, NULL, 0, NULL, &error));
    NOTHING(custub_call_prepare(&kernels[SAXPY], &launch, values, needs, NULL, &error));
    UNCHANGED(custub_prepared_launch(prepared, &error));
    UNCHANGED(custub_prepared_launch(NULL, &error)); /* preparing it failed */
    UNCHANGED(custub_prepared_set(prepared, 0, &fewer, &error));
    UNCHANGED(custub_prepared_set_all(prepared, 1, &index, &fewer, &error));
    UNCHANGED(custub_prepared_set_stream(prepared, (CUstream)(void *)&launch, &error));
    UNCHANGED(custub_prepared_set_stream(NULL, NULL, &error));
    assert_int_equal(custub_prepared_launch(prepared, NULL), CUSTUB_OK);
    memcpy(&seen, recording_last_launch()->parameters, sizeof(seen));
    assert_int_equal(seen, 1000);
    assert_null(recording_last_launch()->stream);
    custub_prepared_destroy(prepared);
}

static void graphs_stay_as_they_are(void **state)
{
    custub_prepared *prepared;
    CUgraphNode node;

    (void)state;
    prepared = custub_kernel_prepare(&kernels[SAXPY], &launch, 4, arguments, &error);
    node = custub_graph_node_add(GRAPH, NULL, 0, prepared, &error);
    assert_non_null(node);
    fail_first();
    NOTHING(custub_graph_node_add(NULL, NULL, 1, NULL, &error));
    NOTHING(custub_graph_node_add(GRAPH, NULL, 0, prepared, &error));
    UNCHANGED(custub_capture_begin(NULL, &error));
    NOTHING(custub_graph_create(&error));
    UNCHANGED(custub_graph_print(NULL, NULL, &error));
    NOTHING(custub_graph_instantiate(NULL, &error));
    UNCHANGED(custub_graph_launch(EXEC, NULL, &error));
    UNCHANGED(custub_graph_update(EXEC, GRAPH, &error));
    UNCHANGED(custub_graph_keep_library(GRAPH, kernels[SAXPY].library, &error));
    UNCHANGED(custub_graph_keep(GRAPH, NULL, NULL, &error));
    UNCHANGED(custub_graph_node_set(NULL, NULL, NULL, &error));
    UNCHANGED(custub_graph_node_set(EXEC, node, prepared, &error));
    cuGraphDestroyNode(node);
    custub_prepared_destroy(prepared);
}

/* --- What ends something acts ---- */

/* Checks that the function called the driver, and returned and kept the failure in the record. */
static void acted(custub_status status, const char *driver_call)
{
    assert_int_equal(status, CUSTUB_ERROR_KERNEL_UNKNOWN);
    assert_memory_equal(&error, &failure, sizeof(error));
    assert_int_equal(recording_calls_of(driver_call), 1);
    recording_clear_log();
}

/* Runs twice: the driver's call succeeds; then it fails, but is not the first failure. */
static void ends_keep_the_first_failure(void **state)
{
    (void)state;
    for (int fails = 0; fails < 2; fails++) {
        custub_device *device;
        custub_f32_buffer buffer;
        CUdeviceptr memory;
        CUstream stream;
        sample_kernels loaded;
        error = custub_error_none();
        device = custub_device_open(0, &error);
        stream = custub_stream_create(&error);
        buffer = custub_f32_buffer_create(4, &error);
        memory = custub_memory_create(4, 4, &error);
        custub_library_load(&loaded, sizeof(loaded), &sample_library, sample_library.fingerprint,
                            sample_images, &error);
        assert_false(custub_failed(&error));
        fail_first();
#define ACTS(call, name)                                                                           \
    do {                                                                                           \
        recording_fail(name, (size_t)fails, 700);                                                  \
        acted(call, name);                                                                         \
    } while (0)
        ACTS(custub_stream_synchronize(stream, &error), "cuStreamSynchronize");
        ACTS(custub_device_synchronize(device, &error), "cuCtxSynchronize");
        ACTS(custub_memory_destroy(memory, &error), "cuMemFree_v2");
        ACTS(custub_f32_buffer_destroy(&buffer, &error), "cuMemFree_v2");
        ACTS(custub_stream_destroy(stream, &error), "cuStreamDestroy_v2");
        ACTS(custub_library_unload(&loaded, sizeof(loaded), &error), "cuLibraryUnload");
        ACTS(custub_library_close(library, &error), "cuLibraryUnload");
        ACTS(custub_device_close(device, &error), "cuDevicePrimaryCtxRelease_v2");
#undef ACTS
        recording_fail(NULL, 0, 0);
        assert_int_equal(buffer.view.ptr, 0);
        assert_null(loaded.library);
        assert_int_equal(recording_alive(), 0);
        library = sample_load(kernels);
    }
}

static void ends_of_nothing_keep_the_first_failure(void **state)
{
    custub_f32_buffer buffer;

    (void)state;
    fail_first();
    buffer = custub_f32_buffer_create(4, &error);
    UNCHANGED(custub_f32_buffer_destroy(&buffer, &error));
    UNCHANGED(custub_f32_buffer_destroy(NULL, &error));
    UNCHANGED(custub_memory_destroy(0, &error));
    UNCHANGED(custub_stream_destroy(NULL, &error));
    UNCHANGED(custub_library_close(NULL, &error));
    UNCHANGED(custub_library_unload(NULL, 0, &error));
    UNCHANGED(custub_device_synchronize(NULL, &error));
    UNCHANGED(custub_device_close(NULL, &error));
}

static void ends_record_their_own_failure_if_it_is_the_first(void **state)
{
    custub_device *device;
    CUstream stream;

    (void)state;
    device = custub_device_open(0, &error);
    stream = custub_stream_create(&error);
    recording_fail("cuStreamSynchronize", 1, 700);
    assert_int_equal(custub_stream_synchronize(stream, &error), CUSTUB_ERROR_DRIVER);
    assert_string_equal(error.driver_call, "cuStreamSynchronize");
    recording_fail("cuStreamDestroy_v2", 1, 2); /* the second failure */
    assert_int_equal(custub_stream_destroy(stream, &error), CUSTUB_ERROR_DRIVER);
    assert_string_equal(error.driver_call, "cuStreamSynchronize");
    assert_int_equal(error.driver_result, 700);
    error = custub_error_none();
    recording_fail("cuDevicePrimaryCtxRelease_v2", 1, 700);
    assert_int_equal(custub_device_close(device, &error), CUSTUB_ERROR_DRIVER);
    assert_string_equal(error.driver_call, "cuDevicePrimaryCtxRelease");
    recording_use_device(0);
    error = custub_error_none();
    stream = custub_stream_create(&error);
    recording_fail("cuStreamDestroy_v2", 1, 700);
    assert_int_equal(custub_stream_destroy(stream, &error), CUSTUB_ERROR_DRIVER);
    assert_string_equal(error.driver_call, "cuStreamDestroy");
    recording_fail("cuStreamDestroy_v2", 1, 700);
    stream = custub_stream_create(NULL);
    assert_int_equal(custub_stream_destroy(stream, NULL), CUSTUB_ERROR_DRIVER);
}

/* A program without checks in between, which asks once at its end. True if all went well. */
static bool run_without_checks(float *host)
{
    custub_device *device = custub_device_open(0, &error);
    custub_library *own = custub_library_open(&sample_library, sample_images, &error);
    const custub_kernel *saxpy = custub_library_find(own, "saxpy", &error);
    CUstream stream = custub_stream_create(&error);
    custub_f32_buffer x = custub_f32_buffer_create(1000, &error);
    custub_f32_buffer y = custub_f32_buffer_create(1000, &error);
    custub_argument given[] = {custub_argument_u64(1000), custub_argument_f32(2), floats(0),
                               floats(0)};
    custub_prepared *prepared;

    given[2].ptr = x.view.ptr;
    given[3].ptr = y.view.ptr;
    launch.stream = stream;
    custub_f32_upload(x.view, host, 1000, stream, &error);
    custub_f32_upload(y.view, host, 1000, stream, &error);
    custub_kernel_launch(saxpy, &launch, 4, given, &error);
    prepared = custub_kernel_prepare(saxpy, &launch, 4, given, &error);
    custub_prepared_launch(prepared, &error);
    custub_f32_download(custub_f32_slice(y.view, 500, 500, &error), host, 500, stream, &error);
    failure = error;
    custub_stream_synchronize(stream, &error);
    custub_prepared_destroy(prepared);
    custub_f32_buffer_destroy(&x, &error);
    custub_f32_buffer_destroy(&y, &error);
    custub_stream_destroy(stream, &error);
    custub_library_close(own, &error);
    custub_device_close(device, &error);
    return !custub_failed(&error);
}

static void program_asks_once_and_learns_the_first_failure(void **state)
{
    static float host[1000];
    size_t calls;
    size_t failures = 0;
    size_t alive = recording_alive();

    (void)state;
    recording_clear_log();
    assert_true(run_without_checks(host));
    calls = recording_call_count();
    assert_in_range(calls, 50, 400);
    for (size_t n = 1; n <= calls; n++) {
        error = custub_error_none();
        recording_fail(NULL, n, 2);
        failures += !run_without_checks(host);
        recording_fail(NULL, 0, 0);
        if (custub_failed(&failure))
            assert_memory_equal(&error, &failure, sizeof(error));
        if (custub_failed(&error))
            assert_int_equal(error.driver_result, 2);
        assert_int_equal(recording_alive(), alive);
    }
    assert_true(failures > calls / 2);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, start, stop)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(record_without_a_failure_is_all_zero),
        TEST(devices_and_streams_are_not_opened),
        TEST(memory_is_not_touched),
        TEST(kernels_are_not_loaded_nor_found),
        TEST(nothing_is_launched),
        TEST(nothing_is_prepared_nor_changed),
        TEST(graphs_stay_as_they_are),
        TEST(ends_keep_the_first_failure),
        TEST(ends_of_nothing_keep_the_first_failure),
        TEST(ends_record_their_own_failure_if_it_is_the_first),
        TEST(program_asks_once_and_learns_the_first_failure),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
